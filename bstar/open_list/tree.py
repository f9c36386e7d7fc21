"""The generated part of a game tree, as arrays, and the moves of the game between its nodes.

        0            children are neighbours and have larger numbers than their parent
      1 2 3          depth is even where MAX is on turn, who is on turn at the root
    4 5     6 7 8

For the searches that hold distant positions in memory at once (SSS*, the textbook's minimax): the game
is at one node at a time, and `move_to` takes it to another by way of their common ancestor.

All points are those of MAX: `won` is MAX's lead at a node, counted from the root.  The memory is
fixed: a tree that has no room reports it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.depth_first.move_heap import heapify, pop
from bstar.game import FULL, INF, moves, play, undo
from bstar.jit import inline
from bstar.search_control import EXPANSIONS, MEMORY_FULL, REASON

ROOT = 0
UNKNOWN = -1  # children, before the node is expanded
NONE = -1
SIZE, HERE, WIDEST, INSERTED, SHIFTED, SCANNED = range(6)

NODE = np.dtype(
    [
        ("move", np.int64),
        ("parent", np.int32),
        ("depth", np.int32),
        ("first_child", np.int32),
        ("children", np.int32),  # their number; 0 where the game is over
        ("choice", np.int32),  # SSS*: the child by which the node was solved; NONE before, and elsewhere
        ("won", np.int32),
        ("lower", np.int32),  # lower <= value of the node <= upper, for MAX, `won` included
        ("upper", np.int32),
    ]
)


class GameTree(NamedTuple):
    """Nodes, and the states of a best-first search."""

    nodes: np.ndarray  # NODE[N]
    way: np.ndarray  # int64[P]   nodes on the way down, during `move_to`
    state: np.ndarray  # int64[N]  OPEN: the best state last (bstar.open_list.sss)
    merit: np.ndarray  # int64[N]
    # SIZE, HERE and the work on OPEN: WIDEST (most states at a time), INSERTED (states), SHIFTED (states
    # that made room for one inserted before them), SCANNED (states examined while purging)
    now: np.ndarray  # int64[6]


def new_gametree(size_bytes: int, plies: int = 256) -> GameTree:
    """Return a tree with room for as many nodes as fit into `size_bytes` bytes."""
    nodes = max(1, size_bytes // (NODE.itemsize + 16))
    return GameTree(
        np.zeros(nodes, NODE),
        np.zeros(plies, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(6, np.int64),
    )


@inline
def start_tree(tree):
    """Start a tree at the current position."""
    root = tree.nodes[ROOT]
    root.parent, root.depth, root.children, root.won = NONE, 0, UNKNOWN, 0
    root.choice = NONE
    root.lower, root.upper = -INF, INF
    tree.now[SIZE] = 1
    tree.now[HERE] = ROOT
    tree.now[WIDEST:] = 0


@inline
def move_to(game, tree, node):
    """Move the game from its current node to `node`."""
    nodes = tree.nodes
    here = tree.now[HERE]
    down = 0
    target = np.int64(node)
    while here != target:
        if nodes[here].depth >= nodes[target].depth:
            undo(game)
            here = np.int64(nodes[here].parent)
        else:
            tree.way[down] = target
            down += 1
            target = np.int64(nodes[target].parent)
    while down > 0:
        down -= 1
        play(game, nodes[tree.way[down]].move)
    tree.now[HERE] = node


@inline
def expand(game, tree, stack, control, number):
    """Add the children of the current node, best-ranked first; return whether there was room."""
    nodes = tree.nodes
    node = nodes[number]
    buffer = stack.moves
    control[EXPANSIONS] += 1
    count, _ = moves(game, np.int64(-INF), np.int64(INF), buffer, np.int64(0))
    size = tree.now[SIZE]
    if count == FULL or size + count > nodes.shape[0] or node.depth + 1 >= tree.way.shape[0]:
        control[REASON] = MEMORY_FULL
        return False
    sign = 1 - 2 * (node.depth % 2)
    heapify(stack.keys, np.int64(0), count, buffer.rank)
    for index in range(count):
        at = pop(stack.keys, np.int64(0), count - index)
        child = nodes[size + index]
        child.move, child.parent, child.depth = buffer.move[at], number, node.depth + 1
        child.children, child.choice = UNKNOWN, NONE
        child.won = node.won + sign * buffer.gain[at]
        child.lower, child.upper = -INF, INF
        if buffer.lower[at] == buffer.upper[at]:
            child.lower = node.won + sign * buffer.lower[at]
            child.upper = child.lower
    node.first_child, node.children = size, count
    tree.now[SIZE] = size + count
    return True
