"""Line totals: what a side makes at most with its whole rack against passes, by what each line can take.

Every play makes words on lines, and every tile lies on two of them, one across and one down:

    play across    its row: one word with all tiles that it lays
                   the column of each of these tiles: at most one word with this tile as the only new one
    play down      the other way round

So all points are a sum over lines.  On a line the tiles P come in plays along it, some at a time, the tiles Q
in plays across it, one at a time; each time its new word holds tiles of P and Q that are there by then.  What
the line can bring at most follows from the last time, that all rows can bring from a distribution of tiles
among them, and the whole from the choice which tiles are laid in plays across, which in plays down:

    most of a line   (P, Q)  <=  best word with N new + most of the line (P - N, Q)     N in P
                                 best word with t new + most of the line (P, Q - t)     t in Q
    most of all rows (P, Q)  <=  the best sum over the rows, each with tiles of its own
    total                    <=  rows (A, D) + columns (D, A) + the end                 A, D apart in the rack

Rows and columns have to fit (line_fitting).  Words are those of line_best_words: any that the lexicon has,
hooks and contact forgotten (bounds/README.md, T7).

Sets of tiles are numbers: bit i is the i-th tile.  Everything is a table over pairs of sets, [along, across].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inline, kernel, kernel_tuple
from scrabble.bounds.line_best_words import ACROSS, ALL, NONE, ONE, line_words
from scrabble.bounds.line_fitting import (
    FittingSums,
    add_lines,
    most_laid,
    new_fitting_sums,
    note_line,
    size_of,
)
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position

GROUPS = 4  # of squares with a word premium on a line; any more count as one


@kernel_tuple
class ScoreContext(NamedTuple):
    """The scores that count beside words."""

    values: np.ndarray  # int64[tiles]   of the tiles of the rack
    others: int  # on the other rack
    out: int  # times these for going out
    loss: int  # times these less the points of the own side that are left, for a stop
    bingo_length: int
    bingo_bonus: int


@kernel_tuple
class PackingWorkspace(NamedTuple):
    """Work space."""

    line: np.ndarray  # int64[P, sets, sets]   of one line, by word premiums used
    gains: np.ndarray  # int64[2, sets, sets]   words of one line, with new tiles of plays along it
    singles: np.ndarray  # int64[2, sets, sets]   with one new tile of a play across it
    premiums: np.ndarray  # int64[2, n, GROUPS]   empty squares with a word premium, by group
    fitting: FittingSums
    best: np.ndarray  # int64[sets, sets]   of the groups, or of the lines, already added
    added: np.ndarray  # int64[sets, sets]


def new_packing_workspace(tiles: int, premiums: np.ndarray) -> PackingWorkspace:
    """Return work space for a number of tiles."""
    sets, counts = 1 << tiles, int(premiums.sum(axis=2).max()) + 1
    pairs = (sets, sets)
    return PackingWorkspace(
        line=np.zeros((counts, *pairs), np.int64),
        gains=np.zeros((2, *pairs), np.int64),
        singles=np.zeros((2, *pairs), np.int64),
        premiums=premiums,
        fitting=new_fitting_sums(tiles, premiums.shape[1]),
        best=np.zeros(pairs, np.int64),
        added=np.zeros(pairs, np.int64),
    )


@kernel
def most_of_lines(words, points, room):
    """Return the most that all tiles make, if a word on a line holds only tiles that the line got."""
    tiles = points.values.shape[0]
    for direction in range(2):
        for number in range(words.shape[1]):
            _most_of_line(words[direction, number], points, room.premiums[direction, number], room)
            note_line(room.fitting, number, room.best)
        add_lines(room.fitting, np.int64(direction), tiles)
    most = np.int64(-INF)
    every = words.shape[2] - 1
    for laid in range(words.shape[2]):
        most = max(most, most_laid(room.fitting, np.int64(laid)) + _end(points, every & ~laid))
    return most


@inline
def _most_of_line(words, points, groups, room):
    """Write the most that a line brings to `room.best`."""
    _best_words(words, points, groups[0], room)
    _line_totals(room, groups[0])
    _copy(room.best, room.line[groups[0]])
    for group in range(1, GROUPS):
        if groups[group] > 0:
            _share_out(room.best, room.line[groups[group]], room.added)
            _copy(room.best, room.added)


@inline
def _copy(to, table):
    """Copy a table number by number: to assign it as a whole takes memory."""
    for along in range(table.shape[0]):
        for across in range(table.shape[1]):
            to[along, across] = table[along, across]


@inline
def _end(points, kept):
    """Return the points that the end brings a side that keeps some of its tiles."""
    if kept == 0:
        return points.out * points.others
    own = np.int64(0)
    for tile in range(points.values.shape[0]):
        if (kept >> tile) & 1:
            own += points.values[tile]
    return points.loss * (points.others - own)


@inline
def _best_words(words, points, premiums, room):
    """For new tiles N and a set U with them the best word of tiles of U, all of N in it: gains[N, U]."""
    sets = words.shape[0]
    for new in range(1, sets):
        laid = size_of(np.int64(new))
        extra = points.bingo_bonus if laid >= points.bingo_length else np.int64(0)
        for premium in range(min(premiums, 1) + 1):
            kind = ONE if laid == 1 else ALL
            _best_with(words[:, kind, premium], new, extra, room.gains[premium])
            if laid == 1:
                _best_with(words[:, ACROSS, premium], new, np.int64(0), room.singles[premium])


@inline
def _best_with(words, new, extra, gains):
    """Of some new tiles, for all sets with them, the smaller ones first."""
    sets = words.shape[0]
    others = (sets - 1) & ~new
    more = np.int64(0)
    while True:
        there = new | more
        best = words[there] + extra if words[there] != NONE else np.int64(0)
        ones = more
        while ones != 0:
            one = ones & -ones
            ones &= ~one
            best = max(best, gains[new, there & ~one])
        gains[new, there] = best
        if more == others:
            break
        more = (more - others) & others


@inline
def _line_totals(room, premiums):
    """Compute the most that a line brings with the tiles `along` and `across`, laid in these directions."""
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
                    ones = across
                    while ones != 0:
                        one = ones & -ones
                        ones &= ~one
                        best = max(best, singles[premium, one, there] + before[along, across & ~one])
                line[along, across] = best
                if across == rest:
                    break
                across = (across - rest) & rest


@inline
def _share_out(line, other, total):
    """Write the most that two groups of words of a line bring, with tiles of their own."""
    sets = line.shape[0]
    for along in range(sets):
        rest = (sets - 1) & ~along
        across = rest
        while True:
            most, first = np.int64(0), np.int64(along)
            while True:
                second = across
                while True:
                    most = max(most, line[along & ~first, across & ~second] + other[first, second])
                    if second == 0:
                        break
                    second = (second - 1) & across
                if first == 0:
                    break
                first = (first - 1) & along
            total[along, across] = most
            if across == 0:
                break
            across = (across - 1) & rest


def line_totals(position: Position, lexicon: Lexicon) -> int | None:
    """Return an upper bound of the value of a position, the end of the game included.

    None if the side to move has too many words to look at.
    """
    state = compile_position(position, lexicon)
    best = line_words(state, len(position.rack_codes[0]))
    if best is None:
        return None
    rack = bytes(sorted(position.rack_codes[0]))  # as the kinds of tiles are numbered
    room = new_packing_workspace(len(rack), premium_groups(position))
    return int(most_of_lines(best, score_context(position, rack), room))


def score_context(position: Position, rack: bytes) -> ScoreContext:
    """Return the scores that count beside words for a rack, in the order of the bits."""
    alphabet, rules = position.alphabet, position.rules
    return ScoreContext(
        np.array([alphabet.value_of(code) for code in rack], np.int64),
        alphabet.value(position.rack_codes[1]),
        rules.out_gain + rules.out_loss,
        rules.scoreless_loss,
        rules.bingo_length,
        rules.bingo_bonus,
    )


def premium_groups(position: Position) -> np.ndarray:
    """Return the number of empty squares with a word premium on each line by group, the largest first.

    No run of tiles can hold squares of two groups: more squares are empty from one to the other than there
    are tiles.  int64[2, n, GROUPS]
    """
    found = np.zeros((2, len(position.squares), GROUPS), np.int64)
    letters, multiplier = (
        np.stack([each, each.T]).astype(kind)
        for each, kind in ((position.squares, np.uint8), (position.layout.word_multiplier, np.int32))
    )
    _group_premiums(letters, multiplier, np.int64(len(position.rack_codes[0])), found)
    return found


@kernel
def _group_premiums(letters, multiplier, tiles, found):
    """Write the premium groups of a board."""
    group_premiums(letters, multiplier, tiles, found)


@inline
def group_premiums(letters, multiplier, tiles, found):
    """Write the number of empty squares with a word premium by group, int64[2, n, GROUPS]."""
    n, most = found.shape[1], found.shape[2]
    for direction in range(2):
        for line in range(n):
            groups = found[direction, line]
            for group in range(most):
                groups[group] = 0
            count, empty = np.int64(0), tiles  # groups so far, and empty squares since the last one of them
            for at in range(n):
                if letters[direction, line, at] != 0:
                    continue
                if multiplier[direction, line, at] > 1:
                    if count == 0 or (empty >= tiles and count < most):
                        count += 1
                    groups[count - 1] += 1
                    empty = np.int64(0)
                empty += 1
            for last in range(1, count):  # the largest first
                at = last
                while at > 0 and groups[at] > groups[at - 1]:
                    groups[at], groups[at - 1] = groups[at - 1], groups[at]
                    at -= 1
