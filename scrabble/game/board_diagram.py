"""Boards as they are printed or typed, read as lines of CGP.

    board_diagram.looks_like_diagram(text)   whether a text is meant as a board
    board_diagram.read(text)                 [(number of the first line, line of CGP)], one for each board
    board_diagram.boards(text)               the same, with an error in place of a board that cannot be read

Boards of `solve`, Macondo, MAGPIE and Quackle, and typed ones; colours, frames and wide letters count as the
plain ones.  Letters are text here; `scrabble.game.cgp` reads them as tiles.  Upper case is a tile, lower case
a blank; `.`, `-` and the signs of premium squares are empty.

         A B C D E F ...         a heading: squares lie below its letters, however wide they are;
        -------------            the players may stand to the right of it and of the rule below it
      1  = . . C . . ...         each row begins with its number

    ...C...........              no heading: one character for each square, the same number in every row,
    . . . C . . . .              or with a space between any two,
       C                         or nothing for an empty square: exactly the 15 rows of the standard board

Racks, scores and the rest stand beside the board or below it; they become the other fields of CGP.

    on turn      470 points      as `solve` draws it, in any order, among other lines
      A A L N O R
    other side   395 points
      no tiles
    scoreless turns so far: 2 of 6
    lexicon ENABLE               also `tiles spanish`, `board SuperCrosswordGame`, and rules that differ from
                                 those of the language: `bonus 35`, `exchange limit 1`

    -> Josh  DEFNNPT  394        as Macondo, MAGPIE and Quackle print them beside the heading; their notes
       Noah           365        further down (unseen tiles, moves) are ignored

    AALNOR/EIU 470/395 0         typed: as in CGP, or a line for each side, the side to move first or marked
    AALNOR 470                   (`rack aalnor`, `opp: EIU 395`), both racks on one line (`AALNOR EIU`),
    EIU 395                      scores on a line of their own (`470-395`); `?` or `_` is a blank

Missing scores are unknown (`scores unknown;`), any other missing number is 0.  On a terminal with colours
`solve` also draws the best move: where the line that names it follows, its tiles are removed again.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from scrabble.game.board import LETTER_SIGNS, WORD_SIGNS, BoardLayout, LayoutError, parse_square
from scrabble.game.cgp import DEFAULT_ALPHABET, DEFAULT_BOARD, FEWEST_SLASHES
from scrabble.game.rules import Rules
from scrabble.game.tiles import Alphabet, TileError, quoted

MOST_BEFORE = 10  # lines before a board; a text with more of them is something else
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
RULE = re.compile(r"[\s|+-]*")  # the horizontal rule below a heading or a board
FIRST_COLUMNS = re.compile(r"[\s|]*(A[\s|]*)B")
CELL = re.compile(r"\[[^\[\]\s]+\]|.")

# Racks and scores
SIDES = ("on turn", "other side")
SIDE = re.compile(rf"({'|'.join(SIDES)})\s+(-?\d+|\?) points?")
ZEROS = re.compile(r"(?:scoreless turns(?: so far)?|zeros):? (\d+)(?: of (\d+))?", re.IGNORECASE)
NAMED = re.compile(r"(lexicon|lex|tiles|board|bonus|exchange limit):? ([^\s;][^;]*);?", re.IGNORECASE)
NAMES = {
    "lexicon": "lex",
    "lex": "lex",
    "tiles": "ld",
    "board": "bdn",
    "bonus": "bb",
    "exchange limit": "etl",
}
NO_SCORES = "scores unknown;"
SIDE_TILE = r"(?:\[[^\[\]\s]+\]|[^\W\d_]|·|\?)"
RACKS = re.compile(rf"({SIDE_TILE}*/{SIDE_TILE}*)(?:\s+(-?\d+/-?\d+)(?:\s+(\d+)(?:\s+(\S.*))?)?)?")
DRAWN_RACK = re.compile(rf"{SIDE_TILE}+(?: {SIDE_TILE}+)*")
PLAYER = re.compile(rf"(->|>)?\s*(\S.*?)(?:\s{{2,}}((?:{SIDE_TILE})+))?\s+(-?\d+)")
MARK = re.compile(r"(?:->|>)\s*")
EXPECTED = "expected racks and scores such as 'AALNOR/EIU 470/395' beside the board or below it"
PLAYER_EXPECTED = "expected a name, a rack and a score such as '-> Ann  AALNOR  470'"
# how typed lines begin: the side to move, the opponent, the scores of both
MINE = r"me|mine|my|rack|hand|on turn|to move|mover"
THEIRS = r"opp|opponent|their|theirs|them|other side|other"
SCORES = r"scores?"
LABELLED = re.compile(
    rf"(?:(?P<mine>{MINE})|(?P<theirs>{THEIRS})|(?P<scores>{SCORES}))(?:['’]s)?"
    r"(?: (?:rack|tiles|hand|score))?"
    r"(?:\s*[:=]\s*(?P<value>.*)|\s+(?P<words>\S.*))",
    re.IGNORECASE,
)
NEXT_SIDE = re.compile(rf"\s*[,;]\s*(?=(?:{MINE}|{THEIRS}|{SCORES})\b)", re.IGNORECASE)
NICK = re.compile(r"([^:]{1,40}):\s*(\S.*)")
NO_NICKS = ("bag", "unseen", "pool", "left", "tracking")  # labels of tiles that are on no rack
PAIR = re.compile(r"(?<!\S)(-?\d+)\s*[/:–-]\s*(-?\d+)(?!\S)")
SIDE_NUMBER = re.compile(r"-?\d{1,9}")
WORD = re.compile(rf"{SIDE_TILE}+")
BETWEEN = re.compile(r"\s*[/,]\s*|\s+(?:vs?\.?|-|\|)\s+|\s+")
POINTS = re.compile(r"(?<=\d)\s*(?:points?|pts?)\b\.?", re.IGNORECASE)


class BoardDiagramError(ValueError):
    """A board that cannot be read; the message names the line and quotes it."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text if line is None else f"line {line}: {text}")


