"""Check the lines of a puzzle by the plain rules: moves, words, scores, and the spread at the end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scrabble.game.move import IllegalMoveError
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.puzzles.puzzle import Exact
from scrabble.solver.schema import StepData


def line_error(position: Position, line: Sequence[StepData], spread: Exact, lexicon: Lexicon) -> str | None:
    """Return what is wrong with a line of an endgame, or None.

    Each move must be legal, form words of the lexicon and score what is said; the last one must end the game,
    with this final spread for the side to move.
    """
    now = position
    for number, step in enumerate(line, 1):
        if now.is_over:
            return f"the game is over before move {number}, {step.move}"
        try:
            move = now.parse_move(step.move)
            now.check(move)
        except IllegalMoveError as error:
            return f"move {number}, {step.move}: {error}"
        words = [] if move.is_pass else now.new_words(move)
        odd = [word for word in words if word not in lexicon]
        if odd:
            return f"move {number}, {step.move}: {now.alphabet.decode(odd[0])} is not in {lexicon.name}"
        score = now.score(move)
        if score != step.score:
            return f"move {number}, {step.move}: scores {score}, not {step.score}"
        now = now.play(move)
    if not now.is_over:
        return "the line does not end the game"
    first, second = now.final_scores
    found = first - second if len(line) % 2 == 0 else second - first
    return None if found == Fraction(spread) else f"the line ends at {found}, not {spread}"
