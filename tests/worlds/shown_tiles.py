"""A game in which the opponent played a phony, challenged off, with the last tile in the bag.

Alpha holds AADNRST, beta BEENOR? and the bag M.  Without a look at beta's rack C9 (R)ATANS wins most often,
with 3 of 8 draws.  A phony that showed all of it makes I9 DRA(W)S and H11 R(A)TAN draws, and C9 (R)ATANS a
loss; which of the two is named as the best move is left to the search.
"""

from __future__ import annotations

from scrabble.records.record import Event, GameRecord, Pragma
from tests.worlds.scrabble_games import ending, game

NAME, LINE = "g0018", 23  # the line of turn 19; then beta is to move
MINE, THEIRS = "AADNRST", "BEENOR?"
WHOLE, PART = "13C REdBOEN", "13E dBONE"  # phonies of beta: seven tiles, five tiles
OFTENEST, DRAWING = "C9 .ATANS", "I9 DRA.S"  # plays of alpha
DRAWS = ("I9 DRA(W)S", "H11 R(A)TAN")


def taken_back(player: int, rack: str, text: str) -> list[Event]:
    """The events of a phony that is challenged off."""
    return [Event(player, rack, text), Event(player, rack, "--")]


def with_shown(phony: str = WHOLE, played: str | None = OFTENEST, rack: str = THEIRS) -> GameRecord:
    """The record up to a phony of beta, challenged off, and the move that alpha made then.

    Without a move the record breaks off, with alpha's rack.
    """
    last = [Event(0, MINE, played)] if played is not None else [Pragma("rack1", MINE)]
    return ending(game(NAME), LINE, *taken_back(1, rack, phony), *last)
