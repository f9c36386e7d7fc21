"""A search algorithm compiled for one kind of game, with its memory.

The algorithms of this package are plain functions over `bstar.game`.  An engine holds one game, compiles
the algorithm for it, and searches the position after a path of moves from the root.  Invariant: the game is
in the same position before and after each call, also when a search is stopped half-way.

    engine = Engine(new_nim(3, 1, 2), "alphabeta")
    engine.bound([], -INF, INF)            the value of the position

Who owns what in a search:

    Engine         a game, an algorithm, its memory and its counters
    Root           the moves of the position and their proven bounds                (bstar.root)
    Driver         a function that narrows a Root by calling an Engine              (bstar.solvers)
    SearchTask     a Driver at work in a thread, watched by the caller's thread     (bstar.task)
    EndgameSearch  a SearchTask in the words of Scrabble: positions in, moves out   (scrabble.solver)

`advance` and `rewind` move a game to another position for good, so that a search there profits from the
memory of earlier searches: what is proven of a position does not depend on the root of the search.

    root  --a-->  .  --b-->  here        advance(game, [a, b]);  rewind(game, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bstar.algorithms import ALGORITHMS, bound_after, moves_after, tightened
from bstar.depth_first.move_heap import INDEX_MASK
from bstar.depth_first.proof_number import ProofMemory
from bstar.depth_first.stack import Stack, new_stack
from bstar.depth_first.transposition_table import TranspositionTable, clear
from bstar.game import FULL, INF, can_tighten, play, undo
from bstar.jit import compiled
from bstar.root import RootMove
from bstar.search_control import (
    AT_ROOT,
    BEST,
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


class SearchStopped(Exception):  # noqa: N818
    """A search ended early; the message is one of `bstar.search_control.REASONS`."""


def run_with_node_budget(engine: Engine, nodes: int, search: Callable[[], object]) -> bool:
    """Search within `nodes` more nodes; return whether that sufficed.

    Raises SearchStopped at any other limit.
    """
    control = engine.control
    limit, wanted = int(control[NODE_LIMIT]), engine.nodes + nodes
    control[NODE_LIMIT] = min(limit, wanted) if limit else wanted
    try:
        search()
    except SearchStopped as stopped:
        if str(stopped) != "nodes" or (limit and engine.nodes > limit):
            raise
        control[REASON] = FINISHED
        return False
    finally:
        control[NODE_LIMIT] = limit
    return True


class Engine:
    """One game, one algorithm, and its memory: a table or a tree."""

    def __init__(
        self,
        game: Any,
        algorithm: str = "alphabeta",
        memory_bytes: int = 64 << 20,
        fixed_order: bool = False,
    ):
        if algorithm not in ALGORITHMS:
            raise ValueError(f"unknown algorithm {algorithm!r}, expected one of {', '.join(ALGORITHMS)}")
        self.game, self.threads = game, 1
        self.memory = ALGORITHMS[algorithm].new_memory(memory_bytes)
        self.stack: Stack = new_stack()
        self.control = new_control()
        self.control[FIXED_ORDER] = fixed_order
        self._is_alphabeta = ALGORITHMS[algorithm].search is bound_after
        # if it was cut off: the moves it had not finished, and an upper bound of all others
        self.unfinished_at_root: tuple[set[int], int] | None = None
        self._search, self._moves = compiled(ALGORITHMS[algorithm].search), compiled(moves_after)
        self._tightened = compiled(tightened) if self._is_alphabeta and can_tighten(game) else None

    def bound(self, path: Sequence[int], alpha: int, beta: int) -> int:
        """Return the fail-soft value after `path` for the window (alpha, beta), within (-INF, INF).

        Raises SearchStopped when the search left early, OverflowError when the game's values reach INF.
        """
        self.control[AT_ROOT], self.unfinished_at_root = not path, None
        self.stack.rows["count"][0] = -1  # no move list yet
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
            self.unfinished_at_root = self._unfinished_at_root() if self.is_at_root else None
        self.raise_if_stopped()
        if abs(value) >= INF:
            raise OverflowError(f"the game has a value of {value}, expected less than {INF}")
        return int(value)

    def raise_if_stopped(self) -> None:
        """Raise SearchStopped if the last search ended early."""
        if self.control[REASON] != FINISHED:
            raise SearchStopped(REASONS[self.control[REASON]])

    def move_value(self, move: RootMove, alpha: int, beta: int) -> int:
        """Return the fail-soft worth of a root move, for the window (alpha, beta) of its worth.

        A search of the root would narrow the bounds of the move before it searches it, and so does this.
        """
        if self._tightened is not None and alpha < move.upper and not move.is_exact:
            known = move.move, move.gain, move.lower, move.upper, alpha
            move.lower, move.upper = self._tightened(self.game, self.stack, *map(np.int64, known))
            if move.upper <= alpha or move.is_exact:
                return move.upper
        return move.gain - self.bound([move.move], move.gain - beta, move.gain - alpha)

    def resume(self) -> None:
        """Allow searches again after one was stopped; counters and memory stay."""
        self.control[STOP] = 0
        self.control[REASON] = FINISHED

    def forget(self) -> None:
        """Empty the memory and set all counters to 0, as for a new engine."""
        if isinstance(self.memory, ProofMemory | TranspositionTable):
            clear(self.memory.table if isinstance(self.memory, ProofMemory) else self.memory)
        else:
            for array in self.memory:
                array.fill(0)
        for counter in (NODES, EXPANSIONS, LEAVES):
            self.control[counter] = 0
        self.resume()

    @property
    def is_at_root(self) -> bool:
        """Whether the last search began at the root, not after some moves."""
        return bool(self.control[AT_ROOT])

    @property
    def table(self) -> TranspositionTable | None:
        """The table of proven bounds; None if the algorithm has none, or there is no room for one."""
        table = self.memory.table if isinstance(self.memory, ProofMemory) else self.memory
        return table if isinstance(table, TranspositionTable) and table.entries.size else None

    def limit_nodes(self, nodes: int) -> None:
        """Limit all searches together to `nodes` nodes, past ones included; 0: no limit."""
        self.control[NODE_LIMIT] = nodes

    def _unfinished_at_root(self) -> tuple[set[int], int] | None:
        row, buffer = self.stack.rows[0], self.stack.moves
        first, count = int(row["first"]), int(row["count"])
        if count < 0 or not self._is_alphabeta:
            return None
        keys = self.stack.keys[first : first + count]
        heap, deferred = keys[: int(row["left"])], keys[count - int(row["deferred"]) :]
        waiting = [*(first + INDEX_MASK - (heap & INDEX_MASK)), *deferred]
        left = {int(buffer.move[index]) for index in waiting} | {int(row["move"])}
        return left, max(int(row["alpha"]), int(row["best"]))

    @property
    def best_move(self) -> int:
        """The best move of the position last searched, or NO_MOVE."""
        return int(self.control[BEST])

    @property
    def nodes(self) -> int:
        """Number of positions entered."""
        return int(self.control[NODES])

    @property
    def expansions(self) -> int:
        """Number of calls of the game's `moves`."""
        return int(self.control[EXPANSIONS])

    @property
    def leaves(self) -> int:
        """Number of values obtained without a search below, repetitions included."""
        return int(self.control[LEAVES])

    @property
    def counts(self) -> tuple[int, int, int]:
        """Nodes, expansions and leaves."""
        return self.nodes, self.expansions, self.leaves

    def moves(self, path: Sequence[int] = ()) -> list[tuple[int, int, int, int]]:
        """Return the moves after `path`, (move, gain, lower, upper), best-ranked first; [] if it is over."""
        count, over, _ = self.list_moves(path)
        if over:
            return []
        moves = self.stack.moves
        order = np.argsort(-moves.rank[:count], kind="stable")
        columns = (moves.move, moves.gain, moves.lower, moves.upper)
        return list(zip(*(column[order].tolist() for column in columns), strict=True))

    def final(self, path: Sequence[int] = ()) -> int | None:
        """Return the value after `path` if the game is over there, else None."""
        _, over, value = self.list_moves(path)
        return int(value) if over else None

    def list_moves(self, path: Sequence[int] = ()) -> tuple[int, bool, int]:
        """Write the moves after `path` to the stack's buffer; return (count, is over, value if so).

        Raises SearchStopped when the buffer or the game's memory has no room for them.
        """
        count, over, value = self._moves(self.game, self.stack, self.control, np.array(path, np.int64))
        if count == FULL:
            raise SearchStopped("memory")
        return count, over, value


def advance(game: Any, moves: Sequence[int]) -> None:
    """Make these moves; each must be legal where it is made."""
    compiled(_advance)(game, np.array(moves, np.int64))


def rewind(game: Any, count: int) -> None:
    """Undo the last `count` moves."""
    compiled(_rewind)(game, np.int64(count))


def _advance(game: Any, moves: np.ndarray) -> None:
    for move in moves:
        play(game, move)


def _rewind(game: Any, count: int) -> None:
    for _ in range(count):
        undo(game)
