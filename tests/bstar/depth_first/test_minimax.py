"""Minimax: the oracle of the other searches."""

import pytest
from hypothesis import given, settings

from bstar.engine import SearchStopped
from bstar.game import INF, NO_MOVE
from bstar.games.random_trees import incremental, irregular
from bstar.games.tictactoe import new_tictactoe
from bstar.games.trees import new_tree
from tests.oracles import searching
from tests.oracles.searching import (
    best_children,
    board,
    for_max,
    games,
    nested,
    nested_trees,
    small_engine,
)


@given(tree=nested_trees)
@settings(deadline=None)
def test_the_value_is_that_of_the_definition(tree):
    assert searching.value_of(new_tree(tree), "minimax") == searching.minimax(tree)


@given(tree=games)
@settings(deadline=None)
def test_the_first_best_move_is_left(tree):
    engine = small_engine(new_tree(tree), "minimax")
    engine.bound([], -INF, INF)
    assert engine.best_move == best_children(tree)[0]


@pytest.mark.parametrize("seed", range(5))
def test_points_on_the_way_count(seed):
    game = incremental(3, 5, 9, seed)
    assert searching.value_of(game, "minimax") == searching.minimax(nested(game))


def test_it_looks_at_every_leaf_from_left_to_right():
    for seed in range(5):
        game = irregular(3, 5, seed)
        small_engine(game, "minimax").bound([], -INF, INF)
        assert for_max(game, game.visited) == searching.leaves(nested(game))


def test_a_root_that_is_over():
    engine = small_engine(new_tree(-3), "minimax")
    assert engine.bound([], -INF, INF) == -3 and engine.best_move == NO_MOVE


def test_a_full_memory_is_reported_and_the_position_restored():
    game = new_tictactoe()
    before = board(game)
    engine = small_engine(game, "minimax")
    engine.stack = engine.stack._replace(rows=engine.stack.rows[:5].copy())
    with pytest.raises(SearchStopped, match="memory"):
        engine.bound([], -INF, INF)
    assert board(game) == before
