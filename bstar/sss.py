"""SSS*: best-first minimax with an OPEN list of states.

    state (J, LIVE or SOLVED, h)     node J, and an upper bound h of what MAX can get through it
    OPEN                             states, best merit h first, among equals the leftmost node first

The operator Gamma removes the first state from OPEN and inserts others:

    1   LIVE,   J terminal             (J, SOLVED, min(h, value of J))
    2   LIVE,   J MIN                  (first child of J, LIVE, h)
    3   LIVE,   J MAX                  (every child of J, LIVE, h)
    4   SOLVED, J MIN                  (parent of J, SOLVED, h), and all descendants of the parent leave OPEN
    5   SOLVED, J MAX, a last child    (parent of J, SOLVED, h)
    6   SOLVED, J MAX                  (next sibling of J, LIVE, h)

until the root is solved.  After Stockman, A minimax algorithm better than alpha-beta? (1979).

The root begins with a merit of +INF, or with a start bound: a known upper bound of the value, or one that is
sufficient for MAX.  The result is then min(value, bound): below the bound it is the value, and the bound
itself means that the value is at least that.

When the root is solved, so is a solution tree: `choice` leads from every MAX node in it to the MIN child by
which it was solved.

             MAX              one move at every node of the player whose strategy it is,
              |               all moves at every node of the opponent
             MIN
            / | \\
        MAX  MAX  MAX         value = the worst of the leaves, for that player
         |    |    |

The strategy is that of MAX, who is on turn at the root, after SSS*, and that of MIN after DUAL*.  It proves
one side of the minimax value: whatever the opponent does, the player gets at least that.  That no other
strategy gets more is what the search has shown by taking the best state first.

Many descriptions purge only the children of the parent in case 4; the value is still right, but leaves are
evaluated that alpha-beta skips (`purges_children`, which only the test of this sets).

DUAL* is the same with MAX and MIN exchanged: its merits are lower bounds of the value.

The generated part of the game tree is kept, as arrays: children are neighbours and have larger numbers than
their parent, and depth is even where MAX is on turn.  The game is at one node at a time, and `move_to` takes
it to another by way of their common ancestor.  All points are those of MAX, counted from the root.  The
memory is fixed: a tree that has no room reports it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.depth_first.move_heap import heapify, pop
from bstar.game import FULL, INF, NO_MOVE, final, is_over, moves, play, undo
from bstar.jit import inline
from bstar.search_control import (
    BEST,
    EXPANSIONS,
    LEAVES,
    MEMORY_FULL,
    REASON,
    count_node,
)

LIVE, SOLVED = 0, 1
ROOT = 0
UNKNOWN = -1  # children, before the node is expanded
NONE = -1
PLIES = 256  # of a game at most
SIZE, HERE, WIDEST, INSERTED, SHIFTED, SCANNED = range(6)

NODE = np.dtype(
    [
        ("move", np.int64),
        ("parent", np.int32),
        ("depth", np.int32),
        ("first_child", np.int32),
        ("children", np.int32),  # their number; 0 where the game is over
        ("choice", np.int32),  # the child by which the node was solved; NONE before, and elsewhere
        ("won", np.int32),
        ("lower", np.int32),  # lower <= value of the node <= upper, for MAX, `won` included
        ("upper", np.int32),
    ]
)


class GameTree(NamedTuple):
    """Nodes, and the states of a best-first search."""

    nodes: np.ndarray  # NODE[N]
    way: np.ndarray  # int64[P]   nodes on the way down, during `move_to`
    state: np.ndarray  # int64[N]  OPEN: the best state last
    merit: np.ndarray  # int64[N]
    # SIZE, HERE and the work on OPEN: WIDEST (most states at a time), INSERTED (states), SHIFTED (states
    # that made room for one inserted before them), SCANNED (states examined while purging)
    now: np.ndarray  # int64[6]


def new_gametree(size_bytes: int) -> GameTree:
    """Return a tree with room for as many nodes as fit into `size_bytes` bytes."""
    nodes = max(1, size_bytes // (NODE.itemsize + 16))
    return GameTree(
        np.zeros(nodes, NODE).view(np.recarray),
        np.zeros(PLIES, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(6, np.int64),
    )


@inline
def sss(game, tree, stack, control, dual, start, purges_children):
    """Return the value of the position by SSS* (`dual` = 0) or DUAL* (1), within the start bound.

    SSS* returns min(value, start), DUAL* max(value, start); INF and -INF are no bound.  The best move is left
    in `control[BEST]`, for DUAL* only if the value is more than `start`.  If `control[REASON]` is not
    FINISHED the number returned is meaningless, but the position is restored.
    """
    start_tree(tree)
    sign = 1 - 2 * dual
    limit = np.int64(sign * start)
    control[BEST] = NO_MOVE
    count = _insert(tree, np.int64(0), np.int64(ROOT), LIVE, limit)
    while True:
        count -= 1
        number, status, merit = tree.state[count] >> 1, tree.state[count] & 1, tree.merit[count]
        node = tree.nodes[number]
        parent = np.int64(node.parent)
        is_max = (node.depth + dual) % 2 == 0
        if status == LIVE:
            if not _look(game, tree, stack, control, number):
                move_to(game, tree, np.int64(ROOT))
                return np.int64(0)
            if node.children == 0:
                count = _insert(tree, count, number, SOLVED, min(merit, sign * node.lower))  # 1
            elif is_max:
                for child in range(node.first_child + node.children - 1, node.first_child - 1, -1):
                    count = _insert(tree, count, np.int64(child), LIVE, merit)  # 3
            else:
                count = _insert(tree, count, np.int64(node.first_child), LIVE, merit)  # 2
        elif number == ROOT:
            move_to(game, tree, np.int64(ROOT))
            return sign * merit
        else:
            if parent == ROOT and (not is_max or merit < limit):
                control[BEST] = node.move
                limit = merit
            if not is_max:
                tree.nodes[parent].choice = number
                count = _purge(tree, count, parent, purges_children)
                count = _insert(tree, count, parent, SOLVED, merit)  # 4
            elif number + 1 == tree.nodes[parent].first_child + tree.nodes[parent].children:
                count = _insert(tree, count, parent, SOLVED, merit)  # 5
            else:
                count = _insert(tree, count, number + 1, LIVE, merit)  # 6


@inline
def _look(game, tree, stack, control, number):
    """Determine on its first visit whether a node is terminal, with its value in `lower`, or has children."""
    node = tree.nodes[number]
    if node.children != UNKNOWN:
        return True
    if not count_node(control):
        return False
    if node.lower == node.upper:  # settled by the game without being played
        control[LEAVES] += 1
        node.children = 0
        return True
    move_to(game, tree, number)
    if is_over(game):
        control[LEAVES] += 1
        node.children = 0
        node.lower = node.won + (1 - 2 * (node.depth % 2)) * final(game)
        node.upper = node.lower
        return True
    return expand(game, tree, stack, control, number)


@inline
def _insert(tree, count, number, status, merit):
    """Insert a state into OPEN, the best last; return the number of states."""
    at = count
    tree.now[INSERTED] += 1
    while at > 0 and _is_before(tree, at - 1, number, merit):
        tree.state[at] = tree.state[at - 1]
        tree.merit[at] = tree.merit[at - 1]
        at -= 1
    tree.state[at] = number << 1 | status
    tree.merit[at] = merit
    tree.now[SHIFTED] += count - at
    tree.now[WIDEST] = max(tree.now[WIDEST], count + 1)
    return count + 1


@inline
def _is_before(tree, at, number, merit):
    """Return whether the state at `at` comes before one of the node `number` with this merit."""
    if tree.merit[at] != merit:
        return tree.merit[at] > merit
    nodes = tree.nodes
    left, right = tree.state[at] >> 1, number
    while nodes[left].depth > nodes[right].depth:
        left = np.int64(nodes[left].parent)
    while nodes[right].depth > nodes[left].depth:
        right = np.int64(nodes[right].parent)
    while nodes[left].parent != nodes[right].parent:
        left = np.int64(nodes[left].parent)
        right = np.int64(nodes[right].parent)
    return left < right


@inline
def _purge(tree, count, ancestor, children_only):
    """Remove the states of all descendants of a node from OPEN; return how many remain."""
    nodes = tree.nodes
    kept = 0
    tree.now[SCANNED] += count
    for at in range(count):
        number = np.int64(nodes[tree.state[at] >> 1].parent)
        while not children_only and nodes[number].depth > nodes[ancestor].depth:
            number = np.int64(nodes[number].parent)
        if number != ancestor:
            tree.state[kept] = tree.state[at]
            tree.merit[kept] = tree.merit[at]
            kept += 1
    return np.int64(kept)


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
