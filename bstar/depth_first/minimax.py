"""Minimax: every move of every position, no window, no memory.

The oracle of all other searches: slow and obvious.  It ignores the static bounds of the game and plays even
settled moves, so that they are verified too.
"""

from __future__ import annotations

import numpy as np

from bstar.game import FULL, INF, NO_MOVE, final, is_over, moves, play, undo
from bstar.jit import inline
from bstar.search_control import BEST, EXPANSIONS, LEAVES, MEMORY_FULL, REASON, count_node


@inline
def minimax(game, memory, stack, control, alpha, beta):
    """Return the value of the position; the first best move is left in `control[BEST]`.

    It takes memory and window of any search and uses neither.
    If `control[REASON]` is not FINISHED the number returned means nothing, but the position is restored.
    """
    rows = stack.rows
    depth = np.int64(0)
    entering = True
    value = np.int64(0)
    while True:
        row = rows[depth]
        leaving = False
        if entering:
            if not count_node(control):
                break
            row.best, row.best_move, row.left = -INF, NO_MOVE, 0
            if is_over(game):
                control[LEAVES] += 1
                row.best = final(game)
                leaving = True
            else:
                control[EXPANSIONS] += 1
                row.first = rows[depth - 1].first + rows[depth - 1].count if depth > 0 else 0
                row.count, _ = moves(game, np.int64(-INF), np.int64(INF), stack.moves, row.first)
                if row.count == FULL or depth + 1 == rows.shape[0]:
                    control[REASON] = MEMORY_FULL
                    break
                row.left = row.count
        if not leaving and row.left > 0:
            index = row.first + row.count - row.left
            row.left -= 1
            row.gain = stack.moves.gain[index]
            row.move = stack.moves.move[index]
            play(game, row.move)
            depth += 1
            entering = True
            continue
        value = row.best
        if depth == 0:
            control[BEST] = row.best_move
            return value
        undo(game)
        depth -= 1
        entering = False
        parent = rows[depth]
        if parent.gain - value > parent.best:
            parent.best = parent.gain - value
            parent.best_move = parent.move
    for _ in range(depth):
        undo(game)
    return np.int64(0)
