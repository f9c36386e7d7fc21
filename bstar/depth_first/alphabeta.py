"""Alpha-beta with memory: the one `bound` routine that the null-window family shares.

Fail-soft (Fishburn 1981; Plaat, Schaeffer, Pijls, de Bruin 1996): with r the number returned,

    r <= alpha          then  value <= r
    alpha < r < beta    then  value == r
    r >= beta           then  value >= r

Both bounds are stored; cuts are made on equality.  The recursion of the papers is an explicit stack
here: ENTER examines a position, STEP takes its next move, LEAVE returns the value to the parent.

A reply that fails before the one that refutes costs most near the root.  So the latest that refuted moves of
the root, where better-ranked ones had failed, rank higher at the next one (after the killer moves of Akl and
Newborn, The principal continuation and the killer heuristic, 1977).

Several threads may search the same position with one table (bstar.parallel).  A move other than the first
that leads to a position another thread is searching is deferred until the moves after it have been searched
(AWAY): by then its value is often in the table (ABDADA: Weill 1996; in this simple form T. Kerrigan).  And a
thread checks whether another one has finished a position above it meanwhile, and returns there: the rest of
its work below is not needed.
"""

from __future__ import annotations

import numpy as np

from bstar.depth_first.move_heap import heapify, pop
from bstar.depth_first.transposition_table import (
    is_being_searched,
    is_frozen,
    mark_searching,
    probe,
    store,
    unmark_searching,
)
from bstar.game import FULL, INF, NO_MOVE, final, is_over, key, moves, play, tighten, undo
from bstar.jit import inline, linked
from bstar.search_control import (
    AT_ROOT,
    BEST,
    EXPANSIONS,
    FIXED_ORDER,
    LEAVES,
    MEMORY_FULL,
    NODES,
    REASON,
    count_node,
)

ENTER, STEP, LEAVE, ABANDON, AWAY = range(5)
FIRST_RANK = np.int64(1) << np.int64(39)  # above that of any game
REFUTATION_RANK = 100  # what a reply that refuted another move of the root counts more; ranks are points


@linked("int64")
def bound(game, table, stack, control, alpha, beta):
    """Bound the value of the position by the window (alpha, beta), alpha < beta.

    Returns the fail-soft value; the best move is left in `control[BEST]`.  If `control[REASON]` is not
    FINISHED, the search ended early and the number returned is meaningless, but the position is restored
    and the table holds only what was proven.
    """
    rows = stack.rows
    depth = np.int64(0)
    value = np.int64(-INF)
    rows[0].alpha = alpha
    rows[0].beta = beta
    state = ENTER
    while True:
        row = rows[depth]
        if state == ENTER:
            above, value = _answered_above(table, stack, control, depth)
            if above == depth:
                state, value = enter_node(game, table, stack, control, depth)
            else:
                while depth > above:
                    undo(game)
                    depth -= 1
                    row = rows[depth]
                    unmark_searching(table, depth, row.key)
                state = LEAVE
        if state == STEP:
            state, value = _step(game, stack, control, depth)
            if state == ENTER:
                depth += 1
                continue
            if _is_reply(control, depth) and row.best >= row.beta and row.searched > 1:
                _note_refutation(stack, row.best_move)
            store_bounds(table, control, row)
            unmark_searching(table, depth, row.key)
        if state in (LEAVE, AWAY):
            if depth == 0:
                control[BEST] = row.best_move
                return value
            undo(game)
            depth -= 1
            if state == LEAVE:
                rows[depth].searched += 1
                update_best(rows[depth], rows[depth].gain - value, rows[depth].move)
            else:
                _defer(stack, rows[depth])
            state = STEP
        else:
            for _ in range(depth):
                unmark_searching(table, depth, rows[depth].key)
                undo(game)
                depth -= 1
            return np.int64(0)


@inline
def enter_node(game, table, stack, control, depth):
    """Examine the position at `depth`: LEAVE if it is over or known, else STEP through its moves."""
    row = stack.rows[depth]
    row.best_move = NO_MOVE
    if not count_node(control):
        return ABANDON, np.int64(0)
    if is_over(game):
        control[LEAVES] += 1
        return LEAVE, np.int64(final(game))
    row.key = key(game)
    lower, upper, row.hash_move = probe(table, row.key)
    if lower >= row.beta or lower == upper:
        row.best_move = row.hash_move
        return LEAVE, lower
    if upper <= row.alpha:
        row.best_move = row.hash_move
        return LEAVE, upper
    if depth > 0 and is_being_searched(table, depth, row.key):
        parent = stack.rows[depth - 1]
        if parent.searched > 0 and parent.resumed == 0:
            return AWAY, np.int64(0)
    mark_searching(table, depth, row.key)
    row.alpha = max(row.alpha, lower)
    row.beta = min(row.beta, upper)
    row.work = control[NODES]
    if depth > 0:
        parent = stack.rows[depth - 1]
        row.first = parent.first + parent.count
    else:
        row.first = 0
    control[EXPANSIONS] += 1
    row.count, row.best = moves(game, row.alpha, row.beta, stack.moves, row.first)
    if row.count == FULL or depth + 1 == stack.rows.shape[0]:
        control[REASON] = MEMORY_FULL
        return ABANDON, np.int64(0)
    if control[FIXED_ORDER] == 0:
        _prefer(stack, row, _is_reply(control, depth))
    heapify(stack.keys, row.first, row.count, stack.moves.rank)
    row.left = row.count
    row.searched = row.deferred = row.resumed = 0
    return STEP, np.int64(0)


