"""Out-plays: the best plays of a side that lay its whole rack, and what they prove of a move.

    I play p        the opponent's best out-play o whose footprint p does not touch (bounds/footprint.py)
                    is a legal reply:
                    worth of p <= score(p) - score(o) - OUT x points of my leave

Why: bounds/README.md, T3, T4.  A footprint is computed when the first move is compared with it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel_tuple
from scrabble.bounds.footprint import footprint
from scrabble.movegen.best_first import insert_best_first
from scrabble.movegen.features import MOST_OUT_PLAYS
from scrabble.movegen.scoring import NO_SCORE

NO_PLAY = -1  # plays are numbered from 0
COUNT, MARKED = range(2)  # indices into `used`


@kernel_tuple
class OutPlays(NamedTuple):
    """The best out-plays of a side in the position at hand, best first."""

    score: np.ndarray  # int32[MOST_OUT_PLAYS]
    play: np.ndarray  # int64[MOST_OUT_PLAYS]               number in the pool
    footprints: np.ndarray  # uint32[MOST_OUT_PLAYS, 2, n]  of the first MARKED ones
    used: np.ndarray  # int64[2]                       COUNT, MARKED


def new_out_plays(n: int) -> OutPlays:
    """Return an empty list for a board of `n` lines each way."""
    return OutPlays(
        np.zeros(MOST_OUT_PLAYS, np.int32),
        np.zeros(MOST_OUT_PLAYS, np.int64),
        np.zeros((MOST_OUT_PLAYS, 2, n), np.uint32),
        np.zeros(2, np.int64),
    )


@inline
def best_out_play(cache, side):
    """The number of the best out-play of a side, its lists found, or NO_PLAY."""
    best, best_list = np.int64(NO_SCORE), np.int64(0)
    for direction in range(2):
        for line in range(cache.found.shape[2]):
            number = np.int64(cache.found[side, direction, line])
            if cache.lists[number].out > best:
                best, best_list = np.int64(cache.lists[number].out), number
    if best == NO_SCORE:
        return np.int64(NO_PLAY)
    entry = cache.lists[best_list]
    for number in range(entry.first, entry.first + entry.count):
        if cache.plays[number].tiles == entry.rack:
            return np.int64(number)
    return np.int64(NO_PLAY)


@inline
def collect_out_plays(cache, outs, numbers, rack, most):
    """Gather the `most` best out-plays of a whole rack, from the numbers of its lists by line."""
    outs.used[COUNT] = outs.used[MARKED] = 0
    if most == 0:
        return
    for direction in range(2):
        for line in range(numbers.shape[1]):
            entry = cache.lists[numbers[direction, line]]
            if entry.out == NO_SCORE:
                continue
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                if play.tiles != rack:
                    continue
                if outs.used[COUNT] == most and play.score <= outs.score[most - 1]:
                    break  # plays of a line come best first
                at = min(outs.used[COUNT], most - 1)
                insert_best_first(outs.score, outs.play, at, play.score, number)
                outs.used[COUNT] = min(outs.used[COUNT] + 1, most)


@inline
def reply_to(state, cache, outs, laid):
    """Return the best score of an out-play that `laid` (PlacedSquares) does not touch, or NO_SCORE."""
    for index in range(outs.used[COUNT]):
        if index == outs.used[MARKED]:
            reply = cache.plays[outs.play[index]]
            footprint(state.board, reply.move, reply.squares, outs.footprints[index])
            outs.used[MARKED] += 1
        if outs.footprints[index, laid.direction, laid.line] & laid.squares == 0:
            return np.int64(outs.score[index])
    return np.int64(NO_SCORE)
