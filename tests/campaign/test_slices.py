"""A slice of each campaign, with the solvers whose kernels other tests need too."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.campaign import big, bounds, values
from tests.campaign.odd_positions import odd_position
from tests.campaign.oracle import Oracle

SOLVERS = ("bstar", "bstar", "maven", "mtdf", "negascout")
ROADS = ("late", "first_empty_bag", "end_of_game", "nearly_full", "invented")
SEEDS = [seed for seed in range(60) if seed % 12 in (0, 1, 2, 9, 10, 11)]  # late ... and invented words
QUICK = 0  # a game of English words whose endgame is soon solved


@pytest.fixture(autouse=True)
def _oracle() -> None:
    if Oracle.start() is None:
        pytest.skip("there is no C compiler")


def test_values() -> None:
    counts: Counter[str] = Counter()
    for seed in SEEDS:
        case = values.Case(odd_position(seed), SOLVERS)
        outcome = case.tried(random.Random(f"slice {seed}"), searches=4)
        assert outcome.fault is None, outcome.fault
        counts.update(outcome.counts)
    assert counts["searches"] > 60 and counts["status bounded"] > 5 and counts["moves of lines"] > 30, counts


def test_bounds() -> None:
    counts: Counter[str] = Counter()
    for seed in SEEDS:
        outcome = bounds.tried(odd_position(seed))
        assert outcome.fault is None, outcome.fault
        counts.update(outcome.counts)
    assert counts["caps"] > 200 and counts["untouched plays"] > 100 and counts["line totals"] > 200, counts


def test_big() -> None:
    outcome = big.try_case(QUICK)
    assert outcome.fault is None, outcome.fault
    assert outcome.counts["proven by bstar"] == outcome.counts["proven by mtdf"] == 1, outcome.counts
    assert outcome.counts["moves of lines"] > 2, outcome.counts
