"""Is it a record of a game?  Told from its bytes, before anything of it is read."""

from __future__ import annotations

import codecs
import re

EVENT = re.compile(rb"(?:^|[\r\n])[ \t]*>[^:\r\n]*:")
PLAYER = re.compile(rb"(?:^|[\r\n])[ \t]*#player[12][ \t]", re.IGNORECASE)
OTHER = re.compile(rb"(?:^|[\r\n])[ \t]*[^#\s]")  # a line that is no pragma


def is_record(data: bytes) -> bool:
    """Is this the text of a game, to all appearances: has it events, or players and nothing but pragmas?"""
    data = data.removeprefix(codecs.BOM_UTF8)
    return bool(EVENT.search(data) or (PLAYER.search(data) and not OTHER.search(data)))
