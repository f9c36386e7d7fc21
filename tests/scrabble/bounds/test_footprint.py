"""Footprints: a play without another tile in it keeps its score and stays legal (bounds/README.md, T3)."""

from __future__ import annotations

import pytest

from scrabble.game import cgp
from tests.doors.bridge import enable, position_of, samples
from tests.static_bounds import untouched
from tests.worlds.mini import mini_world


@pytest.mark.parametrize("seed", range(40))
def test_untouched_plays_stay(seed: int) -> None:
    """On random small worlds, through all pairs of plays."""
    untouched(*position_of(mini_world(seed, size=5 + 2 * (seed % 2), tiles=3)), most=60)


def test_untouched_plays_stay_on_a_real_board() -> None:
    """The same on real endgames; most plays do not meet."""
    for sample in samples()[:3]:
        position = cgp.loads(sample["cgp"])
        if all(len(rack) <= 7 for rack in position.rack_codes):
            assert untouched(position, enable(), most=25) > 100
