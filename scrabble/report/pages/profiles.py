"""Views for a coach in the index of many games: the most costly turns, kinds of mistakes, trends.

The chart of a trend shows the points lost per game on each date, from left to right, 0 at the bottom; all
charts of a page have one scale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from markupsafe import Markup

from scrabble.analysis.batch.results import AnalysisRecord
from scrabble.analysis.batch.summary import BatchData, DateData, TotalsData
from scrabble.analysis.mistakes import KINDS, kinds_in_record, kinds_text, loss_of
from scrabble.analysis.schema import TurnData
from scrabble.report.pages.templates import HtmlTable

SHOWN = 10  # turns of all players, and of each
WIDTH, HEIGHT, EDGE = 180, 44, 6  # of a chart, in pixels


class CostlyTurn(NamedTuple):
    """A turn that lost many points."""

    player: str
    played: str
    best: str
    lost: str
    grade: str
    result: str  # the change of the result, or empty
    kinds: str
    where: str
    address: str
    is_beyond: bool  # not among the most costly turns of all players, only of this one


class Trend(NamedTuple):
    """The points that a player lost per game, by date."""

    player: str
    chart: Markup
    dates: list[tuple[str, str]]


def costly_turns(
    records: Sequence[AnalysisRecord],
    persons: Mapping[str, str],
    titles: Mapping[str, str],
    addresses: Mapping[str, str],
) -> list[CostlyTurn]:
    """Return the most costly turns of all players and of each of them, the most costly first.

    `titles` and `addresses` are those of the games by name.
    """
    found = [
        (record, turn)
        for record in records
        for turn in record.turns
        if loss_of(turn) > 0 and turn.evaluation is not None
    ]
    found.sort(key=lambda each: -loss_of(each[1]))
    counts: Counter[str] = Counter()
    rows = []
    for at, (record, turn) in enumerate(found):
        player = persons[record.players[turn.player - 1]]
        counts[player] += 1
        if at < SHOWN or counts[player] <= SHOWN:
            where = f"{titles[record.id]}, turn {turn.turn}"
            address = f"{addresses[record.id]}#turn-{turn.turn}"
            rows.append(_costly_turn(turn, player, where, address, at >= SHOWN))
    return rows


def _costly_turn(turn: TurnData, player: str, where: str, address: str, is_beyond: bool) -> CostlyTurn:
    found = turn.evaluation
    assert found is not None
    least = "" if found.loss[0] == found.loss[1] else "≥ "
    challenged_off = " (challenged off)" if turn.is_taken_back else ""
    return CostlyTurn(
        player=player,
        played=f"{turn.played}{challenged_off}" + f" +{turn.score}" * bool(turn.score),
        best=found.best[0],
        lost=f"{least}{loss_of(turn)}",
        grade=found.grade,
        result=found.result_change,
        kinds=kinds_text(kinds_in_record(turn)),
        where=where,
        address=address,
        is_beyond=is_beyond,
    )


def kinds_table(summary: BatchData) -> HtmlTable:
    """Return the mistakes of each player by kind; without rows if nobody made any that was explained."""
    rows = [_kind_cells(each) for each in summary.players if any(kind.turns for kind in each.kinds)]
    return HtmlTable("kinds", ["player", *KINDS], rows, range(1, 1 + len(KINDS)))


def _kind_cells(each: TotalsData) -> list[object]:
    return [each.name, *(f"{kind.turns} ({kind.loss})" if kind.turns else "" for kind in each.kinds)]


def trends(summary: BatchData) -> Iterator[Trend]:
    """Yield the trend of each player with games on several dates."""
    players = [each for each in summary.players if len(each.dates) > 1]
    most = max((_per_game(day) for each in players for day in each.dates), default=0.0)
    for each in players:
        dates = [(day.date, _day_text(day)) for day in each.dates]
        yield Trend(each.name, _chart(each.name, each.dates, most), dates)


def _per_game(day: DateData) -> float:
    return day.loss / day.games


def _day_text(day: DateData) -> str:
    games = f" ({day.games} games)" if day.games > 1 else ""
    return f"{_per_game(day):.3g}{games}"


def _chart(player: str, days: Sequence[DateData], most: float) -> Markup:
    """Return the points lost per game by date as SVG; `most` is the top of the scale."""
    step = (WIDTH - 2 * EDGE) / (len(days) - 1)
    room = HEIGHT - 2 * EDGE
    places = [
        (EDGE + step * at, HEIGHT - EDGE - room * _per_game(day) / (most or 1)) for at, day in enumerate(days)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{day.date}: {_day_text(day)}</title></circle>'
        for (x, y), day in zip(places, days, strict=True)
    )
    label = escape(f"points lost per game by {player}, from {days[0].date} to {days[-1].date}")
    base = HEIGHT - EDGE
    return Markup(
        f'<svg class="trend" role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><line x1="0" y1="{base}" x2="{WIDTH}" y2="{base}"/>'
        f'<polyline points="{line}"/>{dots}</svg>'
    )
