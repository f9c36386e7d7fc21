"""What was found of the solo bounds, kept by key: lower <= bound <= upper.

One place a key, the latest one stays; the slots in use are doubled as they fill.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inner
from bstar.memory import lazy_zeros

ENTRY = np.dtype([("key", np.uint64), ("lower", np.int32), ("upper", np.int32)])
FIRST_MASK = (1 << 10) - 1
MASK, USED = range(2)


class Known(NamedTuple):
    """Bounds by key; a key of 0 marks an empty slot."""

    entries: np.ndarray  # ENTRY[S]    S is a power of two
    size: np.ndarray  # int64[2]    MASK: slots in use - 1, USED: entries


def new_known(size_bytes: int) -> Known:
    """Return no bounds, with room for so many bytes of them."""
    slots = 1 << max(10, (size_bytes // ENTRY.itemsize).bit_length() - 1)
    return Known(lazy_zeros(slots, ENTRY), np.array([FIRST_MASK, 0], np.int64))


@inner
def recall(known, key):
    """What is known of a bound: (lower, upper)."""
    entry = known.entries[np.int64(key & np.uint64(known.size[MASK]))]
    if entry.key == key:
        return np.int64(entry.lower), np.int64(entry.upper)
    return np.int64(-INF), np.int64(INF)


@inner
def remember(known, key, lower, upper, target):
    """Keep what was found: bounds, or that it is above `target`."""
    if upper >= INF:
        return
    if known.size[USED] > known.size[MASK] >> 1 and known.size[MASK] + 1 < known.entries.shape[0]:
        _grow(known)
    entry = known.entries[np.int64(key & np.uint64(known.size[MASK]))]
    if entry.key == 0:
        known.size[USED] += 1
    entry.key = key
    entry.lower = lower
    entry.upper = INF if upper > target else upper


@inner
def _grow(known):
    """Take twice as many slots into use."""
    old = known.size[MASK] + 1
    known.size[MASK] = 2 * old - 1
    for slot in range(old):
        entry = known.entries[slot]
        if entry.key & np.uint64(old) != 0:
            moved = known.entries[slot + old]
            moved.key, moved.lower, moved.upper = entry.key, entry.lower, entry.upper
            entry.key = 0
