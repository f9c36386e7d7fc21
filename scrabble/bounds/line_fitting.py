"""The best sums over rows and over columns that fit each other.

The tiles laid share out among rows, and among columns.  A square holds one tile, so the tiles of a row lie in
different columns:

    at most a tiles on a row, b on a column   =>   at least a columns and b rows hold tiles

The sums of rows are therefore told apart by a and by the tiles less the rows that hold them, "saved" rows;
so are those of columns, and only sums that fit are added.  Tiles that bring nothing to a line count as lying
on lines of their own (bounds/README.md, T7).

Sets of tiles are numbers: bit i is the i-th tile.  A pair of sets that have no tile in common, the tiles laid
along a line and those laid across it, is a number of as many ternary digits: 1 is along, 2 across.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inline, kernel_tuple

WIDTH = 8  # numbers of lines saved, 0 .. 7: the sums for one number of tiles on a line are one vector


@kernel_tuple
class FittingSums(NamedTuple):
    """Best sums by pair of sets, and by (most tiles on a line - 1) * WIDTH + lines saved."""

    places: np.ndarray  # int64[sets]     the number of a pair of this set along a line, none across
    sizes: np.ndarray  # int64[sets]
    unions: np.ndarray  # int64[pairs]    all tiles of a pair
    along: np.ndarray  # int64[pairs]     those along
    starts: np.ndarray  # int64[sets]     how many pairs have a union of a smaller number
    lines: np.ndarray  # int32[n, pairs]  what each line of a direction brings
    ranked: np.ndarray  # int32[pairs, tiles]   of all lines the most, the next, ...: tiles + 1 - size of them
    needed: np.ndarray  # int64[pairs]    the pairs that a line is needed for, by union
    counts: np.ndarray  # int64[sets]     how many they are
    shares: np.ndarray  # int32[pairs, (tiles + 1) * WIDTH]   of the lines added; the last row is not read
    best: np.ndarray  # int32[2, pairs, tiles * WIDTH]   of all rows, and of all columns


def new_fitting_sums(tiles: int, n: int) -> FittingSums:
    """Return work space for a number of tiles and a board of n rows."""
    pairs, each = 3**tiles, np.arange(tiles, dtype=np.int64)
    digits, bits = np.arange(pairs, dtype=np.int64)[:, None] // 3**each % 3, 1 << each
    has = np.arange(1 << tiles, dtype=np.int64)[:, None] & bits > 0  # bool[sets, tiles]
    sizes = has.sum(axis=1, dtype=np.int64)
    return FittingSums(
        places=has @ 3**each,
        sizes=sizes,
        unions=(digits > 0) @ bits,
        along=(digits == 1) @ bits,
        starts=(1 << sizes).cumsum() - (1 << sizes),
        lines=np.zeros((n, pairs), np.int32),
        ranked=np.zeros((pairs, tiles), np.int32),
        needed=np.zeros(pairs, np.int64),
        counts=np.zeros(len(has), np.int64),
        shares=np.zeros((pairs, (tiles + 1) * WIDTH), np.int32),
        best=np.zeros((2, pairs, tiles * WIDTH), np.int32),
    )


@inline
def note_line(sums, number, line):
    """Note what a line of a direction brings, int64[sets, sets] by the tiles along it and across it."""
    for pair in range(sums.unions.shape[0]):
        along = sums.along[pair]
        sums.lines[number, pair] = np.int32(line[along, sums.unions[pair] & ~along])


@inline
def add_lines(sums, direction, tiles):
    """Share tiles out among all lines of a direction that were noted."""
    for pair in range(1, sums.unions.shape[0]):
        _rank(sums.lines[:, pair], sums.ranked[pair, : tiles + 1 - sums.sizes[sums.unions[pair]]])
    _begin(sums.shares)
    for number in range(sums.lines.shape[0]):
        if _find_needed(sums, sums.lines[number], tiles):
            _add_line(sums, sums.lines[number], tiles)
    _keep(sums.shares, sums.best[direction], tiles)


@inline
def _rank(numbers, ranked):
    """Write the greatest of some numbers in order, and 0 where there are no more."""
    last = ranked.shape[0] - 1
    for rank in range(last + 1):
        ranked[rank] = 0
    for at in range(numbers.shape[0]):
        number = numbers[at]
        if number > ranked[last]:
            rank = last
            while rank > 0 and ranked[rank - 1] < number:
                ranked[rank] = ranked[rank - 1]
                rank -= 1
            ranked[rank] = number


@inline
def _begin(shares):
    """Start a direction without lines: any tiles bring nothing, each on a line of its own."""
    for pair in range(shares.shape[0]):
        for layer in range(shares.shape[1]):
            shares[pair, layer] = 0 if layer % WIDTH == 0 else -INF


@inline
def _find_needed(sums, line, tiles):
    """Find the pairs of sets that a line, int32[pairs], is needed for; return whether there are any."""
    for union in range(sums.counts.shape[0]):
        sums.counts[union] = 0
    found = False
    for pair in range(1, line.shape[0]):
        if _is_needed(sums, line, pair, tiles):
            union = sums.unions[pair]
            sums.needed[sums.starts[union] + sums.counts[union]] = pair
            sums.counts[union] += 1
            found = True
    return found


@inline
def _is_needed(sums, line, pair, tiles):
    """Return whether a best sum may need these tiles on this line: unless others that are free bring as much.

    Of the other tiles each holds at most one more line, so one of this many is free (bounds/README.md, T7).
    """
    union, worth = sums.unions[pair], line[pair]
    size = sums.sizes[union]
    if worth <= 0 or worth < sums.ranked[pair, tiles - size]:
        return False
    ones = union
    while ones != 0:
        one = ones & -ones
        ones &= ~one
        alone = sums.places[one] if sums.along[pair] & one else 2 * sums.places[one]
        elsewhere = sums.ranked[alone, tiles + 1 - size] if size > 1 else np.int32(0)
        if line[pair - alone] + elsewhere >= worth:
            return False
    return True


@inline
def _add_line(sums, line, tiles):
    """Put tiles on a line for which it is needed, and any others on the lines before it.

    Sums with more tiles come first: those of the lines before are still there when they are read.
    """
    every = sums.counts.shape[0] - 1
    for before in range(line.shape[0] - 1, -1, -1):
        source, union = sums.shares[before], sums.unions[before]
        _add_up(source, tiles)
        chosen = every & ~union
        while chosen != 0:
            start = sums.starts[chosen]
            for at in range(start, start + sums.counts[chosen]):
                here = sums.needed[at]
                _add(source, line[here], sums.sizes[chosen], sums.sizes[union], sums.shares[before + here])
            chosen = (chosen - 1) & every & ~union


@inline
def _add_up(share, tiles):
    """Let each number of tiles be the most on a line: at most so many."""
    for layer in range(WIDTH, tiles * WIDTH):
        share[layer] = max(share[layer], share[layer - WIDTH])


@inline
def _add(source, worth, size, count, target):
    """Put `size` tiles on one more line, which save as many lines less one, beside `count` tiles.

    Only with the most tiles on a line that there can be, or fewer: with more it is the same.
    """
    shift = size - 1
    for layer in range(shift * WIDTH, max(size, count) * WIDTH):
        made, most = np.int32(source[layer] + worth), target[layer + shift]
        target[layer + shift] = made if made > most else most


@inline
def _keep(shares, best, tiles):
    """Keep the best of all lines of a direction, with some lines saved or fewer."""
    for pair in range(shares.shape[0]):
        _add_up(shares[pair], tiles)
        for layer in range(tiles * WIDTH):
            most = shares[pair, layer]
            best[pair, layer] = most if layer % WIDTH == 0 else max(most, best[pair, layer - 1])


@inline
def most_laid(sums, laid):
    """Return the most that tiles make if all of them are laid, some in plays across, the others down.

    Rows and columns have to fit: with `longest` tiles on a row there are as many columns or more, with
    `tallest` on a column as many rows.
    """
    if laid == 0:
        return np.int64(0)
    places, rows, columns = sums.places, sums.best[0], sums.best[1]
    size = size_of(laid)
    most = np.int64(-INF)
    across = laid
    while True:
        down = laid & ~across
        of_rows = rows[places[across] + 2 * places[down]]
        of_columns = columns[places[down] + 2 * places[across]]
        for longest in range(1, size + 1):
            for tallest in range(1, size + 2 - longest):
                row_layer = (longest - 1) * WIDTH + size - tallest
                column_layer = (tallest - 1) * WIDTH + size - longest
                most = max(most, of_rows[row_layer] + of_columns[column_layer])
        if across == 0:
            return most
        across = (across - 1) & laid


@inline
def size_of(tiles):
    """Return how many tiles are in a set."""
    size = np.int64(0)
    while tiles != 0:
        tiles &= tiles - 1
        size += 1
    return size
