"""Turns of an analysed game: what was played, what was best, and what the difference cost.

    Turn                a turn of the record, with its evaluation if it has one
      Evaluation        its position as it was searched, and what the turn lost
    NextMove            the position after the last turn of an unfinished record, as it was searched

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

These types are JSON, and docs/json.md is generated from them.

Invariant: a valid play never gains: in an endgame loss.lower >= 0, and win_loss.lower >= 0 everywhere.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from msgspec import UNSET, Struct, field
from msgspec.structs import replace

from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, Interval, Number, exactly
from scrabble.answer.moves import NOT_IN_JSON, PASS, Estimate, MoveResult, Step, as_written
from scrabble.answer.names import Status
from scrabble.answer.plain import Real, documented, means
from scrabble.answer.reasons import Reason
from scrabble.answer.variants import variants, variants_text
from scrabble.game import cgp
from scrabble.game.move import move_text
from scrabble.game.position import Position, scores_line
from scrabble.game.unseen import UnseenTiles

if TYPE_CHECKING:
    from scrabble.records.walk import ReplayedTurn

    Live: TypeAlias = Position
    Replayed: TypeAlias = ReplayedTurn
else:  # they are not in JSON
    Live = Replayed = Any

SHOWN = 12  # moves of a turn
GRADES = (("large", 15), ("medium", 7))  # grade, least loss in points; any other loss is small
UNKNOWN_STATUS, NOT_ANALYSED = "unknown", "not analysed"  # of a turn without an evaluation


class Searched(Struct, frozen=True, kw_only=True, dict=True):
    """A position that was searched: the keys that an evaluation and the next move have in common."""

    cgp: Annotated[str, means("the position; with tiles in the bag as its player sees it")]
    unseen: Annotated[
        str | None, means("with tiles in the bag: these and the tiles on the opponent's rack; else null")
    ]
    known: Annotated[
        str,
        means(
            "with tiles in the bag: tiles of the opponent's rack that the player knew, as a phony that was "
            "challenged off had shown them; with all of the rack the bag was known, too"
        ),
    ]
    best: Annotated[tuple[str, ...], means("all equal best moves; while nothing is proven, the best found")]
    best_is_complete: Annotated[bool, means("whether every other move is proven worse")]
    value: Annotated[
        int | None, means("future spread with best play; null while open, or with tiles in the bag")
    ]
    spread: Annotated[Interval, means("final spread with best play")]
    win: Annotated[Interval, means("win probability; a draw is one half")]
    estimate: Annotated[Estimate | None, means("while one of these is open, or null")]
    line: Annotated[tuple[Step, ...], means("best play of both sides; empty with tiles in the bag")]
    moves: Annotated[
        tuple[MoveResult, ...],
        means("[moves](#keys-of-a-move): the best, the one made and others"),
    ]
    moves_total: Annotated[int, means("number of moves, with those that are not in `moves`")]
    remaining_upper: Annotated[
        Real | None, means("upper bound of the value of the moves that are not in `moves`, or null")
    ]
    reasons: Annotated[tuple[Reason, ...], means("the explanation")]
    nodes: Annotated[int, means("nodes searched")]
    seconds: Annotated[float, means("time taken")]
    stopped_by: Annotated[str | None, means("what stopped the search, as in `solve`, or null")]
    live: Live = NOT_IN_JSON  # the position as it was searched

    @cached_property
    def position(self) -> Position:
        """The position, as the side to move sees it."""
        return cgp.loads(self.cgp) if self.live is NOT_IN_JSON else self.live

    @property
    def is_endgame(self) -> bool:
        """Return whether the bag was empty."""
        return self.unseen is None

    @property
    def unseen_tiles(self) -> UnseenTiles:
        """The unseen tiles of a position with tiles in the bag, and which of them the side to move knows."""
        size = len(self.position.alphabet.encode(self.known))
        return UnseenTiles(self.position, bag_is_known=size >= self.position.rules.rack_size)

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

    @property
    def highest_scoring(self) -> MoveResult | None:
        """The highest-scoring play of an endgame."""
        plays = [each for each in self.moves if self.is_endgame and not each.is_pass]
        return max(plays, key=lambda each: each.score, default=None)


class Evaluation(Searched, frozen=True, kw_only=True):
    """The evaluation of a turn."""

    actual_bag: Annotated[
        str | None, means("the content of the bag, if the record gives it; it changes no number")
    ] = None
    spread_after: Annotated[Interval, means("final spread with best play after the turn that was made")]
    win_after: Annotated[Interval, means("win probability after it")]
    estimate_after: Annotated[Estimate | None, means("while one of these two is open, or null")]
    loss: Annotated[
        Interval, means("`spread` minus `spread_after`; that of a phony that stayed is in no sum")
    ]
    win_loss: Annotated[Interval, means("win probability thrown away, counted in the same way")]
    grade: Annotated[
        str, means("`none`, `small`, `medium`, `large`, `open`; `phony` for one that stayed on the board")
    ] = ""
    result_change: Annotated[str, means("such as `win to loss`, or empty")] = ""
    reply: Annotated[
        tuple[Step, ...], means("best play after the turn as it was made, as far as it was searched")
    ] = ()


class NextMove(Searched, frozen=True, kw_only=True):
    """The next move of an unfinished record; the other keys are those of an evaluation."""

    kind: Annotated[str, means("`endgame`, or `preendgame`: with tiles in the bag")]
    player: Annotated[int, means("1 or 2")]
    player_name: Annotated[str, means("of the player")] = field(name="name")
    status: Annotated[str, means("`proven`, `bounded` or `unknown`")]
    reason: Annotated[str, means("why it is unknown")] = ""

    @property
    def is_searched(self) -> bool:
        """Return whether the position could be searched."""
        return self.status != UNKNOWN_STATUS


@documented(replayed="the turn of the record, with its position")
class Turn(Struct, frozen=True, kw_only=True):
    """A turn of the game."""

    number: Annotated[int, means("its number")] = field(name="turn")
    line: Annotated[int, means("of the file")]
    player: Annotated[int, means("1 or 2")]
    player_name: Annotated[str, means("of the player")] = field(name="name")
    played: Annotated[str, means("the move")]
    score: Annotated[int, means("its points, by the rules")]
    lead: Annotated[int, means("the player's spread before it, as recorded")]
    total: Annotated[int, means("the player's recorded score after it")]
    bag: Annotated[int, means("tiles in the bag before it")]
    phonies: Annotated[tuple[str, ...], means("words that are not in the lexicon")]
    is_taken_back: Annotated[bool, means("whether it was challenged off")]
    status: Annotated[
        str,
        means("`proven`: best move and loss are known; `bounded`; `unknown`; `not analysed`: before that"),
    ]
    reason: Annotated[str, means("why it is unknown")]
    evaluation: Annotated[Evaluation | None, means("null without one, see below")] = None
    replayed: Replayed = NOT_IN_JSON

    @property
    def is_endgame(self) -> bool:
        """Return whether the bag was empty."""
        return not self.bag

    @property
    def is_valid(self) -> bool:
        """Return whether it is anything but a phony that stayed on the board."""
        return self.is_taken_back or not self.phonies

    @property
    def made(self) -> str:
        """The effective move as text: a play that was taken back is a pass."""
        if self.is_taken_back:
            return PASS
        if self.replayed is NOT_IN_JSON or self.replayed.move is not None:
            return self.played
        effective = self.replayed.effective_move  # of an exchange
        return self.played if effective.is_pass else move_text(effective, self.replayed.position)

    @property
    def found(self) -> Evaluation:
        """The evaluation; without one, an evaluation that knows nothing."""
        return self.evaluation or NOTHING_FOUND

    @property
    def spread(self) -> Interval:
        """The final spread with best play."""
        return self.found.spread

    @property
    def win(self) -> Interval:
        """The win probability with best play."""
        return self.found.win

    @property
    def bounds(self) -> Interval:
        """The bounds of the value, the future spread with best play."""
        return self.found.spread.plus(-self.lead)

    @property
    def spread_after(self) -> Interval:
        """The final spread with best play after the turn."""
        return self.found.spread_after

    @property
    def win_after(self) -> Interval:
        """The win probability after it."""
        return self.found.win_after

    @property
    def loss(self) -> Interval:
        """The points that it lost."""
        return self.found.loss

    @property
    def win_loss(self) -> Interval:
        """The win probability that it threw away."""
        return self.found.win_loss

    @property
    def grade(self) -> str:
        """The grade; empty without an evaluation."""
        return self.found.grade

    @property
    def result_change(self) -> str:
        """The change of the result, such as "win to loss"; empty if there is none or it is open."""
        return self.found.result_change

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The explanation."""
        return self.found.reasons

    @property
    def made_move(self) -> MoveResult | None:
        """The effective move with what is known about it; None for a phony that stayed."""
        if not self.is_valid:
            return None
        return next((each for each in self.found.moves if each.text == self.made), None)

    @property
    def is_counted(self) -> bool:
        """Return whether the turn is graded and its loss is in sums."""
        is_known = self.is_endgame or self.made_move is not None
        return self.evaluation is not None and self.is_valid and is_known

    @property
    def is_in_points(self) -> bool:
        """Return whether the turn is graded in points.

        With tiles in the bag, if it provably lost points and no win probability.
        """
        return self.is_endgame or self.win_loss.upper == 0 < self.loss.lower

    @property
    def graded_loss(self) -> Interval:
        """The loss that is graded: points or win probability."""
        return self.loss if self.is_in_points else self.win_loss

    @property
    def counted_loss(self) -> Interval:
        """The points lost, as far as they are in sums; 0 for a phony that stayed.

        With tiles in the bag they are if a mistake lost points and no win probability.
        """
        is_in_sums = self.evaluation is not None and self.is_valid and self.is_in_points
        return self.loss.at_least(0) if is_in_sums else exactly(0)

    @property
    def loss_estimate(self) -> Estimate | None:
        """The estimate of the points and the win probability lost, while the one that is graded is open."""
        if self.evaluation is None or self.graded_loss.is_exact:
            return None
        found = self.evaluation
        best = found if self.is_endgame else found.moves[0]
        before = _likely(best.spread, best.win, best.estimate)
        after = _likely(found.spread_after, found.win_after, found.estimate_after)
        if before is None or after is None:
            return None
        lost = Estimate(spread=before.spread - after.spread, win=before.win - after.win)
        return estimate_within(lost, self.loss, self.win_loss)

    @property
    def is_thrown_win(self) -> bool:
        """Return whether the game was won before the turn and not after it."""
        return bool(self.result_change) and self.spread.outcomes == ("win",)

    @property
    def is_mistake(self) -> bool:
        """Return whether the turn provably lost points, or win probability with tiles in the bag."""
        return self.is_counted and self.graded_loss.lower > 0

    def __repr__(self) -> str:
        return f"<turn {self.number}, {self.player_name}: {self._before()}{self._played_text()}>"

    def _before(self) -> str:
        return "" if self.replayed is NOT_IN_JSON else f"{scores_line(self.replayed.position)}; "

    def _played_text(self) -> str:
        text = f"{self.played} +{self.score}"
        if self.evaluation is None:
            return text
        if not self.is_valid:
            return f"{text}, a phony that stayed"
        from scrabble.wording.points import points_text

        return f"{text}, lost {points_text(self.loss)}"

    def _repr_html_(self) -> str:
        """Return the board with the play, racks and scores, for a notebook."""
        caption = f"<div>{escape(f'{self.number} {self.player_name}: {self._played_text()}')}</div>"
        from scrabble.report import notebook

        return notebook.position_html(self.replayed.position, self.replayed.move, caption)


