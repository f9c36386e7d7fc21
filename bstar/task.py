"""Run a solver, watch it and stop it: Limit, Progress, Result.

A solver's driver (bstar.solvers) narrows the bounds of a root by calling an engine, until they answer what
was requested (bstar.engine says who owns what).  It runs in a worker thread, its kernels without the
interpreter lock; the caller's thread reports progress and stops it at a deadline or at Ctrl-C.  Whatever
happens, the bounds in the answer are true.

    proven     the value, and with it a best move, is known; or a best move is, if only that was requested
    bounded    stopped early: lower <= value <= upper, and `regret` bounds what the move can lose
    estimated  the bounds are heuristic
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from bstar.background import BackgroundTask
from bstar.engine import Engine, SearchStopped, run_with_node_budget
from bstar.game import INF
from bstar.late_tests import limit_after, raise_lower_bound
from bstar.options import Limit, SearchOptions
from bstar.pv import GUARDED, PART, WHOLE, PvNode, best_play_tree, lower_bound_line, principal_variation
from bstar.regret import regret
from bstar.root import Root, RootMove
from bstar.search_control import STOP
from bstar.solvers import (
    Driver,
    best_moves,
    decide,
    find_move_value,
    scout_root,
    search_rest,
)

__all__ = ["Limit", "Progress", "Result", "SearchOptions", "SearchTask"]

CHEAP = 2_000  # nodes, some 0.05 s: budget for exact values of the moves that are shown
SHARE = 10  # or this fraction of the nodes of the search: a tenth


@dataclass(frozen=True, slots=True)
class Progress:
    """Snapshot of a running search."""

    root: Root
    move: int  # the best one at present
    nodes: int
    expansions: int
    leaves: int
    seconds: float
    disproved: int = 0  # moves proven not to be better than `move`


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a search; bounds and values are points of future spread for the player on turn."""

    move: int
    value: int | None  # None unless lower == upper
    lower: int
    upper: int
    status: str  # proven, bounded or estimated
    line: list[int]  # best play for both sides, as far as it is proven
    line_kind: str  # of bstar.pv
    moves: list[RootMove] = field(repr=False)  # best first
    lines: dict[int, list[int]] = field(repr=False, default_factory=dict)  # best play after other moves
    nodes: int = 0
    expansions: int = 0
    leaves: int = 0
    seconds: float = 0.0
    limit: str | None = None  # why it was stopped: time, nodes, memory, interrupt
    regret: int = 0


