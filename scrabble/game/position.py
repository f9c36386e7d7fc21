"""The position: board, racks, scores and scoreless turns so far, seen by the player on turn.

    racks[0], scores[0]   the player on turn            play(move)   the other side is on turn, so
    racks[1], scores[1]   the other side                             racks and scores change places

A position never changes; `play` makes a new one that remembers the old.  Words are not looked up
here: `play` asks only whether the tiles fit, and `new_words` names the words to look up.  Scores
leave out what the end of the game brings until `final_scores` is asked.

Invariant: `position.play(move).undo() is position`.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import cast

import numpy as np

from scrabble.game.board import Layout, Squares, square_name
from scrabble.game.move import (
    IllegalMoveError,
    Move,
    misfit,
    move_text,
    parse_move,
    word_through,
    words_made,
)
from scrabble.game.problems import Vocabulary, impossible, problems
from scrabble.game.rules import Rules
from scrabble.game.step import LegalMoves
from scrabble.game.tiles import BLANK, Alphabet, quoted, shortened

TO_DO = "only endgames are solved: put every tile on the board or a rack"
SHOWN = "scrabble.report.notebook"  # layers above, imported by name when asked for


class PositionError(ValueError):
    """A position that cannot be: no game leads to it, or it is no endgame."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.hint = hint  # what helps on the command line


@dataclass(frozen=True, eq=False)
class Position:
    """A position; equal to another when all but `previous` is equal."""

    alphabet: Alphabet
    layout: Layout
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
        return str(import_module(SHOWN).position_text(self))

    def _repr_html_(self) -> str:
        """The same as a picture, in a notebook."""
        return str(import_module(SHOWN).position_html(self))

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

    def legal_moves(self, lexicon: Vocabulary | str) -> LegalMoves:
        """Every play of the player on turn with its score, best first; the pass is left out.

        The lexicon is a `scrabble.Lexicon` or its name.  Raises PositionError for racks of more than 7.
        """
        # The move generator lies layers above and waits for numba, so it is imported by name when asked for.
        plays = import_module("scrabble.endgame.plays")
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
        reason = misfit(move, self.squares, self.layout.start)
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

    def problems(self, lexicon: Vocabulary | None = None) -> list[str]:
        """Everything that is impossible or odd here, one line each; phonies only with a lexicon."""
        return problems(self, lexicon)


def refuse(position: Position) -> None:
    """Raise PositionError, in one line, for a position that is no endgame or cannot come up in a game."""
    found = impossible(position)
    if position.bag:
        found.append(TO_DO)
    if found:
        raise PositionError("; ".join(found), "endgame moves lists plays" if position.bag else "")
