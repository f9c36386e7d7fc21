"""Proof-number search: its answers and its tree.  Its contract is tested with that of alpha-beta, too."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.depth_first.proof_number import ProofMemory, new_proof_tree
from bstar.engine import Engine, SearchStopped
from bstar.game import INF, NO_MOVE
from bstar.games.random_trees import incremental, ordered, uniform
from bstar.games.trees import Nested, new_tree
from bstar.search_control import STOP
from tests.oracles import searching
from tests.oracles.searching import (
    best_children,
    games,
    nested,
    small_engine,
    value_of,
    with_transpositions,
)

thresholds = st.integers(-6, 6)


def engine_for(game, nodes: int = 0, plies: int = 128) -> Engine:
    """An engine with little memory; `nodes` is the room of its tree, 0 for enough."""
    engine = small_engine(game, "proof-number", fixed_order=False)
    if nodes:
        engine.memory = ProofMemory(engine.memory.table, new_proof_tree(nodes, plies))
    return engine


def is_true(found: int, value: int, gamma: int) -> bool:
    """Return whether an answer to "at least gamma?" is right, and a bound of the value."""
    return value >= found >= gamma if value >= gamma else value <= found < gamma


@given(tree=games, asked=st.lists(thresholds, max_size=6))
@settings(deadline=None)
def test_the_best_move_attains_the_value_after_any_thresholds(tree, asked):
    engine = engine_for(new_tree(tree))
    value = searching.minimax(tree)
    for gamma in asked:
        assert is_true(engine.bound([], gamma - 1, gamma), value, gamma)
    assert engine.bound([], value - 1, value) == value and engine.best_move in best_children(tree)
    assert engine.bound([], value - 1, value + 1) == value and engine.best_move in best_children(tree)


@pytest.mark.parametrize("seed", range(20))
def test_static_bounds_points_on_the_way_and_transpositions(seed):
    transposing = with_transpositions(incremental(4, 5, 10, seed) if seed % 2 else uniform(4, 5, seed, 30))
    for tree in (incremental(4, 5, 10, seed), transposing):
        value = searching.minimax(nested(tree))
        engine = engine_for(tree)
        for gamma in range(value - 12, value + 12, 3):
            assert is_true(engine.bound([], gamma - 1, gamma), value, gamma)


@pytest.mark.parametrize(("nodes", "plies"), [(1, 128), (2, 128), (7, 128), (30, 128), (1000, 2), (1000, 3)])
def test_where_the_tree_has_no_room_alphabeta_takes_over(nodes, plies):
    for seed in range(20):
        game = ordered(3, 5, seed, first_is_best=50)
        engine, value = engine_for(game, nodes, plies), value_of(game, "minimax")
        for gamma in range(value - 3, value + 4):
            assert is_true(engine.bound([], gamma - 1, gamma), value, gamma)
        assert engine.memory.tree.used[0] <= nodes


def test_the_room_of_what_is_solved_is_given_back():
    game = uniform(4, 7, seed=3)
    engine = engine_for(game, 2_000)
    value = value_of(game, "minimax")
    engine.bound([], value, value + 1)
    touched = np.count_nonzero(engine.memory.tree.nodes["move"])
    assert 0 < touched < 0.8 * 4 * engine.expansions


def deep(depth: int, last: int, is_max: bool = True) -> Nested:
    """A tree in which a side always has two moves, and MAX reaches `last`."""
    if depth == 0:
        return last
    return [deep(depth - 1, last, not is_max), deep(depth - 1, last + (-1 if is_max else 1), not is_max)]


def test_a_cheap_proof_is_preferred_to_the_move_ranked_first():
    """Two moves are worth 5 or more: the first takes a deep search, the second is known after its replies."""
    tree = [deep(9, 5, False), [6, 7]]
    both = {name: small_engine(new_tree(tree), name) for name in ("alphabeta", "proof-number")}
    assert [engine.bound([], 4, 5) >= 5 for engine in both.values()] == [True, True]
    assert both["alphabeta"].nodes > 60 > 20 > both["proof-number"].nodes
    assert both["proof-number"].best_move == 1


@pytest.mark.parametrize("nodes", [1, 2, 5, 17, 40])
def test_a_search_that_is_stopped_leaves_position_and_table_as_they_were(nodes):
    game = uniform(3, 6, seed=2)
    engine, value = engine_for(game), value_of(game, "minimax")
    engine.limit_nodes(nodes)
    with pytest.raises(SearchStopped, match="nodes"):
        engine.bound([], value - 1, value)
    engine.resume()
    engine.limit_nodes(0)
    assert [is_true(engine.bound([], gamma - 1, gamma), value, gamma) for gamma in (value, value + 1)] == [
        True
    ] * 2
    engine.control[STOP] = 1
    engine.memory.table.entries.fill(0)
    with pytest.raises(SearchStopped, match="interrupt"):
        engine.bound([], value - 1, value)


def test_a_wider_window_is_left_to_alphabeta():
    engines = [small_engine(uniform(3, 5, seed=4), name) for name in ("alphabeta", "proof-number")]
    assert engines[0].bound([], -INF, INF) == engines[1].bound([], -INF, INF)
    assert engines[0].counts == engines[1].counts


def test_a_root_that_is_over_or_known_has_an_answer():
    engine = engine_for(new_tree(7))
    assert engine.bound([], 6, 7) == 7 and engine.best_move == NO_MOVE
    engine = engine_for(new_tree([[4, 2]]))
    assert engine.bound([], 1, 2) == 2 and engine.best_move == 0
    nodes = engine.nodes
    assert engine.bound([], 1, 2) == 2 and engine.nodes == nodes + 1
