"""Positions on a page: each with its board, the answer, its reasons, the best line and the moves.

    share_page(solution)         one position
    positions_page(positions)    several: those that were explored

The answers can be hidden: by a button, by `#hide` at the end of the address, or in a copy that the page
saves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scrabble.analysis.evaluator import PositionEvaluator, turn_of_best, turn_of_solution
from scrabble.analysis.explain.draw_rules import reasons_of_turn
from scrabble.analysis.explain.explain import add_reasons
from scrabble.analysis.recorded_turn import turn_of_move
from scrabble.answer.format import joined, lead_text, value_text, variants_text
from scrabble.answer.moves import MoveResult
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.report.board_svg import board_svg
from scrabble.report.chances import chance_cell, spread_cell
from scrabble.report.pages.diagram import board_id, empty_board
from scrabble.report.pages.templates import HtmlTable, embedded, render
from scrabble.report.practical_text import hardest_text, practical_notes
from scrabble.report.solution import answer_facts, bounds_cell, standing
from scrabble.report.view import line_steps, on_board, racks
from scrabble.solver import SolveOptions

SIDES = ("Player 1", "Player 2")  # the side to move first
MOST_MOVES = 400  # listed, the best ones: a page has less than 200 KB
SECONDS, MEMORY = 2.0, 64 << 20  # for the reply to the highest-scoring play


class ShownPosition(NamedTuple):
    """A position on a page, with what is known of it."""

    position: Position
    names: Sequence[str] = SIDES  # the side to move first
    solution: Solution | None = None
    title: str = ""
    is_reached: bool = False  # by moves that the title names: hidden with the answers
    move_count: int = 0  # the moves there are, if the solution has not all of them
    reasons: Sequence[str] = ()  # why the best move is best
    remark: str = ""  # if there is no solution


def share_page(
    solution: Solution,
    names: Sequence[str] = SIDES,
    title: str = "",
    lexicon: str | None = None,
    reasons: Sequence[str] = (),
) -> str:
    """Return the page of one position; `lexicon` is the one used if the position does not name it."""
    name = lexicon or solution.position.lexicon_name
    shown = ShownPosition(solution.position, names, solution, reasons=reasons)
    return positions_page([shown], title or "A Scrabble endgame", f"lexicon {name}" if name else "")


def positions_page(positions: Sequence[ShownPosition], title: str, about: str = "") -> str:
    """Return the page of positions; `about` stands below its title."""
    boards = {board_id(each.position): empty_board(each.position) for each in positions}
    return render(
        "positions.html",
        title=title,
        about=about,
        boards=list(boards.values()),
        positions=[_texts(each) for each in positions],
        data=embedded([_data(each) for each in positions]),
    )


def _texts(shown: ShownPosition) -> dict[str, object]:
    position, solution = shown.position, shown.solution
    best = None if solution is None else solution.move
    found: dict[str, object] = {
        "title": shown.title,
        "is_reached": shown.is_reached,
        "board": board_svg(position, best, shared=board_id(position)),
        "remark": shown.remark,
        "reasons": shown.reasons,
        "cgp": cgp.dumps(position),
    }
    if solution is None:
        return found | dict.fromkeys(("facts", "moves", "unlisted", "hardest"))
    moves = solution.moves
    return found | {
        "facts": answer_facts(solution),
        "moves": candidate_table(solution, MOST_MOVES),
        "unlisted": max(shown.move_count, len(moves)) - min(len(moves), MOST_MOVES),
        "hardest": hardest_text(solution.practical or ()),
    }


def _data(shown: ShownPosition) -> dict[str, object]:
    """Return what the script draws."""
    position, solution = shown.position, shown.solution
    line = () if solution is None else solution.line
    if solution is not None and not line:
        line = (solution.moves[0].step,)
    return {
        "names": list(shown.names),
        "has_bag": bool(position.bag),
        "has_scores": cgp.has_scores(position),
        "question": "" if solution is None else _question(position, shown.names[0]),
        "placed": on_board(position),
        "racks": racks(position),
        "scores": list(position.scores),
        "steps": line_steps(position, line),
    }


def _question(position: Position, name: str) -> str:
    """Return what the page asks while its answer is hidden."""
    mine, theirs = position.scores
    score = f", {lead_text(position.spread)} ({mine}-{theirs})" if cgp.has_scores(position) else ""
    return f"{name} to move{score}. What is the best move?"


def best_move_reasons(solution: Solution, lexicon: Lexicon, names: Sequence[str] = SIDES) -> list[str]:
    """Return why the best move is best, a sentence each; the solution has all moves.

    `names[0]` is the side to move.  Only the reply to the highest-scoring play is searched.
    """
    sides = (names[0], names[1])
    if solution.preendgame is None:
        evaluator = PositionEvaluator(lexicon, SolveOptions(seconds=SECONDS, memory=MEMORY))
        reasons = add_reasons(turn_of_best(solution, lexicon, sides), evaluator, sides).reasons
    else:
        on = turn_of_move(solution.position, solution.move, solution.text, lexicon, sides)
        reasons = reasons_of_turn(turn_of_solution(on, solution))
    return [each.text for each in reasons]


def candidate_table(solution: Solution, most: int | None = None) -> HtmlTable:
    """Return the moves of a solution, best first and of `most` of them, each with what is known of it."""
    is_endgame, notes = solution.preendgame is None, practical_notes(solution.practical or ())
    names = ["value"] if is_endgame else ["wins", "spread"]
    rows = []
    for group in joined(
        solution.moves[:most], lambda each: (each.score, each.win, *each.spread, each.estimate, each.status)
    ):
        move, note = group[0], [notes.get(group[0].text, ("", ""))[0]] * bool(notes)
        numbers = _value(move) if is_endgame else _chance(move)
        status = standing(move, solution) if is_endgame else move.status
        rows.append([variants_text([each.text for each in group]), move.score, *numbers, status, *note])
    headings = ["move", "points", *names, "status", *["replies"] * bool(notes)]
    return HtmlTable("candidates", headings, rows, tuple(range(1, 2 + len(names))))


def _value(move: MoveResult) -> list[str]:
    estimate = move.value_estimate
    return [bounds_cell(move) if estimate is None else value_text(estimate, move.bounds)]


def _chance(move: MoveResult) -> list[str]:
    return [chance_cell(move.win, move.estimate), spread_cell(move.spread, move.estimate) or "open"]
