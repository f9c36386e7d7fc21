"""The fast game with a planner: all answers of games.fast, and an estimated interval for every move.

    pessimistic = realistic - margin BELOW     realistic     realistic + margin ABOVE = optimistic

all three within what scrabble.solver.games.fast has proven of the move.  For B* in Maven's way:
`TreeBStar(new_planned_game(state), heuristic=True).rounds(...)`.

The realistic value looks at the replies one by one, at the best answer to each, then at the race:

    move M           the plays whose footprint it touches are dropped, on both sides
    reply q          every kept play of the other side that M leaves alone, and the pass
    answer p         the best of the mover's plays that neither M nor q touches, or the pass
    after that       the race of what is left (scrabble.solver.planner.race)

So M may block the other side's out-play, q may block the mover's, and a side with one spot for its last tile
is seen to lose it.  What M, q and p open is not seen; how far that can be wrong depends on the course:

    OTHER_IS_OUT    the best reply goes out       MOVER_WAITS    there is no better answer than to pass
    MOVER_IS_OUT    the answer goes out           OTHER_WAITS    there is no better reply than to pass
    LONGER          neither

The margins hold for about 94 of 100 moves.  By the course they are

    at least FLOOR, and a + b x tiles kept + c x tiles of the other side       (of either at most MOST_TILES)

They were fitted by quantile regression on half of positions/late.jsonl, so that 5 of 100 moves exceed the
points BELOW and 3 the points ABOVE; moves that come near the best of their position count for more.
`python positions/study/planner.py fit FILE` makes the numbers and `cover` checks them on other positions: run
both again after any change of the planner.

`estimate_root` estimates all moves of one position, as the first expansion of B* in Maven's way does;
`quick_estimates` only what may be best.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import (
    FULL,
    INF,
    EstimateBuffer,
    MoveBuffer,
    default_estimate,
    is_over,
    moves,
    new_estimates,
    new_moves,
    register_game,
    tighten,
)
from bstar.jit import inline, kernel, kernel_tuple, linked
from scrabble.bounds.footprint import footprint
from scrabble.movegen.packed_move import PASS, direction_of, line_of
from scrabble.movegen.scoring import LOSS, OUT
from scrabble.movegen.squares import PlacedSquares
from scrabble.movegen.state import TURN, ZEROS_LEFT, GameState
from scrabble.solver.games.fast import FastGame, new_fast_game
from scrabble.solver.planner.race import (
    RaceTable,
    list_answers,
    new_race,
    run_race,
)
from scrabble.solver.planner.tables import (
    KEPT,
    PlannerTables,
    count_turns,
    fill_tables,
    fill_totals,
    is_touched,
    laid_by,
    need_of,
    new_tables,
)

OTHER_IS_OUT, MOVER_IS_OUT, LONGER, MOVER_WAITS, OTHER_WAITS = range(5)  # courses
NOT_LISTED = 4  # points less than the last answer listed, for one that is not: a guess
BELOW, ABOVE = range(2)
MOST_TILES = 5
MOST_MOVES = 1 << 18  # of a position
# [course, BELOW or ABOVE, (a, b, c)]
MARGINS = np.array(
    [
        [[-1.2, 0.3, 1.0], [0.0, 0.0, 0.0]],  # OTHER_IS_OUT
        [[0.0, 0.0, 2.0], [-3.5, 5.1, -0.3]],  # MOVER_IS_OUT
        [[15.4, 0.6, -1.2], [18.6, 0.0, -0.5]],  # LONGER
        [[-6.0, -3.0, 6.0], [-8.1, 4.4, 3.9]],  # MOVER_WAITS
        [[-3.4, 2.0, 1.5], [13.4, 7.7, -3.7]],  # OTHER_WAITS
    ]
)
FLOORS = np.array([[1, 0], [3, 2], [4, 4], [5, 5], [5, 5]], np.int64)


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
    if prepare(game):
        _write_estimates(game, buffer, first, count, estimates)
    else:
        default_estimate(game, buffer, first, count, estimates)


@inline
def _write_estimates(game, buffer, first, count, estimates):
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


@linked("int64", "int64")
def move_value_estimate(game, move, gain):
    """Return the estimated worth of a move and the course of the game after it."""
    state, tables, race = game.fast.state, game.tables, game.race
    mover = state.now[TURN]
    other = 1 - mover
    laid = laid_by(state.board, move)
    mover_rack = tables.size[mover] - 1 - need_of(state, tables, mover, move)
    other_rack = tables.size[other] - 1
    out = state.rules[OUT] * np.int64(tables.points[mover, mover_rack])
    best, course = _worth_of_waiting(game, move, laid, mover_rack, other_rack), np.int64(OTHER_WAITS)
    for live in range(tables.lives[other]):
        need = np.int64(tables.live[other, live])
        rest = other_rack - need
        after = out if rest == 0 else -np.int64(race.value_of_waiting[mover_rack, rest])
        for number in range(tables.kept[other, need]):
            score = np.int64(tables.score[other, need, number])
            if score + after <= best:  # whatever of the mover's plays it blocks
                break
            if is_touched(game, other, need, np.int64(number), laid):
                continue
            if rest == 0:
                best, course = score + after, np.int64(OTHER_IS_OUT)
                break
            reply = game.fast.cache.plays[tables.play[other, need, number]]
            laid_then = PlacedSquares(direction_of(reply.move), line_of(reply.move), reply.squares)
            answer, answer_course = answer_after(game, mover_rack, rest, laid, laid_then)
            if score - answer > best:
                best, course = score - answer, answer_course
    return gain - best, course


@inline
def _worth_of_waiting(game, move, laid, mover_rack, other_rack):
    """Return the opponent's result of a pass after a move: the end of the game, or the mover's answer."""
    state, tables = game.fast.state, game.tables
    mover = state.now[TURN]
    points = np.int64(tables.points[mover, mover_rack])
    stop = state.rules[LOSS] * (points - np.int64(tables.points[1 - mover, other_rack]))
    if move == PASS and state.now[ZEROS_LEFT] % 2 == 0:
        return stop
    nothing = PlacedSquares(laid.direction, laid.line, np.uint32(0))
    answer, _ = answer_after(game, mover_rack, other_rack, laid, nothing)
    return min(stop, -answer)


@inline
def answer_after(game, mover_rack, other_rack, laid, laid_then):
    """Return the mover's result after a move and a reply, sub-rack against sub-rack, and the course."""
    race, mover = game.race, game.fast.state.now[TURN]
    if not race.listed[mover_rack, other_rack]:
        list_answers(game, mover_rack, other_rack)
    wait = np.int64(race.value_of_waiting[mover_rack, other_rack])
    count = np.int64(race.answers[mover_rack, other_rack])
    for at in range(count):
        worth = np.int64(race.worth[mover_rack, other_rack, at])
        if worth <= wait:
            return wait, np.int64(MOVER_WAITS)
        slot = np.int64(race.slot[mover_rack, other_rack, at])
        need, number = slot // KEPT, slot % KEPT
        if is_touched(game, mover, need, number, laid) or is_touched(game, mover, need, number, laid_then):
            continue
        return worth, np.int64(MOVER_IS_OUT) if need == mover_rack else np.int64(LONGER)
    if race.are_more[mover_rack, other_rack]:
        last = np.int64(race.worth[mover_rack, other_rack, count - 1])
        return max(wait, last - NOT_LISTED), np.int64(MOVER_WAITS)
    return wait, np.int64(MOVER_WAITS)


