"""The best way to share out the tiles of a rack among lines, in plays along them and across them.

Sets of tiles are numbers: bit i is the i-th tile.  Everything is a table over pairs of sets, [along, across].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inner, kernel
from scrabble.bounds.line_words import ACROSS, ALL, NONE, ONE

MOST_TILES = 7


class Points(NamedTuple):
    """What counts beside words."""

    values: np.ndarray  # int64[tiles]   of the tiles of the rack
    others: int  # on the other rack
    out: int  # times these for going out
    loss: int  # times these less the own points left, for a stop
    bingo_length: int
    bingo_bonus: int


class Room(NamedTuple):
    """Work space, int64[sets, sets] each."""

    best: np.ndarray  # of the lines so far
    added: np.ndarray
    line: np.ndarray  # int64[P, sets, sets]   of one line, by word premiums used
    gains: np.ndarray  # int64[2, sets, sets]   words of one line, with new tiles of plays along it
    singles: np.ndarray  # int64[2, sets, sets]   with one new tile of a play across it
    sums: np.ndarray  # int64[2, sets, sets]   `best` for all rows, and for all columns
    premiums: np.ndarray  # int64[2, n]   empty squares with a word premium


def new_room(sets: int, premiums: np.ndarray) -> Room:
    """Return work space for so many sets of tiles."""
    pairs = (sets, sets)
    return Room(
        best=np.zeros(pairs, np.int64),
        added=np.zeros(pairs, np.int64),
        line=np.zeros((int(premiums.max()) + 1, *pairs), np.int64),
        gains=np.zeros((2, *pairs), np.int64),
        singles=np.zeros((2, *pairs), np.int64),
        sums=np.zeros((2, *pairs), np.int64),
        premiums=premiums,
    )


@kernel
def sum_up(words, points, is_late, room, most):
    """Write the most that tiles make, from a play on after which they are left: int64[sets of tiles].

    With `is_late` the other tiles of the rack may lie on any line by then; else only those that the line got.
    """
    sets = words.shape[2]
    best, sums = room.best, room.sums
    for direction in range(2):
        best[:] = 0
        for number in range(words.shape[1]):
            _best_words(words[direction, number], points, is_late, room)
            premiums = room.premiums[direction, number]
            _line_totals(room, premiums)
            _add_line(best, room.line[premiums], room.added)
            best[:] = room.added
        sums[direction] = best
    most[:] = -INF
    for left in range(sets):
        across = left
        while True:
            rest = left & ~across
            down = rest
            while True:
                laid = across | down
                made = sums[0, across, down] + sums[1, down, across]
                most[left] = max(most[left], made + _end(points, left & ~laid))
                if down == 0:
                    break
                down = (down - 1) & rest
            if across == 0:
                break
            across = (across - 1) & left


@inner
def _end(points, kept):
    """What the end brings a side that keeps some of its tiles."""
    if kept == 0:
        return points.out * points.others
    own = np.int64(0)
    for tile in range(points.values.shape[0]):
        if (kept >> tile) & 1:
            own += points.values[tile]
    return points.loss * (points.others - own)


@inner
def _best_words(words, points, is_late, room):
    """For new tiles N and a set U with them the best word of tiles of U, all of N in it: gains[N, U]."""
    sets = words.shape[0]
    for new in range(1, sets):
        laid = np.int64(0)
        for tile in range(MOST_TILES):
            laid += (new >> tile) & 1
        extra = points.bingo_bonus if laid >= points.bingo_length else np.int64(0)
        for premium in range(2):
            kind = ONE if laid == 1 else ALL
            _best_with(words[:, kind, premium], new, extra, is_late, room.gains[premium])
            if laid == 1:
                _best_with(words[:, ACROSS, premium], new, np.int64(0), is_late, room.singles[premium])


@inner
def _best_with(words, new, extra, is_late, gains):
    """Of some new tiles, for all sets with them, the smaller ones first."""
    sets = words.shape[0]
    others = (sets - 1) & ~new
    more = np.int64(0)
    while True:
        there = new | more
        best = words[there] + extra if words[there] != NONE else np.int64(0)
        for tile in range(MOST_TILES):
            if (more >> tile) & 1:
                best = max(best, gains[new, there & ~(1 << tile)])
        gains[new, there] = best
        if more == others:
            break
        more = (more - others) & others
    if is_late:
        for there in range(sets):
            gains[new, there] = gains[new, sets - 1]


@inner
def _line_totals(room, premiums):
    """What a line brings at most with the tiles `along` and `across`, laid by plays of these directions."""
    gains, singles = room.gains, room.singles
    sets = gains.shape[1]
    for left in range(premiums + 1):
        line = room.line[left]
        for along in range(sets):
            rest = (sets - 1) & ~along
            across = np.int64(0)
            while True:
                there = along | across
                best = np.int64(0)
                for premium in range(min(left, 1) + 1):
                    before = room.line[left - premium]
                    new = along
                    while new != 0:
                        best = max(best, gains[premium, new, there] + before[along & ~new, across])
                        new = (new - 1) & along
                    for tile in range(MOST_TILES):
                        one = np.int64(1) << tile
                        if across & one:
                            best = max(best, singles[premium, one, there] + before[along, across & ~one])
                line[along, across] = best
                if across == rest:
                    break
                across = (across - rest) & rest


@inner
def _add_line(best, line, added):
    """Share tiles out between the lines so far and one more."""
    sets = best.shape[0]
    for along in range(sets):
        rest = (sets - 1) & ~along
        across = np.int64(0)
        while True:
            most = np.int64(0)
            one = along
            while True:
                other = across
                while True:
                    most = max(most, best[along & ~one, across & ~other] + line[one, other])
                    if other == 0:
                        break
                    other = (other - 1) & across
                if one == 0:
                    break
                one = (one - 1) & along
            added[along, across] = most
            if across == rest:
                break
            across = (across - rest) & rest
