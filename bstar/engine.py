"""A search algorithm compiled for one kind of game, with the memory it works in.

The algorithms of this package are plain functions over `bstar.game`; an engine holds one game, compiles
what is asked of it, and calls it on the position after a path of moves from the root.  The game is the
same before and after each call, also when a search is stopped half-way.

    engine = Engine(new_nim(3, 1, 2), "negascout")
    engine.bound([], -INF, INF)            the value of the position

Who owns what in a search:

    Engine    a game, an algorithm, its memory and its counters: it answers, and remembers what was proven
    Root      the moves of the position and the bounds proven of them               (bstar.root)
    Driver    a function that narrows a Root by asking an Engine                    (bstar.solvers)
    Run       a Driver at work in a thread, watched and stopped by the caller's     (bstar.search)
    Search    a Run in the words of a game: positions in, moves as text out         (scrabble.endgame)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from bstar.control import (
    BEST,
    CUTOFFS,
    EXPANSIONS,
    FINISHED,
    FIXED_ORDER,
    LEAVES,
    NODE_LIMIT,
    NODES,
    REASON,
    REASONS,
    STOP,
    new_control,
)
from bstar.depth_first.alphabeta import bound
from bstar.depth_first.minimax import minimax
from bstar.depth_first.negascout import negascout
from bstar.depth_first.stack import Stack, new_stack
from bstar.depth_first.table import Table, empty, new_table
from bstar.game import FULL, INF, final, is_over, moves, play, undo
from bstar.jit import compiled, inner, is_kept
from bstar.open_list.sss import sss
from bstar.open_list.textbook import textbook
from bstar.open_list.tree import GameTree, new_gametree
from bstar.root import RootMove


class Stopped(Exception):  # noqa: N818
    """A search left early; the reason is one of `bstar.control.REASONS`."""


@inner
def _go(game: Any, path: np.ndarray) -> None:
    for move in path:
        play(game, move)


@inner
def _return(game: Any, path: np.ndarray) -> None:
    for _ in path:
        undo(game)


def bound_after(
    game: Any, table: Table, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
) -> int:
    """`bstar.depth_first.alphabeta.bound` of the position after the moves of `path`, int64[k]."""
    _go(game, path)
    value = bound(game, table, stack, control, alpha, beta)
    _return(game, path)
    return value


def negascout_after(
    game: Any, table: Table, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
) -> int:
    """`bstar.depth_first.negascout.negascout` of the position after the moves of `path`."""
    _go(game, path)
    value = negascout(game, table, stack, control, alpha, beta)
    _return(game, path)
    return value


def minimax_after(
    game: Any, table: Table, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
) -> int:
    """`minimax` of the position after the moves of `path`; the window is not used."""
    _go(game, path)
    value = minimax(game, stack, control)
    _return(game, path)
    return value


def textbook_after(
    game: Any, tree: GameTree, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
) -> int:
    """`textbook` of the position after the moves of `path`; the window is not used."""
    _go(game, path)
    value = textbook(game, tree, stack, control)
    _return(game, path)
    return value


def sss_after(
    game: Any, tree: GameTree, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
) -> int:
    """SSS* (`bstar.open_list.sss`) of the position after the moves of `path`; the window is not used."""
    _go(game, path)
    value = sss(game, tree, stack, control, np.int64(0), False)
    _return(game, path)
    return value


def dual_after(
    game: Any, tree: GameTree, stack: Stack, control: np.ndarray, path: np.ndarray, alpha: int, beta: int
) -> int:
    """DUAL* (`bstar.open_list.sss`) of the position after the moves of `path`; the window is not used."""
    _go(game, path)
    value = sss(game, tree, stack, control, np.int64(1), False)
    _return(game, path)
    return value


def moves_after(game: Any, stack: Stack, control: np.ndarray, path: np.ndarray) -> tuple[int, bool, int]:
    """Write all moves after `path` to the stack's buffer: (count or FULL, is it over, value if so)."""
    _go(game, path)
    over = is_over(game)
    value = np.int64(0)
    count = np.int64(0)
    if over:
        value = np.int64(final(game))
    else:
        control[EXPANSIONS] += 1
        count, _ = moves(game, np.int64(-INF), np.int64(INF), stack.moves, np.int64(0))
    _return(game, path)
    return count, over, value


class Algorithm(NamedTuple):
    """A compiled search and the memory it needs."""

    search: Callable[..., Any]  # (game, memory, stack, control, path, alpha, beta) -> fail-soft value
    new_memory: Callable[[int], Any]  # of so many bytes


def no_table(size_bytes: int) -> Any:
    """Return the table that remembers nothing."""
    return new_table(0)


