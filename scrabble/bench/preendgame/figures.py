"""Statistics of trials on pre-endgames: figures of each contender, ratios, disagreements.

right      number of evaluated moves that win as often as any; best: the spread is best, too
lost       how much less often the move wins than the best one, a mean over all evaluated moves
asked      number of pairs of move and draw that were queried, of all pairs
ratio      time over that of the first contender: geometric mean over positions that both finished
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from scrabble.bench.preendgame.trial import PROVEN, BagTrial
from scrabble.solver.preendgame.solution import Range

LEAST_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Standing:
    """All trials of one contender."""

    solver: str
    positions: int
    proven: int
    sure: int  # it is proven that no move wins more often
    judged: int
    right: int
    best: int
    lost: float | None  # mean chance; None: no move was judged
    asked: int
    pairs: int
    questions: int
    playouts: int
    nodes: int
    median: float  # CPU seconds; a stopped search counts with its time so far
    total: float
    finished: int  # not stopped
    ratio: float | None  # of times to the first contender


@dataclass(frozen=True, slots=True)
class BagSummary:
    """Everything about a comparison but its trials."""

    positions: int
    standings: list[Standing]
    disagreements: list[str]

    def as_data(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        return {
            "positions": self.positions,
            "solvers": [asdict(each) for each in self.standings],
            "disagreements": self.disagreements,
        }


def summary(trials: Sequence[BagTrial], names: Sequence[str]) -> BagSummary:
    """Return the statistics of these contenders."""
    return BagSummary(
        len({each.number for each in trials}),
        [_standing(trials, name, names[0]) for name in names] if trials else [],
        list(_disagreements(trials)),
    )


def _standing(trials: Sequence[BagTrial], name: str, first: str) -> Standing:
    own = [each for each in trials if each.solver == name]
    lost = [each.lost for each in own if each.lost is not None]
    seconds = [each.seconds for each in own]
    times = {each.number: each.seconds for each in trials if each.solver == first and each.limit is None}
    both = [(each, times[each.number]) for each in own if each.limit is None and each.number in times]
    logs = [math.log(max(each.seconds, LEAST_SECONDS) / max(other, LEAST_SECONDS)) for each, other in both]
    return Standing(
        solver=name,
        positions=len(own),
        proven=sum(each.status == PROVEN for each in own),
        sure=sum(each.is_sure for each in own),
        judged=len(lost),
        right=lost.count(Fraction(0)),
        best=sum(each.is_best for each in own),
        lost=float(sum(lost) / len(lost)) if lost else None,
        asked=sum(each.asked for each in own),
        pairs=sum(each.pairs for each in own),
        questions=sum(each.questions for each in own),
        playouts=sum(each.playouts for each in own),
        nodes=sum(each.nodes for each in own),
        median=statistics.median(seconds),
        total=math.fsum(seconds),
        finished=sum(each.limit is None for each in own),
        ratio=math.exp(statistics.fmean(logs)) if logs else None,
    )


def _disagreements(trials: Sequence[BagTrial]) -> Iterator[str]:
    """Yield bounds that exclude each other, and proofs that are wrong."""
    for first, other in combinations(trials, 2):
        if first.number != other.number:
            continue
        wrong = "chance" if _exclude(first.chance, other.chance) else ""
        if first.status == other.status == PROVEN and _exclude(first.spread, other.spread):
            wrong = wrong or "spread"
        if wrong:
            yield f"{first.id}: the {wrong} by {first.solver} and by {other.solver} cannot both be true"
    for each in trials:
        if each.known is not None and not _is_known(each, *each.known):
            yield f"{each.id}: the set states {each.known[0]}, {each.known[1]}, not so {each.solver}"
        if each.is_refuted:
            yield f"{each.id}: {each.move} is none of the best moves, which {each.solver} says is proven"


def _is_known(trial: BagTrial, chance: Fraction, spread: Fraction) -> bool:
    """Return whether the trial agrees with the values that the set states."""
    is_spread = trial.status != PROVEN or trial.spread.lower <= spread <= trial.spread.upper
    return trial.chance.lower <= chance <= trial.chance.upper and is_spread


def _exclude(first: Range, other: Range) -> bool:
    """Return whether no number is within both ranges."""
    return max(first.lower, other.lower) > min(first.upper, other.upper)
