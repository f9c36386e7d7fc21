"""B* at the root by null windows: the proof that the solver `bstar` runs.

PROVEBEST and DISPROVEREST are null-window searches of one engine here; B* with a tree of its own, as Berliner
published it, is bstar.tree.search.

    until one move's lower bound is at least every other's upper bound:
        candidate      the move believed to be worth most, as far as what is proven allows
        PROVEBEST      candidate: "worth >= gamma?"       raise its lower bound; a "no" lowers the upper one
        DISPROVEREST   the others: "worth > lower bound of the candidate?"    lower their upper bounds

Each test is a search to the end of the game with the window (gamma - 1, gamma), all in one table; so the
intervals are proven at any moment, and separation is a proof.  What is believed (`MoveEstimate`, from a
planner, of the moves that promise most) only decides what is tried first.  PROVEBEST starts at the
believed worth and goes on point by point from what the last test has shown.

If the first test takes more than PATIENCE nodes it is put off for easier ones, further below: they leave a
lower bound behind should the search be stopped.  If a candidate turns out to be worth less than was believed
while nothing is proven of any move, there is no reason to believe in the next one: from then on one search
asks all moves at once, as MTD(0) does.  So it does when no move is believed to be worth more than 0: that all
are worth less than 0, less than -1, ... is shown in passing, and leaves the replies behind that make the true
bound cheap.

If the value is asked for as well as the move, PROVEBEST goes on until the candidate is exact, and
DISPROVEREST comes after it: the higher the bound to beat, the cheaper it is to show that a move does not.
It is one search of the root then, in which the candidate is no more than a look into the table.  If the move
is enough, the candidate is raised as long as that costs no more than half of what the search has taken so
far; then the others are searched one by one, and the candidate need not be disproved.
After Berliner (1979); the tests are those of MTD (Plaat and others, 1996), move by move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

from bstar.engine import Engine, run_with_node_budget
from bstar.game import FAR
from bstar.mtdf import null_window_test
from bstar.root import Root, RootMove

PROVE_BEST, DISPROVE_REST = "PROVEBEST", "DISPROVEREST"
PATIENCE = 20_000  # nodes: many a whole proof takes fewer; a longer search had better have some bound first
EASY = 16  # nodes: few beside the hundred that a look of the planner costs in time, which they may save
CALL = 2  # nodes that a search of its own for each move costs in time
DISTANCES = (16, 32, 64, 128)  # points below what is expected; doubled: few tests reach below any error


class MoveEstimate(NamedTuple):
    """What is known of a root move before the search: lower <= worth <= upper is proven."""

    move: int
    lower: int
    upper: int
    realistic: int


class NullWindowTest(NamedTuple):
    """One null-window search: is `move` worth `gamma`?"""

    strategy: str
    reason: str
    move: int
    gamma: int
    lower: int  # of the move, as proven by this test and those before
    upper: int
    nodes: int  # of the whole search so far
    expansions: int


@dataclass(slots=True)
class Target:
    """A root move with what is believed of it."""

    move: RootMove
    believed: int

    @property
    def expected(self) -> int:
        """The believed worth, as far as what is proven allows."""
        return min(max(self.believed, self.move.lower), self.move.upper)

    @property
    def gamma(self) -> int:
        """The next threshold: lower < gamma <= upper."""
        return max(self.expected, self.move.lower + 1)

    def believe_proven(self) -> None:
        """Believe after a test what is proven, however much more the move may be worth."""
        self.believed = self.move.lower if self.move.lower > -FAR else self.move.upper


class RootProof:
    """The root of an engine on its way to a proof; `tests` records what was tried if there is a list."""

    def __init__(
        self,
        engine: Engine,
        root: Root,
        beliefs: Iterable[MoveEstimate],
        tests: list[NullWindowTest] | None = None,
    ) -> None:
        self.engine, self.root, self.tests = engine, root, tests
        self._is_first = True
        self._why_all = ""  # why one search asks all moves at once
        self._moves = {move.move: move for move in root.moves}
        self._aims: dict[int, Target] = {}  # the moves that something is believed of
        self.believe(beliefs)

    def believe(self, beliefs: Iterable[MoveEstimate]) -> None:
        """Take what is believed, and proven, of some of the moves."""
        for belief in beliefs:
            move = self._moves[belief.move]
            move.lower, move.upper = max(move.lower, belief.lower), min(move.upper, belief.upper)
            move.believed = belief.realistic
            self._aims[belief.move] = Target(move, belief.realistic)

    def is_easy(self) -> bool:
        """Test the root as a whole, as MTD(0) does; return whether EASY nodes are enough for its value."""
        lower, upper, g = self.root.lower, self.root.upper, 0

        def test() -> None:
            nonlocal lower, upper, g
            while lower < upper:
                gamma = min(max(g, lower + 1), upper)
                g = self._ask(gamma, DISPROVE_REST if gamma == lower + 1 else PROVE_BEST, "at first sight")
                lower, upper = (g, upper) if g >= gamma else (lower, g)

        return run_with_node_budget(self.engine, EASY, test)

    def separate(self, wants_value: bool = True) -> None:
        """Test until one move is proven best, and unless told otherwise exact.  Raises Stopped at a limit."""
        for move in self.root.moves:
            if move.lower > -FAR:  # whatever is believed of it, and of others
                self._aim_at(move)
        while True:
            best, second = self._candidates()
            goal = best.move.upper if wants_value else best.expected
            if best.move.lower < goal and not best.move.is_exact:
                if self.root.lower <= -FAR and best.expected <= 0 and not self._why_all:
                    self._why_all = f"no more than {best.expected:+} expected"
                if self._why_all:
                    self._prove_any()
                else:
                    self._prove_best(best, second)
                continue
            bound = best.move.lower
            rest = [move for move in self.root.moves if move.upper > bound and move is not best.move]
            if not rest:
                return
            cheap = max(self.engine.nodes // 2, CALL * len(rest))
            if not best.move.is_exact and self._try(best, bound + 1, cheap):
                self._tell(best.move, bound + 1, PROVE_BEST, f"{len(rest)} others to beat {bound:+}")
                best.believe_proven()
                continue
            if best.move.is_exact:
                if self._ask(bound + 1, DISPROVE_REST, f"one of {len(rest)} to beat {bound:+}") > bound:
                    self._aim_at(self._moves[self.engine.best_move]).believe_proven()
            else:
                self._disprove(rest, bound)

    def _candidates(self) -> tuple[Target, Target | None]:
        """The two moves expected to be worth most, of those that something is believed of."""
        if not self._aims:
            self._aim_at(self.root.moves[0])
        ranked = nlargest(2, self._aims.values(), key=lambda aim: (aim.expected, aim.move.lower))
        return ranked[0], ranked[1] if len(ranked) > 1 else None

    def _aim_at(self, move: RootMove) -> Target:
        """Make a move a candidate, expected to be worth what is proven."""
        return self._aims.setdefault(move.move, Target(move, max(move.lower, -FAR)))

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
            self._why_all = "one was worth less than expected"
        best.believe_proven()

    def _prove_any(self) -> None:
        """Ask all moves at once: is one worth 0, or what they can be at most, or more than is proven?"""
        gamma = min(max(0, self.root.lower + 1), self.root.upper)
        if self._ask(gamma, PROVE_BEST, self._why_all) >= gamma:
            self._aim_at(self._moves[self.engine.best_move]).believe_proven()

    def _disprove(self, rest: list[RootMove], bound: int) -> None:
        """Test the others one by one, those first that promise most, until one turns out to be better."""
        gamma = bound + 1
        rest.sort(key=lambda move: -self._aims[move.move].expected if move.move in self._aims else FAR)
        for move in rest:
            self._test(move, gamma, DISPROVE_REST, f"to beat {bound:+}")
            is_better = move.lower >= gamma
            if is_better or move.move in self._aims:
                self._aim_at(move).believe_proven()
            if is_better:
                return

    def _ask(self, gamma: int, strategy: str, reason: str) -> int:
        """Search the root as a whole for a move worth gamma."""
        g = null_window_test(self.engine, self.root, gamma)
        if self.tests is not None:
            told = self._moves[self.engine.best_move] if g >= gamma else self.root.best
            self._tell(told, gamma, strategy, reason)
        return g

    def _test(self, move: RootMove, gamma: int, strategy: str, reason: str) -> None:
        if move.lower < gamma <= move.upper:
            self.root.narrow(move, self.engine.worth(move, gamma - 1, gamma), gamma - 1, gamma)
        self._tell(move, gamma, strategy, reason)

    def _tell(self, move: RootMove, gamma: int, strategy: str, reason: str) -> None:
        if self.tests is not None:
            counts = self.engine.nodes, self.engine.expansions
            self.tests.append(
                NullWindowTest(strategy, reason, move.move, gamma, move.lower, move.upper, *counts)
            )

    def _try_easier(self, aim: Target) -> None:
        """Find some lower bound of a move."""
        for distance in DISTANCES:
            if self._try(aim, aim.expected - distance, PATIENCE):
                return

    def _try(self, aim: Target, gamma: int, nodes: int) -> bool:
        """Test a move with so many nodes; return whether that was enough."""

        def test() -> None:
            self.root.narrow(aim.move, self.engine.worth(aim.move, gamma - 1, gamma), gamma - 1, gamma)

        return run_with_node_budget(self.engine, nodes, test)