ALGORITHMS = {
    "alphabeta": Algorithm(bound_after, new_table),
    "plain": Algorithm(bound_after, no_table),
    "negascout": Algorithm(negascout_after, new_table),
    "stockman": Algorithm(sss_after, new_gametree),
    "stockman-dual": Algorithm(dual_after, new_gametree),
    "textbook": Algorithm(textbook_after, new_gametree),
    "minimax": Algorithm(minimax_after, no_table),
}


class Engine:
    """One game, one algorithm, one memory: a table or a tree."""

    def __init__(
        self,
        game: Any,
        algorithm: str = "alphabeta",
        memory_bytes: int = 64 << 20,
        fixed_order: bool = False,
        cutoffs: int = 0,
    ):
        if algorithm not in ALGORITHMS:
            raise ValueError(f"unknown algorithm {algorithm!r}, expected one of {', '.join(ALGORITHMS)}")
        self.game = game
        self.memory = ALGORITHMS[algorithm].new_memory(memory_bytes)
        self.stack: Stack = new_stack()
        self.control = new_control()
        self.control[FIXED_ORDER], self.control[CUTOFFS] = fixed_order, cutoffs
        self._search = compiled(ALGORITHMS[algorithm].search, type(game))
        self._moves = compiled(moves_after, type(game))

    def bound(self, path: Sequence[int], alpha: int, beta: int) -> int:
        """The fail-soft value after `path` for the window (alpha, beta), which lies within (-INF, INF).

        Raises Stopped when the search left early, OverflowError when the game's values reach INF.
        """
        value = self._search(
            self.game,
            self.memory,
            self.stack,
            self.control,
            np.array(path, np.int64),
            np.int64(alpha),
            np.int64(beta),
        )
        if self.control[REASON] != FINISHED:
            raise Stopped(REASONS[self.control[REASON]])
        if abs(value) >= INF:
            raise OverflowError(f"the game has a value of {value}, expected less than {INF}")
        return int(value)

    def worth(self, move: RootMove, alpha: int, beta: int) -> int:
        """The fail-soft worth of a move at the root, for the window (alpha, beta) of its worth."""
        return move.gain - self.bound([move.move], move.gain - beta, move.gain - alpha)

    def resume(self) -> None:
        """Let searches run again after one was stopped; counters and memory stay."""
        self.control[STOP] = 0
        self.control[REASON] = FINISHED

    def forget(self) -> None:
        """Empty the memory and set all counters to 0, as for a new engine."""
        if isinstance(self.memory, Table):
            empty(self.memory)
        else:
            for array in self.memory:
                array.fill(0)
        for counter in (NODES, EXPANSIONS, LEAVES):
            self.control[counter] = 0
        self.resume()

    def limit_nodes(self, nodes: int) -> None:
        """Let searches leave when so many nodes have been counted in all; 0 is no limit."""
        self.control[NODE_LIMIT] = nodes

    @property
    def is_compiled(self) -> bool:
        """Is the machine code of the search on disk?"""
        return is_kept(self._search)

    @property
    def best_move(self) -> int:
        """The best move of the position last searched, or NO_MOVE."""
        return int(self.control[BEST])

    @property
    def nodes(self) -> int:
        """Positions entered so far."""
        return int(self.control[NODES])

    @property
    def expansions(self) -> int:
        """Calls of the game's `moves` so far."""
        return int(self.control[EXPANSIONS])

    @property
    def leaves(self) -> int:
        """Values taken so far without a search below, repetitions included."""
        return int(self.control[LEAVES])

    def moves(self, path: Sequence[int] = ()) -> list[tuple[int, int, int, int]]:
        """All moves after `path` as (move, gain, lower, upper), best-ranked first; [] if it is over."""
        count, over, _ = self.list_moves(path)
        buffer = self.stack.moves
        order = [] if over else sorted(range(count), key=lambda index: -buffer.rank[index])
        return [
            (int(buffer.move[at]), int(buffer.gain[at]), int(buffer.lower[at]), int(buffer.upper[at]))
            for at in order
        ]

    def final(self, path: Sequence[int] = ()) -> int | None:
        """The value after `path` if the game is over there, else None."""
        _, over, value = self.list_moves(path)
        return int(value) if over else None

    def list_moves(self, path: Sequence[int] = ()) -> tuple[int, bool, int]:
        """Write all moves after `path` to the stack's buffer: how many, is it over, and its value if so.

        Raises Stopped when the buffer or the game's memory has no room for them.
        """
        count, over, value = self._moves(self.game, self.stack, self.control, np.array(path, np.int64))
        if count == FULL:
            raise Stopped("memory")
        return count, over, value
