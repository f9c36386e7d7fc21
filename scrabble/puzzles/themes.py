"""Themes of a puzzle, and the reasons in sentences: from the explanation of the solution.

Each theme is a fact about the solution, its line and the lists of legal plays:

    goes out at once, in two, ...   the side to move plays its last tile in the line, with this many plays
    blocks an out-play              the opponent could go out now, and cannot after the solution
    blocks the best play            the opponent's best play is gone, and what is left scores less
    keeps a tile from being played  a tile of the opponent has a play now, none after the solution, and is
                                    left on the rack in the line
    sets up a play                  the next play of the line is not legal now, and is after the solution
    saves a spot                    the next play of the line is legal now and scores at least as much
    passes                          the solution is a pass
    gets rid of a costly tile       a tile of 4 points or more is left on the rack after another plausible
                                    move, and is not left in the line
    plays from a blank              the solution lays a blank
    gives up points                 the highest-scoring play scores at least 10 points more
    depends on the draw             with tiles in the bag: the solution wins with some contents of it only
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace as with_fields

from scrabble.analysis.evaluator import PositionEvaluator, turn_of_best
from scrabble.analysis.explain.explain import ABOUT_BEST, ExplanationContext, placed
from scrabble.answer.interval import exactly
from scrabble.answer.moves import A_PASS, Step, played_out
from scrabble.answer.reasons import Blocks, GoesOut, Reason, SetsUp, Sticks
from scrabble.answer.solution import Solution
from scrabble.english import capitalized
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.puzzles.puzzle import Theme

NAMES = ("the player to move", "the opponent")
GIVEN_UP = 10  # points less than the highest-scoring play
GOES_OUT = {1: Theme.OUT_IN_ONE, 2: Theme.OUT_IN_TWO}  # by the number of plays
COSTLY = 4  # points of a tile


def themes_and_reasons(
    solution: Solution,
    lines: Mapping[Move, Sequence[Step]],
    values: Mapping[Move, int],
    evaluator: PositionEvaluator,
) -> tuple[list[Theme], list[str]]:
    """Return the themes of a solved endgame with one best move, and why that move is best.

    `lines` and `values` are best play and value of other moves; each line has its move first.
    """
    context = _context(solution, lines, values, evaluator)
    reasons = [reason for rule in ABOUT_BEST for reason in rule(context)]
    themes = {*_of_reasons(reasons), *_of_moves(context)}
    if _unloads(context.position, context.choice.line, lines.values()):
        themes.add(Theme.UNLOADS)
    if Theme.BLOCKS_OUT_PLAY in themes:
        themes.discard(Theme.BLOCKS)
    return [theme for theme in Theme if theme in themes], [capitalized(reason.text) for reason in reasons]


def _context(
    solution: Solution,
    lines: Mapping[Move, Sequence[Step]],
    values: Mapping[Move, int],
    evaluator: PositionEvaluator,
) -> ExplanationContext:
    """Return the context of the rules, as if the solution had been played."""
    known = {move: exactly(value) for move, value in values.items()}
    turn = turn_of_best(solution, evaluator.lexicon, NAMES, known)
    by_text = {solution.position.move_text(move): tuple(line) for move, line in lines.items()}
    moves = tuple(with_fields(each, line=by_text.get(each.text, each.line)) for each in turn.found.moves)
    answers = {each.text: each.line[1:] for each in moves if each.text in by_text}
    turn = with_fields(turn, evaluation=with_fields(turn.found, moves=moves))
    return ExplanationContext(turn, evaluator, NAMES, answers)


def _of_reasons(reasons: Sequence[Reason]) -> Iterator[Theme]:
    for reason in reasons:
        match reason.facts:
            case Blocks():
                yield Theme.BLOCKS
            case SetsUp():
                yield Theme.SETS_UP
            case GoesOut("me", plays):
                yield GOES_OUT.get(plays, Theme.OUT_IN_THREE)
            case Sticks(was_playable=True):
                yield Theme.STICKS


def _of_moves(context: ExplanationContext) -> Iterator[Theme]:
    """Yield the themes that follow from the solution, its line and the lists of plays."""
    position, line = context.position, context.choice.line
    move, plays = context.moves[0], context.evaluator.plays(position)
    tiles = len(position.rack_codes[1])
    if move.is_pass:
        yield Theme.PASSES
    is_blocking = not move.is_pass and not context.after_best.is_over
    if is_blocking and _has_out_play(context.threats, tiles) and not _has_out_play(context.replies, tiles):
        yield Theme.BLOCKS_OUT_PLAY
    if any(code & BLANK for _, _, code in move.placed):
        yield Theme.BLANK
    if max(plays.values(), default=0) - line[0].score >= GIVEN_UP:
        yield Theme.LOW_SCORE
    if len(line) > 2 and not move.is_pass and line[2] != A_PASS and line[2].score >= line[0].score:
        now = {placed(play): score for play, score in plays.items()}
        if now.get(placed(context.moves[2]), -1) >= line[0].score:
            yield Theme.SAVES_SPOT


def _unloads(position: Position, best: Sequence[Step], others: Iterable[Sequence[Step]]) -> bool:
    """Return whether a costly tile stays on the rack in one of the other lines, but not in the best one."""
    kept = _left(position, best)
    stuck = {code for line in others for code in (_left(position, line) - kept)}
    return any(position.alphabet.value([code]) >= COSTLY for code in stuck)


def _left(position: Position, line: Sequence[Step]) -> Counter[int]:
    """Return the tiles that the side to move has left at the end of a line."""
    end = played_out(position, line)
    return Counter(end.rack_codes[len(line) % 2])


def _has_out_play(plays: Mapping[Move, int], tiles: int) -> bool:
    """Return whether one of the plays lays all tiles of a rack."""
    return any(len(play.placed) == tiles for play in plays)
