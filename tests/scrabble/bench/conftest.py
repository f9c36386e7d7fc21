"""What the tests of measurements share."""

from __future__ import annotations

import gc

import pytest

from scrabble.bench import machine


@pytest.fixture(autouse=True)
def short_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the loop that stands for the speed of the machine short: no test depends on it."""
    monkeypatch.setattr(machine, "LOOPS", 1000)


@pytest.fixture(autouse=True)
def nothing_to_collect() -> None:
    """Freeze what earlier tests of the file have left: every trial here collects garbage first."""
    gc.collect()
    gc.freeze()
