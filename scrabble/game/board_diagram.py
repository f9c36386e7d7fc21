"""Boards as they are printed or typed, read as lines of CGP.

    board_diagram.looks_like_diagram(text)   whether a text is meant as a board
    board_diagram.read(text)                 [(number of the first line, line of CGP)], one for each board
    board_diagram.boards(text)               the same, with an error in place of a board that cannot be read
    board_diagram.position_of(rows, racks)   the position of one board

Boards of `solve`, Macondo, MAGPIE and Quackle, and typed ones; colours, frames and wide letters count as the
plain ones.  Letters are text here; `scrabble.game.cgp` reads them as tiles.  Upper case is a tile, lower case
a blank; `.`, `-` and the signs of premium squares are empty.

         A B C D E F ...         a heading: squares lie below its letters, however wide they are;
        -------------            the players may stand to the right of it and of the rule below it
      1  = . . C . . ...         each row begins with its number

    ...C...........              no heading: one character for each square, the same number in every row,
    . . . C . . . .              or with a space between any two,
       C                         or nothing for an empty square: exactly the 15 rows of the standard board,
     3    C                      their numbers, `|` beside the rows and a space or `|` between any two
                                 squares are optional here, too

Racks, scores and the rest stand beside the board or below it (`printed_sides`); they become the other fields
of CGP.  On a terminal with colours `solve` also draws the best move: where the line that names it follows,
its tiles are removed again.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from scrabble.game import cgp
from scrabble.game.board import LETTER_SIGNS, WORD_SIGNS, BoardLayout, LayoutError, parse_square
from scrabble.game.cgp import DEFAULT_BOARD, FEWEST_SLASHES
from scrabble.game.position import Position
from scrabble.game.printed_sides import NO_SCORES, RULE, BoardDiagramError, Line, side_fields
from scrabble.game.tiles import quoted, shortened

MOST_BEFORE = 10  # lines before a board; a text with more of them is something else
MOST_RULES = 3  # lines below the heading
MOST_CHARACTERS = 2_000  # of a line
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")  # colours
BORDERS = str.maketrans("┃━┏┓┗┛➤│─┌┐└┘", "|-    >|-    ")
BEST = re.compile(r"Best (?:move|so far)\s+([0-9A-Z]+)\s+([^\s:]+)(?:\s+\(or .*\))?(?:\s+for .*|:.*)")
PIECE = re.compile(r"\[([^\[\]]+)\]|(.)")

# Rows
USUAL_ROWS = 15
FEWEST = 10  # rows, and squares in a row, of a text meant as a board
SIGNS = "".join((*LETTER_SIGNS, *WORD_SIGNS, ".*+_"))
EMPTY = frozenset((*SIGNS, ""))
SQUARE = re.compile(rf"\[[^\[\]\s]+\]|[^\W\d_]|[{re.escape(SIGNS)}]")
TILE = re.compile(r"\[[^\[\]\s]+\]|[^\W\d_](?:[^\W\d_]|·)*")
NUMBER = re.compile(r"\s*(\d{1,2})\.?(?=[\s|]|$)")
FIRST_COLUMNS = re.compile(r"[\s|]*(A[\s|]*)B")
CELL = re.compile(r"\[[^\[\]\s]+\]|.")
IS_NAME = re.compile(r"(?i)(?!.*\.(?:dawg|kwg|kbwg|txt|csv|tsv|lst|json)$)\w[\w.-]*")  # of a lexicon, no path

T = TypeVar("T")


class DiagramRow(NamedTuple):
    """A row of the board."""

    squares: list[str]  # the text of each tile; "" = empty
    signs: list[str]  # the same squares as they are printed
    beside: Line  # the text to the right
    line: Line


class Diagram(NamedTuple):
    """A board below a heading."""

    rows: list[DiagramRow]
    above: list[Line]  # the text to the right of the heading and of the rule below it
    below: list[Line]


def looks_like_diagram(text: str) -> bool:
    """Return whether a text is meant as printed boards, not as lines of CGP or JSON, nor as prose."""
    lines = [line.text for line in _lines(text)]
    heading = next((at for at, line in enumerate(lines) if _columns(line)), None)
    if heading is not None:
        return sum(map(bool, lines[:heading])) <= MOST_BEFORE
    if any(line.count("/") >= FEWEST_SLASHES or line.lstrip().startswith("{") for line in lines):
        return False
    return sum(map(_is_row, lines)) >= FEWEST or bool(_blank_rows(lines))


def read(text: str) -> list[tuple[int, str]]:
    """Return the number of the first line, and a line of CGP, for each board.  Raises BoardDiagramError."""
    found = []
    for at, line in boards(text):
        if isinstance(line, BoardDiagramError):
            raise line
        found.append((at, line))
    return found


def position_of(
    board: str | Iterable[str],
    racks: tuple[str, str] | None = None,
    scores: tuple[int, int] | None = None,
    scoreless_turns: int = 0,
    operations: Mapping[str, str | None] = MappingProxyType({}),
) -> Position:
    """Read one board as a position; given racks and scores replace those that are printed with it.

    `operations` are those of CGP, without those that are None.  Raises BoardDiagramError, CgpError.
    """
    text = board if isinstance(board, str) else "\n".join(_pieces("board", board, str))
    lexicon = operations.get("lex")
    if lexicon is not None and not (isinstance(lexicon, str) and IS_NAME.fullmatch(lexicon)):
        raise TypeError(f"lexicon: expected the name of a lexicon, got {shortened(repr(lexicon))}")
    for argument, value in (("layout", operations.get("bdn")), ("language", operations.get("ld"))):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{argument}: expected a name, got {shortened(repr(value))}")
    if isinstance(scoreless_turns, bool) or not isinstance(scoreless_turns, int):
        raise TypeError(f"scoreless_turns: expected a whole number, got {shortened(repr(scoreless_turns))}")
    named = [f"{name} {value};" for name, value in operations.items() if value is not None]
    if racks is None:
        if scores is not None or scoreless_turns:
            raise BoardDiagramError("scores or scoreless turns without racks, expected all of them or none")
        lines = [line for _, line in read(text)]
        if named:
            lines = [line + ";" * (len(line.split()) > 4 and not line.endswith(";")) for line in lines]
    else:
        tiles = "/".join("".join(rack.split()) for rack in _pieces("racks", racks, str, 2))
        points = [0, 0] if scores is None else _pieces("scores", scores, int, 2)
        unknown = [NO_SCORES] if scores is None else []
        fields = " ".join([tiles, "{}/{}".format(*points), str(scoreless_turns), *unknown, *named])
        lines = [_line(_diagram(drawn).rows, fields) for _, drawn in _drawings(text)]
    if len(lines) != 1:
        raise BoardDiagramError(f"expected one board, got {len(lines)}")
    line, board_file = " ".join([lines[0], *(named if racks is None else [])]), operations.get("bdn") or ""
    layout = BoardLayout.load(board_file) if board_file.endswith(cgp.BOARD_FILE) else None
    return cgp.loads(line, layout=layout)


def _pieces(name: str, given: Iterable[T], kind: type[T], count: int | None = None) -> list[T]:
    """Return the elements of an argument.  Raises TypeError for a wrong type or number of them."""
    found = [] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    is_right = all(isinstance(each, kind) for each in found) and count in (None, len(found))
    if not found or not is_right:
        what = f"{count or 'a list of'} {'texts' if kind is str else 'whole numbers'}"
        raise TypeError(f"{name}: expected {what}, got {shortened(repr(given))}")
    return found


def boards(text: str) -> Iterator[tuple[int, str | BoardDiagramError]]:
    """Yield the number of the first line, and a line of CGP or the error, for each board of a text.

    Raises BoardDiagramError for a text without any.
    """
    for at, drawn in _drawings(text):
        try:
            yield at, _cgp(_diagram(drawn))
        except BoardDiagramError as error:
            yield at, error


def _drawings(text: str) -> Iterator[tuple[int, list[Line]]]:
    """Yield the number of the first line, and the lines up to the next board, for each board of a text."""
    lines = _lines(text)
    if not any(line.text.strip() for line in lines):
        raise BoardDiagramError("it is empty; expected the rows of a board")
    for number, line in lines:
        if len(line) > MOST_CHARACTERS:
            wrong = f"{len(line):,} characters, expected at most {MOST_CHARACTERS:,}"
            raise BoardDiagramError(f"{wrong}: {quoted(line.strip())}", number)
    starts = [at for at, line in enumerate(lines) if _columns(line.text)]
    if not starts:
        yield 1, lines
    for at, end in itertools.pairwise([*starts, len(lines)]):
        yield lines[at].number, lines[at:end]


def _diagram(lines: Sequence[Line]) -> Diagram:
    """Read the board that begins with these lines.  Raises BoardDiagramError."""
    return (_rows_with_heading if _columns(lines[0].text) else _rows_without_heading)(lines)


def _lines(text: str) -> list[Line]:
    """Return the numbered lines, without comments and the backquotes around a pasted text."""
    plain = ESCAPE.sub("", text.removeprefix("\ufeff")).translate(BORDERS)
    lines = (_narrow(line).expandtabs().rstrip() for line in re.split(r"\r\n|\r|\n", plain))
    return [
        Line(at, line)
        for at, line in enumerate(lines, 1)
        if not line.startswith("#") and (not line or line.strip("`"))
    ]


def _narrow(line: str) -> str:
    """Replace each character that is two columns wide by the usual one and a space."""
    if line.isascii():
        return line
    wide = ("F", "W")
    return "".join(
        unicodedata.normalize("NFKC", each) + " " if unicodedata.east_asian_width(each) in wide else each
        for each in line
    )


def _cgp(drawn: Diagram) -> str:
    """Write a board with its racks and scores as a line of CGP."""
    rows = drawn.rows
    remarks = [row.beside for row in rows if row.beside.text]
    remarks += [line._replace(text=line.text.strip()) for line in drawn.below]
    for match in filter(None, (BEST.fullmatch(remark.text) for remark in remarks)):
        _remove_best_move(rows, match[1], match[2])
    return _line(rows, side_fields(drawn.above, remarks))


def _line(rows: Sequence[DiagramRow], fields: str) -> str:
    """Return a line of CGP for a board; `fields` are the racks and everything after them."""
    board, name = "/".join("".join(_runs(row.squares)) for row in rows), _board_name(rows)
    if name != DEFAULT_BOARD and not re.search(r"[\s;]-?bdn\s", fields):
        is_open = len(fields.split()) > 3 and not fields.endswith(";")
        fields += f"{';' * is_open} bdn {name};"
    return f"{board} {fields}"


def _remove_best_move(rows: list[DiagramRow], square: str, word: str) -> None:
    """Remove the tiles of a move from the board, if all of them are drawn there."""
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
    """Yield the tiles of a row, with numbers for runs of empty squares."""
    for is_empty, run in itertools.groupby(squares, key=lambda square: not square):
        tiles = list(run)
        yield (
            str(len(tiles)) if is_empty else "".join(f"[{each}]" if len(each) > 1 else each for each in tiles)
        )


def _board_name(rows: Sequence[DiagramRow]) -> str:
    """Return the layout of this size whose premium squares are those drawn, else the first of this size."""
    names = sorted(BoardLayout.names(), key=lambda name: name != DEFAULT_BOARD)
    layouts = [BoardLayout.load(name) for name in names]
    fitting = [layout for layout in layouts if layout.size == len(rows)]
    if not fitting:
        sizes = " or ".join(str(layout.size) for layout in layouts)
        first = rows[0].line if rows else Line(1, "")
        raise BoardDiagramError(
            f"a board of {len(rows)} rows, expected {sizes}: {quoted(first.text.strip())}", first.number
        )
    return next((each.name for each in fitting if _agrees(each, rows)), fitting[0].name)


def _agrees(layout: BoardLayout, rows: Sequence[DiagramRow]) -> bool:
    """Return whether all premium squares that are drawn are those of this layout."""
    return all(
        WORD_SIGNS.get(sign, words) == words and LETTER_SIGNS.get(sign, letters) == letters
        for row, *factors in zip(rows, layout.word_multiplier, layout.letter_multiplier, strict=True)
        for sign, words, letters in zip(row.signs, *factors, strict=True)
    )


# The rows of a board


def _columns(line: str) -> list[int]:
    """Return where the names A, B, C ... of the columns stand; empty if the line is no heading."""
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


def _is_row(line: str) -> bool:
    """Return whether a line may be a row of a board on which every square has a sign."""
    return len(_leading_squares(line)[0]) >= FEWEST


def _blank_rows(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the squares of each row of a board on which empty squares are left blank, and the text beside.

    [] if the lines are not 15 such rows, alike in their numbers, frames and gaps.
    """
    grid = lines[:USUAL_ROWS]
    if len(grid) < USUAL_ROWS:
        return []
    numbers = [match for match in map(NUMBER.match, grid) if match]
    if [int(match[1]) for match in numbers] == [*range(1, USUAL_ROWS + 1)]:
        end, *others = {match.end() for match in numbers}
        if others:  # not aligned: no square could be told from the one beside it
            return []
        grid = [line[end:].removeprefix(" ") for line in grid]
    if all(line.startswith("|") for line in grid):
        grid = [line[1:] for line in grid]
    # a board that is played on has a tile in the middle column, so only one of the two fits
    for step in (2, 1):  # 2: with a space or a frame between any two squares
        wide = (USUAL_ROWS - 1) * step + 1
        rows = [(line[:wide].ljust(wide), line[wide:]) for line in grid]
        gaps = "".join(row[1::step] for row, _ in rows) if step == 2 else ""
        letters = "".join(row[::step] for row, _ in rows).replace(" ", "")
        if not gaps.strip(" |") and re.fullmatch(r"[^\W\d_]+", letters):
            return [(row[::step], beside) for row, beside in rows]
    return []


