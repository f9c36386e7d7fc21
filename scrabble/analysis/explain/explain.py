"""Explanation of an evaluated turn: sentences that follow from the proof, the lines and the lists of plays.

Nothing is guessed: each sentence is a Reason with the facts it rests on, and claims no more than a search or
a list of legal plays can confirm.  There are no opinions.

The position after the highest-scoring play is searched, too, so that its cost can be given with the line
that refutes it, unless the position itself was too hard for the limit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.analysis.explain.context import ExplanationContext
from scrabble.analysis.explain.rules import (
    allows,
    avoids,
    blocks,
    goes_out,
    highest_scoring,
    margin,
    only_win,
    passes,
    phony,
    played_move_cost,
    sets_up,
    sticks_tiles,
)
from scrabble.analysis.turn import AnalysedTurn, MoveAnalysis
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.solver import ScoredMove
from scrabble.solver.format import Bounds

ABOUT_BEST = (only_win, passes, goes_out, blocks, sets_up, sticks_tiles, avoids, margin)
ABOUT_OTHERS = (highest_scoring, phony, played_move_cost, allows)
ABOUT_MADE = (played_move_cost, phony, allows)
ABOUT_BETTER = (only_win, passes, goes_out, blocks, sets_up, sticks_tiles, avoids)


def add_reasons(judged: AnalysedTurn, evaluator: PositionEvaluator, names: Sequence[str]) -> AnalysedTurn:
    """Return the turn with its reasons, and with lines for the moves they name."""
    choice = _evaluate_highest_scoring(judged, evaluator)
    choice = dataclasses.replace(choice, replies=_replies(choice, judged, evaluator))
    judged = dataclasses.replace(judged, choice=choice)
    context = ExplanationContext(judged, evaluator, names)
    reasons = [reason for rule in (*ABOUT_BEST, *ABOUT_OTHERS) for reason in rule(context)]
    return dataclasses.replace(judged, claims=tuple(reasons))


def compared(judged: AnalysedTurn, evaluator: PositionEvaluator, names: Sequence[str]) -> AnalysedTurn:
    """Return the turn with reasons about the move that was made, then about the best one, and no other."""
    replies = _replies(dataclasses.replace(judged.choice, natural=None), judged, evaluator)
    choice = judged.choice
    is_natural = choice.natural is not None and choice.natural.text == judged.played
    mine = {text: line for text, line in replies.items() if text == judged.played}
    choice = dataclasses.replace(choice, natural=choice.natural if is_natural else None, replies=mine)
    judged = dataclasses.replace(judged, choice=choice)
    context = ExplanationContext(judged, evaluator, names)
    reasons = [reason for rule in (*ABOUT_MADE, *ABOUT_BETTER) for reason in rule(context)]
    return dataclasses.replace(judged, claims=tuple(reasons))


def _evaluate_highest_scoring(judged: AnalysedTurn, evaluator: PositionEvaluator) -> MoveAnalysis:
    """Evaluate the highest-scoring play."""
    choice = judged.choice
    if choice.natural is None or choice.limit or choice.natural.text in choice.best:
        return choice
    natural, position = choice.natural, judged.turn.position
    about = f"turn {judged.number}, {judged.player_name}: after {natural.text}"
    worth = evaluator.worth(position, natural.move, about).meet(Bounds(natural.lower, natural.upper))
    better = dataclasses.replace(natural, lower=worth.lower, upper=worth.upper)
    candidates = tuple(better if each.move == natural.move else each for each in choice.candidates)
    return dataclasses.replace(choice, natural=better, candidates=candidates)


def _replies(
    choice: MoveAnalysis, judged: AnalysedTurn, evaluator: PositionEvaluator
) -> dict[str, tuple[ScoredMove, ...]]:
    """Return best play after every move whose position has been searched."""
    position = judged.turn.position
    replies = {}
    for each in choice.candidates:
        if each.move == (choice.line[0].move if choice.line else None):
            replies[each.text] = choice.line[1:]
        elif each.line:
            replies[each.text] = each.line[1:]
        elif each.text in _moves_to_explain(choice, judged):
            replies[each.text] = _line(position, each.move, evaluator)
    if judged.phonies and not judged.turn.is_taken_back:
        replies[judged.played] = _line(position, judged.turn.move or PASS, evaluator)
    return replies


def _moves_to_explain(choice: MoveAnalysis, judged: AnalysedTurn) -> set[str]:
    natural = {choice.natural.text} if choice.natural else set()
    return natural | {"pass" if judged.turn.is_taken_back else judged.played}


def _line(position: Position, move: Move, evaluator: PositionEvaluator) -> tuple[ScoredMove, ...]:
    after = position.play(move)
    if after.is_over or not evaluator.is_solved(after):
        return ()
    return tuple(evaluator.solution(after).line)
