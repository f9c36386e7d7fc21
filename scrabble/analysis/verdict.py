"""The verdict on a turn: what the search of its position says of the move that was made.

    value[t] >= worth[t] = score[t] - value[t + 1]

The worth of the move played is known before its position is searched, and is the first bound of that search;
what a search that stopped early leaves open is narrowed by the turns around it.
"""

from __future__ import annotations

import dataclasses

from scrabble.analysis.introduced import made
from scrabble.analysis.judge import Judge, key
from scrabble.analysis.turn import AnyTurn, Choice, Introduced, Judged, Unjudged
from scrabble.endgame import Candidate, Solution, Step
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.report.points import Bounds


def searched(introduced: Unjudged, judge: Judge) -> AnyTurn:
    """The turn with the verdict of a search, if there can be one."""
    if not introduced.is_endgame or introduced.reason:
        return introduced
    turn, about = introduced.turn, f"turn {introduced.number}, {introduced.player_name}"
    position = turn.position
    move = made(turn)
    worth = judge.worth(position, move, f"{about}: after {introduced.played}")
    known = {move: worth} if introduced.is_valid else {}
    solution = judge.solution(position, known, about)
    choice = choice_of(solution, known)
    if introduced.is_valid:
        choice = _with_first(choice, move, judge, position)
    value, after = Bounds(solution.lower, solution.upper), judge.worth_estimate(position, move)
    return _verdict(introduced, value, worth, choice, after)


def choice_of(solution: Solution, known: dict[Move, Bounds]) -> Choice:
    candidates = [_within(each, known.get(each.move, Bounds())) for each in solution.moves]
    best = solution.best
    candidates.sort(key=lambda each: (each.move != solution.move, each.text not in best, *_rank(each)))
    has_all = solution.status == "proven" and all(each.status in ("best", "worse") for each in solution.moves)
    plays = [each for each in candidates if not each.move.is_pass]
    most = max((each.score for each in plays), default=0)
    return Choice(
        best=tuple(best),
        has_all_best=has_all,
        candidates=tuple(candidates),
        line=tuple(solution.line),
        natural=next((each for each in plays if each.score == most), None),
        replies={},
        nodes=solution.nodes,
        seconds=solution.seconds,
        limit=solution.limit,
        estimate=solution.estimate,
    )


def narrowed(turns: list[AnyTurn]) -> list[AnyTurn]:
    """Narrow values by those of the turns before: value after = score - worth >= score - value before."""
    for at in range(1, len(turns)):
        before, this = turns[at - 1], turns[at]
        if not isinstance(before, Judged) or not isinstance(this, Judged):
            continue
        if not before.is_valid or this.value.is_exact:
            continue
        if key(before.turn.position.play(made(before.turn))) != key(this.turn.position):
            continue
        value = this.value
        if before.value.upper is not None:
            value = value.at_least(before.score - before.value.upper)
        turns[at] = _verdict(this, value, this.worth, this.choice, this.about)
        worth = before.worth.meet(value.negated.plus(before.score))
        turns[at - 1] = _verdict(before, before.value, worth, before.choice, before.about)
    return turns


def _within(candidate: Candidate, bounds: Bounds) -> Candidate:
    """A move of which one knows more."""
    lower, upper = Bounds(candidate.lower, candidate.upper).meet(bounds)
    narrow = dataclasses.replace(candidate, lower=lower, upper=upper)
    return dataclasses.replace(narrow, estimate=Bounds(*narrow.bounds).clip(candidate.estimate))


def _rank(each: Candidate) -> tuple[float, float, float, int]:
    upper = float("inf") if each.upper is None else each.upper
    lower = -float("inf") if each.lower is None else each.lower
    return -(upper if each.estimate is None else each.estimate), -upper, -lower, -each.score


def _with_first(choice: Choice, move: Move, judge: Judge, position: Position) -> Choice:
    """Of several best moves, take the one that was made as the first."""
    mine = next(each for each in choice.candidates if each.move == move)
    if mine.text not in choice.best[1:]:
        return choice
    after = position.play(move)
    line = () if after.is_over else judge.solution(after).line
    return dataclasses.replace(
        choice,
        best=(mine.text, *(text for text in choice.best if text != mine.text)),
        candidates=(mine, *(each for each in choice.candidates if each is not mine)),
        natural=mine if choice.natural and choice.natural.score == mine.score else choice.natural,
        line=(Step(move, mine.text, mine.score), *line),
    )


def _verdict(on: Introduced, value: Bounds, worth: Bounds, choice: Choice, about: int | None) -> Judged:
    """Work out what the turn lost: the value before it less what it was worth; `about` estimates that."""
    cap = Bounds(None, value.upper)
    candidates = tuple(_within(each, cap) for each in choice.candidates)
    loss = value.add(worth.negated)
    if on.is_valid:
        loss = loss.at_least(0)
        # whatever the value is: by how much another move can be better than this one
        others = [each.upper for each in candidates if each.move != made(on.turn)]
        if worth.lower is not None and None not in others:
            most = max((upper for upper in others if upper is not None), default=worth.lower)
            loss = loss.meet(Bounds(None, max(0, most - worth.lower)))
    choice = dataclasses.replace(choice, candidates=candidates)
    return Judged(
        on.turn, on.player_name, on.played, on.phonies, on.score, value, worth, loss, choice, about=about
    )
