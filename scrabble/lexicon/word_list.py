"""Word lists as text: the words in their lines, the encoding of the bytes, the spelling in tiles.

`read` takes one word a line:

    # two-letter words          a comment
    aa                          any case; LF, CRLF or CR; UTF-8, with or without a BOM
    Über  # since 1996          the rest of the line is a comment, too
    churro                      CH-U-R-R-O with the Spanish tiles: the longest tile that fits is used

A word that the tiles cannot spell, or of another length than requested, is counted and reported with its
line, never dropped silently.

`layout` finds the words in texts of other programs.

`decoded` detects the encoding from the words themselves, as a word list has no running text:

    BOM, or valid UTF-8      that encoding
    every other byte is 0    UTF-16 without a BOM
    anything else            one byte a character: of the encodings of Europe the one in which the tiles
                             of the language spell most of the words that are not plain ASCII
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from scrabble.game.tiles import Alphabet, normal_form, quoted
from scrabble.lexicon.dawg import LexiconError

Speller: TypeAlias = Callable[[str], bytes | None]

MOST_BYTES = 1 << 27  # of a file
EXAMPLES = 5
LINE_END = re.compile(r"\r\n|\r|\n")
SAMPLE = 2000  # words

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
BETWEEN = re.compile(rb"""[\s,;|"'#]+""")
MOST_CONTROL = 0.001  # of the characters of a text
WHITE = frozenset("\t\n\r\f\v\x1a")


@dataclass(frozen=True, slots=True)
class RejectedWords:
    """Words left out for one reason."""

    count: int = 0
    examples: tuple[str, ...] = ()  # the first few, with their lines

    def __str__(self) -> str:
        more = ", ..." if self.count > len(self.examples) else ""
        return f"{self.count:,} ({', '.join(self.examples)}{more})" if self.count else "0"


NOTHING_REJECTED = RejectedWords()


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a list, and counts of its other lines."""

    words: tuple[bytes, ...] = ()  # tile codes; sorted, no word twice
    read: int = 0  # lines with a word; == len(words) + repeated + all rejected ones
    repeated: int = 0
    foreign: RejectedWords = NOTHING_REJECTED  # not spelt by the tiles of the alphabet
    short: RejectedWords = NOTHING_REJECTED
    long: RejectedWords = NOTHING_REJECTED


def read(text: str, alphabet: Alphabet, shortest: int, longest: int) -> WordList:
    """Sort the lines of a text into words of `shortest` to `longest` tiles and rejected ones."""
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(LINE_END.split(text), 1))
    found = ((number, word) for number, word in lines if word)
    return classify(found, alphabet, shortest, longest)


def classify(
    numbered: Iterable[tuple[int, str]], alphabet: Alphabet, shortest: int, longest: int
) -> WordList:
    """Sort words, each with its line or 0, into those of `shortest` to `longest` tiles and rejected ones."""
    spell, words, count = speller(alphabet), set[bytes](), 0
    foreign, short, long = list[str](), list[str](), list[str]()
    for number, word in numbered:
        count += 1
        codes = spell(word)
        place = f"line {number}: " if number else ""
        if codes is None:
            foreign.append(f"{place}{quoted(word, 30)}")
        elif len(codes) < shortest:
            short.append(f"{place}{word}")
        elif len(codes) > longest:
            long.append(f"{place}{quoted(word, 30)}")
        else:
            words.add(codes)
    repeated = count - len(words) - len(foreign) - len(short) - len(long)
    return WordList(
        tuple(sorted(words)), count, repeated, _rejected(foreign), _rejected(short), _rejected(long)
    )


def _rejected(words: list[str]) -> RejectedWords:
    return RejectedWords(len(words), tuple(words[:EXAMPLES]))


def speller(alphabet: Alphabet) -> Speller:
    """Return a function that spells a word of any case in the fewest tiles, or gives None if it cannot.

    Unlike `Alphabet.encode` it reads letters only: no blanks, and no aliases, as the W of a Catalan list is a
    letter without a Catalan tile, not an L·L.
    """
    codes = {letter: code for code, letter in enumerate(alphabet.letters, 1)}
    codes |= {f"[{letter}]": code for letter, code in codes.items()}
    longest_first = sorted(codes, key=len, reverse=True)
    tile = re.compile("|".join(map(re.escape, longest_first)))

    def spell(word: str) -> bytes | None:
        upper = normal_form(word).upper()
        tiles = tile.findall(upper)
        # findall skips letters that match no tile, so they are missing from the sum.
        if sum(map(len, tiles)) != len(upper):
            return None
        return bytes([codes[text] for text in tiles])

    return spell


def decoded(data: bytes, spells: Callable[[str], bool]) -> tuple[str, str]:
    """Return the text and its encoding.  Raises LexiconError for anything but text.

    `spells` returns whether the tiles spell a word.
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
        raise LexiconError("it is not text: it has zero bytes")
    encoding = "utf-16-be" if data[0:1000:2].count(0) > data[1:1000:2].count(0) else "utf-16-le"
    return _checked(data, encoding), encoding


def is_wide(data: bytes) -> bool:
    """Return whether nearly every other byte is 0."""
    start = data[:1000]
    even, odd = start[::2].count(0), start[1::2].count(0)
    return max(even, odd) > 0.3 * len(start) and min(even, odd) < 0.05 * len(start)


def _one_byte(data: bytes, spells: Callable[[str], bool]) -> str:
    words = [word for word in BETWEEN.split(data) if not word.isascii()]
    sample = words[:: len(words) // SAMPLE + 1]
    return max(ONE_BYTE, key=lambda encoding: sum(map(spells, _texts(sample, encoding))))


def _texts(words: list[bytes], encoding: str) -> list[str]:
    return [word.decode(encoding, "replace") for word in words]


def _checked(data: bytes, encoding: str) -> str:
    try:
        return _text(data.decode(encoding))
    except UnicodeDecodeError as error:
        raise LexiconError(f"as text it is {encoding}, but byte {error.start:,} is invalid") from None


def _text(text: str) -> str:
    controls = sum(text.count(chr(code)) for code in range(32) if chr(code) not in WHITE)
    if controls > MOST_CONTROL * len(text):
        raise LexiconError("it is not text: it has control characters")
    return text
