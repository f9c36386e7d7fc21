"""Turns of a game: what was played, what was best, and what the difference cost.

    RecordedTurn        player and play; of every turn of the record
      UnanalysedTurn    without an evaluation: too early in the game, or for a reason
      AnalysedTurn      with one

One model serves an empty bag and a bag with a few tiles.  All numbers are intervals, for the player of the
turn; with tiles in the bag they are means over all contents of it, for a player who does not see it:

    spread, win                 final spread and win probability, with best play of both sides
    spread_after, win_after     the same after the turn that was made
    loss                        points of final spread that the turn lost; 0 for a best play
    win_loss                    the win probability that it threw away

A turn is graded by what it lost first: with tiles in the bag that is win probability, and points where none
was lost (`is_in_points`); in an endgame it is points.

A phony that stayed on the board is evaluated, and its loss may be below 0, but it has no grade and is in no
sum (`is_counted`).  With tiles in the bag a phony has no loss, and the loss of spread
may be below 0 where a move gave up win probability for points.

Invariant: a valid play never gains: in an endgame loss.lower >= 0, and win_loss.lower >= 0 everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from html import escape
from typing import Any, ClassVar, NamedTuple, TypeAlias

from scrabble.answer.format import points_text, variants, variants_text
from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, Interval, Number
from scrabble.answer.moves import Estimate, MoveResult, Step
from scrabble.answer.names import Status
from scrabble.answer.practical import PracticalChances
from scrabble.answer.reasons import Reason
from scrabble.game.move import PASS, IllegalMoveError, Move, move_text
from scrabble.game.position import Position, scores_line
from scrabble.game.unseen import UnseenTiles, tiles_in_bag
from scrabble.records.walk import NOTHING_SHOWN, ReplayedTurn, ShownTiles

SHOWN = 12  # moves of a turn
GRADES = (("large", 15), ("medium", 7))  # grade, least loss in points; any other loss is small


class RemainingMoves(NamedTuple):
    """Moves that are not in a list of moves."""

    number: int
    upper: Number | None  # upper bound of their value; None: unknown, or there are none


NONE_REMAINING = RemainingMoves(0, None)


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """A position that was searched, with its moves."""

    position: Position  # as the side to move sees it: with tiles in the bag, of the other rack what is known
    status: Status  # of the search
    spread: Interval  # final spread with best play
    win: Interval
    best: tuple[str, ...]  # all equal best moves, or the one estimated best while nothing is proven
    moves: tuple[MoveResult, ...]  # best first; all moves of the position but the remaining ones
    best_is_complete: bool = False  # every other move is proven worse
    estimate: Estimate | None = None  # of what is open
    line: tuple[Step, ...] = ()  # best play of both sides, to the end when the value is proven
    highest_scoring: MoveResult | None = None  # the highest-scoring play of an endgame
    replies: dict[str, tuple[Step, ...]] = field(default_factory=dict)  # move -> best play after it
    nodes: int = 0
    seconds: float = 0.0
    stopped_by: str | None = None
    bag_is_known: bool = False  # the side to move knows the whole rack of the opponent, and so the bag
    remaining: RemainingMoves = NONE_REMAINING  # moves left out of the list
    practical: tuple[PracticalChances, ...] = ()  # of the moves looked at, if they were asked for

    @property
    def bag_count(self) -> int:
        """The number of tiles in the bag."""
        return max(0, tiles_in_bag(self.position))

    @property
    def unseen(self) -> UnseenTiles:
        """The unseen tiles of a position with tiles in the bag, and which of them the side to move knows."""
        return UnseenTiles(self.position, self.bag_is_known)

    @property
    def lead(self) -> int:
        """The spread before the move."""
        return self.position.spread

    @property
    def bounds(self) -> Interval:
        """The bounds of the value: of the future spread."""
        return self.spread.plus(-self.lead)

    @property
    def is_proven(self) -> bool:
        """Return whether the value is known; with tiles in the bag, whether no move is better."""
        return self.status == Status.PROVEN if self.bag_count else self.spread.is_exact

    @property
    def moves_total(self) -> int:
        """The number of moves of the position."""
        return len(self.moves) + self.remaining.number

    @property
    def best_move(self) -> MoveResult:
        """The move that is named first."""
        return next(each for each in self.moves if each.text == self.best[0])

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
    def lead(self) -> int:
        """The player's spread before the turn, by the recorded scores."""
        return self.turn.position.spread

    @property
    def made(self) -> str:
        """The effective move as text: a play that was taken back is a pass."""
        if not self.turn.is_taken_back and (self.turn.move is not None or effective_move(self.turn).is_pass):
            return self.played
        return move_text(effective_move(self.turn), self.turn.position)

    def __repr__(self) -> str:
        before = f"{self.player_name}: {scores_line(self.turn.position)}"
        return f"<turn {self.number}, {before}; {self._played_text()}>"

    def _played_text(self) -> str:
        return f"{self.played} +{self.score}"

    def _repr_html_(self) -> str:
        """Return the board with the play, racks and scores, for a notebook."""
        caption = f"<div>{escape(f'{self.number} {self.player_name}: {self._played_text()}')}</div>"
        from scrabble.report import notebook

        return notebook.position_html(self.turn.position, self.turn.move, caption)


