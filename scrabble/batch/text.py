"""Many games as people read them in a terminal: a row a game, a row a player.

A number is never cut. Where the window is too narrow for columns, each row is a block of lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.table import Table
from rich.text import Text

from scrabble.analysis.data import GameData, SummaryData
from scrabble.analysis.text import rules_of, sums_table
from scrabble.batch.summary import BatchData, FiguresData
from scrabble.report.bag_solution import chance_sum_text
from scrabble.report.base_names import base_names
from scrabble.report.tables import new_table

GAME_HEADINGS = ("game", "first", "final", "lost", "second", "final", "lost", "mistakes")
NUMBERS = ("final", "lost")


def games_table(records: Sequence[GameData]) -> Table:
    """A row a game."""
    names = base_names([record["id"] for record in records])
    table = new_table(GAME_HEADINGS, right=NUMBERS, whole=NUMBERS)
    for name, record in zip(names, records, strict=True):
        table.add_row(name, *game_cells(record))
    return table


def game_cells(record: GameData) -> list[str]:
    """What the row of a game says after its name."""
    cells = []
    for summary, final in zip(record["summary"], record["final"], strict=True):
        cells += [summary["name"], str(final), str(summary["lost_proven"])]
    return [*cells, mistakes_text(record)]


def mistakes_text(record: GameData) -> str:
    """How many mistakes of each grade, of both players, and what is no number of points."""
    kinds = ("large", "medium", "small", "stayed", "lost_open", "thrown_wins")
    counts = {key: sum(_count(each, key) for each in record["summary"]) for key in kinds}
    words = {"lost_open": "open", "stayed": "phony", "thrown_wins": "thrown win"}
    counts["chance lost"] = len(chances_thrown(record))
    return ", ".join(f"{count} {words.get(key, key)}" for key, count in counts.items() if count)


def chances_thrown(record: GameData) -> list[tuple[Fraction, int]]:
    """Win chance that is proven thrown away with tiles in the bag, and the turn, of each such turn."""
    found = [(turn["preendgame"], turn["turn"]) for turn in record["turns"]]
    lost = [
        (Fraction(each["lost_chance"]["lower"]), at) for each, at in found if each and each["lost_chance"]
    ]
    return [(chance, at) for chance, at in lost if chance]


def players_table(summary: BatchData) -> Table:
    """A row a player, and one for all."""
    return sums_table(_row(each) for each in [*summary["players"], summary["total"]])


def _count(summary: SummaryData, key: str) -> int:
    return int(summary[key])  # type: ignore[literal-required]


def ending(summary: BatchData) -> Iterator[Text]:
    """What the numbers mean, where it is not plain, and how many games there were."""
    total = summary["total"]
    yield from rules_of(total["stayed"], total["lost_open"], total["bag_turns"])
    counts = [f"{summary['games']} game{'s' if summary['games'] != 1 else ''} analysed"]
    counts += [f"{len(summary['failed'])} failed"] * bool(summary["failed"])
    counts += [f"{summary['left']} left"] * bool(summary["left"])
    yield Text(", ".join(counts))


def _row(each: FiguresData) -> dict[str, str | int]:
    """What the row of a player says."""
    return {
        "player": each["name"] or "all",
        "games": each["games"],
        "turns": each["turns"],
        "best": each["best"],
        "small": each["small"],
        "medium": each["medium"],
        "large": each["large"],
        "phony": each["stayed"],
        "lost": each["lost_proven"],
        "open": each["lost_open"],
        "thrown": each["thrown_wins"],
        "chance lost": chance_text(each),
    }


def chance_text(each: FiguresData) -> str:
    """The win chance that was thrown away with tiles in the bag; nothing without such turns."""
    return (
        chance_sum_text(Fraction(each["lost_chance"]), each["lost_chance_open"]) if each["bag_turns"] else ""
    )
