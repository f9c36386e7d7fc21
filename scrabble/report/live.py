"""A running search, drawn: the intervals of the most promising moves as bars that shrink.

    3F (L)LANO   +22 so far, 69 nodes, 0.1 s

                 -10          +10          +30
    3F (L)LANO              ▐██████▌           +8 to +19
    2F (C)ANAL     ◂███████████▌               at most +12
    G3 AN          ◂███████████████████████▸   not known yet
    pass             ●                         -7

    PROVEBEST    3F (L)LANO   expected +22, the next one +18; worth +22? at least +22

Drawn from a snapshot alone; nothing here knows of a terminal or a clock.  The axis holds all bounds that the
search has proven, or in Maven's way believes; a bar that goes on beyond it ends in an arrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from scrabble.report.decisions import decision_text
from scrabble.report.points import worth_text
from scrabble.report.solution import snapshot_text
from scrabble.report.tables import new_table

if TYPE_CHECKING:  # these load numba
    from scrabble.endgame.solution import Decision, Interval, Snapshot

WIDTH = 40  # characters
LEFT_HALF, RIGHT_HALF, WHOLE, POINT = "▌▐█●"
BEYOND_LEFT, BEYOND_RIGHT = "◂▸"
LEAST_SPAN = 20  # points
MARGIN = 0.05  # of the span


class Axis(NamedTuple):
    """A scale of points over `width` characters."""

    low: float
    high: float
    width: int

    def at(self, points: float) -> float:
        """Where a number of points lies, in characters from the left; off the axis is possible."""
        return (points - self.low) / (self.high - self.low) * self.width

    @property
    def labels(self) -> str:
        """The points at its ends and in the middle."""
        left, middle, right = (f"{points:+.0f}" for points in (self.low, sum(self[:2]) / 2, self.high))
        line = left.ljust((self.width - len(middle)) // 2) + middle
        return line.ljust(self.width - len(right)) + right


def axis_of(intervals: Sequence[Interval], width: int = WIDTH) -> Axis:
    """The scale that holds every bound there is."""
    bounds = [bound for each in intervals for bound in each[1:] if bound is not None] or [0]
    low, high = min(bounds), max(bounds)
    missing = max(0, LEAST_SPAN - (high - low)) / 2
    margin = MARGIN * (high - low)
    return Axis(low - missing - margin, high + missing + margin, width)


def bar(lower: int | None, upper: int | None, axis: Axis) -> str:
    """An interval as characters, half a character fine; an arrow where it goes on or is not bounded."""
    cells = [" "] * axis.width
    if lower is not None and lower == upper:
        cells[min(max(int(axis.at(lower)), 0), axis.width - 1)] = POINT
        return "".join(cells)
    first = -1 if lower is None else round(2 * axis.at(lower))  # half characters
    last = 2 * axis.width + 1 if upper is None else round(2 * axis.at(upper))
    if lower is not None and upper is not None and last <= first:  # half a character, that of its middle
        first = max(int(axis.at(lower) + axis.at(upper)), 0)
        last = first + 1
    for cell in range(axis.width):
        left, right = first <= 2 * cell < last, first <= 2 * cell + 1 < last
        cells[cell] = WHOLE if left and right else LEFT_HALF if left else RIGHT_HALF if right else " "
    if first < 0:
        cells[0] = BEYOND_LEFT
    if last > 2 * axis.width:
        cells[-1] = BEYOND_RIGHT
    return "".join(cells)


def picture(snapshot: Snapshot, width: int = WIDTH) -> RenderableType:
    """Draw what a running search knows."""
    axis = axis_of(snapshot.leaders, width)
    floor = max((each.lower for each in snapshot.leaders if each.lower is not None), default=None)
    table = new_table(gap=1)
    table.add_column("", no_wrap=True)
    table.add_column(axis.labels, no_wrap=True, width=width)
    table.add_column("", no_wrap=True)
    for each in snapshot.leaders:
        is_worse = floor is not None and each.upper is not None and each.upper < floor
        style = "green" if each.text == snapshot.text else "dim" if is_worse else "cyan"
        drawn = Text(bar(each.lower, each.upper, axis), style)
        table.add_row(Text(each.text, style), drawn, worth_text(each.lower, each.upper))
    decisions = [_told(each) for each in snapshot.decisions]
    told = [Text(), *decisions] if decisions else []
    return Group(Text(snapshot_text(snapshot)), Text(), table, *told)


def _told(decision: Decision) -> Text:
    """A decision on one line, as far as it goes."""
    text = f"{decision.strategy:12}  {decision.text}  {decision_text(decision)}"
    return Text(text, "dim", no_wrap=True, overflow="ellipsis")
