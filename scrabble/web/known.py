"""What is known of a position at one moment: facts and rows that belong together.

A worker replaces the whole at once, while other threads read it: what they see is of one moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

Rows: TypeAlias = Mapping[str, list[Any]]  # move -> its row; an exploration says what is in it


class Known(NamedTuple):
    """The facts of the answer, and a row a move; neither is changed once it is here."""

    facts: Mapping[str, Any]
    rows: Rows

    @property
    def is_proven(self) -> bool:
        """Is the best move known to be best?"""
        return self.facts.get("status") == "proven"


NOTHING_KNOWN = Known({}, {})
