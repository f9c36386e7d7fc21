"""The campaign `growth` sees time by the square of the size, and every reader reads what it usually reads."""

from __future__ import annotations

import pytest

from tests.campaign import growth
from tests.campaign.growth import Shape, slower
from tests.campaign.readers import READERS


class Clock:
    """Seconds that a reader says it has taken."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(growth.time, "process_time", lambda: self.now)


@pytest.mark.parametrize(("power", "is_fault"), [(1, False), (1.3, False), (2, True), (3, True)])
def test_time_by_the_square_of_the_size_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, power: float, is_fault: bool
) -> None:
    clock = Clock(monkeypatch)

    def read(text: str) -> None:
        clock.now += (len(text) / 10_000) ** power
        raise ValueError(text)

    assert bool(slower(read, Shape("a", "bc", "d"))) == is_fault


def test_what_is_soon_read_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    def read(text: str) -> None:
        clock.now += len(text) ** 2 / 1e15

    assert slower(read, Shape("", "x", "")) == ""


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_reader_reads_or_refuses(name: str) -> None:
    assert growth.seconds(READERS[name].read, READERS[name].real()[0]) >= 0
