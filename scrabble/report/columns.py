"""The columns of all tables of an analysis: what each is called, what is in it, and which tables have it.

    TURN_COLUMNS      a row for each turn: the text of a game, the score sheet of its page, `--csv`
    PLAYER_COLUMNS    a row for each player: the text of one game and of many, their pages, summary.csv

A column with a name is in CSV; an interval has two columns there, NAME_lower and NAME_upper.  A column with
tables is in these.  To add a column to a table, add a line here.
"""

from __future__ import annotations

import csv
import enum
import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from scrabble.analysis.batch.summary import BatchData, TotalsData, loss_per_turn
from scrabble.answer.analysis import Analysis, Figures, PlayerSummary
from scrabble.answer.interval import Number
from scrabble.answer.turns import Turn
from scrabble.wording.chances import chance_sum_text
from scrabble.wording.points import least_text, open_text, points_text, sum_text, value_cell
from scrabble.wording.verdicts import loss_text, points_of, win_text

LONGEST_NAME = 12  # characters of a player in the text
PlayerFigures: TypeAlias = PlayerSummary | TotalsData


class TableKind(enum.Enum):
    """A table of turns or of players."""

    ENDGAME = enum.auto()  # text of a game: turns with an empty bag
    PREENDGAME = enum.auto()  # and turns with tiles in it
    SHEET = enum.auto()  # the score sheet of the page of a game
    GAME = enum.auto()  # players: text of a game
    GAMES = enum.auto()  # text of many games
    PAGE = enum.auto()  # the page of a game
    INDEX = enum.auto()  # the page of many games


ENDGAME, PREENDGAME, SHEET, GAME, GAMES, PAGE, INDEX = TableKind


# Turns


@dataclass(frozen=True)
class _Column:
    """A column of turns or of players."""

    name: str = ""  # in CSV
    heading: str = ""  # in tables
    tables: tuple[TableKind, ...] = ()
    is_interval: bool = field(default=False, kw_only=True)  # in CSV

    @property
    def csv_names(self) -> list[str]:
        """The names of its columns in CSV."""
        if not self.is_interval:
            return [self.name] if self.name else []
        return [f"{self.name}_lower", f"{self.name}_upper"]

    def csv_cells(self, value: Any) -> dict[str, Any]:
        """Return its cells of CSV; an interval is empty where nothing is known."""
        if not self.is_interval or not value:
            return dict.fromkeys(self.csv_names, value)
        return dict(zip(self.csv_names, map(_csv_number, value), strict=True))


def _csv_number(number: Number) -> Number | str:
    if math.isinf(number):
        return ""
    return int(number) if number == int(number) else float(number)


@dataclass(frozen=True)
class TurnColumn(_Column):
    """A column of turns."""

    cell: Callable[[Turn], object] = lambda turn: ""  # in tables
    value: Callable[[Turn], object] | None = None  # in CSV; None: the field of this name
    is_number: bool = False  # right-aligned


def _best_cell(turn: Turn) -> str:
    found = turn.evaluation
    if found is None:
        return turn.reason
    if not turn.is_endgame:
        return "=" if turn.made in found.best else found.best[0]
    others = len(found.names) - 1
    is_best = turn.is_valid and turn.loss.exact == 0
    return ("=" if is_best else found.names[0]) + (f" and {others} more" if others else "")


def _value_cell(turn: Turn) -> str:
    spread = points_of(turn.found.estimate)
    return value_cell(turn.bounds, None if spread is None else spread - turn.lead)


def _final_cell(turn: Turn) -> str:
    return value_cell(turn.spread_after, points_of(turn.found.estimate_after))


def _remark_cell(turn: Turn) -> str:
    grade = "" if turn.grade in ("none", "phony") else turn.grade
    return ", ".join(filter(None, (grade, turn.result_change.replace(" to ", "→"))))


def _played_cell(turn: Turn) -> str:
    marks = ["phony"] * bool(turn.phonies) + ["challenged off"] * turn.is_taken_back
    return f"{turn.played} ({', '.join(marks)})" if marks else turn.played


def _sheet_play(turn: Turn) -> str:
    taken_back = " (challenged off)" if turn.is_taken_back else ""
    return f"{turn.played}{'*' if turn.phonies else ''}{taken_back}"


def _sheet_loss(turn: Turn) -> str:
    if turn.evaluation is None:
        return loss_text(turn)
    if turn.is_counted and turn.graded_loss.upper == 0:
        return "best"
    return loss_text(turn) if turn.is_in_points else f"{loss_text(turn)} win"


