"""CGP, a position in one line of text.

    15/7CAT5/.../15    AEINRST/DGO    310/297    0       lex ENABLE; mcnz 6;
    rows, / between    racks          scores     zeros   operations, ; after each

The side to move comes first.  A row has digits for runs of empty squares, upper case for tiles,
lower case for blanks, [CH] for tiles of several letters.  Operations may also have a hyphen (-lex X;)
and the last ; may be missing.  Some of them become fields of the position (lex ld bdn mcnz bb etl);
all others, known or not, are kept unchanged in `Position.extra`.  l1 and l2, a lexicon for each side,
must name the same one, which also counts as lex.  `scores unknown;` marks scores, given as 0/0, that are
not known (`has_scores`).  `load cgp` or `cgp` in front of the line, as in other programs, is skipped.

    position = cgp.loads(text)            cgp.dumps(position)
    positions = cgp.load("my.cgp")        the positions of a file, one for each line

Invariant: `loads(dumps(position)) == position`, if the position came from `loads` without keywords.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from scrabble.errors import ScrabbleError
from scrabble.files import expand_user, read_file
from scrabble.game.board import BoardLayout, LayoutError, Squares
from scrabble.game.position import Position
from scrabble.game.rules import Rules, RulesError
from scrabble.game.tiles import BLANK, DEFAULT_ALPHABET, Alphabet, TileError, quoted, shortened

MOST_BYTES = 1 << 27  # of a file
MOST_CHARACTERS = 10_000  # of a position
DEFAULT_BOARD = "CrosswordGame"

NUMBER = r"[0-9]{1,9}"
SIGNED = r"[+-]?[0-9]{1,9}"
OPERATIONS = {  # the operand of each known operation: its pattern, and its description in messages
    "bb": (NUMBER, "a number of points"),
    "bdn": (r".+", "a board"),
    "cr": (r"single|double|triple|void|5pt|10pt", "single, double, triple, void, 5pt or 10pt"),
    "etl": (NUMBER, "a number of tiles"),
    "gid": (r".+", "the id of a game"),
    "id": (r".+", "the id of a position"),
    "l1": (r".+", "a lexicon"),
    "l2": (r".+", "a lexicon"),
    "ld": (r".+", "a letter distribution"),
    "lex": (r".+", "a lexicon"),
    "lm": (r".+", "the last move"),
    "mcnz": (r"0*[1-9][0-9]{0,8}", "a number of scoreless turns, at least 1"),
    "move": (r".+", "a move"),
    "scores": (r"unknown", "unknown, the scores being 0/0"),
    "spread": (SIGNED, "a number of points"),
    "status": (r"proven|bounded|estimated", "proven, bounded or estimated"),
    "ti": (NUMBER, "a time in ms"),
    "tmr": (rf"{SIGNED}/{SIGNED}", "two clocks in ms, such as 10000/-2500"),
    "to": (NUMBER, "a time in ms"),
    "var": (r"classic", "classic, the only variant supported"),
}
FIELDS = ("lex", "ld", "bdn", "mcnz", "bb", "etl")  # operations that become fields of the position
BOARD_FILE = ".toml"  # the end of the path of a board
FEWEST_SLASHES = 5  # in the board of a text meant as a position
AFTER_BOARD = ("racks", "scores", "scoreless turns")  # the fields
COMMAND = re.compile(r"\s*(?:(?:load|position)\s+)?cgp\s+", re.IGNORECASE)
UNKNOWN_SCORES = ("scores", "unknown")  # the operation
NO_SCORES = "no scores are given, so only future spread is shown"
EXAMPLE = "'15/.../15 AALNOR/EIU 470/395 0'"
RULE_FIELDS = {"mcnz": "scoreless_limit", "bb": "bingo_bonus", "etl": "exchange_limit"}


class CgpError(ScrabbleError):
    """A text that is not a position; the message names the part and quotes it."""


def loads(
    text: str,
    *,
    alphabet: Alphabet | None = None,
    layout: BoardLayout | None = None,
    rules: Rules | None = None,
) -> Position:
    """Read a position; `read` describes the keywords and also returns notes.

    A board of your own is `layout=BoardLayout.load("my-board.toml")`.
    """
    if not isinstance(text, str):
        raise TypeError(f"text: expected a position in CGP, got {shortened(repr(text))}")
    return read(text, alphabet=alphabet, layout=layout, rules=rules)[0]


def load(path: str | PathLike[str]) -> list[Position]:
    """Read the positions of a file, one for each line; blank lines and comments (#) are skipped.

    Raises CgpError with the name of the file and the line, OSError for a file that cannot be read.
    """
    positions = []
    text = read_file(expand_user(path), MOST_BYTES).decode("utf-8-sig")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                positions.append(loads(line))
            except CgpError as error:
                raise CgpError(f"{path}, line {number}: {error}") from None
    return positions


def read(
    text: str,
    *,
    alphabet: Alphabet | None = None,
    layout: BoardLayout | None = None,
    rules: Rules | None = None,
    allow_board_file: bool = False,
) -> tuple[Position, list[str]]:
    """Read a position; return it with notes on what was added to the text.

    An empty or partial rack gets the unseen tiles if they all fit.  If nothing names the tiles and English
    lacks a letter, they are of the only set that has them all.  Notes say so.  `alphabet` and `layout`
    apply if the text names none, or the same one.  Operations change `rules`, by default those of the
    alphabet.  Only with `allow_board_file`, for a text that the user has typed, may it name its board by the
    path of a file.  Raises CgpError.
    """
    line = without_command(text.strip().removeprefix("\ufeff"))
    if len(line) > MOST_CHARACTERS:
        what = f"a line of {len(line):,} characters, expected a position of at most {MOST_CHARACTERS:,}"
        raise CgpError(f"{what}: {quoted(line)}")
    fields = line.split(None, 4)
    if len(fields) < 4:
        if fields and fields[0].count("/") >= FEWEST_SLASHES:
            missing = ", ".join(AFTER_BOARD[len(fields) - 1 :])
            raise CgpError(f"no {missing}: expected CGP such as {EXAMPLE}, got {quoted(line)}")
        raise CgpError(f"not a position: expected CGP such as {EXAMPLE}, got {quoted(line)}")
    racks, scores, zeros = _pair(fields[1], "racks"), _scores(fields[2]), _zeros(fields[3])
    operations = _operations(fields[4] if len(fields) > 4 else "")
    known = dict(operations)
    lexicon = _lexicon(known)
    try:
        alphabet, assumed = _alphabet(known.get("ld"), lexicon, alphabet, _pieces(fields[0], racks))
        layout = _layout(known.get("bdn"), layout, allow_board_file)
        rules = _changed(rules or Rules.load(alphabet.rules), known)
    except RulesError as error:
        raise CgpError(str(error)) from None
    position = Position(
        alphabet=alphabet,
        layout=layout,
        rules=rules,
        squares=_squares(fields[0], alphabet, layout.size),
        rack_codes=_racks(racks, alphabet, rules.rack_size),
        scores=scores,
        scoreless_turns=zeros,
        lexicon_name=lexicon,
        extra=tuple(operation for operation in operations if operation[0] not in FIELDS),
    )
    completed, added = _completed(position)
    notes = [*assumed, *added]
    return completed, notes if has_scores(completed) else [*notes, NO_SCORES]


def without_command(line: str) -> str:
    """Return a line without the command of another program in front of it, such as `load cgp`."""
    match = COMMAND.match(line)
    return line[match.end() :] if match else line


def has_scores(position: Position) -> bool:
    """Return whether the scores are known; unknown ones are 0-0."""
    return UNKNOWN_SCORES not in position.extra


def dumps(position: Position) -> str:
    """Write a position in one line, without fields of the rules for which there is no operation."""
    alphabet, layout, rules = position.alphabet, position.layout, position.rules
    board = "/".join(_row_text(row, alphabet) for row in position.squares.tolist())
    racks = "/".join(position.racks)
    parts = [board, racks, "{}/{}".format(*position.scores), str(position.scoreless_turns)]
    if position.lexicon_name is not None:
        parts.append(f"lex {position.lexicon_name};")
    by_lexicon = Alphabet.of_lexicon(position.lexicon_name or "")
    if alphabet.name != DEFAULT_ALPHABET or (by_lexicon and by_lexicon.name != alphabet.name):
        parts.append(f"ld {alphabet.name};")
    if layout.name != DEFAULT_BOARD:
        parts.append(f"bdn {layout.name};")
    usual = Rules.load(alphabet.rules)
    for name, field in RULE_FIELDS.items():
        number = getattr(rules, field)
        if number is not None and number != getattr(usual, field):
            parts.append(f"{name} {number};")
    parts += [f"{name} {operand}".rstrip() + ";" for name, operand in position.extra]
    return " ".join(parts)


def _operations(text: str) -> list[tuple[str, str]]:
    """Read names, without hyphen, and operands; operands of known operations are checked."""
    operations: list[tuple[str, str]] = []
    for piece in filter(None, map(str.strip, text.split(";"))):
        match = re.fullmatch(r"-?([A-Za-z_][\w.-]*)(?:\s+(.*))?", piece)
        if match is None:
            raise CgpError(f"expected operations such as 'lex ENABLE;' after 4 fields, got {quoted(piece)}")
        name, operand = match[1], match[2] or ""
        name = name.lower() if name.lower() in OPERATIONS else name
        if name in OPERATIONS:
            pattern, expected = OPERATIONS[name]
            if not re.fullmatch(pattern, operand):
                got = quoted(operand) if operand else "nothing"
                raise CgpError(f"operation {name}: expected {expected}, got {got}: {quoted(piece)}")
            if name in dict(operations):
                raise CgpError(f"operation {name} is given twice: {quoted(text)}")
        operations.append((name, operand))
    return operations


def _lexicon(known: dict[str, str]) -> str | None:
    """Return the lexicon of both sides, None if the text names none."""
    names = list(dict.fromkeys(known[name] for name in ("lex", "l1", "l2") if name in known))
    if len(names) > 1:
        raise CgpError(f"expected one lexicon for both sides, got {', '.join(map(quoted, names))}")
    return names[0] if names else None


def _pieces(board: str, racks: Sequence[str]) -> list[tuple[str, str]]:
    """Return the texts that hold tiles, each with the part that it is in."""
    parts = [(f"row {number}", row) for number, row in enumerate(board.split("/"), 1)]
    parts += [("racks", rack) for rack in racks]
    return [(part, piece) for part, text in parts for piece in re.findall(r"[^0-9]+", text)]


def _alphabet(
    name: str | None, lexicon: str | None, given: Alphabet | None, pieces: Sequence[tuple[str, str]]
) -> tuple[Alphabet, list[str]]:
    """Return the tiles of a position, with a note if they are those that fit its board and racks."""
    if given is not None and name in (None, given.name):
        return given, []
    if name is None:
        named = Alphabet.of_lexicon(lexicon or "")
        return (named, []) if named else _fitting(pieces)
    try:
        return Alphabet.load(name.lower()), []
    except TileError as error:
        raise CgpError(f"operation ld: {error}") from None


def _fitting(pieces: Sequence[tuple[str, str]]) -> tuple[Alphabet, list[str]]:
    """Return the default tiles or, if they lack a letter, the only ones that fit, with a note."""
    default = Alphabet.load(DEFAULT_ALPHABET)
    try:
        for part, text in pieces:
            _codes(text, default, part)
        return default, []
    except CgpError as error:
        missing = error
    texts = [text for _, text in pieces]
    spelling = [each for each in map(Alphabet.load, Alphabet.names()) if _spells(each, texts)]
    fitting = [each for each in spelling if _has_tiles(each, texts)] or spelling
    if len(fitting) == 1:
        return fitting[0], [f"the tiles are assumed to be {fitting[0].name}, as nothing names them"]
    if not fitting:
        raise missing
    names, first = ", ".join(each.name for each in fitting), fitting[0].name
    remedy = f"name them with --lexicon, 'ld {first};' in CGP or 'tiles {first}' below a printed board"
    raise CgpError(f"{missing}; the tiles may be {names}: {remedy}")


def _spells(alphabet: Alphabet, texts: Sequence[str]) -> bool:
    """Return whether a set has all these letters."""
    try:
        for text in texts:
            alphabet.encode(text)
    except TileError:
        return False
    return True


def _has_tiles(alphabet: Alphabet, texts: Sequence[str]) -> bool:
    """Return whether a set, which has these letters, has the counts of tiles that they say."""
    codes = (code for text in texts for code in alphabet.encode(text))
    tiles = Counter(0 if code & BLANK else code for code in codes)
    return all(count <= alphabet.counts[code] for code, count in tiles.items())


def _layout(name: str | None, given: BoardLayout | None, allow_file: bool) -> BoardLayout:
    if given is not None and name in (None, given.name):
        return given
    if name is not None and name.endswith(BOARD_FILE) and not allow_file:
        wrong = f"operation bdn: expected the name of a board, got the file {quoted(name)}"
        raise CgpError(f"{wrong}, which only a position on the command line may name")
    try:
        return BoardLayout.load(name or DEFAULT_BOARD)
    except LayoutError as error:
        raise CgpError(f"operation bdn: {error}") from None


def _changed(rules: Rules, known: dict[str, str]) -> Rules:
    """Return the rules with the numbers of the operations."""
    changes: dict[str, Any] = {
        field: int(known[name]) for name, field in RULE_FIELDS.items() if name in known
    }
    return dataclasses.replace(rules, **changes)


def _squares(text: str, alphabet: Alphabet, size: int) -> Squares:
    rows = text.split("/")
    if len(rows) != size:
        raise CgpError(f"expected {size} rows, got {len(rows)}: {quoted(text)}")
    squares = np.zeros((size, size), dtype=np.uint8)
    for number, row in enumerate(rows, 1):
        width = 0
        for piece in re.findall(r"[0-9]{1,9}|[^0-9]+", row):
            if piece[0] in "0123456789":
                width += int(piece)
                continue
            codes = _codes(piece, alphabet, f"row {number}")
            if 0 in codes:
                raise CgpError(f"row {number}: a blank '?' on the board, expected its letter: {quoted(row)}")
            for col, code in enumerate(codes[: max(0, size - width)], width):
                squares[number - 1, col] = code
            width += len(codes)
        if width != size:
            raise CgpError(f"row {number} has {width} squares, expected {size}: {quoted(row)}")
    return squares


def _row_text(row: list[int], alphabet: Alphabet) -> str:
    runs = re.findall(rb"\0+|[^\0]+", bytes(row), re.DOTALL)
    return "".join(alphabet.decode(run) if run[0] else str(len(run)) for run in runs)


def _pair(text: str, part: str) -> list[str]:
    pair = text.split("/")
    if len(pair) != 2:
        raise CgpError(f"expected 2 {part}, got {len(pair)}: {quoted(text)}")
    return pair


def _racks(texts: list[str], alphabet: Alphabet, size: int) -> tuple[bytes, bytes]:
    first, second = (_codes(rack, alphabet, "racks") for rack in texts)
    for rack, codes in zip(texts, (first, second), strict=True):
        if any(code & BLANK for code in codes):
            raise CgpError(f"racks: a blank on a rack is '?', not a lower-case letter: {quoted(rack)}")
        if len(codes) > size:
            raise CgpError(f"a rack of {len(codes)} tiles, more than {size}: {quoted(rack)}")
    return first, second


def _codes(text: str, alphabet: Alphabet, part: str) -> bytes:
    try:
        return alphabet.encode(text)
    except TileError as error:
        raise CgpError(f"{part}: {error}") from None


def _scores(text: str) -> tuple[int, int]:
    first, second = _pair(text, "scores")
    for score in (first, second):
        if not re.fullmatch(SIGNED, score):
            raise CgpError(f"scores: expected whole numbers, got {quoted(score)}: {quoted(text)}")
    return int(first), int(second)


def _zeros(text: str) -> int:
    if not re.fullmatch(NUMBER, text):
        raise CgpError(f"zeros: expected a number of scoreless turns, got {quoted(text)}")
    return int(text)


def _completed(position: Position) -> tuple[Position, list[str]]:
    """Add the unseen tiles to the only incomplete rack, if they fit; return a note that says so."""
    unseen, (first, second) = position.unseen, position.rack_codes
    size, counts = position.rules.rack_size, position.alphabet.counts
    is_odd = any(count > counts[code] for code, count in position.seen.items())
    if not unseen or is_odd or not (first or second):
        return position, []
    if first and len(second) + len(unseen) <= size:
        racks, whose = (first, second + unseen), "the opponent's rack"
    elif (not first or len(second) == size) and len(first) + len(unseen) <= size:
        racks, whose = (first + unseen, second), "the rack of the side to move"
    else:
        return position, []
    tiles = f"tile{'s' if len(unseen) > 1 else ''} {position.alphabet.rack_text(unseen)}"
    note = f"{whose} was completed with the unseen {tiles}"
    return dataclasses.replace(position, rack_codes=racks), [note]
