"""Summary of a batch: over all games, and for each player by name.

    summary = summarize(records, failures)       the object of summary.json, a BatchData

The numbers of a player are sums of the summaries of the games.  `loss_proven` is the lower bound of `loss`;
turns that may have lost more are counted in `loss_undecided`.  Players are identified by
`players.canonical_names`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple

from msgspec import Struct

from scrabble.analysis.batch.players import Names, canonical_names
from scrabble.analysis.batch.results import AnalysisRecord, FailedGame
from scrabble.analysis.mistakes import MistakeKindData, kind_totals
from scrabble.answer.analysis import Analysis, Figures, PlayerSummary
from scrabble.answer.interval import Interval, Number, exactly, total
from scrabble.answer.plain import means

COUNTED = (
    *("turns", "best", "small", "medium", "large", "open", "unknown", "thrown_wins", "phonies"),
    *("unchallenged_phonies", "loss_undecided", "preendgame_turns", "win_loss_undecided"),
)


class DateData(Struct):
    """The games of a player on one date."""

    date: Annotated[str, means("such as `2024-05-17`")]
    games: Annotated[int, means("number of games")]
    turns: Annotated[int, means("endgame turns in them")]
    loss: Annotated[Interval, means("points lost in them")]


class TotalsData(Figures, frozen=True, kw_only=True):
    """The games of a player, or of all, in numbers."""

    name: Annotated[str, means("of the player; empty: all players")]
    games: Annotated[int, means("number of games")]
    bounded: Annotated[int, means("endgame turns that are not proven in full")]
    kinds: Annotated[list[MistakeKindData], means("mistakes of the endgame by kind")]
    dates: Annotated[list[DateData], means("games with a date, by date")]


class CopyData(Struct):
    """A game that is there twice and counts once."""

    id: Annotated[str, means("its file")]
    of: Annotated[str, means("the file of the game that counts")]


class BatchData(Struct):
    """The summary of many games."""

    games: Annotated[int, means("games analysed")]
    is_complete: Annotated[bool, means("false: interrupted, games are left")]
    left: Annotated[int, means("games that are still to be analysed")]
    total: Annotated[TotalsData, means("over all players")]
    players: Annotated[list[TotalsData], means("by name")]
    failed: Annotated[list[FailedGame], means("games that could not be analysed")]
    keys: Annotated[list[str], means("of the results summed up, in the order of the files")]
    copies: Annotated[list[CopyData], means("games that are there twice and count once")]


def summarize(
    records: Sequence[AnalysisRecord],
    failures: Iterable[FailedGame] = (),
    left: int = 0,
    names: Names | None = None,
    copies: Mapping[str, str] | None = None,
) -> BatchData:
    """Return the summary of the games; `names` are those of a file, `copies` games that do not count."""
    seats = [PlayerGame(record, each) for record in records for each in record.summary]
    persons = canonical_names(records, names or {})
    by_name: dict[str, list[PlayerGame]] = {}
    for seat in seats:
        by_name.setdefault(persons[seat.summary.name], []).append(seat)
    return BatchData(
        games=len(records),
        is_complete=not left,
        left=left,
        total=_figures("", seats),
        players=[
            _figures(name, by_name[name])
            for name in sorted(by_name, key=lambda name: (name.casefold(), name))
        ],
        failed=list(failures),
        keys=[record.key for record in records],
        copies=[CopyData(game, of) for game, of in (copies or {}).items()],
    )


def loss_per_turn(figures: Figures | DateData) -> Interval | None:
    """Return the points lost for each endgame turn, by which players compare; None without such turns."""
    turns = figures.turns
    return Interval(*(_share(bound, turns) for bound in figures.loss)) if turns else None


def _share(number: Number, count: int) -> Number:
    return number if math.isinf(number) else Fraction(number) / count


def by_error(failed: Iterable[tuple[str, str]]) -> list[tuple[list[str], str]]:
    """Group names by error, in the order of first appearance."""
    names: dict[str, list[str]] = {}
    for name, error in failed:
        names.setdefault(error, []).append(name)
    return [(each, error) for error, each in names.items()]


class PlayerGame(NamedTuple):
    """A player in a game."""

    record: Analysis
    summary: PlayerSummary


def _figures(name: str, seats: Sequence[PlayerGame]) -> TotalsData:
    """Return the totals of one player's games, or of all players without a name."""
    counts = {key: sum(getattr(summary, key) for _, summary in seats) for key in COUNTED}
    loss = total(summary.loss for _, summary in seats)
    return TotalsData(
        name=name,
        games=len({record.id for record, _ in seats}),
        bounded=sum(
            turn.player == summary.player and turn.status == "bounded" and not turn.bag
            for record, summary in seats
            for turn in record.turns
        ),
        loss=loss,
        loss_proven=loss.lower,
        win_loss_proven=sum((Fraction(summary.win_loss_proven) for _, summary in seats), Fraction(0)),
        kinds=kind_totals((record, summary.player) for record, summary in seats),
        dates=_dates(seats),
        **counts,
    )


def _dates(seats: Sequence[PlayerGame]) -> list[DateData]:
    found: dict[str, DateData] = {}
    for record, summary in sorted(seats, key=lambda seat: seat.record.date or ""):
        if record.date is not None:
            day = found.setdefault(record.date, DateData(record.date, 0, 0, exactly(0)))
            day.games += 1
            day.turns += summary.turns
            day.loss = day.loss.add(summary.loss)
    return list(found.values())
