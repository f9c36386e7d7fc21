"""Move heap: gives the moves of a position best-ranked first.

    sort key   rank << 23 | (2**23 - 1 - index)       higher first, equal ranks in the order written

Most positions are cut after a few moves, so sorting all of them would be a waste; a heap is built in linear
time and returns its moves one by one.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inline

INDEX_BITS = 23
INDEX_MASK = (1 << INDEX_BITS) - 1


@inline
def heapify(keys, first, count, ranks):
    """Build the heap of the `count` moves from `first` on."""
    for index in range(count):
        keys[first + index] = (ranks[first + index] << INDEX_BITS) | (INDEX_MASK - index)
    for parent in range(count // 2 - 1, -1, -1):
        _sink(keys, first, parent, count)


@inline
def pop(keys, first, count):
    """Remove the best of the `count` moves left; return its index in the buffer."""
    best = keys[first]
    keys[first] = keys[first + count - 1]
    _sink(keys, first, np.int64(0), count - 1)
    return first + INDEX_MASK - (best & INDEX_MASK)


@inline
def _sink(keys, first, parent, count):
    moving = keys[first + parent]
    while True:
        child = 2 * parent + 1
        if child >= count:
            break
        if child + 1 < count and keys[first + child + 1] > keys[first + child]:
            child += 1
        if keys[first + child] <= moving:
            break
        keys[first + parent] = keys[first + child]
        parent = child
    keys[first + parent] = moving
