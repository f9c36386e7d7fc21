"""The strategy of each step at the root, by Berliner's definitions on the tree before the step."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bstar.tree.rounds import TreeBStar
from bstar.tree.search_log import ALWAYS, COMPARED, DISPROVE_REST, FORCED, PROVE_BEST, TURN, new_search_log
from bstar.tree.strategies import STRATEGIES
from tests.worlds.random_graphs import random_graph

MOST_STEPS = 300
CONSIDERED = {"2D": 2, "3D": 3, "AD": None}
REASONS = {"prove-best": ALWAYS, "disprove-rest": ALWAYS, "alternated": TURN}


class Move(NamedTuple):
    """A move at the root, and the depth that its optimistic bound comes from."""

    optimistic: int
    pessimistic: int
    depth: int


class Step(NamedTuple):
    """What was chosen, and why."""

    strategy: int
    reason: int
    best: int
    second: int


def depths(moves: list[Move], ranked: list[int], considered: int | None) -> tuple[int, int]:
    """Return the sum of squared depths of the best other moves that overlap with the best, and its own."""
    best, *others = ranked[:considered]
    rivals = [at for at in others if moves[at].optimistic > moves[best].pessimistic]
    return sum(moves[at].depth ** 2 for at in rivals), moves[best].depth ** 2


def expected(name: str, moves: list[Move], turn: int) -> Step:
    """Return the step of a strategy; `turn` is that of the one that alternates."""
    ranked = sorted(range(len(moves)), key=lambda at: (-moves[at].optimistic, -moves[at].pessimistic, at))
    best, second = ranked[:2]
    if moves[best].pessimistic < max(move.pessimistic for move in moves):
        return Step(PROVE_BEST, FORCED, best, second)
    if name in CONSIDERED:
        rest, own = depths(moves, ranked, CONSIDERED[name])
        return Step(DISPROVE_REST if rest < own else PROVE_BEST, COMPARED, best, second)
    strategy = {"prove-best": PROVE_BEST, "disprove-rest": DISPROVE_REST, "alternated": turn}[name]
    return Step(strategy, REASONS[name], best, second)


def steps(name: str, seed: int) -> Iterator[tuple[list[Move], int, Step]]:
    """Yield the moves at the root where a search was stopped, whose turn it is, and the next step."""
    search = TreeBStar(random_graph(seed, 40, 5, 60), name, log=new_search_log(MOST_STEPS))
    search.run(1)
    for expansions in itertools.count(2):
        root = search.tree.nodes[0]
        links = search.tree.links[root.first : root.first + root.count]
        moves = [
            Move(int(link.optimistic), int(link.pessimistic), 1 + int(link.high_depth)) for link in links
        ]
        before = int(search.log.used[0])
        turns = [int(step.strategy) for step in search.log.steps[:before] if step.reason == TURN]
        turn = DISPROVE_REST if turns and turns[-1] == PROVE_BEST else PROVE_BEST
        limit = search.run(expansions).limit
        if search.log.used[0] > before:
            step = search.log.steps[before]
            yield moves, turn, Step(int(step.strategy), int(step.reason), int(step.best), int(step.second))
        if limit != "expansions":
            return


@pytest.mark.parametrize("name", STRATEGIES)
def test_each_step_is_that_of_the_definition(name: str) -> None:
    strategies: Counter[int] = Counter()
    forced = 0
    for seed in range(20):
        for moves, turn, step in steps(name, seed):
            assert step == expected(name, moves, turn), (seed, moves)
            strategies[step.strategy] += step.reason != FORCED
            forced += step.reason == FORCED
    assert forced >= 40 and sum(strategies.values()) >= 40, (forced, strategies)
    if name not in ("prove-best", "disprove-rest"):
        assert min(strategies[PROVE_BEST], strategies[DISPROVE_REST]) >= 10, strategies
