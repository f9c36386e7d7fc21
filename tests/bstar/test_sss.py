"""SSS* and DUAL*, with an OPEN list and as sequences of null windows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec import Struct

from bstar.engine import Engine, SearchStopped
from bstar.game import INF, NO_MOVE
from bstar.games.random_trees import incremental, irregular, uniform
from bstar.games.trees import DEPTH, TreeGame, new_tree
from bstar.jit import compiled
from bstar.solvers import ab_sss
from bstar.sss import NONE, ROOT, SIZE, GameTree, new_gametree, sss
from tests.oracles import searching
from tests.oracles.searching import (
    SMALL,
    best_children,
    driven_visits,
    games,
    nested,
    new_root,
    small_engine,
    visits,
)

PAIRS = [("stockman", "sss"), ("stockman-dual", "dual")]


class SolutionTree(Struct, frozen=True):
    """A node of a solution tree; all points are MAX's, counted from the root."""

    move: int  # the move to this node; NO_MOVE at the root
    is_max: bool  # MAX is to move here
    value: int
    children: tuple[SolutionTree, ...] = ()  # () at a leaf

    @property
    def leaves(self) -> Iterator[SolutionTree]:
        """The leaves from left to right."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves

    @property
    def line(self) -> list[int]:
        """The line of best play by both sides: it leads to a leaf with the value."""
        line, node = [], self
        while node.children:
            node = next(child for child in node.children if child.value == node.value)
            line.append(node.move)
        return line


def solution_tree(tree: GameTree, is_dual: bool = False) -> SolutionTree:
    """Return the solution tree of the last search by SSS*, or DUAL*, that went to its end.

    With a start bound its value may be better than what the search returned, which is the bound then.
    Raises ValueError if no search has been finished.
    """
    if tree.now[SIZE] == 0:
        raise ValueError("nothing has been searched: there is no solution tree")
    return _grown(tree, ROOT, is_dual)


def _grown(tree: GameTree, number: int, is_dual: bool) -> SolutionTree:
    """Return the solution tree below a node that has been solved."""
    node = tree.nodes[number]
    move = NO_MOVE if number == ROOT else int(node["move"])
    is_max = int(node["depth"]) % 2 == 0
    if node["children"] == 0:
        return SolutionTree(move, is_max, int(node["lower"]))
    if is_max != is_dual:  # a node of the player whose strategy it is
        numbers = [int(node["choice"])]
    else:
        numbers = list(range(int(node["first_child"]), int(node["first_child"]) + int(node["children"])))
    if NONE in numbers or not numbers:
        raise ValueError("the search has not been finished: there is no solution tree")
    children = tuple(_grown(tree, child, is_dual) for child in numbers)
    best = max if is_max else min
    return SolutionTree(move, is_max, best(child.value for child in children), children)


def sss_purging_children(game, tree, stack, control):
    return sss(game, tree, stack, control, np.int64(0), np.int64(INF), True)


def _trees(width, depth, count):
    """Uniform and irregular trees, with different leaves and with ties."""
    for seed in range(count):
        kinds = (
            uniform(width, depth, seed),
            uniform(width, depth, seed, different=5),
            irregular(width, depth + 1, seed),
            irregular(width, depth + 1, seed, different=5),
        )
        yield kinds[seed % 4]


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
@given(tree=games)
@settings(deadline=None)
def test_the_value_and_a_best_move(algorithm, tree):
    engine = small_engine(new_tree(tree), algorithm)
    assert engine.bound([], -INF, INF) == searching.minimax(tree)
    assert engine.best_move in best_children(tree)


@pytest.mark.parametrize(("algorithm", "solver"), PAIRS)
@pytest.mark.parametrize(("width", "depth"), [(2, 6), (3, 4), (4, 3)])
def test_null_windows_evaluate_the_same_leaves_in_the_same_order(algorithm, solver, width, depth):
    for tree in _trees(width, depth, 24):
        assert visits(tree, algorithm) == driven_visits(tree, solver)


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
@pytest.mark.parametrize(("width", "depth"), [(2, 6), (3, 4), (4, 3)])
def test_the_leaves_are_among_those_of_alphabeta(algorithm, width, depth):
    for tree in _trees(width, depth, 24):
        assert set(visits(tree, algorithm)) <= set(visits(tree, "memoryless"))


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
def test_no_leaf_is_evaluated_twice(algorithm):
    for tree in _trees(3, 4, 20):
        seen = visits(tree, algorithm)
        assert tree.visited == seen


@pytest.mark.parametrize(("algorithm", "solver"), PAIRS)
@pytest.mark.parametrize(("width", "depth"), [(2, 6), (3, 4), (4, 3)])
def test_null_windows_expand_the_same_positions_in_the_same_order(algorithm, solver, width, depth):
    """First expansions: in a tree without static bounds, moves in its order, with a table that keeps all."""
    total = 0
    for tree in _trees(width, depth, 24):
        visits(tree, algorithm)
        expanded = tree.first_expansions
        driven_visits(tree, solver)
        assert tree.first_expansions == expanded
        total += len(expanded)
    assert total > 200


def test_the_order_differs_without_a_table():
    """The condition of the theorem: without memory the passes evaluate other leaves first."""
    other = 0
    for seed in range(40):
        tree = uniform(4, 4, seed)
        leaves = visits(tree, "stockman")
        tree.forget_visits()
        engine = small_engine(tree, "memoryless")
        ab_sss(engine, new_root(engine))
        other += tree.first_visits != leaves
    assert other > 10


def test_the_order_differs_where_static_bounds_cut():
    """Alpha-beta does without positions whose static bounds decide; SSS* knows no bounds but exact ones."""
    other = 0
    for seed in range(20):
        tree = incremental(3, 4, 10, seed)
        visits(tree, "stockman")
        expanded = tree.first_expansions
        driven_visits(tree, "sss")
        other += tree.first_expansions != expanded
    assert other > 10


def replayed(tree: TreeGame, solution: SolutionTree, is_dual: bool) -> int:
    """Return a solution tree's worth for MAX, played out: one move for its player, all for the opponent.

    Fails if it has another shape.
    """
    engine = small_engine(tree)

    def value(node: SolutionTree, path: list[int], won: int) -> int:
        sign = (-1) ** len(path)
        moves = {move: (gain, lower, upper) for move, gain, lower, upper in engine.moves(path)}
        assert node.is_max == (sign == 1)
        if not moves:
            assert node.children == ()
            return won + sign * engine.final(path)
        if not node.children:
            raise AssertionError("a leaf of the solution tree that is none of the game")
        chosen = [child.move for child in node.children]
        if node.is_max != is_dual:
            assert len(chosen) == 1 and chosen[0] in moves
        else:
            assert chosen == list(moves)
        worth = []
        for child in node.children:
            gain, lower, upper = moves[child.move]
            if lower == upper:  # settled by the game: nothing is below
                assert child.children == ()
                worth.append(won + sign * lower)
            else:
                worth.append(value(child, [*path, child.move], won + sign * gain))
        best = (max if node.is_max else min)(worth)
        assert best == node.value
        return best

    return value(solution, [], 0)


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
def test_the_solution_tree_is_a_strategy_for_the_minimax_value(algorithm):
    is_dual = algorithm == "stockman-dual"
    for tree in [*_trees(3, 4, 24), *(incremental(3, 4, 10, seed) for seed in range(8))]:
        engine = small_engine(tree, algorithm)
        value = engine.bound([], -INF, INF)
        solution = solution_tree(engine.memory, is_dual)
        assert solution.value == value == searching.minimax(nested(tree))
        assert replayed(tree, solution, is_dual) == value
        worst = max if is_dual else min
        assert worst(leaf.value for leaf in solution.leaves) == value
        if not is_dual:
            assert solution.children[0].move == engine.best_move


def test_the_size_and_the_line_of_a_solution_tree():
    """One move at every second level: width ** (depth // 2) leaves below MAX's strategy, if MAX begins."""
    tree = uniform(3, 4, 7)
    engine = small_engine(tree, "stockman")
    value = engine.bound([], -INF, INF)
    solution = solution_tree(engine.memory)
    assert len(list(solution.leaves)) == 9 and len(solution.line) == 4
    assert engine.final(solution.line) == value
    engine = small_engine(tree, "stockman-dual")
    engine.bound([], -INF, INF)
    assert len(list(solution_tree(engine.memory, is_dual=True).leaves)) == 9


def test_without_a_finished_search_there_is_no_solution_tree():
    with pytest.raises(ValueError, match="nothing has been searched"):
        solution_tree(new_gametree(SMALL))
    for algorithm in ("stockman", "stockman-dual"):
        for nodes in (1, 2, 5, 20):
            engine = small_engine(uniform(3, 4, 1), algorithm)
            engine.limit_nodes(nodes)
            with pytest.raises(SearchStopped, match="nodes"):
                engine.bound([], -INF, INF)
            with pytest.raises(ValueError, match="the search has not been finished"):
                solution_tree(engine.memory, algorithm == "stockman-dual")


def test_the_solution_tree_of_a_root_that_is_over():
    engine = small_engine(new_tree(5), "stockman")
    engine.bound([], -INF, INF)
    assert solution_tree(engine.memory) == SolutionTree(NO_MOVE, True, 5)


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
def test_a_start_bound_limits_the_result(algorithm):
    """The start bound is the merit of the root; for DUAL* it is a lower bound."""
    is_dual = algorithm == "stockman-dual"
    sign = -1 if is_dual else 1
    saved = 0
    for tree in _trees(3, 4, 16):
        full = visits(tree, algorithm)
        value = searching.minimax(nested(tree))
        for bound in (value - 3, value - 1, value, value + 1, value + 3, value + 1000):
            tree.forget_visits()
            engine = small_engine(tree, algorithm)
            found = engine.bound([], *((bound, INF) if is_dual else (-INF, bound)))
            assert found == (max if is_dual else min)(value, bound)
            solution = solution_tree(engine.memory, is_dual)
            assert replayed(tree, solution, is_dual) == solution.value
            if found != bound:
                assert solution.value == value
                assert engine.best_move in best_children(nested(tree))
            else:
                assert sign * solution.value >= sign * bound
            saved += len(tree.first_visits) < len(full)
    assert saved > 20


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
def test_a_start_bound_that_is_met_is_a_null_window(algorithm):
    """With the bound at the value the leaves are those of alpha-beta's null window for it, in their order."""
    for tree in _trees(3, 4, 16):
        value = searching.minimax(nested(tree))
        window = (value, value + 1) if algorithm == "stockman-dual" else (value - 1, value)
        start = (value, INF) if algorithm == "stockman-dual" else (-INF, value)
        tree.forget_visits()
        small_engine(tree, algorithm).bound([], *start)
        seen = set(tree.first_visits)
        tree.forget_visits()
        small_engine(tree).bound([], *window)
        assert seen == set(tree.first_visits)


def test_purging_only_children_evaluates_leaves_that_alphabeta_skips():
    """The operator of many descriptions: right in value, wrong in leaves (164 and 97 of 300 trees)."""
    search = compiled(sss_purging_children)
    more = worse = 0
    for seed in range(60):
        tree = uniform(3, 4, seed)
        right, wide = set(visits(tree, "stockman")), set(visits(tree, "memoryless"))
        tree.forget_visits()
        engine = small_engine(tree, "stockman")
        value = search(tree, engine.memory, engine.stack, engine.control)
        assert value == searching.minimax(nested(tree))
        more += len(set(tree.first_visits)) > len(right)
        worse += not set(tree.first_visits) <= wide
    assert 20 <= more <= 45 and 10 <= worse <= 30


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
@pytest.mark.parametrize("seed", range(5))
def test_points_on_the_way_and_settled_moves(algorithm, seed):
    tree = incremental(4, 5, 10, seed)
    assert searching.value_of(tree, algorithm) == searching.value_of(tree, "minimax")


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
def test_a_root_that_is_over(algorithm):
    engine = small_engine(new_tree(5), algorithm)
    assert engine.bound([], -INF, INF) == 5 and engine.best_move == NO_MOVE


@pytest.mark.parametrize("algorithm", ["stockman", "stockman-dual"])
@pytest.mark.parametrize("limit", ["memory", "nodes"])
def test_an_early_end_is_reported_and_the_position_restored(algorithm, limit):
    tree = uniform(8, 5, seed=1)
    engine = Engine(tree, algorithm, 1 << 14 if limit == "memory" else SMALL)
    engine.limit_nodes(0 if limit == "memory" else 100)
    with pytest.raises(SearchStopped, match=limit):
        engine.bound([4], -INF, INF)
    assert tree.now[DEPTH] == 0
