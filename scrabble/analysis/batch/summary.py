"""Summary of a batch: over all games, and for each player by name.

    summary = summarize(records, failures)       the JSON object of summary.json
    rows(summary)                                one row per player, its keys COLUMNS

The numbers of a player are sums of the summaries of the games.  Points lost are summed twice: `lost_proven`
over the turns whose loss is known, with the number of the others in `lost_open`, and `lost` over all turns,
an interval whose bound is null if it is null for any game.  Players are identified by
`jobs.canonical_names`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypedDict, cast

from scrabble.analysis.batch.jobs import FailedGame, canonical_names
from scrabble.analysis.batch.results import AnalysisRecord
from scrabble.analysis.schema import GameData, Interval, PlayerSummaryData
from scrabble.solver.format import Bounds, total

COUNTED = (
    *("turns", "best", "small", "medium", "large", "open", "unknown", "thrown_wins", "phonies", "stayed"),
    *("lost_proven", "lost_open"),
)


class TotalsData(TypedDict):
    """The endgames of a player, or of all."""

    name: str  # empty: all players
    games: int
    turns: int  # with an empty bag
    best: int  # proven to lose nothing
    small: int  # mistakes, by grade
    medium: int
    large: int
    open: int  # the bounds span several grades
    unknown: int  # not analysed
    thrown_wins: int
    phonies: int  # in the whole games
    stayed: int  # phonies that stayed on the board: evaluated, not graded, no points
    bounded: int  # turns that were analysed, but not proven in full
    lost: Interval  # points; phonies that stayed on the board count for none
    lost_proven: int  # points: the sum over the turns whose loss is known
    lost_open: int  # turns whose loss is not proven
    bag_turns: int  # evaluated turns with tiles in the bag; they are in none of the numbers before
    lost_chance: str  # win chance thrown away in them, an exact fraction: the sum of the proven losses
    lost_chance_open: int  # such turns whose loss is not proven


class FailureData(TypedDict):
    """A game that could not be analysed."""

    id: str
    error: str


class BatchData(TypedDict):
    """The summary of many games."""

    games: int  # analysed
    is_complete: bool  # False: interrupted, games are left
    left: int  # games that are still to be analysed
    total: TotalsData
    players: list[TotalsData]  # by name
    failed: list[FailureData]
    keys: list[str]  # of the summarised results, in the order of the files


COLUMNS = (
    *("name", "games", *COUNTED, "bounded", "lost_lower", "lost_upper"),
    *("bag_turns", "lost_chance", "lost_chance_open"),
)


def summarize(
    records: Sequence[AnalysisRecord], failures: Iterable[FailedGame] = (), left: int = 0
) -> BatchData:
    """Return the summary of the games."""
    seats = [PlayerGame(record, each) for record in records for each in record["summary"]]
    persons = canonical_names(records)
    by_name: dict[str, list[PlayerGame]] = {}
    for seat in seats:
        by_name.setdefault(persons[seat.summary["name"]], []).append(seat)
    return {
        "games": len(records),
        "is_complete": not left,
        "left": left,
        "total": _figures("", seats),
        "players": [_figures(name, by_name[name]) for name in sorted(by_name, key=_alphabetically)],
        "failed": [{"id": each.id, "error": each.error} for each in failures],
        "keys": [record["key"] for record in records],
    }


def by_error(failed: Iterable[tuple[str, str]]) -> list[tuple[list[str], str]]:
    """Group names by error, in the order of first appearance."""
    names: dict[str, list[str]] = {}
    for name, error in failed:
        names.setdefault(error, []).append(name)
    return [(each, error) for error, each in names.items()]


def rows(summary: BatchData) -> list[dict[str, Any]]:
    """Return one row per player."""
    found = []
    for each in summary["players"]:
        lower, upper = each["lost"]
        ends = {"lost_lower": lower, "lost_upper": upper}
        found.append({column: value for column, value in each.items() if column in COLUMNS} | ends)
    return found


def _alphabetically(name: str) -> tuple[str, str]:
    return name.casefold(), name


class PlayerGame(NamedTuple):
    """A player in a game."""

    record: GameData
    summary: PlayerSummaryData


def _figures(name: str, seats: Sequence[PlayerGame]) -> TotalsData:
    """Return the totals of one player's games, or of all players without a name."""
    counts: Counter[str] = Counter()
    for record, summary in seats:
        counts.update({key: value for key, value in summary.items() if key in COUNTED})
        counts["bounded"] += sum(
            turn["player"] == summary["player"] and turn["status"] == "bounded" for turn in record["turns"]
        )
    lost = list(total(Bounds(*summary["lost"]) for _, summary in seats))
    figures: dict[str, Any] = {"name": name, "games": len({record["id"] for record, _ in seats})}
    figures |= {key: counts[key] for key in (*COUNTED, "bounded")}
    return cast(TotalsData, figures | {"lost": lost} | _chances(seats))


def _chances(seats: Sequence[PlayerGame]) -> dict[str, Any]:
    """Return the win chance thrown away with tiles in the bag."""
    found = [
        turn["preendgame"]
        for record, summary in seats
        for turn in record["turns"]
        if turn.get("preendgame") and turn["player"] == summary["player"]
    ]
    lost = [each["lost_chance"] for each in found if each and each["lost_chance"]]
    known = [Fraction(each["lower"]) for each in lost if each["lower"] == each["upper"]]
    figures = {"bag_turns": len(found), "lost_chance": str(sum(known, Fraction(0)))}
    return figures | {"lost_chance_open": len(lost) - len(known)}
