"""Categories of endgames; a position may be in several.

blank      a blank is on a rack
stuck      a tile on some rack is in no play of its side on this board
one-sided  one side has plays, the other has none at all
close      the scores so far differ by 20 points at most
full       both racks are full, seven tiles each
"""

from __future__ import annotations

from enum import StrEnum

from scrabble.game.position import Position
from scrabble.selfplay.best_play import MoveFinder

CLOSE = 20  # points: about the value of an endgame to the player on turn


class Category(StrEnum):
    """A category of endgames, by its name on the command line."""

    BLANK = "blank"
    STUCK = "stuck"
    ONE_SIDED = "one-sided"
    CLOSE = "close"
    FULL = "full"


def categories(position: Position, finder: MoveFinder) -> tuple[Category, ...]:
    """Return the categories of an endgame, in the order of their definition."""
    looks = [finder.look(position, side) for side in range(2)]
    first, second = position.scores
    found = {
        Category.BLANK: any(0 in rack for rack in position.rack_codes),
        Category.STUCK: any(
            set(rack) != set(look.playable) for rack, look in zip(position.rack_codes, looks, strict=True)
        ),
        Category.ONE_SIDED: (looks[0].plays > 0) != (looks[1].plays > 0),
        Category.CLOSE: abs(first - second) <= CLOSE,
        Category.FULL: all(len(rack) == position.rules.rack_size for rack in position.rack_codes),
    }
    return tuple(category for category in Category if found[category])
