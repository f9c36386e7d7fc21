"""Minimax in two procedures: generate the tree, then evaluate it.

The textbook's first picture of game playing (Nilsson 1971): generate all positions, value the tips, and
back the values up, MAX taking the largest and MIN the smallest of the values below.  It needs memory for the
whole tree, which is why alpha-beta generates positions as it evaluates them.
"""

from __future__ import annotations

import numpy as np

from bstar.game import INF, NO_MOVE, final, is_over
from bstar.jit import inline
from bstar.search_control import BEST, LEAVES, count_node
from bstar.theory.sss import ROOT, SIZE, expand, move_to, start_tree


@inline
def textbook(game, tree, stack, control):
    """Return the value of the position; the first best move is left in `control[BEST]`.

    If `control[REASON]` is not FINISHED the number returned means nothing, but the position is restored.
    """
    start_tree(tree)
    is_built = _build(game, tree, stack, control)
    move_to(game, tree, np.int64(ROOT))
    if not is_built:
        return np.int64(0)
    _evaluate(tree, control)
    return np.int64(tree.nodes[ROOT].lower)


@inline
def _build(game, tree, stack, control):
    """Generate all positions, level by level, and value those where the game is over."""
    number = np.int64(ROOT)
    while number < tree.now[SIZE]:
        if not count_node(control):
            return False
        move_to(game, tree, number)
        node = tree.nodes[number]
        if is_over(game):
            control[LEAVES] += 1
            sign = 1 - 2 * (node.depth % 2)
            node.lower = node.won + sign * final(game)
            node.children = 0
        elif not expand(game, tree, stack, control, number):
            return False
        number += 1
    return True


@inline
def _evaluate(tree, control):
    """Back the values up: children come after their node, so the nodes are processed in reverse."""
    nodes = tree.nodes
    control[BEST] = NO_MOVE
    for number in range(tree.now[SIZE] - 1, -1, -1):
        node = nodes[number]
        if node.children == 0:
            continue
        is_max = node.depth % 2 == 0
        best = np.int64(-INF if is_max else INF)
        for child in range(node.first_child, node.first_child + node.children):
            value = np.int64(nodes[child].lower)
            if value > best if is_max else value < best:
                best = value
                if number == ROOT:
                    control[BEST] = nodes[child].move
        node.lower = best
