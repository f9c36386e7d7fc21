"""Work in a thread of its own: looked at now and then, stopped at a deadline or at Ctrl-C.

The kernels run without the interpreter lock, so the caller's thread looks on, reports, and stops them in
time.  What the work has found must be true at any moment: it may be looked at, and left, at any.

Ctrl-C stops the work and goes on to the caller as KeyboardInterrupt; what was found by then can still be
taken, and `with_answer` puts it on the exception.
"""

from __future__ import annotations

import math
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from bstar.options import Limit

POLL_SECONDS = 0.1
T = TypeVar("T")


@contextmanager
def with_answer(name: str, answer: Callable[[], object]) -> Iterator[None]:
    """Put the answer so far on a KeyboardInterrupt of the block as the attribute `name`, and let it go on."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        setattr(interrupt, name, answer())
        raise


class BackgroundTask(ABC):
    """Work under a limit: what it is (`_work`) and how it is left (`_leave`) is for who derives from it."""

    def __init__(self, limit: Limit | None = None) -> None:
        self.limit = limit or Limit()
        self.stopped_by: str | None = None  # time, nodes, memory, interrupt
        self._error: BaseException | None = None
        self._began = time.monotonic()
        self._ended: float | None = None
        self._has_left = threading.Event()  # Python 3.11 takes a thread whose join is interrupted for dead
        self._worker = threading.Thread(target=self._run, daemon=True)

    @abstractmethod
    def _work(self) -> None:
        """Do the work."""

    @abstractmethod
    def _leave(self) -> None:
        """Let the work leave as soon as it can."""

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error = error
        finally:
            self._ended = time.monotonic()
            self._has_left.set()

    def watch(self, look: Callable[[], T]) -> Iterator[T]:
        """Begin the work and look at it a few times a second; a look costs time that it could use.

        Leaving it, by Ctrl-C or otherwise, stops the work.
        """
        self._worker.start()
        try:
            while not self._has_left.is_set():
                left = math.inf if self.limit.seconds is None else self.limit.seconds - self.seconds
                self._has_left.wait(min(POLL_SECONDS, left) if left > 0 else POLL_SECONDS)
                if self.limit.seconds is not None and self.seconds > self.limit.seconds:
                    self.stop("time")
                yield look()
        finally:
            self.end()
            if self._error is not None:
                raise self._error

    def run(self) -> None:
        """Do the work to its end, unless that has begun."""
        if self._worker.ident is None:
            for _ in self.watch(lambda: None):
                pass

    def stop(self, reason: str = "interrupt") -> None:
        """Let the work leave as soon as it can."""
        self.stopped_by = self.stopped_by or reason
        self._leave()

    def end(self) -> None:
        """Stop the work, if it is under way, and wait until it has left."""
        if self._worker.ident is not None and not self._has_left.is_set():
            self.stop()
            self._has_left.wait()

    def begin_again(self, limit: Limit) -> None:
        """Be ready to go on from what is known, for so much longer; the time between does not count."""
        spent, more = self.seconds, limit.seconds
        self.limit = replace(limit, seconds=None if more is None else spent + more)
        self._began, self._ended, self.stopped_by = time.monotonic() - spent, None, None
        self._has_left.clear()
        self._worker = threading.Thread(target=self._run, daemon=True)

    @property
    def has_ended(self) -> bool:
        """Return whether the work was begun and has ended, whatever ended it."""
        return self._has_left.is_set()

    @property
    def seconds(self) -> float:
        """From setting it up to its end, or until now."""
        return (self._ended or time.monotonic()) - self._began
