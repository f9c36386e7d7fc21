"""What is asked of a position, and where the search is stopped: every solver, wish and limit, at random."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scrabble.answer.interval import Interval
from scrabble.answer.solution import Solution
from scrabble.game.move import Move
from scrabble.solver import SMALLEST_MEMORY, EndgameSearch, OptionError, SolveOptions
from scrabble.solver.names import BSTAR, MAVEN, ON_REFERENCE_GAME, ONE_THREAD_ONLY, SolverName
from tests.campaign.odd_positions import Odd
from tests.campaign.oracle import Worth
from tests.claims import MODES

MORE_MODES = MODES | {
    "every move": SolveOptions(exact=0),
    "all if cheap": SolveOptions(cheap_exact=-1),
    "move and outcome": SolveOptions(objective="move", outcome_nodes=5),
    "all best and exact": SolveOptions(all_best=True, exact=5),
    "traced": SolveOptions(trace=True),
    "one round": SolveOptions(solver=MAVEN, stable_rounds=1),
}
SOLVERS = (*[BSTAR] * 8, MAVEN, MAVEN, *SolverName)  # each, and those that people use more often
FEW = 2_000  # moves and nodes with which the plain solvers end in a moment


class Question(NamedTuple):
    """One search."""

    mode: str
    options: SolveOptions
    stop: float | None = None  # seconds until it is interrupted

    def __str__(self) -> str:
        options = self.options
        parts = [options.solver, self.mode, f"{options.nodes} nodes", f"{options.workers} threads"]
        if self.stop is not None:
            parts.append(f"stopped after {self.stop:.4f} s")
        if options.value_of is not None:
            parts.append(f"value of {options.value_of}")
        if options.proven:
            parts.append(f"known {options.proven}")
        return ", ".join(parts)


def question(rng: random.Random, odd: Odd, truth: Mapping[str, Worth], solvers: tuple[str, ...]) -> Question:
    """Any search."""
    solver = rng.choice(solvers)
    modes = {mode: options for mode in sorted(MORE_MODES) if (options := _by(solver, MORE_MODES[mode]))}
    mode = rng.choice(list(modes))
    options = modes[mode]
    moves = sorted(truth)
    if rng.random() < 0.15:
        value_of = odd.position.parse_move(rng.choice(moves))
        options = _by(solver, options, value_of=value_of) or options
    if rng.random() < 0.1:
        options = replace(options, proven=_known(rng, odd, truth))
    nodes = rng.choice((None, rng.randint(1, 12), int(5000 ** rng.random())))
    if solver in ON_REFERENCE_GAME and nodes is None:
        nodes = FEW
    threads = rng.choice((1, 1, 1, 1, 2, 3, 4)) if solver not in ONE_THREAD_ONLY else 1
    memory = rng.choice((SMALLEST_MEMORY, SMALLEST_MEMORY, 2 * SMALLEST_MEMORY))
    stop = 10 ** rng.uniform(-4, -1.3) if rng.random() < 0.15 else None
    return Question(mode, replace(options, nodes=nodes, memory=memory, workers=threads), stop)


def _by(solver: str, options: SolveOptions, **changes: Any) -> SolveOptions | None:
    """Return the options with this solver and these changes; None where it cannot honour them."""
    try:
        return replace(options, solver=solver, **changes)
    except OptionError:
        return None


def _known(rng: random.Random, odd: Odd, truth: Mapping[str, Worth]) -> dict[Move, Interval]:
    """True bounds of a few moves, as an earlier search would bring them."""
    known = {}
    for text in rng.sample(sorted(truth), min(3, len(truth))):
        worth = truth[text].worth
        lower, upper = worth - rng.choice((0, 0, 5)), worth + rng.choice((0, 0, 5))
        bounds = rng.choice((Interval(lower, upper), Interval(lower), Interval(upper=upper)))
        known[odd.position.parse_move(text)] = bounds
    return known


def answer(odd: Odd, asked: Question, value: int) -> Solution:
    """Search, look on, and interrupt if asked to."""
    search = EndgameSearch(odd.position, odd.lexicon, asked.options)
    timer = threading.Timer(asked.stop, search.stop) if asked.stop is not None else None
    if timer is not None:
        timer.start()
    for snapshot in search:
        assert snapshot.lower <= value <= snapshot.upper, snapshot
    if timer is not None:
        timer.cancel()
        timer.join()
    return search.result()
