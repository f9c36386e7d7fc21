"""Where a page of a game leads: to the page of all games, and to the games before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple


class Links(NamedTuple):
    """Addresses of other pages, as they stand in a page; empty where there is none."""

    all: str = ""
    before: str = ""
    after: str = ""


NO_LINKS = Links()


def links_nav(links: Links) -> str:
    """The links at the top of a page; nothing for a page by itself."""
    parts = "".join(
        f'<a href="{escape(address)}" rel="{rel}">{text}</a>' for rel, address, text in _targets(links)
    )
    return f'<nav aria-label="games">{parts}</nav>' if parts else ""


def links_head(links: Links) -> str:
    """The same in the head of a page, one a line."""
    return "".join(f'<link rel="{rel}" href="{escape(address)}">\n' for rel, address, _ in _targets(links))


def _targets(links: Links) -> Iterator[tuple[str, str, str]]:
    named = (
        ("prev", links.before, "← game before"),
        ("up", links.all, "all games"),
        ("next", links.after, "next game →"),
    )
    return ((rel, address, text) for rel, address, text in named if address)
