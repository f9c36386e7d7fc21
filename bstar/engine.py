"""A search algorithm compiled for one kind of game, with the memory it works in.

The algorithms of this package are plain functions over `bstar.game`; an engine holds one game, compiles
what is asked of it, and calls it on the position after a path of moves from the root.  The game is the
same before and after each call, also when a search is stopped half-way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bstar.alphabeta import bound
from bstar.control import BEST, FINISHED, NODE_LIMIT, REASON, REASONS, new_control
from bstar.game import FULL, INF, final, is_over, moves, play, undo
from bstar.jit import compiled
from bstar.minimax import minimax
from bstar.stack import Stack, new_stack
from bstar.table import Table, new_table


class Stopped(Exception):
    """A search left early; the reason is one of `bstar.control.REASONS`."""


def bound_after(game, table, stack, control, path, alpha, beta):
    """`bstar.alphabeta.bound` of the position after the moves of `path`, int64[k]."""
    for move in path:
        play(game, move)
    value = bound(game, table, stack, control, alpha, beta)
    for _ in path:
        undo(game)
    return value


def minimax_after(game, table, stack, control, path, alpha, beta):
    """`bstar.minimax.minimax` of the position after the moves of `path`; the window is not used."""
    for move in path:
        play(game, move)
    value = minimax(game, stack, control)
    for _ in path:
        undo(game)
    return value


def moves_after(game, stack, path):
    """Write all moves after `path` to the stack's buffer: (count or FULL, is it over, value if so)."""
    for move in path:
        play(game, move)
    over = is_over(game)
    value = np.int64(0)
    count = np.int64(0)
    if over:
        value = np.int64(final(game))
    else:
        count, _ = moves(game, np.int64(-INF), np.int64(INF), stack.moves, np.int64(0))
    for _ in path:
        undo(game)
    return count, over, value


ALGORITHMS: dict[str, Callable[..., Any]] = {"alphabeta": bound_after, "plain": bound_after, "minimax": minimax_after}


class Engine:
    """One game, one algorithm, one table."""

    def __init__(self, game: Any, algorithm: str = "alphabeta", table_bytes: int = 64 << 20):
        if algorithm not in ALGORITHMS:
            raise ValueError(f"unknown algorithm {algorithm!r}, expected one of {', '.join(ALGORITHMS)}")
        self.game = game
        self.table: Table = new_table(table_bytes if algorithm == "alphabeta" else 0)
        self.stack: Stack = new_stack()
        self.control = new_control()
        self._search = compiled(ALGORITHMS[algorithm], type(game))
        self._moves = compiled(moves_after, type(game))

    def bound(self, path: Sequence[int], alpha: int, beta: int) -> int:
        """The fail-soft value after `path` for the window; raises Stopped when the search left early."""
        value = self._search(
            self.game,
            self.table,
            self.stack,
            self.control,
            np.array(path, np.int64),
            np.int64(alpha),
            np.int64(beta),
        )
        if self.control[REASON] != FINISHED:
            raise Stopped(REASONS[self.control[REASON]])
        return int(value)

    def limit_nodes(self, nodes: int) -> None:
        """Let searches leave when so many nodes have been counted."""
        self.control[NODE_LIMIT] = nodes

    @property
    def best_move(self) -> int:
        """The best move of the position last searched, or NO_MOVE."""
        return int(self.control[BEST])

    def moves(self, path: Sequence[int] = ()) -> list[tuple[int, int, int, int]]:
        """All moves after `path` as (move, gain, lower, upper), best-ranked first; [] if it is over."""
        count, over, _ = self._moves(self.game, self.stack, np.array(path, np.int64))
        if count == FULL:
            raise Stopped("memory")
        if over:
            return []
        buffer = self.stack.moves
        order = sorted(range(count), key=lambda index: -buffer.rank[index])
        return [
            (int(buffer.move[at]), int(buffer.gain[at]), int(buffer.lower[at]), int(buffer.upper[at])) for at in order
        ]
