"""Table of solo bounds by key, lower <= bound <= upper.

Each key has one slot, and the latest entry stays.  Bounds of two tiles are many, and those of four or more
take a hundred times as long to find, so each have slots of their own, four by four:

    | up to two tiles | up to two tiles | three tiles | four or more |

The slots in use are doubled as they fill, or are all in use if threads share them.  A key is sealed with its
bounds, as in the transposition table: an entry that two threads have written at once matches no key.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros, prefault
from bstar.game import INF
from bstar.jit import inline, kernel_tuple

ENTRY = np.dtype([("key", np.uint64), ("lower", np.int32), ("upper", np.int32)])
FIRST_MASK = (1 << 10) - 1
MASK, USED = range(2)
SHIFT = INF + 1  # makes bounds positive


@kernel_tuple
class SoloTable(NamedTuple):
    """Bounds by sealed key; 0 marks an empty slot."""

    entries: np.ndarray  # ENTRY[S]    S is a power of two
    size: np.ndarray  # int64[2]    MASK: slots in use - 1, USED: entries


def new_solo_table(size_bytes: int) -> SoloTable:
    """Return an empty table of `size_bytes` bytes."""
    slots = 1 << max(10, (size_bytes // ENTRY.itemsize).bit_length() - 1)
    return SoloTable(lazy_zeros(slots, ENTRY), np.array([FIRST_MASK, 0], np.int64))


def share(table: SoloTable) -> None:
    """Make bounds that are still empty ready for several threads: they never grow."""
    prefault(table.entries)
    table.size[MASK] = table.entries.shape[0] - 1


@inline
def probe(table, key, tiles):
    """Return the known interval of a bound of so many tiles: (lower, upper)."""
    entry = table.entries[_slot(table, key, tiles)]
    sealed, lower, upper = entry.key, entry.lower, entry.upper
    if sealed != 0 and sealed ^ _seal(lower, upper) == key:
        return np.int64(lower), np.int64(upper)
    return np.int64(-INF), np.int64(INF)


@inline
def store(table, key, tiles, lower, upper, target):
    """Keep what was found: bounds, or that it is above `target`."""
    if upper >= INF:
        return
    if table.size[USED] > table.size[MASK] >> 2 and table.size[MASK] + 1 < table.entries.shape[0]:
        _grow(table)
    entry = table.entries[_slot(table, key, tiles)]
    if entry.key == 0:
        table.size[USED] += 1
    kept = np.int64(INF) if upper > target else np.int64(upper)
    entry.key = key ^ _seal(lower, kept)
    entry.lower, entry.upper = lower, kept


@inline
def _slot(table, key, tiles):
    """Return the slot of the bound with this key, of so many tiles."""
    lane = key & np.uint64(1) if tiles < 3 else np.uint64(2 if tiles == 3 else 3)
    return np.int64(key & np.uint64(table.size[MASK]) & ~np.uint64(3) | lane)


@inline
def _seal(lower, upper):
    """Return the value that the key of an entry is combined with."""
    return (np.uint64(lower + SHIFT) << np.uint64(32)) | np.uint64(upper + SHIFT)


@inline
def _grow(table):
    """Take twice as many slots into use."""
    old = table.size[MASK] + 1
    table.size[MASK] = 2 * old - 1
    for slot in range(old):
        entry = table.entries[slot]
        key = entry.key ^ _seal(entry.lower, entry.upper)
        if entry.key != 0 and key & np.uint64(old) != 0:
            moved = table.entries[slot + old]
            moved.key, moved.lower, moved.upper = entry.key, entry.lower, entry.upper
            entry.key = 0
        else:
            # memory is to be written before it is read (bstar.compile.lazy_memory)
            table.entries[slot + old].key = 0
