"""Where positions come from: files, standard input, a text on the command line.

    # a comment                                         comments and blank lines are skipped
    15/7CAT5/.../15 AEINRST/DGO 310/297 0 lex ENABLE;   a position in CGP; `id NAME;` names it
    {"id": "g12t20", "cgp": "15/7CAT5/... 0"}           the same as JSON, further keys are not looked at

One position a line, in any mixture.  A line that cannot be read is an entry of its own with the reason, so
that the others go on.  Here is also where a position and its lexicon meet.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scrabble import cgp
from scrabble.lexicon import Lexicon, LexiconError, available
from scrabble.position import Position, PositionError
from scrabble.tiles import quoted

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


def entries(sources: Iterable[str]) -> Iterator[Entry]:
    """Each position of each source: a file, `-` for standard input, or the text of a position."""
    for number, source in enumerate(sources, 1):
        if is_text(source):
            name, text = f"argument {number}", source.strip()
        else:
            name = "standard input" if source == STANDARD_INPUT else source
            try:
                text = _read(source)
            except SourceError as error:
                yield Entry(source, name, error=error)
                continue
        is_line = is_text(source) and "\n" not in text
        found = [
            _entry(name, name, line) if is_line else _entry(f"{Path(name).name}:{at}", f"{name}, line {at}", line)
            for at, line in enumerate(LINE_END.split(text), 1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        yield from found or [Entry(name, name, error=SourceError("no position in it"))]


def is_text(source: str) -> bool:
    """Is this the text of positions, not the name of a file?"""
    if "\n" in source:
        return True
    board, *others = source.split(None, 1) or [""]
    slashes = board.count("/")
    is_board = slashes >= FEWEST_SLASHES and not re.search(r"[.~\\]|^/", board)
    return is_board and (bool(others) or slashes > 2 * FEWEST_SLASHES)


def position_of(entry: Entry, lexicon: Lexicon | None = None) -> tuple[Position, list[str]]:
    """Read the position of an entry, with notes on what was added to it.

    Words are those of `lexicon` if it is given, and then its tiles are the position's.
    """
    if entry.error is not None:
        raise entry.error
    position, notes = cgp.read(entry.text, alphabet=lexicon.alphabet if lexicon else None)
    return position, notes


def lexicon_of(position: Position) -> Lexicon:
    """The lexicon that a position names.  Raises LexiconError: there is no default."""
    if not position.lexicon_name:
        raise LexiconError(f"the position names no lexicon: choose one with --lexicon, {there_are()}")
    try:
        return Lexicon.load(position.lexicon_name)
    except LexiconError as error:
        raise LexiconError(f"{error}; or choose another one with --lexicon") from None


def there_are() -> str:
    """The lexicons to choose from, as the end of a sentence."""
    names = ", ".join(f"{entry.name} ({entry.origin})" for entry in available())
    return f"there are: {names}" if names else "but there are none yet: endgame lexicon build --help"


def check_tiles(position: Position, lexicon: Lexicon) -> None:
    """Raise PositionError when position and lexicon are of different languages."""
    if position.alphabet != lexicon.alphabet:
        raise PositionError(
            f"the position has {position.alphabet.name} tiles, "
            f"the lexicon {lexicon.name} is made for {lexicon.alphabet.name} ones"
        )


def _read(source: str) -> str:
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
