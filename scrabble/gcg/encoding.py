"""From the bytes of a GCG file to its text.

    a byte order mark             UTF-8
    #character-encoding NAME      that one, wherever the line stands
    nothing, only valid UTF-8     UTF-8, with a warning
    nothing                       ISO-8859-1, as the specification has it

Bytes that do not fit what is declared never lose the game, as moves are made of ASCII or fail to be
read later: they are taken as ISO-8859-1, or as Windows-1252 when only that has a character for them.
"""

from __future__ import annotations

import codecs
import re

from scrabble.game.tiles import quoted
from scrabble.gcg.record import GcgError, Notices

DECLARED = re.compile(rb"(?:^|(?<=[\r\n]))[ \t]*#character-encoding[ \t]+([^\r\n]*?)[ \t]*(?=[\r\n]|$)", re.I)
FAMILIES = ("utf-8", "ascii", "iso8859", "cp125", "koi8")  # of codecs that keep ASCII and line ends
LATIN, WINDOWS = "iso8859-1", "cp1252"


def codec(name: str) -> str | None:
    """The codec that an encoding name of the pragma means, None if it is unknown or not supported."""
    try:
        found = codecs.lookup(name.strip().replace(" ", "-")).name
    except (LookupError, ValueError):  # ValueError: a NUL character
        return None
    return found if found.startswith(FAMILIES) else None


def decode(data: bytes, notices: Notices) -> str:
    """Read the bytes of a file; what is odd is added to `notices`.  Raises GcgError."""
    if b"\0" in data:
        raise GcgError("not a text file: it has NUL characters", line_of(data, data.index(b"\0")))
    declared = DECLARED.search(data.removeprefix(codecs.BOM_UTF8))
    name = declared[1].decode("ascii", "replace") if declared else ""
    line = line_of(data, declared.start(1)) if declared else 1
    found = codec(name) if declared else None
    if declared and not found:
        raise GcgError(unknown_encoding(name), line)
    if data.startswith(codecs.BOM_UTF8):
        if found not in (None, "utf-8"):
            notices.add(line, f"a byte order mark says UTF-8, not {name}")
        found, data = "utf-8", data.removeprefix(codecs.BOM_UTF8)
    elif not declared and not data.isascii():
        found = _guess(data, notices)
    if found == LATIN and re.search(rb"[\x80-\x9f]", data) and _reads(data, WINDOWS):
        at = line_of(data, re.search(rb"[\x80-\x9f]", data).start())  # type: ignore[union-attr]
        notices.add(at, "characters that ISO-8859-1 has not, read as Windows-1252")
        found = WINDOWS
    try:
        return data.decode(found or "ascii")
    except UnicodeDecodeError as error:
        at = line_of(data, error.start)
        notices.add(at, f"byte {data[error.start]:#04x} is no {name or found} character, read as ISO-8859-1")
        return data.decode(LATIN)


def unknown_encoding(name: str) -> str:
    """The message for an encoding name that nobody knows."""
    return f"unknown character encoding {quoted(name)}, expected UTF-8 or ISO-8859-1"


def line_of(data: bytes, at: int) -> int:
    """The number of the line that byte `at` is in."""
    return 1 + len(re.findall(rb"\r\n|\r|\n", data[:at]))


def _guess(data: bytes, notices: Notices) -> str:
    if not _reads(data, "utf-8"):
        return LATIN
    first = next(at for at, byte in enumerate(data) if byte > 127)
    notices.add(line_of(data, first), "read as UTF-8, though there is no #character-encoding UTF-8")
    return "utf-8"


def _reads(data: bytes, name: str) -> bool:
    try:
        data.decode(name)
    except UnicodeDecodeError:
        return False
    return True
