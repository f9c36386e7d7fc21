"""What happens in a worker process: it begins deaf to Ctrl-C, gets ready once, and ends with its parent.

    from the parent    Start, once; then the word to get ready; then (work, job), one at a time
    to the parent      (True, result) or (False, exception) after getting ready, and after each job

Only this module is loaded when a worker starts: what it runs is loaded while it can be stopped already.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import connection, parent_process
from typing import Any, NamedTuple


class Start(NamedTuple):
    """What a worker is given when it starts."""

    get_ready: Callable[..., Any]
    arguments: tuple[Any, ...]


def serve(parent: connection.Connection) -> None:
    """Be a worker process, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody is left to work for
        ready = _get_ready(parent)
        while True:
            _answer(parent, lambda data: _do(ready, data), parent.recv_bytes())


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _get_ready(parent: connection.Connection) -> Any:
    """Load what was sent at once, and make ready what it takes when the turn of this worker has come."""
    found: list[Any] = []
    data = parent.recv_bytes()
    try:
        start = pickle.loads(data)
    except Exception as error:
        parent.recv_bytes()
        parent.send((False, error))
    else:
        parent.recv_bytes()
        _answer(parent, lambda _: found.append(start.get_ready(*start.arguments)), b"")
    return found[0] if found else None


def _do(ready: Any, data: bytes) -> Any:
    """Do a job with what the worker keeps."""
    work, job = pickle.loads(data)
    return work(ready, job)


def _answer(parent: connection.Connection, work: Callable[[bytes], Any], data: bytes) -> None:
    """Send what comes of some work, or the exception that it raises."""
    try:
        answer = pickle.dumps((True, work(data)))
    except Exception as error:
        try:
            answer = pickle.dumps((False, error))
        except Exception:  # one that cannot be sent
            answer = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    parent.send_bytes(answer)
