"""Who takes part in a comparison, by name.

mtdf, sss, ...   a solver of `endgame solve`: proves the best move and its value
bstar:move       the same B*, which stops when the best move is proven
bstar:2D, ...    B* with a tree of its own on the game's static sound intervals, under this strategy
                 (bstar.tree.strategies): proves the move, too
bstar:ladder     B* with a tree of its own whose leaves are searched, restricted games first
(bstar/experimental) bstar:budget     the same without restricted games
maven            B* on believed intervals until its choice is stable: proves nothing
maven:10         the same for 10 widenings
"""

from __future__ import annotations

from dataclasses import dataclass

from bstar.experimental.ladder import LADDERS
from bstar.tree.strategies import STRATEGIES
from scrabble.bench.measure import BenchError
from scrabble.game.position import Position
from scrabble.solver.names import MAVEN, PROOF, SolverName

MOVE = "move"
MOST_ROUNDS = 100
USUAL = "alphabeta,negascout,mtdf,sss,bstar"
MOST_TILES = 5  # on both racks together: so few are searched exhaustively in seconds


@dataclass(frozen=True, slots=True)
class Competitor:
    """A solver and the way it searches, "" being its usual one."""

    solver: str
    way: str = ""

    @property
    def name(self) -> str:
        """The name by which it is asked for, such as `bstar:2D`."""
        return f"{self.solver}:{self.way}" if self.way else self.solver

    @property
    def strategy(self) -> str | None:
        """The strategy of B* with a tree of its own."""
        return self.way if self.solver == PROOF and self.way in STRATEGIES else None

    @property
    def ladder(self) -> str | None:
        """How B* with a tree of its own searches the leaves."""
        return self.way if self.solver == PROOF and self.way in LADDERS else None

    @property
    def rounds(self) -> int | None:
        """How many widenings Maven is to make; None until the choice is stable."""
        return int(self.way) if self.solver == MAVEN and self.way else None

    @property
    def wants_value(self) -> bool:
        """Does it go on until the value is known?"""
        return self.solver != MAVEN and not self.way


EXHAUSTIVE = Competitor(SolverName.MINIMAX)  # what the others are compared with where it can be


def is_small(position: Position) -> bool:
    """Return whether an exhaustive search of a position ends within seconds, as a rule."""
    return sum(map(len, position.racks)) <= MOST_TILES


def contender(name: str) -> Competitor:
    """The contender of this name; raises BenchError if there is none."""
    solver, _, way = name.partition(":")
    if solver not in set(SolverName):
        raise BenchError(f"unknown solver {name!r}, expected one of {', '.join(SolverName)}")
    if name != solver and not _is_way(solver, way):
        ways = f"{PROOF}:{MOVE}, {MAVEN}:0 to {MAVEN}:{MOST_ROUNDS}, or {PROOF}: and one of"
        raise BenchError(
            f"no such way of {solver}: {name!r}, expected {ways} {', '.join([*LADDERS, *STRATEGIES])}"
        )
    return Competitor(solver, way)


def _is_way(solver: str, way: str) -> bool:
    if solver == PROOF:
        return way == MOVE or way in STRATEGIES or way in LADDERS
    return solver == MAVEN and way.isdecimal() and int(way) <= MOST_ROUNDS


def contenders(names: str) -> list[Competitor]:
    """The contenders of a list such as `mtdf,bstar`; raises BenchError, also for one named twice."""
    found = [contender(name.strip()) for name in names.split(",")]
    if len(set(found)) < len(found):
        raise BenchError(f"the same solver twice: {names}")
    return found
