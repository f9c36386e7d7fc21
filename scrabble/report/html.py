"""Tables in HTML, for pages and for notebooks.  All texts are escaped here but those that are `Markup`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from html import escape


class Markup(str):
    """A text that is HTML already."""


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[object]],
    kind: str,
    right: Iterable[int],
    attributes: Sequence[str] = (),
) -> str:
    """A table; the columns `right` are set to the right, and each row may have attributes."""
    numbers = set(right)
    kinds = [" class=number" if at in numbers else "" for at in range(len(headings))]

    def row(cells: Sequence[object], tag: str) -> str:
        pairs = zip(cells, kinds, strict=True)
        return "".join(f"<{tag}{kind}>{_cell(cell)}</{tag}>" for cell, kind in pairs)

    body = "".join(
        f"<tr {attribute}>{row(each, 'td')}</tr>" if attribute else f"<tr>{row(each, 'td')}</tr>"
        for each, attribute in itertools.zip_longest(rows, attributes, fillvalue="")
    )
    return f'<table class="{kind}"><thead><tr>{row(headings, "th")}</tr></thead><tbody>{body}</tbody></table>'


def _cell(cell: object) -> str:
    return cell if isinstance(cell, Markup) else escape(str(cell))
