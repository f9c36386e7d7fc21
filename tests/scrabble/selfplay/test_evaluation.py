"""Static evaluation: leaves by hand, and the terms used in each phase."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrabble.game import cgp
from scrabble.game.tiles import Alphabet
from scrabble.selfplay import evaluation
from scrabble.selfplay.evaluation import (
    AGAIN,
    EVALUATIONS,
    LATE,
    Q_WITH_U,
    UNBALANCED,
    leave_values,
    sub_racks,
)
from tests.doors.bridge import enable

ENGLISH = Alphabet.load("english")
EMPTY = "/".join(["15"] * 15)


def worth(leave: str) -> int:
    """The worth of one leave, in tenths."""
    return int(leave_values(sub_racks(ENGLISH.encode(leave), ENGLISH.size)[-1:], ENGLISH)[0])


def single(*tiles: str) -> int:
    """The sum of single tiles."""
    return sum(map(worth, tiles))


def kept(name: str, rack: str, other: str, bag: int) -> dict[str, int]:
    """Return the worth of each sub-rack for the player on turn, by its text."""
    position = cgp.loads(f"{EMPTY} {rack}/{other} 0/0 0 lex ENABLE;")
    counts = sub_racks(position.rack_codes[0], ENGLISH.size)
    values = EVALUATIONS[name](position, counts, bag)
    return {
        ENGLISH.rack_text(Counter(dict(enumerate(row))).elements()): int(value)
        for row, value in zip(counts.tolist(), values, strict=True)
    }


@given(st.lists(st.integers(0, 26), max_size=7).map(bytes))
def test_sub_racks_are_numbered_by_count(rack):
    rows = sub_racks(rack, 26)
    stride = 1
    numbers = np.zeros(len(rows), np.int64)
    for code in sorted(set(rack)):
        numbers += rows[:, code] * stride
        stride *= rack.count(code) + 1
    assert numbers.tolist() == list(range(stride))
    assert not rows[0].any() and rows[-1].sum() == len(rack)


def test_nothing_kept_is_worth_nothing():
    assert worth("") == 0


def test_leaves_by_hand():
    assert (
        worth("?")
        == evaluation.ENGLISH["?"]
        > worth("S")
        == evaluation.ENGLISH["S"]
        > worth("E")
        > worth("Q")
    )
    assert worth("ER") == single("E", "R")
    assert worth("EER") == single("E", "E", "R") - AGAIN
    assert worth("EEER") == single("E", "E", "E", "R") - 2 * AGAIN - UNBALANCED
    assert worth("RST") == single("R", "S", "T") - 2 * UNBALANCED
    assert worth("??") == 2 * worth("?")
    assert worth("QU") == single("Q", "U") + Q_WITH_U


def test_leaves_count_less_as_the_bag_runs_out():
    full, half = (kept("static", "AESV?", "EI", bag) for bag in (LATE, LATE // 2))
    assert full == kept("static", "AESV?", "EI", 80)
    assert full["S?"] == worth("S?")
    assert all(half[leave] == full[leave] // 2 for leave in full)


def test_with_an_empty_bag_tiles_may_be_caught():
    values = kept("static", "AQ", "ZE", 0)
    assert values == {"": 220, "A": -10, "Q": -100, "AQ": -110}


def test_greedy_keeps_nothing_in_mind():
    for bag in (80, 7, 0):
        assert set(kept("greedy", "AESV?", "EI", bag).values()) == {0}


@pytest.mark.parametrize("name", Alphabet.names())
def test_every_language_has_leaves(name):
    alphabet = Alphabet.load(name)
    values = leave_values(np.eye(alphabet.size + 1, dtype=np.int64), alphabet)
    assert values.argmax() == 0 and values.min() >= -200
    vowels = np.zeros((1, alphabet.size + 1), np.int64)
    vowels[0, [1 + alphabet.letters.index(letter) for letter in "AEIO"]] = 1
    assert leave_values(vowels, alphabet)[0] == vowels[0] @ values - 3 * UNBALANCED


def test_a_tile_of_several_letters_is_what_it_begins_with():
    assert enable().alphabet == ENGLISH
    spanish = Alphabet.load("spanish")
    changed = dataclasses.replace(spanish, name="other")
    both = np.eye(spanish.size + 1, dtype=np.int64)
    assert (leave_values(both, spanish) == leave_values(both, changed)).all()
