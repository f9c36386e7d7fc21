"""The decisions of B* at the root, with moves as text.

    DISPROVEREST  12D R(E)IC  worth 8?  no: at most 5        null-window tests: proven intervals
    PROVEBEST     13D FOX     its turn  8D WORD +3 to +9     descents in Maven's way: believed intervals

All intervals are bounds of the value: points of future spread for the side to move.
"""

from __future__ import annotations

from typing import NamedTuple

from scrabble.answer.interval import Interval


class MavenRound(NamedTuple):
    """One round of Maven: its choice, the believed interval of that move, and the expansions to date."""

    number: int
    widened: int  # points at both ends of every believed interval
    text: str
    pessimistic: int
    optimistic: int
    expansions: int
    is_new: bool  # another move than in the round before


class MoveInterval(NamedTuple):
    """A move and the bounds of its value: proven, or believed by Maven."""

    text: str
    bounds: Interval


class Decision(NamedTuple):
    """One step of B* at the root: the strategy, its move and reason, and the intervals that changed."""

    strategy: str  # PROVEBEST, DISPROVEREST
    reason: str
    text: str
    goal: int | None  # the value that the test compares the move with; None with Maven
    expansions: int  # before it
    changes: list[MoveInterval]

    def __repr__(self) -> str:
        return (
            f"<Decision {self.strategy or 'start'} {self.text or self.reason}, {len(self.changes)} changes>"
        )
