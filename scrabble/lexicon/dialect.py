"""Word lists as text in the ways in which programs write them: where in a line is the word?

    qi                              a word a line; # starts a comment
    QI   the vital force            the word, then what it means
    f,QI,s,"the vital force"        a table (commas, semicolons, tabs): the column that is all different words
    AAHED#  ·ZA·                    marks of edition and hooks are no part of the word
    aa ab ad ae ...                 many words a line, sorted

A hunspell dictionary holds roots and rules, not words: it is refused.
"""

from __future__ import annotations

import csv
import functools
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from scrabble.lexicon.dawg import LexiconError

Numbered = tuple[int, str]  # line, its text

LINE_END = re.compile(r"\r\n|\r|\n")
COMMENTS = ("#", "//", ";")
MARKS = "#$+*!^~=@%&·•\"'\x1a"
SEPARATORS = "\t;,|"
PARTS = str.maketrans("", "", "·[]'-")  # of a word, beside letters
SAMPLE = 2000  # lines
MOST = 0.9  # of the lines of a sample


def words_of(text: str, spells: Callable[[str], bool]) -> Iterator[Numbered]:
    """Each word and its line; `spells` says of a text whether it may be one.  Raises LexiconError."""
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
    """May this be a word, in whatever tiles?"""
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
    """The column of words, if the lines are rows of a table."""
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
    """The cells of each line; a quote that is not closed ends with its line."""
    rows = []
    for line in lines:
        try:
            rows.append([cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])])
        except csv.Error:  # a cell of enormous length
            rows.append(line.split(separator))
    return rows


def _column(rows: Sequence[Sequence[str]], spells: Callable[[str], bool]) -> int | None:
    """The column with most different words; hooks are often the same, and definitions are no words."""
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
    """What stands before the first space; all that stands there if that is words in order."""
    spaced = [line.split() for line in sample if len(line.partition("#")[0].split()) > 1]
    if len(spaced) <= 0.5 * len(sample):
        return None
    tokens = [token.casefold() for line in spaced for token in line]
    in_order = sum(one <= two for line in spaced for one, two in pairwise(line))
    pairs = len(tokens) - len(spaced)
    if in_order > 0.98 * pairs and sum(map(spells, tokens)) > 0.98 * len(tokens):
        return [(number, token) for number, line in lines for token in line.split()]
    return [(number, line.split(None, 1)[0]) for number, line in lines]
