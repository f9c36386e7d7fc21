"""Statistics of trials: figures of each contender, ratios of each two, Maven round by round, disagreements.

    within, median    as in scrabble.bench.figures: of proofs
    ratio             on positions on which the searches of both ended
    best              number of evaluated moves that are best ones
    lost              points lost by the others, a mean over all evaluated moves

Disagreements are listed and enter no mean: bounds that exclude each other, a "proven" move that is not a best
one.  An estimate may be wrong; the moves it missed are listed as well.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scrabble.answer.plain import as_builtins
from scrabble.bench.figures import Disagreement, SettingStats, SpeedRatio, disagreements, figures, ratio
from scrabble.bench.trial import ESTIMATED, Trial
from scrabble.solver.names import MAVEN


@dataclass(frozen=True, slots=True)
class CompetitorStats:
    """All trials of one contender."""

    figures: SettingStats
    expansions: int
    judged: int
    best: int
    lost: float | None  # mean; None: no move was judged


@dataclass(frozen=True, slots=True)
class WideningStats:
    """Maven's choices after at most `number` widenings; means over all positions."""

    number: int
    judged: int
    best: int
    lost: float
    expansions: float
    expansions_median: float
    seconds: float


@dataclass(frozen=True, slots=True)
class WrongMove:
    """A move that is not best: an error of a proof, or of an estimate."""

    id: str
    solver: str
    move: str
    lost: int | None
    status: str


@dataclass(frozen=True, slots=True)
class ComparisonSummary:
    """Everything about a comparison but its trials."""

    positions: int
    standings: list[CompetitorStats]
    ratios: list[SpeedRatio]
    disagreements: list[Disagreement]
    refuted: list[WrongMove]  # claimed to be proven
    missed: list[WrongMove]  # estimates

    @property
    def is_agreed(self) -> bool:
        """Return whether no proof contradicts another one."""
        return not self.disagreements and not self.refuted

    def as_data(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        found: dict[str, Any] = as_builtins(self)
        solvers = [each.pop("figures") | each for each in found.pop("standings")]
        return {"positions": self.positions, "solvers": solvers, **found}


def summary(trials: Sequence[Trial], names: Sequence[str], limit: float) -> ComparisonSummary:
    """Return the statistics of these contenders, whose searches had `limit` seconds each."""
    outcomes = [each.outcome for each in trials]
    compared = [name for name in names if name.partition(":")[0] != MAVEN]
    pairs = (ratio(outcomes, first, other) for first, other in combinations(compared, 2))
    return ComparisonSummary(
        positions=len({outcome.number for outcome in outcomes}),
        standings=[standing(trials, name, limit) for name in names],
        ratios=[each for each in pairs if each is not None],
        disagreements=disagreements(outcomes),
        refuted=[_wrong(each) for each in trials if each.is_refuted],
        missed=[_wrong(each) for each in trials if each.lost and each.outcome.status == ESTIMATED],
    )


def standing(trials: Sequence[Trial], name: str, limit: float) -> CompetitorStats:
    """Return the statistics of one contender."""
    own = [each for each in trials if each.outcome.setting == name]
    lost = [each.lost for each in own if each.lost is not None]
    return CompetitorStats(
        figures=figures([each.outcome for each in own], name, limit),
        expansions=sum(each.outcome.expansions for each in own),
        judged=len(lost),
        best=lost.count(0),
        lost=statistics.fmean(lost) if lost else None,
    )


def widenings(trials: Sequence[Trial], numbers: Sequence[int]) -> list[WideningStats]:
    """Return statistics of Maven's trials by widening; [] if no move was evaluated."""
    found = []
    for number in numbers:
        choices = [choice for each in trials if (choice := each.after(number)) and choice.lost is not None]
        if not choices:
            return []
        lost = [int(choice.lost or 0) for choice in choices]
        found.append(
            WideningStats(
                number=number,
                judged=len(choices),
                best=lost.count(0),
                lost=statistics.fmean(lost),
                expansions=statistics.fmean(choice.expansions for choice in choices),
                expansions_median=statistics.median(choice.expansions for choice in choices),
                seconds=statistics.fmean(choice.seconds for choice in choices),
            )
        )
    return found


def _wrong(trial: Trial) -> WrongMove:
    outcome = trial.outcome
    return WrongMove(outcome.id, outcome.setting, outcome.move, trial.lost, outcome.status)
