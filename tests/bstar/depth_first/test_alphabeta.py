"""Alpha-beta with memory: its contract, its table, and the leaves it evaluates."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.depth_first.transposition_table import ENTRY, FIRST_BUCKETS, MASK, USED, WAYS, new_table
from bstar.engine import Engine
from bstar.game import INF, NO_MOVE
from bstar.games.random_trees import incremental, ordered, uniform
from bstar.games.switches import new_switches
from bstar.games.trees import new_tree
from tests.doors.table import look_up, put_bounds, unsealed
from tests.oracles import searching
from tests.oracles.searching import (
    best_children,
    bounded_alphabeta,
    for_max,
    games,
    nested,
    nested_trees,
    small_engine,
    value_of,
    visits,
    windows,
)

FAIL_SOFT = ["alphabeta", "memoryless", "proof-number"]
WITH_TABLE = ["alphabeta", "proof-number"]


def _keeps_the_contract(found: int, value: int, alpha: int, beta: int) -> bool:
    """Return whether a fail-soft answer to the window is true and on the right side of it."""
    if value <= alpha:
        return value <= found <= alpha
    if value >= beta:
        return value >= found >= beta
    return found == value


@pytest.mark.parametrize("algorithm", FAIL_SOFT)
@given(tree=nested_trees, window=windows)
@settings(deadline=None)
def test_the_answer_to_a_window_is_fail_soft(algorithm, tree, window):
    found = value_of(new_tree(tree), algorithm, *window)
    if isinstance(tree, int):
        assert found == tree
    else:
        assert _keeps_the_contract(found, searching.minimax(tree), *window)


@given(tree=nested_trees)
@settings(deadline=None)
def test_the_plain_search_evaluates_the_leaves_of_the_textbook(tree):
    value, seen = searching.alphabeta(tree)
    game = new_tree(tree)
    engine = small_engine(game, "memoryless")
    assert engine.bound([], -INF, INF) == value
    assert for_max(game, game.visited) == seen


@pytest.mark.parametrize("algorithm", WITH_TABLE)
@given(tree=games, asked=st.lists(windows, min_size=1, max_size=6))
@settings(deadline=None)
def test_any_sequence_of_windows_leaves_only_truth_behind(algorithm, tree, asked):
    game = new_tree(tree)
    engine = small_engine(game, algorithm)
    value = searching.minimax(tree)
    for window in asked:
        assert _keeps_the_contract(engine.bound([], *window), value, *window)
    entries = unsealed(engine.table)
    values = {node + 1: small_engine(game, "minimax").bound(path, -INF, INF) for node, path in _paths(game)}
    for entry in entries:
        assert entry["lower"] <= values[entry["key"]] <= entry["upper"]


def _paths(game, node=0, path=()):
    """Every node with the moves that lead there."""
    yield node, path
    for move in range(game.children[node]):
        yield from _paths(game, int(game.first_child[node]) + move, (*path, move))


@pytest.mark.parametrize("algorithm", WITH_TABLE)
@given(tree=games, asked=st.lists(windows, max_size=6))
@settings(deadline=None)
def test_the_best_move_attains_the_value_after_any_windows(algorithm, tree, asked):
    engine = small_engine(new_tree(tree), algorithm, fixed_order=False)
    for window in asked:
        engine.bound([], *window)
    value = searching.minimax(tree)
    assert engine.bound([], value - 1, value + 1) == value
    assert engine.best_move in best_children(tree)


def test_a_lower_bound_keeps_its_move_when_the_upper_bound_meets_it():
    game = new_tree([[5, 8], [4, 5]])
    game.upper[1] = 5  # a static bound: move 0 is not even looked at when it has to be better than 5
    engine = small_engine(game)
    assert engine.bound([], 4, 5) == 5 and engine.best_move == 0
    assert engine.bound([], 5, 6) == 5
    assert engine.bound([], -INF, INF) == 5 and engine.best_move == 0


@pytest.mark.parametrize("algorithm", ["memoryless", "alphabeta"])
@given(seed=st.integers(0, 500), step=st.integers(1, 3), window=windows)
@settings(deadline=None)
def test_static_intervals_leave_out_the_moves_of_the_textbook(algorithm, seed, step, window):
    """Intervals of few values, which often end just where the window does."""
    game = incremental(3, 3, step, seed)
    expected = bounded_alphabeta(game, 0, *window)
    engine = small_engine(game, algorithm)
    assert (engine.bound([], *window), game.visited) == expected


@pytest.mark.parametrize("algorithm", WITH_TABLE)
@given(tree=games, window=windows)
@settings(deadline=None)
def test_what_a_window_has_shown_is_not_searched_again(algorithm, tree, window):
    """Not even for the bound itself, which is the last that is known: cuts are made on equality."""
    engine = small_engine(game := new_tree(tree), algorithm)
    found = engine.bound([], *window)
    visited, nodes = len(game.visited), engine.nodes
    above, below = found >= window[1], found <= window[0]
    again = (found - 1, found) if above else (found, found + 1) if below else (found - 1, found + 1)
    assert engine.bound([], *again) == found
    assert (len(game.visited), engine.nodes) == (visited, nodes + 1)


def test_a_cut_is_made_on_equality():
    tree = new_tree([[2, 9], [2, 7]])
    assert for_max(tree, visits(tree, "memoryless")) == [2, 9, 2]


def test_nothing_is_searched_twice_with_memory():
    engine = small_engine(uniform(3, 4, seed=1))
    first = engine.bound([], -INF, INF)
    nodes = engine.nodes
    assert engine.bound([], -INF, INF) == first
    assert engine.nodes == nodes + 1


def test_transpositions_save_work():
    switches = [(9, -9), (7, -6), (5, -5), (4, 0), (3, 2), (1, 1)]
    plain = small_engine(new_switches(switches, bounded=False), "memoryless")
    memory = small_engine(new_switches(switches, bounded=False))
    assert plain.bound([], -INF, INF) == memory.bound([], -INF, INF)
    assert memory.nodes < plain.nodes / 2


@pytest.mark.parametrize("seed", range(10))
def test_static_bounds_save_work_and_change_nothing(seed):
    bounded, free = incremental(4, 5, 10, seed), incremental(4, 5, 10, seed)
    free.lower[:], free.upper[:] = -INF, INF
    with_bounds, without = small_engine(bounded), small_engine(free)
    value = searching.minimax(nested(free))
    assert with_bounds.bound([], -INF, INF) == without.bound([], -INF, INF) == value
    assert with_bounds.expansions < without.expansions


@pytest.mark.parametrize(("is_fixed", "seen"), [(True, [1, 5, 7]), (False, [5, 1, 7])])
def test_the_table_moves_its_best_move_to_the_front_unless_the_order_is_fixed(is_fixed, seen):
    game = new_tree([1, 5, 7])
    engine = small_engine(game, fixed_order=is_fixed)
    assert engine.bound([], 4, 5) == 5
    game.forget_visits()
    assert engine.bound([], 6, 7) == 7
    assert for_max(game, game.visited) == seen


@pytest.mark.parametrize(
    ("tree", "seen"),
    [
        ([[9, 9, 1], [9, 9, 1]], [9, 9, 1, 1]),
        ([[9, 1], [9, 1], [1, 9]], [9, 1, 1, 9, 1]),
        # one that is tried first is not noted
        ([[9, 1], [9, 9, 1], [9, 9, 9, 1], [1], [9, 1, 9, 9]], [9, 1, 9, 9, 1, 9, 9, 9, 1, 1, 1]),
        # the oldest of four is forgotten
        (
            [[9, 1], [9, 9, 1], [9, 9, 9, 1], [9, 9, 9, 9, 1], [9, 1, 9, 9, 9]],
            [9, 1, 9, 9, 1, 9, 9, 9, 1, 9, 9, 9, 9, 1, 9, 9, 9, 9, 1],
        ),
        ([[[1, 9], [1, 9]]], [1, 9, 1, 9]),  # further down none is
    ],
)
def test_a_reply_that_refuted_where_others_had_failed_comes_first_unless_the_order_is_fixed(tree, seen):
    for is_fixed in (True, False):
        game = new_tree(tree)
        small_engine(game, fixed_order=is_fixed).bound([], 4, 5)
        in_order = searching.alphabeta(tree, 4, 5)[1]
        assert for_max(game, game.visited) == (in_order if is_fixed else seen)


def test_a_tiny_table_forgets_but_does_not_lie():
    for seed in range(20):
        game = ordered(3, 5, seed, first_is_best=50)
        engine = small_engine(game)
        engine.memory = new_table(2 * WAYS * ENTRY.itemsize)
        value = value_of(game, "minimax")
        for gamma in range(value - 3, value + 4):
            assert (engine.bound([], gamma - 1, gamma) >= gamma) == (value >= gamma)


@given(works=st.lists(st.integers(1, 1_000), min_size=WAYS + 1, max_size=WAYS + 6, unique=True))
@settings(deadline=None, max_examples=50)
def test_a_full_bucket_gives_up_what_took_the_least_work(works):
    table = new_table(WAYS * ENTRY.itemsize)  # one bucket
    kept: list[int] = []
    for work in works:
        put_bounds(table, np.uint64(work), -work, work, np.int64(work))
        kept = [*(kept if len(kept) < WAYS else sorted(kept)[1:]), work]
    for work in works:
        known = look_up(table, np.uint64(work))
        assert known == ((-work, work, NO_MOVE) if work in kept else (-INF, INF, NO_MOVE))


def test_bounds_of_one_position_are_narrowed_and_their_work_is_added_up():
    table = new_table(WAYS * ENTRY.itemsize)
    for lower, upper in ((-9, 5), (-3, 7), (-6, 4)):
        put_bounds(table, np.uint64(7), lower, upper, np.int64(10))
    assert look_up(table, np.uint64(7)) == (-3, 4, NO_MOVE)
    assert table.size[USED] == 1 and table.entries["work"].sum() == 30


@pytest.mark.parametrize("algorithm", WITH_TABLE)
def test_a_static_bound_that_is_just_enough_needs_no_search(algorithm):
    game = new_tree([[1, 2], [5, 8]])
    game.lower[2], game.upper[1] = 5, 4
    engine = small_engine(game, algorithm)
    assert engine.bound([], 4, 5) == 5 and engine.best_move == 1
    assert (engine.nodes, game.visited) == (1, [])
    assert engine.bound([], 5, 6) == 5 and engine.nodes > 2


def test_one_move_at_the_root():
    engine = small_engine(new_tree([[4, 2]]))
    assert engine.bound([], -INF, INF) == 2 and engine.best_move == 0


def test_all_values_equal():
    engine = small_engine(new_tree([[1, 1], [1, 1], [1, 1]]))
    assert engine.bound([], -INF, INF) == 1 and engine.leaves == 4


def test_a_root_that_is_over_has_a_value_and_no_move():
    engine = small_engine(new_tree(7))
    assert engine.bound([], -INF, INF) == 7 and engine.best_move == NO_MOVE
    assert engine.moves() == [] and engine.final() == 7


def test_a_table_that_grows_keeps_what_it_holds():
    """From a few buckets to many: nearly all positions are still known, and the answers are right."""
    game = uniform(4, 7, seed=3)
    engine = Engine(game, memory_bytes=4 << 20)
    first = engine.bound([], -INF, INF)
    assert engine.memory.size[MASK] + 1 > FIRST_BUCKETS
    buckets, ways = np.nonzero(engine.memory.entries["key"])
    keys = np.zeros(engine.memory.entries.shape, np.uint64)
    keys[buckets, ways] = unsealed(engine.memory)["key"]
    assert (keys[buckets, ways] & np.uint64(engine.memory.size[MASK]) == buckets).all()
    assert len(buckets) == engine.memory.size[USED]
    assert len(np.unique(keys[buckets, ways])) == len(buckets)
    nodes = engine.nodes
    assert engine.bound([], -INF, INF) == first == value_of(game, "minimax")
    assert engine.nodes == nodes + 1
    engine.forget()
    assert not engine.memory.entries["key"].any()
    assert engine.bound([], -INF, INF) == first
    assert engine.nodes == nodes
