"""The array that a running search and its watcher share: counters, the stop flag, the reason of the end.

All solvers count alike, so that they can be compared:

    NODES        positions entered
    EXPANSIONS   calls of the game's `moves`, the real cost of most games
    LEAVES       values obtained without a search below: positions that are over and settled moves

The kernel writes to the array, another thread reads it at any time.  Invariant: of what others write, only
STOP, ANSWERED and NODE_LIMIT influence the search.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inline

STOP = 0  # set by the watcher: stop as soon as possible
NODES = 1
EXPANSIONS = 2
LEAVES = 3
NODE_LIMIT = 4  # 0 = none
REASON = 5  # why a search ended early: FINISHED ... NOT_NEEDED below
BEST = 6  # best move at the root of the last search
FIXED_ORDER = 7  # 1: moves in the order of the game's ranks, never the table's (for the theorems)
ANSWERED = 8  # set when another thread has finished the same search (bstar.parallel)
AT_ROOT = 9  # 1: the search began at the root, not after some moves

FINISHED, STOPPED, NODE_LIMIT_REACHED, MEMORY_FULL, NOT_NEEDED = range(5)
REASONS = ("", "interrupt", "nodes", "memory", "answered")


def new_control() -> np.ndarray:
    """Return a fresh control array."""
    return np.zeros(10, np.int64)


@inline
def count_node(control: np.ndarray) -> bool:
    """Count a node; return whether the search may go on."""
    control[NODES] += 1
    if control[STOP] != 0:
        control[REASON] = STOPPED
        return False
    if control[ANSWERED] != 0:
        control[REASON] = NOT_NEEDED
        return False
    if control[NODE_LIMIT] != 0 and control[NODES] > control[NODE_LIMIT]:
        control[REASON] = NODE_LIMIT_REACHED
        return False
    return True
