"""Minimax, depth-first and on the whole tree: the oracles of the other searches."""

import pytest
from hypothesis import given, settings

from bstar.engine import Engine, SearchStopped
from bstar.game import INF, NO_MOVE
from bstar.games.tictactoe import new_tictactoe
from bstar.games.trees import incremental, irregular, new_tree
from tests.oracles import searching
from tests.oracles.searching import (
    SMALL,
    best_children,
    board,
    for_max,
    games,
    nested,
    nested_trees,
    small_engine,
)

BOTH = ["minimax", "textbook"]


@pytest.mark.parametrize("algorithm", BOTH)
@given(tree=nested_trees)
@settings(deadline=None)
def test_the_value_is_that_of_the_definition(algorithm, tree):
    assert searching.value_of(new_tree(tree), algorithm) == searching.minimax(tree)


@pytest.mark.parametrize("algorithm", BOTH)
@given(tree=games)
@settings(deadline=None)
def test_the_first_best_move_is_left(algorithm, tree):
    engine = small_engine(new_tree(tree), algorithm)
    engine.bound([], -INF, INF)
    assert engine.best_move == best_children(tree)[0]


@pytest.mark.parametrize("seed", range(5))
def test_points_on_the_way_count(seed):
    game = incremental(3, 5, 9, seed)
    value = searching.minimax(nested(game))
    assert [searching.value_of(game, algorithm) for algorithm in BOTH] == [value, value]


def test_minimax_looks_at_every_leaf_from_left_to_right():
    for seed in range(5):
        game = irregular(3, 5, seed)
        small_engine(game, "minimax").bound([], -INF, INF)
        assert for_max(game, game.visited) == searching.leaves(nested(game))


def test_the_textbook_builds_the_tree_level_by_level():
    game = new_tree([[1, [2, 3]], 4])
    small_engine(game, "textbook").bound([], -INF, INF)
    assert for_max(game, game.visited) == [4, 1, 2, 3]


def test_both_count_alike():
    first, second = (small_engine(irregular(4, 6, seed=1), algorithm) for algorithm in BOTH)
    assert first.bound([], -INF, INF) == second.bound([], -INF, INF)
    assert (first.nodes, first.expansions, first.leaves) == (second.nodes, second.expansions, second.leaves)
    assert first.nodes == first.expansions + first.leaves


@pytest.mark.parametrize("algorithm", BOTH)
def test_a_root_that_is_over(algorithm):
    engine = small_engine(new_tree(-3), algorithm)
    assert engine.bound([], -INF, INF) == -3 and engine.best_move == NO_MOVE


@pytest.mark.parametrize("algorithm", BOTH)
def test_a_full_memory_is_reported_and_the_position_restored(algorithm):
    game = new_tictactoe()
    before = board(game)
    engine = Engine(game, algorithm, SMALL)
    if algorithm == "minimax":
        engine.stack = engine.stack._replace(rows=engine.stack.rows[:5].copy())
    with pytest.raises(SearchStopped, match="memory"):
        engine.bound([], -INF, INF)
    assert board(game) == before
