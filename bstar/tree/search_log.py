"""Log of a B* search, step by step: the strategy chosen and why, and the root's intervals over time.

    steps     one record for each decision at the root
    changes   one record for each root move whose interval is new:  replaying them gives the intervals
              at any moment

Recorded on request into arrays of fixed size, whose last record is overwritten by what does not fit; all
records are counted.  Invariant: the log never influences the search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel_tuple
from bstar.tree.interval import INTERVAL
from bstar.tree.nodes import ROOT, Tree

STRATEGIES_USED = ("PROVEBEST", "DISPROVEREST")
PROVE_BEST, DISPROVE_REST = range(2)

REASONS = (
    "the only legal one: the most promising move has not the best pessimistic bound",
    "always, when it is legal",
    "its turn",
    "the smaller number",
)
FORCED, ALWAYS, TURN, COMPARED = range(4)

LOGGED_STEP = np.dtype(
    [
        ("expansions", np.int64),  # at the time of the decision
        ("left", np.float64),  # the numbers compared: DISPROVEREST if left < right
        ("right", np.float64),
        ("strategy", np.int32),
        ("reason", np.int32),
        ("best", np.int32),  # the two most promising root moves, counted from 0
        ("second", np.int32),
        ("pessimistic", np.int32),  # of the best
        ("optimistic", np.int32),
        ("rival", np.int32),  # the second's optimistic bound
        ("depth", np.int32),  # plies down to the leaf that was expanded
    ]
)
CHANGE = np.dtype([("expansions", np.int64), ("move", np.int32), *INTERVAL])

STEPS, CHANGES = range(2)
ROOT_MOVES = 1 << 14  # whose changes are logged


@kernel_tuple
class SearchLog(NamedTuple):
    """Log of a search."""

    steps: np.ndarray  # LOGGED_STEP[T + 1]
    changes: np.ndarray  # CHANGE[C + 1]
    last: np.ndarray  # CHANGE[R]  the root's intervals as last seen
    used: np.ndarray  # int64[2]  decisions and changes counted, with or without room


def new_search_log(steps: int = 0, changes: int = 0) -> SearchLog:
    """Return a log for `steps` decisions and `changes` changes of root moves; 0: none."""
    return SearchLog(
        np.zeros(steps + 1, LOGGED_STEP).view(np.recarray),
        np.zeros(changes + 1, CHANGE).view(np.recarray),
        np.zeros(ROOT_MOVES if changes else 0, CHANGE).view(np.recarray),
        np.zeros(2, np.int64),
    )


@inline
def next_step(log: SearchLog) -> int:
    """Return the index of the record of the next decision."""
    log.used[STEPS] += 1
    return int(min(log.used[STEPS], log.steps.shape[0]) - 1)


@inline
def record_depth(log: SearchLog, depth: int) -> None:
    """Add the depth reached to the last decision."""
    log.steps[min(log.used[STEPS], log.steps.shape[0]) - 1].depth = depth


@inline
def record_changes(log: SearchLog, tree: Tree, expansions: int) -> None:
    """Record the root moves whose interval has changed."""
    root = tree.nodes[ROOT]
    for move in range(min(np.int64(root.count), log.last.shape[0])):
        link, last = tree.links[root.first + move], log.last[move]
        is_new = last.expansions == 0
        if (
            is_new
            or link.pessimistic != last.pessimistic
            or link.optimistic != last.optimistic
            or link.lower != last.lower
            or link.upper != last.upper
        ):
            last.expansions, last.move = expansions, move
            last.lower, last.upper, last.realistic = link.lower, link.upper, link.realistic
            last.pessimistic, last.optimistic = link.pessimistic, link.optimistic
            last.low_depth, last.high_depth = link.low_depth, link.high_depth
            log.used[CHANGES] += 1
            log.changes[min(log.used[CHANGES], log.changes.shape[0]) - 1] = last
