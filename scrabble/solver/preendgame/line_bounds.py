"""Bounds of a play that empties the bag, for one draw, from the lines of the board.

    the opponent, to move, may pass to the end     the mover gains at most what they make alone     upper
    the mover may pass to the end                  so does the opponent                             lower

Theorem T7 of `scrabble/bounds/README.md`.  About 20 ms each, so only for the best move when the search ends.
"""

from __future__ import annotations

from dataclasses import replace

from scrabble.bounds.line_packing import line_totals
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles
from scrabble.lexicon import Lexicon
from scrabble.solver.preendgame.scenario_results import after_draw

_ready: list[bool] = []  # True once warm_up has run


def spread_bounds(
    unseen: UnseenTiles, lexicon: Lexicon, move: Move, tiles: bytes, limits: tuple[int, int]
) -> tuple[int, int]:
    """Return bounds of the final spread for the player who makes the move and draws these tiles.

    `limits` are the bounds where there are too many words to look at.
    """
    endgame = after_draw(unseen.position, move, tiles, unseen)
    ahead = endgame.scores[1] - endgame.scores[0]
    theirs, mine = (_alone(each, lexicon) for each in (endgame, endgame.play(PASS)))
    least, most = limits
    return least if theirs is None else ahead - theirs, most if mine is None else ahead + mine


def warm_up(position: Position, lexicon: Lexicon) -> None:
    """Compile or load the kernels for lines, once per process."""
    if not _ready:
        tile = position.rack_codes[0][:1]
        line_totals(replace(position, rack_codes=(tile, tile), previous=None), lexicon)
        _ready.append(True)


def _alone(position: Position, lexicon: Lexicon) -> int | None:
    """Return the most the side to move can make while the opponent passes."""
    totals = None if position.is_over else line_totals(position, lexicon)
    return None if totals is None else totals.most
