"""Tables as all commands print them: no lines, dim headings, two spaces between columns.

move       points  value
O1 QUAY        16    +31         numbers are right-aligned

A table fits any width without losing text.  The first of these forms that fits is used: as wide as its texts;
with texts in several lines; the same with one space between columns; a block of lines for each row:

move O1 QUAY  points 16
  value +31
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import PurePath
from typing import NamedTuple

from scrabble.report.blocks import Block, Text, cell_len
from scrabble.safe_text import one_line

GAP = 2  # spaces between columns
INDENT = "  "  # of the second line and later ones of a block
LONGEST = 28  # characters: longer words may be broken
READABLE = 12  # least width of a text in several lines while there are two spaces between columns


class Column(NamedTuple):
    """A column of a table."""

    heading: str
    is_right: bool = False
    is_whole: bool = False  # its cells are never broken
    style: str = ""


class Table(Block):
    """A table that takes the form that fits the width; line breaks in cells are removed."""

    def __init__(self, columns: Sequence[Column], gap: int = GAP) -> None:
        self.columns, self.gap = columns, gap
        self.rows: list[list[Text]] = []

    def add_row(self, *cells: Text | str) -> None:
        """Add a row; cells that are left out are empty."""
        cells += ("",) * (len(self.columns) - len(cells))
        styles = [column.style for column in self.columns]
        self.rows.append(list(map(_cell, cells, styles)))

    def lines(self, width: int) -> Iterator[Text]:
        for gap, readable in ((self.gap, READABLE), (1, 0)):
            widths = self._widths(width - gap * (len(self.columns) - 1), readable)
            if widths is not None:
                yield from self._lines(widths, gap)
                return
        yield from self._blocks(width)

    def _widths(self, room: int, readable: int) -> list[int] | None:
        """Return the widths of the columns, `room` in all, or None if they do not fit.

        A text that is broken gets at least `readable` characters.
        """
        found, words, parts = [], [], []
        for at, column in enumerate(self.columns):
            heading, cells = column.heading, [str(row[at]) for row in self.rows]
            wide = _widest([heading, *cells])
            unbroken = cells if column.is_whole else " ".join(cells).split()
            word = _widest([*heading.split(), *unbroken])
            found.append(wide)
            words.append(word)
            parts.append(word if column.is_whole else max(min(word, LONGEST), min(wide, readable)))
        if sum(parts) > room:
            return None
        for least in (
            list(map(max, words, parts)),
            parts,
        ):  # texts are broken between words if that is enough
            while sum(found) > room:
                spare = [(size, at) for at, size in enumerate(found) if size > least[at]]
                if not spare:
                    break
                found[max(spare)[1]] -= 1
        return found

    def _lines(self, widths: Sequence[int], gap: int) -> Iterator[Text]:
        """Yield the lines of all rows; the headings are at the bottom of theirs, cells at the top."""
        if any(column.heading for column in self.columns):
            heads = self._cells([Text(column.heading, "dim") for column in self.columns], widths)
            height = max(map(len, heads))
            yield from _joined([[Text()] * (height - len(lines)) + lines for lines in heads], widths, gap)
        for row in self.rows:
            yield from _joined(self._cells(row, widths), widths, gap)

    def _cells(self, texts: Iterable[Text], widths: Sequence[int]) -> list[list[Text]]:
        """Return the lines of each cell of a row, as wide as its column."""
        return [
            [_aligned(line, width, column.is_right) for line in text.lines(width)]
            for text, column, width in zip(texts, self.columns, widths, strict=True)
        ]

    def _blocks(self, width: int) -> Iterator[Text]:
        """Yield the rows as blocks of lines, each value after its heading."""
        for row in self.rows:
            lines = [Text()]
            for column, value in zip(self.columns, row, strict=True):
                if not value.plain:
                    continue
                item = Text(f"{column.heading} " if column.heading else "", "dim").append(value)
                is_begun = bool(lines[-1].plain.strip())
                if is_begun and lines[-1].cells + GAP + item.cells > width:
                    lines.append(Text(INDENT))
                    is_begun = False
                lines[-1].append(" " * GAP * is_begun).append(item)
            for line in lines:
                is_long = line.cells > width
                first, *rest = line.lines(max(1, width - len(INDENT)) if is_long else width)
                yield from (first, *(Text(INDENT).append(part) for part in rest))


def _aligned(line: Text, width: int, is_right: bool) -> Text:
    return line.rstrip().aligned(width, is_right) if is_right else line.aligned(width)


def _joined(cells: Sequence[Sequence[Text]], widths: Sequence[int], gap: int) -> Iterator[Text]:
    """Yield the lines of a row of cells, of which some may have fewer lines than others."""
    for lines in zip_longest(*cells):
        line = Text()
        for at, (part, width) in enumerate(zip(lines, widths, strict=True)):
            line.append(" " * gap * (at > 0)).append(part if part and part.plain else Text(" " * width))
        yield line


def _cell(cell: Text | str, style: str) -> Text:
    plain = one_line(str(cell))
    found = Text(plain, style)
    if isinstance(cell, Text) and plain == cell.plain:
        found.spans += cell.spans
    return found


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=0)


def new_table(
    headings: Collection[str],
    right: Container[str] = (),
    whole: Collection[str] = (),
    is_numbered: bool = False,
) -> Table:
    """Return an empty table; columns `right` are right-aligned, cells of columns `whole` never broken.

    A numbered table begins with a dim column without a heading.
    """
    columns = [Column("", is_right=True, style="dim")] * is_numbered
    return Table([*columns, *(Column(each, each in right, each in whole) for each in headings)])


def new_list(style: str = "", gap: int = GAP) -> Table:
    """Return an empty table without headings, of names in a style and texts, which alone are broken."""
    return Table([Column("", is_whole=True, style=style), Column("")], gap)


def truncated_table(table: Table, count: int, shown: int, option: str = "--show 0") -> Iterator[Block]:
    """Yield a table of the first `shown` (0 = all) of `count` rows, and the number of rows left out."""
    yield table
    if shown and count > shown:
        yield Text(f"and {count - shown:,} more ({option} shows all)", "dim")


def short_names(names: Sequence[str]) -> list[str]:
    """Return the names of files without folders, but for those needed to tell two apart."""
    paths = [PurePath(name).parts for name in names]
    found = [parts[-1:] for parts in paths]
    while len(set(found)) < len(set(paths)):
        counts = Counter(found)
        found = [
            parts[-len(name) - 1 :] if counts[name] > 1 else name
            for parts, name in zip(paths, found, strict=True)
        ]
    return ["/".join(name) for name in found]
