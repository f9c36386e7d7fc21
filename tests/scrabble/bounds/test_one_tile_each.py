"""One tile against one: the formula against every line of play, out-plays and passes, to the last turn."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar.game import INF
from tests.doors import bounds

WORTHS = st.one_of(st.just(-INF), st.integers(-300, 300))


def played(zeros_left: int, own_out: int, other_out: int, own_stop: int) -> int:
    """The value for the side on turn: it goes out, or it passes and the other one is on turn."""
    if zeros_left == 0:
        return own_stop
    return max(own_out, -played(zeros_left - 1, other_out, own_out, -own_stop))


@settings(deadline=None)
@given(st.integers(0, 8), WORTHS, WORTHS, st.integers(-300, 300))
def test_the_value_is_that_of_the_game(zeros_left: int, own: int, other: int, stop: int) -> None:
    found = bounds.value_of_last_pair(np.int64(zeros_left), np.int64(own), np.int64(other), np.int64(stop))
    assert found == played(zeros_left, own, other, stop)


def test_small_numbers_and_all_their_ties() -> None:
    for zeros_left, own, other, stop in itertools.product(
        range(7), (-INF, -1, 0, 1), (-INF, -1, 0, 1), range(-2, 3)
    ):
        found = bounds.value_of_last_pair(*map(np.int64, (zeros_left, own, other, stop)))
        assert found == played(zeros_left, own, other, stop), (zeros_left, own, other, stop)
