"""The clock of searches, which stands still while kernels are compiled or loaded.

So a limit of time is for the search alone, whatever has to be compiled in the middle of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """Seconds that pass while no block of `stopped` runs, in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._blocks, self._stopped_at = 0, 0.0  # running now; when the first of them began
        self._left_out = 0.0

    def now(self) -> float:
        """Return the seconds since some fixed moment."""
        with self._lock:
            return (self._stopped_at if self._blocks else time.monotonic()) - self._left_out

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Let no time pass during the block."""
        with self._lock:
            if self._blocks == 0:
                self._stopped_at = time.monotonic()
            self._blocks += 1
        try:
            yield
        finally:
            with self._lock:
                self._blocks -= 1
                if self._blocks == 0:
                    self._left_out += time.monotonic() - self._stopped_at


search_clock = Clock()
