"""The position: board, racks, scores and scoreless turns so far, seen by the player on turn.

    racks[0], scores[0]   the player on turn            play(move)   the other side is on turn, so
    racks[1], scores[1]   the other side                             racks and scores change places

A position never changes; `play` makes a new one that remembers the old.  Words are not looked up
here: `play` asks only whether the tiles fit, and `new_words` names the words to look up.  Scores
leave out what the end of the game brings until `final_scores` is asked.

Invariant: `position.play(move).undo() is position`.

What is wrong with a position: what cannot come up in a game, and what is odd but can be played.

    impossible   too many tiles on a rack or of a kind, no tiles on either, a bag that is not empty
    odd          scoreless turns beyond the limit, an empty start square, a tile alone, floating tiles,
                 phonies (with a lexicon only)

The impossible is refused by whoever needs an endgame, all of it is listed by `position.problems()`.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, cast

import numpy as np

from scrabble.game.board import BoardLayout, Squares, square_name
from scrabble.game.move import (
    NEIGHBOURS,
    BoardView,
    IllegalMoveError,
    LegalMoves,
    Move,
    move_text,
    parse_move,
    why_illegal,
    word_through,
    words_made,
)
from scrabble.game.providers import DRAWING, MOVES, provider
from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, UNASSIGNED, Alphabet, quoted, shortened

HOLDS = ("the player on turn holds", "the other side holds")


class WordChecker(Protocol):
    """Anything that knows words, given as the codes of their letters."""

    def __contains__(self, word: bytes) -> bool: ...


class Examined(BoardView, Protocol):
    """What is looked at of a position; its own module imports this one."""

    @property
    def layout(self) -> BoardLayout:
        """The board without tiles."""

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""

    @property
    def racks(self) -> tuple[bytes, bytes]:
        """The tiles of both sides."""

    @property
    def zeros(self) -> int:
        """The scoreless turns in a row so far."""

    @property
    def seen(self) -> Counter[int]:
        """How many of each tile are on the board and the racks."""

    @property
    def bag(self) -> bytes:
        """The tiles in the bag."""

    def words(self) -> Iterator[tuple[str, bytes]]:
        """Every word on the board with its square."""


def status(position: Examined, lexicon: WordChecker | None = None) -> list[str]:
    """Everything that is impossible or odd, one line each; phonies only with a lexicon."""
    found = errors(position)
    limit = position.rules.zeros_limit
    if position.zeros < 0 or (limit is not None and position.zeros > limit):
        expected = "at least 0" if limit is None else f"0 to {limit}"
        found.append(f"{position.zeros} scoreless turns in a row, expected {expected}")
    if position.squares.any():
        found += _badly_placed(position)
    if lexicon is not None:
        phonies = [(square, word) for square, word in position.words() if word not in lexicon]
        found += [f"phony on the board: {at} {position.alphabet.decode(word)}" for at, word in phonies]
    return found


def errors(position: Examined) -> list[str]:
    """What no endgame can have, one line each."""
    alphabet, size = position.alphabet, position.rules.rack_size
    found = [
        f"rack of {len(rack)} tiles, at most {size}: {alphabet.rack_text(rack)!r}"
        for rack in position.racks
        if len(rack) > size
    ]
    if not any(position.racks):
        found.append("both racks are empty")
    for code, count in sorted(position.seen.items()):
        if count > alphabet.counts[code]:
            tile = alphabet.decode([code]) if code else f"{UNASSIGNED} (blank)"
            found.append(f"{count} tiles {tile}, the {alphabet.name} set has {alphabet.counts[code]}")
    if position.bag:
        found.append(f"{_left_over(position)}: {alphabet.rack_text(position.bag)!r}")
    return found


def _left_over(position: Examined) -> str:
    """Where the unseen tiles are, in words; an empty rack is one that is not known."""
    unknown = [holds for holds, rack in zip(HOLDS, position.racks, strict=True) if not rack]
    unseen, held = len(position.bag), len(unknown) * position.rules.rack_size
    count = unseen - held
    if count <= 0:
        return f"an empty rack, and {unseen} unseen tile{'s' if unseen > 1 else ''}"
    left = f"the bag is not empty: {count} tile{'s' if count > 1 else ''} left over"
    who = unknown[0] if len(unknown) == 1 else "both sides hold"
    return f"{left}, as {who} {held} of {unseen} unseen ones" if unknown else left


def _badly_placed(position: Examined) -> list[str]:
    """Tiles that no plays can have put where they are: not from the start square, or not in words."""
    found = []
    if not position.squares[position.layout.start]:
        found.append(f"the start square {square_name(*position.layout.start)} is empty")
    groups = _groups(position)
    for group in groups:
        names = ", ".join(square_name(row, col) for row, col in sorted(group))
        if len(group) == 1:
            found.append(f"a single tile on {names} makes no word")
        elif group is not groups[0]:
            found.append(f"floating tiles, not connected to the others: {names}")
    return found


def _groups(position: Examined) -> list[set[tuple[int, int]]]:
    """The tiles on the board in connected groups: the one on the start square, or else the largest, first."""
    left = {(int(row), int(col)) for row, col in np.argwhere(position.squares > 0)}
    groups = []
    while left:
        waiting = [left.pop()]
        group = set(waiting)
        while waiting:
            row, col = waiting.pop()
            around = {(row + by_row, col + by_col) for by_row, by_col in NEIGHBOURS} & left
            left -= around
            group |= around
            waiting += around
        groups.append(group)
    return sorted(groups, key=lambda group: (position.layout.start not in group, -len(group), min(group)))


TO_DO = "only endgames are solved: put every tile on the board or a rack"


class PositionError(ValueError):
    """A position that cannot be: no game leads to it, or it is no endgame."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.hint = hint  # what helps on the command line


