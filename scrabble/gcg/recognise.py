"""Is it a record of a game?  Told from its bytes, before anything of it is read."""

from __future__ import annotations

import codecs
import re

from scrabble.gcg.encoding import as_utf8

EVENT = re.compile(rb"(?:^|[\r\n])[ \t]*>[^:\r\n]*:")
PLAYER = re.compile(rb"(?:^|[\r\n])[ \t]*#player[12][ \t]", re.IGNORECASE)
OTHER = re.compile(rb"(?:^|[\r\n])[ \t]*[^#\s]")  # a line that is no pragma


def is_record(data: bytes) -> bool:
    """Return whether this looks like a game: it has events, or players and nothing but pragmas."""
    data = as_utf8(data).removeprefix(codecs.BOM_UTF8)
    return bool(EVENT.search(data) or (PLAYER.search(data) and not OTHER.search(data)))
