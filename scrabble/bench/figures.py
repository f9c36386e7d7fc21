"""Statistics of measurements: figures of each setting, ratios of two settings, and disagreements.

    within     number of positions proven within 0.1, 1, 10 and 60 CPU seconds
    median     of all positions; one that was not proven counts as longer than any other
    ratio      position by position, of those that both settings have proven: other / first

Ratios are summarised by median and geometric mean, which a few long searches do not dominate.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

WITHIN = (0.1, 1.0, 10.0, 60.0)  # seconds
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Measurement:
    """One position measured with one setting; lower <= value <= upper, None means unknown."""

    number: int  # in the set
    id: str
    setting: str
    status: str  # proven or bounded
    move: str  # the best move, proven or estimated
    value: int | None
    lower: int | None
    upper: int | None
    known: int | None  # the value as the set states it
    set_up: float
    seconds: float  # CPU time, set-up included
    nodes: int
    expansions: int
    limit: str | None  # time, memory, interrupt
    memory: int | None  # peak of the process so far, bytes

    @property
    def is_proven(self) -> bool:
        """Return whether best move and value are proven."""
        return self.status == "proven"

    @staticmethod
    def from_data(found: dict[str, Any], **changes: Any) -> Measurement:
        """Return the measurement that `data` wrote, with changes; raises KeyError for a missing field."""
        return Measurement(**{field.name: found[field.name] for field in fields(Measurement)} | changes)


@dataclass(frozen=True, slots=True)
class SettingStats:
    """All measurements of one setting."""

    setting: str
    positions: int
    proven: int
    within: dict[str, int]  # seconds as text: number of positions proven in that time
    median: float | None  # None: that position was not proven
    p90: float | None
    total: float
    set_up: float  # in all
    nodes: int
    nodes_per_second: float
    memory: int | None
    known: int  # positions whose value the set states
    reproduced: int  # number of these values that were found


@dataclass(frozen=True, slots=True)
class SpeedRatio:
    """A setting compared with the first one, on the positions that both have proven."""

    setting: str
    first: str
    positions: int
    only_first: int  # proven by the first setting only
    only_other: int
    time_median: float
    time_mean: float  # geometric
    nodes_median: float
    nodes_mean: float
    expansions_median: float
    expansions_mean: float


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A position on which two claims cannot both be true."""

    id: str
    claims: dict[str, tuple[int | None, int | None]]  # setting: lower and upper bound


def figures(outcomes: Sequence[Measurement], setting: str, limit: float) -> SettingStats:
    """Return the statistics of a setting whose searches had `limit` seconds each."""
    own = [outcome for outcome in outcomes if outcome.setting == setting]
    times = sorted(outcome.seconds if outcome.is_proven else math.inf for outcome in own)
    searching = sum(outcome.seconds - outcome.set_up for outcome in own)
    nodes = sum(outcome.nodes for outcome in own)
    known = [outcome for outcome in own if outcome.known is not None]
    return SettingStats(
        setting=setting,
        positions=len(own),
        proven=sum(outcome.is_proven for outcome in own),
        within={f"{mark:g}": sum(time <= mark for time in times) for mark in WITHIN if mark <= limit},
        median=_at(times, 0.5),
        p90=_at(times, 0.9),
        total=sum(outcome.seconds for outcome in own),
        set_up=sum(outcome.set_up for outcome in own),
        nodes=nodes,
        nodes_per_second=nodes / searching if searching else 0.0,
        memory=max((outcome.memory for outcome in own if outcome.memory is not None), default=None),
        known=len(known),
        reproduced=sum(outcome.value == outcome.known for outcome in known),
    )


def _at(times: Sequence[float], part: float) -> float | None:
    """Return the time within which the fraction `part` of the positions was proven."""
    time = times[math.ceil(part * len(times)) - 1] if times else math.inf
    return None if math.isinf(time) else time


def ratio(outcomes: Sequence[Measurement], first: str, setting: str) -> SpeedRatio | None:
    """Compare two settings; None when no position was proven by both."""
    ours = {outcome.number: outcome for outcome in outcomes if outcome.setting == first}
    theirs = {outcome.number: outcome for outcome in outcomes if outcome.setting == setting}
    pairs = [(ours[number], theirs[number]) for number in ours if number in theirs]
    both = [(one, other) for one, other in pairs if one.is_proven and other.is_proven]
    if not both:
        return None
    times = [max(other.seconds, 1e-9) / max(one.seconds, 1e-9) for one, other in both]
    nodes = [max(other.nodes, 1) / max(one.nodes, 1) for one, other in both]
    expansions = [max(other.expansions, 1) / max(one.expansions, 1) for one, other in both]
    return SpeedRatio(
        setting=setting,
        first=first,
        positions=len(both),
        only_first=sum(one.is_proven > other.is_proven for one, other in pairs),
        only_other=sum(one.is_proven < other.is_proven for one, other in pairs),
        time_median=statistics.median(times),
        time_mean=statistics.geometric_mean(times),
        nodes_median=statistics.median(nodes),
        nodes_mean=statistics.geometric_mean(nodes),
        expansions_median=statistics.median(expansions),
        expansions_mean=statistics.geometric_mean(expansions),
    )


def disagreements(outcomes: Iterable[Measurement]) -> list[Disagreement]:
    """Return the positions whose bounds exclude each other or the known value."""
    positions: dict[int, list[Measurement]] = {}
    for outcome in outcomes:
        positions.setdefault(outcome.number, []).append(outcome)
    found = []
    for group in positions.values():
        claims = {outcome.setting: (outcome.lower, outcome.upper) for outcome in group}
        if group[0].known is not None:
            claims = {"known": (group[0].known, group[0].known)} | claims
        lower = max((bound for bound, _ in claims.values() if bound is not None), default=-math.inf)
        upper = min((bound for _, bound in claims.values() if bound is not None), default=math.inf)
        if lower > upper:
            found.append(Disagreement(group[0].id, claims))
    return found


def data(record: Any) -> dict[str, Any]:
    """Return a record of this module as plain data."""
    return {
        key: round(value, DIGITS) if isinstance(value, float) else value
        for key, value in asdict(record).items()
    }
