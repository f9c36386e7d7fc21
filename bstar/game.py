"""The interface between a search and a game: eight functions.

    is_over(game)     whether the game has ended in this position
    final(game)       its value then
    key(game)         64 bits that distinguish this position from every other one
    moves(game, alpha, beta, moves, first)   write the moves to `moves` from index `first` on
    play(game, move)  make a move;   undo(game) undoes the last one
    tighten(game, moves, index, alpha)   optional: narrow the bounds of one move, just before it is played
    estimate(game, moves, first, count, estimates)   optional: estimate the worth of the moves

A game is a NamedTuple of arrays that `play` changes and `undo` restores.  It provides compiled functions
(`register_game`); the searches of this package are written once against this interface and compiled for every
kind of game.  A game built upon another one names the field that holds it, and provides only what differs:

    register_game(Watched, inner="game", moves=_moves)      everything else is passed on to watched.game

One sign, one unit: the value of a position is an integer for the player on turn,

    value = max over moves of gain - value after the move,   |value| < INF.

Points already scored never enter a value or a key: the value is that of the future.

`moves` returns (count, dropped).  Every move has a gain and a sound interval of its worth,
lower <= gain - value after it <= upper; a move with lower == upper is settled and never played.
A game may leave out moves that cannot be worth more than alpha, and then returns in `dropped` an upper bound
on the worth of them all (-INF if none was left out).  If it knows a settled move worth beta or more, it may
write that one alone: the position is decided.  A count of FULL means that the buffer has no room.
Moves with a higher rank are searched first, equal ones in the order written.

`tighten` may narrow the interval of `moves[index]` at a cost that would be too high for every move; the
position is the one that `moves` was called in, and the same again afterwards.  The search calls it when a
move can still be worth more than alpha, and an upper bound above alpha is of no use to it; with alpha = INF
every bound is of use.

`estimate` writes for each of the `count` moves from `first` on, in the position that `moves` was called in,
a heuristic interval of its worth and a realistic value inside it.  Nothing is proven by it.  For a game
without it, the intervals of `moves` serve as estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import numpy as np

from bstar import jit
from bstar.compile import registry
from bstar.compile.lazy_memory import lazy_zeros
from bstar.compile.registry import question

INF = 1 << 24  # greater than every value
FAR = INF // 2  # also greater; a window from here, shifted by points won, never reaches INF
FULL = -1
NO_MOVE = -1


@jit.kernel_tuple
class MoveBuffer(NamedTuple):
    """A buffer of moves; the moves of one position are contiguous."""

    move: np.ndarray  # int64[N]   what `play` takes, never NO_MOVE
    gain: np.ndarray  # int32[N]   points won at once
    lower: np.ndarray  # int32[N]  lower <= gain - value after the move <= upper
    upper: np.ndarray  # int32[N]
    rank: np.ndarray  # int64[N]   higher first; |rank| < 2**40


def new_moves(size: int) -> MoveBuffer:
    """Return a buffer for `size` moves."""
    return MoveBuffer(
        lazy_zeros(size, np.int64),
        lazy_zeros(size, np.int32),
        lazy_zeros(size, np.int32),
        lazy_zeros(size, np.int32),
        lazy_zeros(size, np.int64),
    )


@jit.kernel_tuple
class EstimateBuffer(NamedTuple):
    """Estimates of the moves of a buffer; not proven."""

    pessimistic: np.ndarray  # int32[N]  pessimistic <= realistic <= optimistic
    optimistic: np.ndarray  # int32[N]
    realistic: np.ndarray  # int32[N]


def new_estimates(size: int) -> EstimateBuffer:
    """Return a buffer for the estimates of `size` moves."""
    return EstimateBuffer(*(lazy_zeros(size, np.int32) for _ in range(3)))


@question("bool")
def is_over(game: Any) -> bool:
    """Return whether the game has ended in this position."""
    return bool(registry.answers["is_over", type(game)](game))


@question("int64")
def final(game: Any) -> int:
    """Return the value of a position that is over."""
    return int(registry.answers["final", type(game)](game))


@question("uint64")
def key(game: Any) -> int:
    """Return 64 bits that distinguish this position and the player on turn from every other one."""
    return int(registry.answers["key", type(game)](game))


@question("int64", "int64")
def moves(game: Any, alpha: int, beta: int, moves: MoveBuffer, first: int) -> tuple[int, int]:
    """Write the moves to `moves[first:]`; return (count or FULL, upper bound of those left out)."""
    count, dropped = registry.answers["moves", type(game)](game, alpha, beta, moves, first)
    return int(count), int(dropped)


@question("none")
def play(game: Any, move: int) -> None:
    """Make a move."""
    registry.answers["play", type(game)](game, move)


@question("none")
def undo(game: Any) -> None:
    """Undo the last move."""
    registry.answers["undo", type(game)](game)


@question("none")
def tighten(game: Any, moves: MoveBuffer, index: int, alpha: int) -> None:
    """Narrow lower and upper of one move, if that is possible without a search."""
    registry.answers["tighten", type(game)](game, moves, index, alpha)


@question("none")
def estimate(game: Any, moves: MoveBuffer, first: int, count: int, estimates: EstimateBuffer) -> None:
    """Write estimates of the worth of the moves."""
    registry.answers["estimate", type(game)](game, moves, first, count, estimates)


OPTIONAL = {"tighten", "estimate"}


def register_game(
    kind: type, inner: str = "", linked: Collection[str] = (), **answers: Callable[..., Any]
) -> None:
    """Register the compiled functions of the games of type `kind`, a NamedTuple; all at once.

    Missing ones are taken from the game in the field `inner`, if one is named.  The answers in `linked` are
    compiled as objects of their own, which all searches call: for long functions.  The others are compiled
    into each search.  Raises ValueError when a function or the field is missing or unknown.

    >>> register_game(Nim, is_over=..., final=..., key=..., moves=..., play=..., undo=...)
    """
    if inner:
        answers = _asked_of(kind, inner) | answers
    questions = set(registry.questions)
    missing, unknown = questions - OPTIONAL - answers.keys(), answers.keys() - questions
    if missing:
        raise ValueError(f"{kind.__name__}: missing {', '.join(sorted(missing))}")
    if unknown:
        expected, got = (", ".join(sorted(each)) for each in (questions, unknown))
        raise ValueError(f"{kind.__name__}: expected {expected}, got {got}")
    answers.setdefault("tighten", no_tightening)
    answers.setdefault("estimate", default_estimate)
    for name, function in answers.items():
        registry.answers[name, kind] = function
    registry.linked_answers.update((name, kind) for name in linked)


def _asked_of(kind: type, inner: str) -> dict[str, Callable[..., Any]]:
    """Return functions that pass each call on to the game in a field."""
    fields = list(getattr(kind, "_fields", ()))
    if inner not in fields:
        raise ValueError(f"{kind.__name__} has no field {inner!r}, expected one of {', '.join(fields)}")

    field = fields.index(inner)

    def ask(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda game, *arguments: function(game[field], *arguments)

    return {name: ask(asked.function) for name, asked in registry.questions.items()}


def no_tightening(game: Any, moves: MoveBuffer, index: int, alpha: int) -> None:
    """Leave all bounds as they are."""


def can_tighten(game: Any) -> bool:
    """Return whether a game can narrow the bounds of a move without a search."""
    return registry.answers["tighten", type(game)] is not no_tightening


@jit.inline
def default_estimate(game: Any, moves: MoveBuffer, first: int, count: int, estimates: EstimateBuffer) -> None:
    """Take the bounds as estimate; realistic is their middle, or the gain while one is infinite."""
    for index in range(first, first + count):
        lower, upper = np.int64(moves.lower[index]), np.int64(moves.upper[index])
        estimates.pessimistic[index] = lower
        estimates.optimistic[index] = upper
        if lower > -INF and upper < INF:
            estimates.realistic[index] = (lower + upper) // 2
        else:
            estimates.realistic[index] = min(max(np.int64(moves.gain[index]), lower), upper)