@inline
def _is_reply(control, depth):
    """Return whether the moves at `depth` are replies to those of the root."""
    return depth == 1 and control[AT_ROOT] != 0


@inline
def _prefer(stack, row, is_reply):
    """Rank the move that the table knows first, and replies that refuted other moves of the root higher."""
    moves = stack.moves
    if row.hash_move == NO_MOVE and not is_reply:
        return
    for index in range(row.first, row.first + row.count):
        if is_reply and _has_refuted(stack, moves.move[index]):
            moves.rank[index] += REFUTATION_RANK
        if moves.move[index] == row.hash_move:
            moves.rank[index] = FIRST_RANK


@inline
def _has_refuted(stack, move):
    found = False
    for known in stack.refutations:
        found |= move == known
    return found


@inline
def _note_refutation(stack, move):
    """Note a reply that refuted a move of the root where better-ranked ones had failed."""
    known = stack.refutations
    if not _has_refuted(stack, move):
        for place in range(known.shape[0] - 1, 0, -1):
            known[place] = known[place - 1]
        known[0] = move


@inline
def _answered_above(table, stack, control, depth):
    """Return (ply, value) of a position above that another thread has finished; (depth, 0) if none is found.

    Each node checks one of the plies above, which costs little and is soon enough.
    """
    if is_frozen(table) and depth > 1:
        ply = control[NODES] % depth
        row = stack.rows[ply]
        lower, upper, move = probe(table, row.key)
        if lower >= row.beta or lower == upper:
            row.best_move = move
            return ply, lower
        if upper <= row.alpha:
            return ply, upper
    return depth, np.int64(0)


@inline
def _step(game, stack, control, depth):
    """Take moves until one has to be searched (ENTER the next ply) or the answer is found (LEAVE)."""
    row = stack.rows[depth]
    buffer = stack.moves
    while row.best < row.beta:
        if row.left > 0:
            index = pop(stack.keys, row.first, row.left)
            row.left -= 1
        elif row.resumed < row.deferred:
            row.resumed += 1
            index = stack.keys[row.first + row.count - row.resumed]
        else:
            break
        if buffer.upper[index] > max(row.alpha, row.best) and buffer.lower[index] != buffer.upper[index]:
            tighten(game, buffer, index, max(row.alpha, row.best))
        if buffer.lower[index] == buffer.upper[index]:
            control[LEAVES] += 1
            update_best(row, np.int64(buffer.lower[index]), buffer.move[index])
        elif buffer.upper[index] <= max(row.alpha, row.best):
            row.best = max(row.best, np.int64(buffer.upper[index]))
        elif buffer.lower[index] >= row.beta:
            update_best(row, np.int64(buffer.lower[index]), buffer.move[index])
        else:
            row.gain = buffer.gain[index]
            row.move = buffer.move[index]
            row.index = index
            child = stack.rows[depth + 1]
            child.alpha = row.gain - row.beta
            child.beta = row.gain - max(row.alpha, row.best)
            play(game, row.move)
            return ENTER, np.int64(0)
    return LEAVE, row.best


@inline
def _defer(stack, row):
    """Defer the move just taken: its index goes where the heap has shrunk."""
    row.deferred += 1
    stack.keys[row.first + row.count - row.deferred] = row.index


@inline
def update_best(row, value, move):
    """Update the best move and value with a move's value, or the bound its window allowed."""
    if value > row.best or row.best_move == NO_MOVE:
        row.best_move = move
    row.best = max(row.best, value)


@inline
def store_bounds(table, control, row):
    """Store what the finished position at `row` has proven."""
    if row.best <= row.alpha and row.hash_move != NO_MOVE:
        row.best_move = row.hash_move  # no move beats the lower bound in the table: that one attains it
    lower = row.best if row.best > row.alpha else np.int64(-INF)
    upper = row.best if row.best < row.beta else np.int64(INF)
    store(table, row.key, lower, upper, row.best_move, control[NODES] - row.work)
