"""A claim: one sentence about a move, with the facts that it rests on.

Every kind of claim says something that can be checked against the search or the list of legal plays; the
facts hold what a check needs, moves as text.  `explain` makes claims, nothing else does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence and its facts."""

    kind: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text
