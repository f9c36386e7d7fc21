"""Positions a line each, in CGP or JSON: from a text, or from standard input while it is still being written.

    # a comment                                         comments and blank lines are skipped
    15/7CAT5/.../15 AEINRST/DGO 310/297 0 lex ENABLE;   a position in CGP; `id NAME;` names it
    {"id": "g12t20", "cgp": "15/7CAT5/... 0"}           the same as JSON, further keys are not looked at

A line that cannot be read is an entry of its own with the reason, so that the others go on.
"""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from scrabble import cgp
from scrabble.cgp import FEWEST_SLASHES
from scrabble.datafiles import read_bounded
from scrabble.game.tiles import quoted
from scrabble.gcg.encoding import as_utf8, is_wide

MOST_BYTES = 1 << 27  # of a file, or of a line of standard input
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
    notes: tuple[str, ...] = ()  # what is odd about where it comes from
    words: frozenset[bytes] = frozenset()  # on the board at the end of the game that it is of


def is_text(source: str) -> bool:
    """Is this the text of positions, not the name of a file?"""
    if "\n" in source:
        return True
    board, *others = cgp.without_command(source).split(None, 1) or [""]
    return _is_board(board) and (bool(others) or board.count("/") > 2 * FEWEST_SLASHES)


def _is_board(field: str) -> bool:
    """Return whether this may be a board in CGP, and no path."""
    return field.count("/") >= FEWEST_SLASHES and not re.search(r"[.~\\]|^/", field)


def streamed(name: str) -> Generator[Entry, None, bytes | None]:
    """Yield the positions of standard input line by line, if it begins with one.

    Return what else it is, None if it was that.  Raises SourceError.
    """
    if sys.stdin is None:
        raise SourceError("it is closed")
    stream, seen, at = sys.stdin.buffer, b"", 0
    try:
        while line := _next(stream):
            seen += line
            text = line.decode("utf-8-sig", "replace")
            if is_wide(seen) or (text.strip() and text.lstrip()[0] != "#"):
                break
            at += 1
        if not line or is_wide(seen) or not _is_line(text) or LINE_END.search(text.rstrip()):
            return seen + read_bounded(stream, MOST_BYTES - len(seen))
        if not line.endswith(b"\n") and at == 0:  # the only one
            return seen
        while line:
            at += 1
            if line.strip() and line.lstrip()[:1] != b"#":
                yield _line(name, at, line)
            line = _next(stream)
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from error
    return None


def _next(stream: BinaryIO) -> bytes:
    """Return the next line of standard input.  Raises OSError for one that does not end."""
    line = stream.readline(MOST_BYTES)
    if len(line) == MOST_BYTES:
        raise OSError(errno.EINVAL, f"a line of more than {MOST_BYTES:,} bytes")
    return line


def _line(name: str, at: int, line: bytes) -> Entry:
    """The position of a line of standard input."""
    where = f"{name}, line {at}"
    try:
        return _entry(f"{name}:{at}", where, decoded(line).rstrip("\r\n"))
    except SourceError as error:
        return Entry(f"{name}:{at}", where, error=error)


def decoded(data: bytes) -> str:
    """The text of bytes in UTF-8, or in UTF-16 with a byte order mark.  Raises SourceError."""
    data = as_utf8(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = 1 + data.count(b"\n", 0, error.start)
        raise SourceError(
            f"not a text file: byte {data[error.start]:#04x} in line {at:,} is not UTF-8"
        ) from None
    if "\0" in text:
        raise SourceError("not a text file: it has NUL characters")
    return text


def has_other_lines(text: str) -> bool:
    """Is there a line that is neither CGP nor JSON by its looks, nor a comment?"""
    looks = (line.lstrip() for line in LINE_END.split(text))
    return any(line and line[0] != "#" and not _is_line(line) for line in looks)


def _is_line(text: str) -> bool:
    """Is this, by its looks, a line of CGP or JSON?"""
    return text.lstrip().startswith("{") or text.count("/") > 2 * FEWEST_SLASHES


def lines_of(name: str, text: str) -> Iterator[Entry]:
    """The position of each line; the lines that are none by their looks are one entry, where the first is."""
    lines = LINE_END.split(text)
    numbered = [(at, line) for at, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#"]
    if not numbered:
        yield Entry(name, name, error=SourceError("no position in it"))
    if len(text.split()) == 1 and _is_board(text.strip()):
        error = SourceError(f"only a board, put the whole position in quotes: {quoted(text)}")
        yield Entry(name, name, error=error)
        return
    odd = [at for at, line in numbered if not _is_meant(line)]
    for at, line in numbered:
        where = name if len(odd) == len(numbered) or len(lines) == 1 else f"{name}, line {at}"
        unnamed = Path(name).name if len(lines) == 1 else f"{Path(name).name}:{at}"
        if at not in odd:
            yield _entry(unnamed, where, line)
        elif at == odd[0]:
            yield Entry(unnamed, where, error=_not_a_position(line, len(odd) - 1))


def _is_meant(line: str) -> bool:
    """Return whether a line was meant as a position in CGP or JSON, well written or not."""
    plain = cgp.without_command(line)
    board, *others = plain.split()
    is_ending = len(others) > 1 and re.fullmatch(r"\S*/\S* [+-]?\d+/[+-]?\d+", " ".join(others[:2]))
    return plain != line or line.lstrip().startswith("{") or _is_board(board) or bool(is_ending)


def _not_a_position(line: str, others: int) -> SourceError:
    """What is said of a line that is no position, and of others like it."""
    more = f" ({others:,} more line{'s' if others > 1 else ''} like this)" if others else ""
    expected = f"expected CGP such as {cgp.EXAMPLE}, a printed board or a GCG"
    return SourceError(f"not a position: {expected}, got {quoted(line.strip())}{more}")


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
