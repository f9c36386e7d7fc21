"""The analysis of a game, as Python object and as JSON.

    read_data(found, Analysis)          an Analysis from plain data; AnalysisFormatError names the place of an
                                        error: turns[25].evaluation.moves[0].score: expected int, got str
    analysis_json(analysis, name)       plain data of it

An interval is `[lower, upper]` as in `endgame solve`; numbers of a turn are for the player of that turn.
Unknown keys are ignored; other keys raise FORMAT of `analysis.batch`, and games are analysed again.

What was read has no game yet (`analysis.with_game`): pages, notes and pictures of boards need it, text and
tables do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, field
from msgspec.structs import replace

from scrabble.answer.interval import Interval
from scrabble.answer.moves import NOT_IN_JSON
from scrabble.answer.plain import Real, as_plain, documented, from_plain, means
from scrabble.answer.turns import NextMove, Turn, searched_as_written, turn_as_written
from scrabble.errors import ScrabbleError
from scrabble.files import VERSION, with_version

if TYPE_CHECKING:
    from scrabble.records.replay import Game

    Replay: TypeAlias = Game
else:  # it is not in JSON
    Replay = Any

Data = TypeVar("Data", bound=Struct)


class AnalysisFormatError(ScrabbleError):
    """Data that are not those of an analysis; the message is one line with the place."""


def _for_both(text: str) -> Meta:
    """Return the meaning of a key with a list of one item for each player."""
    return Meta(description=text, min_length=2, max_length=2)


class Figures(Struct, frozen=True, kw_only=True):
    """Turns of a player in numbers."""

    name: Annotated[str, means("of the player")]
    turns: Annotated[int, means("with an empty bag")]
    best: Annotated[int, means("of these: proven to lose nothing")]
    small: Annotated[int, means("mistakes of less than 7 points")]
    medium: Annotated[int, means("of 7 points or more, less than 15")]
    large: Annotated[int, means("of 15 points or more, or a win thrown away")]
    open: Annotated[int, means("turns whose grade is not proven")]
    unknown: Annotated[int, means("turns that could not be analysed")]
    unchallenged_phonies: Annotated[
        int, means("phonies that stayed on the board: evaluated, but not graded, and no points counted")
    ]
    loss: Annotated[
        Interval,
        means("points lost, also with tiles in the bag where a mistake lost no win probability"),
    ]
    loss_proven: Annotated[Real, means("the points that are proven to be lost")]
    loss_undecided: Annotated[int, means("turns that may have lost more")]
    thrown_wins: Annotated[int, means("turns after which a won game was no longer won")]
    phonies: Annotated[int, means("in the whole game")]
    preendgame_turns: Annotated[int, means("evaluated turns with tiles in the bag")]
    win_loss_proven: Annotated[Real, means("win probability thrown away in them: the sum of what is proven")]
    win_loss_undecided: Annotated[int, means("such turns that may have lost more")]


class PlayerSummary(Figures, frozen=True, kw_only=True):
    """One player's turns of a game in numbers.

    A turn with tiles in the bag that lost points, but no win probability, is among the mistakes and in the
    points lost.
    """

    player: Annotated[int, means("1 or 2")]


@documented(game="the game that was analysed, as a Game")
class Analysis(Struct, frozen=True, kw_only=True):
    """The analysis of a game; iterate over it for its endgame, and the evaluated turns before that."""

    version: Annotated[int, means("of the keys: 3")] = VERSION
    id: Annotated[str, means("the file")]
    title: Annotated[str | None, means("of the game, as recorded, or null")]
    players: Annotated[tuple[str, ...], _for_both("names")]
    nicks: Annotated[tuple[str, ...], _for_both("nicks")]
    lexicon: Annotated[str, means("the one used")]
    lexicon_recorded: Annotated[str | None, means("the one that the record names, or null")]
    final: Annotated[tuple[int, ...], _for_both("scores at the end, as recorded")]
    is_over: Annotated[bool, means("whether the game ended by the rules; else the record is unfinished")]
    is_complete: Annotated[bool, means("false: the analysis was interrupted")]
    turns: Annotated[tuple[Turn, ...], means("of the whole game, see below")]
    next_move: Annotated[
        NextMove | None,
        means("of an unfinished record with at most `--max-bag` tiles in the bag, see below; else null"),
    ]
    summary: Annotated[tuple[PlayerSummary, ...], _for_both("in numbers, see below")]
    turning_numbers: Annotated[tuple[int, ...], means("turns that changed the result")] = field(
        name="turning_points"
    )
    mistake_numbers: Annotated[
        tuple[int, ...],
        means("turns that provably lost points, or win probability with tiles in the bag"),
    ] = field(name="mistakes")
    warnings: Annotated[tuple[str, ...], means("about the record")]
    date: Annotated[str | None, means("of the game, such as `2024-05-17`, if record or file name tell it")]
    round: Annotated[int | None, means("of a tournament, if record or file name tell it")]
    game: Replay = NOT_IN_JSON

    def __iter__(self) -> Iterator[Turn]:
        return (turn for turn in self.turns if turn.is_endgame or turn.evaluation is not None)

    @property
    def endgame(self) -> list[Turn]:
        """The turns with an empty bag."""
        return [turn for turn in self.turns if turn.is_endgame]

    @property
    def preendgame(self) -> list[Turn]:
        """The evaluated turns with tiles in the bag."""
        return [turn for turn in self.turns if turn.evaluation is not None and not turn.is_endgame]

    @property
    def mistakes(self) -> list[Turn]:
        """The turns that provably lost points or the game, or win probability with tiles in the bag."""
        return [turn for turn in self if turn.is_mistake]

    @property
    def turning_points(self) -> list[Turn]:
        """The turns of the endgame that changed the result of the game."""
        return [turn for turn in self if turn.result_change]

    def __repr__(self) -> str:
        first, second = self.players
        state = "" if self.is_complete else ", interrupted"
        evaluated = sum(turn.evaluation is not None for turn in self)
        return f"<Analysis {first} - {second}: turns {evaluated}, mistakes {len(self.mistakes)}{state}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `endgame analyse --json` writes it."""
        return with_version(analysis_json(self))

    def to_frame(self) -> Any:
        """Return the turns as a table of pandas, with the columns of `endgame analyse --csv`.

        Raises ImportError without pandas.
        """
        from scrabble.report import notebook

        return notebook.turns_frame(self)

    def to_html(self) -> str:
        """Return the page that `endgame analyse --html` writes."""
        from scrabble.report import notebook

        return notebook.analysis_page(self)

    def _repr_html_(self) -> str:
        """Return a table of the endgame, for a notebook."""
        from scrabble.report import notebook

        return notebook.summary_table(self)


def analysis_json(analysis: Analysis, name: str = "") -> dict[str, Any]:
    """Return the whole analysis as plain data; `name` is that of its file."""
    now = analysis.next_move
    written = replace(
        analysis,
        id=name or analysis.id,
        turns=tuple(map(turn_as_written, analysis.turns)),
        next_move=None if now is None else searched_as_written(now),
        game=UNSET,
    )
    found: dict[str, Any] = as_plain(written)
    return found


def read_data(found: Any, kind: type[Data]) -> Data:
    """Return plain data as an object of their type.  Raises AnalysisFormatError."""
    try:
        return from_plain(found, kind)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).replace("`", "").partition(" - at $")
        where = f"{place.lstrip('.')}: " if place else ""
        raise AnalysisFormatError(f"{where}{problem[:1].lower()}{problem[1:]}") from None
