"""Turns of a game: what was played, what was best, and what the difference cost.

    RecordedTurn        player and play; of every turn of the record
      UnanalysedTurn    without an evaluation: before the endgame, or for a reason
      AnalysedTurn      with one

All numbers are intervals (Bounds) in points, for the player of the turn:

    value    of the position before the turn, with best play of both sides
    worth    of the turn that was made: its score - value of the position after it
    loss     value - worth; 0 for a best play
    lost     the loss, or None for a phony that stayed on the board: it is evaluated, and its loss may be
             below 0, but it has no grade and is in no sum of points lost
    final_before, final_after      final spread: spread before the turn + value, or + worth

Invariant: a valid play never gains: loss.lower >= 0.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from html import escape
from typing import Any, ClassVar, NamedTuple, TypeAlias

from scrabble.game.move import PASS, IllegalMoveError, Move, move_text
from scrabble.game.position import Position, PositionError, require_solvable, scores_line
from scrabble.game.providers import DRAWING, provider
from scrabble.game.tiles import BLANK
from scrabble.lexicon import Lexicon
from scrabble.records.record import GcgError
from scrabble.records.replay import Game
from scrabble.records.walk import ReplayedTurn, missing_text
from scrabble.solver import MoveResult, ScoredMove
from scrabble.solver.format import UNKNOWN, Bounds, points_text, variants, variants_text

SHOWN = 12  # candidates of a turn
GRADES = (("large", 15), ("medium", 7), ("small", 1))  # grade, least loss in points


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence of the explanation and its facts."""

    kind: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)
    is_predicate: bool = field(default=False, compare=False)  # "Blocks ...": the best move is its subject

    def __str__(self) -> str:
        return self.text


class RemainingMoves(NamedTuple):
    """Moves that are not in a list of moves."""

    number: int
    upper: int | None  # upper bound of their worth; None: unknown, or there are none


NONE_UNLISTED = RemainingMoves(0, None)


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """The moves of a position that was searched."""

    best: tuple[str, ...]  # all equal best moves, or the one estimated best while nothing is proven
    has_all_best: bool  # every other move is proven worse
    candidates: tuple[MoveResult, ...]  # best first; all moves of the position but the unlisted
    line: tuple[ScoredMove, ...]  # best play of both sides, to the end when the value is proven
    natural: MoveResult | None  # the highest-scoring play
    replies: dict[str, tuple[ScoredMove, ...]]  # move -> best play after it, as far as searched
    nodes: int
    seconds: float
    limit: str | None
    unlisted: RemainingMoves = NONE_UNLISTED  # moves left out of the candidates
    estimate: int | None = None  # of the value, while that is open

    @property
    def names(self) -> list[str]:
        """The names of the best moves: those that differ only in a blank as one, the pass last.

        The first is the first move of the line, even if it is a pass.
        """
        first, *others = variants(self.best)
        return [
            variants_text(group) for group in (first, *sorted(others, key=lambda group: group == ["pass"]))
        ]


@dataclass(frozen=True, slots=True, repr=False)
class RecordedTurn:
    """A turn of the record, with its player's name and its play as text."""

    turn: ReplayedTurn
    player_name: str
    played: str  # as text; an exchange as recorded
    phonies: tuple[str, ...]  # the words it formed that are not in the lexicon
    score: int  # 0 for a phony that was taken back

    @property
    def number(self) -> int:
        """The number of the turn, 1 for the first of the game."""
        return self.turn.number

    @property
    def is_endgame(self) -> bool:
        """Return whether the bag was empty."""
        return not self.turn.bag

    @property
    def is_valid(self) -> bool:
        """Return whether it is anything but a phony that stayed on the board."""
        return self.turn.is_taken_back or not self.phonies

    @property
    def spread(self) -> int:
        """The player's lead before the turn, by the recorded scores."""
        return self.turn.position.spread

    def __repr__(self) -> str:
        before = f"{self.player_name}: {scores_line(self.turn.position)}"
        return f"<turn {self.number}, {before}; {self._played_text()}>"

    def _played_text(self) -> str:
        """Return the play and its result as text."""
        return f"{self.played} +{self.score}"

    def _repr_svg_(self) -> str:
        """Return the board with the play, for a notebook."""
        return str(provider(DRAWING).board_svg(self.turn.position, self.turn.move))

    def _repr_html_(self) -> str:
        """Return the board with the play, racks and scores, for a notebook."""
        caption = f"<div>{escape(f'{self.number} {self.player_name}: {self._played_text()}')}</div>"
        return str(provider(DRAWING).position_html(self.turn.position, self.turn.move, caption))


