"""Ground truth: the exact values of the chosen moves, by a search independent of the contenders.

    value     of the position, from the first contender to prove it, or from the set
    lost      value - value of the move        0: a best move; less than 0: the value is wrong

Alpha-beta with fresh tables searches each move with a window around the value, then finds the exact value of
the moves that fall below, in the same table, until the time limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from bstar.root import Root, RootMove
from bstar.solvers import find_move_value
from scrabble.bench.measure import BenchPosition, run_until
from scrabble.bench.trial import Trial
from scrabble.game.move import move_text
from scrabble.movegen.packed_move import unpack
from scrabble.solver.names import SolverName
from scrabble.solver.setup import new_search


def score_trials(
    task: BenchPosition,
    trials: Sequence[Trial],
    seconds: float,
    memory: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> list[Trial]:
    """Return the trials with the points their moves lose, as far as `seconds` of CPU time allow."""
    value = next((each.outcome.value for each in trials if each.outcome.value is not None), task.known)
    if value is None:
        return list(trials)
    chosen = {each.outcome.move for each in trials}
    chosen |= {choice.move for each in trials for choice in each.rounds}
    values = _exact_values(task, chosen, value, seconds, memory, is_stopped)
    return [each.with_losses({move: value - exact for move, exact in values.items()}) for each in trials]


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
