"""One look at a position: all its moves with what is believed of them, and the planner's tables.

It is the first expansion of B* in Maven's way, and the same kernel: whoever plans has compiled what Maven
runs, and the other way round.
"""

from __future__ import annotations

from typing import NamedTuple

from bstar.depth_first.stack import Stack, new_stack
from bstar.engine import Stopped
from bstar.game import Guesses, Moves
from bstar.rounds import BStar
from scrabble.planner.game import PlannedGame, complete_tables


class Look(NamedTuple):
    """What was seen."""

    count: int  # of the moves, the first ones in both buffers
    moves: Moves
    guesses: Guesses


def look(game: PlannedGame, stack: Stack | None = None) -> Look | None:
    """Look at a position that is not over, its moves written to `stack`; None if it has no room for them."""
    room = stack or new_stack()
    search = BStar(game, heuristic=True, prune=False, nodes=1, links=room.moves.move.shape[0], stack=room)
    try:
        seen = search.run(nodes=1)
    except Stopped:
        return None
    complete_tables(game)
    return Look(len(seen.moves), room.moves, search.plan.guesses)
