"""Intervals from search: true where they are claimed to be proven, and absent when the budget is spent."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.depth_first.stack import new_stack
from bstar.games.switches import MADE, PASS, PLAYED, closed_form
from bstar.tree.rounds import TreeBStar, TreeVerdict
from tests.bstar.theory.palay import searched
from tests.worlds.sums_with_pass import Hot, new_hot

SMALL = {"table_bytes": 1 << 14}
STACK = new_stack(16, 256)
HOT = st.lists(
    st.tuples(st.integers(-15, 15), st.integers(0, 20)).map(lambda each: (each[0] + each[1], each[0]))
)
WAYS: list[dict[str, Any]] = [
    {"width": 1},
    {"width": 2},
    {"width": 1, "turns": 1},
    {"width": 2, "turns": 2},
    {"width": 0, "turns": 1, "pass_move": PASS, "adds_pass": True},
    {"width": 0, "pass_move": PASS, "adds_pass": True},
    {"width": 1, "pass_move": PASS, "adds_pass": True},
    {"width": 1, "budget": 5},
]


def worths(switches: list[tuple[int, int]]) -> list[int]:
    """Return the worth of every move for Left, by the formula."""
    found = []
    for at, (left, _) in enumerate(switches):
        rest = [(-b, -a) for a, b in switches[:at] + switches[at + 1 :]]
        found.append(left - closed_form(rest))
    return found


def first_look(switches: list[tuple[int, int]], **options: Any) -> TreeVerdict:
    """Return the intervals of the root moves after one expansion, and whether the game is where it was."""
    game = new_hot(switches)
    verdict = TreeBStar(searched(game, **SMALL, **options), stack=STACK).run(1)
    assert (game.sum.now[PLAYED], game.sum.now[MADE]) == (0, 0)
    return verdict


def random_sums(count: int, size: int, seed: int = 3) -> Iterator[list[tuple[int, int]]]:
    """Sums of hot switches."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield [
            (int(b + t), int(b))
            for b, t in zip(rng.integers(-15, 15, size), rng.integers(0, 20, size), strict=True)
        ]


@given(switches=HOT.filter(lambda each: 1 <= len(each) <= 6), way=st.sampled_from(WAYS))
@settings(max_examples=80, deadline=None)
def test_intervals_contain_what_moves_are_worth(switches: list[tuple[int, int]], way: dict[str, Any]) -> None:
    worth = worths(switches)
    for each in first_look(switches, **way).moves:
        assert each.lower <= worth[each.move] <= each.upper


@cache
def mean_width(**options: Any) -> float:
    """Return the mean width of the root's intervals; 100 for an infinite one."""
    widths = [
        min(each.upper - each.lower, 100)
        for switches in random_sums(20, 6)
        for each in first_look(switches, **options).moves
    ]
    return float(np.mean(widths))


def test_weaker_restrictions_give_narrower_intervals() -> None:
    passing = {"pass_move": PASS, "adds_pass": True}
    for_ever, once = mean_width(width=0, **passing), mean_width(width=0, turns=1, **passing)
    assert 0 < once < for_ever < 100
    assert mean_width(width=2) <= mean_width(width=1) < for_ever
    assert mean_width(width=6) == 0  # nobody is held back: exact
    assert mean_width(width=1, turns=1) <= mean_width(width=1)


def test_a_spent_budget_says_nothing_and_nothing_false() -> None:
    assert mean_width(width=1, budget=1) == 100
    assert mean_width(width=1, budget=3000) < mean_width(width=1, budget=20) <= 100


@pytest.mark.parametrize("way", WAYS[:7])
def test_b_star_on_searched_intervals_proves_a_best_move_with_fewer_expansions(way: dict[str, Any]) -> None:
    plain, with_search = 0, 0
    for switches in random_sums(10, 7):
        worth = worths(switches)
        search = searched(new_hot(switches), budget=100, **SMALL, **way)
        verdict = TreeBStar(search, "2D", stack=STACK).run()
        assert verdict.status == "proven"
        assert worth[verdict.move] == max(worth)
        with_search += verdict.expansions
        plain += TreeBStar(new_hot(switches), "2D", stack=STACK).run().expansions
    assert with_search < plain


def test_an_added_pass_is_not_sound_where_it_is_better_not_to_move() -> None:
    """In {0 | 9} + {0 | 9} to move costs points: bounds from a null move contradict each other."""
    cold = [(0, 9), (0, 9)]
    with pytest.raises(AssertionError, match="exclude each other"):
        first_look(cold, width=0, turns=1, pass_move=PASS, adds_pass=True)
    for each in first_look(cold, width=1).moves:
        assert each.lower <= worths(cold)[each.move] <= each.upper


def test_settings_that_make_no_sense_are_refused() -> None:
    game: Hot = new_hot([(1, 0)])
    with pytest.raises(ValueError, match="no pass has nothing to play"):
        searched(game, width=0)
    with pytest.raises(ValueError, match="only if it is said which"):
        searched(game, adds_pass=True)
