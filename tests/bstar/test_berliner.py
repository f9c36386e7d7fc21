"""Artificial trees: their properties, and the strategies of B* on them."""

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.depth_first.stack import new_stack
from bstar.engine import Engine
from bstar.game import INF
from bstar.games.artificial import PLIES, ArtificialTree, artificial_tree
from bstar.games.graphs import Edge, IntervalNode, graph, interval_tree
from bstar.tree.rounds import TreeBStar
from bstar.tree.strategies import STRATEGIES

MOST = 3000  # expansions, then a tree counts as intractable
STACK = new_stack(16, 64)


@cache
def engine(seed: int, width: int, limit: int, draws: int = 2) -> Engine:
    """A tree with alpha-beta as the oracle."""
    return Engine(artificial_tree(seed, width, limit, draws), "memoryless")


@dataclass
class Slow:
    """A node of an artificial tree for the oracle below, as the player on turn sees it."""

    path: tuple[int, ...]
    low: int
    high: int
    children: list["Slow"] = field(default_factory=list)


def true_value(walk: Engine, path: tuple[int, ...], low: int, high: int) -> int | None:
    """Return the value of a node for the player on turn; None if it takes too many nodes.

    Depth-first search would never return from a tree without a depth limit: follow the most promising line.
    """
    root = Slow(path, low, high)
    for _ in range(2000):
        line = [root]
        while line[-1].children:
            line.append(min(line[-1].children, key=lambda child: child.low))
        if len(line[-1].path) > 100:
            return None
        line[-1].children = [
            Slow((*line[-1].path, move), -upper, -lower)
            for move, _, lower, upper in walk.moves(line[-1].path)
        ]
        for node in reversed(line):
            node.low = max(-child.high for child in node.children)
            node.high = max(-child.low for child in node.children)
        if root.low == root.high:
            return root.low
    return None


@given(
    seed=st.integers(0, 10**6),
    width=st.integers(2, 9),
    draws=st.integers(1, 4),
    path=st.lists(st.integers(0, 8)),
)
@settings(max_examples=60, deadline=None)
def test_children_lie_inside_their_parent_and_keep_both_ends(
    seed: int, width: int, draws: int, path: list[int]
) -> None:
    walk = engine(seed, width, 100, draws)
    low, high = 1, 100
    for ply in range(min(len(path), 6) + 1):
        moves = walk.moves([move % width for move in path[:ply]])
        if low == high:
            assert moves == []
            break
        assert len(moves) == width
        assert min(lower for _, _, lower, _ in moves) == low
        assert max(upper for _, _, _, upper in moves) == high
        assert all(low <= lower <= upper <= high for _, _, lower, upper in moves)
        assert all(gain == 0 for _, gain, _, _ in moves)
        assert moves == walk.moves([move % width for move in path[:ply]])  # a function of the name
        if ply < len(path):
            chosen = next(move for move in moves if move[0] == path[ply] % width)
            low, high = -chosen[3], -chosen[2]


def test_trees_differ_by_seed_and_subtrees_by_move() -> None:
    roots = {tuple(engine(seed, 4, 10**6).moves()) for seed in range(20)}
    assert len(roots) == 20
    children = {tuple(engine(0, 4, 10**6).moves([move])) for move in range(4)}
    assert len(children) == 4


def test_impossible_trees_are_refused() -> None:
    for width, limit, draws in ((1, 10, 2), (3, 0, 2), (3, 10, 0)):
        with pytest.raises(ValueError, match="an artificial tree of width"):
            artificial_tree(0, width, limit, draws)


@cache
def true_values(seed: int, width: int, limit: int) -> list[int] | None:
    """Return the worth of every move of the root; None if that takes too many nodes."""
    walk = engine(seed, width, limit)
    worths = []
    for move, _, lower, upper in walk.moves():
        value = -lower if lower == upper else true_value(walk, (move,), -upper, -lower)
        if value is None:
            return None
        worths.append(-value)
    return worths


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_every_strategy_returns_a_child_of_equal_true_value(strategy: str) -> None:
    compared = 0
    for seed in range(25):
        width, limit = (3, 800) if seed % 2 else (5, 100)
        game = artificial_tree(seed, width, limit)
        verdict = TreeBStar(game, strategy, stack=STACK, plies=PLIES - 1).run(MOST)
        assert game.ply[0] == 0
        if verdict.status == "proven":
            assert all(each.upper <= verdict.moves[0].lower for each in verdict.moves[1:])
        values = true_values(seed, width, limit)
        if values is not None:
            assert verdict.lower <= max(values) <= verdict.upper
            assert max(values) - values[verdict.move] <= verdict.regret
            compared += verdict.status == "proven"
    assert compared >= 15


@cache
def expansions(strategy: str, width: int, limit: int, trees: int = 200) -> float:
    """Mean expansions of a strategy on the same trees."""
    total = 0
    for seed in range(trees):
        game = artificial_tree(7919 * seed + width, width, limit)
        search = TreeBStar(game, strategy, stack=STACK, nodes=MOST + 1, links=10 * MOST, plies=PLIES - 1)
        total += search.run(MOST).expansions
    return total / trees


@pytest.mark.parametrize(
    ("width", "limit", "published"),
    [
        (3, 800, {"prove-best": 10.7, "alternated": 8.6, "2D": 9.1}),
        (5, 6400, {"prove-best": 10.0, "disprove-rest": 9.5, "alternated": 8.6, "2D": 8.4}),
        (8, 100, {"prove-best": 8.2, "disprove-rest": 7.5, "alternated": 7.2, "2D": 7.1}),
    ],
)
def test_mean_expansions(width: int, limit: int, published: dict[str, float]) -> None:
    """The averages of an independent program on 60 other trees; their standard error is more than 1."""
    for strategy, mean in published.items():
        assert expansions(strategy, width, limit) == pytest.approx(mean, rel=0.35), strategy
    for strategy in ("alternated", "2D"):
        assert expansions(strategy, width, limit) <= expansions("prove-best", width, limit)


def test_proven_intervals_shrink_step_by_step() -> None:
    search = TreeBStar(artificial_tree(3, 5, 6400), "2D", stack=STACK, plies=PLIES - 1)
    history = []
    verdict = search.run(1)
    while verdict.limit:
        history.append((verdict.lower, verdict.upper))
        verdict = search.run(verdict.expansions + 1)
    assert all(low <= lower <= upper <= high for (low, high), (lower, upper) in pairwise(history))


# Graphs


def test_interval_trees_are_turned_into_the_view_of_the_player_on_turn() -> None:
    game = interval_tree(
        IntervalNode(
            8, 22, (IntervalNode(8, 22, (IntervalNode(8, 15), IntervalNode(10, 30))), IntervalNode(3, 5))
        )
    )
    assert list(game.count) == [2, 2, 0, 0, 0]
    assert list(game.child) == [1, 2, 3, 4]
    assert list(zip(game.lower, game.upper, strict=True)) == [(8, 22), (3, 5), (-15, -8), (-30, -10)]
    assert list(game.value) == [0, 0, -4, 11, 20]


def test_the_estimates_of_a_graph_default_to_its_bounds() -> None:
    game = graph([[Edge(1, 3, -5, 9), Edge(1, 1, -5, 9, 0, 2, 1)], 4])
    assert (list(game.pessimistic), list(game.optimistic), list(game.realistic)) == ([-5, 0], [9, 2], [3, 1])
    assert list(graph([[Edge(1)], 4]).lower) == [-INF]
    assert isinstance(artificial_tree(0, 2, 2), ArtificialTree)
    assert np.array_equal(graph([4]).count, [0])
