"""The contenders of a comparison on pre-endgames, by name.

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

from scrabble.bench.measure import BenchError
from scrabble.bench.preendgame_strategies import (
    SURVIVORS,
    EvaluationSession,
    best_first,
    exhaustive,
    successive_halving,
)

WAYS: dict[str, Callable[[EvaluationSession], None]] = {
    "bstar": best_first,
    "bstar:chance": lambda asking: best_first(asking, is_chance_enough=True),
    "all": exhaustive,
    "all:won": lambda asking: exhaustive(asking, is_chance_enough=True),
}
HALVING = "halving"
USUAL = "bstar,all,all:won,halving"


@dataclass(frozen=True, slots=True)
class Contender:
    """A strategy, by its name."""

    name: str

    @property
    def is_estimate(self) -> bool:
        """Return whether it chooses by estimates."""
        return self.name not in WAYS

    def run(self, asking: EvaluationSession) -> None:
        """Run the strategy.  Raises SearchStopped."""
        if self.name in WAYS:
            WAYS[self.name](asking)
        else:
            survivors = self.name.partition(":")[2]
            successive_halving(asking, int(survivors) if survivors else SURVIVORS)


def contenders(names: str) -> tuple[Contender, ...]:
    """Return the contenders of a list such as `bstar,halving:32`; raises BenchError, also for duplicates."""
    found = tuple(Contender(name.strip()) for name in names.split(","))
    for each in found:
        kind, _, survivors = each.name.partition(":")
        is_halving = kind == HALVING and (each.name == HALVING or (survivors.isdecimal() and int(survivors)))
        if each.name not in WAYS and not is_halving:
            expected = f"one of {', '.join(WAYS)}, {HALVING} or {HALVING}:N"
            raise BenchError(f"unknown solver {each.name!r} with tiles in the bag, expected {expected}")
    if len(set(found)) < len(found):
        raise BenchError(f"the same solver twice: {names}")
    return found