@dataclass(frozen=True, slots=True, repr=False)
class UnanalysedTurn(RecordedTurn):
    """A turn without an evaluation; all its evaluation fields are unknown."""

    reason: str = ""  # why it has none, though the bag is empty

    choice: ClassVar[None] = None
    spread: ClassVar[Interval] = UNKNOWN
    win: ClassVar[Interval] = ANY_CHANCE
    spread_after: ClassVar[Interval] = UNKNOWN
    win_after: ClassVar[Interval] = ANY_CHANCE
    loss: ClassVar[Interval] = UNKNOWN
    win_loss: ClassVar[Interval] = ANY_CHANCE
    bounds: ClassVar[Interval] = UNKNOWN
    reasons: ClassVar[tuple[Reason, ...]] = ()
    grade: ClassVar[str] = ""
    result_change: ClassVar[str] = ""
    is_counted: ClassVar[bool] = False
    is_in_points: ClassVar[bool] = False
    graded_loss: ClassVar[Interval] = UNKNOWN
    is_thrown_win: ClassVar[bool] = False
    is_mistake: ClassVar[bool] = False

    @property
    def status(self) -> str:
        """The status: "not analysed" before the endgame, "unknown" in it."""
        return "unknown" if self.is_endgame else "not analysed"


@dataclass(frozen=True, slots=True, repr=False)
class AnalysedTurn(RecordedTurn):
    """An evaluated turn, with an empty bag or a few tiles in it."""

    choice: MoveAnalysis = field(repr=False)
    spread_after: Interval  # final spread with best play after the turn that was made
    win_after: Interval
    loss: Interval
    win_loss: Interval
    reasons: tuple[Reason, ...] = field(default=(), repr=False)
    searched_after: Estimate | None = None  # the estimate from the position after the turn
    actual_bag: str | None = None  # the content of the bag, if the record gives it; it changes no number

    reason: ClassVar[str] = ""

    @property
    def spread(self) -> Interval:
        """The final spread with best play."""
        return self.choice.spread

    @property
    def win(self) -> Interval:
        """The win probability with best play."""
        return self.choice.win

    @property
    def bounds(self) -> Interval:
        """The bounds of the value, the future spread with best play."""
        return self.choice.bounds

    @property
    def moves(self) -> tuple[MoveResult, ...]:
        """The moves of the position, best first."""
        return self.choice.moves

    @property
    def status(self) -> str:
        """The status: "proven" if the best move and the loss are known, else "bounded"."""
        if self.is_endgame:
            is_proven = self.spread.is_exact and self.spread_after.is_exact
        else:
            is_proven = self.choice.is_proven and (self.win_loss.is_exact or not self.is_counted)
        return str(Status.PROVEN if is_proven else Status.BOUNDED)

    @property
    def made_move(self) -> MoveResult | None:
        """The effective move with what is known about it; None for a phony that stayed."""
        if not self.is_valid:
            return None
        return next((each for each in self.moves if each.text == self.made), None)

    @property
    def is_counted(self) -> bool:
        """Return whether the turn is graded and its loss is in sums."""
        return self.is_valid and (self.is_endgame or self.made_move is not None)

    @property
    def is_in_points(self) -> bool:
        """Return whether the turn is graded in points.

        With tiles in the bag, if it provably lost points and no win probability.
        """
        return self.is_endgame or (self.is_counted and self.win_loss.upper == 0 < self.loss.lower)

    @property
    def graded_loss(self) -> Interval:
        """The loss that is graded: points or win probability."""
        return self.loss if self.is_in_points else self.win_loss

    def _played_text(self) -> str:
        lost = f", lost {points_text(self.loss)}" if self.is_valid else ", a phony that stayed"
        return f"{RecordedTurn._played_text(self)}{lost}"

    @property
    def estimate(self) -> Estimate | None:
        """The estimate of spread and win probability, while these are open."""
        return estimate_within(self.choice.estimate, self.spread, self.win)

    @property
    def estimate_after(self) -> Estimate | None:
        """The same after the turn that was made: from the list of moves or the next position."""
        mine = self.made_move
        beside = None if mine is None else mine.estimate
        return estimate_within(
            self.searched_after if beside is None else beside, self.spread_after, self.win_after
        )

    @property
    def loss_estimate(self) -> Estimate | None:
        """The estimate of the points and the win probability lost, while the one that is graded is open."""
        if self.graded_loss.is_exact:
            return None
        best = self if self.is_endgame else self.moves[0]
        before = _likely(best.spread, best.win, best.estimate)
        after = _likely(self.spread_after, self.win_after, self.estimate_after)
        if before is None or after is None:
            return None
        lost = Estimate(spread=before.spread - after.spread, win=before.win - after.win)
        return estimate_within(lost, self.loss, self.win_loss)

    @property
    def result_change(self) -> str:
        """The change of the result, such as "win to loss"; empty if there is none or it is open.

        It is about endgames: with tiles in the bag the spread is a mean.
        """
        before, after = self.spread.outcomes, self.spread_after.outcomes
        if not self.is_endgame or set(before) & set(after):
            return ""
        return f"{' or '.join(before)} to {' or '.join(after)}"

    @property
    def is_thrown_win(self) -> bool:
        """Return whether the game was won before the turn and not after it."""
        return bool(self.result_change) and self.spread.outcomes == ("win",)

    @property
    def grade(self) -> str:
        """The grade: none, small, medium or large; open if the bounds span several; phony if one stayed.

        Throwing away win probability with tiles in the bag is a large mistake.
        """
        if not self.is_valid:
            return "phony"
        if not self.is_in_points:
            return "large" if self.win_loss.lower > 0 else "open" if self.win_loss.upper > 0 else "none"
        if self.is_thrown_win:
            return "large"
        grades = {grade_of(bound) for bound in self.loss}
        return grades.pop() if len(grades) == 1 else "open"

    @property
    def is_mistake(self) -> bool:
        """Return whether the turn provably lost points, or win probability with tiles in the bag."""
        return self.is_counted and self.graded_loss.lower > 0


