"""Calls in the background: cancelled when their time is over by the clock they were given."""

import itertools
import threading

import pytest

from bstar import background
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


def test_where_no_thread_can_start_the_caller_does_the_work(monkeypatch):
    monkeypatch.setattr(background.sys, "platform", "emscripten")
    done = []
    task = CallInBackground(lambda: done.append(threading.current_thread()), lambda: None, Limit())
    task.run()
    assert task.has_ended and done == [threading.current_thread()]


def test_an_error_of_the_call_is_raised():
    with pytest.raises(ZeroDivisionError):
        CallInBackground(lambda: 1 // 0, lambda: None, Limit()).run()


def test_a_thread_that_never_begins_is_not_waited_for(monkeypatch):
    """Python's own start of a thread waits forever for one that dies for want of memory."""
    monkeypatch.setattr(background, "PATIENCE", 0.01)
    monkeypatch.setattr(background._thread, "start_new_thread", lambda function, arguments: 1)
    task = CallInBackground(lambda: None, lambda: None, Limit())
    with pytest.raises(MemoryError):
        task.run()
    task.end()
    assert task.has_ended


def test_a_thread_that_the_system_refuses_is_a_lack_of_memory(monkeypatch):
    def refuse(function, arguments):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(background._thread, "start_new_thread", refuse)
    with pytest.raises(MemoryError, match="can't start new thread"):
        CallInBackground(lambda: None, lambda: None, Limit()).run()
