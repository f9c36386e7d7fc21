"""Tests after a stop: their limits, and that the bounds they find are true."""

import time

import pytest

from bstar.engine import Engine
from bstar.game import INF
from bstar.games.domineering import new_domineering
from bstar.games.random_trees import incremental
from bstar.late_tests import DISTANCES, LONG, limit_after, raise_lower_bound
from bstar.options import Limit
from bstar.root import Root, RootMove
from bstar.search_control import NODE_LIMIT
from bstar.solvers import solve_root
from bstar.task import SearchTask


@pytest.mark.parametrize(
    ("reason", "seconds", "limit"),
    [
        ("interrupt", 9.0, None),
        ("memory", 9.0, None),
        ("nodes", 9.0, Limit(nodes=10)),
        ("time", 0.5, Limit(seconds=0.25)),
        ("time", 2.0, Limit(seconds=0.5)),
        ("time", 10.0, Limit(seconds=1.0)),
        ("time", 900.0, Limit(seconds=LONG)),
    ],
)
def test_how_far_a_search_looks_on(reason, seconds, limit):
    assert limit_after(reason, 320, seconds) == limit


def test_after_a_few_nodes_one_more_is_looked_at():
    assert limit_after("nodes", 5, 9.0) == Limit(nodes=1)  # 0 would be no limit


def test_a_lower_bound_is_found_and_true():
    found = 0
    for seed in range(20):
        engine = Engine(incremental(4, 5, 40, seed=seed), "alphabeta", 8 << 20)
        root = Root([RootMove(*move) for move in engine.moves()])
        for move in root.moves:
            value = engine.move_value(move, -INF + move.gain + 1, INF + move.gain - 1)
            move.lower, move.upper = -INF, value + seed % 3
            raise_lower_bound(engine, root, move, Limit(nodes=10_000))
            assert move.lower <= value <= move.upper
            found += move.lower > -INF
    assert found > 60


@pytest.mark.parametrize(
    ("upper", "others", "most"),
    [(500, [10, 3], 10), (4, [10, 3], 4), (500, [], 500)],
    ids=["others less", "itself less", "no other"],
)
@pytest.mark.parametrize("is_worth_it", [True, False])
def test_the_tests_go_up_to_what_it_and_any_other_move_may_be_worth(
    upper, others, most, is_worth_it, monkeypatch
):
    asked = []

    def answer(engine, move, alpha, beta):
        asked.append(beta)
        return beta if is_worth_it else alpha

    monkeypatch.setattr(Engine, "move_value", answer)
    move = RootMove(0, 0, -INF, upper)
    root = Root([*(RootMove(number, 0, -INF, each) for number, each in enumerate(others, 1)), move])
    raise_lower_bound(Engine(new_domineering(2, 2), "alphabeta", 1 << 20), root, move, Limit(nodes=100))
    if is_worth_it:
        assert asked == [most - distance for distance in DISTANCES]
        assert (move.lower, move.upper) == (most - DISTANCES[-1], upper)
    else:
        expected = most
        for gamma, distance in zip(asked, DISTANCES, strict=True):
            assert gamma == expected - distance
            expected = gamma - 1
        assert (move.lower, move.upper) == (-INF, expected)


def test_the_nodes_of_the_limit_come_on_top_of_those_of_the_search():
    engine = Engine(new_domineering(8, 7), "alphabeta", 8 << 20)
    root = Root([RootMove(*move) for move in engine.moves()])
    SearchTask(engine, solve_root, Limit(nodes=2_000)).result()
    before, move = engine.nodes, root.moves[0]
    move.estimate = 0
    raise_lower_bound(engine, root, move, Limit(nodes=300))
    assert before + 300 <= engine.nodes <= before + 301


def test_without_an_upper_bound_the_estimate_counts():
    engine = Engine(incremental(4, 5, 40, seed=1), "alphabeta", 8 << 20)
    root = Root([RootMove(*move) for move in engine.moves()])
    for each in root.moves:
        each.lower, each.upper = -INF, INF
    move = root.moves[0]
    raise_lower_bound(engine, root, move, Limit(nodes=10_000))
    assert move.lower == -INF
    move.estimate = 0
    raise_lower_bound(engine, root, move, Limit(nodes=10_000))
    assert move.lower > -INF or move.upper < INF


@pytest.mark.parametrize("limit", [Limit(nodes=100), Limit(seconds=0.05)])
def test_limits_are_kept(limit):
    engine = Engine(new_domineering(8, 7), "alphabeta", 8 << 20)
    root = Root([RootMove(*move) for move in engine.moves()])
    move = root.moves[0]
    move.estimate, before = 0, engine.nodes
    began = time.thread_time()
    raise_lower_bound(engine, root, move, limit)
    assert time.thread_time() - began < 5
    assert limit.nodes is None or engine.nodes <= before + limit.nodes + 1
    engine.limit_nodes(engine.nodes + 10)
    assert engine.control[NODE_LIMIT] > 0


def test_a_stopped_search_reports_the_nodes_up_to_the_stop():
    engine = Engine(new_domineering(8, 7), "alphabeta", 8 << 20)
    result = SearchTask(engine, solve_root, Limit(nodes=5_000)).result()
    assert result.limit == "nodes" and 5_000 <= result.nodes <= 5_001
