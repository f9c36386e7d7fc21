"""A tree in which, at one node, another thread is heard: it has just stored what a node above is worth.

new_told(tree, table, at=9, above=2, value=-3)     while node 9 is expanded, node 2 becomes known
"""

from typing import NamedTuple

import numpy as np

from bstar.depth_first.table import Table, store
from bstar.game import NO_MOVE, answer, moves
from bstar.games.trees import DEPTH, TreeGame
from bstar.jit import inner

AT, ABOVE, VALUE = range(3)


class Told(NamedTuple):
    """The tree, the table of the search, and what is told where."""

    tree: TreeGame
    table: Table
    news: np.ndarray  # int64[3]


def new_told(tree: TreeGame, table: Table, at: int, above: int, value: int) -> Told:
    """Return the game in which node `above` is known to be worth `value` from node `at` on."""
    return Told(tree, table, np.array([at, above, value], np.int64))


@inner
def _moves(game, alpha, beta, buffer, first):
    tree = game.tree
    if tree.path[tree.now[DEPTH]] == game.news[AT]:
        value = game.news[VALUE]
        store(game.table, np.uint64(game.news[ABOVE] + 1), value, value, np.int64(NO_MOVE), np.int64(1))
    return moves(tree, alpha, beta, buffer, first)


answer(Told, inner="tree", moves=_moves)
