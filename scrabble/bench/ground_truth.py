"""Ground truth: the exact values of the chosen moves, by a search independent of the contenders.

    best      result of the position, from the first contender to prove it, or from the set
    lost      best - value of the move         0: a best move; less than 0: the proven value is wrong

Of an endgame, alpha-beta with fresh tables searches each move with a window around the value, then finds the
exact value of the moves that fall below, in the same table, until the time limit.

With tiles in the bag all draws of the chosen moves are evaluated, with fresh tables, until they are exact or
the time limit is reached.  A move loses win probability or, if it loses none, points.  A pass has the value
it has if the opponent passes, too: a play after it gains no more than the same play now.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from bstar.root import Root, RootMove
from bstar.solvers import find_move_value
from scrabble.bench.measure import BenchPosition, run_until
from scrabble.bench.preendgame_strategies import SPREAD, WIN, new_session
from scrabble.bench.trial import Trial
from scrabble.game.move import move_text
from scrabble.movegen.packed_move import unpack
from scrabble.solver.interval import Number
from scrabble.solver.names import SolverName
from scrabble.solver.setup import new_search


def score_trials(
    task: BenchPosition,
    trials: Sequence[Trial],
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> list[Trial]:
    """Return the trials with the losses of their moves, as far as `seconds` of CPU time allow."""
    if task.is_preendgame:
        return _score_preendgame_trials(task, trials, seconds, memory, is_stopped)
    value = next((each.outcome.value for each in trials if each.outcome.value is not None), task.known)
    if value is None:
        return list(trials)
    chosen = {each.outcome.move for each in trials}
    chosen |= {choice.move for each in trials for choice in each.rounds}
    values = _exact_values(task, chosen, int(value), seconds, memory, is_stopped)
    return [each.with_losses({move: int(value) - exact for move, exact in values.items()}) for each in trials]


def _exact_values(
    task: BenchPosition,
    chosen: Iterable[str],
    value: int,
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool],
) -> dict[str, int]:
    """Return the exact values of the chosen moves that could be proven in time."""
    position = task.reading.position
    engine = new_search(position, task.reading.lexicon, SolverName.ALPHABETA, memory).engine
    root = Root([RootMove(*move) for move in engine.moves()])
    named = {move_text(unpack(each.move, position), position): each for each in root.moves}
    wanted = [named[move] for move in sorted(chosen)]

    def search() -> None:
        for move in wanted:
            if not move.is_exact:
                root.narrow(move, engine.move_value(move, value - 1, value + 1), value - 1, value + 1)
        for move in wanted:
            find_move_value(engine, root, move)

    run_until(time.process_time() + seconds, is_stopped, engine.control, search)
    return {text: each.lower for text, each in named.items() if each in wanted and each.is_exact}


class _Result(NamedTuple):
    """Win probability and value, of a move or of the position."""

    win: Number
    value: Number | None  # None: not known


def _score_preendgame_trials(
    task: BenchPosition,
    trials: Sequence[Trial],
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool],
) -> list[Trial]:
    best = _best_result(task, trials)
    if best is None:
        return list(trials)
    chosen = {each.outcome.move for each in trials}
    results = _exact_results(task, chosen, seconds, memory, is_stopped)
    return [_with_loss(each, best, results.get(each.outcome.move)) for each in trials]


def _best_result(task: BenchPosition, trials: Sequence[Trial]) -> _Result | None:
    """Return the result of the position, if it is known."""
    wins = [(each, each.preendgame.win.exact) for each in trials if each.preendgame is not None]
    known = [(each, win) for each, win in wins if win is not None]
    for each, win in known:
        if each.outcome.is_proven and each.outcome.value is not None:
            return _Result(win, each.outcome.value)
    if task.known_win is not None:
        return _Result(task.known_win, task.known)
    return _Result(known[0][1], None) if known else None


def _with_loss(trial: Trial, best: _Result, own: _Result | None) -> Trial:
    if own is None or trial.preendgame is None:
        return trial
    lost_win = best.win - own.win
    scored = replace(trial, preendgame=replace(trial.preendgame, lost_win=lost_win))
    if lost_win or best.value is None or own.value is None:
        return scored
    return replace(scored, lost=best.value - own.value)


def _exact_results(
    task: BenchPosition, chosen: set[str], seconds: float, memory: int, is_stopped: Callable[[], bool]
) -> dict[str, _Result]:
    """Return the exact results of the chosen moves that could be proven in time."""
    position, began = task.reading.position, time.process_time()
    session = new_session(position, task.reading.lexicon, memory)
    evaluator, total = session.evaluator, session.evaluator.unseen.total
    texts = [move_text(unpack(each.play.number, position), position) for each in evaluator.moves]
    moves = [at for at, text in enumerate(texts) if text in chosen]

    def work() -> None:
        for objective in (WIN, SPREAD):
            for move in moves:
                session.settle_move(move, objective)

    run_until(began + seconds, is_stopped, evaluator.solver.engine.control, work)
    found = {}
    for at in moves:
        lower, upper = session.choice.moves[at].lower, session.choice.moves[at].upper
        if lower[WIN] == upper[WIN]:
            is_known = lower[SPREAD] == upper[SPREAD]
            value = Fraction(lower[SPREAD], total) - position.spread if is_known else None
            found[texts[at]] = _Result(Fraction(lower[WIN], 2 * total), value)
    return found
