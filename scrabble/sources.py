"""Where positions come from: files, standard input, a text on the command line.

    # a comment                                         comments and blank lines are skipped
    15/7CAT5/.../15 AEINRST/DGO 310/297 0 lex ENABLE;   a position in CGP; `id NAME;` names it
    {"id": "g12t20", "cgp": "15/7CAT5/... 0"}           the same as JSON, further keys are not looked at

One position a line, in any mixture.  A line that cannot be read is an entry of its own with the reason, so
that the others go on.  Here is also where a position and its lexicon meet.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from scrabble import cgp
from scrabble.game.position import Position, PositionError, refuse
from scrabble.game.tiles import quoted
from scrabble.lexicon import Lexicon, LexiconError, available

STANDARD_INPUT = "-"
FEWEST_SLASHES = 5  # in the board of a text that was meant as a position
LINE_END = re.compile(r"\r\n|\r|\n")
ID = re.compile(r"[\s;]-?id\s+([^;]*[^;\s])")


class SourceError(ValueError):
    """A file that cannot be read, or a line that holds no position."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One position to be, or the reason why there is none."""

    id: str  # given with the position, or made from file and line
    where: str  # for messages: file and line
    text: str = ""  # CGP
    error: SourceError | None = None


class Reading(NamedTuple):
    """A position to be answered."""

    position: Position
    lexicon: Lexicon
    warnings: list[str]


def entries(sources: Iterable[str]) -> Iterator[Entry]:
    """Each position of each source: a file, `-` for standard input, or the text of positions."""
    for number, source in enumerate(sources, 1):
        if is_text(source):
            yield from _entries(f"argument {number}", source.strip())
            continue
        name = "standard input" if source == STANDARD_INPUT else source
        try:
            text = _read(source)
        except SourceError as error:
            yield Entry(source, name, error=error)
        else:
            yield from _entries(name, text)


def is_text(source: str) -> bool:
    """Is this the text of positions, not the name of a file?"""
    if "\n" in source:
        return True
    board, *others = source.split(None, 1) or [""]
    slashes = board.count("/")
    is_board = slashes >= FEWEST_SLASHES and not re.search(r"[.~\\]|^/", board)
    return is_board and (bool(others) or slashes > 2 * FEWEST_SLASHES)


def read(entry: Entry, lexicon: Lexicon | None = None, is_endgame: bool = True) -> Reading:
    """Read an entry; the words and the tiles are those of `lexicon` if it is given.

    Raises SourceError, CgpError, LexiconError, and PositionError for what is not asked for: no endgame,
    a game that is over.
    """
    if entry.error is not None:
        raise entry.error
    position, warnings = cgp.read(entry.text, alphabet=lexicon.alphabet if lexicon else None)
    if is_endgame:
        refuse(position)
    if position.is_over:
        raise PositionError("the game is over: there is no move to find")
    words = lexicon or lexicon_of(position)
    if position.alphabet != words.alphabet:
        raise PositionError(
            f"the position has {position.alphabet.name} tiles, "
            f"the lexicon {words.name} is made for {words.alphabet.name} ones"
        )
    return Reading(position, words, [*warnings, *position.problems(words)])


def with_both_racks(position: Position, is_other_on_turn: bool = False) -> Position:
    """The position for listing plays, the other side on turn if asked for.

    With tiles in the bag the game goes on, and whoever has no tiles here has some that we do not know.
    """
    (rack, other), (score, other_score) = position.racks, position.scores
    if is_other_on_turn:
        rack, other, score, other_score = other, rack, other_score, score
    if not rack:
        raise PositionError("the rack to list the plays of is empty")
    racks = (rack, other or position.unseen[-1:])
    return dataclasses.replace(position, racks=racks, scores=(score, other_score))


def lexicon_of(position: Position) -> Lexicon:
    """The lexicon that a position names; there is no default.  Raises LexiconError."""
    if not position.lexicon_name:
        there = ", ".join(f"{entry.name} ({entry.origin})" for entry in available()) or "none at all"
        raise LexiconError(f"the position names no lexicon; choose one with --lexicon, there are: {there}")
    return load_lexicon(position.lexicon_name)


@functools.cache
def load_lexicon(name: str | Path) -> Lexicon:
    """The lexicon of this name or path, loaded once.  Raises LexiconError."""
    return Lexicon.load(name)


def _read(source: str) -> str:
    if source == STANDARD_INPUT and sys.stdin is None:
        raise SourceError("it is closed")
    try:
        data = sys.stdin.buffer.read() if source == STANDARD_INPUT else Path(source).expanduser().read_bytes()
    except FileNotFoundError:
        raise SourceError("no such file, and no position in CGP either") from None
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from error
    except ValueError as error:  # a name with a NUL character
        raise SourceError(f"no name of a file: {error}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError(f"not a text file: byte {data[error.start]:#04x} is not UTF-8") from None
    if "\0" in text:
        raise SourceError("not a text file: it has NUL characters")
    return text


def _entries(name: str, text: str) -> Iterator[Entry]:
    lines = LINE_END.split(text)
    numbered = [(at, line) for at, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#"]
    if not numbered:
        yield Entry(name, name, error=SourceError("no position in it"))
    if is_text(text) and len(text.split()) == 1:
        error = SourceError(f"only a board, put the whole position in quotes: {quoted(text)}")
        yield Entry(name, name, error=error)
        return
    for at, line in numbered:
        if len(lines) == 1:
            yield _entry(Path(name).name, name, line)
        else:
            yield _entry(f"{Path(name).name}:{at}", f"{name}, line {at}", line)


def _entry(unnamed: str, where: str, line: str) -> Entry:
    if not line.lstrip().startswith("{"):
        return Entry(_id(line) or unnamed, where, line)
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Entry(unnamed, where, error=SourceError(f"not JSON: {error}"))
    given = found.get("id", unnamed)
    text = found.get("cgp")
    if not isinstance(given, str | int):
        return Entry(unnamed, where, error=SourceError(f"expected a text as id, got {quoted(repr(given))}"))
    if not isinstance(text, str):
        reason = f"expected a position under 'cgp', got {quoted(repr(text)) if text else 'nothing'}"
        return Entry(str(given), where, error=SourceError(reason))
    return Entry(str(given), where, text)


def _id(text: str) -> str | None:
    match = ID.search(text)
    return match[1] if match else None
