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
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace as with_fields

from scrabble.analysis.evaluator import PositionEvaluator, turn_of_best
from scrabble.analysis.explain.explain import ABOUT_BEST, ExplanationContext, placed
from scrabble.answer.interval import exactly
from scrabble.answer.moves import A_PASS, Step, played_out
from scrabble.answer.reasons import Avoids, Blocks, GoesOut, Reason, SetsUp, Sticks
from scrabble.answer.solution import Solution
from scrabble.english import capitalized, join_words
from scrabble.game.move import Move, move_text
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.puzzles.puzzle import Theme

NAMES = ("you", "the opponent")
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
    told = dict.fromkeys(_of_reasons(reasons), "")  # the sentence of a theme that no reason tells
    told |= dict(_of_moves(context, lines))
    if Theme.BLOCKS_OUT_PLAY in told:
        told.pop(Theme.BLOCKS, None)
    if Theme.UNLOADS in told and any(isinstance(reason.facts, Avoids) for reason in reasons):
        told[Theme.UNLOADS] = ""
    themes = [theme for theme in Theme if theme in told]
    sentences = [reason.text for reason in reasons] + [told[theme] for theme in themes if told[theme]]
    return themes, [capitalized(sentence) for sentence in sentences]


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


def _of_moves(
    context: ExplanationContext, others: Mapping[Move, Sequence[Step]]
) -> Iterator[tuple[Theme, str]]:
    """Yield the themes that follow from the solution, its line and the lists of plays, with sentences.

    A pass has a reason of its own, and no sentence here.
    """
    position, line = context.position, context.choice.line
    move, plays = context.moves[0], context.evaluator.plays(position)
    if move.is_pass:
        yield Theme.PASSES, ""
    if blocked := _blocked_out_play(context):
        yield Theme.BLOCKS_OUT_PLAY, f"Takes away the opponent's plays that go out, such as {blocked}."
    if blanks := [code for _, _, code in move.placed if code & BLANK]:
        letters = join_words([context.text([code & ~BLANK]) for code in blanks])
        yield Theme.BLANK, f"Plays the blank{'s' * (len(blanks) > 1)} as {letters}."
    highest = max(plays, key=lambda play: plays[play], default=move)
    if (given_up := plays.get(highest, 0) - line[0].score) >= GIVEN_UP:
        text = f"{position.move_text(highest)} for {plays[highest]}"
        yield Theme.LOW_SCORE, f"Scores {given_up} points less than the highest-scoring play, {text}."
    if _saves_spot(context, plays):
        yield Theme.SAVES_SPOT, f"Can keep {line[2].text} for {line[2].score} until the next turn."
    if tile := _unloaded(position, line, others):
        left, other = tile
        yield Theme.UNLOADS, f"Gets rid of {left}, which stays on the rack after {other}."


def _blocked_out_play(context: ExplanationContext) -> str:
    """Return the best play with which the opponent could go out now, if none is left after the solution."""
    if context.moves[0].is_pass or context.after_best.is_over:
        return ""
    tiles = len(context.position.rack_codes[1])
    out = {play: score for play, score in context.threats.items() if len(play.placed) == tiles}
    if not out or any(len(play.placed) == tiles for play in context.replies):
        return ""
    best = max(out, key=lambda play: out[play])
    return f"{move_text(best, context.position)} for {out[best]}"


def _saves_spot(context: ExplanationContext, plays: Mapping[Move, int]) -> bool:
    """Return whether the next play of the line is legal now and scores at least as much as the solution."""
    line = context.choice.line
    if len(line) <= 2 or context.moves[0].is_pass or line[2] == A_PASS or line[2].score < line[0].score:
        return False
    now = {placed(play): score for play, score in plays.items()}
    return now.get(placed(context.moves[2]), -1) >= line[0].score


def _unloaded(
    position: Position, best: Sequence[Step], others: Mapping[Move, Sequence[Step]]
) -> tuple[str, str] | None:
    """Return a costly tile that is left at the end of another line and not of the best one, and that move."""
    kept = _left(position, best)
    for line in others.values():
        for code in sorted(_left(position, line) - kept):
            if position.alphabet.value([code]) >= COSTLY:
                return position.alphabet.rack_text([code]), line[0].text
    return None


def _left(position: Position, line: Sequence[Step]) -> Counter[int]:
    """Return the tiles that the side to move has left at the end of a line."""
    end = played_out(position, line)
    return Counter(end.rack_codes[len(line) % 2])
