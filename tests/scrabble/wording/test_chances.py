"""Chances and mean spreads as text."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from scrabble.answer.interval import ANY_CHANCE, Interval, exactly
from scrabble.answer.moves import Estimate
from scrabble.answer.turns import grade_of
from scrabble.wording.chances import about_spread, chance_sum_text, proven_text, spread_bounds

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@pytest.mark.parametrize(
    ("chance", "spread", "text"),
    [
        (Interval(0, HALF), exactly(3), "at most 50 %"),
        (Interval(HALF, 1), exactly(3), "at least 50 %"),
        (Interval(QUARTER, HALF), exactly(3), "25 % to 50 %"),
        (ANY_CHANCE, exactly(3), ""),
        (exactly(HALF), Interval(-2, 5), "-2.0 to +5.0"),
    ],
)
def test_what_is_proven(chance: Interval, spread: Interval, text: str) -> None:
    assert proven_text(chance, spread) == text


def test_bounds_of_a_spread_that_tell_something() -> None:
    assert spread_bounds(Interval(-3, math.inf)) == "at least -3.0"
    assert spread_bounds(Interval(-math.inf, 4)) == "at most +4.0"


def test_an_estimate_near_its_bounds_has_a_decimal() -> None:
    estimate = Estimate(spread=2.4, win=0.5)
    assert about_spread(estimate, Interval(0, 9)) == "about +2"
    estimate = Estimate(spread=2.6, win=0.5)
    assert about_spread(estimate, Interval(0, Fraction(27, 10))) == "about +2.6"


def test_a_sum_with_open_ones_is_a_bound() -> None:
    assert chance_sum_text(QUARTER, 0) == "25 %"
    assert chance_sum_text(QUARTER, 2) == "≥ 25 % (2 open)"


@pytest.mark.parametrize(
    ("loss", "grade"), [(0, "none"), (1, "small"), (6, "small"), (7, "medium"), (14, "medium"), (15, "large")]
)
def test_a_grade_begins_at_its_number_of_points(loss: int, grade: str) -> None:
    assert grade_of(loss) == grade
