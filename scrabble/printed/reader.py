"""From the text of printed boards to lines of CGP.

    printed.is_printed(text)        whether it was meant as a board
    printed.read(text)              [(number of the first line, line of CGP)], one a board
    printed.boards(text)            the same, with an error in place of a board that cannot be read

Boards of `solve`, of Macondo, MAGPIE and Quackle, and typed ones are read; colours, frames and wide letters
count as the plain ones.  What the letters mean is left to `scrabble.cgp`: here they are text.  On a terminal
with colours `solve` draws the best move on the board, too; where the line that names it follows, its tiles
are taken up again.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator, Sequence

from scrabble.game.board import LETTER_SIGNS, WORD_SIGNS, Layout, LayoutError, parse_square
from scrabble.game.tiles import Alphabet, TileError, quoted
from scrabble.printed import beside
from scrabble.printed.beside import DEFAULT_ALPHABET
from scrabble.printed.rows import (
    FEWEST,
    Drawn,
    Line,
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
MOST_BEFORE = 10  # lines before a board; a text with more of them is about something else
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")  # colours
BORDERS = str.maketrans("┃━┏┓┗┛➤│─┌┐└┘", "|-    >|-    ")
BEST = re.compile(r"Best (?:move|so far)\s+([0-9A-Z]+)\s+([^\s:]+)(?:\s+\(or .*\))?(?:\s+for .*|:.*)")
PIECE = re.compile(r"\[([^\[\]]+)\]|(.)")


def is_printed(text: str) -> bool:
    """Return whether this is meant as printed boards, not as lines of CGP or JSON or as prose."""
    lines = [line.text for line in _lines(text)]
    heading = next((at for at, line in enumerate(lines) if is_heading(line)), None)
    if heading is not None:
        return sum(map(bool, lines[:heading])) <= MOST_BEFORE
    if any(line.count("/") >= SLASHES or line.lstrip().startswith("{") for line in lines):
        return False
    return sum(map(is_row, lines)) >= FEWEST or is_gappy(lines)


def read(text: str) -> list[tuple[int, str]]:
    """Each board of a text: the number of its first line, and a line of CGP.  Raises PrintedBoardError."""
    found = []
    for at, line in boards(text):
        if isinstance(line, PrintedBoardError):
            raise line
        found.append((at, line))
    return found


def boards(text: str) -> Iterator[tuple[int, str | PrintedBoardError]]:
    """Each board of a text, or why it cannot be read, with the number of its first line.

    Raises PrintedBoardError for a text without any.
    """
    lines = _lines(text)
    if not any(line.text.strip() for line in lines):
        raise PrintedBoardError("nothing is printed in it, expected the rows of a board")
    starts = [at for at, line in enumerate(lines) if is_heading(line.text)]
    if not starts:
        rows, below = plain_rows(lines)
        yield 1, _cgp(Drawn(rows, [], below))
    for at, end in itertools.pairwise([*starts, len(lines)]):
        try:
            yield lines[at].number, _cgp(drawn_rows(lines[at:end]))
        except PrintedBoardError as error:
            yield lines[at].number, error


def _lines(text: str) -> list[Line]:
    """The lines with their numbers, without comments and the marks around a text that was pasted."""
    plain = ESCAPE.sub("", text.removeprefix("\ufeff")).translate(BORDERS)
    lines = (_narrow(line).expandtabs().rstrip() for line in re.split(r"\r\n|\r|\n", plain))
    return [
        Line(at, line)
        for at, line in enumerate(lines, 1)
        if not line.startswith("#") and (not line or line.strip("`"))
    ]


def _narrow(line: str) -> str:
    """A line with the usual character and a space for each character that is two columns wide."""
    if line.isascii():
        return line
    wide = ("F", "W")
    return "".join(
        unicodedata.normalize("NFKC", each) + " " if unicodedata.east_asian_width(each) in wide else each
        for each in line
    )


def _cgp(drawn: Drawn) -> str:
    """A position as a line of CGP."""
    rows = drawn.rows
    remarks = [row.beside for row in rows if row.beside.text]
    remarks += [line._replace(text=line.text.strip()) for line in drawn.below]
    for match in filter(None, (BEST.fullmatch(remark.text) for remark in remarks)):
        _take_up(rows, match[1], match[2])
    fields = beside.fields(drawn.above, remarks)
    board, name = "/".join("".join(_runs(row.squares)) for row in rows), _board_name(rows)
    if name != DEFAULT_BOARD and not re.search(r"[\s;]-?bdn\s", fields):
        is_open = len(fields.split()) > 3 and not fields.endswith(";")
        fields += f"{';' * is_open} bdn {name};"
    language = _language(f"{board} {fields}")
    return f"{board} {fields}" + (f" ld {language};" if language else "")


def _language(line: str) -> str | None:
    """The only language that has all the tiles, where nothing names one and English lacks some."""
    board, racks, *others = line.split(None, 4)
    if len(others) > 2 and re.search(r"(?:^|[\s;])-?(?:ld|lex|l1|l2)\s", others[2]):
        return None
    tiles = [*re.findall(r"[^\d/]+", board), *racks.split("/")]
    if _spells(Alphabet.load(DEFAULT_ALPHABET), tiles):
        return None
    fitting = [name for name in Alphabet.names() if _spells(Alphabet.load(name), tiles)]
    return fitting[0] if len(fitting) == 1 else None


def _spells(alphabet: Alphabet, tiles: Sequence[str]) -> bool:
    try:
        for text in tiles:
            alphabet.encode(text)
    except TileError:
        return False
    return True


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
    for is_empty, run in itertools.groupby(squares, key=lambda square: not square):
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
        first = rows[0].line if rows else Line(1, "")
        raise PrintedBoardError(
            f"a board of {len(rows)} rows, expected {sizes}: {quoted(first.text.strip())}", first.number
        )
    return next((each.name for each in fitting if _agrees(each, rows)), fitting[0].name)


def _agrees(layout: Layout, rows: Sequence[Row]) -> bool:
    """Are the premium squares that are drawn those of this board?"""
    return all(
        WORD_SIGNS.get(sign, words) == words and LETTER_SIGNS.get(sign, letters) == letters
        for row, *factors in zip(rows, layout.word_multiplier, layout.letter_multiplier, strict=True)
        for sign, words, letters in zip(row.signs, *factors, strict=True)
    )