AnyTurn: TypeAlias = UnanalysedTurn | AnalysedTurn


@dataclass(frozen=True, slots=True)
class NextMove:
    """The next move: the position after the last turn of an unfinished record."""

    position: Position  # with tiles in the bag, of the opponent's rack what is known
    player: int  # the player to move: 0 or 1
    player_name: str
    choice: MoveAnalysis | None = field(default=None, repr=False)  # None: it could not be searched
    reason: str = ""  # why it could not
    reasons: tuple[Reason, ...] = field(default=(), repr=False)
    shown: ShownTiles = NOTHING_SHOWN  # what is known of the opponent's rack with tiles in the bag

    made: ClassVar[str] = ""  # nothing yet
    made_move: ClassVar[None] = None
    actual_bag: ClassVar[None] = None

    @property
    def estimate(self) -> Estimate | None:
        """The estimate of spread and win probability, while these are open."""
        choice = self.choice
        return None if choice is None else estimate_within(choice.estimate, choice.spread, choice.win)

    @property
    def lead(self) -> int:
        """The lead of the player to move."""
        return self.position.spread

    @property
    def bag_count(self) -> int:
        """The number of tiles in the bag."""
        return max(0, tiles_in_bag(self.position))

    @property
    def spread(self) -> Interval:
        """The final spread with best play, for the player to move."""
        return UNKNOWN if self.choice is None else self.choice.spread

    @property
    def win(self) -> Interval:
        """The win probability of the player to move."""
        return ANY_CHANCE if self.choice is None else self.choice.win

    @property
    def bounds(self) -> Interval:
        """The bounds of the value: of the future spread."""
        return UNKNOWN if self.choice is None else self.choice.bounds

    @property
    def status(self) -> str:
        """The status: "proven" or "bounded", "unknown" without a search."""
        if self.choice is None:
            return "unknown"
        return str(Status.PROVEN if self.choice.is_proven else Status.BOUNDED)


