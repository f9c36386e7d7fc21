"""B* at the root by null windows, "proof mode": what the solver `bstar` runs.

PROVEBEST and DISPROVEREST are null-window searches of one engine here; B* with a tree of its own, as Berliner
published it, is bstar.tree.bstar.

    until one move's lower bound is at least every other's upper bound:
        candidate      the move with the highest estimate, clamped to its proven bounds
        PROVEBEST      candidate: "worth >= gamma?"       raise its lower bound; a "no" lowers the upper one
        DISPROVEREST   the others: "worth > lower bound of the candidate?"    lower their upper bounds

Each test searches to the end of the game with the window (gamma - 1, gamma), all in one table; so the bounds
are proven at any moment, and separation is a proof.  Estimates (`MoveEstimate`, from a planner, of the most
promising moves) only decide the order of the tests.  PROVEBEST starts at the estimate and goes on point by
point from what the last test has shown.

If the first test takes more than PATIENCE nodes it is interrupted for easier ones, with lower thresholds:
they leave a lower bound behind should the search be stopped.  If a candidate turns out to be worth less than
its estimate while nothing is proven of any move, the other estimates are not trusted either: from then on one
search tests all moves at once, as MTD(0) does.  So it does when no estimate exceeds 0: the proof
that all are worth less than 0, less than -1, ... is a by-product, and stores the replies that make the true
bound cheap.

If the value is wanted as well as the move, PROVEBEST goes on until the candidate is exact, and
DISPROVEREST comes after it: the higher the bound to beat, the cheaper it is to show that a move does not.
Then it is one search of the root, in which the candidate costs no more than a table look-up.  If the move
is enough, the candidate is raised as long as that costs no more than half of what the search has taken
before; then the others are searched one by one, and the candidate need not be disproved.
After Berliner (1979); the tests are those of MTD (Plaat and others, 1996), move by move.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest
from typing import NamedTuple

from msgspec import Struct

from bstar.engine import Engine, run_with_node_budget
from bstar.game import FAR
from bstar.mtdf import null_window_test
from bstar.root import Root, RootMove

PROVE_BEST, DISPROVE_REST = "PROVEBEST", "DISPROVEREST"
PATIENCE = 20_000  # nodes: many proofs take fewer; a longer search should first have some bound
EASY_NODES = 16  # few compared with the hundred that the planner's estimates cost in time
CALL_NODES = 2  # overhead in time of a separate search for each move
DISTANCES = (16, 32, 64, 128)  # points below the estimate; doubling, so that few tests get below any error


class MoveEstimate(NamedTuple):
    """Prior knowledge of a root move: lower <= worth <= upper is proven, `realistic` is an estimate."""

    move: int
    lower: int
    upper: int
    realistic: int


class NullWindowTest(NamedTuple):
    """Record of one null-window search, which tests whether `move` is worth at least `gamma`."""

    strategy: str
    reason: str
    move: int
    gamma: int
    lower: int  # of the move, proven by this and earlier tests
    upper: int
    nodes: int  # of the whole search up to this test
    expansions: int


class Target(Struct):
    """A root move with an estimate of its worth."""

    move: RootMove
    estimate: int

    @property
    def expected(self) -> int:
        """The estimate, clamped to the proven bounds."""
        return min(max(self.estimate, self.move.lower), self.move.upper)

    @property
    def gamma(self) -> int:
        """The next threshold: lower < gamma <= upper."""
        return max(self.expected, self.move.lower + 1)

    def expect_proven(self) -> None:
        """Set the estimate to the proven lower bound after a test (the upper one while there is none)."""
        self.estimate = self.move.lower if self.move.lower > -FAR else self.move.upper


class RootProof:
    """The proof of the best move at the root of an engine; `tests`, if given, records every test."""

    def __init__(
        self,
        engine: Engine,
        root: Root,
        estimates: Iterable[MoveEstimate],
        tests: list[NullWindowTest] | None = None,
    ) -> None:
        self.engine, self.root, self.tests = engine, root, tests
        self._is_first = True
        self._reason_for_all = ""  # why one search tests all moves at once
        self._moves = {move.move: move for move in root.moves}
        self._targets: dict[int, Target] = {}  # the moves with an estimate
        self.add_estimates(estimates)

    def add_estimates(self, estimates: Iterable[MoveEstimate]) -> None:
        """Use estimates, with their proven bounds, of some of the moves."""
        for estimate in estimates:
            move = self._moves[estimate.move]
            move.lower, move.upper = max(move.lower, estimate.lower), min(move.upper, estimate.upper)
            move.estimate = estimate.realistic
            self._targets[estimate.move] = Target(move, estimate.realistic)

    def is_cheap(self) -> bool:
        """Test the root as a whole, as MTD(0) does; return whether EASY_NODES suffice for its value."""
        lower, upper, g = self.root.lower, self.root.upper, 0

        def test() -> None:
            nonlocal lower, upper, g
            while lower < upper:
                gamma = min(max(g, lower + 1), upper)
                strategy = DISPROVE_REST if gamma == lower + 1 else PROVE_BEST
                g = self._test_root(gamma, strategy, "at first sight")
                lower, upper = (g, upper) if g >= gamma else (lower, g)

        return run_with_node_budget(self.engine, EASY_NODES, test)

    def prove_best(self, wants_value: bool = True) -> None:
        """Test until one move is proven best, and with `wants_value` exact.  Raises SearchStopped."""
        for move in self.root.moves:
            if move.lower > -FAR:  # regardless of all estimates
                self._add_target(move)
        while True:
            best, second = self._candidates()
            goal = best.move.upper if wants_value else best.expected
            if best.move.lower < goal and not best.move.is_exact:
                if self.root.lower <= -FAR and best.expected <= 0 and not self._reason_for_all:
                    self._reason_for_all = f"no more than {best.expected:+} expected"
                if self._reason_for_all:
                    self._prove_any()
                else:
                    self._prove_best(best, second)
                continue
            bound = best.move.lower
            rest = [move for move in self.root.moves if move.upper > bound and move is not best.move]
            if not rest:
                return
            cheap = max(self.engine.nodes // 2, CALL_NODES * len(rest))
            if not best.move.is_exact and self._try(best, bound + 1, cheap):
                self._record(best.move, bound + 1, PROVE_BEST, f"{len(rest)} others to beat {bound:+}")
                best.expect_proven()
                continue
            if best.move.is_exact:
                if self._test_root(bound + 1, DISPROVE_REST, f"one of {len(rest)} to beat {bound:+}") > bound:
                    self._add_target(self._moves[self.engine.best_move]).expect_proven()
            else:
                self._disprove(rest, bound)

    def _candidates(self) -> tuple[Target, Target | None]:
        """Return the two targets with the highest expected worth."""
        if not self._targets:
            self._add_target(self.root.moves[0])
        ranked = nlargest(2, self._targets.values(), key=lambda target: (target.expected, target.move.lower))
        return ranked[0], ranked[1] if len(ranked) > 1 else None

    def _add_target(self, move: RootMove) -> Target:
        """Make a move a target, with its proven lower bound as estimate."""
        return self._targets.setdefault(move.move, Target(move, max(move.lower, -FAR)))

    def _prove_best(self, best: Target, second: Target | None) -> None:
        gamma = best.gamma
        rival = "" if second is None else f", the next one {second.expected:+}"
        reason = f"expected {best.expected:+}{rival}"
        if self._is_first:
            self._is_first = False
            if not self._try(best, gamma, PATIENCE):
                self._try_easier(best)
        self._test(best.move, gamma, PROVE_BEST, reason)
        if best.move.lower <= -FAR:
            self._reason_for_all = "one was worth less than expected"
        best.expect_proven()

    def _prove_any(self) -> None:
        """Test whether any move is worth 0, or the nearest threshold to 0 that is still open."""
        gamma = min(max(0, self.root.lower + 1), self.root.upper)
        if self._test_root(gamma, PROVE_BEST, self._reason_for_all) >= gamma:
            self._add_target(self._moves[self.engine.best_move]).expect_proven()

    def _disprove(self, rest: list[RootMove], bound: int) -> None:
        """Test the other moves one by one, the most promising first, until one is better."""
        gamma = bound + 1
        rest.sort(key=lambda move: -self._targets[move.move].expected if move.move in self._targets else FAR)
        for move in rest:
            self._test(move, gamma, DISPROVE_REST, f"to beat {bound:+}")
            is_better = move.lower >= gamma
            if is_better or move.move in self._targets:
                self._add_target(move).expect_proven()
            if is_better:
                return

    def _test_root(self, gamma: int, strategy: str, reason: str) -> int:
        """Search the root as a whole for a move worth gamma."""
        g = null_window_test(self.engine, self.root, gamma)
        if self.tests is not None:
            proved = self._moves[self.engine.best_move] if g >= gamma else self.root.best
            self._record(proved, gamma, strategy, reason)
        return g

    def _test(self, move: RootMove, gamma: int, strategy: str, reason: str) -> None:
        if move.lower < gamma <= move.upper:
            self.root.narrow(move, self.engine.move_value(move, gamma - 1, gamma), gamma - 1, gamma)
        self._record(move, gamma, strategy, reason)

    def _record(self, move: RootMove, gamma: int, strategy: str, reason: str) -> None:
        if self.tests is not None:
            counts = self.engine.nodes, self.engine.expansions
            self.tests.append(
                NullWindowTest(strategy, reason, move.move, gamma, move.lower, move.upper, *counts)
            )

    def _try_easier(self, target: Target) -> None:
        """Find some lower bound of a move: test thresholds further and further below its estimate."""
        for distance in DISTANCES:
            if self._try(target, target.expected - distance, PATIENCE):
                return

    def _try(self, target: Target, gamma: int, nodes: int) -> bool:
        """Test a move within a node budget; return whether it sufficed."""

        def test() -> None:
            self.root.narrow(
                target.move, self.engine.move_value(target.move, gamma - 1, gamma), gamma - 1, gamma
            )

        return run_with_node_budget(self.engine, nodes, test)
