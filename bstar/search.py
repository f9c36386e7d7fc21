"""Run a solver, watch it, stop it: Limit, Progress, Result.

A solver's driver (bstar.solvers) narrows the bounds of a root by asking an engine, until they say what was
asked (bstar.engine says who owns what).  It runs in a worker thread, its kernels without the interpreter
lock; the caller's thread looks on, reports, and stops it at a deadline or at Ctrl-C.  Whatever happens, the
answer holds bounds that are true.

    proven    the value, and with it a best move, is known; or a best move is, if only that was asked for
    bounded   stopped early: lower <= value <= upper, and `regret` bounds what the move can lose
    estimated the bounds are heuristic
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from bstar.control import STOP
from bstar.depth_first.table import Table
from bstar.engine import Engine, Stopped
from bstar.game import INF
from bstar.root import Root, RootMove
from bstar.solvers import Driver, best_moves, bound_rest, find_worth, search_rest

POLL_SECONDS = 0.1
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limit:
    """How much a search may cost; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"a time limit of {self.seconds} seconds, expected more than 0")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"a limit of {self.nodes} nodes, expected at least 1")


@dataclass(frozen=True, slots=True)
class Progress:
    """What a running search knows."""

    root: Root
    move: int  # the best so far
    nodes: int
    expansions: int
    leaves: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a search is to find out besides a best move."""

    value: bool = True  # without it there is no line either
    all_best: bool = False  # every move worth as much as the best
    worth_of: int | None = None  # a move that gets an exact worth before all others
    proven: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # bounds of moves, known before


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found; bounds and values are points of future spread for the player on turn."""

    move: int
    value: int | None  # None unless lower == upper
    lower: int
    upper: int
    status: str  # proven, bounded or estimated
    line: list[int]  # best play for both sides, as far as it is proven
    is_whole: bool  # does the line go on to where the search of it would end?
    moves: list[RootMove] = field(repr=False)  # best first
    nodes: int = 0
    expansions: int = 0
    leaves: int = 0
    seconds: float = 0.0
    limit: str | None = None  # what stopped it: time, nodes, memory, interrupt
    regret: int = 0


class Run:
    """One search in its worker thread; iterate over it for progress, then take the `result`.

    `top` is how many of the best moves get an exact worth; without `wants_line` the line of best play, which
    costs more searching, is left out.
    """

    def __init__(
        self,
        engine: Engine,
        drive: Driver,
        limit: Limit | None = None,
        top: int = 1,
        wants_line: bool = True,
        wishes: Wishes | None = None,
    ) -> None:
        self.engine = engine
        self.limit = limit or Limit()
        self.top, self.wants_line, self.wishes = top, wants_line, wishes or Wishes()
        self.stopped_by: str | None = None
        self.line: list[int] = []
        self.is_line_whole = False
        self._error: BaseException | None = None
        self._began = time.monotonic()
        self._ended: float | None = None
        engine.resume()
        engine.limit_nodes(self.limit.nodes or 0)
        self.root = Root([RootMove(*move) for move in engine.moves()])
        if not self.root.moves:
            raise ValueError("the game is over: there is nothing to search")
        self._worker = threading.Thread(target=self._work, args=(drive,), daemon=True)

    def _work(self, drive: Driver) -> None:
        try:
            self._find(drive)
        except Stopped as stopped:
            self.stopped_by = self.stopped_by or str(stopped)
        except BaseException as error:
            self._error = error
        finally:
            self._ended = time.monotonic()

    def _find(self, drive: Driver) -> None:
        """Fulfil the wishes: what is asked most often comes first, should the time be up."""
        engine, root, wishes = self.engine, self.root, self.wishes
        for move in root.moves:
            lower, upper = wishes.proven.get(move.move, (-INF, INF))
            move.lower, move.upper = max(move.lower, lower), min(move.upper, upper)
            if move.move == wishes.worth_of:
                find_worth(engine, root, move)
        drive(engine, root, 1)
        if root.lower != root.upper:
            return
        if self.wants_line:
            if isinstance(engine.memory, Table) and engine.memory.entries.size:
                bound_rest(engine, root)
            for step in principal_variation(engine, root):
                self.line.append(step)
            self.is_line_whole = True
        best = root.best  # also among those that are found to be as good
        root.moves = [best, *(move for move in root.moves if move is not best)]
        if wishes.all_best:
            best_moves(engine, root)
        search_rest(engine, root, self.top)

    def __iter__(self) -> Iterator[Progress]:
        """Start the search and yield what it knows, a few times a second; ends when the search does."""
        return self._watch(self.progress)

    def _watch(self, look: Callable[[], T]) -> Iterator[T]:
        """Start the search and look at it now and then; a look costs time that the search could use."""
        self._worker.start()
        try:
            while self._worker.is_alive():
                left = math.inf if self.limit.seconds is None else self.limit.seconds - self.seconds
                self._worker.join(min(POLL_SECONDS, left) if left > 0 else POLL_SECONDS)
                if self.limit.seconds is not None and self.seconds > self.limit.seconds:
                    self.stop("time")
                yield look()
        except KeyboardInterrupt:
            self.stop("interrupt")
        finally:
            if self._worker.is_alive():
                self.stop("interrupt")
                self._worker.join()
            if self._error is not None:
                raise self._error

    def stop(self, reason: str) -> None:
        """Let the search leave at its next node."""
        self.stopped_by = self.stopped_by or reason
        self.engine.control[STOP] = 1

    @property
    def seconds(self) -> float:
        """From setting the search up to its end, or until now."""
        return (self._ended or time.monotonic()) - self._began

    def progress(self) -> Progress:
        """What is known now."""
        engine = self.engine
        root = self.root.copy()
        counts = engine.nodes, engine.expansions, engine.leaves
        return Progress(root, root.best.move, *counts, self.seconds)

    def result(self) -> Result:
        """Run to the end, if that has not been done, and say what was found."""
        if self._worker.ident is None:
            for _ in self._watch(lambda: None):
                pass
        root, engine = self.root, self.engine
        best = root.best
        is_exact = root.lower == root.upper
        is_proven = is_exact or (root.is_proven and not self.wishes.value)
        is_all = is_proven and not self.wishes.all_best and self.wishes.worth_of is None
        return Result(
            move=best.move,
            value=root.lower if is_exact else None,
            lower=root.lower,
            upper=root.upper,
            status="proven" if is_proven else "bounded",
            line=self.line,
            is_whole=self.is_line_whole,
            moves=sorted(root.moves, key=lambda move: (move is not best, -move.upper, -move.lower)),
            nodes=engine.nodes,
            expansions=engine.expansions,
            leaves=engine.leaves,
            seconds=self.seconds,
            limit=None if is_all else self.stopped_by,
            regret=max(0, root.regret),
        )


def principal_variation(engine: Engine, root: Root) -> Iterator[int]:
    """Yield the best moves of both sides from the root, whose value is known, to the end of the game."""
    line = [root.best.move]
    value = root.best.gain - root.best.lower
    yield line[0]
    while after := {move: (gain, lower, upper) for move, gain, lower, upper in engine.moves(line)}:
        found = engine.bound(line, value - 1, value + 1)
        if found != value:
            raise AssertionError(f"the value {found} after {line} contradicts the proven {value}")
        move = engine.best_move
        line.append(move)
        yield move
        value = after[move][0] - value
