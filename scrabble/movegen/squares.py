"""Squares of a board: as numbers, as bits of lines, and where the tiles on a line end.

    number    row * 32 + column
    marks     uint32[2, n]    bit s of marks[direction, line]: square s of that line, so every square has two
    run       . A B C .       the ends of the run of tiles through B are the squares before A and behind C,
              ^       ^       -1 and n off the board

No board has 32 lines: a line of squares is a number of 32 bits, and a square on it needs 5.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline
from scrabble.movegen.bits import highest, lowest

SQUARE_BITS = 5
SQUARE_MASK = (1 << SQUARE_BITS) - 1


class PlacedSquares(NamedTuple):
    """The squares on which tiles are laid, by a play or by none."""

    direction: int
    line: int
    squares: np.uint32  # of the line, a bit each


@inline
def square_number(row, column):
    """A square as one number."""
    return (np.int64(row) << SQUARE_BITS) + column


@inline
def number_along(direction, line, square):
    """A square of a line as one number."""
    return square_number(line, square) if direction == 0 else square_number(square, line)


@inline
def line_bit(direction, line):
    """A line, as a bit of 64."""
    return np.uint64(1) << np.uint64(32 * direction + line)


@inline
def line_of_bit(bit):
    """The direction and the line of a `line_bit`, by its number."""
    return np.int64(bit) >> SQUARE_BITS, np.int64(bit) & SQUARE_MASK


@inline
def row_of(square):
    """The row of a square given as one number."""
    return np.int64(square) >> SQUARE_BITS


@inline
def column_of(square):
    """The column of a square given as one number."""
    return np.int64(square) & SQUARE_MASK


@inline
def bit_of(square):
    """A square of a line, as a bit."""
    return np.uint32(1) << np.uint32(square)


@inline
def mark(marks, direction, line, square):
    """Mark a square along both directions."""
    marks[direction, line] |= bit_of(square)
    marks[1 - direction, square] |= bit_of(line)


@inline
def run_ends(filled, square):
    """The ends of the run of tiles through `square` of a line; the square itself twice if it is empty.

    The squares of the line with a tile are the bits of `filled`.
    """
    empty = ~np.uint64(filled)
    return _last_before(empty, square + 1), lowest(empty >> np.uint64(square)) + square


@inline
def ends_around(filled, square):
    """The ends of the run through `square` of a line, counted as if a tile lay on it."""
    empty = ~np.uint64(filled)
    return _last_before(empty, square), lowest(empty >> np.uint64(square + 1)) + square + 1


@inline
def _last_before(squares, square):
    """The last one of these squares of a line that is before `square`, or -1."""
    return highest(squares & ((np.uint64(1) << np.uint64(square)) - np.uint64(1)))
