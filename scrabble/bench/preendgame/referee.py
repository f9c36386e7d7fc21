"""What the moves that contenders chose are worth, by a search that none of them shares.

    best       chance and spread of the position, from the first contender to prove them, or from the set
    lost       best - worth of the move: of its chance, and where that is none, of its spread

Fresh tables; all draws of the chosen moves are asked about until they are exact, or the time is up.  A pass
is taken for what it is worth if it is passed on: who plays after it is no better off than with the play.
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


def with_losses(
    target: PreendgamePosition, trials: Sequence[BagTrial], seconds: float, is_stopped: Callable[[], bool]
) -> list[BagTrial]:
    """The trials of one position with what their moves lose, as far as so many CPU seconds tell."""
    best = _best(target, trials)
    if best is None:
        return list(trials)
    worths = _worths(target, {each.move for each in trials}, seconds, is_stopped)
    return [_judged(each, best, worths.get(each.move)) for each in trials]


def _best(target: PreendgamePosition, trials: Sequence[BagTrial]) -> _MoveValue | None:
    """What the position is worth, if somebody knows."""
    for each in trials:
        if each.status == PROVEN and each.chance.is_exact and each.spread.is_exact:
            return _MoveValue(each.chance.lower, each.spread.lower)
    if target.known is not None:
        return _MoveValue(*target.known)
    return next((_MoveValue(each.chance.lower, None) for each in trials if each.chance.is_exact), None)


def _judged(trial: BagTrial, best: _MoveValue, worth: _MoveValue | None) -> BagTrial:
    if worth is None:
        return trial
    lost = best.chance - worth.chance
    if lost or best.spread is None or worth.spread is None:
        return replace(trial, lost=lost)
    return replace(trial, lost=lost, lost_spread=best.spread - worth.spread)


def _worths(
    target: PreendgamePosition, chosen: set[str], seconds: float, is_stopped: Callable[[], bool]
) -> dict[str, _MoveValue]:
    """The exact worth of the chosen moves, of those for which the time was enough."""
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
