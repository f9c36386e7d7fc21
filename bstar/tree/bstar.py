"""B* with a tree of its own: prove which move is best, best-first, without knowing its value (Berliner 1979).

The solver `bstar` keeps no tree (bstar.root_proof).  bstar.tree.rounds drives this search, for Maven's way
(bstar.tree.maven) and for the strategies named `bstar:2D` and the like.

    until one root move's pessimistic bound is at least every other's optimistic bound:
        choose PROVEBEST or DISPROVEREST, and with it a root move        (bstar.tree.strategies)
        descend from there, always to the most promising move, to a leaf
        expand the leaf: assign intervals to its moves
        back the intervals up, through all parents, until nothing changes (bstar.tree.nodes)

Ties separate.  The leaf that is reached never has an interval of width 0: the most promising move of
a node with an interval to narrow has one itself.  A position that is already in the tree is linked
instead of being expanded again.

At a limit the kernel returns with the tree intact; called again it continues.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import (
    FULL,
    INF,
    EstimateBuffer,
    default_estimate,
    estimate,
    final,
    is_over,
    key,
    moves,
    new_estimates,
    play,
    tighten,
    undo,
)
from bstar.jit import inline, kernel_tuple
from bstar.search_control import EXPANSIONS, FINISHED, LEAVES, NODES, REASON, STOPPED, count_node
from bstar.tree.nodes import (
    LINKS_USED,
    NODES_USED,
    NONE,
    ROOT,
    add_node,
    find,
    link_nodes,
    propagate,
    settle_leaf,
    summarise,
)
from bstar.tree.search_log import SearchLog, record_changes, record_depth
from bstar.tree.strategies import Strategy, choose, promising

ESTIMATES, EXPANSION_LIMIT = range(2, 4)  # indices into `settings`, after those of bstar.tree.strategies

OUTCOMES = ("under way", "separated", "interrupt", "nodes", "expansions", "depth", "memory", "over")
UNDER_WAY, SEPARATED, INTERRUPTED, NODES_SPENT, EXPANSIONS_SPENT, TOO_DEEP, TREE_FULL, OVER = range(8)


@kernel_tuple
class TreeSearch(NamedTuple):
    """Settings and state of a search."""

    settings: np.ndarray  # int64[4]
    turn: np.ndarray  # int64[1]   the strategy whose turn it is, if they alternate
    path: np.ndarray  # int32[D]  links from the root to the current position
    estimates: EstimateBuffer
    log: SearchLog


def new_tree_search(
    strategy: Strategy, heuristic: bool, plies: int, moves: int, log: SearchLog
) -> TreeSearch:
    """Return a search at most `plies` deep in a game of at most `moves` moves a position."""
    settings = np.array([*strategy, heuristic, 0], np.int64)
    return TreeSearch(settings, np.zeros(1, np.int64), np.zeros(plies, np.int32), new_estimates(moves), log)


def run(game, tree, search, stack, control):
    """Grow the tree until the best move is separated or a limit is reached; return one of `OUTCOMES`."""
    control[REASON] = FINISHED
    while True:
        depth = np.int64(0)
        outcome = UNDER_WAY
        if tree.facts[NODES_USED] > 0:
            if separated_move(tree) != NONE:
                return SEPARATED
            depth = descend(game, tree, search, control)
            if tree.links[search.path[depth - 1]].child != NONE:
                outcome = TOO_DEEP
        if outcome == UNDER_WAY:
            outcome = expand(game, tree, search, stack, control, depth)
        for _ in range(depth):
            undo(game)
        if outcome != UNDER_WAY:
            return outcome
        record_changes(search.log, tree, control[EXPANSIONS])


@inline
def separated_move(tree):
    """Return the root move whose pessimistic bound no other can exceed, or NONE."""
    first = np.int64(tree.nodes[ROOT].first)
    last = first + tree.nodes[ROOT].count
    best = first
    for link in range(first + 1, last):
        each, leader = tree.links[link], tree.links[best]
        if each.pessimistic > leader.pessimistic or (
            each.pessimistic == leader.pessimistic and each.optimistic > leader.optimistic
        ):
            best = np.int64(link)
    for link in range(first, last):
        if link != best and tree.links[link].optimistic > tree.links[best].pessimistic:
            return np.int64(NONE)
    return best


@inline
def descend(game, tree, search, control):
    """Play from the root down to a leaf; return its depth, at most the path's length."""
    node = np.int64(ROOT)
    depth = np.int64(0)
    while node != NONE and depth < search.path.shape[0]:
        link = choose(tree, search, control) if depth == 0 else promising(tree, node, np.int64(NONE))
        play(game, tree.links[link].move)
        search.path[depth] = link
        depth += 1
        node = np.int64(tree.links[link].child)
    record_depth(search.log, depth)
    return depth


@inline
def expand(game, tree, search, stack, control, depth):
    """Settle the leaf at the end of the path, link it or add its moves to the tree, and back up."""
    if not count_node(control):
        return INTERRUPTED if control[REASON] == STOPPED else NODES_SPENT
    link = np.int64(search.path[depth - 1]) if depth > 0 else np.int64(NONE)
    if is_over(game):
        if link == NONE:
            return OVER
        control[LEAVES] += 1
        parent = settle_leaf(tree, link, np.int64(final(game)))
        summarise(tree, parent)
        propagate(tree, parent)
        return UNDER_WAY
    position = np.uint64(key(game))
    node = find(tree, position)
    if node != NONE:
        link_nodes(tree, link, node)
    else:
        if control[EXPANSIONS] >= search.settings[EXPANSION_LIMIT]:
            control[NODES] -= 1  # it is entered again later
            return EXPANSIONS_SPENT
        if tree.facts[NODES_USED] == tree.nodes.shape[0] or tree.facts[LINKS_USED] == tree.links.shape[0]:
            return TREE_FULL
        count = evaluate(game, search, stack, control)
        if count == FULL:
            return TREE_FULL
        node = add_node(tree, link, position, stack, search.estimates, count)
        if node == NONE:
            return TREE_FULL
    propagate(tree, node)
    return UNDER_WAY


@inline
def evaluate(game, search, stack, control):
    """Write the moves of the position with proven and estimated intervals; return their number, or FULL."""
    control[EXPANSIONS] += 1
    buffer = stack.moves
    count, _ = moves(game, np.int64(-INF), np.int64(INF), buffer, np.int64(0))
    if count == FULL:
        return np.int64(FULL)
    for index in range(count):
        if buffer.lower[index] != buffer.upper[index]:
            tighten(game, buffer, np.int64(index), np.int64(INF))
        if buffer.lower[index] == buffer.upper[index]:
            control[LEAVES] += 1
    if search.settings[ESTIMATES] != 0:
        estimate(game, buffer, np.int64(0), count, search.estimates)
    else:
        default_estimate(game, buffer, np.int64(0), count, search.estimates)
    return np.int64(count)
