"""The questions a search asks a game, and how a game answers them.

    is_over(game)     has the game ended in this position?
    final(game)       its value then
    key(game)         64 bits that tell this position from every other one
    moves(game, alpha, beta, moves, first)   write the moves to `moves` from index `first` on
    play(game, move)  make a move;   undo(game) take the last one back
    settle(game, moves, index, alpha)   optional: look harder at one move, just before it is played
    estimate(game, moves, first, count, guesses)   optional: what the moves are believed to be worth

A game is a NamedTuple of arrays that `play` changes and `undo` restores.  It answers with
compiled functions (`answer`); the searches of this package are written once against the questions
and compiled for every kind of game.  A game built upon another one names the field that holds it, and
answers only what it answers differently:

    answer(Watched, inner="game", moves=_moves)      everything else is asked of watched.game

One sign, one unit: the value of a position is an integer for the player on turn,

    value = max over moves of gain - value after the move,   |value| < INF.

What is already won or lost never enters a value or a key: the value is that of the future.

`moves` returns (count, dropped).  Every move has a gain and a sound interval of its worth,
lower <= gain - value after it <= upper; a move with lower == upper is settled and never played.
A game may leave out moves that cannot be worth more than alpha, and then returns in `dropped` an upper bound
on the worth of them all (-INF if none was left out).  If it knows a settled move worth beta or more, it may
write that one alone: the position is decided.  A count of FULL says that the buffer has no room.
Moves with a higher rank are searched first, equal ones in the order written.

`settle` may narrow the interval of `moves[index]` at a cost that would be too high for every move; the
position is the one that `moves` was asked about, and the same again afterwards.  The search asks it when a
move can still be worth more than alpha, and an upper bound above alpha is of no use to it; with alpha = INF
every bound is of use.

`estimate` writes for each of the `count` moves from `first` on, in the position that `moves` was asked about,
a heuristic interval of its worth and a realistic value inside it.  Nothing is proven by it.  Of a game that
does not answer, the intervals of `moves` are believed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from bstar import jit
from bstar.compile import backend
from bstar.compile.lazy_memory import lazy_zeros

INF = 1 << 24  # exceeds every value
FAR = INF // 2  # so does this; a window that begins here may be shifted by points won, and never reaches INF
FULL = -1
NO_MOVE = -1


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


class EstimateBuffer(NamedTuple):
    """What the moves of a buffer are believed to be worth; true or not."""

    pessimistic: np.ndarray  # int32[N]  pessimistic <= realistic <= optimistic
    optimistic: np.ndarray  # int32[N]
    realistic: np.ndarray  # int32[N]


def new_guesses(size: int) -> EstimateBuffer:
    """Return a buffer for the guesses of `size` moves."""
    return EstimateBuffer(np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int32))


_ANSWERS: dict[tuple[str, type], Callable[..., Any]] = {}


def is_over(game: Any) -> bool:
    """Has the game ended in this position?"""
    return bool(_ANSWERS["is_over", type(game)](game))


def final(game: Any) -> int:
    """The value of a position that is over."""
    return int(_ANSWERS["final", type(game)](game))


def key(game: Any) -> int:
    """64 bits that tell this position, and who is on turn, from every other."""
    return int(_ANSWERS["key", type(game)](game))


def moves(game: Any, alpha: int, beta: int, moves: MoveBuffer, first: int) -> tuple[int, int]:
    """Write the moves to `moves[first:]`; return how many (or FULL) and an upper bound on those left out."""
    count, dropped = _ANSWERS["moves", type(game)](game, alpha, beta, moves, first)
    return int(count), int(dropped)


def play(game: Any, move: int) -> None:
    """Make a move."""
    _ANSWERS["play", type(game)](game, move)


def undo(game: Any) -> None:
    """Take the last move back."""
    _ANSWERS["undo", type(game)](game)


def settle(game: Any, moves: MoveBuffer, index: int, alpha: int) -> None:
    """Narrow lower and upper of one move, if that can be done without a search."""
    _ANSWERS["settle", type(game)](game, moves, index, alpha)


def estimate(game: Any, moves: MoveBuffer, first: int, count: int, guesses: EstimateBuffer) -> None:
    """Write what the moves are believed to be worth."""
    _ANSWERS["estimate", type(game)](game, moves, first, count, guesses)


QUESTIONS: dict[str, Callable[..., Any]] = {
    question.__name__: question for question in (is_over, final, key, moves, play, undo, settle, estimate)
}
OPTIONAL = {"settle", "estimate"}


def register_game(kind: type, inner: str = "", **answers: Callable[..., Any]) -> None:
    """Register the compiled answers of the games of type `kind`, a NamedTuple; all questions at once.

    Questions without an answer are asked of the game in the field `inner`, if one is named.  Raises
    ValueError when a question or the field is missing or unknown.

    >>> answer(Nim, is_over=..., final=..., key=..., moves=..., play=..., undo=...)
    """
    if inner:
        answers = _asked_of(kind, inner) | answers
    if not set(QUESTIONS) - OPTIONAL <= set(answers) <= set(QUESTIONS):
        raise ValueError(f"a game answers {sorted(QUESTIONS)}, got {sorted(answers)}")
    answers.setdefault("settle", no_tightening)
    answers.setdefault("estimate", default_estimate)
    for name, function in answers.items():
        _ANSWERS[name, kind] = function
        if not jit.is_jit_off():
            _compile_answer(QUESTIONS[name], kind, function)


def _asked_of(kind: type, inner: str) -> dict[str, Callable[..., Any]]:
    """Answers to all questions: those of the game in a field."""
    fields = list(kind.__annotations__)
    if inner not in fields:
        raise ValueError(f"{kind.__name__} has no field {inner!r}, expected one of {', '.join(fields)}")
    field = fields.index(inner)

    def ask(question: Callable[..., Any]) -> Callable[..., Any]:
        return lambda game, *arguments: question(game[field], *arguments)

    return {name: ask(question) for name, question in QUESTIONS.items()}


def no_tightening(game: Any, moves: MoveBuffer, index: int, alpha: int) -> None:
    """Settle nothing."""


@jit.inline
def default_estimate(game: Any, moves: MoveBuffer, first: int, count: int, guesses: EstimateBuffer) -> None:
    """Believe what is proven; realistic is the middle of the bounds, or the gain while one is infinite."""
    for index in range(first, first + count):
        lower, upper = np.int64(moves.lower[index]), np.int64(moves.upper[index])
        guesses.pessimistic[index] = lower
        guesses.optimistic[index] = upper
        if lower > -INF and upper < INF:
            guesses.realistic[index] = (lower + upper) // 2
        else:
            guesses.realistic[index] = min(max(np.int64(moves.gain[index]), lower), upper)


def _compile_answer(question: Callable[..., Any], kind: type, function: Callable[..., Any]) -> None:
    """Tell numba which function a question means when it is asked of a game of type `kind`."""
    plain = getattr(function, "py_func", function)

    def choose(game: Any, *arguments: Any) -> Callable[..., Any] | None:
        if isinstance(game, types.BaseNamedTuple) and game.instance_class is kind:
            return plain
        return None

    overload(question, strict=False, jit_options=backend.INSIDE)(choose)
