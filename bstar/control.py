"""What a running search and its watcher share: counters, the stop flag and where it stands.

One counter for all solvers, or comparisons lie:

    NODES        positions entered
    EXPANSIONS   calls of the game's `moves`, the real cost of most games
    LEAVES       values taken without a search below: positions that are over and settled moves

The kernel stores into the array, another thread reads it at any time; nothing read from it feeds back
into the search but STOP, ANSWERED and NODE_LIMIT.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inline

STOP = 0  # set by the watcher: leave as soon as possible
NODES = 1
EXPANSIONS = 2
LEAVES = 3
NODE_LIMIT = 4  # 0 = none
REASON = 5  # why a search left early, one of:
BEST = 6  # best move at the root of the last search
FIXED_ORDER = 7  # 1: moves in the order of the game's ranks, whatever the table says (for the theorems)
ANSWERED = 8  # set when another thread has the answer to the same question (bstar.team)
CUTOFFS = (
    9  # plies in which the table is asked about all moves before one is searched (bstar.depth_first.cutoffs)
)

FINISHED, STOPPED, NODE_LIMIT_REACHED, MEMORY_FULL, NOT_NEEDED = range(5)
REASONS = ("", "interrupt", "nodes", "memory", "answered")


def new_control(node_limit: int = 0) -> np.ndarray:
    """Return a fresh control array."""
    control = np.zeros(10, np.int64)
    control[NODE_LIMIT] = node_limit
    return control


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
