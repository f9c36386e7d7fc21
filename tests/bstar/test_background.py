"""Calls in the background: cancelled when their time is over by the clock they were given."""

import itertools
import threading

import pytest

from bstar.background import CallInBackground
from bstar.options import Limit


def new_clock():
    """A clock that advances by a second at each look."""
    seconds = itertools.count()
    return lambda: float(next(seconds))


def test_a_call_is_cancelled_when_its_seconds_are_over():
    is_cancelled = threading.Event()
    task = CallInBackground(is_cancelled.wait, is_cancelled.set, Limit(seconds=5), new_clock())
    task.run()
    assert task.has_ended and task.stopped_by == "time"


def test_a_call_that_ends_in_time_is_left_alone():
    task = CallInBackground(lambda: None, lambda: pytest.fail("cancelled"), Limit())
    task.run()
    assert task.has_ended and task.stopped_by is None


def test_an_error_of_the_call_is_raised():
    with pytest.raises(ZeroDivisionError):
        CallInBackground(lambda: 1 // 0, lambda: None, Limit()).run()
