"""The search of B* as text and data: rounds, decisions at the root, a move that was asked for, a live chart.

Asked: 2E I(C)E for 7 is worth +19, 3 less than the best

round  wider by  move        believed    expansions
0      0         3F (L)LANO  +18 to +25          12
1      3         2E I(C)E    +14 to +28          31  another choice

The chart of a running search shows the intervals of the most promising moves as bars that shrink:

    3F (L)LANO   +22, 69 nodes, 0.1 s

                 -10          +10          +30
    3F (L)LANO              ▐██████▌           +8 to +19
    2F (C)ANAL     ◂███████████▌               at most +12
    G3 AN          ◂███████████████████████▸   not known yet
    pass             ●                         -7

    PROVEBEST    3F (L)LANO   expected +22, the next one +18; worth +22? at least +22

It is drawn from a snapshot alone, without a terminal or a clock.  The axis holds all bounds that the search
has proven, or that Maven believes; a bar that goes on beyond it ends in an arrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.report.solution import candidate_json, snapshot_text, tree_json
from scrabble.report.tables import new_table
from scrabble.solver.format import line_text, worth_text
from scrabble.solver.names import MoveStatus

if TYPE_CHECKING:
    from scrabble.solver.solution import Decision, MoveInterval, Snapshot, Solution

BELIEVED = ("pessimistic", "realistic", "optimistic")
MOST_CHANGES = 2  # shown for each decision


def diagnostics_text(solution: Solution) -> Iterator[RenderableType]:
    """Yield what belongs to an answer besides the answer itself."""
    if solution.asked is not None:
        yield Text()
        yield Text(f"Asked: {_asked(solution)}")
        if solution.asked.line:
            yield Text(f"       {line_text(solution.asked.line)}")
    if solution.rounds is not None:
        yield Text()
        yield _rounds(solution)
    if solution.trace is not None:
        yield Text()
        yield _trace(solution.trace)


def diagnostics_json(solution: Solution) -> dict[str, Any]:
    """Return what belongs to an answer besides the answer itself, as plain data; only keys with content."""
    found: dict[str, Any] = {}
    if solution.asked is not None:
        found["asked"] = candidate_json(solution.asked)
    if solution.tree is not None:
        found |= {"tree": tree_json(solution.tree), "tree_is_whole": solution.is_tree_whole}
    if solution.rounds is not None:
        found["rounds"] = [
            {
                "round": each.number,
                "widened": each.widened,
                "move": each.text,
                "pessimistic": each.pessimistic,
                "optimistic": each.optimistic,
                "expansions": each.expansions,
                "changed": each.is_new,
            }
            for each in solution.rounds
        ]
        found["believed"] = [
            {"move": each.text, **dict(zip(BELIEVED, each.believed, strict=True))}
            for each in solution.moves
            if each.believed is not None
        ]
    if solution.trace is not None:
        caps = {each.text: each.caps for each in solution.moves}
        found["trace"] = [
            {
                "strategy": each.strategy,
                "reason": each.reason,
                "move": each.text,
                "goal": each.goal,
                "expansions": each.expansions,
                "changes": [_change_json(change, caps) for change in each.changes],
            }
            for each in solution.trace
        ]
    return found


def _change_json(change: MoveInterval, caps: Mapping[str, tuple[int, int] | None]) -> dict[str, Any]:
    """Return an interval as plain data; a bound that is missing is the static one."""
    least, most = caps.get(change.text) or (None, None)
    lower, upper = change.lower, change.upper
    return {
        "move": change.text,
        "lower": least if lower is None else lower,
        "upper": most if upper is None else upper,
    }


def _asked(solution: Solution) -> str:
    asked = solution.asked
    assert asked is not None
    text = f"{asked.text} for {asked.score} is worth {worth_text(*asked.bounds)}"
    if asked.status == MoveStatus.BEST:
        return f"{text}: it is a best move"
    if solution.value is not None and asked.lower is not None and asked.lower == asked.upper:
        return f"{text}, {solution.value - asked.lower} less than the best"
    return text


def _rounds(solution: Solution) -> Table:
    headings = ("round", "wider by", "move", "believed", "expansions", "")
    table = new_table(headings, right=("round", "wider by", "believed", "expansions"), whole=headings)
    for each in solution.rounds or []:
        believed = f"{each.pessimistic:+} to {each.optimistic:+}"
        changed = "another choice" if each.is_new else ""
        effort = f"{each.expansions:,}"
        table.add_row(str(each.number), str(each.widened), each.text, believed, effort, changed)
    return table


def _trace(decisions: list[Decision]) -> Table:
    headings = ("expansions", "strategy", "move", "why, and what came of it")
    table = new_table(headings, right=("expansions",))
    for each in decisions:
        table.add_row(f"{each.expansions:,}", each.strategy, each.text, decision_text(each))
    return table


def decision_text(decision: Decision) -> str:
    """Return the reason of a decision and its result."""
    why, separator = decision.reason.partition(":")[0], ": "
    if decision.goal is not None:
        why = f"{why}; worth {decision.goal:+}?"
        separator = " "
    return f"{why}{separator}{_outcome(decision)}"


def _outcome(decision: Decision) -> str:
    """Return the intervals that changed, that of the decision's move first."""
    changes = sorted(decision.changes, key=lambda change: change.text != decision.text)
    texts = [_change(change, decision.text) for change in changes[:MOST_CHANGES]]
    if len(changes) > MOST_CHANGES:
        texts.append(f"{len(changes) - MOST_CHANGES} more")
    return "; ".join(texts) or "nothing new"


def _change(change: MoveInterval, about: str) -> str:
    bounds = worth_text(change.lower, change.upper)
    return bounds if change.text == about else f"{change.text} {bounds}"


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
        """Return the place of a number of points, in characters from the left; it may be off the axis."""
        return (points - self.low) / (self.high - self.low) * self.width

    @property
    def labels(self) -> str:
        """The points at its ends and in the middle, as one line."""
        left, middle, right = (f"{points:+.0f}" for points in (self.low, sum(self[:2]) / 2, self.high))
        line = left.ljust((self.width - len(middle)) // 2) + middle
        return line.ljust(self.width - len(right)) + right


def axis_of(intervals: Sequence[MoveInterval], width: int = WIDTH) -> Axis:
    """Return a scale that holds every bound."""
    bounds = [bound for each in intervals for bound in each[1:] if bound is not None] or [0]
    low, high = min(bounds), max(bounds)
    missing = max(0, LEAST_SPAN - (high - low)) / 2
    margin = MARGIN * (high - low)
    return Axis(low - missing - margin, high + missing + margin, width)


def bar(lower: int | None, upper: int | None, axis: Axis) -> str:
    """Return an interval as a bar, in steps of half a character, with an arrow where it goes on."""
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


def progress_chart(snapshot: Snapshot, width: int = WIDTH) -> RenderableType:
    """Draw the state of a running search."""
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
    decisions = [_one_line(each) for each in snapshot.decisions]
    below = [Text(), *decisions] if decisions else []
    return Group(Text(snapshot_text(snapshot)), Text(), table, *below)


def _one_line(decision: Decision) -> Text:
    """Return a decision on one line, cut at the edge."""
    text = f"{decision.strategy:12}  {decision.text}  {decision_text(decision)}"
    return Text(text, "dim", no_wrap=True, overflow="ellipsis")
