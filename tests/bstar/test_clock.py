"""The clock of searches stands still in blocks of any thread."""

import time

import pytest

from bstar.clock import Clock


def test_time_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = [10.0]
    monkeypatch.setattr(time, "monotonic", lambda: passed[0])

    def wait(seconds: float) -> float:
        passed[0] += seconds
        return clock.now() - began

    clock = Clock()
    began = clock.now()
    assert wait(1) == 1
    one, other = clock.stopped(), clock.stopped()
    with one:
        assert wait(2) == 1
        other.__enter__()  # in another thread, which ends later
        assert wait(4) == 1
    assert wait(8) == 1
    other.__exit__(None, None, None)
    assert clock.now() - began == 1 and wait(16) == 17
    with pytest.raises(ZeroDivisionError), clock.stopped():
        wait(32)
        raise ZeroDivisionError
    assert wait(1) == 18