@dataclass(frozen=True, slots=True, repr=False)
class UnanalysedTurn(RecordedTurn):
    """A turn without an evaluation; all its evaluation fields are unknown."""

    reason: str = ""  # why it has none, though the bag is empty

    choice: ClassVar[None] = None
    value: ClassVar[Bounds] = UNKNOWN
    worth: ClassVar[Bounds] = UNKNOWN
    loss: ClassVar[Bounds] = UNKNOWN
    lost: ClassVar[None] = None
    final_before: ClassVar[Bounds] = UNKNOWN
    final_after: ClassVar[Bounds] = UNKNOWN
    claims: ClassVar[tuple[Reason, ...]] = ()
    grade: ClassVar[str] = ""
    turning: ClassVar[str] = ""
    is_thrown_win: ClassVar[bool] = False
    is_mistake: ClassVar[bool] = False

    @property
    def status(self) -> str:
        """The status: "not analysed" before the endgame, "unknown" in it."""
        return "unknown" if self.is_endgame else "not analysed"


@dataclass(frozen=True, slots=True, repr=False)
class AnalysedTurn(RecordedTurn):
    """An evaluated turn of the endgame."""

    value: Bounds
    worth: Bounds
    loss: Bounds
    choice: MoveAnalysis = field(repr=False)
    claims: tuple[Reason, ...] = field(default=(), repr=False)
    worth_guess: int | None = None  # the estimate of the worth from the position after the turn

    reason: ClassVar[str] = ""

    @property
    def status(self) -> str:
        """The status: "proven" or "bounded"."""
        return "proven" if self.value.is_exact and self.worth.is_exact else "bounded"

    def _played_text(self) -> str:
        lost = f", lost {points_text(self.loss)}" if self.is_valid else ", a phony that stayed"
        return f"{RecordedTurn._played_text(self)}{lost}"

    @property
    def estimate(self) -> int | None:
        """The estimate of the value, while that is open."""
        return self.value.clip(self.choice.estimate)

    @property
    def worth_estimate(self) -> int | None:
        """The estimate of the worth, while that is open: from the list of moves or the next position."""
        beside = next((each.estimate for each in self.choice.candidates if each.text == self.made), None)
        return self.worth.clip(self.worth_guess if beside is None else beside)

    @property
    def loss_estimate(self) -> int | None:
        """The estimate of the loss, while that is open."""
        value = self.value.exact if self.value.is_exact else self.estimate
        worth = self.worth.exact if self.worth.is_exact else self.worth_estimate
        return None if value is None or worth is None else self.loss.clip(value - worth)

    @property
    def made(self) -> str:
        """The effective move as text: a play that was taken back is a pass."""
        return "pass" if self.turn.is_taken_back else self.played

    @property
    def final_before(self) -> Bounds:
        """The final spread with best play from before the turn."""
        return self.value.plus(self.spread)

    @property
    def final_after(self) -> Bounds:
        """The final spread with best play after the turn that was made."""
        return self.worth.plus(self.spread)

    @property
    def lost(self) -> Bounds | None:
        """The loss as it is summed; None for a phony that stayed on the board."""
        return self.loss if self.is_valid else None

    @property
    def turning(self) -> str:
        """The change of the result, such as "win to loss"; empty if there is none or it is open."""
        before, after = self.final_before.outcomes, self.final_after.outcomes
        if set(before) & set(after):
            return ""
        return f"{' or '.join(before)} to {' or '.join(after)}"

    @property
    def is_thrown_win(self) -> bool:
        """Return whether the game was won before the turn and not after it."""
        return bool(self.turning) and self.final_before.outcomes == ("win",)

    @property
    def grade(self) -> str:
        """The grade: none, small, medium or large; open if the bounds span several; phony if one stayed."""
        if not self.is_valid:
            return "phony"
        if self.is_thrown_win:
            return "large"
        grades = {grade_of(bound) if bound is not None else "large" for bound in self.loss}
        return grades.pop() if len(grades) == 1 else "open"

    @property
    def is_mistake(self) -> bool:
        """Return whether the turn is valid and provably lost points."""
        return self.is_valid and self.loss.lower is not None and self.loss.lower > 0


