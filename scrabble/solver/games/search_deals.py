"""Several endgames after one move, searched by one call of a kernel.

Nine queries in ten take two to five nodes, less than a call from Python and the choice of the next query.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bstar.depth_first.proof_number import prove
from bstar.jit import kernel
from bstar.search_control import FINISHED, NODE_LIMIT, NODE_LIMIT_REACHED, NODES, REASON
from scrabble.bounds.solo_game import SPENT
from scrabble.movegen.redeal import deal_one


@kernel
def search_deals(
    game: Any,
    memory: Any,
    stack: Any,
    control: np.ndarray,
    base: Any,
    deals: Any,
    gammas: np.ndarray,
    budget: int,
    values: np.ndarray,
    is_answered: np.ndarray,
) -> None:
    """Search with each deal by proof numbers for a value of at least gamma to the side to move.

    `memory` is a `ProofMemory`.

    A search may take `budget` nodes, 0 for no limit but that of `control`; `is_answered`, bool[n], says
    whether that sufficed, and `values`, int64[n], is then fail-soft.  If a search ends for another reason,
    `control[REASON]` tells it, and the rest is not answered.
    """
    limit = control[NODE_LIMIT]
    for index in range(gammas.shape[0]):
        deal_one(game.state, base, deals, index)
        if budget > 0:
            wanted = control[NODES] + budget
            control[NODE_LIMIT] = wanted if limit == 0 else min(limit, wanted)
            game.solo.work[SPENT] = 0
        values[index] = prove(game, memory.table, memory.tree, stack, control, gammas[index])
        is_answered[index] = control[REASON] == FINISHED
        if budget > 0 and control[REASON] == NODE_LIMIT_REACHED and (limit == 0 or control[NODES] <= limit):
            control[REASON] = FINISHED
        if control[REASON] != FINISHED:
            break
    control[NODE_LIMIT] = limit
