"""One turn of a game, judged: what was played, what was best, and what the difference cost.

    Introduced      who played what; known of every turn of the record
      Unjudged      without a verdict: before the endgame, or for a reason
      Judged        with one

All numbers are points as the player on turn counts them, and intervals (Bounds):

    value    of the position before the turn, under best play of both sides from here on
    worth    of the turn that was made: its score - value of the position after it
    loss     value - worth; 0 for a best play
    lost     the same as it counts: a phony that stayed on the board is judged, and its loss may be below 0,
             but it is neither graded nor a number in any sum of points lost
    spread before + value or worth      the spread at the end of the game: final_before, final_after

Invariant: a play that is in the lexicon never gains: loss.lower >= 0.

A turn of the record before anybody judges it: who played what, and whether it can be judged at all.
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
from scrabble.records.replay import Replay
from scrabble.records.walk import ReplayedTurn, missing_text
from scrabble.solver import MoveResult, ScoredMove
from scrabble.solver.format import UNKNOWN, Bounds, points_text, variants, variants_text

SHOWN = 12  # candidates of a turn
GRADES = (("large", 15), ("medium", 7), ("small", 1))  # from so many points on


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence and its facts."""

    kind: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text


class RemainingMoves(NamedTuple):
    """Moves that are not in a list of moves."""

    number: int
    upper: int | None  # what the best of them can be worth at most; None: nobody knows, or there are none


NONE_UNLISTED = RemainingMoves(0, None)


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """The moves there were, in a position that was searched."""

    best: tuple[str, ...]  # all equal best moves, or while nothing is proven the one believed best
    has_all_best: bool  # is every other move proven worse?
    candidates: tuple[MoveResult, ...]  # best first; all moves of the position but the unlisted
    line: tuple[ScoredMove, ...]  # best play of both sides, to the end when the value is proven
    natural: MoveResult | None  # the highest-scoring play
    replies: dict[str, tuple[ScoredMove, ...]]  # move -> best play after it, as far as it was searched
    nodes: int
    seconds: float
    limit: str | None
    unlisted: RemainingMoves = NONE_UNLISTED  # what is left out of the candidates
    estimate: int | None = None  # of the value, while that is open

    @property
    def names(self) -> list[str]:
        """The best moves by name, those that differ only in the blank as one, a pass after the plays.

        The first is the move of the line, whatever it is.
        """
        first, *others = variants(self.best)
        return [
            variants_text(group) for group in (first, *sorted(others, key=lambda group: group == ["pass"]))
        ]


@dataclass(frozen=True, slots=True, repr=False)
class RecordedTurn:
    """A turn of the record, with the name of its player and its play in words."""

    turn: ReplayedTurn
    player_name: str
    played: str  # as text; an exchange as recorded
    phonies: tuple[str, ...]  # the words it made that are not in the lexicon
    score: int  # what the turn brought: 0 for a phony that was taken back

    @property
    def number(self) -> int:
        """1 for the first turn of the game."""
        return self.turn.number

    @property
    def is_endgame(self) -> bool:
        """Was the bag empty?"""
        return not self.turn.bag

    @property
    def is_valid(self) -> bool:
        """Was it a move of the game: not a phony that stayed on the board?"""
        return self.turn.is_taken_back or not self.phonies

    @property
    def spread(self) -> int:
        """How far the player was ahead before the turn, by the scores as recorded."""
        return self.turn.position.scores[0] - self.turn.position.scores[1]

    def __repr__(self) -> str:
        return f"<turn {self.number}, {self.player_name}: {scores_line(self.turn.position)}; {self._told()}>"

    def _told(self) -> str:
        """What was played, and what came of it."""
        return f"{self.played} +{self.score}"

    def _repr_svg_(self) -> str:
        """The board with what was played, for a notebook."""
        return str(provider(DRAWING).board_svg(self.turn.position, self.turn.move))

    def _repr_html_(self) -> str:
        """The same with racks and scores."""
        told = f"<div>{escape(f'{self.number} {self.player_name}: {self._told()}')}</div>"
        return str(provider(DRAWING).position_html(self.turn.position, self.turn.move, told))


@dataclass(frozen=True, slots=True, repr=False)
class UnanalysedTurn(RecordedTurn):
    """A turn without a verdict: whoever asks for one finds that nothing is known."""

    reason: str = ""  # why there is none, though the bag is empty

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
        """A turn before the endgame is not analysed, another one unknown."""
        return "unknown" if self.is_endgame else "not analysed"


