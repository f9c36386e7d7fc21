"""First moves bounded by replies to them, for racks that are dealt (bounds/README.md, T10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bstar.game import INF
from bstar.jit import kernel
from scrabble.movegen.redeal import deal_one
from scrabble.solver.games.replies import ReplyContext, bound_by_replies


@kernel
def bound_deal(
    game: Any,
    base: Any,
    path: np.ndarray,
    deals: Any,
    moves: np.ndarray,
    gains: np.ndarray,
    leaves: np.ndarray,
    replies: int,
    uppers: np.ndarray,
) -> None:
    """Bound each of several moves, int64[n], of the position that a path and the first of several deals make.

    None of them ends the game.  `gains`, int64[n], are their points, and `leaves`, uint32[n], what the side
    has after each and the tiles drawn then, packed, all of it on its rack of the deal.  `uppers`, int64[n],
    gets the bounds for the side to move, by the best of `replies` replies; INF where none bounds a move.
    """
    deal_one(game.state, base, path, deals, 0)
    context = ReplyContext(game.state, game.cache, game.replies)
    for index in range(moves.shape[0]):
        uppers[index] = bound_by_replies(context, moves[index], gains[index], leaves[index], INF, replies)
