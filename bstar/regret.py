"""Regret: the most that can be lost by the move a search has chosen, as far as its bounds tell.

It is the one number that says how good an answer is that is not proven: 0 for a best move, and otherwise an
upper bound of the difference between the best move and the chosen one.  See Berliner's criterion for stopping
B* (The B* Tree Search Algorithm, 1979): a move is proven best when its pessimistic value is no less than the
optimistic value of any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def regret(lower: Any, others: Iterable[Any]) -> Any:
    """Return the most by which another move can be better than the chosen one.

    `lower` is the lower bound of the chosen move, `others` are the upper bounds of all others.
    """
    return max(0, max(others, default=lower) - lower)
