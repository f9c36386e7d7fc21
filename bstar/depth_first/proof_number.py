"""Proof-number search: one null window answered by the proof that looks cheapest (Allis and others, 1994).

A node asks whether its position is worth at least gamma to the side on turn.

    pn       effort that a "yes" still takes: the least `dn` of its moves, as one that is good enough will do
    dn       effort that a "no" still takes: the sum of `pn` over its moves, as all must be refuted
    solved   pn = 0: proven, dn = 0: refuted; then `best` bounds the value as fail-soft alpha-beta does

               gamma 10:  pn 64   dn 48
               /                        \\
    A for 12   gamma 3: pn 16  dn 64    B for 8    gamma -1: pn 32  dn 128        a move for g asks the
                                                                                  opponent g - gamma + 1

Alpha-beta searches the move ranked first to its end even where that takes thousands of nodes and the next
move a dozen.  Here the least effort is searched, and left as soon as another move takes less: with the
thresholds of depth-first proof-number search (Nagai 2002), on a tree that is kept in memory for one call.
What is solved goes to the transposition table that alpha-beta uses, so both profit from one another.

The efforts of a move that has not been searched come from its rank (`_first_dn`, `_first_pn`): one of low
rank is searched late, and refuted soon.  Where the tree has no room, alpha-beta takes over.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.depth_first.alphabeta import FIRST_RANK, bound, update_best
from bstar.depth_first.move_heap import INDEX_BITS, heapify, pop
from bstar.depth_first.transposition_table import TranspositionTable, new_table, probe, store
from bstar.game import FULL, INF, NO_MOVE, final, is_over, key, moves, play, tighten, undo
from bstar.jit import inline, kernel_tuple, linked
from bstar.search_control import (
    BEST,
    EXPANSIONS,
    FINISHED,
    FIXED_ORDER,
    LEAVES,
    NODES,
    REASON,
    count_node,
)

NODE = np.dtype(
    [
        ("move", np.int64),  # that leads here
        ("pn", np.int64),
        ("dn", np.int64),
        ("first", np.int64),  # its moves are the nodes from here on; 0: not searched yet
        ("waiting", np.int64),  # sum of pn over the moves that have not been searched
        ("top_rank", np.int64),  # the highest rank of a move that is not settled
        ("best_move", np.int64),
        ("work", np.int64),  # nodes spent below
        ("gain", np.int32),  # of the move that leads here
        ("lower", np.int32),  # static bounds of the worth of that move
        ("upper", np.int32),
        ("best", np.int32),  # a bound of the value: of the moves refuted so far, of all of them once solved
        ("count", np.int32),  # its moves
        ("left", np.int32),  # of these not searched yet
        ("open", np.int32),  # searched, but not solved
        ("unused", np.int32),
    ]
)
ROW = np.dtype(
    [
        ("node", np.int64),
        ("gamma", np.int64),
        ("pn_limit", np.int64),  # the node is left when an effort reaches its limit
        ("dn_limit", np.int64),
        ("entered", np.int64),  # nodes counted by then
        ("key", np.uint64),
    ]
)
NODE_BYTES = NODE.itemsize + 2 * np.dtype(np.int64).itemsize
NEVER = np.int64(1) << np.int64(40)  # effort of what is impossible
ROOT = 0
PLIES = 128

# Efforts are in 16ths of a node.  With half or twice these values pre-endgames take some per cent more.
FIRST_DN = 64  # of the move ranked first
DN_PER_RANK = 64  # more for each point of rank behind it
MOST_BEHIND = 200
FIRST_PN = 16  # of the move ranked first
HALVED_BY = 16  # points of rank
MARGIN = 4  # a move is left when it takes 1/4 more than the next best


@kernel_tuple
class ProofTree(NamedTuple):
    """The tree of one search: the moves of a node are contiguous, and of `keys` too.

    `keys` begin with the heap of the moves that have not been searched, and end with the indices of those
    that have been and are not solved.
    """

    nodes: np.ndarray  # NODE[N]
    ranks: np.ndarray  # int64[N]
    keys: np.ndarray  # int64[N]
    rows: np.ndarray  # ROW[plies]
    used: np.ndarray  # int64[1]  nodes in use


@kernel_tuple
class ProofMemory(NamedTuple):
    """The memory of the search: the table lasts from call to call, the tree for one call."""

    table: TranspositionTable
    tree: ProofTree


def new_proof_memory(size_bytes: int) -> ProofMemory:
    """Return a table and a tree of half of `size_bytes` bytes each."""
    table = new_table(size_bytes // 2)
    return ProofMemory(table, new_proof_tree((size_bytes - size_bytes // 2) // NODE_BYTES))


def new_proof_tree(nodes: int, plies: int = PLIES) -> ProofTree:
    """Return a tree with room for a number of nodes and plies."""
    return ProofTree(
        lazy_zeros(max(nodes, 1), NODE).view(np.recarray),
        lazy_zeros(max(nodes, 1), np.int64),
        lazy_zeros(max(nodes, 1), np.int64),
        np.zeros(plies, ROW).view(np.recarray),
        np.zeros(1, np.int64),
    )


@linked("int64")
def prove(game, table, tree, stack, control, gamma):
    """Answer whether the position is worth at least gamma: the fail-soft value, as `alphabeta.bound` does.

    The best move is left in `control[BEST]`.  If `control[REASON]` is not FINISHED, the search ended early
    and the number returned is meaningless, but the position is restored.
    """
    depth = np.int64(0)
    tree.used[0] = ROOT + 1
    row, node = tree.rows[0], tree.nodes[ROOT]
    row.node, row.gamma, row.entered = ROOT, gamma, control[NODES]
    row.pn_limit = row.dn_limit = NEVER
    node.first, node.work, node.best_move = 0, 0, NO_MOVE
    goes_on = _expand(game, table, tree, stack, control, depth)
    while goes_on:
        row = tree.rows[depth]
        node = tree.nodes[row.node]
        if node.pn > 0 and node.dn > 0:
            child, next_best = _back_up(table, tree, control, row)
            if child != ROOT:
                is_new = tree.nodes[child].first == 0
                if is_new and not _needs_search(game, table, tree, stack, control, row, child):
                    continue
                _descend(game, tree, control, depth, child, next_best)
                depth += 1
                if is_new:
                    goes_on = _expand(game, table, tree, stack, control, depth)
                else:
                    tree.rows[depth].key = key(game)
                continue
        node.work += control[NODES] - row.entered
        if depth == 0:
            break
        undo(game)
        depth -= 1
    for _ in range(depth):
        undo(game)
    control[BEST] = tree.nodes[ROOT].best_move
    return np.int64(tree.nodes[ROOT].best)


@inline
def _expand(game, table, tree, stack, control, depth):
    """Examine the position at `depth`, list its moves unless it is solved; False: the search ended early."""
    row, buffer = tree.rows[depth], stack.moves
    node, gamma = tree.nodes[row.node], row.gamma
    if not count_node(control):
        return False
    if is_over(game):
        control[LEAVES] += 1
        _solve(node, gamma, np.int64(final(game)), np.int64(NO_MOVE))
        return True
    row.key = key(game)
    lower, upper, hash_move = probe(table, row.key)
    if lower >= gamma or upper < gamma:
        _solve(node, gamma, lower if lower >= gamma else upper, hash_move)
        return True
    control[EXPANSIONS] += 1
    count, dropped = moves(game, gamma - 1, gamma, buffer, np.int64(0))
    first = tree.used[0]
    if count == FULL or first + count > tree.nodes.shape[0] or depth + 1 == tree.rows.shape[0]:
        value = bound(game, table, stack, control, gamma - 1, gamma)
        _solve(node, gamma, value, control[BEST])
        return control[REASON] == FINISHED
    node.first, node.count, node.left, node.open = first, count, count, 0
    node.best, node.best_move = dropped, NO_MOVE
    node.pn = node.dn = 1
    tree.used[0] = first + count
    node.top_rank = -FIRST_RANK
    for index in range(count):
        child = tree.nodes[first + index]
        child.move, child.gain = buffer.move[index], buffer.gain[index]
        child.lower, child.upper = buffer.lower[index], buffer.upper[index]
        child.first = child.work = 0
        is_first = child.move == hash_move and control[FIXED_ORDER] == 0
        tree.ranks[first + index] = FIRST_RANK if is_first else buffer.rank[index]
        if child.lower != child.upper:
            node.top_rank = max(node.top_rank, buffer.rank[index])
    node.waiting = 0
    for index in range(first, first + count):
        node.waiting += _first_pn(node, tree.ranks[index])
    heapify(tree.keys, first, count, tree.ranks)
    return True


@inline
def _back_up(table, tree, control, row):
    """Sum up the efforts of the moves; return the one to search next (ROOT: none) and the next best dn."""
    node = tree.nodes[row.node]
    end = node.first + node.count
    chosen, least, next_best, total = np.int64(ROOT), NEVER, NEVER, np.int64(node.waiting)
    for at in range(end - node.open, end):
        child = tree.nodes[tree.keys[at]]
        if child.dn == 0:
            _finish(table, tree, control, row, np.int64(child.gain - child.best), child.move)
            return np.int64(ROOT), NEVER
        if child.pn == 0:
            update_best(node, np.int64(child.gain - child.best), child.move)
            tree.keys[at] = tree.keys[end - node.open]
            node.open -= 1
            continue
        total += child.pn
        if child.dn < least:
            chosen, least, next_best = tree.keys[at], child.dn, least
        else:
            next_best = min(next_best, child.dn)
    if node.open == 0 and node.left == 0:
        _finish(table, tree, control, row, np.int64(node.best), np.int64(NO_MOVE))
        return np.int64(ROOT), NEVER
    waiting = _next_first_dn(tree, node)
    node.pn, node.dn = min(least, waiting), total
    if node.pn >= row.pn_limit or node.dn >= row.dn_limit:
        return np.int64(ROOT), NEVER
    if least <= waiting:
        return chosen, min(next_best, waiting)
    chosen = pop(tree.keys, node.first, node.left)
    node.left -= 1
    child = tree.nodes[chosen]
    child.pn, child.dn = _first_pn(node, tree.ranks[chosen]), waiting
    node.waiting -= child.pn
    return chosen, min(least, _next_first_dn(tree, node))


@inline
def _needs_search(game, table, tree, stack, control, row, number):
    """Return whether a move that was waiting is not settled by its static bounds; then it is open."""
    node, child, buffer = tree.nodes[row.node], tree.nodes[number], stack.moves
    if child.upper >= row.gamma and child.lower != child.upper:
        buffer.move[0], buffer.gain[0] = child.move, child.gain
        buffer.lower[0], buffer.upper[0] = child.lower, child.upper
        tighten(game, buffer, np.int64(0), row.gamma - 1)
        child.lower, child.upper = buffer.lower[0], buffer.upper[0]
    control[LEAVES] += child.lower == child.upper
    if child.lower >= row.gamma:
        _finish(table, tree, control, row, np.int64(child.lower), child.move)
        return False
    if child.upper < row.gamma:
        update_best(node, np.int64(child.upper), child.move)
        return False
    node.open += 1
    tree.keys[node.first + node.count - node.open] = number
    return True


@inline
def _descend(game, tree, control, depth, number, next_best):
    """Make the move to a node, with the limits at which it is left."""
    row, below = tree.rows[depth], tree.rows[depth + 1]
    node, child = tree.nodes[row.node], tree.nodes[number]
    below.node, below.gamma, below.entered = number, child.gain - row.gamma + 1, control[NODES]
    below.dn_limit = min(row.pn_limit, next_best + next_best // MARGIN + 1)
    below.pn_limit = row.dn_limit - node.dn + child.pn
    play(game, child.move)


@inline
def _finish(table, tree, control, row, value, move):
    """Solve a node whose moves were listed, store its value, and give the room of its moves back."""
    node = tree.nodes[row.node]
    _solve(node, row.gamma, value, move if move != NO_MOVE else node.best_move)
    is_proven = value >= row.gamma
    lower, upper = value if is_proven else np.int64(-INF), np.int64(INF) if is_proven else value
    # without a move where it is refuted: the table keeps the one that attains its lower bound
    store(table, row.key, lower, upper, move, node.work + control[NODES] - row.entered)
    if node.first + node.count == tree.used[0]:
        tree.used[0] = node.first


@inline
def _solve(node, gamma, value, move):
    """Note the answer of a node."""
    node.pn, node.dn = (0, NEVER) if value >= gamma else (NEVER, 0)
    node.best, node.best_move = value, move


@inline
def _next_first_dn(tree, node):
    """Return the effort that the next waiting move takes to be good enough."""
    if node.left == 0:
        return NEVER
    behind = node.top_rank - (tree.keys[node.first] >> INDEX_BITS)
    return np.int64(FIRST_DN + DN_PER_RANK * min(max(behind, np.int64(0)), np.int64(MOST_BEHIND)))


@inline
def _first_pn(node, rank):
    """Return the effort that a move of a rank takes to be refuted."""
    halvings = max(node.top_rank - rank, np.int64(0)) // HALVED_BY
    return max(np.int64(FIRST_PN) >> min(halvings, np.int64(60)), np.int64(1))


@inline
def prove_or_bound(game, memory, stack, control, alpha, beta):
    """Answer a null window with `prove`, a wider one with alpha-beta."""
    if beta - alpha > 1:
        return bound(game, memory.table, stack, control, alpha, beta)
    return prove(game, memory.table, memory.tree, stack, control, beta)
