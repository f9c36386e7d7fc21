"""Find the words in the text of a list that another program wrote.

    qi                              a word a line; # starts a comment
    QI   the vital force            the word, then its definition
    f,QI,s,"the vital force"        a table (tabs, semicolons, commas, bars): the column of words
    word,points                     a first row with titles, or a first line `words`, is no word
    AAHED#  ·ZA·                    marks of edition and hooks are no part of the word
    aa,ab,ad,ae                     many words a line, separated,
    aa ab ad ae                     in order
    ZA QI AA                        or all in capitals
    A: aa, ab, ad                   a letter or a number before the words of a line is left out
    ["aa", "ab"]                    JSON and JavaScript: see `json_words`

Cells of one row are all words if hardly a text is repeated and the columns look the same.  In a table they do
not: hooks and parts of speech are repeated, definitions are not in order or not in capitals, and an alphagram
has the letters of the word beside it.

A text is refused if most of its words would be left out, and a hunspell dictionary because it holds roots
and rules, not words.
"""

from __future__ import annotations

import csv
import functools
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import TypeAlias

from scrabble.lexicon import json_words
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.json_words import TITLES

Numbered: TypeAlias = tuple[int, str]  # a line number, 0 for none, and a text
Row: TypeAlias = list[str]
Spells: TypeAlias = Callable[[str], bool]

LINE_END = re.compile(r"\r\n|\r|\n")
COMMENTS = ("#", "//", ";")
REMARK = " # "  # and what follows it, behind the words of a line
MARKS = "#$+*!^~=@%&:·•\"'\x1a"
SEPARATORS = "\t;,|"
PARTS = str.maketrans("", "", "·[]'-")  # characters of a word besides letters
NUMBER = re.compile(r"[-+]?\d[\d.,]*%?")
SAMPLE = 2000  # lines
MOST = 0.9  # of the lines of a sample
NEARLY_ALL = 0.98  # of the cells of a list with several words a line
WIDE = 8  # cells a row: more than tables of words have
MOSTLY = 0.75  # of the cells of a list in capitals throughout
FEW = 5  # rows whose order tells nothing
HEADING = re.compile(r"(?:[^\W\d_]|\d[^:]{,20})\s*[:.)\u2013-]\s+")  # of a line: a letter, or a number
LONG_LINE = 500  # characters, of an entry and its definition
ONE_A_LINE = "expected a word a line, or words alone with commas between them"


def words_of(text: str, spells: Spells) -> Iterator[Numbered]:
    """Yield each word and its line; `spells` is the predicate of words.  Raises LexiconError."""
    rows = json_words.rows_of(text)
    for number, cell in _of_rows(rows, spells) if rows else _of_lines(text, spells):
        word = cell.partition("#")[0].strip().strip(MARKS)
        if word:
            yield number, word


def _of_rows(rows: Sequence[Row], spells: Spells) -> Sequence[Numbered]:
    found = _words_in_rows([(0, row) for row in rows], spells)
    if found is None:
        raise LexiconError(f"JSON with {sum(map(len, rows)):,} texts, expected words alone")
    return found


