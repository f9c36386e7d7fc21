"""B* at the root on sound intervals: PROVEBEST and DISPROVEREST by null-window searches of one engine.

    until one move's lower bound is at least every other's upper bound:
        candidate      the move believed to be worth most, as far as what is proven allows
        PROVEBEST      candidate: "worth >= gamma?"       raise its lower bound; a "no" lowers the upper one
        DISPROVEREST   another:   "worth > lower bound of the candidate?"     lower its upper bound

Each test is a search to the end of the game with the window (gamma - 1, gamma), all in one table; so the
intervals are proven at any moment, and separation is a proof.  What is believed (`Belief`, from a planner)
only decides what is tried first.  PROVEBEST starts at the believed worth; the next threshold lies 1, 2, 4 ...
points beyond the bound that the last one gave.

If the first test takes more than PATIENCE nodes it is put off for easier ones, further below: they leave a
lower bound behind should the search be stopped.

If the value is asked for as well as the move, PROVEBEST goes on until the candidate is exact, and
DISPROVEREST comes after it: the higher the bound to beat, the cheaper it is to show that a move does not.
After Berliner (1979); the tests are those of MTD (Plaat and others, 1996), move by move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bstar.control import FINISHED, NODE_LIMIT, REASON
from bstar.engine import Engine, Stopped
from bstar.mtdf import FAR
from bstar.root import Root, RootMove

PROVE_BEST, DISPROVE_REST = "PROVEBEST", "DISPROVEREST"
PATIENCE = 20_000  # nodes
DISTANCES = (16, 32, 64, 128)  # points from what is expected down to an easier test


class Belief(NamedTuple):
    """What is known of a root move before the search: lower <= worth <= upper is proven."""

    move: int
    lower: int
    upper: int
    realistic: int


class Outcome(NamedTuple):
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
class Aim:
    """A root move with what is believed of it and the stride of its tests: up if positive, else down."""

    move: RootMove
    believed: int
    stride: int = 0

    @property
    def expected(self) -> int:
        """The believed worth, as far as what is proven allows."""
        return min(max(self.believed, self.move.lower), self.move.upper)

    @property
    def gamma(self) -> int:
        """The next threshold: lower < gamma <= upper."""
        wanted = self.expected
        if self.stride > 0:
            wanted = self.move.lower + self.stride
        elif self.stride < 0:
            wanted = self.move.upper + self.stride + 1
        return min(max(wanted, self.move.lower + 1), self.move.upper)

    def heed(self, gamma: int) -> None:
        """Choose the next stride after a test at `gamma`: twice as long in the same direction."""
        is_worth_it = self.move.lower >= gamma
        self.believed = self.move.lower if is_worth_it else self.move.upper
        if is_worth_it:
            self.stride = max(1, 2 * self.stride)
        else:
            self.stride = min(-1, 2 * self.stride)


class Proof:
    """The root of an engine on its way to a proof; `tests` records what was tried if there is a list."""

    def __init__(
        self, engine: Engine, root: Root, beliefs: Iterable[Belief], tests: list[Outcome] | None = None
    ) -> None:
        self.engine, self.root, self.tests = engine, root, tests
        self._is_first = True
        believed = {belief.move: belief for belief in beliefs}
        self._open: list[Aim] = []  # moves that may be best
        for move in root.moves:
            belief = believed.get(move.move, Belief(move.move, move.lower, move.upper, move.gain))
            move.lower, move.upper = max(move.lower, belief.lower), min(move.upper, belief.upper)
            self._open.append(Aim(move, belief.realistic))

    def separate(self, wants_value: bool = True) -> None:
        """Test until one move is proven best, and unless told otherwise exact.  Raises Stopped at a limit."""
        while True:
            best, second = self._candidates()
            goal = best.move.upper if wants_value else self._goal(best, second)
            if best.move.lower < goal and not best.move.is_exact:
                self._prove_best(best, second, goal, wants_value)
                continue
            rest = [aim for aim in self._open if aim is not best and aim.move.upper > best.move.lower]
            if not rest:
                return
            self._disprove(rest, best.move.lower)

    def _candidates(self) -> tuple[Aim, Aim | None]:
        """The two moves expected to be worth most; those that are proven worse are left behind."""
        floor = max(aim.move.lower for aim in self._open)
        self._open = [aim for aim in self._open if aim.move.upper >= floor]
        ranked = sorted(
            ((aim.expected, aim.move.lower, -at) for at, aim in enumerate(self._open)), reverse=True
        )
        best = self._open[-ranked[0][2]]
        return best, self._open[-ranked[1][2]] if len(ranked) > 1 else None

    def _goal(self, best: Aim, second: Aim | None) -> int:
        """What the best move should be proven to be worth: half-way up from the second one."""
        if second is None:
            return max(best.move.lower, -FAR)
        return max(self.root.lower, (best.expected + second.expected + 1) // 2)

    def _prove_best(self, best: Aim, second: Aim | None, goal: int, wants_value: bool) -> None:
        gamma = best.gamma if wants_value else max(best.move.lower + 1, min(goal, best.move.upper))
        rival = "" if second is None else f", the next one {second.expected:+}"
        self._test(best, gamma, PROVE_BEST, f"expected {best.expected:+}{rival}")
        best.heed(gamma)

    def _disprove(self, rest: list[Aim], bound: int) -> None:
        """Test the others one by one, the most promising first, until one turns out to be better."""
        rest.sort(key=lambda aim: (-aim.expected, -aim.move.upper))
        for aim in rest:
            self._test(aim, bound + 1, DISPROVE_REST, f"expected {aim.expected:+}, to beat {bound:+}")
            aim.heed(bound + 1)
            if aim.move.lower > bound:
                return

    def _test(self, aim: Aim, gamma: int, strategy: str, reason: str) -> None:
        move = aim.move
        if self._is_first:
            self._is_first = False
            if not self._try(aim, gamma):
                self._try_easier(aim)
        if move.lower < gamma <= move.upper:
            self.root.narrow(move, self.engine.worth(move, gamma - 1, gamma), gamma - 1, gamma)
        if self.tests is not None:
            counts = self.engine.nodes, self.engine.expansions
            self.tests.append(Outcome(strategy, reason, move.move, gamma, move.lower, move.upper, *counts))

    def _try_easier(self, aim: Aim) -> None:
        """Find some lower bound of a move."""
        for distance in DISTANCES:
            if self._try(aim, aim.expected - distance):
                return

    def _try(self, aim: Aim, gamma: int) -> bool:
        """Test a move with PATIENCE nodes; return whether that was enough."""
        control = self.engine.control
        limit, wanted = int(control[NODE_LIMIT]), self.engine.nodes + PATIENCE
        control[NODE_LIMIT] = min(limit, wanted) if limit else wanted
        try:
            value = self.engine.worth(aim.move, gamma - 1, gamma)
            self.root.narrow(aim.move, value, gamma - 1, gamma)
        except Stopped as stopped:
            if str(stopped) != "nodes" or (limit and self.engine.nodes > limit):
                raise
            control[REASON] = FINISHED
            return False
        finally:
            control[NODE_LIMIT] = limit
        return True
