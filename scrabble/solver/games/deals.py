"""Racks that are dealt: endgames searched, and first moves bounded, each by one call of a kernel.

Nine queries in ten take two to five nodes, less than a call from Python and the choice of the next query.  So
several endgames, after one move or several, are searched together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bstar.depth_first.proof_number import prove
from bstar.game import INF
from bstar.jit import kernel, kernel_tuple
from bstar.search_control import FINISHED, NODE_LIMIT, NODE_LIMIT_REACHED, NODES, REASON
from scrabble.bounds.solo_game import SPENT
from scrabble.movegen.play_cache import clear, is_half_full
from scrabble.movegen.redeal import deal_one
from scrabble.solver.games.replies import ReplyContext, bound_by_replies


@kernel_tuple
class Windows(NamedTuple):
    """Null windows to search with several deals, and the answers."""

    gammas: np.ndarray  # int64[n]
    values: np.ndarray  # int64[n]
    is_answered: np.ndarray  # bool[n]


def new_windows(rows: int) -> Windows:
    """Return room for the windows of a number of deals."""
    return Windows(np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.zeros(rows, np.bool_))


@kernel
def search_deals(
    game: Any,
    memory: Any,
    stack: Any,
    control: np.ndarray,
    base: Any,
    paths: np.ndarray,
    deals: Any,
    windows: Any,
    count: int,
    budget: int,
) -> None:
    """Search each of `count` deals, after its path, for a value of at least gamma to the side to move.

    A row of `paths`, int64[n, k], is the path of a deal.

    `memory` is a `ProofMemory`: the search is by proof numbers.  It may take `budget` nodes for each deal, 0
    for no limit but that of `control`; `is_answered` says whether that sufficed, and the value is then
    fail-soft.  If a search ends for another reason, `control[REASON]` tells it, and the rest is not answered.
    """
    limit = control[NODE_LIMIT]
    for index in range(count):
        deal_one(game.state, base, paths[index], deals, index)
        if budget > 0:
            wanted = control[NODES] + budget
            control[NODE_LIMIT] = wanted if limit == 0 else min(limit, wanted)
            game.solo.work[SPENT] = 0
        gamma = windows.gammas[index]
        windows.values[index] = prove(game, memory.table, memory.tree, stack, control, gamma)
        windows.is_answered[index] = control[REASON] == FINISHED
        if budget > 0 and control[REASON] == NODE_LIMIT_REACHED and (limit == 0 or control[NODES] <= limit):
            control[REASON] = FINISHED
        if control[REASON] != FINISHED:
            break
    control[NODE_LIMIT] = limit


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

    None of them ends the game.  The bounds come from replies (bounds/README.md, T10).  `gains`, int64[n], are
    the points of the moves, and `leaves`, uint32[n], what the side has after each and the tiles drawn then,
    packed, all of it on its rack of the deal.  `uppers`, int64[n], gets the bounds for the side to move, by
    the best of `replies` replies; INF where none bounds a move.
    """
    deal_one(game.state, base, path, deals, 0)
    if is_half_full(game.cache):  # a reply whose lists have no room bounds nothing
        clear(game.cache)
    context = ReplyContext(game.state, game.cache, game.replies)
    for index in range(moves.shape[0]):
        uppers[index] = bound_by_replies(context, moves[index], gains[index], leaves[index], INF, replies)
