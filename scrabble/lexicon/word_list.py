"""Word lists as text: one word a line, read as tiles of an alphabet.

    # two-letter words          a comment
    aa                          any case; LF, CRLF or CR; UTF-8, with or without a BOM
    Über  # since 1996          the rest of the line is a comment, too
    churro                      CH-U-R-R-O with the Spanish tiles: the longest tile that fits is taken

A word that the tiles cannot spell, or of another length than asked for, is counted and reported with
its line, never dropped in silence.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from scrabble import datafiles
from scrabble.game.tiles import Alphabet, quoted
from scrabble.lexicon.dawg import LexiconError

Speller: TypeAlias = Callable[[str], bytes | None]

EXAMPLES = 5
LINE_END = re.compile(r"\r\n|\r|\n")

MOST_BYTES = 1 << 27  # of a file


@dataclass(frozen=True, slots=True)
class Rejected:
    """Words left out for one reason."""

    count: int = 0
    examples: tuple[str, ...] = ()  # the first few, with their lines

    def __str__(self) -> str:
        more = ", ..." if self.count > len(self.examples) else ""
        return f"{self.count:,} ({', '.join(self.examples)}{more})" if self.count else "0"


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a list, and what became of its other lines."""

    words: tuple[bytes, ...]  # tile codes; sorted, no word twice
    read: int  # lines with a word; == len(words) + repeated + all rejected ones
    repeated: int
    foreign: Rejected  # not spelt by the tiles of the alphabet
    short: Rejected
    long: Rejected
    sha256: str  # of the file or text it was read from


def load(path: Path, alphabet: Alphabet, shortest: int, longest: int) -> WordList:
    """Read a file.  Raises LexiconError when it cannot be read or is not UTF-8."""
    try:
        data = datafiles.read_file(path, MOST_BYTES)
    except OSError as error:
        raise LexiconError(f"{path}: {error.strerror or error}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder does not count the BOM that it has skipped.
        at = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        line = len(LINE_END.findall(data[:at].decode("latin-1"))) + 1
        raise LexiconError(
            f"{path}, line {line}: byte {data[at]:#04x} is not UTF-8; if it is a word list, save it as UTF-8 "
            f"or take `endgame lexicon import`"
        ) from None
    return read(text, alphabet, shortest, longest, hashlib.sha256(data).hexdigest())


def read(text: str, alphabet: Alphabet, shortest: int, longest: int, sha256: str = "") -> WordList:
    """Sort the lines of a text into words of `shortest` to `longest` tiles and others."""
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(LINE_END.split(text), 1))
    found = ((number, word) for number, word in lines if word)
    return sort(found, alphabet, shortest, longest, sha256)


def sort(
    numbered: Iterable[tuple[int, str]], alphabet: Alphabet, shortest: int, longest: int, sha256: str = ""
) -> WordList:
    """Sort words, each with its line, into those of `shortest` to `longest` tiles and others."""
    spell = speller(alphabet)
    words: set[bytes] = set()
    foreign: list[str] = []
    short: list[str] = []
    long: list[str] = []
    count = 0
    for number, word in numbered:
        count += 1
        codes = spell(word)
        if codes is None:
            foreign.append(f"line {number}: {quoted(word, 30)}")
        elif len(codes) < shortest:
            short.append(f"line {number}: {word}")
        elif len(codes) > longest:
            long.append(f"line {number}: {quoted(word, 30)}")
        else:
            words.add(codes)
    repeated = count - len(words) - len(foreign) - len(short) - len(long)
    return WordList(
        tuple(sorted(words)), count, repeated, _rejected(foreign), _rejected(short), _rejected(long), sha256
    )


def _rejected(words: list[str]) -> Rejected:
    return Rejected(len(words), tuple(words[:EXAMPLES]))


def speller(alphabet: Alphabet) -> Speller:
    """A function that spells a word of any case in the fewest tiles, or returns None where it cannot.

    Unlike `Alphabet.encode` it reads letters only: no blanks, and neither aliases, for the W of a Catalan
    list is a letter that Catalan has no tile for, not an L·L.
    """
    codes = {letter: code for code, letter in enumerate(alphabet.letters, 1)}
    codes |= {f"[{letter}]": code for letter, code in codes.items()}
    longest_first = sorted(codes, key=len, reverse=True)
    tile = re.compile("|".join(map(re.escape, longest_first)))

    def spell(word: str) -> bytes | None:
        upper = unicodedata.normalize("NFC", word).upper()
        tiles = tile.findall(upper)
        # What no tile matches is skipped by findall and missing from the sum.
        if sum(map(len, tiles)) != len(upper):
            return None
        return bytes([codes[text] for text in tiles])

    return spell


def canonical_text(words: Iterable[bytes], alphabet: Alphabet) -> str:
    """The words in lower case, one a line: what the checksum of a lexicon's text is made of."""
    return "".join(f"{alphabet.decode(word).lower()}\n" for word in words)
