"""The trend of a player: the points lost for each endgame turn, by date.  Drawn in SVG.

    a dot     the points lost on a date, as far as they are proven
    a bar     up to the most that they can be, while turns are open

The charts of a page have one scale, so that players compare.  What is beyond it is cut off.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from scrabble.analysis.batch.summary import BatchData, DateData, loss_per_turn
from scrabble.answer.interval import Interval
from scrabble.english import counted
from scrabble.wording.points import points_text

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 130, 34, 12, 12, 24  # in pixels
STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200)  # points from mark to mark
MOST_MARKS = 4
FAR = 2  # an open number that may be this many times the greatest proven one is cut off


class Trend(NamedTuple):
    """The points that a player lost for each turn, by date."""

    player: str
    chart: Markup
    dates: list[tuple[str, str]]


class Point(NamedTuple):
    """The games of a player on one date."""

    day: DateData
    rate: Interval

    @property
    def text(self) -> str:
        """The points lost for each turn, and where they come from."""
        games = f"{counted(self.day.games, 'game')}, " if self.day.games > 1 else ""
        return f"{points_text(self.rate)} ({games}{counted(self.day.turns, 'turn')})"


def trends(summary: BatchData) -> Iterator[Trend]:
    """Yield the trend of each player with games on several dates."""
    found = {each.name: list(_points(each.dates)) for each in summary.players}
    found = {name: points for name, points in found.items() if len(points) > 1}
    step = _step([point.rate for points in found.values() for point in points])
    for name, points in found.items():
        yield Trend(name, _chart(name, points, step), [(each.day.date, each.text) for each in points])


def _points(dates: Sequence[DateData]) -> Iterator[Point]:
    for day in dates:
        rate = loss_per_turn(day)
        if rate is not None:
            yield Point(day, rate)


def _step(rates: Sequence[Interval]) -> float:
    """Return the points from mark to mark of a scale for these numbers."""
    proven = max((float(each.lower) for each in rates), default=0.0)
    most = max((float(each.upper) for each in rates if each.upper <= FAR * proven), default=proven)
    return next((step for step in STEPS if step * MOST_MARKS >= max(most, proven)), STEPS[-1])


def _chart(player: str, points: Sequence[Point], step: float) -> Markup:
    """Return the chart, with marks `step` points apart."""
    days = [datetime.date.fromisoformat(each.day.date).toordinal() for each in points]
    top = step * MOST_MARKS

    def x(day: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (day - days[0] + 0.5) / (days[-1] - days[0] + 1)

    def y(number: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(number, top) / top

    first, last = points[0].day.date, points[-1].day.date
    label = escape(f"points lost per turn by {player}, from {first} to {last}")
    parts = [f'<svg class="graph trend" role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {HEIGHT}">']
    for mark in range(MOST_MARKS + 1):
        at = y(mark * step)
        parts.append(
            f'<line class="{"grid" if mark else "zero"}" x1="{LEFT}" x2="{WIDTH - RIGHT}" '
            f'y1="{at:.1f}" y2="{at:.1f}"/><text class="axis" x="{LEFT - 6}" y="{at + 4:.1f}" '
            f'text-anchor="end">{mark * step:g}</text>'
        )
    line = " ".join(
        f"{x(day):.1f},{y(float(each.rate.lower)):.1f}" for day, each in zip(days, points, strict=True)
    )
    parts.append(f'<polyline class="actual" points="{line}"/>')
    for day, each in zip(days, points, strict=True):
        lower, upper = map(float, each.rate)
        title = f"<title>{each.day.date}: {escape(each.text)}</title>"
        if not each.rate.is_exact:
            parts.append(
                f'<line class="open" x1="{x(day):.1f}" x2="{x(day):.1f}" '
                f'y1="{y(lower):.1f}" y2="{y(upper if math.isfinite(upper) else top):.1f}">{title}</line>'
            )
        parts.append(f'<circle class="best" cx="{x(day):.1f}" cy="{y(lower):.1f}" r="4">{title}</circle>')
    for text, place, anchor in ((first, LEFT, "start"), (last, WIDTH - RIGHT, "end")):
        parts.append(f'<text class="axis" x="{place}" y="{HEIGHT - 6}" text-anchor="{anchor}">{text}</text>')
    return Markup("".join([*parts, "</svg>"]))
