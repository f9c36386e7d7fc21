"""Tables as all commands print them: no lines, dim headings, two spaces between columns.

move       points  value
O1 QUAY        16    +31         numbers are set to the right
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

GAP = 2  # spaces between columns
NARROW = 8  # a text in lines of so many characters can still be read


def new_table(
    headings: Iterable[str] = (),
    right: Container[str] = (),
    whole: Container[str] = (),
    is_numbered: bool = False,
    gap: int = GAP,
) -> Table:
    """An empty table; the columns `right` are set to the right, cells of the columns `whole` never broken.

    A numbered table has a dim column without a heading before the others.
    """
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, show_edge=False, header_style="dim")
    if is_numbered:
        table.add_column("", justify="right", style="dim")
    for heading in headings:
        words = heading.split() or [""]
        table.add_column(
            heading,
            justify="right" if heading in right else "left",
            no_wrap=heading in whole,
            min_width=max(map(len, words)),  # headings break between words only
        )
    return table


def least_width(table: Table) -> int:
    """So many columns a table needs for its numbers to be whole and its texts to be readable in lines."""
    widths = []
    for column in table.columns:
        widest = max(cell_len(str(text)) for text in [column.header, *column.cells])
        widths.append(widest if column.no_wrap else max(min(widest, NARROW), column.min_width or 0))
    return sum(widths) + GAP * len(widths)


def with_rest(table: Table, count: int, shown: int) -> Iterator[RenderableType]:
    """A table of the first `shown` (0 = all) of `count` rows, and how many are left out."""
    yield table
    if shown and count > shown:
        yield Text(f"and {count - shown:,} more (--lines 0 shows all)", "dim")
