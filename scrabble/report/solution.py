"""The answer of a search, and lists of plays, as text and as JSON.

    Best move  J9 ME for 14: proven, every other move is worse
    Value      +18 points from here on
    Result     402-370, won by 32
    Line       J9 ME 14 (out, +4)

The value is future spread: the points still to come for the side to move, minus those of the opponent.  The
result adds the present scores.  While a value is open its estimate is shown, with the proven bounds where
they are informative:

    Value        about +18 from here on (proven: +9 to +21)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.report.tables import new_table, truncated_table
from scrabble.solver.format import (
    TELLING,
    UNKNOWN,
    about_text,
    joined,
    line_text,
    telling,
    value_text,
    variants,
    variants_text,
    worth_text,
)
from scrabble.solver.names import MoveStatus, Question, Status, StopReason

if TYPE_CHECKING:
    from scrabble.solver import MoveResult, ScoredMove, Snapshot, Solution
    from scrabble.solver.solution import PlayTree


def line_with_end(solution: Solution) -> str:
    """Return the line of play with the points that the end of the game brings."""
    position = solution.position
    for step in solution.line:
        position = position.play(step.move)
    ending = f" ({_ending(position, len(solution.line))})" if position.is_over else ""
    if solution.final is None and solution.value is not None:
        ending = " · not searched further"
    return line_text(solution.line) + ending


def other_lines(solution: Solution, shown: int) -> list[RenderableType]:
    """Return the known lines of the moves shown, but for the best one, whose line is part of the answer."""
    table = Table.grid(padding=(0, 2))
    for number, each in enumerate(solution.moves[: shown or None], 1):
        if each.line and number > 1:
            table.add_row(line_text(each.line))
    return [Text(), Text("Best replies to the other moves", "dim"), table] if table.row_count else []


def play_tree_text(solution: Solution) -> Tree:
    """Return all lines of best play as a tree."""
    cut = "" if solution.is_tree_whole else " (cut off)"
    root = Tree(f"All lines of best play{cut}", guide_style="dim")

    def grow(above: Tree, branches: Sequence[PlayTree]) -> None:
        for each in branches:
            grow(above.add(f"{each.text} {each.score}"), each.replies)

    grow(root, solution.tree or ())
    return root


def _ending(position: Position, plies: int) -> str:
    """Return the points at the end: of the side that is out, or of both, the side to move first."""
    changes = [after - before for after, before in zip(position.final_scores, position.scores, strict=True)]
    if position.is_out:
        return f"out, {max(changes) - min(changes):+}"
    mine, theirs = changes if plies % 2 == 0 else reversed(changes)
    return f"end of game, {mine:+} and {theirs:+}"


def tree_json(branches: Sequence[PlayTree]) -> list[dict[str, Any]]:
    """Return all lines of best play as plain data."""
    return [{"move": each.text, "score": each.score, "replies": tree_json(each.replies)} for each in branches]


NAMED = 3  # moves without an exact value that are named
LINES = {"guarded": "Line (open)"}
OUTCOMES = {
    "won": "proven to win",
    "drawn": "proven to draw; no move wins",
    "lost": "proven that every move loses",
}
LIMITS: dict[str, str] = {
    StopReason.TIME: "time limit",
    StopReason.NODES: "node limit",
    StopReason.MEMORY: "memory limit",
    StopReason.INTERRUPT: "interrupted",
}


def solution_text(solution: Solution, shown: int, has_lines: bool = False) -> RenderableType:
    """Return the answer: best move, value, result, line, and the `shown` best moves (0 = all)."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    is_best = solution.status != Status.BOUNDED or solution.regret == 0
    claim = Text.assemble((_name(solution), "bold green"), _claim(solution))
    facts.add_row("Best move" if is_best else "Best so far", claim)
    value = value_text(solution.estimate, solution.lower, solution.upper, " from here on")
    facts.add_row("Value", value)
    believed = solution.moves[0].believed
    if believed is not None and solution.value is None:
        facts.add_row("Believed", f"{believed[0]:+} to {believed[2]:+}, most likely {believed[1]:+}")
    facts.add_row("Result", _result(solution))
    if solution.line:
        facts.add_row(LINES.get(solution.line_kind, "Line"), line_with_end(solution))
    if solution.status != Status.PROVEN and len(solution.moves) > 1:
        facts.add_row("Refuted", f"{solution.disproved:,} of {len(solution.moves) - 1:,} other moves")
    facts.add_row("Search", _effort(solution))
    blocks = [facts, Text(), *_ranking(solution, shown)]
    if has_lines:
        blocks += other_lines(solution, shown)
    if solution.tree is not None:
        blocks += [Text(), play_tree_text(solution)]
    return Group(*blocks)


