"""The engine: compilation, values, restored games and refused input."""

import numpy as np
import pytest

from bstar.depth_first.stack import new_stack
from bstar.engine import ALGORITHMS, Engine, SearchStopped
from bstar.game import INF, NO_MOVE
from bstar.games.random_trees import uniform
from bstar.games.switches import new_switches
from bstar.games.tictactoe import new_tictactoe
from bstar.games.trees import DEPTH, new_tree
from tests.oracles.searching import SMALL, board, minimax, nested, small_engine


def test_an_unknown_algorithm():
    with pytest.raises(ValueError, match="unknown algorithm 'b', expected one of alphabeta, "):
        Engine(new_tictactoe(), "b")


def test_moves_are_best_ranked_first_with_their_static_bounds():
    engine = small_engine(new_switches([(1, 0), (9, -9), (4, 2)]))
    assert engine.moves() == [(1, 9, 11, 14), (2, 4, -5, 14), (0, 1, -6, 14)]
    assert engine.moves([1]) == [(2, -2, -3, -2), (0, 0, -4, -2)]
    assert engine.moves([1, 2, 0]) == []
    assert engine.final([1, 2, 0]) == 0 and engine.final([1]) is None
    assert engine.expansions == 3  # looking at the moves is an expansion, at a position that is over none


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_the_position_after_a_path(algorithm):
    engine = small_engine(new_tree([[3, 12], [[2, 5], 4]]), algorithm)
    assert engine.bound([0], -INF, INF) == -3
    assert engine.bound([1, 0], -INF, INF) == 5 and engine.best_move == 1
    assert engine.bound([0, 1], -INF, INF) == 12 and engine.best_move == NO_MOVE
    assert engine.game.now[DEPTH] == 0


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_search_that_is_stopped_restores_the_game_and_can_be_resumed(algorithm):
    game = uniform(3, 5, seed=3)
    engine = Engine(game, algorithm, 64 << 20)
    engine.limit_nodes(20)
    with pytest.raises(SearchStopped, match="nodes"):
        engine.bound([], -INF, INF)
    assert game.now[DEPTH] == 0 and engine.nodes == 21
    engine.limit_nodes(0)
    with pytest.raises(SearchStopped):
        engine.bound([], -INF, INF)
    engine.resume()
    assert engine.bound([], -INF, INF) == minimax(nested(game))


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_the_stop_flag(algorithm):
    engine = small_engine(uniform(3, 5, seed=3), algorithm)
    engine.control[0] = 1
    with pytest.raises(SearchStopped, match="interrupt"):
        engine.bound([], -INF, INF)
    assert engine.nodes == 1


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
@pytest.mark.parametrize("stack", [new_stack(plies=4), new_stack(moves=20)], ids=["plies", "moves"])
def test_a_full_stack_is_reported(algorithm, stack):
    game = new_tictactoe()
    engine = small_engine(game, algorithm)
    engine.stack = stack
    with pytest.raises(SearchStopped, match="memory"):
        engine.bound([], -INF, INF)
    assert board(game) == [0, 0, 0]


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_value_that_reaches_infinity_is_refused(algorithm):
    for value in (INF, -INF, 2 * INF):
        game = new_tree([1])
        game.value[1] = -value
        with pytest.raises(OverflowError, match=f"expected less than {INF}"):
            small_engine(game, algorithm).bound([], -INF, INF)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_forgetting_makes_a_search_cost_what_it_did_at_first(algorithm):
    engine = Engine(uniform(3, 5, seed=3), algorithm, SMALL)
    costs = []
    for _ in range(3):
        value = engine.bound([], -INF, INF)
        costs.append((value, engine.nodes, engine.expansions, engine.leaves))
        engine.forget()
    assert len(set(costs)) == 1
    assert all(
        not np.any(array["key"])
        for array in (engine.memory if engine.table is None else engine.table)
        if array.dtype.names and "key" in array.dtype.names
    )


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_node_is_over_or_expanded(algorithm):
    """The counters mean the same for all algorithms."""
    engine = small_engine(uniform(3, 4, seed=6), algorithm)
    engine.bound([], -INF, INF)
    assert engine.nodes == engine.expansions + engine.leaves