@inline
def error_margin(course, side, mover_tiles, other_tiles):
    """Return the error margin, BELOW or ABOVE, for the numbers of tiles on either side."""
    line = MARGINS[course, side]
    points = line[0] + line[1] * min(mover_tiles, MOST_TILES) + line[2] * min(other_tiles, MOST_TILES)
    return max(np.int64(points), FLOORS[course, side])


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


def estimate_root(game: PlannedGame, tightens: bool = True) -> RootEstimates | None:
    """Estimate all moves of a position; None if there is no room for them or their lists.

    With `tightens` the bounds of plays that leave few tiles are narrowed first.
    """
    seen = RootEstimates(0, new_moves(MOST_MOVES), new_estimates(MOST_MOVES))
    count = list_estimates(game, seen.moves, seen.estimates, int(tightens))
    return None if count == FULL else seen._replace(count=count)


@kernel
def list_estimates(game: PlannedGame, buffer: MoveBuffer, estimates: EstimateBuffer, tightens: int) -> int:
    """Write all moves of the position and their estimates; return their number, or FULL."""
    if is_over(game):
        return 0
    count, _ = moves(game, np.int64(-INF), np.int64(INF), buffer, np.int64(0))
    if count == FULL or not prepare(game):
        return FULL
    if tightens != 0:
        for index in range(count):
            if buffer.lower[index] != buffer.upper[index]:
                tighten(game, buffer, np.int64(index), np.int64(INF))
    _write_estimates(game, buffer, np.int64(0), count, estimates)
    return count
