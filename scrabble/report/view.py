"""Positions, moves and lines as plain data, as the pages draw them (board.js, line.js).

tile      [letter, points]; a blank has None in place of points, and on a rack the letter "?"
placed    [[row, column, letter, points], ...]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from scrabble.answer.moves import Step, replayed
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK, in_order

Tile = list[Any]


class LineStep(Struct, omit_defaults=True):
    """A move of a line."""

    move: str
    score: int
    placed: list[Tile]
    racks: list[list[Tile]] | None = None  # before it, if tiles were drawn; that of the side to move first
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


def line_steps(position: Position, line: Sequence[Step]) -> list[LineStep]:
    """Return the steps of a line."""
    return [
        LineStep(step.text, step.score, placed_by(before, move))
        for step, (before, move) in zip(line, replayed(position, line), strict=True)
    ]
