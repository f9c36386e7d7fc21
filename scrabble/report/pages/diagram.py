"""Diagrams: a position with both racks, names and scores, as it is printed.

A page has an empty board once (`empty_board`), and all diagrams refer to its squares.  The macro `diagram` of
parts.html draws a `Diagram`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from scrabble.game.position import Position
from scrabble.report.board_svg import board_svg, empty_board_svg
from scrabble.report.view import Tile, racks


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
        FigureSide(name, score, tiles)
        for name, score, tiles in zip(names, position.scores, racks(position), strict=True)
    ]
    return PositionFigure(sides, board_svg(position, shared=board_id(position)))
