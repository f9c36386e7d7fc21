"""The explicit stack of a depth-first search: one row per ply, all moves in one shared buffer.

    ply      0          1        2
    moves  | m m m m m | m m m | m m ...      row.first, row.count: the moves of a ply

The size is fixed; a search that needs more reports it and stops.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import NO_MOVE, MoveBuffer, new_moves
from bstar.jit import kernel_tuple

REFUTATIONS = 3

ROW = np.dtype(
    [
        ("alpha", np.int64),
        ("beta", np.int64),
        ("best", np.int64),  # fail-soft: the best value found, or a bound
        ("best_move", np.int64),
        ("first", np.int64),  # the moves of this ply start here
        ("count", np.int64),
        ("left", np.int64),  # moves not searched yet
        ("gain", np.int64),  # of the move being searched
        ("move", np.int64),
        ("hash_move", np.int64),
        ("key", np.uint64),
        ("work", np.int64),  # nodes counted when the ply was entered
        ("index", np.int64),  # of the move being searched, in `moves`
        ("searched", np.int64),  # moves already searched
        ("deferred", np.int64),  # deferred moves; their indices grow down from the end of the ply's `keys`
        ("resumed", np.int64),  # deferred moves that have been searched since
    ]
)


@kernel_tuple
class Stack(NamedTuple):
    """Work space of one search."""

    rows: np.ndarray  # ROW[plies]
    keys: np.ndarray  # int64[N]  heap of the moves (bstar.depth_first.move_heap)
    refutations: np.ndarray  # int64[REFUTATIONS]  replies that refuted other moves of the root, latest first
    moves: MoveBuffer


def new_stack(plies: int = 128, moves: int = 1 << 18) -> Stack:
    """Return a stack for `plies` plies and `moves` moves in all."""
    return Stack(
        np.zeros(plies, ROW).view(np.recarray),
        lazy_zeros(moves, np.int64),
        np.full(REFUTATIONS, NO_MOVE, np.int64),
        new_moves(moves),
    )
