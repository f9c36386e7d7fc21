"""What is asked of a position, and where the search is stopped: every solver, wish and limit, at random."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from bstar.options import Limit
from scrabble.solver import EndgameSearch, Solution, SolveOptions
from scrabble.solver.names import MAVEN, PLAIN, PROOF, SolverName, supports_threads
from scrabble.solver.setup import SMALLEST_MEMORY
from tests.campaign.odd_positions import Odd
from tests.campaign.oracle import Worth
from tests.claims import MODES

MORE_MODES = MODES | {
    "every move": SolveOptions(top=0),
    "all shown": SolveOptions(shown=-1),
    "move and outcome": SolveOptions(value=False, outcome_nodes=5),
    "all best and top": SolveOptions(all_best=True, top=5),
    "traced": SolveOptions(trace=True),
    "one round": SolveOptions(rounds=1),
}
SOLVERS = (*[PROOF] * 8, MAVEN, MAVEN, *SolverName)  # each, and those that people use more often
FEW = 2_000  # moves and nodes with which the plain solvers end in a moment


class Question(NamedTuple):
    """One search."""

    solver: str
    mode: str
    wants: SolveOptions
    nodes: int | None
    memory: int
    threads: int
    stop: float | None  # seconds until it is interrupted

    def __str__(self) -> str:
        told = [self.solver, self.mode, f"{self.nodes} nodes", f"{self.threads} threads"]
        if self.stop is not None:
            told.append(f"stopped after {self.stop:.4f} s")
        if self.wants.worth_of is not None:
            told.append(f"worth of {self.wants.worth_of}")
        if self.wants.proven:
            told.append(f"known {self.wants.proven}")
        return ", ".join(told)


def question(rng: random.Random, odd: Odd, truth: Mapping[str, Worth], solvers: tuple[str, ...]) -> Question:
    """Any search."""
    solver = rng.choice(solvers)
    mode = rng.choice(sorted(MORE_MODES))
    wants = MORE_MODES[mode]
    moves = sorted(truth)
    if rng.random() < 0.15:
        wants = replace(wants, worth_of=odd.position.parse_move(rng.choice(moves)))
    if rng.random() < 0.1:
        wants = replace(wants, proven=_known(rng, odd, truth))
    nodes = rng.choice((None, rng.randint(1, 12), int(5000 ** rng.random())))
    if solver in PLAIN and nodes is None:
        nodes = FEW
    threads = rng.choice((1, 1, 1, 1, 2, 3, 4)) if supports_threads(solver) else 1
    memory = rng.choice((SMALLEST_MEMORY, SMALLEST_MEMORY, 2 * SMALLEST_MEMORY))
    stop = 10 ** rng.uniform(-4, -1.3) if rng.random() < 0.15 else None
    return Question(str(solver), mode, wants, nodes, memory, threads, stop)


def _known(rng: random.Random, odd: Odd, truth: Mapping[str, Worth]) -> dict:
    """True bounds of a few moves, as an earlier search would bring them."""
    known = {}
    for text in rng.sample(sorted(truth), min(3, len(truth))):
        worth = truth[text].worth
        bounds = (worth - rng.choice((0, 0, 5)), worth + rng.choice((0, 0, 5)))
        known[odd.position.parse_move(text)] = rng.choice((bounds, (bounds[0], None), (None, bounds[1])))
    return known


def answer(odd: Odd, asked: Question, value: int) -> Solution:
    """Search, look on, and interrupt if asked to."""
    search = EndgameSearch(
        odd.position,
        odd.lexicon,
        asked.solver,
        Limit(nodes=asked.nodes),
        asked.memory,
        asked.wants.top,
        asked.wants,
        asked.threads,
    )
    timer = threading.Timer(asked.stop, search.stop) if asked.stop is not None else None
    if timer is not None:
        timer.start()
    for snapshot in search:
        assert snapshot.lower <= value <= snapshot.upper, snapshot
    if timer is not None:
        timer.cancel()
        timer.join()
    return search.result()
