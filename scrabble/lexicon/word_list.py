"""Word lists as text: the words in their lines, the encoding of the bytes, the spelling in tiles.

`load` and `read` take one word a line:

    # two-letter words          a comment
    aa                          any case; LF, CRLF or CR; UTF-8, with or without a BOM
    Über  # since 1996          the rest of the line is a comment, too
    churro                      CH-U-R-R-O with the Spanish tiles: the longest tile that fits is used

A word that the tiles cannot spell, or of another length than requested, is counted and reported with its
line, never dropped silently.

`words_of` finds the words in the lines that other programs write:

    qi                              a word a line; # starts a comment
    QI   the vital force            the word, then its definition
    f,QI,s,"the vital force"        a table (commas, semicolons, tabs): the column whose words all differ
    AAHED#  ·ZA·                    marks of edition and hooks are no part of the word
    aa ab ad ae ...                 many words a line, sorted

A hunspell dictionary holds roots and rules, not words: it is refused.

`decoded` detects the encoding from the words themselves, as a word list has no running text:

    BOM, or valid UTF-8      that encoding
    every other byte is 0    UTF-16 without a BOM
    anything else            one byte a character: of the encodings of Europe the one in which the tiles
                             of the language spell most of the words that are not plain ASCII
"""

from __future__ import annotations

import codecs
import csv
import functools
import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from scrabble.game.tiles import Alphabet, quoted
from scrabble.lexicon.dawg import LexiconError, read_bytes

Speller: TypeAlias = Callable[[str], bytes | None]

Numbered = tuple[int, str]  # a line number and a text

MOST_BYTES = 1 << 27  # of a file
EXAMPLES = 5
LINE_END = re.compile(r"\r\n|\r|\n")

COMMENTS = ("#", "//", ";")
MARKS = "#$+*!^~=@%&·•\"'\x1a"
SEPARATORS = "\t;,|"
PARTS = str.maketrans("", "", "·[]'-")  # characters of a word besides letters
SAMPLE = 2000  # lines
MOST = 0.9  # of the lines of a sample

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


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a list, and counts of its other lines."""

    words: tuple[bytes, ...]  # tile codes; sorted, no word twice
    read: int  # lines with a word; == len(words) + repeated + all rejected ones
    repeated: int
    foreign: RejectedWords  # not spelt by the tiles of the alphabet
    short: RejectedWords
    long: RejectedWords
    sha256: str  # of the file or text it was read from


def load(path: Path, alphabet: Alphabet, shortest: int, longest: int) -> WordList:
    """Read a file.  Raises LexiconError when it cannot be read or is not UTF-8."""
    data = read_bytes(path, MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder does not count the BOM that it has skipped.
        at = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        line = len(LINE_END.findall(data[:at].decode("latin-1"))) + 1
        raise LexiconError(
            f"{path}, line {line}: byte {data[at]:#04x} is not UTF-8; if it is a word list, save it as UTF-8 "
            f"or use `endgame lexicon import`"
        ) from None
    return read(text, alphabet, shortest, longest, hashlib.sha256(data).hexdigest())


def read(text: str, alphabet: Alphabet, shortest: int, longest: int, sha256: str = "") -> WordList:
    """Sort the lines of a text into words of `shortest` to `longest` tiles and rejected ones."""
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(LINE_END.split(text), 1))
    found = ((number, word) for number, word in lines if word)
    return classify(found, alphabet, shortest, longest, sha256)


def classify(
    numbered: Iterable[tuple[int, str]], alphabet: Alphabet, shortest: int, longest: int, sha256: str = ""
) -> WordList:
    """Sort words, each with its line, into those of `shortest` to `longest` tiles and rejected ones."""
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
        upper = unicodedata.normalize("NFC", word).upper()
        tiles = tile.findall(upper)
        # findall skips letters that match no tile, so they are missing from the sum.
        if sum(map(len, tiles)) != len(upper):
            return None
        return bytes([codes[text] for text in tiles])

    return spell


def canonical_text(words: Iterable[bytes], alphabet: Alphabet) -> str:
    """Return the words in lower case, one a line: the text behind a lexicon's checksum."""
    return "".join(f"{alphabet.decode(word).lower()}\n" for word in words)


