"""What each draw brings after a move that empties the bag: how it ends, and the line of best play.

Each draw is solved once more as the endgame it is, by the search for endgames, so the line is a proof of its
own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from bstar.wishes import Limit
from scrabble.endgame.search import solve
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.step import Step
from scrabble.game.unseen import Unseen, without
from scrabble.lexicon import Lexicon

MEMORY = 64 << 20  # bytes for each


class DrawLine(NamedTuple):
    """One draw: what it is, how often it comes up, and how the game goes on."""

    tiles: bytes
    share: Fraction
    spread: int | None  # at the end, for who moved; None: not found within the limit
    line: tuple[Step, ...]  # after the move, the reply that decides first


def draw_lines(
    position: Position, lexicon: Lexicon, move: Move, is_seen: bool = False, seconds: float | None = None
) -> Iterator[DrawLine]:
    """Solve the endgame after a move with each draw; nothing for a move that leaves tiles in the bag."""
    unseen = Unseen(position, is_seen)
    if len(move.placed) < unseen.count:
        return
    for draw in unseen.draws:
        endgame = after_draw(position, move, draw.tiles, unseen)
        found = solve(endgame, lexicon, limit=Limit(seconds), memory=MEMORY)
        ahead = endgame.scores[1] - endgame.scores[0]
        spread = None if found.value is None else ahead - found.value
        yield DrawLine(draw.tiles, Fraction(draw.weight, unseen.total), spread, tuple(found.line))


def after_draw(position: Position, move: Move, tiles: bytes, unseen: Unseen) -> Position:
    """The endgame after a move that empties the bag, which held these tiles; the opponent is on turn."""
    after = position.play(move)
    racks = without(unseen.tiles, tiles), bytes(sorted(after.racks[1] + tiles))
    return replace(after, racks=racks, previous=None)
