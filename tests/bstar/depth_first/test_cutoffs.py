"""Enhanced transposition cut-offs: the same answers, and a known position causes a cut-off at once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.engine import Engine
from bstar.game import INF
from bstar.games.switches import closed_form, new_switches
from bstar.games.trees import new_tree
from tests.oracles import searching
from tests.oracles.searching import SMALL, best_children, games, windows

DEEP = 9
HOT = st.lists(
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)).map(lambda pair: (max(pair), min(pair))),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("algorithm", ["alphabeta", "negascout"])
@given(tree=games, asked=st.lists(windows, max_size=6))
@settings(deadline=None)
def test_the_answers_stay_true(algorithm, tree, asked):
    engine = Engine(new_tree(tree), algorithm, SMALL, cutoffs=DEEP)
    value = searching.minimax(tree)
    for alpha, beta in asked:
        found = engine.bound([], alpha, beta)
        assert found <= alpha or found <= value
        assert found >= beta or found >= value
    assert engine.bound([], value - 1, value + 1) == value
    assert engine.best_move in best_children(tree)


@given(switches=HOT)
@settings(deadline=None)
def test_positions_that_are_reached_in_many_orders(switches):
    game = new_switches(switches)
    assert Engine(game, memory_bytes=SMALL, cutoffs=DEEP).bound([], -INF, INF) == closed_form(switches)


def test_a_later_move_that_is_known_to_be_good_enough_answers_at_once():
    nodes = {}
    for plies in (0, 1):
        engine = Engine(new_tree([[3, 9], [5, 7], [1, 2]]), memory_bytes=SMALL, cutoffs=plies)
        assert engine.bound([1], -INF, INF) == -5
        before = engine.nodes
        assert engine.bound([], 4, 5) == 5 and engine.best_move == 1
        nodes[plies] = engine.nodes - before
    assert nodes[1] == 1 < nodes[0]


def test_a_later_move_that_is_known_to_be_bad_is_left_out():
    nodes = {}
    for plies in (0, 1):
        engine = Engine(new_tree([[6, 9], [5, 7], [1, 2]]), memory_bytes=SMALL, cutoffs=plies)
        assert engine.bound([1], -INF, INF) == -5 and engine.bound([2], -INF, INF) == -1
        before = engine.nodes
        assert engine.bound([], 6, 7) == 6
        nodes[plies] = engine.nodes - before
    assert nodes[1] < nodes[0]


def test_fewer_nodes_where_moves_transpose():
    switches = [(9, -9), (7, -6), (5, -5), (4, 0), (3, 2), (1, 1)]
    nodes = []
    for plies in (0, DEEP):
        engine = Engine(new_switches(switches, bounded=False), memory_bytes=SMALL, cutoffs=plies)
        assert engine.bound([], -INF, INF) == closed_form(switches)
        nodes.append(engine.nodes)
    assert nodes[1] < nodes[0]
