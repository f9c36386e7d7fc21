"""The fast game with a planner: all that scrabble.games.fast answers, and a believed interval for every move.

    pessimistic = realistic - allowance     realistic     realistic + allowance = optimistic
                                            (scrabble.planner.replies)
    all three within what scrabble.games.fast has proven of the move; the allowances are those of
    scrabble.planner.widths

For B* in Maven's way: `BStar(new_planned_game(state), heuristic=True).rounds(...)`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF, Moves, answer, believe_the_bounds
from bstar.jit import apart, inner, kernel
from scrabble.bounds.footprint import footprint
from scrabble.games.fast import FastGame, new_fast_game
from scrabble.movegen.state import TURN, State
from scrabble.planner.race import Race, new_race, run_race
from scrabble.planner.replies import worth_of_move
from scrabble.planner.tables import Tables, fill_tables, laid_by, need_of, new_tables
from scrabble.planner.totals import count_turns, fill_totals
from scrabble.planner.widths import ABOVE, BELOW, width


class PlannedGame(NamedTuple):
    """An endgame in play, with everything that makes it fast and a planner that guesses."""

    fast: FastGame
    tables: Tables
    race: Race


def with_planner(fast: FastGame) -> PlannedGame:
    """Return a fast game with a planner; the two share the position."""
    return PlannedGame(fast, new_tables(fast.state.board.letters.shape[1]), new_race())


def new_planned_game(state: State, cache_bytes: int = 128 << 20) -> PlannedGame:
    """Return the planned game of a state, with `cache_bytes` for its lists of plays."""
    return with_planner(new_fast_game(state, cache_bytes))


@inner
def _estimate(game, buffer, first, count, guesses):
    _believe(game, buffer, first, count, guesses)


@apart  # of the search that asks: together they would take three times as long to compile
def _believe(game, buffer, first, count, guesses):
    if not prepare(game):
        believe_the_bounds(game, buffer, first, count, guesses)
        return
    for index in range(first, first + count):
        lower, upper = np.int64(buffer.lower[index]), np.int64(buffer.upper[index])
        if lower == upper:
            worth, below, above = lower, np.int64(0), np.int64(0)
        else:
            guess = guess_at(game, np.int64(buffer.move[index]), np.int64(buffer.gain[index]))
            worth = min(max(guess[0], lower), upper)
            below = width(guess[1], np.int64(BELOW), guess[2], guess[3])
            above = width(guess[1], np.int64(ABOVE), guess[2], guess[3])
        guesses.realistic[index] = worth
        guesses.pessimistic[index] = max(worth - below, lower)
        guesses.optimistic[index] = min(worth + above, upper)


@inner
def prepare(game):
    """Fill the planner's tables for the position at hand; False if the list cache has no room."""
    if not fill_tables(game.fast.state, game.fast.cache, game.tables):
        return False
    run_race(game)
    return True


@inner
def guess_at(game, move, gain):
    """What a move is worth, its course, the tiles that the mover keeps and those of the other side."""
    state, tables = game.fast.state, game.tables
    mover = state.now[TURN]
    other = 1 - mover
    worth, course = worth_of_move(game, move, gain)
    mover_rack = tables.size[mover] - 1 - need_of(state, tables, mover, move)
    other_rack = tables.size[other] - 1
    return worth, course, np.int64(tables.tiles[mover, mover_rack]), np.int64(tables.tiles[other, other_rack])


answer(PlannedGame, inner="fast", estimate=_estimate)


@kernel
def complete_tables(game: PlannedGame) -> None:
    """Write the turns and totals of both sides, which no search needs, for the position estimated last."""
    for side in range(2):
        count_turns(game.tables, np.int64(side))
        fill_totals(game.fast.state, game.tables, np.int64(side))


@kernel
def glance(game: PlannedGame, buffer: Moves, count: int, guesses: np.ndarray) -> None:
    """Write the realistic worths of the moves in the buffer, all there are, to `guesses`, int32[N].

    A move that is proven to be worth no more than an earlier one is believed to be gets its upper bound.
    """
    is_ready = prepare(game)
    best = np.int64(-INF)
    for index in range(count):
        lower, upper = np.int64(buffer.lower[index]), np.int64(buffer.upper[index])
        worth = upper
        if lower == upper:
            best = max(best, worth)
        elif upper > best and is_ready:
            guess = guess_at(game, np.int64(buffer.move[index]), np.int64(buffer.gain[index]))
            worth = min(max(guess[0], lower), upper)
            best = max(best, worth)
        guesses[index] = worth


@kernel
def mark_footprint(state: State, move: int, masks: np.ndarray) -> None:
    """Write the footprint of a play to `masks`, uint32[2, n]."""
    footprint(state.board, move, laid_by(state.board, move).squares, masks)
