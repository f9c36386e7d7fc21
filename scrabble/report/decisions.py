"""The search of B* as text: rounds, decisions at the root, an evaluated move, a live chart.

Evaluated  2E I(C)E for 7: +19, 3 less than the best

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

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scrabble.answer.decisions import Decision, MoveInterval
from scrabble.answer.interval import Interval
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import MoveStatus
from scrabble.answer.solution import Snapshot, Solution
from scrabble.report.blocks import Block, Group, Text
from scrabble.report.tables import Table, new_table
from scrabble.wording.chances import mean_text, wins_text
from scrabble.wording.claims import snapshot_text
from scrabble.wording.lines import line_text
from scrabble.wording.points import worth_text

MOST_CHANGES = 2  # shown for each decision


def diagnostics_text(solution: Solution) -> Iterator[Block]:
    """Yield what belongs to an answer besides the answer itself."""
    evaluated = solution.evaluated_move
    if evaluated is not None:
        yield Text()
        yield Text(f"Evaluated  {_evaluated(solution, evaluated)}")
        if evaluated.line:
            yield Text(f"           {line_text(evaluated.line)}")
    if solution.rounds is not None:
        yield Text()
        yield _rounds(solution)
    if solution.trace is not None:
        yield Text()
        yield _trace(solution.trace)


def _evaluated(solution: Solution, move: MoveResult) -> str:
    """Return what is proven of the move whose value was asked for."""
    played = f"{move.text} for {move.score}" if move.is_play else move.text
    if solution.preendgame is not None:
        chances = [(each.probability, each.win) for each in move.scenarios]
        wins = wins_text(move.win, chances, move.estimate)
        return f"{played}: {wins}, {mean_text(move.spread, move.estimate)}"
    text = f"{played}: {worth_text(move.bounds)}"
    if move.status == MoveStatus.BEST:
        return f"{text}, a best move"
    if solution.value is not None and move.value is not None:
        return f"{text}, {solution.value - move.value} less than the best"
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


def _trace(decisions: Sequence[Decision]) -> Table:
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
    bounds = worth_text(change.bounds)
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
    bounds = [float(bound) for each in intervals for bound in each.bounds if not math.isinf(bound)] or [0.0]
    low, high = min(bounds), max(bounds)
    missing = max(0, LEAST_SPAN - (high - low)) / 2
    margin = MARGIN * (high - low)
    return Axis(low - missing - margin, high + missing + margin, width)


def bar(bounds: Interval, axis: Axis) -> str:
    """Return an interval as a bar, in steps of half a character, with an arrow where it goes on."""
    cells = [" "] * axis.width
    lower, upper = map(float, bounds)
    if bounds.is_exact:
        cells[min(max(int(axis.at(lower)), 0), axis.width - 1)] = POINT
        return "".join(cells)
    first = -1 if math.isinf(lower) else round(2 * axis.at(lower))  # half characters
    last = 2 * axis.width + 1 if math.isinf(upper) else round(2 * axis.at(upper))
    if math.isfinite(lower + upper) and last <= first:  # half a character, that of its middle
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


def progress_chart(snapshot: Snapshot) -> Block:
    """Draw the state of a running search."""
    axis = axis_of(snapshot.leaders, WIDTH)
    best_lower = max((each.bounds.lower for each in snapshot.leaders), default=-math.inf)
    headings = ("", axis.labels, "")
    table = new_table(headings, whole=headings, gap=1)
    for each in snapshot.leaders:
        is_worse = each.bounds.upper < best_lower
        style = "green" if each.text == snapshot.text else "dim" if is_worse else "cyan"
        drawn = Text(bar(each.bounds, axis), style)
        table.add_row(Text(each.text, style), drawn, worth_text(each.bounds))
    decisions = [_one_line(each) for each in snapshot.decisions]
    below = [Text(), *decisions] if decisions else []
    return Group(Text(snapshot_text(snapshot)), Text(), table, *below)


def _one_line(decision: Decision) -> Text:
    """Return a decision on one line, cut at the edge."""
    text = f"{decision.strategy:12}  {decision.text}  {decision_text(decision)}"
    return Text(text, "dim", is_cut=True)
