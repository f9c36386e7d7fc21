"""Each static bound of the fast game on its own, against the exact value of every move.

Every feature alone, all others off, so that no bound can hide behind a tighter one; never a violation.  Only
bounds that say something are counted: an upper bound that is a number, a worth that is settled.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.static_bounds import checked
from tests.worlds.small_positions import late_positions, mini_positions, waiting_positions

WITHOUT = ("of three", "of four")  # in worlds of three tiles no play leaves so many
ENOUGH = {  # how often a kind of bound must have been met, by the positions looked at
    "mini": {
        "positions": 100,
        "no feature: out-play": 150,
        "no feature: last pass": 30,
        "no feature: play of no points on the last turn": 1,
        "footprints: play": 130,
        "footprints: pass": 50,
        "footprints: left out": 100,
        "footprint of one out-play: play": 45,
        "solo bounds of one tile: play, settled": 100,
        "of two: play, settled": 150,
        "one tile each: play, settled": 10,
        "one tile each: play, settled, tight": 10,
        "replies: play, settled": 50,
        "replies: play, settled, tight": 10,
        "replies: pass, settled": 25,
        "one reply: play, settled": 25,
        "all: play, settled": 50,
    },
    "waiting": {"positions": 20},
    "late": {"positions": 30, "footprints: play": 50, "one tile each: play, settled": 200},
    "more late": {
        "positions": 101,
        "footprints: play": 1000,
        "of two: play, settled": 1000,
        "replies: play, settled": 100,
    },
}
ENOUGH["more mini"] = ENOUGH["mini"] | {
    "positions": 250,
    "no feature: out-play": 200,
    "no feature: last pass": 50,
}


def enough(said: Counter[str], positions: str, times: int = 1) -> None:
    """Every kind of bound was met, and often."""
    short = {kind: said[kind] for kind, count in ENOUGH[positions].items() if said[kind] < times * count}
    assert not short, (short, said)


def test_mini_positions() -> None:
    enough(checked(mini_positions(60, first=320), WITHOUT), "mini")


def test_a_side_that_can_only_wait() -> None:
    """Three tiles and more against one, which is where their bounds are used."""
    said = checked(waiting_positions(69))
    enough(said, "waiting")
    few, many = said["of two: play, settled"], said["of four: play, settled"]
    assert many > said["of three: play, settled"] > few, said


@pytest.mark.slow
def test_more_that_can_only_wait() -> None:
    enough(checked(waiting_positions(1200)), "waiting", 16)


@pytest.mark.slow
def test_thousands_of_mini_positions() -> None:
    enough(checked(mini_positions(4000, first=1000), WITHOUT), "more mini", 20)


def test_real_positions() -> None:
    """Real words, premium squares and cross words; at most three tiles in all."""
    enough(checked(late_positions(3, every=2)), "late")


@pytest.mark.slow
def test_more_real_positions() -> None:
    """With blanks and up to four tiles."""
    enough(checked(late_positions(4)), "more late")
