"""Moves of an answer, with what is proven about each of them.

They are text, as in JSON, and are read on their position to be drawn (`replayed`).  A field without a meaning
is not in JSON, as it follows from the position (`with_position`): it is unset in what is written
(`as_written`), and in what is read until then.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, Protocol

from msgspec import UNSET, Struct, field
from msgspec.structs import replace

from scrabble.answer.interval import Interval, Number
from scrabble.answer.names import MoveStatus
from scrabble.answer.plain import documented, means
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.unseen import position_after

PASS = "pass"  # the text of a pass
NOT_IN_JSON: Any = UNSET


@documented()
class Step(Struct, frozen=True):
    """A move of a line."""

    text: Annotated[str, means("the move")] = field(name="move")
    score: Annotated[int, means("its points")] = 0

    @property
    def is_play(self) -> bool:
        """Return whether tiles are played: whether it is neither a pass nor an exchange."""
        return is_play(self.text)

    def __repr__(self) -> str:
        return f"<{self.text} {self.score}>"


A_PASS = Step(PASS)


def is_play(text: str) -> bool:
    """Return whether a move plays tiles."""
    return text != PASS and not text.startswith("exchange")


def replayed(
    position: Position, line: Sequence[Step], bag: str | None = None
) -> Iterator[tuple[Position, Move]]:
    """Yield each move of a line with the position before it; both sides draw from `bag`, in its order.

    Raises IllegalMoveError.
    """
    left = None if bag is None else position.alphabet.encode(bag)
    for at, step in enumerate(line, 1):
        move = position.parse_move(step.text)
        yield position, move
        if at < len(line):
            position = position.play(move) if left is None else position_after(position, move, left)
            left = left and left[len(move.placed) :]


def played_out(position: Position, line: Iterable[Step]) -> Position:
    """Return the position at the end of a line."""
    for step in line:
        position = position.play(position.parse_move(step.text))
    return position


@documented()
class Estimate(Struct, frozen=True, kw_only=True):
    """An estimate of what is open, within its bounds."""

    value: Annotated[int | None, means("of the value in an endgame; null with tiles in the bag")] = None
    spread: Annotated[int | float, means("of the final spread")]
    win: Annotated[float, means("of the win probability, from 0 to 1")]

    @property
    def rounded(self) -> Estimate:
        """The estimate as it is in JSON: that of a mean with a few decimals."""
        if self.value is not None:
            return self
        return Estimate(spread=round(self.spread, 2), win=round(self.win, 4))


class _HasSpread(Protocol):
    @property
    def spread(self) -> Interval: ...

    @property
    def win(self) -> Interval: ...

    @property
    def lead(self) -> int: ...

    @property
    def estimate(self) -> Estimate | None: ...


class _Found(_HasSpread, Protocol):
    @property
    def bounds(self) -> Interval: ...

    @property
    def value_estimate(self) -> int | None: ...


class Valued:
    """The value of an answer: its final spread without the spread before the move."""

    __slots__ = ()

    @property
    def bounds(self: _HasSpread) -> Interval:
        """The bounds of the value."""
        return self.spread.plus(-self.lead)

    @property
    def lower(self: _HasSpread) -> Number:
        """The lower bound of the value."""
        return self.spread.lower - self.lead

    @property
    def upper(self: _HasSpread) -> Number:
        """The upper bound of the value."""
        return self.spread.upper - self.lead

    @property
    def value_estimate(self: _HasSpread) -> int | None:
        """The estimate of the value of an endgame, or of a move in it, while that is open."""
        return None if self.estimate is None else self.estimate.value


@documented(codes="the tiles as codes, those in front that the move draws")
class Scenario(Struct, frozen=True, kw_only=True):
    """One content of the bag, and what a move is worth with it."""

    tiles: Annotated[str, means("the tiles, or those that the move draws first if it does not empty the bag")]
    probability: Annotated[Fraction, means('of this content, such as "1/8"')]
    spread: Annotated[Interval, means("final spread with it")]
    win: Annotated[Interval, means("win probability with it; a draw is one half")]
    line: Annotated[tuple[Step, ...], means("with `--lines`: best play after the move, else empty")] = ()
    codes: bytes = NOT_IN_JSON


@documented(lead="the spread before the move; without it the final spread is the value")
class MoveResult(Valued, Struct, frozen=True, kw_only=True):
    """A move with what is proven about it."""

    text: Annotated[str, means("the move")] = field(name="move")
    score: Annotated[int, means("its points")]
    status: Annotated[
        MoveStatus,
        means("compared with the chosen move, see [the table below](#status-of-a-move)"),
    ]
    value: Annotated[int | None, means("future spread; null while open, and with tiles in the bag")] = None
    spread: Annotated[Interval, means("final spread; with tiles in the bag the mean over its contents")]
    win: Annotated[Interval, means("win probability; a draw is one half")]
    estimate: Annotated[Estimate | None, means("while one of these is open, or null")] = None
    line: Annotated[tuple[Step, ...], means("best play from the move on; empty if it was not searched")] = ()
    scenarios: Annotated[
        tuple[Scenario, ...], means("with tiles in the bag: each content of it, else empty")
    ] = ()
    searched: Annotated[
        Interval,
        means("the bounds of the value that the search has proven, where those of `spread` are tighter"),
    ] = NOT_IN_JSON
    lead: int = NOT_IN_JSON

    def __repr__(self) -> str:
        known = "" if self.lead is NOT_IN_JSON else f"{summary(self)} "
        return f"<MoveResult {self.text} {known}{self.status}>"

    @property
    def is_pass(self) -> bool:
        """Return whether it is the pass."""
        return self.text == PASS

    @property
    def is_play(self) -> bool:
        """Return whether tiles are played."""
        return is_play(self.text)

    @property
    def step(self) -> Step:
        """The move alone, as it stands in a line."""
        return Step(self.text, self.score)


def as_written(move: MoveResult, has_searched: bool = False) -> MoveResult:
    """Return a move as it is in JSON, without the fields that are not, and its estimate rounded."""
    is_known = move.searched is NOT_IN_JSON or not has_searched or move.searched == move.bounds
    return replace(
        move,
        estimate=move.estimate and move.estimate.rounded,
        scenarios=tuple(replace(each, codes=UNSET) for each in move.scenarios),
        searched=UNSET if is_known else move.searched,
        lead=UNSET,
    )


def with_position(moves: Iterable[MoveResult], position: Position) -> tuple[MoveResult, ...]:
    """Return moves that were read from JSON with what follows from their position."""
    encode, lead = position.alphabet.encode, position.spread
    return tuple(
        replace(
            each,
            scenarios=tuple(replace(draw, codes=encode(draw.tiles)) for draw in each.scenarios),
            searched=each.spread.plus(-lead) if each.searched is NOT_IN_JSON else each.searched,
            lead=lead,
        )
        for each in moves
    )


def summary(found: _Found) -> str:
    """Return value or chance and spread in a few characters, for a repr."""
    if not isinstance(found.spread.lower, Fraction):  # an endgame: nothing is a mean
        return _points(found.bounds, found.value_estimate)
    least, most = (f"{100 * float(end):.3g}" for end in found.win)
    chance = f"{least} %" if found.win.is_exact else f"{least} to {most} %"
    return f"wins {chance}, {_mean(found.spread)}"


def _points(bounds: Interval, estimate: int | None) -> str:
    """Return a value in a few characters: exact, estimated, or its bounds."""
    least, most = ("?" if math.isinf(bound) else f"{float(bound):+g}" for bound in bounds)
    if bounds.is_exact:
        return least
    return f"{least} to {most}" if estimate is None else f"about {estimate:+}"


def _mean(spread: Interval) -> str:
    least, most = (f"{float(end):+.1f}" for end in spread)
    return least if spread.is_exact else f"{least} to {most}"