AnyTurn: TypeAlias = UnanalysedTurn | AnalysedTurn


@dataclass(frozen=True, slots=True)
class NextMove:
    """The next move: the position after the last turn of an unfinished record with an empty bag."""

    position: Position
    player: int  # the player to move: 0 or 1
    player_name: str
    value: Bounds = UNKNOWN
    choice: MoveAnalysis | None = field(default=None, repr=False)  # None: it could not be searched
    reason: str = ""  # why it could not

    @property
    def estimate(self) -> int | None:
        """The estimate of the value, while that is open."""
        return None if self.choice is None else self.value.clip(self.choice.estimate)

    @property
    def spread(self) -> int:
        """The lead of the player to move."""
        return self.position.spread

    @property
    def final(self) -> Bounds:
        """The final spread with best play, for the player to move."""
        return self.value.plus(self.spread)

    @property
    def status(self) -> str:
        """The status: "proven" or "bounded", "unknown" without a search."""
        if self.choice is None:
            return "unknown"
        return "proven" if self.value.is_exact else "bounded"


def grade_of(loss: int) -> str:
    """Return the grade of a loss in points."""
    return next((grade for grade, least in GRADES if loss >= least), "none")


def shown_moves(judged: AnalysedTurn) -> list[MoveResult]:
    """Return the moves to show: the best ones, the one that was made, the highest-scoring one."""
    choice = judged.choice
    wanted = {judged.played, choice.natural.text if choice.natural else ""}
    others = [each for each in choice.candidates[SHOWN:] if each.text in wanted]
    return [*choice.candidates[: SHOWN - len(others)], *others]


def unlisted_moves(judged: AnalysedTurn) -> RemainingMoves:
    """Return the moves that are not shown."""
    choice, shown = judged.choice, set(shown_moves(judged))
    uppers = [each.upper for each in choice.candidates if each not in shown]
    count = len(uppers) + choice.unlisted.number
    if choice.unlisted.number:
        uppers.append(choice.unlisted.upper)
    known = [upper for upper in uppers if upper is not None]
    return RemainingMoves(count, max(known) if known and len(known) == len(uppers) else None)


def describe_turn(turn: ReplayedTurn, replayed: Game, lexicon: Lexicon) -> UnanalysedTurn:
    """Return the turn, not yet evaluated; in an endgame with the reason if it cannot be."""
    position, move = turn.position, turn.move
    phonies: tuple[str, ...] = ()
    if move is not None and not move.is_pass:
        fitting = dataclasses.replace(
            position, rack_codes=(bytes(0 if code & BLANK else code for _, _, code in move.placed), b"")
        )
        words = fitting.new_words(move)
        phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    return UnanalysedTurn(
        turn=turn,
        player_name=replayed.record.names[turn.player],
        played=turn.event.move if move is None else move_text(move, position),
        phonies=phonies,
        score=0 if turn.is_taken_back else turn.score,
        reason="" if turn.bag else _objection(turn, replayed.record.source),
    )


def effective_move(turn: ReplayedTurn) -> Move:
    """Return the move that counts: a phony that is taken back is a pass."""
    return PASS if turn.is_taken_back or turn.move is None else turn.move


def _objection(turn: ReplayedTurn, source: str) -> str:
    """Return why the endgame position before a turn cannot be searched; "" if it can.

    Raises GcgError for impossible racks.
    """
    if any(turn.missing):
        return missing_text(turn.missing)
    if turn.position.is_over:
        return "the game was over"
    if turn.move is None:
        return "an exchange, though the bag is empty"
    try:
        require_solvable(turn.position)
        turn.position.check(effective_move(turn))
    except (PositionError, IllegalMoveError) as error:
        raise GcgError(f"turn {turn.number}: {error}", turn.event.line, source) from None
    return ""
