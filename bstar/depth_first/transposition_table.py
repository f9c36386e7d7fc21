"""Transposition table with two proven bounds per entry.

    bucket  key % buckets   | entry | entry | entry | entry |
    entry   key, best move, lower, upper, work      lower <= value <= upper

Both bounds are kept (one-bound entries lose the equivalence of SSS* with null-window searches; Plaat,
Schaeffer, Pijls, de Bruin 1996).  The memory is fixed: a full bucket replaces the entry that took the
least work.  A table without buckets stores nothing, which makes a search with memory the plain one.

A table starts with few buckets in use and doubles them as it fills, since the first touch of memory
costs more than the node stored there.  Bucket b then shares its entries with bucket b + buckets, by one more
bit of the key.

Several threads may share a table, which does not grow meanwhile (`prepare_for_threads`).  They use no locks:
the key is stored combined with the contents of its entry (`_seal`), so that an entry that another thread has
half written matches no position (Hyatt and Mann, A lock-less transposition-table implementation for
parallel search, 2002).  `begun` shows where the other threads are searching; it only influences the order
of the moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import INF, NO_MOVE
from bstar.jit import inline, kernel, kernel_tuple

WAYS = 4
ENTRY = np.dtype(
    [("key", np.uint64), ("move", np.int64), ("lower", np.int32), ("upper", np.int32), ("work", np.int64)]
)
MASK, USED, FROZEN = range(3)
ENTRY_BYTES = ENTRY.itemsize
FIRST_BUCKETS = 256
SHIFT = INF + 1  # makes bounds positive
BEGUN = 1 << 12  # a power of two
SHARED_PLIES = 8


@kernel_tuple
class TranspositionTable(NamedTuple):
    """A fixed number of entries; a key of 0 marks an empty one."""

    entries: np.ndarray  # ENTRY[buckets, WAYS]
    size: np.ndarray  # int64[3]    MASK: buckets in use - 1, USED: entries in use, FROZEN: 1 = may not grow
    begun: np.ndarray  # uint64[BEGUN], or [0] for one thread: keys near the root that are being searched


def new_table(size_bytes: int, is_shared: bool = False) -> TranspositionTable:
    """Return an empty table of at most `size_bytes` bytes; buckets are a power of two, or none.

    Threads may share it only with `is_shared`.
    """
    buckets = size_bytes // (WAYS * ENTRY.itemsize)
    buckets = 1 << (buckets.bit_length() - 1) if buckets > 0 else 0
    begun = np.zeros(BEGUN if is_shared else 0, np.uint64)
    entries = lazy_zeros((buckets, WAYS), ENTRY).view(np.recarray)
    table = TranspositionTable(entries, np.zeros(3, np.int64), begun)
    clear(table)
    return table


def clear(table: TranspositionTable) -> None:
    """Remove all entries."""
    table.entries[: table.size[MASK] + 1].fill(0)
    buckets = table.entries.shape[0]
    table.size[MASK] = min(FIRST_BUCKETS, buckets) - 1
    table.size[USED] = 0


@kernel
def prepare_for_threads(table: TranspositionTable, size_bytes: int) -> None:
    """Freeze a table for several threads, grown to at least `size_bytes` if its memory allows."""
    least = min(size_bytes // (WAYS * ENTRY_BYTES), table.entries.shape[0])
    while table.size[MASK] + 1 < least:
        _double(table)
    table.size[FROZEN] = 1


@inline
def probe(table, key):
    """Return (lower, upper, best move) of a position: (-INF, INF, NO_MOVE) if nothing is known."""
    key = max(key, np.uint64(1))
    if table.entries.shape[0] > 0:
        bucket = table.entries[np.int64(key & np.uint64(table.size[MASK]))]
        for way in range(WAYS):
            sealed = bucket[way].key
            lower, upper, move = bucket[way].lower, bucket[way].upper, bucket[way].move
            if sealed != 0 and sealed ^ _seal(lower, upper, move) == key:
                return np.int64(lower), np.int64(upper), move
    return np.int64(-INF), np.int64(INF), np.int64(NO_MOVE)


@inline
def store(table, key, lower, upper, move, work):
    """Narrow the bounds of a position: lower <= value <= upper must be proven."""
    if table.entries.shape[0] == 0:
        return
    key = max(key, np.uint64(1))
    bucket = table.entries[np.int64(key & np.uint64(table.size[MASK]))]
    chosen = 0
    for way in range(WAYS):
        entry = bucket[way]
        if entry.key == 0:
            chosen = way
            break
        old_lower, old_upper, old_move = entry.lower, entry.upper, entry.move
        if entry.key ^ _seal(old_lower, old_upper, old_move) == key:
            lower, upper = max(np.int64(old_lower), lower), min(np.int64(old_upper), upper)
            _write(entry, key, lower, upper, move if move != NO_MOVE else old_move, entry.work + work)
            return
        if entry.work < bucket[chosen].work:
            chosen = way
    if bucket[chosen].key == 0:
        table.size[USED] += 1
    _write(bucket[chosen], key, lower, upper, move, work)
    buckets = table.size[MASK] + 1
    if table.size[USED] > buckets and buckets < table.entries.shape[0] and table.size[FROZEN] == 0:
        _double(table)


@inline
def _write(entry, key, lower, upper, move, work):
    entry.key = key ^ _seal(lower, upper, move)
    entry.lower, entry.upper, entry.move, entry.work = lower, upper, move, work


@inline
def _seal(lower, upper, move):
    """Return the number that the key of an entry is combined with; never 0, which marks an empty one."""
    bounds = (np.uint64(lower + SHIFT) << np.uint64(32)) | np.uint64(upper + SHIFT)
    return bounds ^ np.uint64(move)


@inline
def is_frozen(table):
    """Return whether the table was made for several threads."""
    return table.begun.shape[0] > 0


@inline
def is_being_searched(table, depth, key):
    """Return whether another thread is searching this position, `depth` plies from the root."""
    if not is_frozen(table) or depth > SHARED_PLIES:
        return False
    return table.begun[np.int64(key & np.uint64(BEGUN - 1))] == key


@inline
def mark_searching(table, depth, key):
    """Mark a position as being searched, for the other threads."""
    if is_frozen(table) and depth <= SHARED_PLIES:
        table.begun[np.int64(key & np.uint64(BEGUN - 1))] = key


@inline
def unmark_searching(table, depth, key):
    """Remove the mark of `mark_searching`."""
    if is_frozen(table) and depth <= SHARED_PLIES:
        slot = np.int64(key & np.uint64(BEGUN - 1))
        if table.begun[slot] == key:
            table.begun[slot] = 0


@inline
def _double(table):
    """Double the number of buckets in use."""
    buckets = table.size[MASK] + 1
    table.size[MASK] = 2 * buckets - 1
    for index in range(buckets):
        old, new = table.entries[index], table.entries[index + buckets]
        kept, moved = 0, 0
        for way in range(WAYS):
            if old[way].key == 0:
                break
            if _key_of(old[way]) & np.uint64(buckets) != 0:
                _copy(old[way], new[moved])
                moved += 1
            else:
                if kept < way:
                    _copy(old[way], old[kept])
                kept += 1
        for way in range(kept, WAYS):
            old[way].key = 0
        for way in range(moved, WAYS):
            new[way].key = 0  # memory must be written before it is read (bstar.compile.lazy_memory)


@inline
def _key_of(entry):
    return entry.key ^ _seal(entry.lower, entry.upper, entry.move)


@inline
def _copy(source, target):
    target.key, target.move, target.work = source.key, source.move, source.work
    target.lower, target.upper = source.lower, source.upper
