"""Diagrams: a position with both racks, names and scores, as it is printed.

A page has an empty board once (`empty_board`), and all diagrams refer to its squares.  The macro `diagram` of
parts.html draws a `Diagram`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.report.board_svg import board_svg, empty_board_svg, letter_of


class Tile(NamedTuple):
    """A tile on a rack."""

    letter: str
    points: str  # empty for a blank


class FigureSide(NamedTuple):
    """One player of a diagram."""

    name: str
    score: int
    rack: list[Tile]  # empty if it is not known


class PositionFigure(NamedTuple):
    """A position to be drawn."""

    sides: list[FigureSide]  # the player on turn first
    board: Markup


def board_id(position: Position) -> str:
    """Return the id in a page of the empty board of a position."""
    return "board-" + "".join(sign if sign.isalnum() else "-" for sign in position.layout.name)


def empty_board(position: Position) -> Markup:
    """Return the empty board of `position`, out of sight, for the diagrams of a page to refer to."""
    board = empty_board_svg(position, board_id(position))
    return Markup('<svg class="shared" width="0" height="0" aria-hidden="true">{}</svg>').format(board)


def diagram_of(position: Position, names: Sequence[str]) -> PositionFigure:
    """Return the diagram of a position; `names[0]` is on turn."""
    sides = [
        FigureSide(name, position.scores[side], _rack(position, side)) for side, name in enumerate(names)
    ]
    return PositionFigure(sides, board_svg(position, shared=board_id(position)))


def _rack(position: Position, side: int) -> list[Tile]:
    codes = sorted(position.rack_codes[side], key=lambda code: (code == 0, code))
    return [Tile(letter_of(position, code), _points(position, code)) for code in codes]


def _points(position: Position, code: int) -> str:
    return "" if code & BLANK or not code else str(position.alphabet.value_of(code))
