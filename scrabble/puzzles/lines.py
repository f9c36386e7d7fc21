"""Replay a line of moves of a puzzle by the plain rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from scrabble.answer.moves import Step
from scrabble.game.move import IllegalMoveError
from scrabble.game.position import Position
from scrabble.game.unseen import without
from scrabble.lexicon import Lexicon
from scrabble.puzzles.draws import position_after
from scrabble.puzzles.puzzle import Exact


def line_error(position: Position, line: Sequence[Step], spread: Exact, lexicon: Lexicon) -> str | None:
    """Return what is wrong with a line of an endgame, or None; it must end with this final spread."""
    found = line_end(position, line, lexicon)
    if isinstance(found, str):
        return found
    return None if found == Fraction(spread) else f"the line ends at {found}, not {spread}"


def line_end(position: Position, line: Sequence[Step], lexicon: Lexicon, bag: bytes = b"") -> int | str:
    """Return the final spread of a line for the side to move, or what is wrong with the line.

    Each move must be legal, form words of the lexicon and score what is said; the last one must end the game.
    Both sides draw from `bag`, in its order.
    """
    now, left = position, bag
    if bag:
        now = replace(position, rack_codes=(position.rack_codes[0], without(position.unseen, bag)))
    for number, step in enumerate(line, 1):
        if now.is_over:
            return f"the game is over before move {number}, {step.text}"
        try:
            move = now.parse_move(step.text)
            now.check(move)
        except IllegalMoveError as error:
            return f"move {number}, {step.text}: {error}"
        words = [] if move.is_pass else now.new_words(move)
        odd = [word for word in words if word not in lexicon]
        if odd:
            return f"move {number}, {step.text}: {now.alphabet.decode(odd[0])} is not in {lexicon.name}"
        score = now.score(move)
        if score != step.score:
            return f"move {number}, {step.text}: scores {score}, not {step.score}"
        now = position_after(now, move, left) if left else now.play(move)
        left = left[len(move.placed) :]
    if not now.is_over:
        return "the line does not end the game"
    first, second = now.final_scores
    return first - second if len(line) % 2 == 0 else second - first
