"""Positions, moves and lines as plain data, as the pages draw them (board.js, line.js).

tile      [letter, points]; a blank has None in place of points, and on a rack the letter "?"
placed    [[row, column, letter, points], ...]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from scrabble.answer.moves import Step, replayed
from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK, in_order
from scrabble.wording.lines import step_text

Tile = list[Any]


class LineStep(Struct, omit_defaults=True):
    """A move of a line; racks and scores begin with the side to move before the line."""

    move: str
    text: str  # with its points, in a list
    made: str  # the same in a sentence
    placed: list[Tile]
    scores: list[int]  # after it; none where they are not known
    racks: list[list[Tile]] | None = None  # before it; before the first move those of the position
    score_texts: tuple[str, ...] = ()  # after it: the side to move first, and the other one first
    breaks_off: bool = False  # nothing was searched after it


def tile(position: Position, code: int) -> Tile:
    """Return letter and points of a tile."""
    is_blank = bool(code & BLANK) or not code
    return [position.alphabet.letter_of(code), None if is_blank else position.alphabet.value_of(code)]


def rack(position: Position, codes: bytes) -> list[Tile]:
    """Return the tiles of a rack."""
    return [tile(position, code) for code in in_order(codes)]


def racks(position: Position) -> list[list[Tile]]:
    """Return the racks, that of the side to move first."""
    return [rack(position, codes) for codes in position.rack_codes]


def on_board(position: Position) -> list[Tile]:
    """Return the tiles on the board."""
    squares = zip(*(axis.tolist() for axis in position.squares.nonzero()), strict=True)
    return [[row, col, *tile(position, int(position.squares[row, col]))] for row, col in squares]


def placed_by(position: Position, move: Move | None) -> list[Tile]:
    """Return the tiles that a move lays."""
    return [[row, col, *tile(position, code)] for row, col, code in (move.placed if move else [])]


def line_steps(position: Position, line: Sequence[Step], bag: str | None = None) -> list[LineStep]:
    """Return the steps of a line; `bag` is what both sides draw, in its order, where that is known."""
    scores, found, is_scored = list(position.scores), list[LineStep](), cgp.has_scores(position)
    for at, (step, (before, move)) in enumerate(zip(line, replayed(position, line, bag), strict=True)):
        scores[at % 2] += step.score
        found.append(
            LineStep(
                move=step.text,
                text=step_text(step),
                made=step_text(step, "+"),
                placed=placed_by(before, move),
                scores=[*scores] if is_scored else [],
                racks=racks(before)[:: -1 if at % 2 else 1] if at else None,
                score_texts=tuple(f"{one}-{other}" for one, other in (scores, scores[::-1]))
                if is_scored
                else (),
            )
        )
    return found


def rack_names(position: Position) -> list[str]:
    """Return what the tiles of the side to move are called, for those who hear it."""
    return [
        "blank" if points is None else f"{letter}, {counted(points, 'point')}"
        for letter, points in rack(position, position.rack_codes[0])
    ]