class Line(NamedTuple):
    """A line of the text, or the part of a line beside the board."""

    number: int
    text: str


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


class TypedLine(NamedTuple):
    """Racks and numbers of one side, or of both, as a line was typed."""

    line: Line
    side: int | None  # 0: the side to move, 1: the opponent, None: not given
    racks: list[str]
    numbers: list[str]


def looks_like_diagram(text: str) -> bool:
    """Return whether a text is meant as printed boards, not as lines of CGP or JSON, nor as prose."""
    lines = [line.text for line in _lines(text)]
    heading = next((at for at, line in enumerate(lines) if _columns(line)), None)
    if heading is not None:
        return sum(map(bool, lines[:heading])) <= MOST_BEFORE
    if any(line.count("/") >= FEWEST_SLASHES or line.lstrip().startswith("{") for line in lines):
        return False
    return sum(map(_is_row, lines)) >= FEWEST or _has_blank_squares(lines)


def read(text: str) -> list[tuple[int, str]]:
    """Return the number of the first line, and a line of CGP, for each board.  Raises BoardDiagramError."""
    found = []
    for at, line in boards(text):
        if isinstance(line, BoardDiagramError):
            raise line
        found.append((at, line))
    return found


def boards(text: str) -> Iterator[tuple[int, str | BoardDiagramError]]:
    """Yield the number of the first line, and a line of CGP or the error, for each board of a text.

    Raises BoardDiagramError for a text without any.
    """
    lines = _lines(text)
    if not any(line.text.strip() for line in lines):
        raise BoardDiagramError("nothing is printed in it, expected the rows of a board")
    starts = [at for at, line in enumerate(lines) if _columns(line.text)]
    if not starts:
        rows, below = _rows_without_heading(lines)
        yield 1, _cgp(Diagram(rows, [], below))
    for at, end in itertools.pairwise([*starts, len(lines)]):
        try:
            yield lines[at].number, _cgp(_rows_with_heading(lines[at:end]))
        except BoardDiagramError as error:
            yield lines[at].number, error


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
    fields = _side_fields(drawn.above, remarks)
    board, name = "/".join("".join(_runs(row.squares)) for row in rows), _board_name(rows)
    if name != DEFAULT_BOARD and not re.search(r"[\s;]-?bdn\s", fields):
        is_open = len(fields.split()) > 3 and not fields.endswith(";")
        fields += f"{';' * is_open} bdn {name};"
    language = _language(f"{board} {fields}")
    return f"{board} {fields}" + (f" ld {language};" if language else "")


