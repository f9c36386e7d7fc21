"""A position as it is printed: both racks with names and scores, who is on turn, and the board below them.

An empty board is drawn once in a page (`empty_board`), and every diagram points to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.report.board_svg import board_svg, empty_board_svg, letter_of


def board_id(position: Position) -> str:
    """The name of the empty board of a position in a page."""
    return "board-" + "".join(sign if sign.isalnum() else "-" for sign in position.layout.name)


def empty_board(position: Position) -> str:
    """The board that diagrams of a page share, out of sight; `position` is any that is played on it."""
    board = empty_board_svg(position, board_id(position))
    return f'<svg class="shared" width="0" height="0" aria-hidden="true">{board}</svg>'


def position_figure(position: Position, names: Sequence[str]) -> str:
    """The position; `names[0]` is on turn."""
    sides = "".join(_side(position, side, name) for side, name in enumerate(names))
    return f'<figure class="diagram">{sides}{board_svg(position, shared=board_id(position))}</figure>'


def _side(position: Position, side: int, name: str) -> str:
    tiles = sorted(position.racks[side], key=lambda code: (code == 0, code))
    rack = "".join(_tile(position, code) for code in tiles) or "<em>not known</em>"
    kind, mark = ("side on", " to move") if side == 0 else ("side", "")
    return (
        f'<div class="{kind}"><p><span>{escape(name)}<small>{mark}</small></span>'
        f'<b>{position.scores[side]}</b></p><div class="rack">{rack}</div></div>'
    )


def _tile(position: Position, code: int) -> str:
    points = "" if code & BLANK or not code else position.alphabet.value_of(code)
    letter = letter_of(position, code)
    kind = ' class="two"' if len(letter) > 1 else ""
    return f"<span{kind}>{escape(letter)}<sub>{points}</sub></span>"
