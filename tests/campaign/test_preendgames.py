"""A slice of the campaign of pre-endgames, and whether it tells a fault."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scrabble.solver.preendgame.endgames import Endgames
from tests.campaign import preendgames

SEEDS = (0, 1, 2, 4, 8, 10, 15, 19, 21, 23, 24)  # for some others the oracle takes seconds


def test_a_slice() -> None:
    counts: Counter[str] = Counter()
    for seed in SEEDS:
        outcome = preendgames.try_case(seed)
        assert outcome.fault is None, outcome.fault
        counts.update(outcome.counts)
    seen = ("with exchanges", "known bag", "known in part", "stopped", "continued", "said worse", "said open")
    assert all(counts[name] for name in seen), counts


def test_a_false_bound_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count one point too many of the lead."""
    before = Endgames.__init__

    def ahead(endgames: Endgames, *given: Any) -> None:
        before(endgames, *given)
        endgames.ahead += 1

    monkeypatch.setattr(Endgames, "__init__", ahead)
    assert preendgames.try_case(0).fault is not None
