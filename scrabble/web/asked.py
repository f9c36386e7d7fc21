"""A request of a page, its parts checked as they are taken.

Whatever is wrong with one is a RequestError that says what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrabble.web.session import Session
    from scrabble.web.sessions import Sessions
    from scrabble.web.terms import Terms

Given = Mapping[str, Any]
MOST_SECONDS, MOST_THREADS, MOST_MOVES, MOST_LINES = 86_400.0, 64, 100, 200


class RequestError(ValueError):
    """A request that cannot be answered."""


class Asked:
    """A request, its parts checked as they are taken."""

    def __init__(self, sessions: Callable[[], Sessions], terms: Terms, given: Given) -> None:
        self._sessions, self.terms, self._given = sessions, terms, given

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        value = self._given.get(name, default)
        if not isinstance(value, str):
            raise RequestError(f"expected a text as {name!r}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; none if it is not given."""
        value = self._given.get(name, [])
        is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
        if not is_list or len(value) > MOST_MOVES:
            raise RequestError(f"expected a list of at most {MOST_MOVES} texts as {name!r}")
        return tuple(value)

    @property
    def serial(self) -> int | None:
        """Which position is asked about; None: the present one."""
        value = self._given.get("serial")
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise RequestError("expected a whole number as 'serial'")
        return value

    def is_set(self, name: str) -> bool:
        """Is this said to be so?"""
        value = self._given.get(name, False)
        if not isinstance(value, bool):
            raise RequestError(f"expected true or false as {name!r}")
        return value

    @property
    def trees(self) -> list[tuple[str, list[tuple[str, ...]]]]:
        """Where somebody has been: positions in CGP, the present one first, with the steps to each place."""
        others = self._given.get("others", [])
        if not isinstance(others, list) or not all(isinstance(each, dict) for each in others):
            raise RequestError("expected a list of objects as 'others'")
        given: list[Mapping[str, Any]] = [self._given, *others]
        if sum(len(_lines_of(each)) for each in given) > MOST_LINES:
            raise RequestError(f"expected at most {MOST_LINES} 'lines' in all")
        texts = [each.get("cgp") for each in given]
        if not all(isinstance(text, str) for text in texts):
            raise RequestError("expected a text as 'cgp'")
        return [(str(text), _lines_of(each)) for text, each in zip(texts, given, strict=True)]

    @property
    def seconds(self) -> float | None:
        """How long to search; None: no limit."""
        value = self._given.get("seconds", self.terms.seconds)
        if value is None:
            return None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 < value <= MOST_SECONDS:
            raise RequestError(f"expected a number of seconds, more than 0 and at most {MOST_SECONDS:.0f}")
        return float(value)

    @property
    def threads(self) -> int:
        """How many threads are to search."""
        value = self._given.get("threads", self.terms.threads)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_THREADS:
            raise RequestError(f"expected a number of threads, 1 to {MOST_THREADS}")
        return value

    @property
    def session(self) -> Session:
        """The session of the page that asks."""
        found = self._sessions().find(self.text("page"))
        if found is None:
            raise RequestError("this page is not connected any more: load it again")
        return found


def _lines_of(given: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The steps that lead to each place that was looked at."""
    value = given.get("lines", [])
    is_right = isinstance(value, list) and all(
        isinstance(line, list) and all(isinstance(each, str) for each in line) for line in value
    )
    if not is_right or any(len(line) > MOST_MOVES for line in value):
        raise RequestError(f"expected lists of at most {MOST_MOVES} moves as 'lines'")
    return [tuple(line) for line in value]
