"""What only B* has to tell: rounds and changes of mind, decisions at the root, a move that was asked for.

Asked: 2E I(C)E for 7 is worth +19, 3 less than the best

round  wider by  move        believed    expansions
0      0         3F (L)LANO  +18 to +25          12
1      3         2E I(C)E    +14 to +28          31  another choice
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.report.best_play import tree_json
from scrabble.report.lines import line_text
from scrabble.report.points import worth_text
from scrabble.report.solution import candidate_json
from scrabble.report.tables import new_table

if TYPE_CHECKING:  # these load numba
    from scrabble.endgame.solution import Decision, Interval, Solution

BELIEVED = ("pessimistic", "realistic", "optimistic")
MOST_CHANGES = 2  # shown of a decision


def extras_text(solution: Solution) -> Iterator[RenderableType]:
    """What there is beyond the answer itself."""
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


def extras_json(solution: Solution) -> dict[str, Any]:
    """What there is beyond the answer as plain data; a key is there if there is something to say."""
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


def _change_json(change: Interval, caps: Mapping[str, tuple[int, int] | None]) -> dict[str, Any]:
    """An interval as plain data; where there is no bound yet, the cap of the move."""
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
    if asked.status == "best":
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
    """Why it was taken, and what came of it."""
    why, separator = decision.reason.partition(":")[0], ": "
    if decision.goal is not None:
        why = f"{why}; worth {decision.goal:+}?"
        separator = " "
    return f"{why}{separator}{_outcome(decision)}"


def _outcome(decision: Decision) -> str:
    """What became of the intervals, that of the move it was about first."""
    changes = sorted(decision.changes, key=lambda change: change.text != decision.text)
    told = [_change(change, decision.text) for change in changes[:MOST_CHANGES]]
    if len(changes) > MOST_CHANGES:
        told.append(f"{len(changes) - MOST_CHANGES} more")
    return "; ".join(told) or "nothing new"


def _change(change: Interval, about: str) -> str:
    bounds = worth_text(change.lower, change.upper)
    return bounds if change.text == about else f"{change.text} {bounds}"
