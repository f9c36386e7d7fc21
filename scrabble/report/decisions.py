"""The search of B* as text: rounds, decisions at the root, an evaluated move.

Evaluated  2E I(C)E for 7: +19, 3 less than the best

round  wider by  move        believed    expansions
0      0         3F (L)LANO  +18 to +25          12
1      3         2E I(C)E    +14 to +28          31  another choice
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scrabble.answer.decisions import Decision, MoveInterval
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import MoveStatus
from scrabble.answer.solution import Solution
from scrabble.report.blocks import Block, Text
from scrabble.report.tables import Table, new_table
from scrabble.wording.chances import mean_text, wins_text
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
