"""Null-window search in which a side only considers a limited number of moves in each position.

    both sides keep k       almost nothing to search: the result is a guess of the value
    one side keeps k        if that side reaches gamma all the same, this is proven: the opponent had every
    move

Moves settled by their bounds are never left out; of the others the first k are searched.
An answer that depends on moves left out is marked; it is stored under a key of its own (`SALT`),
where it holds for the selective game alone.  Every other answer is proven, and stored as such.  The move
that made a cut is stored for later searches of the position.

Only the ladder uses it (bstar.experimental.ladder states the cost).  For the bound of one side a
game that leaves out moves would do (bstar.experimental.palay); here an answer that did not need the moves
left out is known to be proven, and one table serves every k.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bstar.depth_first.alphabeta import ABANDON, ENTER, LEAVE, STEP, enter_node, store_bounds, update_best
from bstar.depth_first.move_heap import pop
from bstar.depth_first.transposition_table import probe, store, unmark_searching
from bstar.engine import Engine, SearchStopped
from bstar.game import FAR, INF, key, play, settle, undo
from bstar.jit import compiled, inline
from bstar.search_control import BEST, FINISHED, LEAVES, REASON, REASONS, count_node

MINE, OTHERS, SALT, IS_PARTIAL = range(4)  # indices into `kept`
ALL = INF  # moves kept by a side that keeps all
FACTOR = 0x1E3779B97F4A7C15  # spreads the bits of a salt
PLAYS = 8


@inline
def selective(game, table, stack, control, path, alpha, beta, kept):
    """Bound the value after `path` by the window (alpha, beta = alpha + 1), as `alphabeta.bound` does.

    `kept`, int64[4], holds the numbers of moves kept by the player on turn and by the opponent, and is set to
    whether the answer depends on moves left out.
    """
    for move in path:
        play(game, move)
    rows = stack.rows
    depth = 0
    value = np.int64(-INF)
    rows[0].alpha, rows[0].beta = alpha, beta
    state = ENTER
    while True:
        row = rows[depth]
        if state == ENTER:
            state, value = _arrive(game, table, stack, control, depth, kept)
        if state == STEP:
            state, value = _step(game, stack, control, depth, kept)
            if state == ENTER:
                depth += 1
                continue
            _remember(table, control, row, kept)
            unmark_searching(table, depth, row.key)
        if state == LEAVE and depth > 0:
            undo(game)
            depth -= 1
            _come_back(rows[depth], rows[depth].gain - value, row.is_partial)
            state = STEP
            continue
        control[BEST], kept[IS_PARTIAL] = rows[0].best_move, rows[0].is_partial
        for _ in range(depth):
            unmark_searching(table, depth, rows[depth].key)
            undo(game)
            depth -= 1
        for _ in path:
            undo(game)
        return value


@inline
def _arrive(game, table, stack, control, depth, kept):
    """Examine the position at `depth`; look it up in the selective game first."""
    row = stack.rows[depth]
    lower, upper, move = probe(table, key(game) ^ np.uint64(kept[SALT]))
    row.is_partial = lower >= row.beta or upper <= row.alpha
    if row.is_partial != 0:
        row.best_move = move
        if not count_node(control):
            return ABANDON, np.int64(0)
        return LEAVE, lower if lower >= row.beta else upper
    return enter_node(game, table, stack, control, depth)


@inline
def _step(game, stack, control, depth, kept):
    """Take moves until one has to be searched (ENTER the next ply) or the answer is found (LEAVE)."""
    row = stack.rows[depth]
    buffer = stack.moves
    while row.best < row.beta and row.left > 0:
        index = pop(stack.keys, row.first, row.left)
        row.left -= 1
        floor = max(row.alpha, row.best)
        if buffer.upper[index] > floor and buffer.lower[index] != buffer.upper[index]:
            settle(game, buffer, index, floor)
        if buffer.lower[index] == buffer.upper[index] or buffer.lower[index] >= row.beta:
            control[LEAVES] += 1
            update_best(row, np.int64(buffer.lower[index]), buffer.move[index])
            row.is_partial = row.is_partial if row.best < row.beta else 0
        elif buffer.upper[index] <= floor:
            row.best = max(row.best, np.int64(buffer.upper[index]))
        elif row.searched >= kept[depth & 1]:
            row.is_partial = 1
            return LEAVE, row.best
        else:
            row.gain, row.move = buffer.gain[index], buffer.move[index]
            child = stack.rows[depth + 1]
            child.alpha = row.gain - row.beta
            child.beta = row.gain - floor
            play(game, row.move)
            return ENTER, np.int64(0)
    return LEAVE, row.best


@inline
def _come_back(row, worth, is_partial):
    """Back up the move's value.  A cutoff depends on this move only."""
    row.searched += 1
    row.is_partial = is_partial if worth >= row.beta else row.is_partial | is_partial
    update_best(row, worth, row.move)


@inline
def _remember(table, control, row, kept):
    """Store what is proven as such, and the rest for the selective game."""
    if row.is_partial == 0:
        store_bounds(table, control, row)
        return
    lower = row.best if row.best > row.alpha else np.int64(-INF)
    upper = row.best if row.best < row.beta else np.int64(INF)
    store(table, row.key ^ np.uint64(kept[SALT]), lower, upper, row.best_move, np.int64(0))
    if row.best >= row.beta:
        store(table, row.key, np.int64(-INF), np.int64(INF), row.best_move, np.int64(0))


def selective_after(game, table, stack, control, path, alpha, beta, kept):
    """`selective`, to be compiled."""
    return selective(game, table, stack, control, path, alpha, beta, kept)


class SelectiveGame:
    """An engine's game in which each side keeps a limited number of moves."""

    def __init__(self, engine: Engine, mine: int = ALL, others: int = ALL) -> None:
        self.engine = engine
        self._kept_by = mine, others  # at the root
        salt = (FACTOR * (1 + mine + others * (ALL + 1))) & ((1 << 63) - 1)
        self._kept = np.array([mine, others, salt, 0], np.int64)
        self._search = compiled(selective_after)

    def ask(self, gamma: int, path: Sequence[int] = ()) -> tuple[int, bool]:
        """Test the position after `path` against gamma; return (fail-soft value, whether it is proven).

        Raises SearchStopped when the search left early.
        """
        engine = self.engine
        turn = len(path) % 2
        self._kept[[MINE, OTHERS]] = self._kept_by[turn], self._kept_by[1 - turn]
        memory = engine.memory, engine.stack, engine.control
        window = np.array(path, np.int64), np.int64(gamma - 1), np.int64(gamma)
        value = int(self._search(engine.game, *memory, *window, self._kept))
        if engine.control[REASON] != FINISHED:
            raise SearchStopped(REASONS[engine.control[REASON]])
        return value, not self._kept[IS_PARTIAL]


def guess(engine: Engine, plays: int = PLAYS) -> int:
    """Return the value, by MTD(0), if both sides consider only `plays` moves."""
    selection = SelectiveGame(engine, plays, plays)
    g, lower, upper = 0, -FAR, FAR
    while lower < upper:
        gamma = g + 1 if g == lower else g
        g, _ = selection.ask(gamma)
        lower, upper = (lower, g) if g < gamma else (g, upper)
    return upper
