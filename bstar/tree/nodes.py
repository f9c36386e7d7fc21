"""The tree of B*: expanded positions, the moves between them, and the intervals of both.

    node   a position:  its moves are the links first .. first + count - 1; interval of its value
    link   a move:      the node it leads to (NONE until that is expanded); interval of its worth

             0  root                 Two moves may lead to one position: it is found by its key, expanded
           / | \\                     once, and has two parents.  Bounds are backed up through all parents;
    link  0  1  2                    maximum and minimum count nothing twice.
          |   \\ |
          1     2

Nodes carry the interval of their value for the player on turn, links that of their worth for the player who
moves (`bstar.tree.interval`); worth = gain - value after it.  Below the root, moves are left out if another
one is proven to be at least as good.  All arrays have a fixed size; a tree without room reports it and stays
unchanged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.depth_first.move_heap import heapify, pop
from bstar.game import INF
from bstar.jit import inline, kernel, kernel_tuple, linked
from bstar.tree.interval import INTERVAL, add, clamp_estimate, update

NONE = -1  # no link, or no node
ROOT = 0  # the first node
MOVES = 40  # of a position, as memory is divided

NODE = np.dtype(
    [
        ("key", np.uint64),
        ("first", np.int32),
        ("count", np.int32),
        ("parents", np.int32),  # a link that leads here, NONE at the root; see next_parent
        *INTERVAL,
    ]
)
LINK = np.dtype(
    [
        ("move", np.int64),
        ("gain", np.int32),
        ("parent", np.int32),
        ("child", np.int32),
        ("next_parent", np.int32),  # another link that leads to the same child
        *INTERVAL,
    ]
)

# indices of `facts`; EVALUATIONS: intervals assigned; CONTRADICTIONS: proven bounds that exclude each other;
# REFRESHED: links updated from their child while backing up
NODES_USED, LINKS_USED, WIDENED, EVALUATIONS, CONTRADICTIONS, REFRESHED = range(6)


@kernel_tuple
class Tree(NamedTuple):
    """A growing tree, strictly a directed acyclic graph; node 0 is the root."""

    nodes: np.ndarray  # NODE[N]
    links: np.ndarray  # LINK[M]
    index: np.ndarray  # int32[2**k]  nodes by key, open addressing
    queue: np.ndarray  # int32[N]     nodes whose parents have to be updated
    queued: np.ndarray  # bool[N]
    backed: np.ndarray  # NODE[1]     an interval on its way up
    facts: np.ndarray  # int64[6]


def capacity_for(size_bytes: int) -> tuple[int, int]:
    """Return the numbers of nodes and links that fit into `size_bytes`, at MOVES moves a position."""
    node = NODE.itemsize + 4 * 4 + 4 + 1  # with its share of the index and the queue
    nodes = max(1, size_bytes // (node + MOVES * LINK.itemsize))
    return nodes, nodes * MOVES


def new_tree(nodes: int, links: int) -> Tree:
    """Return an empty tree with room for `nodes` positions and `links` moves."""
    if not 0 < nodes < 1 << 30 or not 0 < links < 1 << 31:
        raise ValueError(f"a tree of {nodes} nodes and {links} links, expected at least one of each")
    return Tree(
        lazy_zeros(nodes, NODE).view(np.recarray),
        lazy_zeros(links, LINK).view(np.recarray),
        np.full(1 << (2 * nodes - 1).bit_length(), NONE, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.bool_),
        np.zeros(1, NODE).view(np.recarray),
        np.zeros(6, np.int64),
    )


@inline
def find(tree, key):
    """Return the node of the position `key`, or NONE."""
    return np.int64(tree.index[_slot(tree, key)])


@linked("int64")
def add_node(tree, link, key, stack, estimates, count):
    """Add a node for the position that `link` leads to (NONE: the root); return it, or NONE without room.

    Its moves are the `count` moves in the stack's buffer, with the estimates in `estimates`.
    """
    facts = tree.facts
    number, first = facts[NODES_USED], facts[LINKS_USED]
    if number == tree.nodes.shape[0] or first + count > tree.links.shape[0]:
        return np.int64(NONE)
    tree.index[_slot(tree, key)] = number
    facts[NODES_USED] += 1
    facts[EVALUATIONS] += count
    node = tree.nodes[number]
    node.key, node.parents = key, NONE
    node.lower, node.upper = -INF, INF
    node.low_depth, node.high_depth = 0, 0
    lower = stack.moves.lower
    best = np.int64(NONE)  # the move with the best lower bound, for pruning
    if link != NONE:
        best = np.int64(0)
        for index in range(count):
            if lower[index] > lower[best]:
                best = np.int64(index)
    heapify(stack.keys, np.int64(0), count, stack.moves.rank)
    at = first
    for left in range(count, 0, -1):
        index = pop(stack.keys, np.int64(0), np.int64(left))
        if best == NONE or index == best or stack.moves.upper[index] > lower[best]:
            _write(tree, at, number, stack.moves, estimates, index)
            at += 1
    node.first, node.count = first, at - first
    facts[LINKS_USED] = at
    if link == NONE:
        summarise(tree, number)
    else:
        link_nodes(tree, link, number)
    return number


@inline
def _write(tree, at, node, moves, estimates, index):
    """Write a leaf: a move of `node` with its static and its estimated interval."""
    link = tree.links[at]
    link.move, link.gain = moves.move[index], moves.gain[index]
    link.parent, link.child, link.next_parent = node, NONE, NONE
    link.lower, link.upper = moves.lower[index], moves.upper[index]
    link.low_depth, link.high_depth = 0, 0
    clamp_estimate(
        link, estimates.pessimistic[index], estimates.realistic[index], estimates.optimistic[index]
    )
    _widen_leaf(link, tree.facts[WIDENED])


@inline
def link_nodes(tree, link, number):
    """Connect a link to a node and share what is proven of either."""
    tree.links[link].child = number
    tree.links[link].next_parent = tree.nodes[number].parents
    tree.nodes[number].parents = link
    each, node = tree.links[link], tree.nodes[number]
    lower, upper = add(-each.upper, each.gain), add(-each.lower, each.gain)
    node.lower = max(np.int64(node.lower), lower)
    node.upper = min(np.int64(node.upper), upper)
    summarise(tree, number)


@inline
def settle_leaf(tree, link, value):
    """Set the value after a move that ends the game."""
    each = tree.links[link]
    worth = each.gain - value
    if worth < each.lower or worth > each.upper:
        tree.facts[CONTRADICTIONS] += 1
    each.lower = worth
    each.upper = worth
    clamp_estimate(each, worth, worth, worth)
    return np.int64(each.parent)


@linked("none")
def propagate(tree, start):
    """Update all ancestors of a node, through all parents, until nothing changes."""
    room = tree.queue.shape[0]
    tree.queue[0] = start
    head, waiting = np.int64(0), np.int64(1)
    while waiting > 0:
        number = np.int64(tree.queue[head])
        tree.queued[number] = False
        head = (head + 1) % room
        waiting -= 1
        link = np.int64(tree.nodes[number].parents)
        while link != NONE:
            tree.facts[REFRESHED] += 1
            if refresh(tree, link):
                parent = np.int64(tree.links[link].parent)
                if summarise(tree, parent) and not tree.queued[parent]:
                    tree.queued[parent] = True
                    tree.queue[(head + waiting) % room] = parent
                    waiting += 1
            link = np.int64(tree.links[link].next_parent)


@inline
def refresh(tree, number):
    """Update a link from the node it leads to; return whether it changed."""
    link, new = tree.links[number], tree.backed[0]
    node, gain = tree.nodes[link.child], np.int64(link.gain)
    new.lower, new.upper = add(-node.upper, gain), add(-node.lower, gain)
    new.pessimistic, new.optimistic = add(-node.optimistic, gain), add(-node.pessimistic, gain)
    new.realistic = add(-node.realistic, gain)
    new.low_depth, new.high_depth = node.high_depth + 1, node.low_depth + 1
    return _narrow(tree, link, new)


@linked("bool")
def summarise(tree, number):
    """Update a node from its best moves; return whether it changed."""
    node, new = tree.nodes[number], tree.backed[0]
    new.lower, new.upper, new.realistic = -INF, -INF, -INF
    new.pessimistic, new.optimistic = -INF, -INF
    new.low_depth, new.high_depth = 0, 0
    for index in range(node.first, node.first + node.count):
        link = tree.links[index]
        new.lower = max(new.lower, link.lower)
        new.upper = max(new.upper, link.upper)
        new.realistic = max(new.realistic, link.realistic)
        if link.pessimistic > new.pessimistic:
            new.pessimistic, new.low_depth = link.pessimistic, link.low_depth
        if link.optimistic > new.optimistic:
            new.optimistic, new.high_depth = link.optimistic, link.high_depth
    return _narrow(tree, node, new)


@kernel
def widen(tree: Tree, step: int) -> None:
    """Widen the estimates of every leaf by `step` points at both ends, and update everything above."""
    tree.facts[WIDENED] += step
    for number in range(tree.facts[LINKS_USED]):
        link = tree.links[number]
        if link.child == NONE:
            _widen_leaf(link, step)
    is_changing = True
    while is_changing:  # once for a tree; more often where a child is older than its parent
        is_changing = False
        for number in range(tree.facts[NODES_USED] - 1, -1, -1):
            node = tree.nodes[number]
            for index in range(node.first, node.first + node.count):
                if tree.links[index].child != NONE:
                    refresh(tree, np.int64(index))
            is_changing |= summarise(tree, np.int64(number))


@inline
def _widen_leaf(link, points):
    clamp_estimate(link, add(link.pessimistic, -points), link.realistic, add(link.optimistic, points))


@inline
def _narrow(tree, known, new):
    has_changed = update(known, new)
    if known.lower > known.upper:
        tree.facts[CONTRADICTIONS] += 1
    return has_changed


@inline
def _slot(tree, key):
    """Return the place of a key in the index, or the free place where it belongs."""
    mask = np.int64(tree.index.shape[0] - 1)
    slot = np.int64((key ^ (key >> np.uint64(29))) & np.uint64(mask))
    while tree.index[slot] != NONE and tree.nodes[tree.index[slot]].key != key:
        slot = (slot + 1) & mask
    return slot
