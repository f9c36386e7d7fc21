"""The decisions of B* at the root, with moves as text.

    DISPROVEREST  12D R(E)IC  worth 8?  no: at most 5        null-window tests: proven intervals
    PROVEBEST     13D FOX     its turn  8D WORD +3 to +9     descents in Maven's way: believed intervals

All intervals are bounds of the value: points of future spread for the side to move.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from scrabble.answer.interval import Interval
from scrabble.answer.plain import means


class MavenRound(Struct, frozen=True):
    """One round of Maven: its choice and the believed interval of that move."""

    number: Annotated[int, means("its number")] = field(name="round")
    widened: Annotated[int, means("points by which every believed interval is wider at both ends")]
    text: Annotated[str, means("the choice")] = field(name="move")
    pessimistic: Annotated[int, means("the believed interval of its value")]
    optimistic: Annotated[int, means("the same")]
    expansions: Annotated[int, means("since the start")]
    is_new: Annotated[bool, means("whether the round before had another choice")] = field(name="changed")


class Belief(Struct, frozen=True):
    """The interval that Maven believes of a move."""

    text: Annotated[str, means("the move")] = field(name="move")
    pessimistic: Annotated[int, means("points of future spread")]
    realistic: Annotated[int, means("points of future spread")]
    optimistic: Annotated[int, means("points of future spread")]


class MoveInterval(Struct, frozen=True):
    """A move and the bounds of its value: proven, or believed by Maven."""

    text: Annotated[str, means("the move")] = field(name="move")
    bounds: Annotated[Interval, means("the bounds of its value")]


class Decision(Struct, frozen=True):
    """One step of B* at the root: the strategy, its move and reason, and the intervals that changed.

    The first one has the intervals of all moves at the start.
    """

    strategy: Annotated[str, means("PROVEBEST or DISPROVEREST; empty for the start")]
    reason: Annotated[str, means("why it was taken")]
    text: Annotated[str, means("the move it is about")] = field(name="move")
    goal: Annotated[int | None, means("the value to reach; null with Maven")]
    expansions: Annotated[int, means("before it")]
    changes: Annotated[list[MoveInterval], means("the intervals that changed")]

    def __repr__(self) -> str:
        return (
            f"<Decision {self.strategy or 'start'} {self.text or self.reason}, {len(self.changes)} changes>"
        )
