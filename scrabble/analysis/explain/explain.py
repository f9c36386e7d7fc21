"""Explanation of an evaluated turn: sentences that follow from the proof, the lines and the lists of plays.

Nothing is guessed: each sentence is a Reason with the facts it rests on, and claims no more than a search or
a list of legal plays can confirm.  There are no opinions.

The position after the highest-scoring play is searched, too, so that its cost can be given with the line
that refutes it, unless the position itself was too hard for the limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scrabble.analysis.evaluator import PositionEvaluator, tightened
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

ABOUT_BEST = (only_win, passes, goes_out, blocks, sets_up, sticks_tiles, avoids, margin)
ABOUT_OTHERS = (highest_scoring, phony, played_move_cost, allows)
ABOUT_MADE = (played_move_cost, phony, allows)
ABOUT_BETTER = (only_win, passes, goes_out, blocks, sets_up, sticks_tiles, avoids)


def add_reasons(turn: AnalysedTurn, evaluator: PositionEvaluator, names: Sequence[str]) -> AnalysedTurn:
    """Return the turn with its reasons, and with lines for the moves they name."""
    choice = _evaluate_highest_scoring(turn, evaluator)
    choice = replace(choice, replies=_replies(choice, turn, evaluator))
    turn = replace(turn, choice=choice)
    context = ExplanationContext(turn, evaluator, names)
    reasons = [reason for rule in (*ABOUT_BEST, *ABOUT_OTHERS) for reason in rule(context)]
    return replace(turn, reasons=tuple(reasons))


def compared(turn: AnalysedTurn, evaluator: PositionEvaluator, names: Sequence[str]) -> AnalysedTurn:
    """Return the turn with reasons about the move that was made, then about the best one, and no other."""
    replies = _replies(replace(turn.choice, highest_scoring=None), turn, evaluator)
    choice = turn.choice
    is_highest = choice.highest_scoring is not None and choice.highest_scoring.text == turn.played
    mine = {text: line for text, line in replies.items() if text == turn.played}
    choice = replace(choice, highest_scoring=choice.highest_scoring if is_highest else None, replies=mine)
    turn = replace(turn, choice=choice)
    context = ExplanationContext(turn, evaluator, names)
    reasons = [reason for rule in (*ABOUT_MADE, *ABOUT_BETTER) for reason in rule(context)]
    return replace(turn, reasons=tuple(reasons))


def _evaluate_highest_scoring(turn: AnalysedTurn, evaluator: PositionEvaluator) -> MoveAnalysis:
    """Evaluate the highest-scoring play."""
    choice = turn.choice
    play = choice.highest_scoring
    if play is None or choice.stopped_by or play.text in choice.best:
        return choice
    about = f"turn {turn.number}, {turn.player_name}: after {play.text}"
    value = evaluator.move_value(turn.turn.position, play.move, about)
    better = tightened(play, value.plus(turn.lead))
    moves = tuple(better if each.move == play.move else each for each in choice.moves)
    return replace(choice, highest_scoring=better, moves=moves)


def _replies(
    choice: MoveAnalysis, turn: AnalysedTurn, evaluator: PositionEvaluator
) -> dict[str, tuple[ScoredMove, ...]]:
    """Return best play after every move whose position has been searched."""
    position = turn.turn.position
    replies = {}
    for each in choice.moves:
        if each.move == (choice.line[0].move if choice.line else None):
            replies[each.text] = choice.line[1:]
        elif each.line:
            replies[each.text] = each.line[1:]
        elif each.text in _moves_to_explain(choice, turn):
            replies[each.text] = _line(position, each.move, evaluator)
    if turn.phonies and not turn.turn.is_taken_back:
        replies[turn.played] = _line(position, turn.turn.move or PASS, evaluator)
    return replies


def _moves_to_explain(choice: MoveAnalysis, turn: AnalysedTurn) -> set[str]:
    highest = {choice.highest_scoring.text} if choice.highest_scoring else set()
    return highest | {turn.made}


def _line(position: Position, move: Move, evaluator: PositionEvaluator) -> tuple[ScoredMove, ...]:
    after = position.play(move)
    if after.is_over or not evaluator.is_solved(after):
        return ()
    return tuple(evaluator.solution(after).line)
