"""What a page wishes to be explored, and what it has been told."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.web.known import Rows


class Wish(NamedTuple):
    """A position to be explored."""

    home: Position
    moves: tuple[str, ...]  # that lead to it
    position: Position
    lexicon: Lexicon
    seconds: float | None
    threads: int


class Stoppable(Protocol):
    """A search under way."""

    def stop(self) -> None:
        """Let it leave."""


class Seen(NamedTuple):
    """What a page has been told."""

    serial: int
    rows: Rows


NOTHING_SEEN = Seen(0, {})
