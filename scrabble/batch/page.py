"""Pages of many games in a folder: one a game, and index.html with a row a game and a row a player.

    games/g0010.gcg  ->  g0010-3f2a9c01.html       the name has the key: a page fits its record

Like the page of a game they open from disk and ask for nothing from a network.
"""

from __future__ import annotations

import importlib.resources
import os
from collections.abc import Sequence
from html import escape
from pathlib import PurePath
from urllib.parse import quote

from scrabble.batch.results import Record
from scrabble.batch.summary import BatchData
from scrabble.batch.text import GAME_HEADINGS, HEADINGS, figures_cells, game_cells
from scrabble.report.html import table

INDEX = "index.html"
FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
{style}
main {{ display: block; }}
section {{ overflow-x: auto; }}
a {{ color: var(--accent); }}
.sheet td:last-child {{ min-width: 11em; }}
</style>
</head>
<body>
<header><h1>{title}</h1></header>
<main>
<section><h2>Players</h2>{players}</section>
<section><h2>Games</h2>{games}</section>
{failed}
</main>
</body>
</html>
"""


def page_name(name: str, key: str) -> str:
    """The name of the page of a game."""
    return f"{PurePath(name).stem}-{key[:8]}.html"


def index_page(records: Sequence[Record], summary: BatchData) -> str:
    """The page that leads to the others."""
    players = [figures_cells(each) for each in [*summary["players"], summary["total"]]]
    failed = "".join(f"<li>{escape(each['id'])}: {escape(each['error'])}</li>" for each in summary["failed"])
    count = summary["games"]
    return FRAME.format(
        title=f"{count} endgame{'s' if count != 1 else ''}",
        style=(importlib.resources.files("scrabble.analysis.page") / "game.css").read_text("utf-8"),
        players=table(HEADINGS, players, "summary", range(1, len(HEADINGS))),
        games=_games(records),
        failed=f"<section><h2>Failed</h2><ul>{failed}</ul></section>" if failed else "",
    )


def _games(records: Sequence[Record]) -> str:
    numbers = [at for at, heading in enumerate(GAME_HEADINGS) if heading in ("final", "lost")]

    def cells(texts: Sequence[str], tag: str) -> str:
        kinds = [" class=number" if at in numbers else "" for at in range(len(texts))]
        return "".join(f"<{tag}{kind}>{text}</{tag}>" for kind, text in zip(kinds, texts, strict=True))

    rows = []
    for record in records:
        first, *others = map(escape, game_cells(record))
        link = f'<a href="{quote(os.fsencode(page_name(record["id"], record["key"])))}">{first}</a>'
        rows.append(f"<tr>{cells([link, *others], 'td')}</tr>")
    head = cells(GAME_HEADINGS, "th")
    return f'<table class="sheet"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
