"""The pages that are open: each has a session as long as its stream of events is read.

Pages share the machine as threads do, each search being one: nobody waits for another to end.  There is a
bound on how many there are; the memory of a search is that of the command's `--memory`, touched as needed.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable

from scrabble.web.session import Session

MOST_PAGES = 12


class TooManyPagesError(ValueError):
    """There is no room for another page."""


class Sessions:
    """The sessions by the names of their pages."""

    def __init__(self, memory: int, warm: Callable[[], None]) -> None:
        self._memory, self._warm = memory, warm
        self._open: dict[str, Session] = {}
        self._lock = threading.Lock()

    def begin(self, show: Callable[[], None]) -> tuple[str, Session]:
        """A session for a page that has just been opened, and its name.  Raises TooManyPagesError."""
        with self._lock:
            if len(self._open) >= MOST_PAGES:
                raise TooManyPagesError(f"{MOST_PAGES} pages are open: close one of them first")
            name = secrets.token_urlsafe(12)
            self._open[name] = Session(self._memory, show, self._warm)
            return name, self._open[name]

    def find(self, name: str) -> Session | None:
        """The session of a page, None if it has none any more."""
        return self._open.get(name)

    def end(self, name: str) -> None:
        """End the session of a page that has been closed."""
        with self._lock:
            session = self._open.pop(name, None)
        if session is not None:
            session.close()

    def end_all(self) -> None:
        """End all searching."""
        for name in list(self._open):
            self.end(name)

    def __len__(self) -> int:
        return len(self._open)
