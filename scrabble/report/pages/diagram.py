"""Diagrams: a position with both racks, names and scores, as it is printed.

A page has an empty board once (`empty_board`), and all diagrams refer to its squares.  The macro `diagram` of
parts.html draws a `Diagram`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from scrabble.game.board import BoardLayout
from scrabble.game.position import Position
from scrabble.report.board_svg import board_side, board_svg, empty_board_svg
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


def board_id(layout: BoardLayout) -> str:
    """Return the id of an empty board in a page."""
    return "board-" + "".join(sign if sign.isalnum() else "-" for sign in layout.name)


def empty_board(layout: BoardLayout) -> Markup:
    """Return an empty board, out of sight, for the other boards of a page to refer to."""
    board, side = empty_board_svg(layout, board_id(layout)), board_side(layout)
    frame = f'viewBox="0 0 {side} {side}" width="0" height="0"'
    return Markup(f'<svg class="shared" {frame} aria-hidden="true">{board}</svg>')


def diagram_of(position: Position, names: Sequence[str]) -> PositionFigure:
    """Return the diagram of a position; `names[0]` is on turn."""
    sides = [
        FigureSide(name, score, tiles)
        for name, score, tiles in zip(names, position.scores, racks(position), strict=True)
    ]
    return PositionFigure(sides, board_svg(position, shared=board_id(position.layout)))
