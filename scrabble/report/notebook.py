"""Positions and answers as they show themselves: `print(position)`, and a cell of a notebook.

    to move AALNOR 470, opponent EIU 395, lexicon ENABLE
    (the board)                    Best move  3F (L)LANO for 7: proven, every other move is worse
                                   ...

The objects, which lie layers below this module, import it when they are shown.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from scrabble.answer.solution import Solution
from scrabble.game.move import Move, ScoredMove
from scrabble.game.position import Position, scores_line
from scrabble.report import board_text
from scrabble.report.blocks import Block, Paper, plain_text
from scrabble.report.board_svg import board_svg
from scrabble.report.pages import summary
from scrabble.report.pages.templates import HtmlTable, render_table
from scrabble.report.solution import solution_text as report_text

if TYPE_CHECKING:  # it loads numba
    from scrabble.answer.analysis import Analysis
    from scrabble.records.replay import Game
    from scrabble.solver.planner.plan import EndgamePlan, PlannedMove, SidePlan
    from scrabble.solver.verify import Verification

SCREEN = Paper(80)  # where text is shown
BOARD_WIDTH = 360  # pixels
MOVES = 10  # shown
OUT_PLAYS = 5  # shown for each side
SIDES = ("to move", "opponent")


def position_text(position: Position) -> str:
    """Return the board with racks and scores beside it."""
    return _plain(board_text.board_text(position, SCREEN))


def position_html(position: Position, played: Move | None = None, below: str = "") -> str:
    """Return the board as a picture with racks and scores above it, and the HTML `below` it.

    The picture is an image, since websites that show saved notebooks strip SVG elements of HTML.
    """
    lexicon = f", lexicon {position.lexicon_name}" if position.lexicon_name else ""
    facts = f"{scores_line(position)}{lexicon}"
    drawn = base64.b64encode(board_svg(position, played).encode()).decode()
    picture = f'<img alt="board" width="{BOARD_WIDTH}" src="data:image/svg+xml;base64,{drawn}"/>'
    return f"<div><div>{escape(facts)}</div>{picture}{below}</div>"


def moves_table(moves: Sequence[ScoredMove]) -> str:
    """Return the best plays of a list as a table in HTML."""
    rows: list[tuple[object, ...]] = [(at, move.text, move.score) for at, move in enumerate(moves[:MOVES], 1)]
    if len(moves) > MOVES:
        rows.append(("", f"and {len(moves) - MOVES} more", ""))
    return _table(["", "move", "points"], rows, (0, 2))


def game_table(game: Game) -> str:
    """Return the turns of a game as a table in HTML."""
    rows = [
        (turn.number, game.players[turn.player], turn.rack, turn.text, turn.score, turn.total)
        for turn in game
    ]
    return _table(["turn", "player", "rack", "play", "points", "total"], rows, (0, 4, 5))


def plan_html(plan: EndgamePlan) -> str:
    """Return both sides of a plan and its best moves as tables in HTML."""
    sides = [
        (
            *(name, side.rack, "never" if side.turns is None else side.turns),
            *(" ".join(each.tile for each in side.stuck), ", ".join(map(str, _plays(side)))),
        )
        for name, side in zip(SIDES, plan.sides, strict=True)
    ]
    moves = [
        (each.play.text, each.play.score, *map("{:+}".format, _estimates(each)))
        for each in plan.moves[:MOVES]
    ]
    headings = ["move", "points", "pessimistic", "realistic", "optimistic"]
    return (
        _table(["side", "rack", "turns to go out", "stuck", "out-plays"], sides, (2,))
        + f"<div>race {plan.value:+} if neither side blocks</div>"
        + _table(headings, moves, range(1, len(headings)))
    )


def verification_table(verification: Verification) -> str:
    """Return the result of each solver as a table in HTML, and whether they agree."""
    rows = [
        (
            *(each.solver, "" if each.value is None else f"{each.value:+}", ", ".join(each.best)),
            *(f"{each.nodes:,}", f"{each.seconds:.1f}"),
        )
        for each in verification.checks
    ]
    headings = ["solver", "value", "best moves", "nodes", "seconds"]
    return f"<div>{escape(repr(verification)[1:-1])}</div>{_table(headings, rows, (1, 3, 4))}"


def _plays(side: SidePlan) -> list[ScoredMove]:
    return [each.play for each in side.out_plays[:OUT_PLAYS]]


def _estimates(move: PlannedMove) -> tuple[int, int, int]:
    return move.pessimistic, move.realistic, move.optimistic


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]], numeric: Iterable[int]) -> str:
    return render_table(HtmlTable("moves", headings, rows, numeric))


def summary_table(analysis: Analysis) -> str:
    """Return what each player lost in an analysed game, as a table in HTML."""
    return render_table(summary.summary_table(analysis))


def solution_text(solution: Solution) -> str:
    """Return the answer as `endgame solve` prints it below the board."""
    return _plain(report_text(solution, MOVES))


def solution_html(solution: Solution) -> str:
    """Return the board with the best move on it, and the answer below."""
    answer = f"<pre>{escape(solution_text(solution))}</pre>"
    return position_html(solution.position, solution.move, answer)


def moves_frame(solution: Solution) -> Any:
    """Return the moves of a solution as a table of pandas: of each number two bounds."""
    pandas = _pandas()
    rows = []
    for each in solution.moves:
        row: dict[str, object] = {"move": each.text, "score": each.score, "status": str(each.status)}
        row["value"] = math.nan if each.value is None else each.value
        for name, bounds in (("value", each.bounds), ("spread", each.spread), ("win", each.win)):
            row |= {f"{name}_lower": float(bounds.lower), f"{name}_upper": float(bounds.upper)}
        rows.append(row)
    return pandas.DataFrame(rows)


def analysis_page(analysis: Analysis) -> str:
    """Return the page of an analysed game."""
    from scrabble.report.pages.game import game_page

    return game_page(analysis, analysis.game.record.source)


def solution_page(solution: Solution) -> str:
    """Return the page of one position, to share."""
    from scrabble.report.pages.positions import share_page

    return share_page(solution)


def turns_frame(analysis: Analysis) -> Any:
    """Return the turns of an analysis as a table of pandas."""
    from scrabble.report.columns import csv_names, csv_rows, number_names

    numbers = number_names()
    rows = [
        {name: math.nan if name in numbers and cell == "" else cell for name, cell in row.items()}
        for row in csv_rows(analysis)
    ]
    return _pandas().DataFrame(rows, columns=csv_names())


def _pandas() -> Any:
    try:
        import pandas
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "to_frame() needs pandas: pip install 'scrabble-endgame[pandas]'", name="pandas"
        ) from None
    return pandas


def _plain(shown: Block) -> str:
    return plain_text(SCREEN, [shown]).removesuffix("\n")