def snapshot_text(snapshot: Snapshot) -> str:
    """Return the state of a running search."""
    value = value_text(snapshot.estimate, snapshot.lower, snapshot.upper)
    effort = f"{snapshot.seconds:.1f} s, {snapshot.nodes:,} nodes"
    others = f", {snapshot.disproved:,} of {snapshot.moves - 1:,} moves refuted" if snapshot.moves > 1 else ""
    return f"{effort}: {snapshot.text} so far, value {value}{others}"


def moves_text(steps: Sequence[ScoredMove], position: Position, shown: int) -> RenderableType:
    """Return a list of plays with their scores and leaves."""
    table = _table("play", "points", "leaves")
    for number, step in enumerate(steps[: shown or None], 1):
        left = list(position.rack_codes[0])
        for _, _, code in step.move.placed:
            left.remove(0 if code & BLANK else code)
        table.add_row(str(number), step.text, str(step.score), position.alphabet.rack_text(left))
    return Group(
        Text(f"{len(steps):,} plays" if len(steps) != 1 else "1 play"),
        *truncated_table(table, len(steps), shown),
    )


def solution_json(solution: Solution, name: str, warnings: Sequence[str]) -> dict[str, Any]:
    """Return the answer as plain data; every bound is a number, if only a static one."""
    return {
        "id": name,
        "cgp": cgp.dumps(solution.position),
        "solver": solution.solver,
        "status": solution.status,
        "value": solution.value,
        "lower": solution.lower,
        "upper": solution.upper,
        "regret": solution.regret,
        "best": solution.best,
        "asks": solution.asks,
        "outcome": solution.outcome,
        "estimate": solution.estimate,
        "believed_value": solution.estimate,  # the old key
        "disproved": solution.disproved,
        "missing": list(solution.missing),
        "line": [step.text for step in solution.line],
        "line_kind": solution.line_kind,
        "line_scores": [step.score for step in solution.line],
        "moves": [candidate_json(each) for each in solution.moves],
        "final": solution.final if cgp.has_scores(solution.position) else None,
        "nodes": solution.nodes,
        "expansions": solution.expansions,
        "seconds": round(solution.seconds, 4),
        "limit": solution.limit,
        "warnings": list(warnings),
    }


def candidate_json(each: MoveResult) -> dict[str, Any]:
    """Return a move of an answer as plain data."""
    lower, upper = each.bounds
    return {
        "move": each.text,
        "score": each.score,
        "lower": lower,
        "upper": upper,
        "estimate": each.estimate,
        "status": each.status,
        "line": [step.text for step in each.line],
    }


def moves_json(steps: Sequence[ScoredMove], position: Position, name: str, side: str) -> dict[str, Any]:
    """Return a list of plays as plain data."""
    moves = [{"move": step.text, "score": step.score} for step in steps]
    return {"id": name, "cgp": cgp.dumps(position), "side": side, "moves": moves}


def _name(solution: Solution) -> str:
    """Return the best move, with those that are as good and differ only in the blank."""
    return variants_text(variants(solution.best)[0])


def _claim(solution: Solution) -> str:
    """Return what is proven of the best move."""
    points = f" for {solution.moves[0].score}: " if solution.move.tiles else ": "
    if solution.asks == Question.OUTCOME and solution.outcome is not None:
        return points + OUTCOMES[solution.outcome]
    if solution.status == Status.PROVEN:
        equals = len(variants(solution.best)) - 1
        others = [move for move in solution.moves if move.text not in solution.best]
        if equals:
            return f"{points}proven, {equals} other{'s are' if equals > 1 else ' is'} as good"
        is_only = all(move.status == MoveStatus.WORSE for move in others)
        if not others:
            return f"{points}proven, the only move"
        return f"{points}proven, {'every other move is worse' if is_only else 'no other move is better'}"
    why = f" ({LIMITS.get(solution.limit or '', 'stopped early')})"
    if solution.status == Status.ESTIMATED:
        return f"{points}an estimate, not proven"
    if solution.regret == 0:
        return f"{points}proven best, but its value is open{why}"
    if solution.regret > TELLING:
        is_nothing = telling(solution.lower, solution.upper) == UNKNOWN
        return f"{points}{'nothing proven yet' if is_nothing else 'not proven'}{why}"
    return f"{points}not proven{why}; at most {_points(solution.regret)} short of the best move"


