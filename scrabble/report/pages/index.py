"""Pages of many games in a folder: one a game, and index.html with a row a game and a row a player.

    games/g0010.gcg  ->  g0010.html       whatever it was analysed with; the key stands in the page

A page is made from its record: nothing is searched.  Like the page of a game by itself they open from disk
and ask for nothing from a network.
"""

from __future__ import annotations

import importlib.resources
import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path, PurePath
from string import Template
from urllib.parse import quote

from scrabble.analysis.batch.jobs import BatchError
from scrabble.analysis.batch.results import AnalysisRecord
from scrabble.analysis.batch.run import BatchAnalysis, write_file
from scrabble.analysis.batch.summary import BatchData, TotalsData, by_error
from scrabble.report.analysis_text import chance_text, lost_chances, mistakes_text
from scrabble.report.pages.game import PageLinks, game_page, load_asset, page_head, page_title
from scrabble.report.pages.handout import Puzzle, puzzles_of
from scrabble.report.pages.summary import terms_html
from scrabble.report.tables import Markup, html_table, short_names
from scrabble.solver.format import sum_text

INDEX = "index.html"
GENERATOR = b'<meta name="generator" content="scrabble-endgame, page '
IN_INDEX = b'<link rel="up" href="index.html">'
BEGINNING = 1 << 14  # bytes of a page that hold both
GAME_HEADINGS = ("game", "first lost", "second lost", "mistakes")
HEADINGS = ("player", "games", "turns", "best", "small", "medium", "large", "phony", "lost", "thrown")


def page_names(games: Sequence[str]) -> dict[str, str]:
    """The names of the pages of some games, by game: each is that of the file.

    Of several files of one name each has its folder before it. What a game was analysed with is not in the
    name: an address goes on leading to the game.
    """
    names: dict[str, str] = {}
    used = {PurePath(INDEX).stem}
    for game, base in zip(
        games, short_names([str(PurePath(game).with_suffix("")) for game in games]), strict=True
    ):
        name = base.replace("/", "-").replace("\\", "-")
        numbered = (f"{name}-{number}" for number in itertools.count(2))
        name = next(each for each in itertools.chain([name], numbered) if each.casefold() not in used)
        used.add(name.casefold())  # some file systems do not tell A from a
        names[game] = f"{name}.html"
    return names


def links_of(pages: Sequence[str], at: int) -> PageLinks:
    """Where one of these pages leads."""
    before, after = pages[at - 1 : at] if at else [], pages[at + 1 : at + 2]
    return PageLinks(INDEX, *("".join(map(address, each)) for each in (before, after)))


def game_page_head(record: AnalysisRecord, links: PageLinks) -> str:
    """How the page of a game begins."""
    return page_head(page_title(record["title"], record["players"]), links, record["key"])


def is_page_of_many(data: bytes) -> bool:
    """Return whether a file that begins like this is a page of a game, written for an index of many."""
    return GENERATOR in data and IN_INDEX in data


def index_page(records: Sequence[AnalysisRecord], summary: BatchData, pages: Mapping[str, str]) -> str:
    """The page that leads to the others, whose names by game are `pages`."""
    errors = [each["error"] for each in summary["failed"]]
    failed = "".join(
        f"<li>{escape(', '.join(names))}: {escape(error)}</li>"
        for names, error in by_error(zip(_failed_names(summary), errors, strict=True))
    )
    count = summary["games"]
    players = [_player_cells(each) for each in [*summary["players"], summary["total"]]]
    headings = list(HEADINGS)
    if summary["total"]["bag_turns"]:
        headings.append("chance lost")
        for row, each in zip(players, [*summary["players"], summary["total"]], strict=True):
            row.append(chance_text(each))
    return Template(_file("index.html")).substitute(
        title=f"{count} game{'s' if count != 1 else ''}",
        style=load_asset("game.css") + _file("index.css"),
        script=_file("index.js"),
        games=html_table(GAME_HEADINGS, _game_rows(records, pages), "games", (1, 2)),
        players=html_table(headings, players, "standings", range(1, len(headings))),
        rules=terms_html(summary["total"]["bag_turns"], has_thrown=True),
        failed=f"<section><h2>Failed</h2><ul>{failed}</ul></section>" if failed else "",
    )


