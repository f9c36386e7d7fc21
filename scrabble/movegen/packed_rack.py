"""A rack as one number, for the kernels.

    rack    4 bits a tile type, at most 7 types:   0ccc 0ccc 0ccc ...   type 0 in the lowest bits
    within  a rack contains some tiles  iff  ((rack | GUARD) - tiles) & GUARD == GUARD
            (a borrow in any field clears its guard bit)

    number  0, 1, 2 ... for the sub-racks of a rack: its digits are how many of each type they hold, in a
            mixed radix, one more than the rack holds; 0 is the empty one

A player holds at most 7 types of tile, so a sub-rack and "the tiles that a play lays" are one number each,
and the containment test of a play in a rack is a subtraction and a mask.  A number belongs to a side: which
tile a type stands for is in its hand (scrabble.movegen.state).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bstar.jit import inline
from scrabble.movegen.bits import lowest

TYPES = 7
TYPE_BITS = 4
COUNT_MASK = 7
GUARD = np.uint32(0x8888888)


@inline
def count_of(rack, kind):
    """The number of tiles of a type in a packed rack."""
    return (np.int64(rack) >> (TYPE_BITS * np.int64(kind))) & COUNT_MASK


@inline
def tile_of(kind):
    """Return one tile of a type as a packed rack; n times that is n such tiles."""
    return np.uint32(1) << np.uint32(TYPE_BITS * np.int64(kind))


@inline
def first_kind(rack):
    """The first type of which there is a tile in a packed rack, not an empty one."""
    return lowest(np.uint64(rack)) // TYPE_BITS


@inline
def is_subrack(tiles, rack):
    """Return whether these tiles are all in `rack`."""
    return ((np.uint32(rack) | GUARD) - np.uint32(tiles)) & GUARD == GUARD


@inline
def write_place_values(rack, values):
    """Write what a tile of each type adds to the number of a sub-rack; return the number of sub-racks."""
    size = np.int64(1)
    for kind in range(TYPES):
        values[kind] = size
        size *= count_of(rack, kind) + 1
    return size


@inline
def subrack_number(tiles, values):
    """The number of a sub-rack, for tables by sub-rack."""
    number = np.int64(0)
    for kind in range(TYPES):
        number += count_of(tiles, kind) * values[kind]
    return number


@inline
def tile_count(rack):
    """The number of tiles in a packed rack."""
    even, odd = np.uint64(rack) & np.uint64(0x7070707), (np.uint64(rack) >> np.uint64(4)) & np.uint64(0x70707)
    return np.int64((((even + odd) * np.uint64(0x1010101)) >> np.uint64(24)) & np.uint64(0xFF))


def packed_rack(counts: Iterable[int]) -> int:
    """Return the packed rack of tile counts by type; for Python."""
    return sum(count << TYPE_BITS * kind for kind, count in enumerate(counts))


def counts_of(rack: int) -> list[int]:
    """The number of tiles of each type in a packed rack; for Python."""
    return [int(rack) >> TYPE_BITS * kind & COUNT_MASK for kind in range(TYPES)]
