"""Check a game against the contract of bstar.game, by random walks in plain Python.

    undo     restores the position: its end, its moves with their bounds, its key
    key      positions with equal keys have the same end, the same moves and the same value
    bounds   contain what minimax finds: those of `moves`, of `tighten` and of the moves left out

Each walk goes to the end of the game and back; on the way back minimax solves positions while it takes few
nodes.  Nothing is compiled, so an index out of bounds in the game raises IndexError.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np

from bstar.compile import registry
from bstar.game import (
    FULL,
    INF,
    NO_MOVE,
    MoveBuffer,
    final,
    is_over,
    key,
    moves,
    new_moves,
    play,
    tighten,
    undo,
)

PLIES = 250  # of a walk
FIRST = 3  # where moves are written in the buffer
MARK = -7  # before them


class GameError(Exception):
    """A game breaks the contract of bstar.game; the message says where and how."""


class GameCheck(NamedTuple):
    """The counts of a check."""

    positions: int  # with different keys
    met_again: int  # times that a key was seen after other moves
    solved: int  # times that a position was solved by minimax
    bounds: int  # bounds compared with the worth of a move


class _Move(NamedTuple):
    move: int
    gain: int
    lower: int
    upper: int


class _View(NamedTuple):
    """A position as a search sees it."""

    key: int
    final: int | None  # None unless it is over
    moves: tuple[_Move, ...]


class _Known(NamedTuple):
    """A position by which others with the same key are checked."""

    path: list[int]
    view: _View
    value: int | None


def check_is_game(game: Any) -> None:
    """Raise TypeError unless a game was registered for the type of `game`."""
    if ("moves", type(game)) not in registry.answers:
        raise TypeError(f"game: expected a type known to register_game, got {type(game).__name__}")


def check_game(game: Any, *, walks: int = 100, nodes: int = 500, seed: int = 0) -> GameCheck:
    """Check a game by random walks from its current position, with minimax of at most `nodes` nodes for each.

    Raises GameError at the first fault, and TypeError or ValueError for less than one walk or node.
    """
    check_is_game(game)
    for name, count in (("walks", walks), ("nodes", nodes)):
        if not isinstance(count, int) or isinstance(count, bool):
            raise TypeError(f"{name}: expected a whole number, got {count!r}")
        if count < 1:
            raise ValueError(f"{name}: expected at least 1, got {count}")
    check = _Check(game, random.Random(seed))
    with np.errstate(over="ignore"):  # as compiled
        for _ in range(walks):
            check.walk(nodes)
    return GameCheck(len(check.known), check.met_again, check.solved, check.bounds)


class _Check:
    """The walks in one game, and the positions known from them."""

    def __init__(self, game: Any, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.buffer = new_moves(1 << 16)
        self.buffer.move[:FIRST] = MARK
        self.path: list[int] = []
        self.known: dict[int, _Known] = {}
        self.met_again = self.solved = self.bounds = self.nodes_left = 0

    def walk(self, nodes: int) -> None:
        """Walk to the end and back."""
        self.nodes_left = nodes
        views = [self.look()]
        while views[-1].final is None and len(self.path) < PLIES:
            self.play(self.rng.choice(views[-1].moves).move)
            views.append(self.look())
            if views[-1].key in {view.key for view in views[:-1]}:
                raise self.error("the position of an earlier turn again: a game must not repeat positions")
        is_small = True
        while True:
            view = views.pop()
            is_small = is_small and self.value(view) is not None
            if not self.path:
                return
            self.undo(views[-1])

    def value(self, view: _View) -> int | None:
        """Return the value by minimax and check all bounds on the way; None if it takes too many nodes."""
        self.nodes_left -= 1
        if self.nodes_left < 0 or len(self.path) > PLIES:
            return None
        value = view.final
        if value is None:
            worth: dict[int, int] = {}
            for move in view.moves:
                self.play(move.move)
                after = self.value(self.look())
                self.undo(view)
                if after is None:
                    return None
                worth[move.move] = move.gain - after
            value = max(worth.values())
            self.check_bounds(view, worth, value)
        if abs(value) >= INF:
            raise self.error(f"a value of {value}, expected less than {INF}")
        known = self.known[view.key]
        if known.value is not None and known.value != value:
            raise self.error(
                f"key {view.key} and value {value}; {_after(known.path)} the same key and value {known.value}"
            )
        self.known[view.key] = known._replace(value=value)
        self.solved += 1
        return value

    def play(self, move: int) -> None:
        play(self.game, move)
        self.path.append(move)

    def undo(self, before: _View) -> None:
        """Undo the last move and compare the position with that before it."""
        undo(self.game)
        move = self.path.pop()
        now = self.look()
        for name in ("final", "moves", "key"):
            was, is_now = getattr(before, name), getattr(now, name)
            if was != is_now:
                raise self.error(
                    f"undo of move {move} does not restore the position: "
                    f"{name} {_shown(was)} became {_shown(is_now)}"
                )

    def look(self) -> _View:
        """Return the current position, and compare it with the one known by its key."""
        number = int(key(self.game)) % 2**64
        if is_over(self.game):
            view = _View(number, int(final(self.game)), ())
        else:
            view = _View(number, None, self.listed(-INF, INF)[0])
            if not view.moves:
                raise self.error("no moves, and the game is not over")
        known = self.known.get(number)
        if known is None:
            self.known[number] = _Known(self.path.copy(), view, None)
            if view.final is None:
                self.check_full(len(view.moves))
        elif (known.view.final, _gains(known.view)) != (view.final, _gains(view)):
            raise self.error(
                f"key {number} and {_ended(view)}; {_after(known.path)} the same key and {_ended(known.view)}"
            )
        else:
            self.met_again += known.path != self.path
        return view

    def listed(self, alpha: int, beta: int) -> tuple[tuple[_Move, ...], int]:
        """Return the moves that the game lists for a window, and the bound of those it leaves out."""
        count, dropped = moves(self.game, alpha, beta, self.buffer, FIRST)
        if count == FULL:
            raise self.error(f"FULL in a buffer for {len(self.buffer.move)} moves")
        if (self.buffer.move[:FIRST] != MARK).any():
            raise self.error("moves writes before `first`")
        found = tuple(self.read(FIRST + index) for index in range(count))
        numbers = [move.move for move in found]
        if len(set(numbers)) < len(numbers) or NO_MOVE in numbers:
            raise self.error(f"the moves {numbers}, expected different ones, none of them {NO_MOVE}")
        return found, dropped

    def read(self, index: int) -> _Move:
        buffer = self.buffer
        return _Move(*(int(array[index]) for array in (buffer.move, buffer.gain, buffer.lower, buffer.upper)))

    def check_full(self, count: int) -> None:
        """Check that a buffer without room for all moves is reported and not written beyond."""
        short = MoveBuffer(*(array[: FIRST + count - 1] for array in self.buffer))
        try:
            answer, _ = moves(self.game, -INF, INF, short, FIRST)
        except IndexError:
            answer = count
        if answer != FULL:
            raise self.error(f"moves writes {count} moves to a buffer for {count - 1}, expected FULL")

    def check_bounds(self, view: _View, worth: dict[int, int], value: int) -> None:
        """Check the bounds of all moves, and those of narrow windows around the value."""
        for move in view.moves:
            self.check_move(move, worth, "moves")
        for index in range(len(view.moves)):
            for alpha in (value, INF):
                self.listed(-INF, INF)
                tighten(self.game, self.buffer, FIRST + index, alpha)
                self.check_move(self.read(FIRST + index), worth, "tighten")
        for alpha in (value - 1, value):
            found, dropped = self.listed(alpha, alpha + 1)
            for move in found:
                self.check_move(move, worth, f"moves with the window {alpha}, {alpha + 1}")
            is_decided = len(found) == 1 and found[0].lower == found[0].upper > alpha
            for left_out in () if is_decided else worth.keys() - {move.move for move in found}:
                if worth[left_out] > min(alpha, dropped):
                    raise self.error(
                        f"moves with the window {alpha}, {alpha + 1} leaves out move {left_out}, worth "
                        f"{worth[left_out]}, and says that those left out are worth at most {dropped}"
                    )

    def check_move(self, move: _Move, worth: dict[int, int], origin: str) -> None:
        """Check the bounds of a move whose worth is known."""
        if move.move not in worth:
            raise self.error(f"{origin} lists move {move.move}, which is not among {sorted(worth)}")
        self.bounds += (move.lower > -INF) + (move.upper < INF)
        if not move.lower <= worth[move.move] <= move.upper:
            bounds = with_inf(f"{move.lower} to {move.upper}")
            raise self.error(
                f"move {move.move} is worth {worth[move.move]}, outside its bounds {bounds} by {origin}"
            )

    def error(self, message: str) -> GameError:
        return GameError(f"{_after(self.path)}: {message}")


def _after(path: list[int]) -> str:
    return f"after the moves {path}" if path else "at the start"


def _gains(view: _View) -> list[tuple[int, int]]:
    return sorted((move.move, move.gain) for move in view.moves)


def _ended(view: _View) -> str:
    return f"moves {[move for move, _ in _gains(view)]}" if view.final is None else f"over with {view.final}"


def _shown(part: Any) -> str:
    if not isinstance(part, tuple):
        return f"{part}"
    shown = [f"{each.move} ({each.gain}, {each.lower} to {each.upper})" for each in part]
    return with_inf(f"[{', '.join(shown)}]")


def with_inf(text: str) -> str:
    """Return a text with INF in place of its number."""
    return text.replace(f"{INF}", "INF")
