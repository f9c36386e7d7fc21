"""Numbers of points that are known in part: the three ways to write them."""

from __future__ import annotations

import pytest

from scrabble.report.points import Bounds, points_text, points_words, sum_text, worth_text


@pytest.mark.parametrize(
    ("bounds", "short", "words", "searched"),
    [
        (Bounds(3, 3), "3", "3", "+3"),
        (Bounds(3, 7), "3 to 7", "3 to 7", "+3 to +7"),
        (Bounds(3, None), "≥ 3", "at least 3", "at least +3"),
        (Bounds(None, 7), "≤ 7", "at most 7", "at most +7"),
        (Bounds(), "?", "nobody knows how much", "not known yet"),
    ],
)
def test_the_table_of_the_module(bounds: Bounds, short: str, words: str, searched: str) -> None:
    assert (points_text(bounds), points_words(bounds), worth_text(*bounds)) == (short, words, searched)


def test_a_sum_names_what_it_lacks() -> None:
    assert [sum_text(745, 0), sum_text(745, 5), sum_text(0, 1)] == ["745", "745 + 5 open", "0 + 1 open"]
