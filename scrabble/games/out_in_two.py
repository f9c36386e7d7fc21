"""The best plays of a position by the tiles they need: is a play the first of two or three that go out?

    rack A E R T     play A R, rest E T:   best plays of E T, on two different lines
                     is one of them out of the play's way?  then the two together go out
                     play A, rest E R T:   best of E + best of R T, of E R + best of T, ...

An order of moves only: whether a play is in the way of a second one is judged by their squares, not by the
words they make (bounds/footprint.py does that), of three it is not judged at all, and of two sub-racks that
fall on one slot the second is forgotten.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inner
from scrabble.movegen.bits import within

SLOTS = 256  # a side has at most 128 sub-racks
NONE = -1
FINISH = 20  # points that an out-in-two counts beside those of its second play
FINISH_IN_TWO = 10  # and an out-in-three beside those of its last two


class ByNeed(NamedTuple):
    """The two best plays for each sub-rack, on different lines, best first, and what its best pair counts."""

    need: np.ndarray  # uint32[SLOTS]
    filled: np.ndarray  # int64[SLOTS + 1]   the position a slot was filled for; the last one: that at hand
    score: np.ndarray  # int32[SLOTS, 2]     NONE: no such play
    direction: np.ndarray  # int32[SLOTS, 2]
    line: np.ndarray  # int32[SLOTS, 2]
    squares: np.ndarray  # uint32[SLOTS, 2]
    used: np.ndarray  # int64[SLOTS + 1]   the slots filled for the position at hand; the last one: how many
    paired: np.ndarray  # int64[SLOTS]   the position that `pairs` was found for, as in `filled`
    pairs: np.ndarray  # int64[SLOTS]   what the best two plays count that lay a sub-rack, or 0


def new_by_need() -> ByNeed:
    """Return the work space, empty."""
    shape = (SLOTS, 2)
    return ByNeed(
        np.zeros(SLOTS, np.uint32),
        np.zeros(SLOTS + 1, np.int64),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.uint32),
        np.zeros(SLOTS + 1, np.int64),
        np.zeros(SLOTS, np.int64),
        np.zeros(SLOTS, np.int64),
    )


@inner
def note_best(cache, best, side, rack):
    """Note the best plays of the position at hand, its lists found; not those that lay all of `rack`."""
    best.filled[SLOTS] += 1
    best.used[SLOTS] = 0
    for direction in range(2):
        for line in range(cache.found.shape[2]):
            entry = cache.lists[cache.found[side, direction, line]]
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                if play.need != rack:
                    _note(best, play, np.int64(direction), np.int64(line))


@inner
def _note(best, play, direction, line):
    slot = _slot(play.need)
    if best.filled[slot] != best.filled[SLOTS]:
        best.filled[slot] = best.filled[SLOTS]
        best.used[best.used[SLOTS]] = slot
        best.used[SLOTS] += 1
        best.need[slot] = play.need
        best.score[slot, 1] = NONE
        _write(best, slot, np.int64(0), play, direction, line)
    elif best.need[slot] == play.need:
        is_other_line = line != best.line[slot, 0] or direction != best.direction[slot, 0]
        if play.score > best.score[slot, 0]:
            if is_other_line:
                best.score[slot, 1], best.squares[slot, 1] = best.score[slot, 0], best.squares[slot, 0]
                best.direction[slot, 1], best.line[slot, 1] = best.direction[slot, 0], best.line[slot, 0]
            _write(best, slot, np.int64(0), play, direction, line)
        elif is_other_line and play.score > best.score[slot, 1]:
            _write(best, slot, np.int64(1), play, direction, line)


@inner
def _write(best, slot, place, play, direction, line):
    best.score[slot, place], best.squares[slot, place] = play.score, play.squares
    best.direction[slot, place], best.line[slot, place] = direction, line


@inner
def finish(best, rest, play, direction, line):
    """What the second half of an out-in-two counts, when `play` leaves `rest`; 0 if there is none."""
    slot = _slot(rest)
    if not _is_playable(best, slot, rest):
        return np.int64(0)
    for place in range(2):
        if best.score[slot, place] == NONE:
            continue
        other = np.int64(best.line[slot, place])
        if best.direction[slot, place] == direction:
            is_in_the_way = abs(other - line) < 2
        else:
            is_in_the_way = _is_near(best.squares[slot, place], line) and _is_near(play.squares, other)
        if not is_in_the_way:
            return np.int64(best.score[slot, place]) + FINISH
    return np.int64(0)


@inner
def finish_in_two(best, rest):
    """What the last two plays of an out-in-three count, when a play leaves `rest`; 0 if there are none."""
    slot = _slot(rest)
    if best.paired[slot] == best.filled[SLOTS]:  # a sub-rack on the same slot gets the same answer
        return best.pairs[slot]
    most = np.int64(0)
    for index in range(best.used[SLOTS]):
        one = best.used[index]
        if within(best.need[one], rest):
            need = np.uint32(rest - best.need[one])
            other = _slot(need)
            if _is_playable(best, other, need):
                most = max(most, np.int64(best.score[one, 0]) + best.score[other, 0] + FINISH_IN_TWO)
    best.paired[slot], best.pairs[slot] = best.filled[SLOTS], most
    return most


@inner
def _is_playable(best, slot, need):
    """Is there a play of these tiles, and not of others on its slot?"""
    return best.filled[slot] == best.filled[SLOTS] and best.need[slot] == need


@inner
def _is_near(squares, square):
    """Is one of these squares, a bit each, the given one or beside it?"""
    return ((np.uint64(squares) << np.uint64(1)) >> np.uint64(square)) & np.uint64(7) != 0


@inner
def _slot(need):
    return np.int64((np.uint64(need) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(56))
