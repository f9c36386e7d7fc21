"""What many games come to: over all of them, and for each player by name.

    summary = summarize(records, failures)       the JSON object of summary.json
    rows(summary)                                one row a player, its keys COLUMNS

The numbers of a player are sums of the summaries of the games; a point that is not certain in one game is
not certain in the sum: intervals add up, and a bound that is missing makes the sum's bound missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypedDict, cast

from scrabble.analysis.data import GameData, Interval
from scrabble.batch.jobs import Failure
from scrabble.batch.results import Record
from scrabble.report.points import Bounds, total

COUNTED = ("turns", "best", "small", "medium", "large", "open", "unknown", "thrown_wins", "phonies")


class FiguresData(TypedDict):
    """The endgames of a player, or of all."""

    name: str  # empty: all players
    games: int
    turns: int  # with an empty bag
    best: int  # proven to lose nothing
    small: int  # mistakes, by grade
    medium: int
    large: int
    open: int  # the bounds do not tell the grade
    unknown: int  # not analysed
    thrown_wins: int
    phonies: int  # in the whole games
    bounded: int  # turns that were analysed, but not everything about them is proven
    lost: Interval  # points, phonies that stayed on the board left out


class FailureData(TypedDict):
    """A game that could not be analysed."""

    id: str
    error: str


class BatchData(TypedDict):
    """The summary of many games."""

    games: int  # analysed
    is_complete: bool  # False: interrupted, games are left
    left: int  # games that are still to be analysed
    total: FiguresData
    players: list[FiguresData]  # by name
    failed: list[FailureData]
    keys: list[str]  # of the results that are summed up, in the order of the files


COLUMNS = ("name", "games", *COUNTED, "bounded", "lost_lower", "lost_upper")


def summarize(records: Sequence[Record], failures: Iterable[Failure] = (), left: int = 0) -> BatchData:
    """Sum up the games."""
    found = {summary["name"] for record in records for summary in record["summary"]}
    names = sorted(found, key=lambda name: (name.casefold(), name))
    return {
        "games": len(records),
        "is_complete": not left,
        "left": left,
        "total": _figures("", records),
        "players": [
            _figures(name, records) for name in sorted(names, key=lambda name: (name.casefold(), name))
        ],
        "failed": [{"id": each.id, "error": each.error} for each in failures],
        "keys": [record["key"] for record in records],
    }


def rows(summary: BatchData) -> list[dict[str, Any]]:
    """One row a player."""
    found = []
    for each in summary["players"]:
        lower, upper = each["lost"]
        ends = {"lost_lower": lower, "lost_upper": upper}
        found.append({column: value for column, value in each.items() if column in COLUMNS} | ends)
    return found


def _figures(name: str, records: Iterable[GameData]) -> FiguresData:
    """The figures of a player, or without a name of all."""
    seats = [
        (record, summary)
        for record in records
        for summary in record["summary"]
        if not name or summary["name"] == name
    ]
    counts: Counter[str] = Counter()
    for record, summary in seats:
        counts.update({key: value for key, value in summary.items() if key in COUNTED})
        counts["bounded"] += sum(
            turn["player"] == summary["player"] and turn["status"] == "bounded" for turn in record["turns"]
        )
    lost = list(total(Bounds(*summary["lost"]) for _, summary in seats))
    figures: dict[str, Any] = {"name": name, "games": len({record["id"] for record, _ in seats})}
    figures |= {key: counts[key] for key in (*COUNTED, "bounded")}
    return cast(FiguresData, figures | {"lost": lost})
