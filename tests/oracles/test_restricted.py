"""Games in which one side gives up moves: bounds of the whole game, the tighter the more is kept."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bstar.engine import Engine
from tests.oracles.restricted import Kept, new_restricted
from tests.worlds.small_positions import FAR, Small, late_positions, mini_positions

PASS_ONLY, OUT_PLAYS = Kept(0, False), Kept(0, True)
LADDER = (PASS_ONLY, OUT_PLAYS, Kept(1, True), Kept(2, True), Kept(4, True))
EVERYTHING = Kept(1 << 12, True)
PLIES = 3
ENOUGH = {"mini": 90, "thousands": 7000, "late": 30, "more late": 101}  # positions


def bounds_of(small: Small, side: int, kept: Kept) -> int:
    """The value of a position, for the side on turn, when `side` has only some of its moves."""
    engine = Engine(new_restricted(small.state, side, kept, 1 << 20), memory_bytes=1 << 16)
    return engine.bound(small.path, -FAR, FAR)


def climbed(positions: Iterable[Small]) -> dict[str, list[int]]:
    """Check all bounds of all positions; count these, and how far each kind is from the values in all."""
    slack = {"lower": [0] * len(LADDER), "upper": [0] * len(LADDER), "positions": [0]}
    for small in positions:
        mover = len(small.path) % 2
        lowers = [bounds_of(small, mover, kept) for kept in LADDER]
        uppers = [bounds_of(small, 1 - mover, kept) for kept in LADDER]
        assert lowers == sorted(lowers) and lowers[-1] <= small.value, (small.name, lowers, small.value)
        assert uppers == sorted(uppers, reverse=True) and small.value <= uppers[-1], (small.name, uppers)
        slack["positions"][0] += 1
        for step, (lower, upper) in enumerate(zip(lowers, uppers, strict=True)):
            slack["lower"][step] += small.value - lower
            slack["upper"][step] += upper - small.value
    return slack


def check(slack: dict[str, list[int]], least: int) -> None:
    """Enough positions, and the steps of the ladder are worth something."""
    assert slack["positions"][0] >= least
    for side in ("lower", "upper"):
        passes, outs, best, *more = slack[side]
        assert passes > outs > best >= max(more), slack


def test_mini_positions() -> None:
    """Lower and upper bounds hold, never widen as more is kept, and do get better."""
    check(climbed(mini_positions(50, plies=PLIES)), ENOUGH["mini"])


@pytest.mark.slow
def test_thousands_of_mini_positions() -> None:
    """The same."""
    check(climbed(mini_positions(4000, first=1000, plies=PLIES)), ENOUGH["thousands"])


def test_real_positions() -> None:
    """The same with words and a board as they are."""
    slack = climbed(late_positions(3, every=2))
    assert slack["positions"][0] >= ENOUGH["late"]
    assert sum(slack["lower"]) > 0 and sum(slack["upper"]) > 0


@pytest.mark.slow
def test_more_real_positions() -> None:
    """With blanks and up to four tiles."""
    assert climbed(late_positions(4))["positions"][0] >= ENOUGH["more late"]


@pytest.mark.parametrize("count", [30, pytest.param(600, marks=pytest.mark.slow)])
def test_a_side_that_keeps_everything_gives_up_nothing(count: int) -> None:
    for small in mini_positions(count, first=5000, plies=PLIES):
        assert bounds_of(small, 0, EVERYTHING) == bounds_of(small, 1, EVERYTHING) == small.value, small.name


@pytest.mark.parametrize("count", [15, pytest.param(400, marks=pytest.mark.slow)])
def test_the_same_bounds_whatever_is_asked_first(count: int) -> None:
    """Null windows from below and from above, in one table, meet: what is kept does not depend on them."""
    for small in mini_positions(count, first=6020, plies=PLIES):
        for side in range(2):
            for kept in LADDER:
                value = bounds_of(small, side, kept)
                engine = Engine(new_restricted(small.state, side, kept, 1 << 20), memory_bytes=1 << 16)
                for gamma in (value - 5, value, value + 1, value + 5, value - 1):
                    found = engine.bound(small.path, gamma - 1, gamma)
                    assert found <= value if found >= gamma else found >= value, (small.name, side, kept)


@pytest.mark.parametrize("kept", [Kept(-1, True), Kept(2, False)])
def test_what_cannot_be_kept_is_refused(kept: Kept) -> None:
    small = next(mini_positions(1))
    with pytest.raises(ValueError, match=r"Kept\(plays=.*expected 0 plays or, with the out-plays, more"):
        new_restricted(small.state, 0, kept)
