"""The endgame after a move that empties the bag, with each draw.

`draw_lines` solves it again, with the endgame search, so that its line is a proof of its own.

`line_bounds` bounds it, after one draw, from the lines of the board:

    the opponent, to move, may pass to the end     the mover gains at most what they make alone     upper
    the mover may pass to the end                  so does the opponent                             lower

That is theorem T7 of `scrabble/bounds/README.md`.  It takes about 20 ms, so it is for the best move when the
search ends.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from scrabble.answer.interval import outcome_interval
from scrabble.answer.moves import Scenario
from scrabble.bounds.line_packing import line_totals
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, without
from scrabble.lexicon import Lexicon
from scrabble.solver.endgame import EndgameSearch
from scrabble.solver.options import SolveOptions

MEMORY = 64 << 20  # bytes, for the endgame after each draw
DRAW_SECONDS = 10.0  # for the endgame after each draw, at most, in an answer

_lines_ready: list[bool] = []  # True once warm_up_lines has run


def draw_lines(position: Position, lexicon: Lexicon, move: Move, options: SolveOptions) -> list[Scenario]:
    """Solve the endgame after the best move with each draw; return [] if the move leaves tiles in the bag.

    `options` are those of the search that has found the move.
    """
    unseen = UnseenTiles(position, options.bag_is_known)
    seconds = min(options.seconds or DRAW_SECONDS, DRAW_SECONDS)
    if len(move.placed) < unseen.count:
        return []
    scenarios = []
    for draw in sorted(unseen.draws):
        endgame = after_draw(position, move, draw.tiles, unseen)
        found = EndgameSearch(endgame, lexicon, SolveOptions(seconds=seconds, memory=MEMORY)).result()
        spread = found.spread.negated
        scenarios.append(
            Scenario(
                tiles=position.alphabet.rack_text(draw.tiles),
                probability=Fraction(draw.weight, unseen.total),
                spread=spread,
                win=outcome_interval(spread),
                line=found.line,
                codes=draw.tiles,
            )
        )
    return scenarios


def after_draw(position: Position, move: Move, tiles: bytes, unseen: UnseenTiles) -> Position:
    """Return the endgame after a move that empties the bag of `tiles`, with the opponent to move."""
    after = position.play(move)
    racks = without(unseen.tiles, tiles), bytes(sorted(after.rack_codes[1] + tiles))
    return replace(after, rack_codes=racks, previous=None)


def line_bounds(
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


def warm_up_lines(position: Position, lexicon: Lexicon) -> None:
    """Compile or load the kernels for lines, once per process."""
    if not _lines_ready:
        tile = position.rack_codes[0][:1]
        line_totals(replace(position, rack_codes=(tile, tile), previous=None), lexicon)
        _lines_ready.append(True)


def _alone(position: Position, lexicon: Lexicon) -> int | None:
    """Return the most the side to move can make while the opponent passes."""
    return None if position.is_over else line_totals(position, lexicon)
