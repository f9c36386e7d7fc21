"""A position as one picture, to post: both racks and scores, the board with the best move on it, the answer.

An SVG picture stands alone.  Its PNG is drawn with the fonts of this machine by resvg (extra `png`), twice as
large, which is what forums and chats show without scaling.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from markupsafe import escape

from scrabble.answer.solution import Solution
from scrabble.errors import ScrabbleError
from scrabble.game.cgp import has_scores
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.tiles import in_order
from scrabble.report.board_svg import INK, NEW_TILE, TILE, board_side, board_svg
from scrabble.report.view import tile
from scrabble.wording.claims import answer_facts

EDGE, ROW, LINE = 12, 34, 19  # of the picture, of a player, of the text
CHARACTERS = 0.138  # of a line of text, for each unit of width
SOFT, SHEET = "#6d685d", "#ffffff"
SIDES = ("to move", "opponent")
SCALE = 2  # pixels for each unit


class PictureError(ScrabbleError):
    """A picture that cannot be drawn."""


def solution_picture(solution: Solution, names: Sequence[str] = SIDES) -> str:
    """Return the picture of a position with the best move drawn in, and the answer below."""
    facts = [f"{name}: {text}" for name, text in answer_facts(solution) if name not in ("Line", "Search")]
    return position_picture(solution.position, solution.move, facts, names)


def position_picture(
    position: Position, played: Move | None, texts: Sequence[str], names: Sequence[str] = SIDES
) -> str:
    """Return the picture of a position with the move `played` on the board, and texts below."""
    board = board_side(position.layout)
    lines = [line for text in texts for line in textwrap.wrap(text, int(board * CHARACTERS))]
    width, top = board + 2 * EDGE, EDGE + 2 * ROW
    height = top + board + len(lines) * LINE + EDGE
    used = played.from_rack if played else b""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="Helvetica, Arial, DejaVu Sans, sans-serif" fill="{INK}">'
        f'<rect width="{width}" height="{height}" fill="{SHEET}"/>',
        *_side(position, 0, names[0], EDGE, width, used),
        *_side(position, 1, names[1], EDGE + ROW, width, b""),
        f'<svg x="{EDGE}" y="{top}" width="{board}" height="{board}">{board_svg(position, played)}</svg>',
    ]
    for at, line in enumerate(lines, 1):
        parts.append(_text(EDGE + 4, top + board + at * LINE - 4, 14, line))
    return "".join(parts) + "</svg>"


def png_of(svg: str) -> bytes:
    """Return the picture as PNG.  Raises PictureError without resvg."""
    try:
        import resvg_py
    except ImportError:
        raise PictureError('PNG needs the extra png: pip install "scrabble-endgame[png]"') from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=SCALE))


def _side(position: Position, side: int, name: str, top: int, width: int, used: bytes) -> Iterator[str]:
    """Yield a player: name, rack with the tiles of the move marked, and score."""
    yield _text(EDGE + 4, top + 20, 14, textwrap.shorten(name, 18, placeholder="…") or "", SOFT)
    left = list(used)
    codes = in_order(position.rack_codes[side])
    for at, code in enumerate(codes):
        x, (letter, points) = 150 + at * 29, tile(position, code)
        is_used = code in left
        if is_used:
            left.remove(code)
        yield (
            f'<rect x="{x}" y="{top}" width="27" height="28" rx="4" fill="{NEW_TILE if is_used else TILE}"/>'
            f"{_text(x + 12, top + 19, 16 if len(letter) == 1 else 12, letter, INK, 'middle')}"
            f"{_text(x + 22, top + 25, 8, '' if points is None else str(points), INK, 'middle')}"
        )
    if not codes:
        yield _text(150, top + 20, 14, "rack not known", SOFT)
    if has_scores(position):
        yield _text(width - EDGE - 4, top + 21, 18, str(position.scores[side]), INK, "end")


def _text(x: float, y: float, size: int, text: str, fill: str = INK, anchor: str = "start") -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"
