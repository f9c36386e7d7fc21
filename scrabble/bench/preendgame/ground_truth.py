"""Ground truth on pre-endgames: the exact values of the chosen moves, by a search of its own.

    best       chance and spread of the position, from the first contender to prove them, or from the set
    lost       best - value of the move: of its chance or, if that is equal, of its spread

With fresh tables, all draws of the chosen moves are evaluated until they are exact or the time limit is
reached.  A pass has the value it has if the opponent passes, too: a play after it gains no more than the same
play now.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from scrabble.bench.measure import run_until
from scrabble.bench.preendgame.trial import PROVEN, BagTrial, PreendgamePosition
from scrabble.bench.preendgame_strategies import CHANCE, SPREAD, EvaluationSession
from scrabble.game.move import move_text
from scrabble.movegen.packed_move import unpack
from scrabble.solver.preendgame.search import ScenarioEvaluator


class _MoveValue(NamedTuple):
    chance: Fraction
    spread: Fraction | None  # None: not known


def score_trials(
    target: PreendgamePosition, trials: Sequence[BagTrial], seconds: float, is_stopped: Callable[[], bool]
) -> list[BagTrial]:
    """Return the trials with the losses of their moves, as far as `seconds` of CPU time allow."""
    best = _best(target, trials)
    if best is None:
        return list(trials)
    values = _exact_values(target, {each.move for each in trials}, seconds, is_stopped)
    return [_with_loss(each, best, values.get(each.move)) for each in trials]


def _best(target: PreendgamePosition, trials: Sequence[BagTrial]) -> _MoveValue | None:
    """Return the value of the position, if it is known."""
    for each in trials:
        if each.status == PROVEN and each.chance.is_exact and each.spread.is_exact:
            return _MoveValue(each.chance.lower, each.spread.lower)
    if target.known is not None:
        return _MoveValue(*target.known)
    return next((_MoveValue(each.chance.lower, None) for each in trials if each.chance.is_exact), None)


def _with_loss(trial: BagTrial, best: _MoveValue, value: _MoveValue | None) -> BagTrial:
    if value is None:
        return trial
    lost = best.chance - value.chance
    if lost or best.spread is None or value.spread is None:
        return replace(trial, lost=lost)
    return replace(trial, lost=lost, lost_spread=best.spread - value.spread)


def _exact_values(
    target: PreendgamePosition, chosen: set[str], seconds: float, is_stopped: Callable[[], bool]
) -> dict[str, _MoveValue]:
    """Return the exact values of the chosen moves that could be proven in time."""
    began = time.process_time()
    asking = EvaluationSession(ScenarioEvaluator(target.order))
    position, total = target.order.position, asking.judge.unseen.total
    texts = [move_text(unpack(each.play.number, position), position) for each in asking.judge.moves]
    moves = [at for at, text in enumerate(texts) if text in chosen]

    def work() -> None:
        for aim in (CHANCE, SPREAD):
            for move in moves:
                asking.settle_move(move, aim)

    run_until(began + seconds, is_stopped, asking.judge.solver.engine.control, work)
    found = {}
    for move in moves:
        option = asking.choice.moves[move]
        if option.lower[CHANCE] == option.upper[CHANCE]:
            is_known = option.lower[SPREAD] == option.upper[SPREAD]
            spread = Fraction(option.lower[SPREAD], total) if is_known else None
            found[texts[move]] = _MoveValue(Fraction(option.lower[CHANCE], 2 * total), spread)
    return found
