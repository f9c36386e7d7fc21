"""What is known of the moves at the root: when one of them is best, and how bounds narrow."""

from __future__ import annotations

import pytest

from bstar.game import INF
from bstar.regret import regret
from bstar.root import Root, RootMove


def root_of(*bounds: tuple[int, int]) -> Root:
    return Root([RootMove(number, 0, lower, upper) for number, (lower, upper) in enumerate(bounds)])


@pytest.mark.parametrize(
    ("bounds", "best", "is_proven", "disproved"),
    [
        ([(3, 9), (0, 2), (1, 3)], 0, True, 2),  # one that may be worth as much is no better
        ([(3, 9), (0, 4), (1, 3)], 0, False, 1),
        ([(0, 3), (3, 3)], 1, True, 1),
        ([(2, 5), (2, 5)], 0, False, 0),  # among equals the first
        ([(-INF, INF)], 0, False, 0),
        ([(-INF, -INF), (-INF, -INF)], 0, False, 1),  # nothing is known of any
        ([(-5, INF)], 0, True, 0),
        ([(3, 5), (0, 12), (1, 7)], 0, False, 0),  # another one may be worth more than it
    ],
)
def test_the_best_move(bounds: list[tuple[int, int]], best: int, is_proven: bool, disproved: int) -> None:
    root = root_of(*bounds)
    assert (root.best.move, root.is_proven, root.disproved) == (best, is_proven, disproved)
    assert (root.lower, root.upper) == (max(low for low, _ in bounds), max(high for _, high in bounds))


def test_the_bound_to_exceed_is_that_of_the_last_of_the_best() -> None:
    root = root_of((1, 9), (7, 9), (4, 9))
    assert [root.best_lower(top) for top in (1, 2, 3, 4)] == [7, 4, 1, -INF]


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3, (0, 3)), (4, (0, 4)), (5, (5, 5)), (6, (6, 10)), (7, (7, 10))],
)
def test_a_value_narrows_the_bounds_on_its_side_of_the_window(value: int, expected: tuple[int, int]) -> None:
    """Of the window (4, 6): at its ends it is a bound, between them the worth."""
    root = root_of((0, 10))
    root.narrow(root.moves[0], value, 4, 6)
    assert (root.moves[0].lower, root.moves[0].upper) == expected


def test_a_copy_is_the_same_and_stays_as_it_is() -> None:
    root = Root([RootMove(7, 2, -3, 9, 4), RootMove(8, 5, 1, 6)])
    copy = root.copy()
    assert copy == root
    root.narrow(root.moves[0], 3, 2, 4)
    root.moves.reverse()
    assert copy == Root([RootMove(7, 2, -3, 9, 4), RootMove(8, 5, 1, 6)])


def test_bounds_never_widen() -> None:
    root = root_of((2, 3))
    root.narrow(root.moves[0], 5, 5, 9)
    root.narrow(root.moves[0], 0, -3, 0)
    assert (root.moves[0].lower, root.moves[0].upper) == (2, 3)


def test_regret_is_never_less_than_nothing() -> None:
    assert regret(5, [3, 5]) == regret(5, [3, 4]) == 0
    assert regret(5, [3, 7]) == 2
    assert regret(5, []) == 0