def _of_lines(text: str, spells: Spells) -> Sequence[Numbered]:
    split = enumerate(LINE_END.split(text), 1)
    bare = [(number, line.partition(REMARK)[0].strip()) for number, line in split]
    listed = [(number, line) for number, line in bare if line and not line.startswith(COMMENTS)]
    lines = _without_headings(listed)
    sample = [line for _, line in lines[:: len(lines) // SAMPLE + 1]]
    _refuse_hunspell(sample)
    found = _without_title(_table(lines, sample, spells) or _tokens(lines, sample, spells) or lines)
    lengths = sorted(len(line) for _, line in lines)
    if lines and lengths[len(lines) // 2] > LONG_LINE and sum(lengths) > LONG_LINE * len(found):
        raise LexiconError(
            f"words found: {len(found):,}, in a text of {sum(lengths):,} characters; {ONE_A_LINE}"
        )
    return found


def _without_headings(lines: Sequence[Numbered]) -> Sequence[Numbered]:
    """Return what follows the headings, with blanks between the words, if nearly every line has a heading."""
    found = [HEADING.match(line) for _, line in lines]
    if sum(map(bool, found)) < MOST * len(lines):
        return lines
    after = [
        line[heading.end() :] if heading else line for (_, line), heading in zip(lines, found, strict=True)
    ]
    return [
        (number, re.sub("[,;]", " ", line).strip()) for (number, _), line in zip(lines, after, strict=True)
    ]


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


def _table(lines: Sequence[Numbered], sample: Sequence[str], spells: Spells) -> list[Numbered] | None:
    """Return the words if most lines have a separator."""
    for separator in SEPARATORS:
        if not sample or sum(separator in line for line in sample) < MOST * len(sample):
            continue
        rows = _cells([line for _, line in lines], separator)
        numbers = [number for number, _ in lines]
        found = _words_in_rows(list(zip(numbers, rows, strict=True)), spells)
        if found is not None:
            return found
    return None


def _cells(lines: Sequence[str], separator: str) -> list[Row]:
    """Return the cells of each line; an unclosed quote ends with its line."""
    rows = []
    for line in lines:
        try:
            rows.append([cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])])
        except csv.Error:  # a cell of enormous length
            rows.append(line.split(separator))
    return rows


def _words_in_rows(rows: Sequence[tuple[int, Row]], spells: Spells) -> list[Numbered] | None:
    """Return all cells if they are words, else the column of words; None if there is none."""
    sample = [[cell.strip(MARKS) for cell in row] for _, row in rows[:: len(rows) // SAMPLE + 1]]
    filled = [[cell for cell in row if cell] for row in sample]
    if _are_words(filled, spells):
        return [(number, cell) for number, row in rows for cell in row if cell]
    column = _column(sample, spells)
    if column is None:
        return None
    read = {row[column] for row in sample if column < len(row)}
    beside = {cell for row in filled if len(row) > 2 for cell in row} - read
    unread = set(filter(spells, beside))
    if len(unread) > 1.5 * len(read):
        raise LexiconError(_unread(len(unread), len(unread | read)))
    if _has_titles(sample, column):
        rows = rows[1:]
    return [(number, row[column]) for number, row in rows if column < len(row)]


def _unread(count: int, words: int) -> str:
    return f"{count:,} of {words:,} words would be left out, as lines have several of them; {ONE_A_LINE}"


def _are_words(rows: Sequence[Row], spells: Spells) -> bool:
    """Return whether cells side by side are all words of one list."""
    cells = list(chain.from_iterable(rows))
    is_wide = len(cells) > WIDE * len(rows)
    fewest = 0.5 if is_wide else MOSTLY if all(map(str.isupper, cells)) else MOST
    different = len(set(map(str.casefold, cells)))
    return (
        len(cells) > len(rows)
        and different >= fewest * len(cells)
        and (is_wide or _are_alike(rows))
        and sum(len(cell) > 1 and spells(cell) for cell in cells)
        >= (MOST if is_wide else NEARLY_ALL) * len(cells)
    )


def _are_alike(rows: Sequence[Row]) -> bool:
    """Return whether the columns of a table look the same."""
    columns = [[row[at] for row in rows if at < len(row)] for at in range(max(map(len, rows)))]
    capital = {sum(map(str.isupper, column)) > len(column) / 2 for column in columns}
    ordered = [_is_in_order(column) for column in columns if len(column) > 1]
    are_defined = ordered == [True, False] or (len(rows) >= FEW and len(set(ordered)) > 1)
    anagrams = sum(sorted(row[0]) == sorted(row[-1]) for row in rows if len(row) > 1)
    return len(capital) == 1 and not are_defined and anagrams <= 0.5 * len(rows)


def _is_in_order(texts: Sequence[str]) -> bool:
    in_order = sum(one <= two for one, two in pairwise(map(str.casefold, texts)))
    return in_order >= NEARLY_ALL * (len(texts) - 1)


def _column(rows: Sequence[Row], spells: Spells) -> int | None:
    """Return the column with most different words; hooks repeat, and definitions are no words."""
    best, most = None, (False, 0)
    widths = sorted(map(len, rows), reverse=True)
    for column in range(widths[len(widths) // 2]):  # the others are in too few rows
        cells = [row[column] for row in rows if column < len(row)]
        words = {cell for cell in cells if cell and spells(cell)}
        is_sound = sum(cell in words for cell in cells) >= MOST * len(list(filter(None, cells)))
        if is_sound and len(words) > 0.5 * len(rows):
            found = (not _are_alphagrams(rows, column), len(words))
            best, most = (column, found) if found > most else (best, most)
    return best


def _are_alphagrams(rows: Sequence[Row], column: int) -> bool:
    """Return whether most cells of a column are the letters, in order, of another cell of their rows."""
    beside = [(row[column], row[:column] + row[column + 1 :]) for row in rows if column < len(row)]
    found = sum(any(sorted(other) == list(cell) for other in others) for cell, others in beside)
    return found > 0.5 * len(rows)


def _has_titles(rows: Sequence[Row], column: int) -> bool:
    """Return whether the first row of a table names its columns."""
    titles, others = rows[0], rows[1:]
    if len(titles) < 2 or column >= len(titles) or len(others) < 2:
        return False
    for at, title in enumerate(titles):
        cells = [row[at] for row in others if at < len(row) and row[at]]
        numbers = sum(NUMBER.fullmatch(cell) is not None for cell in cells)
        if title and not NUMBER.fullmatch(title) and cells and numbers >= MOST * len(cells):
            return True
    return titles[column].casefold() in TITLES


def _without_title(cells: Sequence[Numbered]) -> Sequence[Numbered]:
    """Return a list without a first line such as `words` that is out of order."""
    first = [cell.strip(MARKS).casefold() for _, cell in cells[:2]]
    is_title = len(cells) > 2 and first[0] in TITLES and first[0] > first[1]
    return cells[1:] if is_title else cells


def _tokens(lines: Sequence[Numbered], sample: Sequence[str], spells: Spells) -> list[Numbered] | None:
    """Return the first word of each line, or all of them if they are words in order or in capitals.

    Raises LexiconError if all may be words, but neither says so.
    """
    rows = [row for line in sample if len(row := line.partition("#")[0].split()) > 1]
    if len(rows) <= 0.5 * len(sample):
        return None
    tokens = [token.casefold() for row in rows for token in row]
    if sum(map(spells, tokens)) >= NEARLY_ALL * len(tokens):
        in_order = sum(one <= two for row in rows for one, two in pairwise(map(str.casefold, row)))
        has_capitals = {token.isupper() for row in rows for token in row}
        may_be_words = _are_words(rows, spells)
        if in_order > NEARLY_ALL * (len(tokens) - len(rows)) or (may_be_words and has_capitals == {True}):
            return [(number, token) for number, line in lines for token in line.split()]
        if may_be_words and (len(rows) >= FEW or len({len(row) for row in rows}) == 1):
            words = sum(len(line.split()) for _, line in lines)
            raise LexiconError(_unread(words - len(lines), words))
    return [(number, _first_word(line)) for number, line in lines]


def _first_word(line: str) -> str:
    """Return the first token with a letter: numbers and bullets may stand before it."""
    return next((token for token in line.split() if any(map(str.isalpha, token))), line.split(None, 1)[0])
