"""NegaScout: the first move with the full window, all others with a null window and again if better.

    t = -negascout(p.i, -b, -a)                        b = beta for the first move, then a + 1
    if t > a and t < beta and i > 1: t = -negascout(p.i, -beta, -t)
    a = max(a, t);  if a >= beta return;  b = a + 1

After Reinefeld, An improvement to the Scout tree-search algorithm (1983), which is the principal variation
search of Marsland and Campbell (1982); fail-soft, and on the same table as `alphabeta`, whose contract it
has.  Reinefeld saves the second search at the last two plies, where the first is exact; a game need not know
how many plies are left, so it is saved only after moves that end the game here.
"""

from __future__ import annotations

import numpy as np

from bstar.depth_first.alphabeta import ENTER, LEAVE, STEP, enter_node, store_bounds, update_best
from bstar.depth_first.move_heap import pop
from bstar.game import INF, NO_MOVE, is_over, play, settle, undo
from bstar.jit import inline
from bstar.search_control import BEST, LEAVES


@inline
def negascout(game, table, stack, control, alpha, beta):
    """Bound the value of the position by the window (alpha, beta), as `alphabeta.bound` does."""
    rows = stack.rows
    depth = np.int64(0)
    value = np.int64(-INF)
    rows[0].alpha = alpha
    rows[0].beta = beta
    state = ENTER
    while True:
        row = rows[depth]
        if state == ENTER:
            state, value = enter_node(game, table, stack, control, depth)
        if state == STEP:
            state, value = _step(game, stack, control, depth)
            if state == ENTER:
                depth += 1
                continue
            store_bounds(table, control, row)
        if state == LEAVE:
            if depth == 0:
                control[BEST] = row.best_move
                return value
            depth -= 1
            state = _come_back(game, rows, depth, rows[depth].gain - value)
            if state == ENTER:
                depth += 1
        else:
            for _ in range(depth):
                undo(game)
            return np.int64(0)


@inline
def _step(game, stack, control, depth):
    """Take moves until one has to be searched (ENTER the next ply) or the answer is found (LEAVE)."""
    row = stack.rows[depth]
    buffer = stack.moves
    while row.best < row.beta and row.left > 0:
        index = pop(stack.keys, row.first, row.left)
        row.left -= 1
        floor = max(row.alpha, row.best)
        if buffer.upper[index] > floor and buffer.lower[index] != buffer.upper[index]:
            settle(game, buffer, index, floor)
        if buffer.lower[index] == buffer.upper[index]:
            control[LEAVES] += 1
            update_best(row, np.int64(buffer.lower[index]), buffer.move[index])
        elif buffer.upper[index] <= floor:
            row.best = max(row.best, np.int64(buffer.upper[index]))
        elif buffer.lower[index] >= row.beta:
            update_best(row, np.int64(buffer.lower[index]), buffer.move[index])
        else:
            row.gain = buffer.gain[index]
            row.move = buffer.move[index]
            row.is_scout = row.best_move != NO_MOVE and floor + 1 < row.beta
            _look_into(stack.rows, depth, floor, floor + 1 if row.is_scout else row.beta)
            play(game, row.move)
            return ENTER, np.int64(0)
    return LEAVE, row.best


@inline
def _come_back(game, rows, depth, value):
    """Update the parent with the value of its move, or ENTER it again with the window above that."""
    row = rows[depth]
    is_open = row.is_scout and max(row.alpha, row.best) < value < row.beta and not is_over(game)
    undo(game)
    update_best(row, value, row.move)
    if not is_open:
        return STEP
    row.is_scout = False
    _look_into(rows, depth, value, row.beta)
    play(game, row.move)
    return ENTER


@inline
def _look_into(rows, depth, alpha, beta):
    """Set the window of the position after a move from the window (alpha, beta) of its worth."""
    rows[depth + 1].alpha = rows[depth].gain - beta
    rows[depth + 1].beta = rows[depth].gain - alpha