def _language(line: str) -> str | None:
    """Return the only language that has all the tiles, if none is named and English lacks some."""
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


def _has_blank_squares(lines: Sequence[str]) -> bool:
    """Return whether lines may be a board on which empty squares are left blank."""
    grid = lines[:USUAL_ROWS]
    squares = [line[:USUAL_ROWS] for line in grid]
    return (
        len(grid) == USUAL_ROWS
        and any(squares)
        and all(re.fullmatch(r"[^\W\d_]*", each.replace(" ", "")) for each in squares)
    )


def _rows_with_heading(lines: Sequence[Line]) -> Diagram:
    """Read the board below a heading, `lines[0]`.  Raises BoardDiagramError."""
    heading, *others = lines
    starts = _columns(heading.text)
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


def _rows_without_heading(lines: Sequence[Line]) -> tuple[list[DiagramRow], list[Line]]:
    """Read a board without a heading; return its rows, and the lines below.  Raises BoardDiagramError."""
    if _has_blank_squares([line.text for line in lines]):
        below = [line for line in lines[USUAL_ROWS:] if line.text]
        return _rows_with_blank_squares(lines[:USUAL_ROWS]), below
    used = [line for line in lines if line.text]
    [(size, _)] = Counter(len(_leading_squares(line.text)[0]) for line in used[:USUAL_ROWS]).most_common(1)
    rows = []
    for number, line in enumerate(used[:size], 1):
        cells, beside = _leading_squares(line.text)
        if len(cells) != size:
            wrong = f"row {number} has {len(cells)} squares, expected {size}"
            raise BoardDiagramError(f"{wrong}: {quoted(line.text.strip())}", line.number)
        rows.append(_row(cells, beside, line, number))
    return _complete(rows, size, used), used[size:]


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


def _rows_with_blank_squares(lines: Sequence[Line]) -> list[DiagramRow]:
    return [
        _row(list(line.text[:USUAL_ROWS].ljust(USUAL_ROWS)), line.text[USUAL_ROWS:], line, number)
        for number, line in enumerate(lines, 1)
    ]


def _row(cells: Sequence[str], beside: str, line: Line, number: int) -> DiagramRow:
    """Make a row.  Raises BoardDiagramError for a square that is neither a tile nor empty."""
    signs = [cell.strip() for cell in cells]
    for sign in signs:
        if sign not in EMPTY and not TILE.fullmatch(sign):
            what = f"expected a letter or an empty square, got {quoted(sign)}"
            raise BoardDiagramError(f"row {number}: {what}: {quoted(line.text.strip())}", line.number)
    squares = ["" if sign in EMPTY else sign.strip("[]") for sign in signs]
    return DiagramRow(squares, signs, Line(line.number, beside.strip(" |")), line)


# Racks and scores beside a board or below it


