"""B* for one agent: paths of least cost against Dijkstra, their proofs, their limits."""

from __future__ import annotations

import heapq
import math
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bstar.theory.paths import PathProof, least_cost_path

Graph = dict[int, list[tuple[int, float]]]
LIMIT = 2000  # expansions: no search of a test runs on for ever


def dijkstra(graph: Graph, goals: set[int]) -> dict[int, float]:
    """Return the least cost from every node to a goal."""
    before: dict[int, list[tuple[int, float]]] = {node: [] for node in graph}
    for node, steps in graph.items():
        for to, cost in steps:
            before[to].append((node, cost))
    costs = dict.fromkeys(graph, math.inf)
    heap = [(0.0, goal) for goal in sorted(goals)]
    while heap:
        cost, node = heapq.heappop(heap)
        if cost < costs[node]:
            costs[node] = cost
            for each, step in before[node]:
                heapq.heappush(heap, (cost + step, each))
    return costs


def random_graph(seed: int, is_whole: bool) -> tuple[Graph, set[int]]:
    """A graph with cycles, loops, parallel steps, dead ends; several goals, or none that can be reached."""
    rng = random.Random(seed)
    count = rng.randint(1, 40)
    graph: Graph = {node: [] for node in range(count)}
    for _ in range(rng.randint(0, 4 * count)):
        cost = rng.randint(1, 9) if is_whole else rng.uniform(0.01, 9)
        graph[rng.randrange(count)].append((rng.randrange(count), cost))
    return graph, {rng.randrange(count) for _ in range(rng.randint(0, 3))}


def check(proof: PathProof[int], graph: Graph, goals: set[int], cost: float) -> None:
    """A proof says what Dijkstra says, and proves it."""
    assert proof.cost == pytest.approx(cost) and proof.is_proven
    if cost == math.inf:
        assert (proof.path, proof.goal, proof.steps) == ((), None, ())
        return
    assert proof.goal in goals and proof.path[0] == 0
    assert [step.node for step in proof.steps] == list(proof.path[:-1])
    for step in proof.steps:
        assert (step.to, step.cost) in graph[step.node]
        assert all(bound >= step.rest or bound == pytest.approx(step.rest) for _, bound in step.others)
        assert {to for to, _ in step.others} == {to for to, _ in graph[step.node]} - {step.to, step.node}


@given(seed=st.integers(0, 10**9), is_whole=st.booleans(), quality=st.sampled_from([0.0, 0.5, 0.9, 1.0]))
@settings(max_examples=100, deadline=None)
def test_random_graphs_cost_what_dijkstra_says(seed: int, is_whole: bool, quality: float) -> None:
    graph, goals = random_graph(seed, is_whole)
    costs = dijkstra(graph, goals)

    def lower(node: int) -> float:  # not consistent, but true
        return quality * min(costs[node], 1e6) * random.Random(seed + node).random()

    def upper(node: int) -> float:
        return costs[node] * (2 - random.Random(seed - node).random()) if node % 3 == 0 else math.inf

    for bounds in ({}, {"lower": lower}, {"lower": lower, "upper": upper}):
        proof = least_cost_path(0, goals, graph.__getitem__, expansions=LIMIT, **bounds)
        check(proof, graph, goals, costs[0])
        static = bounds.get("lower", lambda node: 0.0)
        if is_whole:
            assert proof.holds(0, goals, graph.__getitem__, static)
        for node, bound in proof.bounds.items():
            assert bound <= costs[node] or bound == pytest.approx(costs[node])


class Grid:
    """A grid with walls; a step to a neighbour costs what is written on its square."""

    def __init__(self, seed: int, rows: int, cols: int, walls: float, most: int) -> None:
        rng = random.Random(seed)
        self.rows, self.cols = rows, cols
        self.cost = [0 if rng.random() < walls else rng.randint(1, most) for _ in range(rows * cols)]
        self.cost[0] = 1
        self.goals = {rows * cols - 1, cols - 1}
        for goal in self.goals:
            self.cost[goal] = most
        self.graph: Graph = {square: list(self.steps(square)) for square in range(rows * cols)}
        self.asked: Counter[int] = Counter()

    def steps(self, square: int) -> list[tuple[int, float]]:
        row, col = divmod(square, self.cols)
        near = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
        inside = [r * self.cols + c for r, c in near if 0 <= r < self.rows and 0 <= c < self.cols]
        return [(to, self.cost[to]) for to in inside if self.cost[to]]

    def successors(self, square: int) -> list[tuple[int, float]]:
        self.asked[square] += 1
        return self.graph[square]

    def lower(self, square: int) -> float:
        row, col = divmod(square, self.cols)
        ends = [divmod(goal, self.cols) for goal in self.goals]
        return min(abs(row - r) + abs(col - c) for r, c in ends)


@given(seed=st.integers(0, 10**9), walls=st.sampled_from([0.0, 0.2, 0.4]), most=st.sampled_from([1, 9]))
@settings(deadline=None)
def test_grids_with_walls_cost_what_dijkstra_says(seed: int, walls: float, most: int) -> None:
    grid = Grid(seed, 12, 15, walls, most)
    costs = dijkstra(grid.graph, grid.goals)
    proof = least_cost_path(0, grid.goals, grid.successors, grid.lower, expansions=LIMIT)
    check(proof, grid.graph, grid.goals, costs[0])
    assert proof.holds(0, grid.goals, grid.steps, grid.lower)
    assert set(grid.asked.values()) <= {1} and set(grid.asked) == proof.expanded


