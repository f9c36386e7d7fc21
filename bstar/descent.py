"""A game led to another position for good: so that a search there has the memory of the searches before.

    home  --a-->  .  --b-->  here        lead(game, [a, b]);  lead_back(game, 2)

What is proven of a position does not depend on where the search that proved it began.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bstar.game import play, undo
from bstar.jit import compiled


def lead(game: Any, moves: Sequence[int]) -> None:
    """Make these moves; each must be legal where it is made."""
    kind: Any = type(game)
    compiled(_lead, kind)(game, np.array(moves, np.int64))


def lead_back(game: Any, count: int) -> None:
    """Take the last `count` moves back."""
    kind: Any = type(game)
    compiled(_lead_back, kind)(game, np.int64(count))


def _lead(game: Any, moves: np.ndarray) -> None:
    for move in moves:
        play(game, move)


def _lead_back(game: Any, count: int) -> None:
    for _ in range(count):
        undo(game)