def _short_name(turn: Turn) -> str:
    name = turn.player_name
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _of_evaluated(get: Callable[[Turn], object]) -> Callable[[Turn], object]:
    """Return the same of a turn that was evaluated; of any other nothing."""
    return lambda turn: "" if turn.evaluation is None else get(turn)


def _lost_points(turn: Turn) -> object:
    """Return the loss in points, to be added up; no phony has one."""
    is_known = turn.evaluation is not None and turn.is_valid
    return turn.loss if is_known and (turn.is_endgame or turn.counted_loss.lower > 0) else ""


def _lost_chance(turn: Turn) -> object:
    """Return the win probability lost with tiles in the bag, to be added up; no phony has one."""
    return "" if turn.evaluation is None or turn.is_endgame or not turn.is_valid else turn.win_loss


def _number(turn: Turn) -> int:
    return turn.number


_TEXTS = (ENDGAME, PREENDGAME)
TURN_COLUMNS = (
    TurnColumn("turn", "turn", (*_TEXTS, SHEET), _number, _number, is_number=True),
    TurnColumn("line"),
    TurnColumn("player"),
    TurnColumn("name", "player", _TEXTS, _short_name, lambda turn: turn.player_name),
    TurnColumn("", "player", (SHEET,), lambda turn: turn.player_name),
    TurnColumn("played", "played", _TEXTS, _played_cell),
    TurnColumn("", "played", (SHEET,), _sheet_play),
    TurnColumn("score", "pts", (*_TEXTS, SHEET), lambda turn: turn.score, is_number=True),
    TurnColumn("", "total", (SHEET,), lambda turn: turn.total - turn.replayed.bonus, is_number=True),
    TurnColumn("lead"),
    TurnColumn("bag", "bag", (PREENDGAME,), lambda turn: turn.bag, is_number=True),
    TurnColumn("status"),
    TurnColumn("best", "best", _TEXTS, _best_cell, lambda turn: " | ".join(turn.found.best)),
    TurnColumn(
        "value",
        "value",
        (ENDGAME,),
        _of_evaluated(_value_cell),
        _of_evaluated(lambda turn: turn.bounds if turn.is_endgame else ""),
        is_number=True,
        is_interval=True,
    ),
    TurnColumn("spread", value=_of_evaluated(lambda turn: turn.spread), is_interval=True),
    TurnColumn(
        "win",
        "win %",
        (PREENDGAME,),
        _of_evaluated(lambda turn: win_text(turn.found, turn.status)),
        _of_evaluated(lambda turn: turn.win),
        is_interval=True,
    ),
    TurnColumn(
        "loss",
        "lost",
        (ENDGAME,),
        _of_evaluated(loss_text),
        _lost_points,
        is_number=True,
        is_interval=True,
    ),
    TurnColumn("", "lost", (SHEET,), _sheet_loss, is_number=True),
    TurnColumn(
        "win_loss",
        "win % lost",
        (PREENDGAME,),
        loss_text,
        _lost_chance,
        is_interval=True,
    ),
    TurnColumn(
        "spread_after",
        "final",
        (ENDGAME,),
        _of_evaluated(_final_cell),
        _of_evaluated(lambda turn: turn.spread_after),
        is_number=True,
        is_interval=True,
    ),
    TurnColumn("win_after", value=_of_evaluated(lambda turn: turn.win_after), is_interval=True),
    TurnColumn("grade", "", (ENDGAME,), _remark_cell),
    TurnColumn("result_change"),
    TurnColumn("known", value=lambda turn: turn.found.known),
    TurnColumn("phonies", value=lambda turn: " ".join(turn.phonies)),
    TurnColumn("seconds", value=_of_evaluated(lambda turn: turn.found.seconds)),
)


def turn_columns(kind: TableKind) -> list[TurnColumn]:
    """Return the columns of a table of turns."""
    return [each for each in TURN_COLUMNS if kind in each.tables]


def csv_names() -> list[str]:
    """Return the names of the columns of `--csv`."""
    return ["game", *(name for each in TURN_COLUMNS for name in each.csv_names)]


def number_names() -> set[str]:
    """Return the names of the columns of `--csv` that are numbers, empty where they are not known."""
    return {"seconds", *(name for each in TURN_COLUMNS if each.is_interval for name in each.csv_names)}


def csv_rows(found: Analysis) -> list[dict[str, Any]]:
    """Return one row per evaluated turn and endgame turn, by `csv_names`; empty where nothing is known.

    Fractions are decimal numbers, which a spreadsheet can add up.
    """
    return [{"game": found.id, **_csv_row(turn)} for turn in found]


