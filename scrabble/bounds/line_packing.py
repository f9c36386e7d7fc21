"""The best way to share out the tiles of a rack among lines, in plays along them and across them.

Sets of tiles are numbers: bit i is the i-th tile.  Everything is a table over pairs of sets, [along, across].

Line totals: what a side makes at most with its whole rack against passes, by what each line can take.

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

Rows and columns have to fit (line_fitting).

(bounds/README.md, T7.)  Words are those of line_words: any that the lexicon has, hooks and contact forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inline, kernel, kernel_tuple
from scrabble.bounds.line_best_words import ACROSS, ALL, NONE, ONE, line_words
from scrabble.bounds.line_fitting import (
    FittingSums,
    add_line,
    begin,
    keep_direction,
    most_laid,
    new_fitting_sums,
    size_of,
)
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.word_pruning import PrunedWords

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
class KeptLines(NamedTuple):
    """What lines bring that are the same after many moves."""

    may_keep: np.ndarray  # bool[2, n]
    is_kept: np.ndarray  # bool[2, n]
    totals: np.ndarray  # int32[2, n, sets, sets]


def keep_nothing(n: int) -> KeptLines:
    """Return what has no room, for a board of n rows."""
    no = np.zeros((2, n), np.bool_)
    return KeptLines(no, no, np.zeros((2, n, 0, 0), np.int32))


@kernel_tuple
class LateWorkspace(NamedTuple):
    """Of one line, where a word may hold any tiles of the rack: work space, int64[., sets]."""

    gains: np.ndarray  # [2, sets]   words of one line, with new tiles of plays along it
    singles: np.ndarray  # [2, sets]   with one new tile of a play across it
    along: np.ndarray  # [P, sets]   all plays along the line, by word premiums used
    across: np.ndarray  # [P, sets]   all plays across it


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
    # where any other tiles may be on a line
    sums: np.ndarray  # int64[2, sets, sets]   `best` for all rows, and for all columns
    late: LateWorkspace


def new_packing_workspace(tiles: int, premiums: np.ndarray) -> PackingWorkspace:
    """Return work space for a number of tiles."""
    sets, counts = 1 << tiles, int(premiums.sum(axis=2).max()) + 1
    pairs = (sets, sets)
    return PackingWorkspace(
        line=np.zeros((counts, *pairs), np.int64),
        gains=np.zeros((2, *pairs), np.int64),
        singles=np.zeros((2, *pairs), np.int64),
        premiums=premiums,
        fitting=new_fitting_sums(tiles),
        best=np.zeros(pairs, np.int64),
        added=np.zeros(pairs, np.int64),
        sums=np.zeros((2, *pairs), np.int64),
        late=LateWorkspace(*(np.zeros((count, sets), np.int64) for count in (2, 2, counts, counts))),
    )


@kernel
def most_of_lines(words, points, room, kept):
    """Return the most that all tiles make, if a word on a line holds only tiles that the line got.

    What a line brings is taken from `kept`, or kept there, where it may be.
    """
    tiles = points.values.shape[0]
    for direction in range(2):
        begin(room.fitting, tiles)
        for number in range(words.shape[1]):
            may_keep = kept.may_keep[direction, number]
            if may_keep and kept.is_kept[direction, number]:
                _copy(room.best, kept.totals[direction, number])
            else:
                _most_of_line(words[direction, number], points, room.premiums[direction, number], room)
                if may_keep:
                    _copy(kept.totals[direction, number], room.best)
                    kept.is_kept[direction, number] = True
            add_line(room.fitting, room.best, tiles)
        keep_direction(room.fitting, np.int64(direction), tiles)
    most = np.int64(-INF)
    every = words.shape[2] - 1
    for laid in range(words.shape[2]):
        most = max(most, most_laid(room.fitting, np.int64(laid), tiles) + _end(points, every & ~laid))
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


@kernel
def most_of_late_lines(words, points, room, most):
    """Write the most that tiles make, from a play on after which they are left: int64[sets of tiles].

    The other tiles of the rack may lie on any line by then, and rows and columns need not fit.
    """
    sets = words.shape[2]
    best, sums = room.best, room.sums
    for direction in range(2):
        best[:] = 0
        for number in range(words.shape[1]):
            premiums = np.int64(0)
            for group in range(GROUPS):
                premiums += room.premiums[direction, number, group]
            _late_words(words[direction, number], points, premiums, room.late)
            _late_totals(room.late, premiums)
            _add_late_line(room, premiums)
            _copy(best, room.added)
        _copy(sums[direction], best)
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


@inline
def _late_words(words, points, premiums, late):
    """For new tiles the best word with them, whichever other tiles of the rack are in it."""
    sets = words.shape[0]
    for new in range(1, sets):
        laid = size_of(np.int64(new))
        extra = points.bingo_bonus if laid >= points.bingo_length else np.int64(0)
        for premium in range(min(premiums, 1) + 1):
            late.gains[premium, new] = _best_around(words[:, ONE if laid == 1 else ALL, premium], new, extra)
            if laid == 1:
                late.singles[premium, new] = _best_around(words[:, ACROSS, premium], new, np.int64(0))


@inline
def _best_around(words, new, extra):
    """Return the points of the best word with some new tiles, 0 if there is none."""
    others = (words.shape[0] - 1) & ~new
    best, more = np.int64(0), others
    while True:
        if words[new | more] != NONE:
            best = max(best, words[new | more] + extra)
        if more == 0:
            return best
        more = (more - 1) & others


@inline
def _late_totals(late, premiums):
    """Compute the most that tiles laid along a line bring by themselves, and tiles laid across it.

    Here the words along the line do not depend on the tiles laid across it, nor the other way round: the two
    share the word premiums only.
    """
    sets = late.along.shape[1]
    for left in range(premiums + 1):
        for tiles in range(1, sets):
            best, new = np.int64(0), np.int64(tiles)
            while new != 0:
                for premium in range(min(left, 1) + 1):
                    best = max(best, late.gains[premium, new] + late.along[left - premium, tiles & ~new])
                new = (new - 1) & tiles
            late.along[left, tiles] = best
            rest = tiles & (tiles - 1)
            best = np.int64(0)
            for premium in range(min(left, 1) + 1):
                best = max(best, late.singles[premium, tiles & ~rest] + late.across[left - premium, rest])
            late.across[left, tiles] = best


@inline
def _add_late_line(room, premiums):
    """Share tiles out between the lines already added and one more, the tiles laid across it first."""
    best, added, late, shared = room.best, room.added, room.late, room.line[0]
    sets = best.shape[0]
    _copy(added, best)
    for used in range(premiums + 1):
        for along in range(sets):
            rest = (sets - 1) & ~along
            across = rest
            while True:
                most, other = np.int64(0), across
                while True:
                    most = max(most, best[along, across & ~other] + late.across[premiums - used, other])
                    if other == 0:
                        break
                    other = (other - 1) & across
                shared[along, across] = most
                if across == 0:
                    break
                across = (across - 1) & rest
        for along in range(sets):
            rest = (sets - 1) & ~along
            across = rest
            while True:
                most, one = added[along, across], np.int64(along)
                while True:
                    most = max(most, shared[along & ~one, across] + late.along[used, one])
                    if one == 0:
                        break
                    one = (one - 1) & along
                added[along, across] = most
                if across == 0:
                    break
                across = (across - 1) & rest


@dataclass(frozen=True, slots=True)
class LineBound:
    """An upper bound on the points of the side to move, the end of the game included."""

    position: Position
    rack: bytes  # its tiles, in the order of the bits
    most: int  # from this position on: an upper bound of its value
    after: tuple[int, ...]  # by tiles left, a bit each: after a play that has left them

    def of(self, move: Move, gain: int) -> int:
        """The most that a move may be worth, a pass included."""
        laid = [0 if code & BLANK else code for code in move.tiles if code]
        left = 0  # the tiles that the move leaves, a bit each
        for at, code in enumerate(self.rack):
            if code in laid:
                laid.remove(code)
            else:
                left |= 1 << at
        return min(self.most, gain + self.after[left])


def line_totals(position: Position, lexicon: Lexicon, words: PrunedWords | None = None) -> LineBound | None:
    """Return the totals of the side on turn; None if it has too many words to look at.

    `words` are those of an earlier position of the game, if they are at hand.
    """
    state = compile_position(position, lexicon, words=words)
    best = line_words(state, len(position.rack_codes[0]))
    if best is None:
        return None
    rack = bytes(sorted(position.rack_codes[0]))  # as the kinds of tiles are numbered
    points = score_context(position, rack)
    room = new_packing_workspace(len(rack), premium_groups(position))
    after = np.zeros(best.shape[2], np.int64)
    most_of_late_lines(best, points, room, after)
    most = int(most_of_lines(best, points, room, keep_nothing(len(position.squares))))
    return LineBound(position, rack, most, tuple(int(each) for each in after))


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
