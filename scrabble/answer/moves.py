"""Moves of an answer.  They are text, as in JSON: whoever draws one reads it on its position (`replayed`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Struct, field

from scrabble.answer.plain import means
from scrabble.game.move import Move
from scrabble.game.position import Position

PASS = "pass"  # the text of a pass


class Step(Struct, frozen=True):
    """A move of a line."""

    text: Annotated[str, means("the move")] = field(name="move")
    score: Annotated[int, means("its points")] = 0

    @property
    def is_play(self) -> bool:
        """Return whether tiles are played: whether it is neither a pass nor an exchange."""
        return is_play(self.text)

    def __repr__(self) -> str:
        return f"<{self.text} {self.score}>"


A_PASS = Step(PASS)


def is_play(text: str) -> bool:
    """Return whether a move plays tiles."""
    return text != PASS and not text.startswith("exchange")


def replayed(position: Position, line: Iterable[Step]) -> Iterator[tuple[Position, Move]]:
    """Yield each move of a line with the position before it.  Raises IllegalMoveError."""
    for step in line:
        move = position.parse_move(step.text)
        yield position, move
        position = position.play(move)


def played_out(position: Position, line: Iterable[Step]) -> Position:
    """Return the position at the end of a line."""
    for step in line:
        position = position.play(position.parse_move(step.text))
    return position
