"""The best total of every sub-rack in so many turns, and the turns it needs, on the board as it is.

    within(R, 0) = -OUT x points of R                             the other side went out first
    within(R, n) = max(within(R, n - 1), score(need) + within(R - need, n - 1))     need in R
    outs(R, n)   = max(score(need) + outs(R - need, n - 1))       all of R laid in n turns exactly, or NEVER
    turns(R)     = the least such n, STUCK if there is none

Dynamic programming over at most 128 sub-racks, smaller ones first: Sheppard's planner of 2002, after
Macondo's account of it.  The board is frozen: what plays open or block is not seen.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inner
from scrabble.movegen.racks import within
from scrabble.movegen.scoring import OUT
from scrabble.planner.tables import TURNS

STUCK = 9  # turns, when some tile of the rack cannot be laid
NEVER = -(1 << 20)


@inner
def count_turns(tables, side):
    """Find the turns every sub-rack needs to be played out."""
    tables.turns[side, 0] = 0
    for index in range(1, tables.size[side]):
        rack = tables.rack[side, index]
        least = np.int64(STUCK)
        for at in range(tables.lives[side]):
            need = np.int64(tables.live[side, at])
            if need > index:
                break
            if within(tables.rack[side, need], rack):
                least = min(least, 1 + np.int64(tables.turns[side, index - need]))
        tables.turns[side, index] = least


@inner
def fill_totals(state, tables, side):
    """Find what every sub-rack totals within 0, 1, 2 ... turns, and when it is out in just so many."""
    out = state.rules[OUT]
    for index in range(tables.size[side]):
        tables.within[side, index, 0] = -out * tables.points[side, index]
        tables.outs[side, index, 0] = 0 if index == 0 else NEVER
        for turns in range(1, TURNS):
            best = np.int64(tables.within[side, index, turns - 1])
            out_best = np.int64(NEVER)
            for at in range(tables.lives[side]):
                need = np.int64(tables.live[side, at])
                if need > index:
                    break
                if within(tables.rack[side, need], tables.rack[side, index]):
                    score = np.int64(tables.score[side, need, 0])
                    best = max(best, score + tables.within[side, index - need, turns - 1])
                    if tables.outs[side, index - need, turns - 1] > NEVER:
                        out_best = max(out_best, score + tables.outs[side, index - need, turns - 1])
            tables.within[side, index, turns] = best
            tables.outs[side, index, turns] = out_best
