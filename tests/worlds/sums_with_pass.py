"""A sum of switches whose moves are ranked by their points and have no intervals, for Palay's null moves.

By the points the first move is often not the best one, so that it matters how many a restricted side keeps.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bstar.game import moves as moves_of
from bstar.game import register_game
from bstar.games.switches import SwitchSum, new_switches
from bstar.jit import inline


class Hot(NamedTuple):
    """The sum."""

    sum: SwitchSum


def new_hot(switches: Sequence[tuple[int, int]]) -> Hot:
    """Return the sum of the switches (a, b), Left on turn."""
    return Hot(new_switches(switches, bounded=False))


@inline
def _moves(game, alpha, beta, moves, first):
    count, dropped = moves_of(game.sum, alpha, beta, moves, first)
    for at in range(first, first + count):
        moves.rank[at] = moves.gain[at]
    return count, dropped


register_game(Hot, inner="sum", moves=_moves)
