"""Numbers of points that are known in part: the three ways to write them."""

from __future__ import annotations

import pytest

from scrabble.answer.interval import UNKNOWN, Interval, exactly
from scrabble.wording.points import (
    TELLING,
    interval_phrase,
    points_phrase,
    points_text,
    result_text,
    sum_text,
    value_cell,
    value_text,
    worth_text,
)


@pytest.mark.parametrize(
    ("bounds", "short", "words", "searched"),
    [
        (Interval(3, 3), "3", "3", "+3"),
        (Interval(3, 7), "3 to 7", "3 to 7", "+3 to +7"),
        (Interval(3), "≥ 3", "at least 3", "at least +3"),
        (Interval(upper=7), "≤ 7", "at most 7", "at most +7"),
        (UNKNOWN, "?", "an unknown number", "not known yet"),
    ],
)
def test_the_table_of_the_module(bounds: Interval, short: str, words: str, searched: str) -> None:
    assert (points_text(bounds), interval_phrase(bounds), worth_text(bounds)) == (short, words, searched)


def test_a_sum_names_what_it_lacks() -> None:
    assert [sum_text(745, 0), sum_text(745, 5), sum_text(0, 1)] == ["745", "≥ 745 (5 open)", "≥ 0 (1 open)"]


@pytest.mark.parametrize(
    ("estimate", "bounds", "shown"),
    [
        (None, Interval(-7, 9), "-7 to +9"),
        (4, Interval(-7, 9), "about +4 (proven: -7 to +9)"),
        (0, Interval(-TELLING, TELLING), f"about 0 (proven: -{TELLING} to +{TELLING})"),
        (4, Interval(-7, TELLING + 1), "about +4 (proven: at least -7)"),
        (-4, Interval(-TELLING - 1, 9), "about -4 (proven: at most +9)"),
        (-4, Interval(-TELLING - 1, TELLING + 1), "about -4"),
    ],
)
def test_an_open_value_is_its_estimate_and_what_is_proven_where_that_says_something(
    estimate: int | None, bounds: Interval, shown: str
) -> None:
    assert value_text(estimate, bounds) == shown
    assert value_cell(bounds, estimate) == shown.partition(" (")[0]


def test_a_small_cell_has_signs_for_words() -> None:
    some = Interval(3), Interval(upper=-3), Interval(-3, 3), UNKNOWN
    assert [value_cell(each, None) for each in some] == ["≥ +3", "≤ -3", "-3 to +3", "?"]


def test_points_have_their_unit() -> None:
    some = exactly(1), exactly(12), Interval(1), Interval(3, 9), Interval(upper=1)
    told = ["1 point", "12 points", "at least 1 point", "3 to 9 points", "at most 1 point"]
    assert list(map(points_phrase, some)) == told


@pytest.mark.parametrize(
    ("estimate", "bounds", "clipped"),
    [
        (5, Interval(3, 7), 5),
        (1, Interval(3, 7), 3),
        (9, Interval(3, 7), 7),
        (9, Interval(3), 9),
        (1, Interval(upper=7), 1),
        (5, UNKNOWN, 5),
        (5, Interval(3, 3), None),
        (None, Interval(3, 7), None),
    ],
)
def test_an_estimate_lies_within_the_bounds(
    estimate: int | None, bounds: Interval, clipped: int | None
) -> None:
    assert bounds.clip(estimate) == clipped


@pytest.mark.parametrize(
    ("spread", "estimate", "result"),
    [
        (Interval(-3, 9), None, "ends at -3 to +9"),
        (Interval(-3, 9), 4, "wins by about 4"),
        (Interval(-3, 9), -2, "loses by about 2"),
        (Interval(-3, 9), 0, "about a draw"),
        (Interval(3, 9), None, "wins by at least 3"),
        (Interval(upper=-2), None, "loses by at least 2"),
        (Interval(4, 4), None, "wins by 4"),
    ],
)
def test_the_result_of_a_game_that_is_open(spread: Interval, estimate: int | None, result: str) -> None:
    assert result_text(spread, estimate) == result


def test_a_loss_is_a_number_without_a_sign() -> None:
    assert result_text(exactly(-7)) == "loses by 7" and result_text(exactly(7)) == "wins by 7"
