"""The best sums over rows and over columns that fit each other.

The tiles laid share out among rows, and among columns.  A square holds one tile, so the tiles of a row lie in
different columns:

    at most a tiles on a row, b on a column   =>   at least a columns and b rows hold tiles

The sums of rows are therefore told apart by a and by the tiles less the rows that hold them, "saved" rows;
so are those of columns, and only sums that fit are added.  Tiles that bring nothing to a line count as lying
on lines of their own (bounds/README.md, T7).

Sets of tiles are numbers: bit i is the i-th tile.  Pairs of sets, [along a line, across it], that have no
tile in common have the numbers places[along] + 2 * places[across].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inline, kernel_tuple


@kernel_tuple
class FittingSums(NamedTuple):
    """Best sums by pair of sets, and by (most tiles on a line - 1) * tiles + lines saved."""

    places: np.ndarray  # int64[sets]
    sizes: np.ndarray  # int64[sets]
    shares: np.ndarray  # int32[2, pairs, tiles * tiles]   of the lines added, without and with the last one
    now: np.ndarray  # int64[1]   which of the two has it
    best: np.ndarray  # int32[2, pairs, tiles * tiles]   of all rows, and of all columns


def new_fitting_sums(tiles: int) -> FittingSums:
    """Return work space for a number of tiles."""
    pairs = (2, 3**tiles, tiles * tiles)
    places = [sum(3**at for at in range(tiles) if each >> at & 1) for each in range(1 << tiles)]
    return FittingSums(
        places=np.array(places, np.int64),
        sizes=np.array([each.bit_count() for each in range(1 << tiles)], np.int64),
        shares=np.zeros(pairs, np.int32),
        now=np.zeros(1, np.int64),
        best=np.zeros(pairs, np.int32),
    )


@inline
def begin(sums, tiles):
    """Start a direction without lines: any tiles bring nothing, each on a line of its own."""
    sums.now[0] = 0
    for pair in range(sums.shares.shape[1]):
        for layer in range(tiles * tiles):
            sums.shares[0, pair, layer] = 0 if layer % tiles == 0 else -INF


@inline
def add_line(sums, line, tiles):
    """Share tiles out between the lines already added and one more, int64[sets, sets]."""
    sets = line.shape[0]
    is_added = False
    now = sums.now[0]
    old, new = sums.shares[now], sums.shares[1 - now]
    for along in range(sets):
        rest = (sets - 1) & ~along
        across = np.int64(0)
        while True:
            if _is_more(line, np.int64(along), across):
                if not is_added:
                    is_added = True
                    sums.now[0] = 1 - now
                    for pair in range(old.shape[0]):
                        for layer in range(tiles * tiles):
                            new[pair, layer] = old[pair, layer]
                _add_share(line[along, across], np.int64(along), across, sums, old, new, tiles)
            if across == rest:
                break
            across = (across - rest) & rest
    if is_added:
        for pair in range(new.shape[0]):
            for layer in range(tiles, tiles * tiles):
                new[pair, layer] = max(new[pair, layer], new[pair, layer - tiles])


@inline
def _is_more(line, along, across):
    """Return whether some tiles bring a line more than they do with any one of them left out."""
    worth = line[along, across]
    if worth <= 0:
        return False
    ones = along | across
    while ones != 0:
        one = ones & -ones
        ones &= ~one
        if line[along & ~one, across & ~one] == worth:
            return False
    return True


@inline
def _add_share(worth, along, across, sums, old, new, tiles):
    """Put these tiles on the line that is added, and any others on the lines before it.

    Only with the most tiles on a line that there can be, or fewer: with more it is the same.
    """
    places, sizes = sums.places, sums.sizes
    size = sizes[along | across]
    here = places[along] + 2 * places[across]
    others = (places.shape[0] - 1) & ~(along | across)
    first = others
    while True:
        rest = others & ~first
        second = rest
        while True:
            before = places[first] + 2 * places[second]
            count = sizes[first | second]
            source = old[before, (size - 1) * tiles : (max(size, count) - 1) * tiles + max(count, 1)]
            target = new[before + here, (size - 1) * (tiles + 1) :]
            for layer in range(source.shape[0]):
                made, most = np.int32(source[layer] + worth), target[layer]
                target[layer] = made if made > most else most
            if second == 0:
                break
            second = (second - 1) & rest
        if first == 0:
            break
        first = (first - 1) & others


@inline
def keep_direction(sums, direction, tiles):
    """Keep the best of all lines of a direction, with some lines saved or fewer."""
    shares, best = sums.shares[sums.now[0]], sums.best[direction]
    for pair in range(shares.shape[0]):
        for layer in range(tiles * tiles):
            most = shares[pair, layer]
            best[pair, layer] = most if layer % tiles == 0 else max(most, best[pair, layer - 1])


@inline
def most_laid(sums, laid, tiles):
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
                row_layer = (longest - 1) * tiles + size - tallest
                column_layer = (tallest - 1) * tiles + size - longest
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