NOTHING_KNOWN: dict[str, Any] = {  # of a position that was not searched
    "best": (),
    "best_is_complete": False,
    "value": None,
    "spread": UNKNOWN,
    "win": ANY_CHANCE,
    "estimate": None,
    "line": (),
    "moves": (),
    "moves_total": 0,
    "remaining_upper": None,
    "reasons": (),
    "nodes": 0,
    "seconds": 0.0,
    "stopped_by": None,
}
NOTHING_FOUND = Evaluation(
    **NOTHING_KNOWN,
    cgp="",
    unseen=None,
    known="",
    spread_after=UNKNOWN,
    win_after=ANY_CHANCE,
    estimate_after=None,
    loss=UNKNOWN,
    win_loss=ANY_CHANCE,
)
Kind = TypeVar("Kind", bound=Searched)


def position_keys(position: Position, lexicon: str, bag_is_known: bool = False) -> dict[str, Any]:
    """Return the keys of a position that is searched: the position itself, and what is unseen and known."""
    keys = {"cgp": cgp.dumps(dataclasses.replace(position, lexicon_name=lexicon)), "live": position}
    if position.bag_count <= 0:
        return keys | {"unseen": None, "known": ""}
    unseen, rack_text = UnseenTiles(position, bag_is_known), position.alphabet.rack_text
    return keys | {"unseen": rack_text(unseen.tiles), "known": rack_text(unseen.known)}