def _result(solution: Solution) -> str:
    """Return the result of the game as far as it is known."""
    if not cgp.has_scores(solution.position):
        return "unknown: no scores are given"
    first, second = solution.position.scores
    ahead = first - second
    if solution.final is not None:
        first, second = solution.final
        return f"{first}-{second}, {_outcome(first - second)}"
    lower, upper = ahead + solution.lower, ahead + solution.upper
    if lower == upper:
        return _outcome(lower)
    if lower > 0:
        return f"won by at least {lower}"
    if upper < 0:
        return f"lost by at least {-upper}"
    bounds = telling(solution.lower, solution.upper)
    limits = f"{_outcome(lower)} at worst, {_outcome(upper)} at best"
    if solution.estimate is None:
        return f"open, {limits}"
    likely = ahead + solution.estimate
    about = "about a draw" if likely == 0 else f"{'won' if likely > 0 else 'lost'} by about {abs(likely)}"
    return f"open: {about} ({limits})" if None not in bounds else f"open: {about}"


def _outcome(ahead: int) -> str:
    if ahead == 0:
        return "a draw"
    return f"won by {ahead}" if ahead > 0 else f"lost by {-ahead}"


def _effort(solution: Solution) -> str:
    limit = f" ({LIMITS[solution.limit]})" if solution.limit in LIMITS else ""
    if solution.missing:
        others = len(solution.missing) - NAMED
        named = ", ".join(solution.missing[:NAMED]) + (f" and {others} more" if others > 0 else "")
        limit += f"; no exact value for {named}"
    return f"{solution.solver}, {solution.nodes:,} nodes, {solution.seconds:.2f} s{limit}"


def _ranking(solution: Solution, shown: int) -> Iterator[RenderableType]:
    groups = joined(
        solution.moves, lambda each: (each.score, each.bounds, each.estimate, each.status, each.believed)
    )
    shown_groups, firsts = groups[: shown or None], [group[0] for group in groups]
    is_mavens = firsts[0].believed is not None
    is_estimated = not is_mavens and any(group[0].estimate is not None for group in shown_groups)
    headings = ["believed"] * is_mavens + ["value"] + ["proven"] * is_estimated
    table = _table("move", "points", *headings, "")
    for number, group in enumerate(shown_groups, 1):
        each, name = group[0], variants_text([move.text for move in group])
        cells = [_estimated(each), _proven(each)] if is_estimated else [_value(each)]
        if each.believed is not None:
            cells.insert(0, f"{each.believed[0]:+} to {each.believed[2]:+}")
        number_text = str(number) if _is_ranked(firsts, number - 1) else ""
        table.add_row(number_text, name, str(each.score), *cells, _standing(each, solution))
    yield from truncated_table(table, len(groups), shown)


def _is_ranked(moves: Sequence[MoveResult], at: int) -> bool:
    """Return whether the place of a move is proven: none before it is worth less, none after it more."""
    bounds = [(least or 0, most or 0) for least, most in (each.bounds for each in moves)]
    lower, upper = bounds[at]
    return all(least >= upper for least, _ in bounds[:at]) and all(
        most <= lower for _, most in bounds[at + 1 :]
    )


def _value(each: MoveResult) -> str:
    """Return the bounds of a move; of one that is not better, without its static lower bound."""
    lower, upper = each.bounds
    if each.status.is_refuted:
        return worth_text(each.lower, upper)
    return worth_text(lower, upper) if lower == upper else worth_text(*telling(lower, upper))


def _estimated(each: MoveResult) -> str:
    """Return the value of a move, or its estimate while it is open."""
    return worth_text(*each.bounds) if each.estimate is None else about_text(each.estimate)


def _proven(each: MoveResult) -> str:
    """Return the informative bounds of a move: both, or else those that the search has proven."""
    if each.estimate is None:
        return ""
    bounds = telling(*each.bounds)
    if None in bounds or each.status.is_refuted:
        bounds = telling(each.lower, each.upper)
    return "" if bounds == UNKNOWN else worth_text(*bounds)


def _standing(each: MoveResult, solution: Solution) -> str:
    """Return the status of a move, with the points by which it is worse."""
    lower, upper = each.bounds
    is_about_winning = solution.asks == Question.OUTCOME and cgp.has_scores(solution.position)
    if is_about_winning and lower is not None and upper is not None:
        ahead = solution.position.spread
        sure = "wins" if ahead + lower > 0 else "loses" if ahead + upper < 0 else ""
        if sure:
            return f"proven: {sure}"
    least = solution.moves[0].bounds[0]
    if each.status == MoveStatus.WORSE and upper is not None and least is not None:
        margin = least - upper
        return f"worse by {margin}" if each.lower == each.upper else f"worse by at least {margin}"
    return each.status


def _table(*headings: str) -> Table:
    return new_table(headings, ("points", "believed", "value", "proven"), headings, is_numbered=True)


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"
