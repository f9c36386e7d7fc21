"""Plays as certificates write them: a square and the tiles, a dot for each tile that lies there already.

    3F .LANO    across from column F of row 3          F3 .LANO    down          pass

One tile that makes words both ways is written across.
"""

from __future__ import annotations

import re

from scrabble.certificate.game import PASS, Game, Play, laid, run
from scrabble.game.tiles import Alphabet, TileError, quoted

SQUARE = re.compile(r"([1-9][0-9]?)([A-Z])|([A-Z])([1-9][0-9]?)")
PASS_TEXT = "pass"


class NotationError(ValueError):
    """A text that is no play."""


class Notation:
    """Plays of one game as text, and back."""

    def __init__(self, game: Game, alphabet: Alphabet) -> None:
        self.game, self.alphabet = game, alphabet

    def text(self, board: bytes, play: Play) -> str:
        """Write a play."""
        if play.is_pass:
            return PASS_TEXT
        size, squares = self.game.size, play.squares
        after = laid(board, play)
        across, down = (run(self.game, after, squares[0], is_down) for is_down in (False, True))
        is_down = squares[1] - squares[0] >= size if len(squares) > 1 else len(across) == 1 < len(down)
        word = down if is_down else across
        tiles = "".join("." if board[at] else self.alphabet.decode([after[at]]) for at in word)
        row, column = str(word[0] // size + 1), chr(ord("A") + word[0] % size)
        return f"{column}{row} {tiles}" if is_down else f"{row}{column} {tiles}"

    def play(self, text: str) -> Play:
        """Read a play; whether it is legal is another question.  Raises NotationError."""
        if text == PASS_TEXT:
            return PASS
        square, _, tiles = text.partition(" ")
        match = SQUARE.fullmatch(square)
        if match is None or not tiles:
            raise NotationError(f"expected a play such as '3F .LANO', or 'pass', got {quoted(text)}")
        row, column = int(match[1] or match[4]) - 1, ord(match[2] or match[3]) - ord("A")
        by_row, by_column = (0, 1) if match[1] else (1, 0)
        squares, codes = [], bytearray()
        for part in re.findall(r"\.|[^.]+", tiles):
            for code in (None,) if part == "." else self._codes(part, text):
                if not (row < self.game.size and column < self.game.size):
                    raise NotationError(f"it runs off the board: {quoted(text)}")
                if code is not None:
                    squares.append(row * self.game.size + column)
                    codes.append(code)
                row, column = row + by_row, column + by_column
        return Play(tuple(squares), bytes(codes))

    def _codes(self, part: str, text: str) -> bytes:
        try:
            codes = self.alphabet.encode(part)
        except TileError as error:
            raise NotationError(f"{error}, in the play {quoted(text)}") from None
        if 0 in codes:
            raise NotationError(f"a blank stands for no letter: {quoted(text)}")
        return codes
