"""The analysis of a game: what `scrabble.analysis.run` has found, or what was read back from JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scrabble.analysis.recorded_turn import with_known
from scrabble.analysis.summary import PlayerSummary, player_summaries
from scrabble.analysis.turn import AnalysedTurn, AnyTurn, NextMove
from scrabble.lexicon import Lexicon
from scrabble.records.record import GameRecord, GcgWarning
from scrabble.records.replay import Game


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a game; iterate over it for its endgame, and the evaluated turns before that."""

    game: Game
    lexicon: Lexicon
    turns: tuple[AnyTurn, ...]  # of the whole game
    is_complete: bool  # False: it was interrupted
    next_move: NextMove | None = None  # of an unfinished record with at most a few tiles in the bag
    remark: str = ""  # hint that another lexicon fits better

    def __iter__(self) -> Iterator[AnyTurn]:
        return (turn for turn in self.turns if turn.is_endgame or isinstance(turn, AnalysedTurn))

    @property
    def endgame(self) -> list[AnyTurn]:
        """The turns with an empty bag."""
        return [turn for turn in self.turns if turn.is_endgame]

    @property
    def preendgame(self) -> list[AnalysedTurn]:
        """The evaluated turns with tiles in the bag."""
        return [turn for turn in self.turns if isinstance(turn, AnalysedTurn) and not turn.is_endgame]

    @property
    def record(self) -> GameRecord:
        """The record."""
        return self.game.record

    @property
    def warnings(self) -> tuple[GcgWarning, ...]:
        """The warnings about the record."""
        remarks = (self.remark,) if self.remark else ()
        return (*sorted({*self.record.warnings, *self.game.warnings}), *remarks)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players."""
        return self.record.names

    @property
    def mistakes(self) -> list[AnalysedTurn]:
        """The turns that provably lost points or the game, or win probability with tiles in the bag."""
        return [turn for turn in self if isinstance(turn, AnalysedTurn) and turn.is_mistake]

    @property
    def turning_points(self) -> list[AnalysedTurn]:
        """The turns of the endgame that changed the result of the game."""
        return [turn for turn in self if isinstance(turn, AnalysedTurn) and turn.result_change]

    @property
    def summaries(self) -> tuple[PlayerSummary, PlayerSummary]:
        """The summary of each player's turns."""
        return player_summaries(self.names, self.turns)

    def __repr__(self) -> str:
        first, second = self.names
        state = "" if self.is_complete else ", interrupted"
        evaluated = sum(isinstance(turn, AnalysedTurn) for turn in self)
        return f"<Analysis {first} - {second}: turns {evaluated}, mistakes {len(self.mistakes)}{state}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `endgame analyse --json` writes it."""
        from scrabble.report import notebook

        return notebook.analysis_dict(self)

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

        return notebook.summary_table(self.summaries, self.game.totals)


def unsearched_next_move(replayed: Game) -> NextMove | None:
    """Return the position after the last turn, as the player to move sees it; None if the game is over."""
    if replayed.is_over or replayed.final.is_over:
        return None
    shown = replayed.shown
    position = with_known(replayed.final, shown.tiles) if replayed.bag else replayed.final
    name = replayed.record.names[replayed.on_turn]
    return NextMove(position, replayed.on_turn, name, shown=shown)
