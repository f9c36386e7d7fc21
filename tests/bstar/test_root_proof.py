"""B* at the root: separation by null-window tests is a proof, whatever the estimates."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bstar.engine import SearchStopped
from bstar.game import INF
from bstar.games.random_trees import incremental, uniform
from bstar.games.trees import TreeGame
from bstar.root import RootMove
from bstar.root_proof import (
    DISPROVE_REST,
    EASY_NODES,
    PROVE_BEST,
    MoveEstimate,
    NullWindowTest,
    RootProof,
    Target,
)
from bstar.search_control import NODE_LIMIT
from bstar.solvers import find_move_value, prove
from bstar.task import Limit, SearchOptions, SearchTask
from tests.bstar.conftest import PROOF_STEPS
from tests.oracles import searching
from tests.oracles.searching import nested, new_root, small_engine


def worths(tree: TreeGame) -> list[int]:
    """Return the worth of every move at the root."""
    return [searching.minimax(child, False) for child in nested(tree)]


def proof(tree: TreeGame, estimates: list[int], tests: list[NullWindowTest] | None = None) -> RootProof:
    """A proof that begins with these estimates."""
    engine = small_engine(tree)
    root = new_root(engine)
    order = {move.move: move for move in root.moves}
    return RootProof(
        engine,
        root,
        [
            MoveEstimate(move, order[move].lower, order[move].upper, belief)
            for move, belief in enumerate(estimates[: len(order)])
        ],
        tests,
    )


@given(
    seed=st.integers(0, 2**32),
    width=st.integers(1, 5),
    step=st.integers(1, 10),  # with small ones moves often differ by one point
    estimates=st.lists(st.integers(-60, 60), min_size=5, max_size=5),
    wants_value=st.booleans(),
)
@example(seed=3, width=4, step=1, estimates=[-1, 0, -4, -4, 0], wants_value=False)
@settings(deadline=None, max_examples=150)
def test_the_best_move_is_proven_with_any_estimates(seed, width, step, estimates, wants_value):
    tree = incremental(width, 4, step, seed)
    true = worths(tree)
    found = proof(tree, estimates)
    found.prove_best(wants_value)
    assert found.root.is_proven
    assert true[found.root.best.move] == max(true)
    assert found.root.lower == found.root.upper or not wants_value
    for move in found.root.moves:
        assert move.lower <= true[move.move] <= move.upper


@pytest.mark.parametrize("wants_value", [False, True])
def test_the_truth_needs_the_fewest_tests(wants_value):
    for seed in range(20):
        tree = uniform(5, 4, seed)
        true, tests = worths(tree), []
        proof(tree, true, tests).prove_best(wants_value)
        strategies = [test.strategy for test in tests]
        proving = strategies.count(PROVE_BEST)
        assert strategies == [PROVE_BEST] * proving + [DISPROVE_REST] * (len(tests) - proving)
        assert proving <= 2
        assert len(tests) - proving <= (1 if wants_value else 4)


@pytest.mark.parametrize("wants_value", [False, True])
def test_a_wrong_estimate_is_not_used_again(wants_value):
    for seed in range(20):
        tree = uniform(9, 4, seed)
        true, tests = worths(tree), []
        found = proof(tree, [worth + 500 - 10 * at for at, worth in enumerate(true)], tests)
        found.prove_best(wants_value)
        assert true[found.root.best.move] == max(true) and found.root.is_proven
        reasons = [test.reason for test in tests]
        assert reasons[0].startswith("expected")
        assert reasons[1] == "one was worth less than expected"
        assert len(tests) < 60


def test_who_expects_nothing_asks_all_moves_at_once():
    asked = 0
    for seed in range(20):
        tree = uniform(9, 4, seed)
        true, tests = worths(tree), []
        found = proof(tree, [-1 for _ in true], tests)
        found.prove_best()
        assert true[found.root.best.move] == max(true) and found.root.is_proven
        if tests[0].reason == "no more than -1 expected":
            asked += 1
            assert tests[0].gamma == 0
    assert asked == 20


def test_recorded_tests_are_true_and_change_nothing():
    for seed in range(10):
        tree, tests = incremental(4, 4, 10, seed), []
        recorded, silent = proof(tree, [9, -9, 3, 0, 1], tests), proof(tree, [9, -9, 3, 0, 1])
        recorded.prove_best()
        silent.prove_best()
        assert recorded.root == silent.root
        assert recorded.engine.nodes == silent.engine.nodes == max([test.nodes for test in tests], default=0)
        for test in tests:
            assert test.lower >= test.gamma or test.upper < test.gamma
            assert "expected" in test.reason or "to beat" in test.reason


@given(
    seed=st.integers(0, 2**32),
    estimates=st.dictionaries(st.integers(0, 3), st.integers(-60, 60)),
    wants_value=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_a_best_move_without_an_estimate_is_found(seed, estimates, wants_value):
    tree = incremental(4, 4, 10, seed)
    true = worths(tree)
    found = proof(tree, [])
    found.add_estimates(MoveEstimate(move, -INF, INF, worth) for move, worth in estimates.items())
    found.prove_best(wants_value)
    assert found.root.is_proven
    assert true[found.root.best.move] == max(true)
    for move in found.root.moves:
        assert move.lower <= true[move.move] <= move.upper


def test_an_easy_root_needs_no_estimates():
    easy = 0
    for seed in range(40):
        tree, tests = uniform(3, 2 + seed % 3, seed), []
        true = worths(tree)
        found = proof(tree, [], tests)
        limit = found.engine.control[NODE_LIMIT]
        is_cheap = found.is_cheap()
        assert is_cheap == (found.root.lower == found.root.upper)
        assert found.engine.nodes <= EASY_NODES + 1
        assert found.engine.control[NODE_LIMIT] == limit
        for move in found.root.moves:
            assert move.lower <= true[move.move] <= move.upper
        for test in tests:
            assert test.lower >= test.gamma or test.upper < test.gamma
        easy += is_cheap
        found.prove_best()
        assert found.root.lower == found.root.upper == max(true)
    assert 0 < easy < 40


def test_the_proven_bound_is_the_estimate_after_a_test():
    target = Target(RootMove(0, 0, -INF, INF), 10)
    assert (target.expected, target.gamma) == (10, 10)
    target.move.lower = 12
    target.expect_proven()
    assert (target.expected, target.gamma) == (12, 13)
    falling = Target(RootMove(0, 0, -INF, INF), 10)
    falling.move.upper = 7
    assert (falling.expected, falling.gamma) == (7, 7)
    falling.expect_proven()
    assert (falling.expected, falling.gamma) == (7, 7)
    falling.move.lower = 3
    falling.expect_proven()
    assert (falling.expected, falling.gamma) == (3, 4)


@pytest.mark.parametrize("nodes", [1, 2, 5, 17, 60])
@pytest.mark.parametrize("wants_value", [False, True])
def test_bounds_are_true_wherever_it_stops(nodes, wants_value):
    for seed in range(10):
        tree = uniform(3, 4, seed)
        found = proof(tree, [0, 5, -5])
        found.engine.limit_nodes(nodes)
        try:
            found.prove_best(wants_value)
        except SearchStopped as stopped:
            assert str(stopped) == "nodes"
        for move, true in zip(found.root.moves, worths(tree), strict=True):
            assert move.lower <= true <= move.upper


def test_the_worth_of_one_move():
    for seed in range(20):
        tree = incremental(4, 4, 10, seed)
        engine = small_engine(tree)
        root = new_root(engine)
        find_move_value(engine, root, root.moves[2])
        assert root.moves[2].lower == root.moves[2].upper == worths(tree)[root.moves[2].move]


def test_options():
    ties = 0
    for seed in range(30):
        tree = uniform(4, 3, seed, 3)
        true = worths(tree)
        options = SearchOptions(all_best=True, value_of=3)
        result = SearchTask(small_engine(tree), prove, options=options).result()
        best = {move.move for move in result.moves if move.lower == result.value}
        assert best == {at for at, worth in enumerate(true) if worth == max(true)}
        ties += len(best) > 1
        assert next(move for move in result.moves if move.move == 3).is_exact
    assert ties > 3


def test_a_move_without_its_value():
    def only_move(engine, root, top):
        RootProof(engine, root, [MoveEstimate(move.move, -INF, INF, 0) for move in root.moves]).prove_best(
            False
        )

    open_values = 0
    for seed in range(20):
        tree = uniform(2, 8, seed)
        result = SearchTask(small_engine(tree), only_move, options=SearchOptions(value=False)).result()
        assert (result.status, result.limit, result.regret) == ("proven", None, 0)
        assert worths(tree)[result.move] == max(worths(tree))
        open_values += result.value is None and not result.line
    assert open_values > 3
    stopped = SearchTask(
        small_engine(uniform(4, 4, 1)), only_move, Limit(nodes=3), options=SearchOptions(value=False)
    )
    assert (stopped.result().status, stopped.result().limit) == ("bounded", "nodes")


def test_easier_tests_leave_a_lower_bound(monkeypatch):
    monkeypatch.setattr("bstar.root_proof.PATIENCE", 6)
    found = []
    for seed in range(40):
        tree = incremental(3, 6, 10, seed)
        tree.lower[:], tree.upper[:] = -INF, INF
        true = worths(tree)
        hasty = proof(tree, true)
        limit = hasty.engine.control[NODE_LIMIT]
        hasty.prove_best()
        assert hasty.root.lower == hasty.root.upper == max(true)
        assert hasty.engine.control[NODE_LIMIT] == limit
        found.append(hasty)
    assert any(each.engine.nodes > 12 for each in found)


def _least_first(found: RootProof) -> tuple[Target, Target | None]:
    found.steps = getattr(found, "steps", 0) + 1
    assert found.steps < PROOF_STEPS, "a proof without end"
    ranked = sorted(found._targets.values(), key=lambda target: target.expected)
    return ranked[0], ranked[1] if len(ranked) > 1 else None


def faults() -> Iterator[str]:
    """Yield the faults found in some proofs."""
    for seed in range(12):
        tree = uniform(5, 4, seed)
        true = worths(tree)
        searched = proof(tree, [worth + (20 - 7 * at) * (seed % 2) for at, worth in enumerate(true)])
        try:
            searched.prove_best()
        except AssertionError as error:
            yield str(error).split("\n")[0]
            continue
        if not searched.root.is_proven or true[searched.root.best.move] != max(true):
            yield "not the best move"


def test_with_all_rules_there_are_no_faults():
    assert list(faults()) == []


@pytest.mark.parametrize(
    ("rule", "broken"),
    [
        ("_prove_best", lambda found, best, second: None),
        ("_test_root", lambda found, gamma, *_: gamma - 1),
        ("_test", lambda found, *_: None),
        ("_candidates", _least_first),
    ],
    ids=["never proven best", "never separated", "nothing tested", "the least first"],
)
def test_a_broken_rule_is_seen_instead_of_hanging(monkeypatch, rule, broken):
    monkeypatch.setattr(RootProof, rule, broken)
    assert "a proof without end" in faults()
