"""Tables in HTML, for pages and for notebooks.  All texts are escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(headings: Sequence[str], rows: Iterable[Sequence[object]], kind: str, numbers: range) -> str:
    """A table; the columns `numbers` are set to the right."""
    kinds = [" class=number" if at in numbers else "" for at in range(len(headings))]

    def row(cells: Sequence[object], tag: str) -> str:
        pairs = zip(cells, kinds, strict=True)
        return "".join(f"<{tag}{kind}>{escape(str(cell))}</{tag}>" for cell, kind in pairs)

    body = "".join(f"<tr>{row(each, 'td')}</tr>" for each in rows)
    return f'<table class="{kind}"><thead><tr>{row(headings, "th")}</tr></thead><tbody>{body}</tbody></table>'
