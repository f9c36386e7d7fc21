"""Word lists as bytes: which encoding, told by what makes words.

    BOM, or valid UTF-8      taken as that
    every other byte is 0    UTF-16 without a BOM
    anything else            one byte a character: of the encodings of Europe the one in which the tiles
                             of the language spell most of the words that are not plain ASCII

The tiles know more than statistics of letters do: a list of words has no running text.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from scrabble.lexicon.dawg import LexiconError

BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
ONE_BYTE = (
    "cp1252",
    "iso-8859-2",
    "cp1250",
    "iso-8859-15",
    "iso-8859-4",
    "cp1257",
    "cp850",
    "cp852",
    "mac_roman",
)
BETWEEN = re.compile(rb'[\s,;|"#]+')
SAMPLE = 2000  # lines with words that are not ASCII
MOST_CONTROL = 0.001  # of the characters of a text
WHITE = frozenset("\t\n\r\f\v\x1a")


def decoded(data: bytes, spells: Callable[[str], bool]) -> tuple[str, str]:
    """The text and the encoding.  Raises LexiconError for what is no text.

    `spells` says whether a word is spelt by the tiles.
    """
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return _checked(data, encoding), encoding.removesuffix("-sig")
    if b"\0" in data[:1000]:
        return _wide(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        encoding = _one_byte(data, spells)
        return _checked(data, encoding), encoding
    return _text(text), "utf-8"


def _wide(data: bytes) -> tuple[str, str]:
    if not is_wide(data):
        raise LexiconError("it is no text: it has zero bytes")
    encoding = "utf-16-be" if data[0:1000:2].count(0) > data[1:1000:2].count(0) else "utf-16-le"
    return _checked(data, encoding), encoding


def is_wide(data: bytes) -> bool:
    """Is every other byte 0, or nearly?"""
    start = data[:1000]
    even, odd = start[::2].count(0), start[1::2].count(0)
    return max(even, odd) > 0.3 * len(start) and min(even, odd) < 0.05 * len(start)


def _one_byte(data: bytes, spells: Callable[[str], bool]) -> str:
    lines = [line for line in data.splitlines() if not line.isascii()]
    tokens = (token for line in lines[:: len(lines) // SAMPLE + 1] for token in BETWEEN.split(line))
    sample = [token for token in tokens if not token.isascii()]
    return max(ONE_BYTE, key=lambda encoding: sum(map(spells, _texts(sample, encoding))))


def _texts(words: list[bytes], encoding: str) -> list[str]:
    return [word.decode(encoding, "replace") for word in words]


def _checked(data: bytes, encoding: str) -> str:
    try:
        return _text(data.decode(encoding))
    except UnicodeDecodeError as error:
        raise LexiconError(f"as text it is {encoding}, but byte {error.start:,} cannot be read") from None


def _text(text: str) -> str:
    odd = sum(text.count(chr(code)) for code in range(32) if chr(code) not in WHITE)
    if odd > MOST_CONTROL * len(text):
        raise LexiconError("it is no text: it has control characters")
    return text