def _csv_row(turn: Turn) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for each in TURN_COLUMNS:
        if each.name:
            value = getattr(turn, each.name) if each.value is None else each.value(turn)
            row |= each.csv_cells(value)
    return row


# Players


class PlayerRow(NamedTuple):
    """A player of one game or of many."""

    figures: PlayerFigures
    final: int = 0  # score of one game


@dataclass(frozen=True)
class PlayerColumn(_Column):
    """A column of players."""

    cell: Callable[[PlayerRow], object] | None = None  # in tables; None: the key of this name
    is_left_out: bool = False  # of a table in which it is empty

    def text(self, row: PlayerRow) -> object:
        """Return a cell of a table."""
        return getattr(row.figures, self.name) if self.cell is None else self.cell(row)


def _loss_cell(row: PlayerRow) -> str:
    return sum_text(row.figures.loss.lower, row.figures.loss_undecided)


def rate_text(figures: Figures) -> str:
    """Return the points lost for each endgame turn; "" without such turns."""
    rate = loss_per_turn(figures)
    return "" if rate is None else points_text(rate)


def _chance_cell(row: PlayerRow) -> str:
    """Return the win probability lost with tiles in the bag; nothing without such turns."""
    figures = row.figures
    if not figures.preendgame_turns:
        return ""
    return chance_sum_text(Fraction(figures.win_loss_proven), figures.win_loss_undecided)


_ALL = (GAME, GAMES, PAGE, INDEX)
_TEXT, _MANY = (GAME, GAMES), (GAMES, INDEX)
PLAYER_COLUMNS = (
    PlayerColumn("name", "player", _ALL, lambda row: row.figures.name or "all"),
    PlayerColumn("games", "games", _MANY),
    PlayerColumn("", "final", (PAGE,), lambda row: row.final),
    PlayerColumn("", "lost", (PAGE,), _loss_cell),  # in sight on a telephone
    PlayerColumn("turns", "turns", _ALL),
    PlayerColumn("best", "best", _ALL),
    PlayerColumn("small", "small", _ALL),
    PlayerColumn("medium", "medium", _ALL),
    PlayerColumn("large", "large", _ALL),
    PlayerColumn("open"),
    PlayerColumn("unknown"),
    PlayerColumn("unchallenged_phonies", "phony", (PAGE, INDEX)),
    PlayerColumn("", "phony", _TEXT, lambda row: row.figures.unchallenged_phonies, is_left_out=True),
    PlayerColumn("", "lost", (INDEX,), _loss_cell),
    PlayerColumn(
        "", "lost", _TEXT, lambda row: least_text(row.figures.loss.lower, row.figures.loss_undecided)
    ),
    PlayerColumn("", "", _TEXT, lambda row: open_text(row.figures.loss_undecided), is_left_out=True),
    PlayerColumn("", "per turn", (INDEX,), lambda row: rate_text(row.figures)),
    PlayerColumn("loss_proven"),
    PlayerColumn("loss_undecided"),
    PlayerColumn("loss", is_interval=True),
    PlayerColumn("thrown_wins", "wins thrown away", (GAME, GAMES, INDEX)),
    PlayerColumn("phonies"),
    PlayerColumn("bounded"),
    PlayerColumn("preendgame_turns"),
    PlayerColumn("", "win % lost", _ALL, _chance_cell, is_left_out=True),
    PlayerColumn("win_loss_proven"),
    PlayerColumn("win_loss_undecided"),
)


def player_table(kind: TableKind, rows: Sequence[PlayerRow]) -> tuple[list[str], list[list[object]]]:
    """Return headings and cells of a table of players."""
    columns = [each for each in PLAYER_COLUMNS if kind in each.tables]
    kept = [each for each in columns if not each.is_left_out or any(map(each.text, rows))]
    return [each.heading for each in kept], [[each.text(row) for each in kept] for row in rows]


def batch_rows(summary: BatchData) -> list[PlayerRow]:
    """Return the players of many games, and last all of them together."""
    return [PlayerRow(each) for each in [*summary.players, summary.total]]


def players_csv(summary: BatchData) -> str:
    """Return the players of many games as a table in CSV."""
    text = io.StringIO()
    names = [name for each in PLAYER_COLUMNS for name in each.csv_names]
    table = csv.DictWriter(text, names, lineterminator="\n")
    table.writeheader()
    table.writerows(_player_cells(each) for each in summary.players)
    return text.getvalue()


def _player_cells(figures: TotalsData) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for each in PLAYER_COLUMNS:
        if each.name:
            row |= each.csv_cells(getattr(figures, each.name))
    return row