def words_of(text: str, spells: Callable[[str], bool]) -> Iterator[Numbered]:
    """Yield each word and its line; `spells` is the predicate of words.  Raises LexiconError."""
    lines = [(number, line.strip()) for number, line in enumerate(LINE_END.split(text), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith(COMMENTS)]
    sample = [line for _, line in lines[:: len(lines) // SAMPLE + 1]]
    _refuse_hunspell(sample)
    cells = _table(lines, sample, spells) or _tokens(lines, sample, spells)
    for number, cell in cells or lines:
        word = cell.partition("#")[0].strip().strip(MARKS)
        if word:
            yield number, word


@functools.lru_cache(maxsize=SAMPLE)
def is_wordlike(text: str) -> bool:
    """Return whether this may be a word in any tiles."""
    return unicodedata.normalize("NFC", text).translate(PARTS).isalpha()


def _refuse_hunspell(sample: Sequence[str]) -> None:
    flagged = sum("/" in line for line in sample)
    if sample and sample[0].isdecimal() and flagged > 0.05 * len(sample):
        raise LexiconError(
            "a hunspell dictionary: its words are roots with flags (/...), expected a list of all words; "
            "hunspell's unmunch or hunspell-reader writes one"
        )
    rules = sum(line.startswith(("SFX ", "PFX ", "REP ")) for line in sample)
    if rules > 0.5 * len(sample):
        raise LexiconError("the rules of a hunspell dictionary (.aff), expected a list of words")


def _table(
    lines: Sequence[Numbered], sample: Sequence[str], spells: Callable[[str], bool]
) -> list[Numbered] | None:
    """Return the column of words if the lines are rows of a table."""
    for separator in SEPARATORS:
        if not sample or sum(separator in line for line in sample) < MOST * len(sample):
            continue
        column = _column(_cells(sample, separator), spells)
        if column is None:
            continue
        rows = _cells([line for _, line in lines], separator)
        return [
            (number, row[column]) for (number, _), row in zip(lines, rows, strict=True) if column < len(row)
        ]
    return None


def _cells(lines: Sequence[str], separator: str) -> list[list[str]]:
    """Return the cells of each line; an unclosed quote ends with its line."""
    rows = []
    for line in lines:
        try:
            rows.append([cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])])
        except csv.Error:  # a cell of enormous length
            rows.append(line.split(separator))
    return rows


def _column(rows: Sequence[Sequence[str]], spells: Callable[[str], bool]) -> int | None:
    """Return the column with most different words; hooks repeat, and definitions are no words."""
    best, most = None, 0
    widths = sorted(map(len, rows), reverse=True)
    for column in range(widths[len(widths) // 2]):  # the others are in too few rows
        cells = [row[column].strip(MARKS) for row in rows if column < len(row)]
        words = [cell for cell in cells if cell and spells(cell)]
        if len(words) >= MOST * len([cell for cell in cells if cell]) and len(set(words)) > most:
            best, most = column, len(set(words))
    return best if most > 0.5 * len(rows) else None


def _tokens(
    lines: Sequence[Numbered], sample: Sequence[str], spells: Callable[[str], bool]
) -> list[Numbered] | None:
    """Return the first token of each line, or all of them if they are words in order."""
    spaced = [line.split() for line in sample if len(line.partition("#")[0].split()) > 1]
    if len(spaced) <= 0.5 * len(sample):
        return None
    tokens = [token.casefold() for line in spaced for token in line]
    in_order = sum(one <= two for line in spaced for one, two in pairwise(line))
    pairs = len(tokens) - len(spaced)
    if in_order > 0.98 * pairs and sum(map(spells, tokens)) > 0.98 * len(tokens):
        return [(number, token) for number, line in lines for token in line.split()]
    return [(number, line.split(None, 1)[0]) for number, line in lines]


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
        raise LexiconError(f"as text it is {encoding}, but byte {error.start:,} is invalid") from None


def _text(text: str) -> str:
    controls = sum(text.count(chr(code)) for code in range(32) if chr(code) not in WHITE)
    if controls > MOST_CONTROL * len(text):
        raise LexiconError("it is not text: it has control characters")
    return text
