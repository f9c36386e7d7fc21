"""The rows of a printed board: the squares of each, and what stands at their right.

         A B C D E F ...         a heading: squares lie below its letters, however wide they are
      1  = . . C . . ...         then each row begins with its number

    ...C...........              no heading: a character a square, as many in every row
    . . . C . . . .              or with a space between any two
       C                         or nothing where a square is empty: as many rows as the usual board has

Upper case is a tile, lower case a blank; `.`, `-` and the signs of premium squares are empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from scrabble.game.board import LETTER_SIGNS, WORD_SIGNS
from scrabble.game.tiles import quoted

USUAL_ROWS = 15
FEWEST = 10  # rows, and squares of a row, of what was meant as a board
SIGNS = "".join((*LETTER_SIGNS, *WORD_SIGNS, ".*+_"))
EMPTY = frozenset((*SIGNS, ""))
SQUARE = re.compile(rf"\[[^\[\]\s]+\]|[^\W\d_]|[{re.escape(SIGNS)}]")
TILE = re.compile(r"\[[^\[\]\s]+\]|[^\W\d_](?:[^\W\d_]|·)*")
NUMBER = re.compile(r"\s*(\d{1,2})(?=[\s|]|$)")
RULE = re.compile(r"[\s|+-]*")  # a line drawn below a heading or a board


class PrintedBoardError(ValueError):
    """A text that was meant as a board and cannot be read; the message names the row and quotes it."""


class Row(NamedTuple):
    """A row of the board."""

    squares: list[str]  # the text of each tile, "" = empty
    signs: list[str]  # the same squares as they are printed
    beside: str  # what stands at the right
    line: str


def is_heading(line: str) -> bool:
    """Is this the line with the names of the columns?"""
    letters = re.sub(r"[\s|]", "", line)
    return len(letters) >= FEWEST and letters == ascii_uppercase[: len(letters)]


def is_row(line: str) -> bool:
    """May this be a row of a board where every square has a sign?"""
    return len(_signed(line)[0]) >= FEWEST


def is_gappy(lines: Sequence[str]) -> bool:
    """May this be a board where nothing stands for an empty square?"""
    grid = lines[:USUAL_ROWS]
    squares = [line[:USUAL_ROWS] for line in grid]
    return (
        len(grid) == USUAL_ROWS
        and any(squares)
        and all(re.fullmatch(r"[^\W\d_]*", each.replace(" ", "")) for each in squares)
    )


def drawn_rows(lines: Sequence[str]) -> tuple[list[Row], list[str]]:
    """The rows below a heading, `lines[0]`, and the lines below the board.  Raises PrintedBoardError."""
    starts = [match.start() for match in re.finditer("[A-Z]", lines[0])]
    size, wide = len(starts), starts[1] - starts[0]
    below = [line for line in lines[1:] if line]
    while below and RULE.fullmatch(below[0]):
        below.pop(0)
    rows = []
    for number, line in enumerate(below[:size], 1):
        match = NUMBER.match(line[: starts[0]])
        if match is None or int(match[1]) != number:
            raise PrintedBoardError(f"expected row {number} of {size}, got {quoted(line.strip())}")
        cells = [line[at : at + wide].strip(" |") for at in starts]
        rows.append(_row(cells, line[starts[-1] + wide :], line, number))
    return _all(rows, size, below), below[size:]


def plain_rows(lines: Sequence[str]) -> tuple[list[Row], list[str]]:
    """The rows of a board without a heading, and the lines below it.  Raises PrintedBoardError."""
    if is_gappy(lines):
        return _gappy_rows(lines[:USUAL_ROWS]), [line for line in lines[USUAL_ROWS:] if line]
    used = [line for line in lines if line]
    [(size, _)] = Counter(len(_signed(line)[0]) for line in used[:USUAL_ROWS]).most_common(1)
    rows = []
    for number, line in enumerate(used[:size], 1):
        cells, beside = _signed(line)
        if len(cells) != size:
            raise PrintedBoardError(
                f"row {number} has {len(cells)} squares, expected {size}: {quoted(line.strip())}"
            )
        rows.append(_row(cells, beside, line, number))
    return _all(rows, size, used), used[size:]


def _all(rows: list[Row], size: int, lines: Sequence[str]) -> list[Row]:
    if len(rows) < size:
        last = lines[-1].strip() if lines else ""
        raise PrintedBoardError(f"expected {size} rows, got {len(rows)}: {quoted(last)}")
    return rows


def _signed(line: str) -> tuple[list[str], str]:
    """The squares that a line begins with, after its number if it has one, and what follows them."""
    match = NUMBER.match(line)
    text = line[match.end() if match else 0 :].lstrip(" |")
    first = SQUARE.match(text)
    step = 1 if first and text[first.end() :].startswith(" ") else 0  # between two squares
    found, at = [], 0
    while match := SQUARE.match(text, at):
        found.append(match[0])
        at = match.end() + step
        if text[match.end() : at].strip():
            break
    return found, text[max(0, at - step) :]


def _gappy_rows(lines: Sequence[str]) -> list[Row]:
    return [
        _row(list(line[:USUAL_ROWS].ljust(USUAL_ROWS)), line[USUAL_ROWS:], line, number)
        for number, line in enumerate(lines, 1)
    ]


def _row(cells: Sequence[str], beside: str, line: str, number: int) -> Row:
    """A row of squares; raises PrintedBoardError for what is neither a tile nor empty."""
    signs = [cell.strip() for cell in cells]
    for sign in signs:
        if sign not in EMPTY and not TILE.fullmatch(sign):
            what = f"expected a letter or an empty square, got {quoted(sign)}"
            raise PrintedBoardError(f"row {number}: {what}: {quoted(line.strip())}")
    squares = ["" if sign in EMPTY else sign.strip("[]") for sign in signs]
    return Row(squares, signs, beside.strip(" |"), line)