def _side_fields(above: Sequence[Line], remarks: Sequence[Line]) -> str:
    """Return racks, scores, scoreless turns and operations in CGP.  Raises BoardDiagramError.

    `above` is the text beside the names of the columns, `remarks` the text beside and below the rows.
    """
    remarks = [remark for remark in remarks if not RULE.fullmatch(remark.text)]
    texts = [remark.text for remark in remarks]
    named = [(match[1].lower(), match[2].strip()) for match in map(NAMED.fullmatch, texts) if match]
    operations = [f"{NAMES[what]} {name};" for what, name in named]
    if any(map(SIDE.fullmatch, texts)):
        found = _fields_of_drawing(remarks)
    elif any(map(PLAYER.fullmatch, (line.text for line in above))):
        found = _fields_of_players(above)
    else:
        found = _fields_of_typed_lines(
            [each for each in (*above, *remarks) if not NAMED.fullmatch(each.text)]
        )
    if operations and len(found.split()) > 3 and not found.endswith(";"):
        found += ";"
    operations += [_limit_operation(limit[2], dict(named)) for limit in map(ZEROS.fullmatch, texts) if limit]
    return " ".join(filter(None, [found, *operations]))


def _limit_operation(drawn: str | None, named: dict[str, str]) -> str:
    """Return the operation for the limit of scoreless turns; "" if it is that of the language."""
    tiles = named.get("tiles", DEFAULT_ALPHABET)
    usual = (
        Rules.load(Alphabet.load(tiles).rules).scoreless_turns_limit if tiles in Alphabet.names() else None
    )
    return f"mcnz {drawn};" if drawn and usual and drawn.lstrip("0") != str(usual) else ""


def _fields(racks: Sequence[str], scores: Sequence[str | None], zeros: str = "0", others: str = "") -> str:
    one, two = scores
    if one is None or two is None:
        one, two, others = "0", "0", " ".join(filter(None, [NO_SCORES, others]))
    return f"{'/'.join(racks)} {one}/{two} {zeros} {others}".rstrip()


def _fields_of_drawing(remarks: Sequence[Line]) -> str:
    """Read the text beside a board that `solve` has drawn."""
    racks, zeros = dict.fromkeys(SIDES, ""), "0"
    scores: dict[str, str | None] = dict.fromkeys(SIDES, "0")
    for at, remark in enumerate(remarks):
        if match := SIDE.fullmatch(remark.text):
            tiles = remarks[at + 1] if at + 1 < len(remarks) else Line(remark.number, "")
            racks[match[1]] = "" if tiles.text == "no tiles" else _rack(tiles)
            scores[match[1]] = None if match[2] == "?" else match[2]
        elif match := ZEROS.fullmatch(remark.text):
            zeros = match[1]
    return _fields([*racks.values()], [*scores.values()], zeros)


def _rack(line: Line) -> str:
    """Read a rack drawn with a space between any two tiles.  Raises BoardDiagramError."""
    if not DRAWN_RACK.fullmatch(line.text):
        raise BoardDiagramError(f"expected the tiles of a rack, got {quoted(line.text)}", line.number)
    return "".join(f"[{tile}]" if len(tile.strip("[]")) > 1 else tile for tile in line.text.split())


def _fields_of_players(above: Sequence[Line]) -> str:
    """Read the two players as other programs print them beside the names of the columns."""
    found = []
    for line in above:
        match = PLAYER.fullmatch(line.text)
        if match is None:
            raise BoardDiagramError(f"{PLAYER_EXPECTED}, got {quoted(line.text)}", line.number)
        found.append((not match[1], match[3] or "", match[4]))
    if len(found) != 2:
        raise BoardDiagramError(f"two players: {PLAYER_EXPECTED}, got {len(found)}", above[-1].number)
    if all(is_waiting for is_waiting, _, _ in found):
        wrong = f"nobody is on turn, the game is over: {PLAYER_EXPECTED}"
        raise BoardDiagramError(f"{wrong}, got {quoted(above[0].text)}", above[0].number)
    _, racks, scores = zip(*sorted(found, key=lambda player: player[0]), strict=True)
    return _fields(racks, scores)


