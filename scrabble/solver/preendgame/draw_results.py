"""Results of a move of a pre-endgame in each scenario: each content of the bag, or each part of it drawn.

`draw_results` reads the proven bounds of a search.  `draw_lines` solves the endgame after each draw
again, with the endgame search, so that its line is a proof of its own.

`line_bounds` bounds the endgame after one draw from the lines of the board:

    the opponent, to move, may pass to the end     the mover gains at most what they make alone     upper
    the mover may pass to the end                  so does the opponent                             lower

That is theorem T7 of `scrabble/bounds/README.md`.  It takes about 20 ms, so it is for the best move when the
search ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from bstar.chance.interval_sum import IntervalSum
from scrabble.answer.interval import Interval, outcome_interval
from scrabble.answer.moves import Scenario
from scrabble.answer.names import Objective
from scrabble.bounds.line_packing import line_totals
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, without
from scrabble.lexicon import Lexicon
from scrabble.solver.endgame import EndgameSearch
from scrabble.solver.options import SolveOptions
from scrabble.solver.preendgame.moves import CandidateMove

MEMORY = 64 << 20  # bytes, for the endgame after each draw
DRAW_SECONDS = 10.0  # for the endgame after each draw, at most, in an answer

_lines_ready: list[bool] = []  # True once warm_up_lines has run


def draw_lines(
    position: Position,
    lexicon: Lexicon,
    move: Move,
    bag_is_known: bool = False,
    seconds: float | None = None,
) -> Iterator[Scenario]:
    """Solve the endgame after a move with each draw; yield nothing if the move leaves tiles in the bag.

    `seconds` limits each of them.
    """
    unseen, options = UnseenTiles(position, bag_is_known), SolveOptions(seconds=seconds, memory=MEMORY)
    if len(move.placed) < unseen.count:
        return
    for draw in sorted(unseen.draws):
        found = EndgameSearch(after_draw(position, move, draw.tiles, unseen), lexicon, options).result()
        spread = found.spread.negated
        probability = Fraction(draw.weight, unseen.total)
        yield Scenario(
            tiles=position.alphabet.rack_text(draw.tiles),
            probability=probability,
            spread=spread,
            win=outcome_interval(spread),
            line=found.line,
            codes=draw.tiles,
        )


def draws_of_answer(
    position: Position, lexicon: Lexicon, move: Move, options: SolveOptions
) -> list[Scenario]:
    """Return the endgame after the best move with each draw; `options` are those of its search."""
    seconds = min(options.seconds or DRAW_SECONDS, DRAW_SECONDS)
    return list(draw_lines(position, lexicon, move, options.bag_is_known, seconds))


def after_draw(position: Position, move: Move, tiles: bytes, unseen: UnseenTiles) -> Position:
    """Return the endgame after a move that empties the bag of `tiles`, with the opponent to move."""
    after = position.play(move)
    racks = without(unseen.tiles, tiles), bytes(sorted(after.rack_codes[1] + tiles))
    return replace(after, rack_codes=racks, previous=None)


def draw_results(
    candidate: CandidateMove,
    option: IntervalSum,
    objectives: Sequence[Objective],
    total: int,
    text: Callable[[bytes], str],
) -> tuple[Scenario, ...]:
    """Return the proven value of a move in each scenario; () if it is known for all of them only in sum.

    `option` holds the bounds of its terms; `total` is the weight of all draws; `text` writes tiles.
    """
    if candidate.are_sums and candidate.play.is_pass:
        return ()
    found = []
    for number, draw in enumerate(candidate.draws):
        if option.is_built:
            term = option.terms[number]
            lower, upper = term.lower, term.upper
        else:
            lower, upper = candidate.bounds(number)
        scale = draw.weight if candidate.are_sums else 1
        intervals = {}
        for at, objective in enumerate(objectives):
            whole = scale * (2 if objective is Objective.WIN else 1)
            intervals[objective] = Interval(_fraction(lower[at], whole), _fraction(upper[at], whole))
        probability = _fraction(draw.weight, total)
        found.append(
            Scenario(
                tiles=text(draw.tiles),
                probability=probability,
                spread=intervals[Objective.SPREAD],
                win=intervals[Objective.WIN],
                codes=draw.tiles,
            )
        )
    return tuple(sorted(found, key=lambda scenario: scenario.codes))


@lru_cache(maxsize=4096)
def _fraction(part: int, whole: int) -> Fraction:
    """Return a fraction, cached: most draws share a few."""
    return Fraction(part, whole)


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
