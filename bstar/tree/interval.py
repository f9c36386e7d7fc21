"""Interval of a position or a move in the tree of B*: proven bounds, estimated bounds, a realistic value.

    lower <= value <= upper                        proven, permanent:  new := old and backed-up
    lower <= pessimistic <= optimistic <= upper    estimated:          new := backed-up, clamped to the proven

The proven interval only narrows.  The estimated one follows its leaves in both directions: when they are
widened it grows again, and what is backed up from them need not overlap the old interval.  Without estimates
the two intervals are the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bstar.game import INF
from bstar.jit import inline

INTERVAL: list[Any] = [
    ("lower", np.int32),
    ("upper", np.int32),
    ("pessimistic", np.int32),
    ("optimistic", np.int32),
    ("realistic", np.int32),
    ("low_depth", np.int16),  # plies down to the leaf that `pessimistic` comes from
    ("high_depth", np.int16),  # the same for `optimistic`
]


@inline
def update(known: Any, new: Any) -> bool:
    """Narrow the proven bounds, replace the estimates; return whether anything changed."""
    lower, upper = known.lower, known.upper
    pessimistic, optimistic, realistic = known.pessimistic, known.optimistic, known.realistic
    known.lower = max(lower, new.lower)
    known.upper = min(upper, new.upper)
    clamp_estimate(known, new.pessimistic, new.realistic, new.optimistic)
    if known.low_depth == 0 or known.pessimistic != pessimistic:
        known.low_depth = new.low_depth
    if known.high_depth == 0 or known.optimistic != optimistic:
        known.high_depth = new.high_depth
    return bool(
        known.lower != lower
        or known.upper != upper
        or known.pessimistic != pessimistic
        or known.optimistic != optimistic
        or known.realistic != realistic
    )


@inline
def clamp_estimate(known: Any, pessimistic: int, realistic: int, optimistic: int) -> None:
    """Set the estimates, clamped to the proven bounds."""
    lower, upper = np.int64(known.lower), np.int64(known.upper)
    known.pessimistic = min(max(np.int64(pessimistic), lower), upper)
    known.optimistic = min(max(np.int64(optimistic), lower), upper)
    known.realistic = min(max(np.int64(realistic), lower), upper)


@inline
def add(bound: int, points: int) -> np.int64:
    """Shift a bound; an infinite one stays infinite."""
    if bound <= -INF:
        return np.int64(-INF)
    if bound >= INF:
        return np.int64(INF)
    return np.int64(bound) + np.int64(points)
