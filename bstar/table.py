"""Transposition table: what is already proven about a position.

    bucket  key % buckets   | entry | entry | entry | entry |
    entry   key, best move, lower, upper, work      lower <= value <= upper

Both bounds are kept (one-bound entries lose the equivalence of SSS* with null-window searches; Plaat,
Schaeffer, Pijls, de Bruin 1996) and only proven ones.  The memory is fixed: a full bucket gives up the
entry that took the least work.  A table of no buckets remembers nothing, which turns a search with memory
into the plain one.

A table starts with few buckets in use and doubles them as it fills, since memory that was never touched
costs more at its first touch than the node that is stored there.  Bucket b then shares its entries with
bucket b + buckets, by one more bit of the key.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF, NO_MOVE
from bstar.jit import inner
from bstar.memory import lazy_zeros

WAYS = 4
ENTRY = np.dtype(
    [("key", np.uint64), ("move", np.int64), ("lower", np.int32), ("upper", np.int32), ("work", np.int64)]
)
MASK, USED = range(2)
FIRST_BUCKETS = 256


class Table(NamedTuple):
    """A fixed number of entries; a key of 0 marks an empty one."""

    entries: np.ndarray  # ENTRY[buckets, WAYS]
    size: np.ndarray  # int64[2]    MASK: buckets in use - 1, USED: entries in use


def new_table(size_bytes: int) -> Table:
    """Return an empty table of at most `size_bytes` bytes; buckets are a power of two, or none."""
    buckets = size_bytes // (WAYS * ENTRY.itemsize)
    buckets = 1 << (buckets.bit_length() - 1) if buckets > 0 else 0
    table = Table(lazy_zeros((buckets, WAYS), ENTRY), np.zeros(2, np.int64))
    empty(table)
    return table


def empty(table: Table) -> None:
    """Forget everything."""
    table.entries[: table.size[MASK] + 1].fill(0)
    table.size[MASK] = min(FIRST_BUCKETS, table.entries.shape[0]) - 1
    table.size[USED] = 0


@inner
def probe(table, key):
    """Return (lower, upper, best move) of a position: (-INF, INF, NO_MOVE) if nothing is known."""
    key = max(key, np.uint64(1))
    if table.entries.shape[0] > 0:
        bucket = table.entries[np.int64(key & np.uint64(table.size[MASK]))]
        for way in range(WAYS):
            if bucket[way].key == key:
                return np.int64(bucket[way].lower), np.int64(bucket[way].upper), bucket[way].move
    return np.int64(-INF), np.int64(INF), np.int64(NO_MOVE)


@inner
def store(table, key, lower, upper, move, work):
    """Narrow the bounds of a position: lower <= value <= upper must be proven."""
    if table.entries.shape[0] == 0:
        return
    key = max(key, np.uint64(1))
    bucket = table.entries[np.int64(key & np.uint64(table.size[MASK]))]
    chosen = 0
    for way in range(WAYS):
        if bucket[way].key == key:
            bucket[way].lower = max(bucket[way].lower, lower)
            bucket[way].upper = min(bucket[way].upper, upper)
            bucket[way].work += work
            if move != NO_MOVE:
                bucket[way].move = move
            return
        if bucket[way].key == 0:
            chosen = way
            break
        if bucket[way].work < bucket[chosen].work:
            chosen = way
    if bucket[chosen].key == 0:
        table.size[USED] += 1
    bucket[chosen].key = key
    bucket[chosen].lower = lower
    bucket[chosen].upper = upper
    bucket[chosen].move = move
    bucket[chosen].work = work
    buckets = table.size[MASK] + 1
    if table.size[USED] > buckets and buckets < table.entries.shape[0]:
        _double(table)


@inner
def _double(table):
    """Take twice as many buckets into use."""
    buckets = table.size[MASK] + 1
    table.size[MASK] = 2 * buckets - 1
    for index in range(buckets):
        old, new = table.entries[index], table.entries[index + buckets]
        kept, moved = 0, 0
        for way in range(WAYS):
            if old[way].key == 0:
                break
            if old[way].key & np.uint64(buckets) != 0:
                _copy(old[way], new[moved])
                moved += 1
            else:
                if kept < way:
                    _copy(old[way], old[kept])
                kept += 1
        for way in range(kept, WAYS):
            old[way].key = 0


@inner
def _copy(source, target):
    target.key, target.move, target.work = source.key, source.move, source.work
    target.lower, target.upper = source.lower, source.upper
