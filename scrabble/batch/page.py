"""Pages of many games in a folder: one a game, and index.html with a row a game and a row a player.

    games/g0010.gcg  ->  g0010-3f2a9c01.html       the name has the key: a page fits its record

A page is made from its record: nothing is searched.  Like the page of a game by itself they open from disk
and ask for nothing from a network.
"""

from __future__ import annotations

import importlib.resources
import os
from collections.abc import Sequence
from html import escape
from pathlib import PurePath
from string import Template
from urllib.parse import quote

from scrabble import gcg
from scrabble.analysis.page.links import Links
from scrabble.analysis.page.page import page_head, page_title, part
from scrabble.analysis.restored import restored
from scrabble.analysis.run import Analysis
from scrabble.batch.jobs import Job, load_lexicon
from scrabble.batch.results import Record
from scrabble.batch.summary import BatchData, FiguresData
from scrabble.batch.text import chance_text, chances_thrown, mistakes_text
from scrabble.replay import replay
from scrabble.report.base_names import base_names
from scrabble.report.html import Markup, table
from scrabble.report.points import sum_text

INDEX = "index.html"
GAME_HEADINGS = ("game", "first", "final", "lost", "second", "final", "lost", "mistakes")
HEADINGS = ("player", "games", "turns", "best", "small", "medium", "large", "phony", "lost", "thrown")


def page_name(name: str, key: str) -> str:
    """The name of the page of a game."""
    return f"{PurePath(name).stem}-{key[:8]}.html"


def links_of(jobs: Sequence[Job], at: int) -> Links:
    """Where the page of one of these games leads."""
    before, after = jobs[at - 1 : at] if at else [], jobs[at + 1 : at + 2]
    return Links(INDEX, *("".join(address(job.id, job.key) for job in each) for each in (before, after)))


def head_of(record: Record, links: Links) -> str:
    """How the page of a game begins."""
    return page_head(page_title(record["title"], record["players"]), links)


def analysis_of(job: Job, record: Record) -> Analysis:
    """The analysis of a game, from its record.  Raises DataError."""
    words, strict = load_lexicon(job.lexicon), job.settings.strict
    game = gcg.loads(job.data, strict=strict)
    return restored(record, replay(game, alphabet=words.alphabet, strict=strict), words)


def index_page(records: Sequence[Record], summary: BatchData) -> str:
    """The page that leads to the others."""
    names = dict(zip([each["id"] for each in summary["failed"]], _failed_names(summary), strict=True))
    failed = "".join(
        f"<li>{escape(names[each['id']])}: {escape(each['error'])}</li>" for each in summary["failed"]
    )
    count = summary["games"]
    players = [_player_cells(each) for each in [*summary["players"], summary["total"]]]
    headings = list(HEADINGS)
    if summary["total"]["bag_turns"]:
        headings.append("chance lost")
        for row, each in zip(players, [*summary["players"], summary["total"]], strict=True):
            row.append(chance_text(each))
    return Template(_file("index.html")).substitute(
        title=f"{count} endgame{'s' if count != 1 else ''}",
        style=part("game.css") + _file("index.css"),
        script=_file("index.js"),
        games=table(GAME_HEADINGS, _game_rows(records), "games", (2, 3, 5, 6)),
        players=table(headings, players, "standings", range(1, len(headings))),
        rules=_rules(summary),
        failed=f"<section><h2>Failed</h2><ul>{failed}</ul></section>" if failed else "",
    )


def address(name: str, key: str) -> str:
    """The address of the page of a game in the same folder."""
    return quote(os.fsencode(page_name(name, key)))


def _file(name: str) -> str:
    return (importlib.resources.files("scrabble.batch") / name).read_text("utf-8")


def _failed_names(summary: BatchData) -> list[str]:
    return base_names([each["id"] for each in summary["failed"]])


def _game_rows(records: Sequence[Record]) -> list[list[object]]:
    return [
        [Markup(f'<a href="{address(record["id"], record["key"])}">{escape(name)}</a>'), *_seats(record)]
        for name, record in zip(base_names([record["id"] for record in records]), records, strict=True)
    ]


def _seats(record: Record) -> list[object]:
    """Names, scores and points lost, and the mistakes with a link to the worst."""
    cells: list[object] = []
    for each, final in zip(record["summary"], record["final"], strict=True):
        cells += [each["name"], final, sum_text(each["lost_proven"], each["lost_open"])]
    text, worst = escape(mistakes_text(record)), _worst(record)
    to_worst = f'<a href="{address(record["id"], record["key"])}#turn-{worst}">{text}</a>'
    return [*cells, Markup(to_worst if worst else text)]


def _worst(record: Record) -> int | None:
    """The turn that lost most points, or else most win chance, or else the first phony or open turn.

    None if every turn is best.
    """
    found = [
        (turn["turn"] in record["mistakes"], turn["endgame"]["loss"][0] or 0, -turn["turn"])
        for turn in record["turns"]
        if turn["endgame"] and turn["endgame"]["grade"] != "none"
    ]
    chances = chances_thrown(record)
    if chances and not record["mistakes"]:
        return min((-chance, turn) for chance, turn in chances)[1]
    return -max(found)[2] if found else None


def _player_cells(each: FiguresData) -> list[object]:
    counts = (each["games"], each["turns"], each["best"], each["small"], each["medium"], each["large"])
    lost = sum_text(each["lost_proven"], each["lost_open"])
    return [each["name"] or "all", *counts, each["stayed"], lost, each["thrown_wins"]]


def _rules(summary: BatchData) -> str:
    from scrabble.analysis.text import rules_of

    total = summary["total"]
    rules = total["stayed"], total["lost_open"], total["bag_turns"]
    return "".join(f"<p>{escape(text.plain)}</p>" for text in rules_of(*rules))
