"""Explanation of a position that was solved: why its best move is best."""

from __future__ import annotations

from scrabble.analysis.evaluator import PositionEvaluator, turn_of_best, turn_of_solution
from scrabble.analysis.explain.draw_rules import reasons_of_turn
from scrabble.analysis.explain.explain import add_reasons
from scrabble.analysis.recorded_turn import turn_of_move
from scrabble.answer.solution import Solution
from scrabble.lexicon import Lexicon
from scrabble.solver import SolveOptions

SECONDS, MEMORY = 2.0, 64 << 20  # for the reply to the highest-scoring play


def best_move_reasons(solution: Solution, lexicon: Lexicon, names: tuple[str, str]) -> list[str]:
    """Return why the best move is best, a sentence each; the solution has all moves.

    `names[0]` is the side to move.  Only the reply to the highest-scoring play is searched.
    """
    if solution.preendgame is None:
        evaluator = PositionEvaluator(lexicon, SolveOptions(seconds=SECONDS, memory=MEMORY))
        turn = turn_of_best(solution, lexicon, names)
        reasons = add_reasons(turn, evaluator, names, solution.practical or ()).reasons
    else:
        on = turn_of_move(solution.position, solution.move, solution.text, lexicon, names)
        reasons = reasons_of_turn(turn_of_solution(on, solution, lexicon.name))
    return [each.text for each in reasons]
