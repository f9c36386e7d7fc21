"""One turn of a recorded game, with the position before it: what an analysis of the game needs to know."""

from __future__ import annotations

from dataclasses import dataclass

from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.gcg.record import Event


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: a play, a pass or an exchange, and what became of it."""

    number: int  # 1, 2, ...
    event: Event  # as recorded: rack, move, score, total, line
    position: Position  # before the turn; the player first, scores as recorded
    move: Move | None  # None = an exchange
    score: int  # by the rules, before a phony is taken back
    total: int  # the player's recorded scores up to here, with `bonus`, without what was taken back
    bag: int  # tiles in the bag before the turn
    held: tuple[int, int]  # tiles on each rack before the turn, the player first
    used: bytes | None  # tiles that leave the rack for good, sorted; None = not known which
    drawn: int  # how many tiles are drawn
    bonus: int = 0  # points for a challenge that failed
    is_taken_back: bool = False  # a phony, challenged off the board
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Turn {self.number}: {self.event.move} {self.score:+}>"

    @property
    def player(self) -> int:
        """Who is on turn: 0 or 1."""
        return self.event.player

    @property
    def missing(self) -> tuple[int, int]:
        """How many tiles of each rack are not known, the player first."""
        return missing_of(self.held, self.position)


def missing_of(held: tuple[int, int], position: Position) -> tuple[int, int]:
    """How many tiles of each rack are not known of those that are held, the player on turn first."""
    mine, theirs = (size - len(rack) for size, rack in zip(held, position.racks, strict=True))
    return max(0, mine), max(0, theirs)


def missing_text(missing: tuple[int, int]) -> str:
    """Why a position cannot be searched whose racks are not known in full; empty if they are."""
    count = missing[0] or missing[1]
    return f"{count} tile{'s' if count > 1 else ''} of the rack cannot be known" if count else ""
