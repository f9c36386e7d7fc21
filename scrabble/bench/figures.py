"""Statistics of measurements: figures of each setting, ratios of two settings, and disagreements.

    within     number of positions proven within 0.1, 1, 10 and 60 CPU seconds; with tiles in the bag, in
               win probability and spread
    median     of all positions; one that was not proven counts as longer than any other
    ratio      position by position, of those on which the searches of both settings ended: other / first

Ratios are summarised by median and geometric mean, which a few long searches do not dominate.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scrabble.answer.interval import Interval, Number, exactly
from scrabble.answer.plain import Real, as_builtins, from_plain

WITHIN = (0.1, 1.0, 10.0, 60.0)  # seconds


@dataclass(frozen=True, slots=True)
class Measurement:
    """One position measured with one setting; the last ones are known with tiles in the bag only."""

    number: int  # in the set
    id: str
    setting: str
    status: str  # proven, bounded or estimated
    move: str  # the best move, proven or estimated
    bounds: Interval  # of the value: proven, whatever the status
    set_up: float
    seconds: float  # CPU time, set-up included
    nodes: int
    expansions: int = 0  # of endgames
    known: Real | None = None  # the value as the set states it
    stopped_by: str | None = None  # time, memory, expansions, interrupt
    memory: int | None = None  # peak of the process so far, bytes
    win: Interval | None = None  # win probability, proven
    known_win: Real | None = None  # as the set states it
    queries: int | None = None
    looks: int = 0  # at moves in tables of a reply, of endgames

    @property
    def value(self) -> Number | None:
        """The value, if it is proven."""
        return self.bounds.exact

    @property
    def has_ended(self) -> bool:
        """Return whether the search came to its end: with a proof, unless it goes by estimates."""
        return self.stopped_by is None

    @property
    def is_proven(self) -> bool:
        """Return whether best move and value are proven."""
        return self.status == "proven"

    def as_data(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return dict(as_builtins(self), value=as_builtins(self.value))

    @staticmethod
    def from_data(found: dict[str, Any], **changes: Any) -> Measurement:
        """Return the measurement that `as_data` wrote, with changes; raise ValidationError for other data.

        Another version of the program may write other keys: those of ours with a default have it.
        """
        return from_plain(found | changes, Measurement)


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
    looks: int
    nodes_per_second: float
    memory: int | None
    known: int  # positions whose value the set states
    reproduced: int  # number of these values that were found; with tiles in the bag, of chance and value
    chance_exact: int | None = None  # these three with tiles in the bag
    both_exact: int | None = None  # chance and spread
    queries: int | None = None


@dataclass(frozen=True, slots=True)
class SpeedRatio:
    """A setting compared with the first one, on the positions on which the searches of both ended."""

    setting: str
    first: str
    positions: int
    only_first: int  # ended by the first setting only
    only_other: int
    time_median: float
    time_mean: float  # geometric
    nodes_median: float
    nodes_mean: float
    expansions_median: float
    expansions_mean: float
    queries_median: float | None = None  # with tiles in the bag
    queries_mean: float | None = None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A position on which two claims cannot both be true."""

    id: str
    about: str  # value, win
    claims: dict[str, Interval]  # by setting


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
        looks=sum(outcome.looks for outcome in own),
        nodes_per_second=nodes / searching if searching else 0.0,
        memory=max((outcome.memory for outcome in own if outcome.memory is not None), default=None),
        known=len(known),
        reproduced=sum(outcome.value == outcome.known and _is_win_known(outcome) for outcome in known),
        **_bag_stats(own),
    )


def _is_win_known(outcome: Measurement) -> bool:
    """Return whether the win probability is the known one, if there is one."""
    return outcome.win is None or outcome.known_win is None or outcome.win.exact == outcome.known_win


def _bag_stats(own: Sequence[Measurement]) -> dict[str, int]:
    """Return the statistics that only positions with tiles in the bag have."""
    found = [outcome for outcome in own if outcome.win is not None]
    if not found:
        return {}
    exact = [outcome for outcome in found if outcome.win is not None and outcome.win.is_exact]
    return {
        "chance_exact": len(exact),
        "both_exact": sum(outcome.bounds.is_exact for outcome in exact),
        "queries": sum(outcome.queries or 0 for outcome in found),
    }


def _at(times: Sequence[float], part: float) -> float | None:
    """Return the time within which the fraction `part` of the positions was proven."""
    time = times[math.ceil(part * len(times)) - 1] if times else math.inf
    return None if math.isinf(time) else time


def ratio(outcomes: Sequence[Measurement], first: str, setting: str) -> SpeedRatio | None:
    """Compare two settings; None when the searches of both ended on no position."""
    ours = {outcome.number: outcome for outcome in outcomes if outcome.setting == first}
    theirs = {outcome.number: outcome for outcome in outcomes if outcome.setting == setting}
    pairs = [(ours[number], theirs[number]) for number in ours if number in theirs]
    both = [(one, other) for one, other in pairs if one.has_ended and other.has_ended]
    if not both:
        return None
    times = [max(other.seconds, 1e-9) / max(one.seconds, 1e-9) for one, other in both]
    nodes = [max(other.nodes, 1) / max(one.nodes, 1) for one, other in both]
    expansions = [max(other.expansions, 1) / max(one.expansions, 1) for one, other in both]
    queries = [
        max(other.queries, 1) / max(one.queries, 1)
        for one, other in both
        if one.queries is not None and other.queries is not None
    ]
    return SpeedRatio(
        setting=setting,
        first=first,
        positions=len(both),
        only_first=sum(one.has_ended > other.has_ended for one, other in pairs),
        only_other=sum(one.has_ended < other.has_ended for one, other in pairs),
        time_median=statistics.median(times),
        time_mean=statistics.geometric_mean(times),
        nodes_median=statistics.median(nodes),
        nodes_mean=statistics.geometric_mean(nodes),
        expansions_median=statistics.median(expansions),
        expansions_mean=statistics.geometric_mean(expansions),
        queries_median=statistics.median(queries) if queries else None,
        queries_mean=statistics.geometric_mean(queries) if queries else None,
    )


def disagreements(outcomes: Iterable[Measurement]) -> list[Disagreement]:
    """Return the positions whose bounds exclude each other or the known value."""
    positions: dict[int, list[Measurement]] = {}
    for outcome in outcomes:
        positions.setdefault(outcome.number, []).append(outcome)
    found = []
    for group in positions.values():
        claims = {outcome.setting: outcome.bounds for outcome in group}
        found += disagreement(group[0].id, "value", claims, group[0].known)
        wins = {outcome.setting: outcome.win for outcome in group if outcome.win is not None}
        if wins:
            found += disagreement(group[0].id, "win", wins, group[0].known_win)
    return found


def disagreement(
    name: str, about: str, claims: dict[str, Interval], known: Number | None
) -> list[Disagreement]:
    """Return the disagreement between these claims and a known number; [] if all can be true."""
    if known is not None:
        claims = {"known": exactly(known)} | claims
    if max(each.lower for each in claims.values()) > min(each.upper for each in claims.values()):
        return [Disagreement(name, about, claims)]
    return []
