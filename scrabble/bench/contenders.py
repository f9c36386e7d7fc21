"""The contenders of a comparison, by name.

mtdf, sss, ...   a solver of `endgame solve`: proves the best move and its value
bstar:move       the same B*, stopped when the best move is proven
bstar:2D, ...    B* with an explicit tree on the game's static sound intervals, under this strategy
                 (bstar.tree.strategies): proves the move, too
maven            B* on estimated intervals until its choice is stable: proves nothing
maven:10         the same for 10 widenings
"""

from __future__ import annotations

from dataclasses import dataclass

from bstar.tree.strategies import STRATEGIES
from scrabble.bench.measure import BenchError
from scrabble.game.position import Position
from scrabble.solver.names import BSTAR, MAVEN, SolverName

MOVE = "move"
MOST_ROUNDS = 100
USUAL = "alphabeta,negascout,mtdf,sss,bstar"
MOST_TILES = 5  # on both racks together: an exhaustive search takes seconds


@dataclass(frozen=True, slots=True)
class Competitor:
    """A solver and its variant, "" for the usual one."""

    solver: str
    way: str = ""

    @property
    def name(self) -> str:
        """Return the name on the command line, such as `bstar:2D`."""
        return f"{self.solver}:{self.way}" if self.way else self.solver

    @property
    def strategy(self) -> str | None:
        """Return the strategy of B* with an explicit tree, if it is one."""
        return self.way if self.solver == BSTAR and self.way in STRATEGIES else None

    @property
    def rounds(self) -> int | None:
        """Return Maven's number of widenings; None until the choice is stable."""
        return int(self.way) if self.solver == MAVEN and self.way else None

    @property
    def wants_value(self) -> bool:
        """Return whether it searches until the value is proven."""
        return self.solver != MAVEN and not self.way


EXHAUSTIVE = Competitor(SolverName.MINIMAX)  # the reference on positions that are small enough


def is_small(position: Position) -> bool:
    """Return whether an exhaustive search of a position usually ends within seconds."""
    return sum(map(len, position.rack_codes)) <= MOST_TILES


def contender(name: str) -> Competitor:
    """Return the contender of this name; raises BenchError if there is none."""
    solver, _, way = name.partition(":")
    if solver not in set(SolverName):
        raise BenchError(f"unknown solver {name!r}, expected one of {', '.join(SolverName)}")
    if name != solver and not _is_way(solver, way):
        ways = f"{BSTAR}:{MOVE}, {MAVEN}:0 to {MAVEN}:{MOST_ROUNDS}, or {BSTAR}: and one of"
        raise BenchError(f"unknown variant of {solver}: {name!r}, expected {ways} {', '.join(STRATEGIES)}")
    return Competitor(solver, way)


def _is_way(solver: str, way: str) -> bool:
    if solver == BSTAR:
        return way == MOVE or way in STRATEGIES
    return solver == MAVEN and way.isdecimal() and int(way) <= MOST_ROUNDS


def contenders(names: str) -> tuple[Competitor, ...]:
    """Return the contenders of a list such as `mtdf,bstar`; raises BenchError, also for duplicates."""
    found = tuple(contender(name.strip()) for name in names.split(","))
    if len(set(found)) < len(found):
        raise BenchError(f"a solver is given twice: {names}")
    return found