def test_bounds_save_work() -> None:
    blind = guided = told = 0
    for seed in range(6):
        grid = Grid(seed, 20, 20, 0.2, 3)
        costs = dijkstra(grid.graph, grid.goals)
        for counted in range(3):
            proof = least_cost_path(
                0,
                grid.goals,
                grid.steps,
                costs.__getitem__ if counted == 2 else grid.lower if counted else lambda square: 0,
                expansions=LIMIT,
            )
            assert proof.cost == costs[0]
            blind += len(proof.expanded) * (counted == 0)
            guided += len(proof.expanded) * (counted == 1)
            told += len(proof.expanded) * (counted == 2)
    assert told < 0.8 * guided < 0.8 * blind


def test_the_best_step_is_separated_before_its_cost_is_known() -> None:
    """Disproving the rest: upper bounds let B* do without the nodes that only say how much it costs."""
    graph: Graph = {0: [(1, 1), (2, 1)], 1: [(3, 1)], 2: [(3, 30)], 3: [(4, 1)], 4: []}
    upper = {0: 20, 1: 9, 2: 99, 3: 8, 4: 0}
    asked: list[int] = []

    def successors(node: int) -> list[tuple[int, float]]:
        asked.append(node)
        return graph[node]

    proof = least_cost_path(0, {4}, successors, upper=upper.__getitem__, expansions=LIMIT)
    assert (proof.path, proof.cost) == ((0, 1, 3, 4), 3)
    assert asked[:3] == [0, 1, 2]  # PROVEBEST, then the only step from 2 costs more than 1 can
    assert proof.steps[0].others == ((2, 32.0),)


def test_a_false_proof_does_not_hold() -> None:
    grid = Grid(3, 12, 15, 0.2, 9)
    proof = least_cost_path(0, grid.goals, grid.steps, grid.lower, expansions=LIMIT)
    given_ = (0, grid.goals, grid.steps, grid.lower)
    assert proof.holds(*given_)
    refused = 0
    for node, bound in proof.bounds.items():
        refused += not replace(proof, bounds={**proof.bounds, node: bound + 50}).holds(*given_)
    assert refused == len(proof.bounds)
    assert not replace(proof, cost=proof.cost - 1).holds(*given_)
    assert not replace(proof, path=proof.path[1:]).holds(*given_)
    assert not replace(proof, path=proof.path[:-1]).holds(*given_)
    assert not replace(proof, path=(0, proof.path[-1])).holds(*given_)
    assert not replace(proof, lower=proof.lower + 1).holds(*given_)
    assert not replace(proof, expanded=frozenset()).holds(*given_)


def test_a_limit_leaves_a_path_that_is_not_proven() -> None:
    limited = found = 0
    for seed in range(4):
        grid = Grid(seed, 9, 9, 0.1, 9)
        costs = dijkstra(grid.graph, grid.goals)
        for expansions in range(0, 80, 2):
            proof = least_cost_path(0, grid.goals, grid.steps, grid.lower, expansions=expansions)
            assert len(proof.expanded) <= expansions
            assert proof.lower <= costs[0] <= proof.cost
            assert proof.is_proven == (proof.lower == proof.cost)
            assert proof.holds(0, grid.goals, grid.steps, grid.lower)
            limited += not proof.is_proven
            found += not proof.is_proven and proof.goal is not None
    assert limited > 50 and found > 0


def test_the_start_may_be_a_goal_and_goals_may_be_out_of_reach() -> None:
    graph: Graph = {0: [(1, 1)], 1: [(0, 1), (2, 1)], 2: [(1, 1)], 3: []}
    proof = least_cost_path(0, {0}, graph.__getitem__)
    assert (proof.path, proof.cost, proof.expanded) == ((0,), 0, frozenset())
    for goals in ({3}, set()):
        proof = least_cost_path(0, goals, graph.__getitem__, expansions=LIMIT)
        assert (proof.path, proof.goal, proof.cost, proof.is_proven) == ((), None, math.inf, True)
        assert proof.holds(0, goals, graph.__getitem__)


@pytest.mark.parametrize("cost", [0, -1, math.nan])
def test_a_step_has_to_cost_something(cost: float) -> None:
    with pytest.raises(ValueError, match=f"a step from 0 to 1 costs {cost}, expected more than 0"):
        least_cost_path(0, {1}, {0: [(1, cost)], 1: []}.__getitem__)


def test_bounds_that_exclude_each_other_are_refused() -> None:
    graph: Graph = {0: [(1, 1)], 1: []}
    with pytest.raises(ValueError, match=r"from 0 to a goal it costs at least 5\.0 and at most 1\.0"):
        least_cost_path(0, {1}, graph.__getitem__, lambda node: 5)
    with pytest.raises(ValueError, match=r"from 0 to a goal it costs at least 5\.0 and at most 4\.0"):
        least_cost_path(0, {1}, graph.__getitem__, lambda node: 5, lambda node: 4)
