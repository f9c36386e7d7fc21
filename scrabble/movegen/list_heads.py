"""The heads of a list of plays: the best one for each set of tiles, all that an order of moves needs of it.

    plays of a list    AT 12   A 9   AT 9   T 8   AT 7      sorted by score
    its heads          AT 12   A 9          T 8

With a blank a line has hundreds of plays of a few dozen sets of tiles, and a line that has not changed is
looked at again in every position.  So its heads are found once, and kept beside the list:

    cache.heads[first]        their number; 0: not looked for yet
    cache.heads[first + i]    the number of the i-th; that of the 0-th is `first`
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import kernel_tuple, noinline

SEEN_BITS = 9
SEEN_MASK = (1 << SEEN_BITS) - 1  # a rack has at most 127 sub-racks


@kernel_tuple
class TileSetSeen(NamedTuple):
    """The sets of tiles of the list at hand."""

    tiles: np.ndarray  # uint32[512]
    stamps: np.ndarray  # int64[512 + 1]   the list that an entry is of; the last one: that at hand


def new_seen() -> TileSetSeen:
    """Return the work space, empty."""
    return TileSetSeen(np.zeros(SEEN_MASK + 1, np.uint32), np.zeros(SEEN_MASK + 2, np.int64))


@noinline
def best_by_tiles(cache, seen, first, count):
    """Find the heads of the list of `count` plays, at least one, from `first` on."""
    seen.stamps[SEEN_MASK + 1] += 1
    stamp = seen.stamps[SEEN_MASK + 1]
    found = np.int64(0)
    for number in range(first, first + count):
        tiles = cache.plays[number].tiles
        slot = np.int64((np.uint64(tiles) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - SEEN_BITS))
        while seen.stamps[slot] == stamp and seen.tiles[slot] != tiles:
            slot = (slot + 1) & SEEN_MASK
        if seen.stamps[slot] != stamp:
            seen.stamps[slot], seen.tiles[slot] = stamp, tiles
            if found > 0:
                cache.heads[first + found] = number
            found += 1
    cache.heads[first] = found