def searched_keys(found: Searched) -> dict[str, Any]:
    """Return the keys that an evaluation and the next move have in common."""
    return {name: getattr(found, name) for name in Searched.__struct_fields__}


def with_evaluation(turn: Turn, found: Evaluation, is_proven: bool) -> Turn:
    """Return a turn with its evaluation, graded; `is_proven` says whether best move and loss are known."""
    status = str(Status.PROVEN if is_proven else Status.BOUNDED)
    evaluated = replace(turn, evaluation=found, status=status, reason="")
    changed = replace(evaluated, evaluation=replace(found, result_change=_result_change(evaluated)))
    return replace(changed, evaluation=replace(changed.found, grade=_grade(changed)))


def with_reasons(turn: Turn, reasons: Iterable[Reason]) -> Turn:
    """Return an evaluated turn with its explanation."""
    return replace(turn, evaluation=replace(turn.found, reasons=tuple(reasons)))


def _result_change(turn: Turn) -> str:
    """Return the change of the result; empty if there is none or it is open.

    It is about endgames: with tiles in the bag the spread is a mean.
    """
    before, after = turn.spread.outcomes, turn.spread_after.outcomes
    if not turn.is_endgame or set(before) & set(after):
        return ""
    return f"{' or '.join(before)} to {' or '.join(after)}"