def recorded_fields(turn: RecordedTurn) -> dict[str, Any]:
    """Return what the record says of a turn, by the names of the fields."""
    return {each.name: getattr(turn, each.name) for each in fields(RecordedTurn)}


def grade_of(loss: Number) -> str:
    """Return the grade of a loss in points; a mean may be less than one."""
    return next((grade for grade, least in GRADES if loss >= least), "small" if loss > 0 else "none")


def estimate_within(estimate: Estimate | None, spread: Interval, win: Interval) -> Estimate | None:
    """Return an estimate moved into bounds; None if there is none, or both numbers are known."""
    if estimate is None or (spread.is_exact and win.is_exact):
        return None
    clipped = min(max(estimate.spread, spread.lower), spread.upper)
    points = type(estimate.spread)(clipped)
    value = None if estimate.value is None else estimate.value + int(points - estimate.spread)
    return Estimate(value=value, spread=points, win=win.clamp(estimate.win))


def _likely(spread: Interval, win: Interval, estimate: Estimate | None) -> Estimate | None:
    """Return the known or estimated numbers; None if one is neither known nor estimated."""
    if estimate is None and not (spread.is_exact and win.is_exact):
        return None
    points: Number = estimate.spread if estimate is not None and not spread.is_exact else spread.lower
    chance: Number = estimate.win if estimate is not None and not win.is_exact else win.lower
    return Estimate(spread=points if isinstance(points, int) else float(points), win=float(chance))


def shown_moves(turn: AnalysedTurn) -> list[MoveResult]:
    """Return the moves to show: the best ones, the one that was made, the highest-scoring one."""
    choice = turn.choice
    wanted = {turn.played, choice.highest_scoring.text if choice.highest_scoring else ""}
    others = [each for each in choice.moves[SHOWN:] if each.text in wanted]
    return [*choice.moves[: SHOWN - len(others)], *others]


def remaining_moves(turn: AnalysedTurn) -> RemainingMoves:
    """Return the moves that are not shown."""
    choice, shown = turn.choice, set(map(id, shown_moves(turn)))
    uppers = [each.upper for each in choice.moves if id(each) not in shown]
    count = len(uppers) + choice.remaining.number
    if choice.remaining.number:
        if choice.remaining.upper is None:
            return RemainingMoves(count, None)
        uppers.append(choice.remaining.upper)
    return RemainingMoves(count, max(uppers) if uppers else None)


def effective_move(turn: ReplayedTurn) -> Move:
    """Return the move that counts: a phony that is taken back is a pass.

    So is an exchange against the rules, or of tiles that are not recorded.
    """
    if turn.is_taken_back or turn.move is not None:
        return PASS if turn.is_taken_back or turn.move is None else turn.move
    exchange = Move(exchanged=bytes(sorted(turn.used or b"")))
    try:
        turn.position.check(exchange)
    except IllegalMoveError:
        return PASS
    return exchange
