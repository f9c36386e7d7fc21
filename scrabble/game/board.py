"""The board: its size, its premium squares and the square that the first play must cover.

          A B C D E F G H ...
     1    = . . ' . . . =          =  word x 3     "  letter x 3
     2    . - . . . " . .          -  word x 2     '  letter x 2
     3    . . - . . . ' .          ~  word x 4     ^  letter x 4
    ...                            .  or a space: a plain square

Row 0 of an array is row 1, column 0 is column A.  Layouts are data (`boards/*.toml`); a file of the
same form is loaded by its path.  The tiles on a board are a separate array, `Squares`: uint8[n, n] of
tile codes, 0 = empty.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scrabble.errors import ScrabbleError
from scrabble.files import data_files, read_file
from scrabble.game.tiles import quoted

Squares: TypeAlias = NDArray[np.uint8]

LETTER_SIGNS = {"'": 2, '"': 3, "^": 4}
WORD_SIGNS = {"-": 2, "=": 3, "~": 4}
PLAIN_SIGNS = ". "
MOST_ROWS = 26  # one letter for each column
MOST_BYTES = 1 << 20  # of a file


class LayoutError(ScrabbleError):
    """An unknown board, or a drawing that is not a board."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardLayout:
    """A board without tiles.  Two layouts are equal when they have the same name and the same squares."""

    name: str
    letter_multiplier: Squares  # uint8[n, n], read-only; 1 on plain squares
    word_multiplier: Squares  # uint8[n, n], read-only; 1 on plain squares
    start: tuple[int, int]  # row, col

    def __post_init__(self) -> None:
        for field in ("letter_multiplier", "word_multiplier"):
            array = np.array(getattr(self, field), dtype=np.uint8, order="C")
            array.flags.writeable = False
            object.__setattr__(self, field, array)
        if not self.letter_multiplier.shape == self.word_multiplier.shape == (self.size, self.size):
            raise LayoutError(f"board {quoted(self.name)} is not square: {self.letter_multiplier.shape}")
        if not 2 <= self.size <= MOST_ROWS:
            raise LayoutError(f"board {quoted(self.name)} has {self.size} rows, expected 2 to {MOST_ROWS}")
        if not all(0 <= coordinate < self.size for coordinate in self.start):
            raise LayoutError(f"board {quoted(self.name)}: the start square {self.start} is not on it")

    @property
    def size(self) -> int:
        """The number of rows, which is the number of columns."""
        return len(self.letter_multiplier)

    @staticmethod
    def names() -> tuple[str, ...]:
        """Return the names of the bundled boards, sorted."""
        return tuple(data_files("boards"))

    @staticmethod
    def load(name: str) -> BoardLayout:
        """Return the bundled layout of this name, or that of the file of this path, if it ends in .toml.

        A layout loaded by its path has the path as its name.  Raises LayoutError.
        """
        if name.endswith(".toml"):
            try:
                data = tomllib.loads(read_file(Path(name), MOST_BYTES).decode())
                return _from_data(data | {"name": name})
            except (OSError, ValueError) as error:
                raise LayoutError(f"cannot read board {quoted(name)}: {error}") from None
        if name in data_files("boards"):
            return _load(name)
        for known in data_files("boards"):
            if name in _data(known).get("aliases", ()):
                return _load(known)
        raise LayoutError(f"unknown board {quoted(name)}, expected one of {', '.join(data_files('boards'))}")

    @staticmethod
    def from_rows(
        rows: Sequence[str], name: str = "custom", start: tuple[int, int] | None = None
    ) -> BoardLayout:
        """Return the layout that `rows` draw; without `start` the first play covers the centre."""
        size = len(rows)
        letters, words = np.ones((2, size, size), dtype=np.uint8)
        for row, line in enumerate(rows):
            if len(line) != size:
                raise LayoutError(
                    f"row {row + 1} of the board has {len(line)} squares, expected {size}: {line!r}"
                )
            for col, sign in enumerate(line):
                if sign not in LETTER_SIGNS and sign not in WORD_SIGNS and sign not in PLAIN_SIGNS:
                    raise LayoutError(f"unknown sign {sign!r} in row {row + 1} of the board: {line!r}")
                letters[row, col] = LETTER_SIGNS.get(sign, 1)
                words[row, col] = WORD_SIGNS.get(sign, 1)
        return BoardLayout(name, letters, words, (size // 2, size // 2) if start is None else start)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardLayout) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        return self.name, self.start, self.letter_multiplier.tobytes(), self.word_multiplier.tobytes()


def empty_squares(layout: BoardLayout) -> Squares:
    """Return an empty board of this layout, writable."""
    return np.zeros((layout.size, layout.size), dtype=np.uint8)


def square_name(row: int, col: int, down: bool = False) -> str:
    """Return the name of a square: 8H, or H8 if a word runs down from it."""
    column = chr(ord("A") + col) if 0 <= col < MOST_ROWS else f"({col + 1})"
    return f"{column}{row + 1}" if down else f"{row + 1}{column}"


def parse_square(text: str) -> tuple[int, int, bool]:
    """Return row, column and whether it is down, of 8H (across) or H8 (down).  Raises LayoutError.

    The square may lie off the board.
    """
    match = re.fullmatch(r"(?:([0-9]{1,2})([A-Z])|([A-Z])([0-9]{1,2}))", text, re.IGNORECASE | re.ASCII)
    if match is None:
        raise LayoutError(f"expected a square such as 8H or H8, got {quoted(text)}")
    row, column = match[1] or match[4], match[2] or match[3]
    return int(row) - 1, ord(column.upper()) - ord("A"), match[1] is None


@functools.cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(data_files("boards")[name].read_text("utf-8"))


@functools.cache
def _load(name: str) -> BoardLayout:
    return _from_data(_data(name))


def _from_data(data: dict[str, Any]) -> BoardLayout:
    if not isinstance(data.get("rows"), str):
        raise LayoutError(f"board {quoted(data['name'])}: expected its rows as one text")
    start = parse_square(data["start"])[:2] if "start" in data else None
    return BoardLayout.from_rows(data["rows"].strip("\r\n").splitlines(), data["name"], start)
