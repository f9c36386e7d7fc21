"""Several endgames after one move or several, searched by one call of a kernel.

Nine queries in ten take two to five nodes, less than a call from Python and the choice of the next query.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bstar.depth_first.proof_number import prove
from bstar.jit import kernel, kernel_tuple
from bstar.search_control import FINISHED, NODE_LIMIT, NODE_LIMIT_REACHED, NODES, REASON
from scrabble.bounds.solo_game import SPENT
from scrabble.movegen.redeal import deal_one


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
