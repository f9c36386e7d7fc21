"""Best play of an answer, as text and as data: the line, lines of other moves, the tree of all.

J9 ME 14 · 3B RA(J) 20 (out, +4)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from scrabble.game.position import Position
from scrabble.report.lines import line_text

if TYPE_CHECKING:  # these load numba
    from scrabble.endgame import Solution
    from scrabble.endgame.solution import BestPlay


def line_with_end(solution: Solution) -> str:
    """The line of play, and what the end of the game brings."""
    position = solution.position
    for step in solution.line:
        position = position.play(step.move)
    ending = f" ({_ending(position, len(solution.line))})" if position.is_over else ""
    if solution.final is None and solution.value is not None:
        ending = " · not looked for any further"
    return line_text(solution.line) + ending


def other_lines(solution: Solution, shown: int) -> list[RenderableType]:
    """Best play after the moves shown, where it was looked for; that of the best one stands above."""
    table = Table.grid(padding=(0, 2))
    for number, each in enumerate(solution.moves[: shown or None], 1):
        if each.line and number > 1:
            table.add_row(line_text(each.line))
    return [Text(), Text("Lines of the others", "dim"), table] if table.row_count else []


def tree_text(solution: Solution) -> Tree:
    """All best play."""
    cut = "" if solution.is_tree_whole else ", as far as there is room"
    root = Tree(f"All best play{cut}", guide_style="dim")

    def grow(above: Tree, branches: Sequence[BestPlay]) -> None:
        for each in branches:
            grow(above.add(f"{each.text} {each.score}"), each.replies)

    grow(root, solution.tree or ())
    return root


def _ending(position: Position, plies: int) -> str:
    """What the end brings: to the side that is out, or to both, the one on turn before all `plies` first."""
    changes = [after - before for after, before in zip(position.final_scores, position.scores, strict=True)]
    if position.is_out:
        return f"out, {max(changes) - min(changes):+}"
    mine, theirs = changes if plies % 2 == 0 else reversed(changes)
    return f"nobody goes on, {mine:+} and {theirs:+}"


def tree_json(branches: Sequence[BestPlay]) -> list[dict[str, Any]]:
    """All best play as plain data."""
    return [{"move": each.text, "score": each.score, "replies": tree_json(each.replies)} for each in branches]
