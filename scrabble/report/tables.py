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
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.style import StyleType
from rich.table import Table
from rich.text import Text

from scrabble.safe_text import one_line

GAP = 2  # spaces between columns
INDENT = "  "  # of the second line and later ones of a block
LONGEST = 28  # characters: longer words may be broken
READABLE = 12  # least width of a text in several lines while there are two spaces between columns


class FittedTable(Table):
    """A table that takes the form that fits the width; line breaks in cells are removed."""

    gap = GAP  # between columns, where there is room
    whole: Collection[str] = ()  # headings of columns whose cells are never broken

    def add_row(self, *cells: RenderableType | None, **settings: Any) -> None:
        super().add_row(*map(_one_line, cells), **settings)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for gap, readable in ((self.gap, READABLE), (1, 0)):
            widths = self._widths(options.max_width - gap * (len(self.columns) - 1), readable)
            if widths is not None:
                yield from self._lines(console, widths, gap)
                return
        yield from self._blocks(console, options.max_width)

    def _widths(self, room: int, readable: int) -> list[int] | None:
        """Return the widths of the columns, `room` in all, or None if they do not fit.

        A text that is broken gets at least `readable` characters.
        """
        found, words, parts = [], [], []
        for column in self.columns:
            heading, cells = str(column.header), list(map(str, column.cells))
            is_whole = heading in self.whole
            wide = _widest([heading, *cells])
            word = max(_widest(heading.split()), _widest(cells if is_whole else " ".join(cells).split()))
            found.append(wide)
            words.append(word)
            parts.append(word if is_whole else max(min(word, LONGEST), min(wide, readable)))
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

    def _lines(self, console: Console, widths: Sequence[int], gap: int) -> Iterator[Text]:
        """Yield the lines of all rows; the headings are at the bottom of theirs, cells at the top."""
        if self.show_header:
            headings = [Text(str(column.header), self.header_style) for column in self.columns]
            heads = self._cells(headings, console, widths)
            height = max(map(len, heads))
            yield from _joined([[Text()] * (height - len(lines)) + lines for lines in heads], widths, gap)
        for row in zip(*(column.cells for column in self.columns), strict=True):
            cells = [_text(cell, column.style) for cell, column in zip(row, self.columns, strict=True)]
            yield from _joined(self._cells(cells, console, widths), widths, gap)

    def _cells(self, texts: Iterable[Text], console: Console, widths: Sequence[int]) -> list[list[Text]]:
        """Return the lines of each cell of a row, as wide as its column."""
        return [
            list(text.wrap(console, width, justify=column.justify, overflow="fold"))
            if text.cell_len > width
            else [_aligned(text, width, column.justify == "right")]
            for text, column, width in zip(texts, self.columns, widths, strict=True)
        ]

    def _blocks(self, console: Console, width: int) -> Iterator[Text]:
        """Yield the rows as blocks of lines, each value after its heading."""
        for cells in zip(*(column.cells for column in self.columns), strict=True):
            lines = [Text()]
            for column, cell in zip(self.columns, cells, strict=True):
                value = _text(cell, column.style)
                if not value:
                    continue
                heading = f"{column.header} " if str(column.header) else ""
                item = Text.assemble((heading, "dim"), value)
                is_begun = bool(lines[-1].plain.strip())
                if is_begun and lines[-1].cell_len + GAP + item.cell_len > width:
                    lines.append(Text(INDENT))
                    is_begun = False
                lines[-1].append(" " * GAP * is_begun).append_text(item)
            for line in lines:
                first, *rest = _broken(line, console, width)
                yield from (first, *(Text(INDENT).append_text(part) for part in rest))


def _aligned(text: Text, width: int, is_right: bool) -> Text:
    """Return a text that fits, padded to a width."""
    if is_right:
        text.rstrip()
        text.pad_left(width - text.cell_len)
    else:
        text.pad_right(width - text.cell_len)
    return text


def _joined(cells: Sequence[Sequence[Text]], widths: Sequence[int], gap: int) -> Iterator[Text]:
    """Yield the lines of a row of cells, of which some may have fewer lines than others."""
    for lines in zip_longest(*cells):
        line = Text()
        for at, (part, width) in enumerate(zip(lines, widths, strict=True)):
            line.append(" " * gap * (at > 0)).append_text(part or Text(" " * width))
        yield line


def _broken(line: Text, console: Console, width: int) -> list[Text]:
    """Return a line, in parts if it is too long, with room for an indent."""
    if line.cell_len <= width:
        return [line]
    return list(line.wrap(console, max(1, width - len(INDENT)), overflow="fold"))


def _text(cell: RenderableType, style: StyleType) -> Text:
    text = cell.copy() if isinstance(cell, Text) else Text(str(cell))
    text.stylize_before(style)
    return text


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=0)


def _one_line(cell: RenderableType | None) -> RenderableType | None:
    if isinstance(cell, Text) and one_line(cell.plain) != cell.plain:
        return Text(one_line(cell.plain), cell.style)
    return one_line(cell) if isinstance(cell, str) else cell


def new_table(
    headings: Collection[str],
    right: Container[str] = (),
    whole: Collection[str] = (),
    is_numbered: bool = False,
    gap: int = GAP,
) -> FittedTable:
    """Return an empty table; columns `right` are right-aligned, cells of columns `whole` never broken.

    A numbered table begins with a dim column without a heading.
    """
    table = FittedTable(box=None, pad_edge=False, show_header=any(headings), header_style="dim")
    table.gap, table.whole = gap, whole
    if is_numbered:
        table.add_column("", justify="right", style="dim", overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left", overflow="fold")
    return table


def truncated_table(
    table: Table, count: int, shown: int, option: str = "--show 0"
) -> Iterator[RenderableType]:
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