@dataclass(frozen=True, slots=True, repr=False)
class AnalysedTurn(RecordedTurn):
    """A turn of the endgame with the verdict on it."""

    value: Bounds
    worth: Bounds
    loss: Bounds
    choice: MoveAnalysis = field(repr=False)
    claims: tuple[Reason, ...] = field(default=(), repr=False)
    about: int | None = None  # the estimate of the worth, by that of the position after the turn

    reason: ClassVar[str] = ""

    @property
    def status(self) -> str:
        """How much is proven: proven, or bounded."""
        return "proven" if self.value.is_exact and self.worth.is_exact else "bounded"

    def _told(self) -> str:
        lost = f", lost {points_text(self.loss)}" if self.is_valid else ", a phony that stayed"
        return f"{RecordedTurn._told(self)}{lost}"

    @property
    def estimate(self) -> int | None:
        """The estimate of the value, while that is open."""
        return self.value.clip(self.choice.estimate)

    @property
    def worth_estimate(self) -> int | None:
        """The estimate of what the turn is worth, while that is open: beside other moves, or by itself."""
        beside = next((each.estimate for each in self.choice.candidates if each.text == self.made), None)
        return self.worth.clip(self.about if beside is None else beside)

    @property
    def loss_estimate(self) -> int | None:
        """The estimate of the loss, while that is open."""
        value = self.value.exact if self.value.is_exact else self.estimate
        worth = self.worth.exact if self.worth.is_exact else self.worth_estimate
        return None if value is None or worth is None else self.loss.clip(value - worth)

    @property
    def made(self) -> str:
        """The move that counts as made: a play that was taken back is a pass."""
        return "pass" if self.turn.is_taken_back else self.played

    @property
    def final_before(self) -> Bounds:
        """The spread at the end of the game under best play from here on."""
        return self.value.plus(self.spread)

    @property
    def final_after(self) -> Bounds:
        """The spread at the end of the game under best play after the turn that was made."""
        return self.worth.plus(self.spread)

    @property
    def lost(self) -> Bounds | None:
        """The points that the turn cost, as sums count them; None: a phony that stayed counts for none."""
        return self.loss if self.is_valid else None

    @property
    def turning(self) -> str:
        """What the turn made of the game, such as `win to loss`; empty when that is open or the same."""
        before, after = self.final_before.outcomes, self.final_after.outcomes
        if set(before) & set(after):
            return ""
        return f"{' or '.join(before)} to {' or '.join(after)}"

    @property
    def is_thrown_win(self) -> bool:
        """Was the game won before the turn, and no longer after it?"""
        return bool(self.turning) and self.final_before.outcomes == ("win",)

    @property
    def grade(self) -> str:
        """none, small, medium, large; open when the bounds do not tell; phony for one that stayed."""
        if not self.is_valid:
            return "phony"
        if self.is_thrown_win:
            return "large"
        grades = {grade_of(bound) if bound is not None else "large" for bound in self.loss}
        return grades.pop() if len(grades) == 1 else "open"

    @property
    def is_mistake(self) -> bool:
        """Is it proven that the turn lost points, with a valid play?"""
        return self.is_valid and self.loss.lower is not None and self.loss.lower > 0


AnyTurn: TypeAlias = UnanalysedTurn | AnalysedTurn


@dataclass(frozen=True, slots=True)
class NextMove:
    """What to play now: the position after the last turn of a record that breaks off with an empty bag."""

    position: Position
    player: int  # who is on turn: 0 or 1
    player_name: str
    value: Bounds = UNKNOWN
    choice: MoveAnalysis | None = field(default=None, repr=False)  # None: nothing could be searched
    reason: str = ""  # why

    @property
    def estimate(self) -> int | None:
        """The estimate of the value, while that is open."""
        return None if self.choice is None else self.value.clip(self.choice.estimate)

    @property
    def spread(self) -> int:
        """How far the player on turn is ahead."""
        return self.position.scores[0] - self.position.scores[1]

    @property
    def final(self) -> Bounds:
        """The spread at the end of the game under best play, as the player on turn counts it."""
        return self.value.plus(self.spread)

    @property
    def status(self) -> str:
        """How much is proven: proven, bounded; unknown without a search."""
        if self.choice is None:
            return "unknown"
        return "proven" if self.value.is_exact else "bounded"


def grade_of(loss: int) -> str:
    """The grade of a loss of so many points."""
    return next((grade for grade, least in GRADES if loss >= least), "none")


def shown_moves(judged: AnalysedTurn) -> list[MoveResult]:
    """The moves worth showing: the best ones, the one that was made, the highest-scoring one."""
    choice = judged.choice
    wanted = {judged.played, choice.natural.text if choice.natural else ""}
    others = [each for each in choice.candidates[SHOWN:] if each.text in wanted]
    return [*choice.candidates[: SHOWN - len(others)], *others]


def unlisted_moves(judged: AnalysedTurn) -> RemainingMoves:
    """The moves that are not worth showing."""
    choice, shown = judged.choice, set(shown_moves(judged))
    uppers = [each.upper for each in choice.candidates if each not in shown]
    count = len(uppers) + choice.unlisted.number
    if choice.unlisted.number:
        uppers.append(choice.unlisted.upper)
    known = [upper for upper in uppers if upper is not None]
    return RemainingMoves(count, max(known) if known and len(known) == len(uppers) else None)


def describe_turn(turn: ReplayedTurn, replayed: Replay, lexicon: Lexicon) -> UnanalysedTurn:
    """A turn without a verdict; in an endgame with the reason why there will be none, if so."""
    position, move = turn.position, turn.move
    phonies: tuple[str, ...] = ()
    if move is not None and not move.is_pass:
        fitting = dataclasses.replace(
            position, racks=(bytes(0 if code & BLANK else code for _, _, code in move.placed), b"")
        )
        words = fitting.new_words(move)
        phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    return UnanalysedTurn(
        turn=turn,
        player_name=replayed.game.names[turn.player],
        played=turn.event.move if move is None else move_text(move, position),
        phonies=phonies,
        score=0 if turn.is_taken_back else turn.score,
        reason="" if turn.bag else _objection(turn, replayed.game.source),
    )


def effective_move(turn: ReplayedTurn) -> Move:
    """What a turn came to: a phony that is taken back is a pass."""
    return PASS if turn.is_taken_back or turn.move is None else turn.move


def _objection(turn: ReplayedTurn, source: str) -> str:
    """Why the endgame position before a turn cannot be searched.  Raises GcgError for impossible racks."""
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
