"""The best move not searched yet: a heap over the ranks of a position's moves.

    sort key   rank << 23 | (2**23 - 1 - index)       higher first, equal ranks in the order written

Most positions are cut after a few moves, so sorting them all would be waste; a heap is built in linear
time and gives up its moves best-first, one by one.
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
    """Take the best of the `count` moves left; return its index from `first` on."""
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
