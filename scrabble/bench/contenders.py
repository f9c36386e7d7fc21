"""The contenders of a comparison, by name.

Of endgames:
    mtdf, sss, ...   a solver of `endgame solve`: proves the best move and its value
    bstar:move       the same B*, stopped when the best move is proven
    bstar:2D, ...    B* with an explicit tree on the game's static sound intervals, under this strategy
                     (bstar.tree.strategies): proves the move, too
    maven            B* on estimated intervals until its choice is stable: proves nothing
    maven:10         the same for 10 widenings

With tiles in the bag (scrabble.bench.preendgame_strategies):
    bstar            B* over moves and draws, as `endgame solve` runs it: proves best move, chance and spread
    bstar:chance     the same, stopped when it is proven that no move wins more often
    all              evaluates the spread of every move with every draw
    all:won          evaluates for every move with every draw only whether it is won, drawn or lost
    halving          playouts and successive halving, then exact on the last 8 moves: usually proves nothing
    halving:32       the same with the last 32
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bstar.tree.strategies import STRATEGIES
from scrabble.bench.measure import BenchError
from scrabble.bench.preendgame_strategies import (
    SURVIVORS,
    EvaluationSession,
    best_first,
    exhaustive,
    successive_halving,
)
from scrabble.game.position import Position
from scrabble.solver.names import MAVEN, PROOF, SolverName

MOVE = "move"
MOST_ROUNDS = 100
USUAL = "alphabeta,negascout,mtdf,sss,bstar"
MOST_TILES = 5  # on both racks together: an exhaustive search takes seconds

HALVING = "halving"
PREENDGAME_PROOFS: dict[str, Callable[[EvaluationSession], None]] = {
    "bstar": best_first,
    "bstar:chance": partial(best_first, is_chance_enough=True),
    "all": exhaustive,
    "all:won": partial(exhaustive, is_chance_enough=True),
}
USUAL_PREENDGAME = "bstar,all,all:won,halving"


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
    def is_estimate(self) -> bool:
        """Return whether it chooses by estimates."""
        return self.solver in (MAVEN, HALVING)

    @property
    def strategy(self) -> str | None:
        """Return the strategy of B* with an explicit tree, if it is one."""
        return self.way if self.solver == PROOF and self.way in STRATEGIES else None

    @property
    def rounds(self) -> int | None:
        """Return Maven's number of widenings; None until the choice is stable."""
        return int(self.way) if self.solver == MAVEN and self.way else None

    @property
    def wants_value(self) -> bool:
        """Return whether it searches until the value is proven."""
        return self.solver != MAVEN and not self.way

    def evaluate(self, session: EvaluationSession) -> None:
        """Run a strategy of pre-endgames.  Raises SearchStopped."""
        if self.solver == HALVING:
            successive_halving(session, int(self.way) if self.way else SURVIVORS)
        else:
            PREENDGAME_PROOFS[self.name](session)


EXHAUSTIVE = Competitor(SolverName.MINIMAX)  # the reference on positions that are small enough


def is_small(position: Position) -> bool:
    """Return whether an exhaustive search of a position usually ends within seconds."""
    return sum(map(len, position.rack_codes)) <= MOST_TILES


def contender(name: str) -> Competitor:
    """Return the contender on endgames of this name; raises BenchError if there is none."""
    solver, _, way = name.partition(":")
    if solver not in set(SolverName):
        raise BenchError(f"unknown solver {name!r}, expected one of {', '.join(SolverName)}")
    if name != solver and not _is_way(solver, way):
        ways = f"{PROOF}:{MOVE}, {MAVEN}:0 to {MAVEN}:{MOST_ROUNDS}, or {PROOF}: and one of"
        raise BenchError(f"unknown variant of {solver}: {name!r}, expected {ways} {', '.join(STRATEGIES)}")
    return Competitor(solver, way)


def _is_way(solver: str, way: str) -> bool:
    if solver == PROOF:
        return way == MOVE or way in STRATEGIES
    return solver == MAVEN and way.isdecimal() and int(way) <= MOST_ROUNDS


def preendgame_contender(name: str) -> Competitor:
    """Return the contender on pre-endgames of this name; raises BenchError if there is none."""
    solver, _, way = name.partition(":")
    is_halving = solver == HALVING and (name == HALVING or (way.isdecimal() and int(way) > 0))
    if name not in PREENDGAME_PROOFS and not is_halving:
        expected = f"one of {', '.join(PREENDGAME_PROOFS)}, {HALVING} or {HALVING}:N"
        raise BenchError(f"unknown solver {name!r} with tiles in the bag, expected {expected}")
    return Competitor(solver, way)


def contenders(names: str, preendgames: bool = False) -> tuple[Competitor, ...]:
    """Return the contenders of a list such as `mtdf,bstar`; raises BenchError, also for duplicates."""
    by_name = preendgame_contender if preendgames else contender
    found = tuple(by_name(name.strip()) for name in names.split(","))
    if len(set(found)) < len(found):
        raise BenchError(f"a solver is given twice: {names}")
    return found