def _rows_with_heading(lines: Sequence[Line]) -> Diagram:
    """Read the board below a heading, `lines[0]`.  Raises BoardDiagramError."""
    heading, *others = lines
    starts = _columns(heading.text)
    size, wide = len(starts), starts[1] - starts[0]
    end = starts[-1] + wide
    above = [Line(heading.number, heading.text[starts[-1] + 1 :].strip(" |"))]
    below = [line for line in others if line.text]
    while below and len(above) <= MOST_RULES and RULE.fullmatch(below[0].text[:end]):
        rule = below.pop(0)
        above.append(Line(rule.number, rule.text[end:].strip(" |")))
    rows = []
    for number, line in enumerate(below[:size], 1):
        match = NUMBER.match(line.text[: starts[0]])
        if match is None or int(match[1]) != number:
            raise BoardDiagramError(
                f"expected row {number} of {size}, got {quoted(line.text.strip())}", line.number
            )
        cells, beside = _cells(line.text, starts, wide)
        rows.append(_row(cells, beside, line, number))
    return Diagram(_complete(rows, size, below), [each for each in above if each.text], below[size:])


def _cells(text: str, starts: Sequence[int], wide: int) -> tuple[list[str], str]:
    """Return the squares of a row below a heading, and the text to the right of them."""
    cells = [text[at : at + wide].strip(" |") for at in starts]
    beside = text[starts[-1] + wide :]
    if all(cell in EMPTY or TILE.fullmatch(cell) for cell in cells):
        return cells, beside
    for found, rest in (_shifted_cells(text, starts, wide), _leading_squares(text)):
        if len(found) == len(starts):
            return found, rest
    return cells, beside


