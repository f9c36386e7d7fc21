"""A tree in whose search another thread is overheard, always at the same node.

    2          above    new_told(tree, table, at=9, above=2, value=-3): while node 9 is expanded, the value
      5  9     at       of node 2, whose search is still under way, appears in the table, as if another thread
                        had just come to its end there

Threads meet by chance; here what one says to the other comes at a moment that a test can name.
"""

from typing import NamedTuple

import numpy as np

from bstar.depth_first.transposition_table import TranspositionTable, store
from bstar.game import NO_MOVE, moves, register_game
from bstar.games.trees import DEPTH, TreeGame
from bstar.jit import inline

AT, ABOVE, VALUE = range(3)


class Told(NamedTuple):
    """The tree, the table of the search, and what is told where."""

    tree: TreeGame
    table: TranspositionTable
    news: np.ndarray  # int64[3]


def new_told(tree: TreeGame, table: TranspositionTable, at: int, above: int, value: int) -> Told:
    """Return the game in which node `above` is known to be worth `value` from node `at` on."""
    return Told(tree, table, np.array([at, above, value], np.int64))


@inline
def _moves(game, alpha, beta, buffer, first):
    tree = game.tree
    if tree.path[tree.now[DEPTH]] == game.news[AT]:
        value = game.news[VALUE]
        store(game.table, np.uint64(game.news[ABOVE] + 1), value, value, np.int64(NO_MOVE), np.int64(1))
    return moves(tree, alpha, beta, buffer, first)


register_game(Told, inner="tree", moves=_moves)
