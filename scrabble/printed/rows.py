"""The rows of a printed board: the squares of each, and the text to the right of them.

         A B C D E F ...         a heading: squares lie below its letters, however wide they are;
        -------------            to the right of it and of the rule below it there may be the players
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
NUMBER = re.compile(r"\s*(\d{1,2})\.?(?=[\s|]|$)")
RULE = re.compile(r"[\s|+-]*")  # a line drawn below a heading or a board
FIRST_COLUMNS = re.compile(r"[\s|]*(A[\s|]*)B")
CELL = re.compile(r"\[[^\[\]\s]+\]|.")


class PrintedBoardError(ValueError):
    """A text that was meant as a board and cannot be read; the message names the line and quotes it."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text if line is None else f"line {line}: {text}")


class Line(NamedTuple):
    """A line of the text, or the part of one that is not on the board."""

    number: int
    text: str


class Row(NamedTuple):
    """A row of the board."""

    squares: list[str]  # the text of each tile, "" = empty
    signs: list[str]  # the same squares as they are printed
    beside: Line  # the text to the right
    line: Line


class Drawn(NamedTuple):
    """A board below a heading."""

    rows: list[Row]
    above: list[Line]  # to the right of the heading and of the rule below it
    below: list[Line]


def columns(line: str) -> list[int]:
    """The places of the names A, B, C ... of the columns; empty if the line is no heading."""
    line = line.upper()
    match = FIRST_COLUMNS.match(line)
    if match is None:
        return []
    wide, places = len(match[1]), [match.start(1)]
    for letter in ascii_uppercase[1:]:
        at = places[-1] + wide
        if line[at : at + 1] != letter or line[places[-1] + 1 : at].strip(" |"):
            break
        places.append(at)
    rest = line[places[-1] + 1 :]
    return places if len(places) >= FEWEST and re.match(r"[\s|]*$|\s{2}|\s*\|\s", rest) else []


def is_heading(line: str) -> bool:
    """Return whether this is the line with the names of the columns."""
    return bool(columns(line))


def is_row(line: str) -> bool:
    """Return whether this may be a row of a board where every square has a sign."""
    return len(_signed(line)[0]) >= FEWEST


def is_gappy(lines: Sequence[str]) -> bool:
    """Return whether this may be a board where nothing stands for an empty square."""
    grid = lines[:USUAL_ROWS]
    squares = [line[:USUAL_ROWS] for line in grid]
    return (
        len(grid) == USUAL_ROWS
        and any(squares)
        and all(re.fullmatch(r"[^\W\d_]*", each.replace(" ", "")) for each in squares)
    )


def drawn_rows(lines: Sequence[Line]) -> Drawn:
    """The board below a heading, `lines[0]`.  Raises PrintedBoardError."""
    heading, *others = lines
    starts = columns(heading.text)
    size, wide = len(starts), starts[1] - starts[0]
    end = starts[-1] + wide
    above = [Line(heading.number, heading.text[starts[-1] + 1 :].strip(" |"))]
    below = [line for line in others if line.text]
    while below and RULE.fullmatch(below[0].text[:end]):
        rule = below.pop(0)
        above.append(Line(rule.number, rule.text[end:].strip(" |")))
    rows = []
    for number, line in enumerate(below[:size], 1):
        match = NUMBER.match(line.text[: starts[0]])
        if match is None or int(match[1]) != number:
            raise PrintedBoardError(
                f"expected row {number} of {size}, got {quoted(line.text.strip())}", line.number
            )
        cells, beside = _cells(line.text, starts, wide)
        rows.append(_row(cells, beside, line, number))
    return Drawn(_all(rows, size, below), [each for each in above if each.text], below[size:])


def _cells(text: str, starts: Sequence[int], wide: int) -> tuple[list[str], str]:
    """The squares of a row below a heading, and the text to the right of them."""
    cells = [text[at : at + wide].strip(" |") for at in starts]
    beside = text[starts[-1] + wide :]
    if all(cell in EMPTY or TILE.fullmatch(cell) for cell in cells):
        return cells, beside
    for found, rest in (_stepped(text, starts, wide), _signed(text)):
        if len(found) == len(starts):
            return found, rest
    return cells, beside


def _stepped(text: str, starts: Sequence[int], wide: int) -> tuple[list[str], str]:
    """The squares of a row in which a tile of several letters, in brackets, moves the others to the right."""
    found, at = [], starts[0]
    for _ in starts:
        match = CELL.match(text, at)
        if match is None or text[match.end() : match.end() + wide - 1].strip(" |"):
            break
        found.append(match[0].strip(" |"))
        at = match.end() + wide - 1
    return found, text[at:]


def plain_rows(lines: Sequence[Line]) -> tuple[list[Row], list[Line]]:
    """The rows of a board without a heading, and the lines below it.  Raises PrintedBoardError."""
    if is_gappy([line.text for line in lines]):
        return _gappy_rows(lines[:USUAL_ROWS]), [line for line in lines[USUAL_ROWS:] if line.text]
    used = [line for line in lines if line.text]
    [(size, _)] = Counter(len(_signed(line.text)[0]) for line in used[:USUAL_ROWS]).most_common(1)
    rows = []
    for number, line in enumerate(used[:size], 1):
        cells, beside = _signed(line.text)
        if len(cells) != size:
            raise PrintedBoardError(
                f"row {number} has {len(cells)} squares, expected {size}: {quoted(line.text.strip())}",
                line.number,
            )
        rows.append(_row(cells, beside, line, number))
    return _all(rows, size, used), used[size:]


def _all(rows: list[Row], size: int, lines: Sequence[Line]) -> list[Row]:
    if len(rows) < size:
        last = lines[-1] if lines else Line(1, "")
        raise PrintedBoardError(
            f"expected {size} rows, got {len(rows)}: {quoted(last.text.strip())}", last.number
        )
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


def _gappy_rows(lines: Sequence[Line]) -> list[Row]:
    return [
        _row(list(line.text[:USUAL_ROWS].ljust(USUAL_ROWS)), line.text[USUAL_ROWS:], line, number)
        for number, line in enumerate(lines, 1)
    ]


def _row(cells: Sequence[str], beside: str, line: Line, number: int) -> Row:
    """A row of squares; raises PrintedBoardError for what is neither a tile nor empty."""
    signs = [cell.strip() for cell in cells]
    for sign in signs:
        if sign not in EMPTY and not TILE.fullmatch(sign):
            what = f"expected a letter or an empty square, got {quoted(sign)}"
            raise PrintedBoardError(f"row {number}: {what}: {quoted(line.text.strip())}", line.number)
    squares = ["" if sign in EMPTY else sign.strip("[]") for sign in signs]
    return Row(squares, signs, Line(line.number, beside.strip(" |")), line)
