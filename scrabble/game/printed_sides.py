"""Racks, scores and the rest that are printed beside a board or below it, read as fields of CGP.

    to move      470 points      as `solve` draws it, in any order, among other lines
      A A L N O R
    opponent     395 points
      no tiles                   or `not known`, with tiles in the bag
    scoreless turns: 2 of 6
    lexicon ENABLE               also `tiles spanish`, `board SuperCrosswordGame`, and rules that differ from
                                 those of the language: `bonus 35`, `exchange limit 1`

    -> Josh  DEFNNPT  394        as Macondo, MAGPIE and Quackle print them beside the heading; their notes
       Noah           365        further down (unseen tiles, moves) are ignored

    AALNOR/EIU 470/395 0         typed: as in CGP, or a line for each side, the side to move first or marked
    AALNOR 470                   (`rack aalnor`, `opp: EIU 395`), both racks on one line (`AALNOR EIU`),
    EIU 395                      scores on a line of their own (`470-395`); `?` or `_` is a blank

Missing scores are unknown (`scores unknown;`), any other missing number is 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scrabble.errors import ScrabbleError
from scrabble.game.rules import Rules
from scrabble.game.tiles import DEFAULT_ALPHABET, Alphabet, quoted

RULE = re.compile(r"[\s|+-]*")  # the horizontal rule below a heading or a board
SIDES = ("to move", "opponent")
EMPTY_RACK = ("no tiles", "not known")
SIDE = re.compile(rf"({'|'.join(SIDES)})\s+(-?\d+|\?) points?")
ZEROS = re.compile(r"(?:scoreless turns|zeros):? (\d+)(?: of (\d+))?", re.IGNORECASE)
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
NEXT_SIDE = re.compile(rf"(?<!\s)\s*[,;]\s*(?=(?:{MINE}|{THEIRS}|{SCORES})\b)", re.IGNORECASE)
NICK = re.compile(r"([^:]{1,40}):\s*(\S.*)")
NO_NICKS = ("bag", "unseen", "pool", "left", "tracking")  # labels of tiles that are on no rack
PAIR = re.compile(r"(?<!\S)(-?\d+)\s*[/:–-]\s*(-?\d+)(?!\S)")
SIDE_NUMBER = re.compile(r"-?\d{1,9}")
WORD = re.compile(rf"{SIDE_TILE}+")
BETWEEN = re.compile(r"\s*[/,]\s*|\s+(?:vs?\.?|-|\|)\s+|\s+")
POINTS = re.compile(r"(?<=\d)\s*(?:points?|pts?)\b\.?", re.IGNORECASE)


class BoardDiagramError(ScrabbleError):
    """A board that cannot be read; the message names the line and quotes it."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text if line is None else f"line {line}: {text}")


class Line(NamedTuple):
    """A line of the text, or the part of a line beside the board."""

    number: int
    text: str


class TypedLine(NamedTuple):
    """Racks and numbers of one side, or of both, as a line was typed."""

    line: Line
    side: int | None  # 0: the side to move, 1: the opponent, None: not given
    racks: list[str]
    numbers: list[str]


def side_fields(above: Sequence[Line], remarks: Sequence[Line]) -> str:
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
            racks[match[1]] = "" if tiles.text in EMPTY_RACK else _rack(tiles)
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
        wrong = f"no player is marked as the one to move: {PLAYER_EXPECTED}"
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
        raise BoardDiagramError(f"only one score is given: {EXPECTED}", found[-1].line.number)
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
    tiles = [word for word in words if not SIDE_NUMBER.fullmatch(word)]
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
