"""NegaScout: cost and savings of its null windows.  Its contract is tested with that of alpha-beta."""

import pytest

from bstar.game import INF
from bstar.games.trees import incremental, irregular, new_tree, ordered, uniform
from tests.oracles.searching import for_max, small_engine, value_of, visits


@pytest.mark.parametrize("width", [2, 3, 4])
def test_the_leaves_are_among_those_of_alphabeta(width):
    for seed in range(60):
        tree = (
            uniform(width, 4, seed, different=None if seed % 2 else 5)
            if seed % 3
            else irregular(width, 5, seed)
        )
        assert set(visits(tree, "negascout")) <= set(visits(tree, "plain"))


def test_leaves_are_visited_again_where_a_later_move_is_better():
    tree = new_tree([[1, 2], [3, 4]])
    engine = small_engine(tree, "negascout")
    assert engine.bound([], -INF, INF) == 3
    assert for_max(tree, tree.visited) == [1, 2, 3, 4, 3]  # the last one for "at least 3"


def test_a_later_move_that_reaches_the_window_is_not_searched_again():
    tree = new_tree([[1, 2], [3, 4]])
    engine = small_engine(tree, "negascout")
    assert engine.bound([], -9, 3) == 3
    assert for_max(tree, tree.visited) == [1, 2, 3, 4]
    engine = small_engine(tree, "negascout")
    tree.forget_visits()
    assert engine.bound([], -9, 4) == 3
    assert for_max(tree, tree.visited) == [1, 2, 3, 4, 3]


def test_a_leaf_is_not_searched_again():
    tree = new_tree([1, 2, 3])
    small_engine(tree, "negascout").bound([], -INF, INF)
    assert tree.visited == tree.first_visits == [1, 2, 3]


def test_in_perfect_order_nothing_is_searched_again():
    for seed in range(5):
        tree = ordered(3, 6, seed)
        small_engine(tree, "negascout").bound([], -INF, INF)
        assert tree.visited == tree.first_visits == visits(tree, "plain")


@pytest.mark.parametrize("seed", range(10))
def test_static_bounds_and_points_on_the_way(seed):
    tree = incremental(4, 5, 10, seed)
    assert value_of(tree, "negascout") == value_of(tree, "minimax")
