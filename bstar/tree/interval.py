"""What B* knows of a position or a move: a proven interval, a believed one, a realistic value.

    lower <= value <= upper                        proven, for ever:   new := old and backed-up
    lower <= pessimistic <= optimistic <= upper    believed:           new := backed-up, as far as proven

The proven interval only narrows.  The believed one follows its leaves wherever they go: when they are made
wider it grows again, and what is backed up from them need not overlap what was there before.  Where nothing
is believed but what is proven the two intervals are the same.
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
    ("low_depth", np.int16),  # plies down to where `pessimistic` came from
    ("high_depth", np.int16),  # ... and `optimistic`
]

UNCHANGED, REALISTIC_CHANGED, BOUND_CHANGED = range(3)


@inline
def update(known: Any, new: Any) -> int:
    """Narrow what is proven, replace what is believed; return what changed."""
    lower, upper = known.lower, known.upper
    pessimistic, optimistic, realistic = known.pessimistic, known.optimistic, known.realistic
    known.lower = max(lower, new.lower)
    known.upper = min(upper, new.upper)
    clamp_estimate(known, new.pessimistic, new.realistic, new.optimistic)
    if known.low_depth == 0 or known.pessimistic != pessimistic:
        known.low_depth = new.low_depth
    if known.high_depth == 0 or known.optimistic != optimistic:
        known.high_depth = new.high_depth
    if known.lower != lower or known.upper != upper:
        return BOUND_CHANGED
    if known.pessimistic != pessimistic or known.optimistic != optimistic:
        return BOUND_CHANGED
    return UNCHANGED if known.realistic == realistic else REALISTIC_CHANGED


@inline
def clamp_estimate(known: Any, pessimistic: int, realistic: int, optimistic: int) -> None:
    """Believe an interval as far as what is proven allows."""
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
