"""From the text of printed boards to lines of CGP.

    printed.is_printed(text)        was it meant as a board?
    printed.read(text)              [(number of the first line, line of CGP)], one a board

What the letters mean is left to `scrabble.cgp`: here they are text.  On a terminal with colours `solve` draws
the best move on the board, too; where the line that names it follows, its tiles are taken up again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from scrabble.game.board import LETTER_SIGNS, WORD_SIGNS, Layout, LayoutError, parse_square
from scrabble.game.tiles import quoted
from scrabble.printed import beside
from scrabble.printed.rows import (
    FEWEST,
    PrintedBoardError,
    Row,
    drawn_rows,
    is_gappy,
    is_heading,
    is_row,
    plain_rows,
)

DEFAULT_BOARD = "CrosswordGame"
SLASHES = 5  # in a line of CGP
BEST = re.compile(r"Best move\s+([0-9A-Z]+)\s+([^\s:]+)(?:\s+for .*|:.*)")
PIECE = re.compile(r"\[([^\[\]]+)\]|(.)")


def is_printed(text: str) -> bool:
    """Is this meant as printed boards, not as lines of CGP or JSON?"""
    lines = [line for _, line in _lines(text)]
    if any(map(is_heading, lines)):
        return True
    if any(line.count("/") >= SLASHES or line.lstrip().startswith("{") for line in lines):
        return False
    return sum(map(is_row, lines)) >= FEWEST or is_gappy(lines)


def read(text: str) -> list[tuple[int, str]]:
    """Each board of a text: the number of its first line, and a line of CGP.  Raises PrintedBoardError."""
    numbered = _lines(text)
    if not any(line.strip() for _, line in numbered):
        raise PrintedBoardError("nothing is printed in it, expected the rows of a board")
    lines = [line for _, line in numbered]
    starts = [at for at, line in enumerate(lines) if is_heading(line)]
    if not starts:
        return [(1, _cgp(*plain_rows(lines)))]
    ends = [*starts[1:], len(lines)]
    return [(numbered[at][0], _cgp(*drawn_rows(lines[at:end]))) for at, end in zip(starts, ends, strict=True)]


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers, comments left out."""
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff").expandtabs())
    return [(at, line.rstrip()) for at, line in enumerate(lines, 1) if not line.startswith("#")]


def _cgp(rows: list[Row], below: Sequence[str]) -> str:
    """A position as a line of CGP."""
    remarks = [*(row.beside for row in rows), *map(str.strip, below)]
    for match in filter(None, map(BEST.fullmatch, remarks)):
        _take_up(rows, match[1], match[2])
    fields = beside.fields(remarks)
    board, name = "/".join("".join(_runs(row.squares)) for row in rows), _board_name(rows)
    if name != DEFAULT_BOARD and not re.search(r"[\s;]-?bdn\s", fields):
        is_open = len(fields.split()) > 3 and not fields.endswith(";")
        fields += f"{';' * is_open} bdn {name};"
    return f"{board} {fields}"


def _take_up(rows: list[Row], square: str, word: str) -> None:
    """Take the tiles of a move off the board again, if all of them are drawn there."""
    try:
        row, col, down = parse_square(square)
    except LayoutError:
        return
    is_through, drawn = False, []
    for tile, other in PIECE.findall(word):
        if other in ("(", ")"):
            is_through = other == "("
            continue
        if not (0 <= row < len(rows) and 0 <= col < len(rows)):
            return
        if not is_through:
            if rows[row].squares[col] != (tile or other):
                return
            drawn.append((row, col))
        row, col = (row + 1, col) if down else (row, col + 1)
    for row, col in drawn:
        rows[row].squares[col] = rows[row].signs[col] = ""


def _runs(squares: Sequence[str]) -> Iterator[str]:
    """A row with numbers for runs of empty squares."""
    for is_empty, run in groupby(squares, key=lambda square: not square):
        tiles = list(run)
        yield (
            str(len(tiles)) if is_empty else "".join(f"[{each}]" if len(each) > 1 else each for each in tiles)
        )


def _board_name(rows: Sequence[Row]) -> str:
    """The board of this size whose premium squares are those that are drawn, else the first of this size."""
    names = sorted(Layout.names(), key=lambda name: name != DEFAULT_BOARD)
    layouts = [Layout.load(name) for name in names]
    fitting = [layout for layout in layouts if layout.size == len(rows)]
    if not fitting:
        sizes = " or ".join(str(layout.size) for layout in layouts)
        raise PrintedBoardError(
            f"a board of {len(rows)} rows, expected {sizes}: {quoted(rows[0].line.strip() if rows else '')}"
        )
    return next((each.name for each in fitting if _agrees(each, rows)), fitting[0].name)


def _agrees(layout: Layout, rows: Sequence[Row]) -> bool:
    """Are the premium squares that are drawn those of this board?"""
    return all(
        WORD_SIGNS.get(sign, words) == words and LETTER_SIGNS.get(sign, letters) == letters
        for row, *factors in zip(rows, layout.word_multiplier, layout.letter_multiplier, strict=True)
        for sign, words, letters in zip(row.signs, *factors, strict=True)
    )
