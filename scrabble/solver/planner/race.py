"""The race: both racks played out against each other on a frozen board.

    value_on_turn[m, o]      the mover, with m, is on turn against o        for all pairs of sub-racks,
    value_of_other[m, o]     the other side, with o, is on turn against m   smallest first: at most 128 x 128

    value_on_turn[m, o] = max( best score of a need + what comes after it:
                                                            OUT x points of o              the mover is out
                                                           -value_of_other[m - need, o]    or not,
                               value_of_waiting[m, o] )
    value_of_waiting[m, o] = min(points of o - points of m,         the mover passes, and the game ends
                                 -(best play of the other side))    or goes on

Sheppard's planner let the sides race with turn counts, a joint table being impractical then; here it is a
few thousand additions for racks of four tiles, half a million for two of seven.  It knows who is out first,
what that costs, and that a side with a stuck tile lets the other play one tile at a time.  It does not
know that plays block or open others: scrabble.solver.planner.game corrects the next two turns for blocks.

The mover is the side on turn in the position at hand, whatever its number; a rack is the number of a sub-rack
of its side (scrabble.solver.planner.tables).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import INF
from bstar.jit import inline, kernel_tuple, linked
from scrabble.movegen.best_first import insert_best_first
from scrabble.movegen.packed_rack import is_subrack
from scrabble.movegen.scoring import LOSS, OUT
from scrabble.movegen.state import TURN
from scrabble.solver.planner.tables import KEPT, SUBRACKS

ANSWERS = 8  # best plays listed for a pair: the two plays before them hardly block all (NOT_LISTED)


@kernel_tuple
class RaceTable(NamedTuple):
    """The values of all pairs of sub-racks, the mover's first; and the mover's best plays, when needed."""

    value_on_turn: np.ndarray  # int32[SUBRACKS, SUBRACKS]    for the mover, who is on turn
    value_of_other: np.ndarray  # int32[SUBRACKS, SUBRACKS]   for the other side, which is on turn
    value_of_waiting: np.ndarray  # int32[SUBRACKS, SUBRACKS]  for the mover, who passes
    fit: np.ndarray  # int32[SUBRACKS]  needs within the mover's sub-rack at hand
    listed: np.ndarray  # bool[SUBRACKS, SUBRACKS]
    answers: np.ndarray  # int32[SUBRACKS, SUBRACKS]  how many are listed
    are_more: np.ndarray  # bool[SUBRACKS, SUBRACKS]  some are not listed
    worth: np.ndarray  # int32[SUBRACKS, SUBRACKS, ANSWERS]  best first
    slot: np.ndarray  # int32[SUBRACKS, SUBRACKS, ANSWERS]   need * KEPT + number of the play


def new_race() -> RaceTable:
    """Return an empty table of pairs."""
    shape = (SUBRACKS, SUBRACKS)
    return RaceTable(
        value_on_turn=np.zeros(shape, np.int32),
        value_of_other=np.zeros(shape, np.int32),
        value_of_waiting=np.zeros(shape, np.int32),
        fit=np.zeros(SUBRACKS, np.int32),
        listed=np.zeros(shape, np.bool_),
        answers=np.zeros(shape, np.int32),
        are_more=np.zeros(shape, np.bool_),
        worth=lazy_zeros((*shape, ANSWERS), np.int32),
        slot=lazy_zeros((*shape, ANSWERS), np.int32),
    )


@inline
def run_race(game):
    """Find the values of all pairs of sub-racks."""
    state, tables, race = game.fast.state, game.tables, game.race
    mover = state.now[TURN]
    other = 1 - mover
    for mover_rack in range(1, tables.size[mover]):
        fits = _list_fits(tables, race, mover, mover_rack)
        for other_rack in range(1, tables.size[other]):
            race.listed[mover_rack, other_rack] = False
            play = _best_of_mover(game, fits, mover_rack, other_rack)
            reply = _best_of_other(game, mover_rack, other_rack)
            points = np.int64(tables.points[mover, mover_rack])
            stop = state.rules[LOSS] * (np.int64(tables.points[other, other_rack]) - points)
            race.value_of_waiting[mover_rack, other_rack] = min(stop, -reply)
            race.value_on_turn[mover_rack, other_rack] = max(play, min(stop, -reply))
            race.value_of_other[mover_rack, other_rack] = max(reply, min(-stop, -play))


@inline
def _list_fits(tables, race, mover, rack):
    """List the needs that the mover can lay with a sub-rack; return how many."""
    fits = np.int64(0)
    for at in range(tables.lives[mover]):
        need = tables.live[mover, at]
        if need <= rack and is_subrack(tables.rack[mover, need], tables.rack[mover, rack]):
            race.fit[fits] = need
            fits += 1
    return fits


@inline
def _best_of_mover(game, fits, mover_rack, other_rack):
    """The value of the mover's best play, of the needs listed."""
    state, tables, race = game.fast.state, game.tables, game.race
    mover = state.now[TURN]
    out = state.rules[OUT] * np.int64(tables.points[1 - mover, other_rack])
    best = np.int64(-INF)
    for at in range(fits):
        need = np.int64(race.fit[at])
        rest = out if need == mover_rack else -np.int64(race.value_of_other[mover_rack - need, other_rack])
        best = max(best, tables.score[mover, need, 0] + rest)
    return best


@inline
def _best_of_other(game, mover_rack, other_rack):
    """The value of the best play of the other side."""
    state, tables, race = game.fast.state, game.tables, game.race
    other = 1 - state.now[TURN]
    out = state.rules[OUT] * np.int64(tables.points[1 - other, mover_rack])
    best = np.int64(-INF)
    for at in range(tables.lives[other]):
        need = np.int64(tables.live[other, at])
        if need > other_rack:
            break
        if is_subrack(tables.rack[other, need], tables.rack[other, other_rack]):
            rest = out if need == other_rack else -np.int64(race.value_on_turn[mover_rack, other_rack - need])
            best = max(best, tables.score[other, need, 0] + rest)
    return best


@linked("none")
def list_answers(game, mover_rack, other_rack):
    """List the mover's best plays of a pair: single plays, not needs, so that blocked ones can be skipped."""
    state, tables, race = game.fast.state, game.tables, game.race
    mover = state.now[TURN]
    pair = mover_rack, other_rack
    race.listed[pair] = True
    out = state.rules[OUT] * np.int64(tables.points[1 - mover, other_rack])
    count, seen = np.int64(0), np.int64(0)
    for live in range(tables.lives[mover]):
        need = np.int64(tables.live[mover, live])
        if need > mover_rack:
            break
        if not is_subrack(tables.rack[mover, need], tables.rack[mover, mover_rack]):
            continue
        seen += tables.seen[mover, need]
        rest = out if need == mover_rack else -np.int64(race.value_of_other[mover_rack - need, other_rack])
        for number in range(tables.kept[mover, need]):
            worth = tables.score[mover, need, number] + rest
            if count == ANSWERS and worth <= race.worth[mover_rack, other_rack, ANSWERS - 1]:
                break
            insert_best_first(
                race.worth[pair], race.slot[pair], min(count, ANSWERS - 1), worth, need * KEPT + number
            )
            count = min(count + 1, ANSWERS)
    race.answers[pair] = count
    race.are_more[pair] = seen > count
