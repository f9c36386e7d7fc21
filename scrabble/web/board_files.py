"""The empty boards as pictures: the very drawing that pages of games have."""

from __future__ import annotations


def board_picture(name: str) -> str | None:
    """The board of this name without tiles, as SVG; None if there is none."""
    from scrabble.game.board import Layout, empty_squares
    from scrabble.game.position import Position
    from scrabble.game.rules import Rules
    from scrabble.game.tiles import Alphabet
    from scrabble.report.board_svg import board_svg

    if name not in Layout.names():
        return None
    layout, alphabet = Layout.load(name), Alphabet.load("english")
    return board_svg(Position(alphabet, layout, Rules.load(alphabet.rules), empty_squares(layout)))
