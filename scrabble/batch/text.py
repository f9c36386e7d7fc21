"""Many games as people read them in a terminal: a row a game, a row a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.analysis.data import GameData
from scrabble.analysis.text import LONGEST_NAME
from scrabble.batch.summary import BatchData, FiguresData
from scrabble.report.points import Bounds, points_text
from scrabble.report.tables import new_table

GAME_HEADINGS = ("game", "first", "final", "lost", "second", "final", "lost", "mistakes")
HEADINGS = ("player", "games", "turns", "best", "small", "medium", "large", "bounded", "lost", "thrown")


def games_text(records: Sequence[GameData]) -> RenderableType:
    """A row a game."""
    table = _table(GAME_HEADINGS, right=("final", "lost"))
    for name, record in zip(_short_names([record["id"] for record in records]), records, strict=True):
        table.add_row(name, *game_cells(record)[1:])
    return Group(table, Text())


def game_cells(record: GameData) -> list[str]:
    """What the row of a game says."""
    cells = [record["id"]]
    for summary, final in zip(record["summary"], record["final"], strict=True):
        cells += [summary["name"], str(final), points_text(Bounds(*summary["lost"]))]
    return [*cells, mistakes_text(record)]


def mistakes_text(record: GameData) -> str:
    """How many mistakes of each grade, of both players."""
    counts = {
        "large": sum(each["large"] for each in record["summary"]),
        "medium": sum(each["medium"] for each in record["summary"]),
        "small": sum(each["small"] for each in record["summary"]),
        "open": sum(each["open"] for each in record["summary"]),
        "thrown win": sum(each["thrown_wins"] for each in record["summary"]),
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count)


def summary_text(summary: BatchData) -> RenderableType:
    """A row a player, one for all, and how many games there were."""
    return Group(*_summary(summary))


def figures_cells(figures: FiguresData) -> list[str]:
    """What the row of a player says."""
    keys = ("games", "turns", "best", "small", "medium", "large", "bounded")
    counts = [str(figures[key]) for key in keys]  # type: ignore[literal-required]
    lost = points_text(Bounds(*figures["lost"]))
    return [figures["name"] or "all", *counts, lost, str(figures["thrown_wins"])]


def _summary(summary: BatchData) -> Iterator[RenderableType]:
    table = _table(HEADINGS, right=HEADINGS[1:])
    for each in [*summary["players"], summary["total"]]:
        table.add_row(*figures_cells(each))
    yield table
    yield Text()
    counts = [f"{summary['games']} game{'s' if summary['games'] != 1 else ''} analysed"]
    counts += [f"{len(summary['failed'])} failed"] * bool(summary["failed"])
    counts += [f"{summary['left']} left"] * bool(summary["left"])
    yield Text(", ".join(counts))


def _short_names(names: Sequence[str]) -> list[str]:
    """The names of files without the folders that all are in."""
    paths = [PurePath(name) for name in names]
    shared = set.intersection(*(set(path.parents) for path in paths))
    folder = max(shared, key=lambda each: len(each.parts), default=None)
    return [str(path.relative_to(folder)) if folder else str(path) for path in paths]


def _table(headings: Sequence[str], right: Sequence[str]) -> Table:
    table = new_table(headings, right, whole=[heading for heading in headings if heading != "mistakes"])
    for column in table.columns:
        if column.header in ("first", "second", "player"):
            column.max_width = LONGEST_NAME
    return table