def _grade(turn: Turn) -> str:
    """Return the grade: none, small, medium or large; open if the bounds span several; phony if one stayed.

    Throwing away win probability with tiles in the bag is a large mistake.
    """
    if not turn.is_valid:
        return "phony"
    if not turn.is_in_points:
        return "large" if turn.win_loss.lower > 0 else "open" if turn.win_loss.upper > 0 else "none"
    if turn.is_thrown_win:
        return "large"
    grades = {grade_of(bound) for bound in turn.loss}
    return grades.pop() if len(grades) == 1 else "open"


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


def with_shown_moves(found: Kind, wanted: Container[str] = ()) -> Kind:
    """Return a position with as many moves as are shown: the best, the `wanted` and the highest-scoring."""
    highest = found.highest_scoring
    others = [each for each in found.moves[SHOWN:] if each.text in wanted or each is highest]
    kept = (*found.moves[: SHOWN - len(others)], *others)
    left_out = [each.upper for each in found.moves[SHOWN - len(others) :] if each not in others]
    upper = max(left_out) if left_out and found.is_endgame else None
    return replace(found, moves=kept, remaining_upper=upper)


def turn_as_written(turn: Turn) -> Turn:
    """Return a turn as it is in JSON."""
    found = turn.evaluation
    if found is not None:
        after = found.estimate_after
        found = replace(searched_as_written(found), estimate_after=after and after.rounded)
    return replace(turn, evaluation=found, replayed=UNSET)


def searched_as_written(found: Kind) -> Kind:
    """Return a position that was searched as it is in JSON."""
    estimate = found.estimate and found.estimate.rounded
    return replace(found, moves=tuple(map(as_written, found.moves)), estimate=estimate, live=UNSET)
