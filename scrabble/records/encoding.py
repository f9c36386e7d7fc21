"""Bytes of a text: their encoding, and whether they look like a game.  Without reading the game.

UTF-16 is recognised with a byte order mark and without, UTF-32 with one.  A game has events, or players and
nothing but pragmas.
"""

from __future__ import annotations

import codecs
import re

WIDE = (  # the longer mark first: one begins with the other
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
EVENT = re.compile(rb"(?:^|[\r\n])[ \t]*>[^:\r\n]*:")
PLAYER_LINE = re.compile(rb"(?:^|[\r\n])[ \t]*#player[12][ \t]", re.IGNORECASE)
OTHER = re.compile(rb"(?:^|[\r\n])[ \t]*[^#\s]")  # a line that is not a pragma


def is_wide(data: bytes) -> bool:
    """Return whether a text is UTF-16, or UTF-32 with a byte order mark."""
    return _wide_codec(data) is not None


def as_utf8(data: bytes) -> bytes:
    """Convert UTF-16, and UTF-32 with a byte order mark, to UTF-8; return other text unchanged."""
    name = _wide_codec(data)
    if name is None:
        return data
    try:
        return codecs.BOM_UTF8 + data.decode(name).encode()
    except UnicodeDecodeError:
        return data


def _wide_codec(data: bytes) -> str | None:
    """Return the codec of UTF-16 or UTF-32.

    UTF-16 without a byte order mark is recognised by its ASCII characters: every second byte of them is 0,
    and no other byte of the text is.
    """
    marked = next((name for mark, name in WIDE if data.startswith(mark)), None)
    if marked is not None or b"\0" not in data:
        return marked
    first, second = data[::2].count(0), data[1::2].count(0)
    if (first and second) or 3 * max(first, second) < len(data):
        return None
    return "utf-16-be" if first else "utf-16-le"


def looks_like_gcg(data: bytes) -> bool:
    """Return whether bytes look like a game: they have events, or players and only pragmas."""
    data = as_utf8(data).removeprefix(codecs.BOM_UTF8)
    return bool(EVENT.search(data) or (PLAYER_LINE.search(data) and not OTHER.search(data)))
