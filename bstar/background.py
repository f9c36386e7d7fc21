"""Background work with a deadline: a worker thread that the caller's thread watches and stops.

The kernels run without the interpreter lock, so the caller's thread can report progress and stop the work at
a deadline or at Ctrl-C.  Invariant: what the work has found is true at any moment, because it may be read,
and the work stopped, at any moment.

Ctrl-C stops the work and is passed on as KeyboardInterrupt.  The best answer found remains available;
`with_answer` attaches it to the exception.
"""

from __future__ import annotations

import _thread
import math
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from msgspec.structs import replace

from bstar.clock import search_clock
from bstar.options import Limit

POLL_SECONDS, LONGEST_PAUSE = 0.1, 1.0  # between two looks
PAUSES = 20  # times as long as the last look took
PATIENCE = 20.0  # seconds for a thread to begin
T = TypeVar("T")


@contextmanager
def with_answer(name: str, answer: Callable[[], object]) -> Iterator[None]:
    """Attach the best answer found to a KeyboardInterrupt of the block, as the attribute `name`."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        setattr(interrupt, name, answer())
        raise


class BackgroundTask(ABC):
    """A cancellable background task with a deadline.  Subclasses implement `_work` and `_cancel`."""

    def __init__(self, limit: Limit | None = None, clock: Callable[[], float] = search_clock.now) -> None:
        """Prepare the work; the seconds of the limit are those of `clock`."""
        self.limit = limit or Limit()
        self._clock = clock
        self.stopped_by: str | None = None  # time, nodes, memory, interrupt
        self._error: BaseException | None = None
        self._began = clock()
        self._ended: float | None = None
        # not join(): Python 3.11 considers a thread whose join is interrupted dead
        self._finished = threading.Event()
        self._begun = threading.Event()
        self._is_started = False

    @abstractmethod
    def _work(self) -> None:
        """Do the work."""

    @abstractmethod
    def _cancel(self) -> None:
        """Make the work return as soon as possible; called from another thread."""

    def _start(self) -> None:
        """Start the work.  Raises MemoryError if its thread has no memory to begin with.

        `threading.Thread.start` waits forever for such a thread.
        """
        self._is_started = True
        if sys.platform == "emscripten":  # no thread can start, so nobody watches the time
            self._run()
            return
        try:
            _thread.start_new_thread(self._run, ())
        except RuntimeError as error:
            self._finished.set()
            raise MemoryError(str(error)) from None
        if not self._begun.wait(PATIENCE):
            self._finished.set()
            raise MemoryError("a thread could not begin")

    def _run(self) -> None:
        if self._finished.is_set():  # given up
            return
        self._begun.set()
        try:
            self._work()
        except BaseException as error:
            self._error = error
        finally:
            self._ended = self._clock()
            self._finished.set()

    def watch(self, look: Callable[[], T]) -> Iterator[T]:
        """Start the work if necessary, and yield `look()` a few times a second until it has ended.

        A look takes time from the work, so a long one is followed by a longer pause.  Leaving the loop, by
        Ctrl-C or otherwise, stops the work.
        """
        pause = POLL_SECONDS
        if not self._is_started:
            self._start()
        try:
            while not self._finished.is_set():
                left = math.inf if self.limit.seconds is None else self.limit.seconds - self.seconds
                self._finished.wait(min(pause, left) if left > 0 else POLL_SECONDS)
                if self.limit.seconds is not None and self.seconds > self.limit.seconds:
                    self.stop("time")
                began = time.monotonic()
                found = look()
                pause = min(max(POLL_SECONDS, PAUSES * (time.monotonic() - began)), LONGEST_PAUSE)
                yield found
        finally:
            self.end()
            if self._error is not None:
                raise self._error

    def run(self) -> None:
        """Run the work to its end, unless it has been started before."""
        if not self._is_started:
            for _ in self.watch(lambda: None):
                pass

    def stop(self, reason: str = "interrupt") -> None:
        """Stop the work as soon as possible and record the reason."""
        self.stopped_by = self.stopped_by or reason
        self._cancel()

    def end(self) -> None:
        """Stop the work, if it is running, and wait until it has ended."""
        if self._is_started and not self._finished.is_set():
            self.stop()
            self._finished.wait()

    def resume(self, limit: Limit) -> None:
        """Prepare to resume the work under a new limit; the time in between does not count."""
        spent, more = self.seconds, limit.seconds
        self.limit = replace(limit, seconds=None if more is None else spent + more)
        self._began, self._ended, self.stopped_by = self._clock() - spent, None, None
        self._finished.clear()
        self._begun.clear()
        self._is_started = False

    @property
    def has_ended(self) -> bool:
        """Return whether the work was started and has ended, for whatever reason."""
        return self._finished.is_set()

    @property
    def seconds(self) -> float:
        """Seconds from the set-up to the end of the work, or until now."""
        return (self._ended or self._clock()) - self._began


class CallInBackground(BackgroundTask):
    """A call of `work`, which `cancel` makes return."""

    def __init__(
        self,
        work: Callable[[], object],
        cancel: Callable[[], object],
        limit: Limit,
        clock: Callable[[], float] = search_clock.now,
    ) -> None:
        super().__init__(limit, clock)
        self._call, self._stop_call = work, cancel

    def _work(self) -> None:
        self._call()

    def _cancel(self) -> None:
        self._stop_call()
