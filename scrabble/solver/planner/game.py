"""The fast game with a planner: all answers of games.fast, and an estimated interval for every move.

    pessimistic = realistic - allowance     realistic     realistic + allowance = optimistic
                                            (scrabble.solver.planner.replies)
    all three within what scrabble.solver.games.fast has proven of the move; the allowances are those of
    scrabble.solver.planner.replies

For B* in Maven's way: `TreeBStar(new_planned_game(state), heuristic=True).rounds(...)`.

`estimate_root` estimates all moves of one position.  It is the first expansion of B* in Maven's way and runs
the same kernel, so that `plan` and the solver `maven` compile each other's code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.depth_first.stack import Stack, new_stack
from bstar.engine import SearchStopped
from bstar.game import INF, EstimateBuffer, MoveBuffer, default_estimate, register_game
from bstar.jit import inline, kernel, kernel_tuple, linked
from bstar.tree.rounds import TreeBStar
from scrabble.bounds.reach import footprint
from scrabble.movegen.state import TURN, GameState
from scrabble.solver.games.fast import FastGame, new_fast_game
from scrabble.solver.planner.race import RaceTable, count_turns, fill_totals, new_race, run_race
from scrabble.solver.planner.replies import ABOVE, BELOW, error_margin, move_value_estimate
from scrabble.solver.planner.tables import PlannerTables, fill_tables, laid_by, need_of, new_tables


@kernel_tuple
class PlannedGame(NamedTuple):
    """An endgame in play, with everything that makes it fast and a planner that estimates."""

    fast: FastGame
    tables: PlannerTables
    race: RaceTable


def with_planner(fast: FastGame) -> PlannedGame:
    """Return a fast game with a planner; the two share the position."""
    return PlannedGame(fast, new_tables(fast.state.board.letters.shape[1]), new_race())


def new_planned_game(state: GameState, cache_bytes: int = 128 << 20) -> PlannedGame:
    """Return the planned game of a state, with `cache_bytes` for its lists of plays."""
    return with_planner(new_fast_game(state, cache_bytes))


@inline
def _estimate(game, buffer, first, count, estimates):
    if not prepare(game):
        default_estimate(game, buffer, first, count, estimates)
        return
    for index in range(first, first + count):
        lower, upper = np.int64(buffer.lower[index]), np.int64(buffer.upper[index])
        if lower == upper:
            worth, below, above = lower, np.int64(0), np.int64(0)
        else:
            estimate = estimate_move(game, np.int64(buffer.move[index]), np.int64(buffer.gain[index]))
            worth = min(max(estimate[0], lower), upper)
            below = error_margin(estimate[1], np.int64(BELOW), estimate[2], estimate[3])
            above = error_margin(estimate[1], np.int64(ABOVE), estimate[2], estimate[3])
        estimates.realistic[index] = worth
        estimates.pessimistic[index] = max(worth - below, lower)
        estimates.optimistic[index] = min(worth + above, upper)


@linked("bool")
def prepare(game):
    """Fill the planner's tables for the position at hand; False if the list cache has no room."""
    if not fill_tables(game.fast.state, game.fast.cache, game.tables):
        return False
    run_race(game)
    return True


@inline
def estimate_move(game, move, gain):
    """Return the estimate of a move, its course, the tiles the mover keeps and those of the opponent."""
    state, tables = game.fast.state, game.tables
    mover = state.now[TURN]
    other = 1 - mover
    worth, course = move_value_estimate(game, move, gain)
    mover_rack = tables.size[mover] - 1 - need_of(state, tables, mover, move)
    other_rack = tables.size[other] - 1
    return worth, course, np.int64(tables.tiles[mover, mover_rack]), np.int64(tables.tiles[other, other_rack])


register_game(PlannedGame, inner="fast", linked=["estimate"], estimate=_estimate)


@kernel
def complete_tables(game: PlannedGame) -> None:
    """Write the turns and totals of both sides, which no search needs, for the position estimated last."""
    for side in range(2):
        count_turns(game.tables, np.int64(side))
        fill_totals(game.fast.state, game.tables, np.int64(side))


@kernel
def quick_estimates(
    game: PlannedGame, buffer: MoveBuffer, indices: np.ndarray, estimates: np.ndarray
) -> None:
    """Write the realistic worths of moves in the buffer, those at `indices`, to `estimates`, int32[N].

    A move that is proven to be worth no more than the estimate of an earlier one gets its upper bound.
    """
    is_ready = prepare(game)
    best = np.int64(-INF)
    for index in indices:
        lower, upper = np.int64(buffer.lower[index]), np.int64(buffer.upper[index])
        worth = upper
        if lower == upper:
            best = max(best, worth)
        elif upper > best and is_ready:
            estimate = estimate_move(game, np.int64(buffer.move[index]), np.int64(buffer.gain[index]))
            worth = min(max(estimate[0], lower), upper)
            best = max(best, worth)
        estimates[index] = worth


@kernel
def mark_footprint(state: GameState, move: int, masks: np.ndarray) -> None:
    """Write the footprint of a play to `masks`, uint32[2, n]."""
    footprint(state.board, move, laid_by(state.board, move).squares, masks)


class RootEstimates(NamedTuple):
    """The estimates of all moves of a position."""

    count: int  # of the moves, the first ones in both buffers
    moves: MoveBuffer
    estimates: EstimateBuffer


def estimate_root(game: PlannedGame, stack: Stack | None = None) -> RootEstimates | None:
    """Estimate all moves of a position that is not over; None if `stack` has no room for them."""
    room = stack or new_stack()
    search = TreeBStar(game, heuristic=True, prune=False, nodes=1, links=room.moves.move.shape[0], stack=room)
    try:
        seen = search.run(nodes=1)
    except SearchStopped:
        return None
    complete_tables(game)
    return RootEstimates(len(seen.moves), room.moves, search.tree_search.estimates)