class SearchTask(BackgroundTask):
    """One search in its worker thread; iterate over it for progress, then take the `result`.

    `top` is the number of best moves to solve exactly.  Without `wants_line` the line of best play, which
    takes more searching, is left out.

    While the value is open, `choose` picks the best move at present, in any thread; its second argument is
    the time the search has taken in seconds, infinity once it was stopped.  None: the move with the best
    lower bound.
    """

    def __init__(
        self,
        engine: Engine,
        driver: Driver,
        limit: Limit | None = None,
        top: int = 1,
        wants_line: bool = True,
        options: SearchOptions | None = None,
    ) -> None:
        super().__init__(limit)
        self.choose: Callable[[Root, float], RootMove] | None = None
        self.engine = engine
        self.top, self.wants_line, self.options = top, wants_line, options or SearchOptions()
        self.line: list[int] = []
        self.line_kind = PART
        self.lines: dict[int, list[int]] = {}
        self.tree: tuple[PvNode, ...] = ()
        self.is_tree_whole = False
        self._is_done = False
        self._runs_late_tests = False  # which have a limit of their own
        self._costs: tuple[int, int, int, float] | None = None  # of what was requested: counts and seconds
        self._driver = driver
        engine.resume()
        engine.limit_nodes(self.limit.nodes or 0)
        self.root = Root([RootMove(*move) for move in engine.moves()])
        if not self.root.moves:
            raise ValueError("the game is over: there is nothing to search")

    def _work(self) -> None:
        try:
            self._find(self._driver)
            self._is_done = True
            self._costs = self._costs_now
            self._solve_shown()
        except SearchStopped as stopped:
            self.stopped_by = self.stopped_by or str(stopped)
            self._costs = self._costs_now
            self._keep_refuted()
            self._raise_lower_bound()
            self._keep_lower_bound()

    def _find(self, driver: Driver) -> None:
        """Do what the options request, the most often requested first in case time runs out."""
        engine, root, options = self.engine, self.root, self.options
        for move in root.moves:
            lower, upper = options.known.get(move.move, (-INF, INF))
            move.lower, move.upper = max(move.lower, lower), min(move.upper, upper)
            if move.move == options.value_of:
                find_move_value(engine, root, move)
        if options.level is not None:
            self._decide(options.level, options.outcome_nodes)
            if options.outcome_nodes is None:
                return
        driver(engine, root, 1)
        if root.lower != root.upper:
            return
        if self.wants_line:
            for step in principal_variation(engine, root.best):
                self.line.append(step)
            self.line_kind = WHOLE
        best = root.best  # also among those that are found to be as good
        root.moves = [best, *(move for move in root.moves if move is not best)]
        if options.all_best:
            best_moves(engine, root)
        search_rest(engine, root, self.top)
        if self.wants_line:
            self._find_lines(self._requested())
        if options.tree:
            room = [options.tree]
            self.tree = best_play_tree(engine, [], root.lower, room)
            self.is_tree_whole = room[0] > 0

    def _decide(self, level: int, nodes: int | None) -> None:
        """Find out on which side of `level` the value is, within `nodes` nodes if given."""
        if nodes is None:
            decide(self.engine, self.root, level)
        else:
            run_with_node_budget(self.engine, nodes, lambda: decide(self.engine, self.root, level))

    def _requested(self) -> list[RootMove]:
        """Return the moves besides the best one whose worth was requested."""
        moves, options, lower = self.root.moves, self.options, self.root.lower
        most = sorted(moves, key=lambda move: -move.upper)[: self.top if self.top > 1 else 0]
        return [
            move
            for move in moves
            if move in most or move.move == options.value_of or (options.all_best and move.lower == lower)
        ]

    def _find_lines(self, moves: Sequence[RootMove]) -> None:
        """Find best play after the moves whose worth is known."""
        for move in moves:
            if move.is_exact and move is not self.root.best and move.move not in self.lines:
                self.lines[move.move] = list(principal_variation(self.engine, move))

    def _solve_shown(self) -> None:
        """Find out which moves are as good, and solve those that are shown, with lines, if it is cheap."""
        root, shown = self.root, min(self.options.multipv, len(self.root.moves))
        if self.wants_line and root.lower == root.upper:

            def solve() -> None:
                best_moves(self.engine, root)
                if shown:
                    scout_root(self.engine, root, shown)
                self._find_lines(sorted(root.moves, key=lambda move: (-move.upper, -move.lower))[:shown])

            run_with_node_budget(self.engine, max(CHEAP, self.engine.nodes // SHARE), solve)

    def _keep_refuted(self) -> None:
        """Keep what a root test that was cut off has proven: bounds of the moves it had refuted."""
        found = self.engine.unfinished_at_root
        if found is not None:
            left, bound = found
            for move in self.root.moves:
                if move.move not in left:
                    move.upper = min(move.upper, bound)

    def _raise_lower_bound(self) -> None:
        """Prove more of the move that is chosen after a stop."""
        limit = limit_after(self.stopped_by, self.engine.nodes, self.seconds)
        if (
            self.options.late_tests
            and limit is not None
            and self.wants_line
            and not self._is_for_level
            and self._has_table
        ):
            self._runs_late_tests = True
            raise_lower_bound(self.engine, self.root, self.chosen(self.root), limit)
            self._runs_late_tests = False

    @property
    def _is_for_level(self) -> bool:
        """Return whether only the side of a level was requested."""
        return self.options.level is not None and self.options.outcome_nodes is None

    @property
    def _has_table(self) -> bool:
        return self.engine.table is not None

    def chosen(self, root: Root) -> RootMove:
        """Return the best move, or the best one at present."""
        if self.choose is None or root.lower == root.upper:
            return root.best
        return self.choose(root, math.inf if self.stopped_by else self.seconds)

    def _keep_lower_bound(self) -> None:
        """After a stop with the value open, set the line of play that keeps the lower bound."""
        if self.line or not self.wants_line:
            return
        choice = self.chosen(self.root)
        if self.root.lower == self.root.upper:
            self.line = [choice.move]  # the beginning of best play, which the replies may not be
        else:
            self.engine.resume()
            self.line = list(lower_bound_line(self.engine, choice))
            self.line_kind = GUARDED

    def __iter__(self) -> Iterator[Progress]:
        """Start the search and yield its progress a few times a second, until it ends."""
        return self.watch(self.progress)

    def _cancel(self) -> None:
        if not self._runs_late_tests:
            self.engine.control[STOP] = 1

    def progress(self) -> Progress:
        """Return what is known now."""
        root = self.root.copy()
        return Progress(root, self.chosen(root).move, *self._costs_now, self._disproved(root))

    @property
    def _costs_now(self) -> tuple[int, int, int, float]:
        return self._costs or (*self.engine.counts, self.seconds)

    def _disproved(self, root: Root) -> int:
        """Return how many moves are refuted, including those of a root test still running."""
        row = self.engine.stack.rows[0]
        waiting = int(row["left"]) + int(row["deferred"]) + 1
        is_test = self.engine.is_at_root and int(row["count"]) >= waiting and int(row["alpha"]) == root.lower
        return max(root.disproved, len(root.moves) - 1 - waiting if is_test else 0)

    def result(self) -> Result:
        """Run to the end, unless that has been done, and return the result."""
        self.run()
        root = self.root
        best = self.chosen(root)
        is_exact = root.lower == root.upper
        is_proven = is_exact or (root.is_proven and not self.options.value) or self._is_decided
        nodes, expansions, leaves, seconds = self._costs_now
        return Result(
            move=best.move,
            value=root.lower if is_exact else None,
            lower=root.lower,
            upper=root.upper,
            status="proven" if is_proven else "bounded",
            line=self.line,
            line_kind=self.line_kind,
            moves=sorted(root.moves, key=lambda move: (move is not best, -move.upper, -move.lower)),
            lines=self.lines,
            nodes=nodes,
            expansions=expansions,
            leaves=leaves,
            seconds=seconds,
            limit=None if self._is_done else self.stopped_by,
            regret=int(regret(best.lower, (move.upper for move in root.moves if move is not best))),
        )

    @property
    def _is_decided(self) -> bool:
        """Return whether only the side of a level was requested, and it is known."""
        level = self.options.level
        if level is None or not self._is_for_level:
            return False
        return self.root.lower > level or self.root.upper < level or self.root.lower == self.root.upper
