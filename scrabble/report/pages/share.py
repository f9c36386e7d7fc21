"""A position to share: one page with the board, the answer, its reasons, the best line and every move.

The answer can be hidden: by a button, by `#hide` at the end of the address, or in a copy that the page saves.
"""

from __future__ import annotations

from collections.abc import Sequence

from scrabble.analysis.evaluator import PositionEvaluator, turn_of_best, turn_of_solution
from scrabble.analysis.explain.draw_rules import reasons_of_turn
from scrabble.analysis.explain.explain import add_reasons
from scrabble.analysis.recorded_turn import turn_of_move
from scrabble.answer.format import joined, lead_text, value_text, variants_text
from scrabble.answer.solution import MoveResult, Solution
from scrabble.game import cgp
from scrabble.game.move import ScoredMove
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.report.board_svg import board_svg
from scrabble.report.chances import chance_cell, spread_cell
from scrabble.report.pages.templates import HtmlTable, embedded, render
from scrabble.report.practical_text import practical_notes
from scrabble.report.solution import answer_facts, bounds_cell, standing
from scrabble.report.view import line_steps, on_board, racks
from scrabble.solver import SolveOptions

SIDES = ("Player 1", "Player 2")  # the side to move first
MOST_MOVES = 400  # listed, the best ones: a page has less than 200 KB
SECONDS, MEMORY = 2.0, 64 << 20  # for the reply to the highest-scoring play


def share_page(
    solution: Solution,
    names: Sequence[str] = SIDES,
    title: str = "",
    move_count: int = 0,
    lexicon: str | None = None,
    reasons: Sequence[str] = (),
) -> str:
    """Return the page.

    `names[0]` is the side to move, `move_count` the moves if the solution has not all, `lexicon` the one used
    if the position does not name it, `reasons` why the best move is best.
    """
    position, best = solution.position, solution.moves[0]
    line = solution.line or (ScoredMove(best.move, best.text, best.score),)
    data = {
        "names": list(names),
        "has_bag": solution.preendgame is not None,
        "has_scores": cgp.has_scores(position),
        "question": _question(position, names[0]),
        "placed": on_board(position),
        "racks": racks(position),
        "scores": list(position.scores),
        "steps": line_steps(position, line),
    }
    return render(
        "share.html",
        title=title or "A Scrabble endgame",
        lexicon=lexicon or position.lexicon_name,
        board=board_svg(position, best.move),
        facts=answer_facts(solution),
        reasons=reasons,
        moves=candidate_table(solution, MOST_MOVES),
        unlisted=max(move_count, len(solution.moves)) - min(len(solution.moves), MOST_MOVES),
        cgp=cgp.dumps(position),
        data=embedded(data),
    )


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
    headings = ["move", "points", *names, "", *["replies"] * bool(notes)]
    return HtmlTable("candidates", headings, rows, tuple(range(1, 2 + len(names))))


def _value(move: MoveResult) -> list[str]:
    estimate = move.value_estimate
    return [bounds_cell(move) if estimate is None else value_text(estimate, move.bounds)]


def _chance(move: MoveResult) -> list[str]:
    return [chance_cell(move.win, move.estimate), spread_cell(move.spread, move.estimate) or "open"]