def write_pages(batch: BatchAnalysis, folder: Path) -> tuple[Path, int]:
    """Write the pages of the games that are not there yet, and the one that leads to them.

    Pages of an earlier run that no index leads to any more are removed, once every game has been tried.
    Return the index, and how many were removed.  Raises BatchError.
    """
    names, done = page_names(batch.names), batch.done
    pages = [names[job.id] for job, _ in done]
    for at, (job, record) in enumerate(done):
        path, links = folder / pages[at], links_of(pages, at)
        if not _begins_with(path, game_page_head(record, links)):
            write_file(path, game_page(batch.analysis(job), PurePath(job.id).name, links, job.key))
    write_file(folder / INDEX, index_page(batch.records, batch.summary, names))
    return folder / INDEX, 0 if batch.left else _remove_others(folder, pages)


def batch_puzzles(batch: BatchAnalysis) -> Iterator[Puzzle]:
    """Yield the positions of the games so far that make puzzles."""
    for job, _, analysis in batch.analyses:
        yield from puzzles_of(analysis, job.id)


def address(page: str) -> str:
    """The address of a page in the same folder."""
    return quote(os.fsencode(page))


def _file(name: str) -> str:
    return (importlib.resources.files("scrabble.report.pages") / name).read_text("utf-8")


def _failed_names(summary: BatchData) -> list[str]:
    return short_names([each["id"] for each in summary["failed"]])


def _game_rows(records: Sequence[AnalysisRecord], pages: Mapping[str, str]) -> list[list[object]]:
    """Who played, with which result, what it cost each, and the mistakes with a link to the worst."""
    rows: list[list[object]] = []
    for name, record in zip(short_names([record["id"] for record in records]), records, strict=True):
        to, worst = address(pages[record["id"]]), _worst(record)
        result = f"{' - '.join(record['players'])}, {'-'.join(map(str, record['final']))}"
        game = f'<a href="{to}">{escape(result)}</a><br><small>{escape(name)}</small>'
        lost = [sum_text(each["lost_proven"], each["lost_open"]) for each in record["summary"]]
        text = escape(mistakes_text(record))
        mistakes = f'<a href="{to}#turn-{worst}">{text}</a>' if worst else text
        rows.append([Markup(game), *lost, Markup(mistakes)])
    return rows


def _worst(record: AnalysisRecord) -> int | None:
    """The turn that lost most points, or else most win chance, or else the first phony or open turn.

    None if every turn is best.
    """
    found = [
        (turn["turn"] in record["mistakes"], turn["endgame"]["loss"][0] or 0, -turn["turn"])
        for turn in record["turns"]
        if turn["endgame"] and turn["endgame"]["grade"] != "none"
    ]
    chances = lost_chances(record)
    if chances and not record["mistakes"]:
        return min((-chance, turn) for chance, turn in chances)[1]
    return -max(found)[2] if found else None


def _player_cells(each: TotalsData) -> list[object]:
    counts = (each["games"], each["turns"], each["best"], each["small"], each["medium"], each["large"])
    lost = sum_text(each["lost_proven"], each["lost_open"])
    return [each["name"] or "all", *counts, each["stayed"], lost, each["thrown_wins"]]


def _remove_others(folder: Path, pages: Sequence[str]) -> int:
    """Remove the pages of games in a folder but these; how many there were.  Raises BatchError."""
    removed = 0
    for path in sorted(folder.glob("*.html")):
        if path.name in (INDEX, *pages) or path.is_symlink() or not path.is_file():
            continue
        try:
            with path.open("rb") as file:
                if not is_page_of_many(file.read(BEGINNING)):
                    continue
            path.unlink()
        except OSError as error:
            raise BatchError(f"{path}: cannot be removed: {error.strerror or error}") from None
        removed += 1
    return removed


def _begins_with(path: Path, text: str) -> bool:
    """Is there a file that begins like this?"""
    data = text.encode("utf-8", "surrogatepass")
    try:
        with path.open("rb") as file:
            return file.read(len(data)) == data
    except OSError:
        return False
