"""The board as an SVG picture: premium squares, tiles with their points, the last play highlighted.

    <g class="square w3" ...>      a premium square: w2 w3 w4 word, l2 l3 l4 letter
    <g class="tile new blank">     a tile; new = of the play shown, blank = a blank

Colours are attributes, so that the picture stands alone; a style sheet may overrule them by class.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from scrabble.game.board import BoardLayout, empty_squares
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import Alphabet
from scrabble.report.view import Tile, on_board, placed_by

SIDE = 32  # of a square
MARGIN = 20  # for the labels of rows and columns
FILL = {"w4": "#b5651d", "w3": "#e05a47", "w2": "#f2b5ad", "l4": "#31508f", "l3": "#4b8fc9", "l2": "#b5d8ec"}
PLAIN, INK, GRID = "#f3efe4", "#33312c", "#ffffff"
TILE, NEW_TILE, BLANK_INK = "#f7d98b", "#8fce6f", "#b3261e"


def board_svg(position: Position, played: Move | None = None, shared: str = "") -> Markup:
    """Return the board, with the tiles of the move `played` on it.

    `shared` is the id of the squares in a page that has them once, from `empty_board_svg`.
    """
    size, side = position.layout.size, board_side(position.layout)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" class="board" '
        'role="img" aria-label="board" font-family="Helvetica, Arial, sans-serif" text-anchor="middle">'
    ]
    parts += [f'<use href="#{shared}"/>'] if shared else [*_labels(size), *_squares(position.layout)]
    parts.append('<g class="tiles">')
    new = placed_by(position, played)
    parts += [_tile(each, each in new) for each in sorted(on_board(position) + new)]
    parts.append("</g></svg>")
    return Markup("".join(parts))


def board_side(layout: BoardLayout) -> int:
    """Return the width and height of the picture of a board."""
    return layout.size * SIDE + MARGIN + 4


def empty_board_svg(layout: BoardLayout, name: str) -> Markup:
    """Return the squares of the board with the id `name`, for the boards of a page to share."""
    parts = [*_labels(layout.size), *_squares(layout)]
    return Markup(f'<g class="board" id="{name}">{"".join(parts)}</g>')


def layout_svg(name: str) -> Markup:
    """Return the empty board of a layout, as a picture of its own."""
    layout, alphabet = BoardLayout.load(name), Alphabet.load("english")
    return board_svg(Position(alphabet, layout, Rules.load(alphabet.rules), empty_squares(layout)))


def _tile(tile: Tile, is_new: bool) -> str:
    """Return a tile on its square, as board.js draws it."""
    row, col, letter, points = tile
    x, y = MARGIN + col * SIDE, MARGIN + row * SIDE
    is_blank = points is None
    kind = "tile" + " new" * is_new + " blank" * is_blank
    size = {1: 19, 2: 15}.get(len(letter), 11)
    value = "" if is_blank else _text(x + 26, y + 28, 9, str(points), INK, "value")
    return (
        f'<g class="{kind}"><rect x="{x + 1}" y="{y + 1}" width="{SIDE - 2}" height="{SIDE - 2}" rx="4" '
        f'fill="{NEW_TILE if is_new else TILE}"/>'
        f"{_text(x + 14, y + 22, size, letter, BLANK_INK if is_blank else INK, 'letter')}{value}</g>"
    )


def _premium_class(layout: BoardLayout, row: int, col: int) -> str:
    word, letter = int(layout.word_multiplier[row, col]), int(layout.letter_multiplier[row, col])
    return f"w{word}" if word > 1 else f"l{letter}" if letter > 1 else ""


def _squares(layout: BoardLayout) -> Iterator[str]:
    for row in range(layout.size):
        for col in range(layout.size):
            kind = _premium_class(layout, row, col)
            x, y = MARGIN + col * SIDE, MARGIN + row * SIDE
            yield (
                f'<rect class="square {kind}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" '
                f'fill="{FILL.get(kind, PLAIN)}" stroke="{GRID}"/>'
            )
            is_start = (row, col) == layout.start
            sign = "★" if is_start else f"{kind[1:]}{kind[0].upper()}" if kind else ""
            if sign:
                yield _text(x + SIDE / 2, y + 20, 14 if is_start else 10, sign, INK, "premium")


def _labels(size: int) -> Iterator[str]:
    for at in range(size):
        middle = MARGIN + at * SIDE + SIDE / 2
        yield _text(middle, 13, 11, chr(ord("A") + at), "#8a867c", "name")
        yield _text(9, middle + 4, 11, str(at + 1), "#8a867c", "name")


def _text(x: float, y: float, size: int, text: str, fill: str, kind: str) -> str:
    weight = ' font-weight="bold"' if kind == "letter" else ""
    return (
        f'<text class="{kind}" x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}"{weight}>'
        f"{escape(text)}</text>"
    )
