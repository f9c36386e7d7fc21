"""What one contender made of one position, as it is kept, written and read again.

outcome   move, bounds, costs; bounds are always proven ones, whatever the solver believes
lost      how many points less its move is worth than the best one, by a search of another solver
rounds    of Maven: the choice after each widening, and what it had cost by then
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from scrabble.bench.figures import DIGITS, Measurement, data

ESTIMATED = "estimated"


@dataclass(frozen=True, slots=True)
class MavenChoice:
    """Maven's choice after so many widenings."""

    number: int
    move: str
    expansions: int
    nodes: int
    seconds: float  # CPU time so far, set-up included
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """One contender on one position."""

    outcome: Measurement
    lost: int | None = None  # None: not known
    rounds: tuple[MavenChoice, ...] = ()

    @property
    def is_refuted(self) -> bool:
        """Is the move said to be proven best, and is not?"""
        return self.outcome.is_proven and bool(self.lost)

    def judged(self, losses: Mapping[str, int | None]) -> Trial:
        """The trial with what each of its moves loses, by the text of the move."""
        rounds = tuple(replace(each, lost=losses.get(each.move)) for each in self.rounds)
        return replace(self, lost=losses.get(self.outcome.move), rounds=rounds)

    def after(self, widenings: int) -> MavenChoice | None:
        """The choice after at most so many widenings."""
        return self.rounds[min(widenings, len(self.rounds) - 1)] if self.rounds else None

    def as_data(self) -> dict[str, Any]:
        """The trial as plain data."""
        found = data(self.outcome)
        found["solver"] = found.pop("setting")
        found["lost"] = self.lost
        if self.rounds:
            found["rounds"] = [
                asdict(each) | {"seconds": round(each.seconds, DIGITS)} for each in self.rounds
            ]
        return found


def from_data(found: dict[str, Any]) -> Trial:
    """The trial that `as_data` has written."""
    rounds = tuple(MavenChoice(**each) for each in found.get("rounds", ()))
    return Trial(Measurement.from_data(found | {"setting": found["solver"]}), found["lost"], rounds)
