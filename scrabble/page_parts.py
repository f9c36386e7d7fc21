"""Tables in HTML, for the page and for notebooks.  All texts are escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from scrabble.analysis_summary import Summary
from scrabble.judge_bounds import Bounds


def table(headings: Sequence[str], rows: Iterable[Sequence[object]], kind: str, numbers: range) -> str:
    """A table; the columns `numbers` are set to the right."""
    kinds = [" class=number" if at in numbers else "" for at in range(len(headings))]

    def row(cells: Sequence[object], tag: str) -> str:
        pairs = zip(cells, kinds, strict=True)
        return "".join(f"<{tag}{kind}>{escape(str(cell))}</{tag}>" for cell, kind in pairs)

    body = "".join(f"<tr>{row(each, 'td')}</tr>" for each in rows)
    return f'<table class="{kind}"><thead><tr>{row(headings, "th")}</tr></thead><tbody>{body}</tbody></table>'


def summary_table(summaries: Iterable[Summary], totals: Sequence[int]) -> str:
    """What each player did with the endgame."""
    headings = ["", "final", "turns", "best", "small", "medium", "large", "lost"]
    rows = [
        [each.name, final, each.turns, each.best, each.small, each.medium, each.large, points_text(each.lost)]
        for each, final in zip(summaries, totals, strict=True)
    ]
    return table(headings, rows, "summary", range(1, len(headings)))


def result_text(spread: Bounds) -> str:
    """A spread at the end, as the result of a player."""
    if spread.exact is None:
        return f"ends at {points_text(spread, '+')}"
    if spread.exact == 0:
        return "draws"
    return f"wins by {spread.exact}" if spread.exact > 0 else f"loses by {-spread.exact}"


def points_words(bounds: Bounds) -> str:
    """An interval of points in a sentence."""
    if bounds.is_exact or None not in bounds:
        return points_text(bounds)
    if bounds.lower is not None:
        return f"at least {bounds.lower}"
    return "nobody knows how much" if bounds.upper is None else f"at most {bounds.upper}"


def points_text(bounds: Bounds, sign: str = "") -> str:
    """An interval of points; `sign` is + where a sign is to be seen."""
    lower, upper = (None if bound is None else f"{bound:{sign}}" for bound in bounds)
    if lower is None and upper is None:
        return "?"
    if lower == upper:
        return str(lower)
    if upper is None:
        return f"≥ {lower}"
    return f"≤ {upper}" if lower is None else f"{lower} to {upper}"
