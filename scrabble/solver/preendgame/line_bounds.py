"""What a play that empties the bag is worth with a draw, as far as the lines of the board tell.

    the opponent, on turn, may pass on     so the mover gets at most what he makes alone        the most
    the mover may                          so the opponent does                                 the least

(bounds/README.md, T7.)  Some 20 ms each: for the move that is named when time is up, not for all.
"""

from __future__ import annotations

from dataclasses import replace

from scrabble.bounds.line_sums import line_totals
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import Lexicon
from scrabble.solver.preendgame.solution import after_draw

_ready: list[bool] = []  # True once warm_up has run


def spread_bounds(
    unseen: UnseenTiles, lexicon: Lexicon, move: Move, tiles: bytes, limits: tuple[int, int]
) -> tuple[int, int]:
    """Return what the final spread is at least and at most for who makes the move and draws these tiles, and
    `limits` where there are too many words to look at."""
    endgame = after_draw(unseen.position, move, tiles, unseen)
    ahead = endgame.scores[1] - endgame.scores[0]
    theirs, mine = (_alone(each, lexicon) for each in (endgame, endgame.play(PASS)))
    least, most = limits
    return least if theirs is None else ahead - theirs, most if mine is None else ahead + mine


def warm_up(position: Position, lexicon: Lexicon) -> None:
    """Compile what looks at the lines, or load it; once in a process."""
    if not _ready:
        tile = position.racks[0][:1]
        line_totals(replace(position, racks=(tile, tile), previous=None), lexicon)
        _ready.append(True)


def _alone(position: Position, lexicon: Lexicon) -> int | None:
    """What the side on turn makes at most while the other one passes."""
    totals = None if position.is_over else line_totals(position, lexicon)
    return None if totals is None else totals.most