def _fields_of_typed_lines(remarks: Sequence[Line]) -> str:
    """Read racks and scores as people type them."""
    zeros, others = "0", ""
    found: list[TypedLine] = []
    for remark in remarks:
        if match := RACKS.fullmatch(remark.text):
            zeros, others = match[3] or zeros, match[4] or others
            numbers = match[2].split("/") if match[2] else []
            found.append(TypedLine(remark, None, [*map(_capitals, match[1].split("/"))], numbers))
        elif match := ZEROS.fullmatch(remark.text):
            zeros = match[1]
        else:
            found += [_typed_line(Line(remark.number, part)) for part in NEXT_SIDE.split(remark.text)]
    racks: list[str | None] = [None, None]
    scores: list[str | None] = [None, None]
    for each in sorted(found, key=lambda each: each.side is None):
        *numbers, last = each.numbers if len(each.numbers) == 3 else [*each.numbers, zeros]
        zeros = last
        _assign(racks, each.racks, each)
        _assign(scores, numbers, each)
    if racks == [None, None]:
        last_line = remarks[-1] if remarks else None
        got = f", got {quoted(last_line.text)}" if last_line else ""
        raise BoardDiagramError(f"no racks: {EXPECTED}{got}", last_line.number if last_line else None)
    if scores.count(None) == 1:
        raise BoardDiagramError(f"the score of one side only: {EXPECTED}", found[-1].line.number)
    return _fields([rack or "" for rack in racks], scores, zeros, others)


def _assign(places: list[str | None], values: Sequence[str], typed: TypedLine) -> None:
    """Assign the values of a line to their sides.  Raises BoardDiagramError if a side has a value already."""
    free = [at for at in (0, 1) if places[at] is None and typed.side in (None, at)]
    if len(values) > len(free) or (typed.side is not None and len(values) > 1):
        raise BoardDiagramError(f"{EXPECTED}, got {quoted(typed.line.text)}", typed.line.number)
    for at, value in zip(free, values, strict=False):
        places[at] = value


def _typed_line(line: Line) -> TypedLine:
    """Read a line with racks and scores of one side, or of both.  Raises BoardDiagramError."""
    text, side, is_scores = line.text, None, False
    if match := LABELLED.fullmatch(text):
        text = match["value"] if match["words"] is None else match["words"]
        side, is_scores = (0 if match["mine"] else 1 if match["theirs"] else None), bool(match["scores"])
    else:
        if match := MARK.match(text):
            side, text = 0, text[match.end() :]
        if match := NICK.fullmatch(text):
            if match[1].strip().lower() in NO_NICKS:
                raise BoardDiagramError(f"{EXPECTED}, got {quoted(line.text)}", line.number)
            text = match[2]
    text = POINTS.sub("", text.replace("_", "?").strip())
    words = list(filter(None, BETWEEN.split(PAIR.sub(r"\1 \2", text))))
    numbers = [word for word in words if SIDE_NUMBER.fullmatch(word)]
    tiles = [word for word in words if word not in numbers]
    is_odd = (is_scores and bool(tiles)) or len(numbers) > 3 or (len(numbers) == 3 and len(tiles) != 2)
    if is_odd or not all(map(WORD.fullmatch, tiles)):
        raise BoardDiagramError(f"{EXPECTED}, got {quoted(line.text)}", line.number)
    return TypedLine(line, side, _racks(tiles) if tiles or side is None else [""] * (not numbers), numbers)


def _racks(words: Iterable[str]) -> list[str]:
    """Return one rack if the words are single tiles, else one for each word; in capitals if all is small."""
    racks = list(words)
    if len(racks) > 1 and all(len(word.strip("[]")) == 1 or word.startswith("[") for word in racks):
        racks = ["".join(racks)]
    return [*map(_capitals, racks)]


def _capitals(rack: str) -> str:
    """Return a rack of small letters in capitals, as no tile of a rack is written in lower case."""
    return rack if any(map(str.isupper, rack)) else rack.upper()