@dataclass(frozen=True, eq=False)
class Position:
    """A position; equal to another when all but `previous` is equal."""

    alphabet: Alphabet
    layout: BoardLayout
    rules: Rules
    squares: Squares  # uint8[n, n], read-only; tile codes, 0 = empty
    racks: tuple[bytes, bytes] = (b"", b"")  # sorted codes, the player on turn first
    scores: tuple[int, int] = (0, 0)  # so far, the player on turn first
    zeros: int = 0  # scoreless turns in a row so far
    lexicon_name: str | None = None
    previous: Position | None = field(default=None, repr=False)
    extra: tuple[tuple[str, str], ...] = ()  # further operations of a CGP line: (name, operand)

    def __post_init__(self) -> None:
        squares = np.array(self.squares, dtype=np.uint8, order="C")
        squares.flags.writeable = False
        object.__setattr__(self, "squares", squares)
        first, second = (bytes(sorted(rack)) for rack in self.racks)
        object.__setattr__(self, "racks", (first, second))
        if squares.shape != (self.layout.size, self.layout.size):
            raise PositionError(f"a board of {squares.shape} squares does not fit {self.layout.name}")
        letters = squares[squares > 0] & ~np.uint8(BLANK)
        if np.any((letters < 1) | (letters > self.alphabet.size)):
            raise PositionError(f"a tile on the board is not in the {self.alphabet.name} set")
        if any(code > self.alphabet.size for code in first + second):
            raise PositionError(f"a tile on a rack is not in the {self.alphabet.name} set")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        """All fields but `previous`."""
        game = (self.alphabet, self.layout, self.rules, self.lexicon_name, self.extra)
        return (*game, self.squares.tobytes(), self.racks, self.scores, self.zeros)

    def __repr__(self) -> str:
        racks = "/".join(map(self.alphabet.rack_text, self.racks))
        first, second = self.scores
        lexicon = f" {self.lexicon_name}" if self.lexicon_name else ""
        return f"<Position {racks} {first}-{second}{lexicon}>"

    def __str__(self) -> str:
        """The board with racks and scores, as text; `scrabble.cgp.dumps` writes it in one line."""
        return str(provider(DRAWING).position_text(self))

    def _repr_html_(self) -> str:
        """The same as a picture, in a notebook."""
        return str(provider(DRAWING).position_html(self))

    # The tiles

    @cached_property
    def seen(self) -> Counter[int]:
        """How many of each tile are on the board and the racks; a played blank counts as a blank, code 0."""
        on_board = (0 if code & BLANK else int(code) for code in self.squares[self.squares > 0])
        return Counter((*on_board, *self.racks[0], *self.racks[1]))

    @cached_property
    def unseen(self) -> bytes:
        """The tiles of the set that are neither on the board nor on a rack, sorted."""
        return bytes(
            code for code, count in enumerate(self.alphabet.counts) for _ in range(count - self.seen[code])
        )

    @property
    def bag(self) -> bytes:
        """The tiles in the bag: all unseen ones, as both racks are known."""
        return self.unseen

    # Moves

    def _move(self, move: Move | str) -> Move:
        """Return a move that may be given as text.  Raises IllegalMoveError or TypeError."""
        if isinstance(move, Move):
            return move
        if isinstance(move, str):
            return parse_move(move, self)
        raise TypeError(f"move: expected a Move or its text, got {shortened(repr(move))}")

    def check(self, move: Move | str) -> None:
        """Raise IllegalMoveError unless the tiles of a move can be played; words are not looked up."""
        move = self._move(move)
        letters = {code & ~BLANK for _, _, code in move.placed}
        if not letters <= set(range(1, self.alphabet.size + 1)):
            raise IllegalMoveError(f"cannot play {move}: no such tile in the {self.alphabet.name} set")
        reason = self._objection(move)
        if reason:
            raise IllegalMoveError(f"cannot play {quoted(move_text(move, self))}: {reason}")

    def score(self, move: Move | str) -> int:
        """The points of a move, without what the end of the game brings.  Raises IllegalMoveError."""
        move = self._move(move)
        self.check(move)
        points = self.rules.bingo_bonus if len(move.placed) >= self.rules.bingo_length else 0
        for word in words_made(move, self.squares):
            factor, value = 1, 0
            for row, col, code, is_new in word:
                letter_factor = int(self.layout.letter_multiplier[row, col]) if is_new else 1
                factor *= int(self.layout.word_multiplier[row, col]) if is_new else 1
                value += letter_factor * self.alphabet.value_of(code)
            points += factor * value
        return points

    def new_words(self, move: Move | str) -> tuple[bytes, ...]:
        """The words a move makes, the main word first, blanks as letters.  Raises IllegalMoveError."""
        move = self._move(move)
        self.check(move)
        words = words_made(move, self.squares)
        return tuple(bytes(code & ~BLANK for _, _, code, _ in word) for word in words)

    def legal_moves(self, lexicon: WordChecker | str) -> LegalMoves:
        """Every play of the player on turn with its score, best first; the pass is left out.

        The lexicon is a `scrabble.Lexicon` or its name.  Raises PositionError for racks of more than 7.
        """
        # The move generator lies layers above and waits for numba, so it is imported by name when asked for.
        plays = provider(MOVES)
        return cast(LegalMoves, plays.legal_moves(self, lexicon))

    def parse_move(self, text: str) -> Move:
        """Read a move of this position, such as `8D (A)T`; whether it can be made is for `check` to say.

        Raises IllegalMoveError.
        """
        return parse_move(text, self)

    def move_text(self, move: Move) -> str:
        """Write a move of this position, such as `8D (A)T`."""
        return move_text(move, self)

    def play(self, move: Move | str) -> Position:
        """The position after a move, the other side on turn; no tiles are drawn.  Raises IllegalMoveError.

        The operations in `extra` speak of this position only and are left behind.
        """
        move = self._move(move)
        score = self.score(move)
        squares = self.squares.copy()
        left = Counter(self.racks[0])
        for row, col, code in move.placed:
            squares[row, col] = code
            left[0 if code & BLANK else code] -= 1
        is_scoreless = move.is_pass or (score == 0 and self.rules.zero_play_is_scoreless)
        return dataclasses.replace(
            self,
            squares=squares,
            racks=(self.racks[1], bytes(left.elements())),
            scores=(self.scores[1], self.scores[0] + score),
            zeros=self.zeros + 1 if is_scoreless else 0,
            previous=self,
            extra=(),
        )

    def undo(self) -> Position:
        """The position before the last move.  Raises IllegalMoveError when none was played."""
        if self.previous is None:
            raise IllegalMoveError("no move to undo")
        return self.previous

    def _objection(self, move: Move) -> str | None:
        """Why a move cannot be made, or None."""
        if self.is_over:
            return "the game is over"
        if move.is_pass:
            return None
        reason = why_illegal(move, self.squares, self.layout.start)
        missing = Counter(0 if code & BLANK else code for _, _, code in move.placed) - Counter(self.racks[0])
        if missing and not reason:
            lacking, rack = map(self.alphabet.rack_text, (missing.elements(), self.racks[0]))
            return f"{lacking!r} is not on the rack {rack!r}"
        return reason

    # The end of the game

    @property
    def zeros_left(self) -> int | None:
        """How many more scoreless turns in a row end the game, 0 when they have; None = they never do."""
        limit = self.rules.zeros_limit
        return None if limit is None else max(0, limit - self.zeros)

    @property
    def is_out(self) -> bool:
        """Has a side played its last tile, the bag being empty?"""
        return not self.bag and not all(self.racks)

    @property
    def is_over(self) -> bool:
        """Has a side gone out, or have there been too many scoreless turns?"""
        return self.is_out or self.zeros_left == 0

    @property
    def final_scores(self) -> tuple[int, int]:
        """The scores, with what the end of the game brings if it is over; the player on turn first."""
        mine, theirs = map(self.alphabet.value, self.racks)
        if self.is_out:
            gain, loss = self.rules.out_gain, self.rules.out_loss
            # Who is out has a rack worth nothing, so one side of each difference is 0.
            return self.scores[0] + gain * theirs - loss * mine, self.scores[1] + gain * mine - loss * theirs
        if self.is_over:
            loss = self.rules.scoreless_loss
            return self.scores[0] - loss * mine, self.scores[1] - loss * theirs
        return self.scores

    # Its words, and what is wrong with it

    def words(self) -> Iterator[tuple[str, bytes]]:
        """Every word on the board, blanks as letters, with its square: 8D across, D8 down."""
        size = self.layout.size
        for down, row, col in itertools.product((False, True), range(size), range(size)):
            first_row, first_col, length = word_through(self.squares, row, col, down)
            if (row, col) == (first_row, first_col) and length > 1 and self.squares[row, col]:
                line = Move(row, col, down, bytes(length)).squares
                yield square_name(row, col, down), bytes(int(self.squares[at]) & ~BLANK for at in line)

    def problems(self, lexicon: WordChecker | None = None) -> list[str]:
        """Everything that is impossible or odd here, one line each; phonies only with a lexicon."""
        return status(self, lexicon)


def require_solvable(position: Position) -> None:
    """Raise PositionError, in one line, for a position that is no endgame or cannot come up in a game."""
    found = errors(position)
    if position.bag:
        found.append(TO_DO)
    if found:
        raise PositionError("; ".join(found), "endgame moves lists plays" if position.bag else "")


def scores_line(position: Position) -> str:
    """The racks and scores of both sides in one line."""
    names = ("on turn", "other side")
    racks = [position.alphabet.rack_text(rack) or "no tiles" for rack in position.racks]
    told = zip(names, racks, position.scores, strict=True)
    return ", ".join(f"{name} {rack} {score}" for name, rack, score in told)
