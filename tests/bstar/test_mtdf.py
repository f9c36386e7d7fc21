"""MTD: sequences of null windows, from any first guess."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.games.nim import new_nim
from bstar.games.random_trees import incremental, irregular, ordered, uniform
from bstar.games.switches import closed_form, new_switches
from bstar.games.trees import FAR, new_tree
from bstar.mtdf import greedy, mtd, null_window_test
from tests.oracles import searching
from tests.oracles.searching import (
    best_children,
    driven_visits,
    games,
    new_root,
    passes,
    small_engine,
    value_of,
    visits,
)


@given(tree=games, first=st.integers(-FAR, FAR))
@settings(deadline=None)
def test_any_first_guess_finds_the_value_and_a_best_move(tree, first):
    engine = small_engine(new_tree(tree))
    root = new_root(engine)
    assert mtd(engine, root, first) == searching.minimax(tree) == root.lower == root.upper
    assert root.best.move in best_children(tree)


def test_the_right_guess_takes_two_passes_and_a_wrong_one_more():
    tree = uniform(3, 4, seed=4)
    value = value_of(tree, "minimax")
    for first, expected in ((value, [value, value + 1]), (value - 1, None), (FAR, None)):
        engine = small_engine(tree)
        asked = passes(engine)
        assert mtd(engine, new_root(engine), first) == value
        assert asked == expected or (expected is None and len(asked) >= 2)


def test_the_bound_falls_from_above_and_rises_from_below():
    for seed in range(10):
        for first, is_falling in ((FAR, True), (-FAR, False)):
            engine = small_engine(uniform(3, 4, seed))
            asked = passes(engine)
            mtd(engine, new_root(engine), first)
            assert asked == sorted(asked, reverse=is_falling) and len(set(asked)) == len(asked) > 1


def test_the_bounds_of_the_root_are_true_after_every_test():
    rng = random.Random(1)
    for seed in range(20):
        tree = ordered(4, 4, seed, first_is_best=40)
        worth = [-value_of(tree_below, "minimax") for tree_below in _subtrees(tree)]
        engine = small_engine(tree)
        root = new_root(engine)
        for _ in range(8):
            null_window_test(engine, root, rng.randint(-300, 300))
            for move in root.moves:
                assert move.lower <= worth[move.move] <= move.upper


def _subtrees(tree):
    for child in searching.nested(tree):
        yield new_tree(_negated(child))


def _negated(nested):
    return -nested if isinstance(nested, int) else [_negated(child) for child in nested]


@pytest.mark.parametrize("solver", ["mtdf", "sss", "dual"])
def test_the_leaves_are_among_those_of_alphabeta(solver):
    for seed in range(40):
        tree = uniform(3, 4, seed, different=None if seed % 2 else 6) if seed % 4 else irregular(4, 5, seed)
        assert set(driven_visits(tree, solver)) <= set(visits(tree, "memoryless"))


def test_any_sequence_of_tests_evaluates_only_what_alphabeta_does():
    rng = random.Random(3)
    for seed in range(60):
        tree = uniform(2, 6, seed)
        wide = set(visits(tree, "memoryless"))
        tree.forget_visits()
        engine = small_engine(tree)
        for _ in range(6):
            gamma = rng.randint(0, 64)
            engine.bound([], gamma - 1, gamma)
        assert set(tree.first_visits) <= wide


def test_points_won_on_the_way_do_not_disturb_the_first_windows():
    for seed, first in itertools.product(range(10), (-FAR, 0, FAR)):
        tree = incremental(3, 5, 50, seed)
        engine = small_engine(tree)
        asked = passes(engine)
        assert mtd(engine, new_root(engine), first) == value_of(tree, "minimax")
        assert len(asked) < 40


def test_the_greedy_line_is_the_value_where_the_best_ranked_move_is_best():
    switches = [(9, -9), (7, -6), (4, 0), (3, 2)]
    assert greedy(small_engine(new_switches(switches, 5))) == closed_form(switches, 5)
    assert greedy(small_engine(new_switches(switches, 5, bounded=False))) == closed_form(switches, 5)
    assert greedy(small_engine(new_nim(1, 1))) == -1
    assert greedy(small_engine(new_tree(3))) == 3


def test_static_bounds_narrow_the_first_window():
    tree = incremental(3, 4, 10, seed=2)
    engine = small_engine(tree)
    root = new_root(engine)
    lower, upper = root.lower, root.upper
    asked = passes(engine)
    mtd(engine, root, FAR)
    assert all(lower < gamma <= upper for gamma in asked)
