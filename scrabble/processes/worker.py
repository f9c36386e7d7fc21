"""What happens in a worker process: it begins deaf to Ctrl-C, gets ready once, and ends with its parent."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import connection, parent_process
from multiprocessing.synchronize import Lock
from typing import Any, NamedTuple, TypeVar

PATIENCE = 300.0  # seconds to wait for another worker that compiles

Job = TypeVar("Job")
Result = TypeVar("Result")


class Start(NamedTuple):
    """What a worker is given when it starts."""

    compiling: Lock  # held by the one that gets ready
    get_ready: Callable[..., Any]
    arguments: tuple[Any, ...]


_given: Start | None = None
_ready: Any = None


def begin(start: Start) -> None:
    """Begin as a worker process."""
    global _given
    _given = start
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def make_ready() -> None:
    """Make a worker ready; one after the other, so that only the first one compiles."""
    global _ready
    assert _given is not None
    has_lock = _given.compiling.acquire(timeout=PATIENCE)
    try:
        _ready = _given.get_ready(*_given.arguments)
    finally:
        if has_lock:
            _given.compiling.release()


def do(work: Callable[[Any, Job], Result], job: Job) -> Result:
    """Do a job with what the worker keeps."""
    return work(_ready, job)
