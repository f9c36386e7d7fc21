"""From the bytes of a GCG file to its text.

    a byte order mark             UTF-8, UTF-16 or UTF-32
    #character-encoding NAME      that one, wherever the line stands
    nothing, only valid UTF-8     UTF-8, with a warning
    nothing                       ISO-8859-1, as the specification has it

Bytes that do not fit what is declared never lose the game, as moves are made of ASCII or fail to be
read later: they are taken as Windows-1252, or as ISO-8859-1 when only that has a character for them.
"""

from __future__ import annotations

import codecs
import re

from scrabble.game.tiles import quoted
from scrabble.gcg.record import GcgError, Notices

DECLARED = re.compile(rb"(?:^|(?<=[\r\n]))[ \t]*#character-encoding[ \t]+([^\r\n]*?)[ \t]*(?=[\r\n]|$)", re.I)
WIDE_DECLARED = re.compile(rb"(#character-encoding[ \t]+)(?:utf|ucs)-?(?:16|32|2|4)[-a-z]*", re.I)
FAMILIES = ("utf-8", "ascii", "iso8859", "cp125", "koi8")  # of codecs that keep ASCII and line ends
LATIN, WINDOWS = "iso8859-1", "cp1252"
WIDE = (  # the longer mark first: one begins with the other
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def codec(name: str) -> str | None:
    """The codec that an encoding name of the pragma means, None if it is unknown or not supported."""
    try:
        found = codecs.lookup(name.strip().replace(" ", "-")).name
    except (LookupError, ValueError):  # ValueError: a NUL character
        return None
    return found if found.startswith(FAMILIES) else None


def is_wide(data: bytes) -> bool:
    """Return whether a text begins with a byte order mark of UTF-16 or UTF-32."""
    return data.startswith(tuple(mark for mark, _ in WIDE))


def as_utf8(data: bytes) -> bytes:
    """Return a text in UTF-16 or UTF-32, known by its byte order mark, as UTF-8; others as they are."""
    for mark, name in WIDE:
        if data.startswith(mark):
            try:
                return codecs.BOM_UTF8 + data.decode(name).encode()
            except UnicodeDecodeError:
                return data
    return data


def decode(data: bytes, notices: Notices) -> str:
    """Read the bytes of a file; what is odd is added to `notices`.  Raises GcgError."""
    was_wide, data = is_wide(data), as_utf8(data)
    if b"\0" in data:
        raise GcgError("not a text file: it has NUL characters", line_of(data, data.index(b"\0")))
    if was_wide:
        data = WIDE_DECLARED.sub(rb"\1UTF-8", data)  # what it is now
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
        at, other = line_of(data, error.start), WINDOWS if _reads(data, WINDOWS) else LATIN
        read_as = "Windows-1252" if other == WINDOWS else "ISO-8859-1"
        notices.add(at, f"byte {data[error.start]:#04x} is no {name or found} character, read as {read_as}")
        return data.decode(other)


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
