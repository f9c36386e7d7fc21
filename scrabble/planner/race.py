"""The race: both racks played out against each other on a frozen board.

    mine[x, y]     I, with x, am on turn against y          for all pairs of sub-racks, smallest first:
    his[x, y]      he, with y, is on turn against my x      at most 128 x 128

    mine[x, y] = max( best score of a need + what comes after it:  OUT x points of y       if I am out
                                                                  -his[x - need, y]        if not,
                      waits[x, y] )
    waits[x, y] = min(points of y - points of x, -(his best play))     I pass; he plays, or ends it by a pass

Sheppard's planner let the sides race with turn counts, a joint table being impractical then; here it is a
few thousand additions for racks of four tiles, half a million for two of seven.  It knows who is out first,
what that costs, and that a side with a stuck tile lets the other play one tile at a time.  It does not
know that plays block or open others: scrabble.planner.replies corrects the next two turns for blocks.

`I` is the side on turn in the position at hand, whatever its number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inner
from scrabble.movegen.racks import within
from scrabble.movegen.scoring import LOSS, OUT
from scrabble.planner.tables import KEPT, SUBRACKS

ANSWERS = 8  # best plays listed for a pair: the two plays before them hardly block all (NOT_LISTED)


class Race(NamedTuple):
    """The values of all pairs of sub-racks, mine first; and my best plays, listed when first needed."""

    mine: np.ndarray  # int32[SUBRACKS, SUBRACKS]
    his: np.ndarray  # int32[SUBRACKS, SUBRACKS]
    waits: np.ndarray  # int32[SUBRACKS, SUBRACKS]
    fit: np.ndarray  # int32[SUBRACKS]  needs within the sub-rack at hand
    listed: np.ndarray  # bool[SUBRACKS, SUBRACKS]
    answers: np.ndarray  # int32[SUBRACKS, SUBRACKS]  how many are listed
    are_more: np.ndarray  # bool[SUBRACKS, SUBRACKS]  some are not listed
    worth: np.ndarray  # int32[SUBRACKS, SUBRACKS, ANSWERS]  best first
    slot: np.ndarray  # int32[SUBRACKS, SUBRACKS, ANSWERS]   need * KEPT + number of the play


def new_race() -> Race:
    """Return an empty table of pairs."""
    shape = (SUBRACKS, SUBRACKS)
    return Race(
        mine=np.zeros(shape, np.int32),
        his=np.zeros(shape, np.int32),
        waits=np.zeros(shape, np.int32),
        fit=np.zeros(SUBRACKS, np.int32),
        listed=np.zeros(shape, np.bool_),
        answers=np.zeros(shape, np.int32),
        are_more=np.zeros(shape, np.bool_),
        worth=np.zeros((*shape, ANSWERS), np.int32),
        slot=np.zeros((*shape, ANSWERS), np.int32),
    )


@inner
def run_race(state, tables, race, own):
    """Find the values of all pairs of sub-racks; `own` is the side on turn."""
    other = 1 - own
    out, loss = state.rules[OUT], state.rules[LOSS]
    for x in range(1, tables.size[own]):
        x_points = np.int64(tables.points[own, x])
        fits = np.int64(0)
        for at in range(tables.lives[own]):
            need = tables.live[own, at]
            if need <= x and within(tables.rack[own, need], tables.rack[own, x]):
                race.fit[fits] = need
                fits += 1
        for y in range(1, tables.size[other]):
            race.listed[x, y] = False
            y_points = np.int64(tables.points[other, y])
            best, his_best = np.int64(-INF), np.int64(-INF)
            for at in range(fits):
                need = np.int64(race.fit[at])
                rest = out * y_points if need == x else -np.int64(race.his[x - need, y])
                best = max(best, tables.score[own, need, 0] + rest)
            for at in range(tables.lives[other]):
                need = np.int64(tables.live[other, at])
                if need > y:
                    break
                if within(tables.rack[other, need], tables.rack[other, y]):
                    rest = out * x_points if need == y else -np.int64(race.mine[x, y - need])
                    his_best = max(his_best, tables.score[other, need, 0] + rest)
            stop = loss * (y_points - x_points)
            race.waits[x, y] = min(stop, -his_best)
            race.mine[x, y] = max(best, min(stop, -his_best))
            race.his[x, y] = max(his_best, min(-stop, -best))


@inner
def list_answers(state, tables, race, own, x, y):
    """List my best plays with x against y: single plays, not needs, so that blocked ones can be skipped."""
    race.listed[x, y] = True
    gain_of_out = state.rules[OUT] * np.int64(tables.points[1 - own, y])
    count, seen = 0, np.int64(0)
    worths, slots = race.worth[x, y], race.slot[x, y]
    for live in range(tables.lives[own]):
        need = np.int64(tables.live[own, live])
        if need > x:
            break
        if not within(tables.rack[own, need], tables.rack[own, x]):
            continue
        seen += tables.seen[own, need]
        rest = gain_of_out if need == x else -np.int64(race.his[x - need, y])
        for number in range(tables.kept[own, need]):
            worth = tables.score[own, need, number] + rest
            if count == ANSWERS and worth <= worths[ANSWERS - 1]:
                break
            at = min(count, ANSWERS - 1)
            while at > 0 and worths[at - 1] < worth:
                worths[at] = worths[at - 1]
                slots[at] = slots[at - 1]
                at -= 1
            worths[at] = worth
            slots[at] = need * KEPT + number
            count = min(count + 1, ANSWERS)
    race.answers[x, y] = count
    race.are_more[x, y] = seen > count