def _shifted_cells(text: str, starts: Sequence[int], wide: int) -> tuple[list[str], str]:
    """Return the same for a row in which a bracketed tile shifts the others to the right."""
    found, at = [], starts[0]
    for _ in starts:
        match = CELL.match(text, at)
        if match is None or text[match.end() : match.end() + wide - 1].strip(" |"):
            break
        found.append(match[0].strip(" |"))
        at = match.end() + wide - 1
    return found, text[at:]


def _rows_without_heading(lines: Sequence[Line]) -> Diagram:
    """Read a board without a heading.  Raises BoardDiagramError."""
    blank = _blank_rows([line.text for line in lines])
    if blank:
        numbered = enumerate(zip(lines, blank, strict=False), 1)
        rows = [_row(list(squares), beside, line, at) for at, (line, (squares, beside)) in numbered]
        return Diagram(rows, [], [line for line in lines[USUAL_ROWS:] if line.text])
    used = [line for line in lines if line.text]
    [(size, _)] = Counter(len(_leading_squares(line.text)[0]) for line in used[:USUAL_ROWS]).most_common(1)
    rows = []
    for number, line in enumerate(used[:size], 1):
        cells, beside = _leading_squares(line.text)
        if len(cells) != size:
            wrong = f"row {number} has {len(cells)} squares, expected {size}"
            raise BoardDiagramError(f"{wrong}: {quoted(line.text.strip())}", line.number)
        rows.append(_row(cells, beside, line, number))
    return Diagram(_complete(rows, size, used), [], used[size:])


def _complete(rows: list[DiagramRow], size: int, lines: Sequence[Line]) -> list[DiagramRow]:
    if len(rows) < size:
        last = lines[-1] if lines else Line(1, "")
        raise BoardDiagramError(
            f"expected {size} rows, got {len(rows)}: {quoted(last.text.strip())}", last.number
        )
    return rows


def _leading_squares(line: str) -> tuple[list[str], str]:
    """Return the squares at the beginning of a line, after its number if any, and the text after them."""
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


def _row(cells: Sequence[str], beside: str, line: Line, number: int) -> DiagramRow:
    """Make a row.  Raises BoardDiagramError for a square that is neither a tile nor empty."""
    signs = [cell.strip() for cell in cells]
    for sign in signs:
        if sign not in EMPTY and not TILE.fullmatch(sign):
            what = f"expected a letter or an empty square, got {quoted(sign)}"
            raise BoardDiagramError(f"row {number}: {what}: {quoted(line.text.strip())}", line.number)
    squares = ["" if sign in EMPTY else sign.strip("[]") for sign in signs]
    return DiagramRow(squares, signs, Line(line.number, beside.strip(" |")), line)
