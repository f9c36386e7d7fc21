"""A move as one number, for the kernels.

    bits   0-2    tiles laid, 0 = pass        bits  9-13   square of the first tile laid, in its line
           3      direction: 0 across, 1 down       14-62  the tiles laid in order, 7 bits a tile code
           4-8    line (row, or column of a play downwards)

The tiles already on the board are not part of it: together with the board the number says everything, and
equal moves have equal numbers.  A play of one tile that forms words both ways is one across.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline
from scrabble.game.move import Move, canonical
from scrabble.game.position import Position
from scrabble.movegen.squares import SQUARE_BITS, SQUARE_MASK

PASS = 0
MOST_LAID = 7  # tiles that a move can lay; all bits of their number
CODE_BITS = 7
CODE_MASK = (1 << CODE_BITS) - 1
DIRECTION_AT = 3  # where the parts of a number begin
LINE_AT = DIRECTION_AT + 1
SQUARE_AT = LINE_AT + SQUARE_BITS
LETTERS_AT = SQUARE_AT + SQUARE_BITS


class Placement(NamedTuple):
    """The tiles that a move lays, with their squares."""

    direction: int  # 0 across, 1 down
    line: int
    square: int  # of the first tile laid
    codes: tuple[int, ...]  # of the tiles laid, in order; none is a pass


def placement(number: int) -> Placement:
    """The parts of a packed move; for Python."""
    laid, letters = number & MOST_LAID, number >> LETTERS_AT
    return Placement(
        number >> DIRECTION_AT & 1,
        number >> LINE_AT & SQUARE_MASK,
        number >> SQUARE_AT & SQUARE_MASK,
        tuple(letters >> CODE_BITS * index & CODE_MASK for index in range(laid)),
    )


def unpack(number: int, position: Position) -> Move:
    """The move of the kernels as a Move of a position."""
    if number == PASS:
        return Move(0, 0, False, b"")
    line, start = number >> LINE_AT & SQUARE_MASK, number >> SQUARE_AT & SQUARE_MASK
    is_down = bool(number >> DIRECTION_AT & 1)
    squares = (position.squares[:, line] if is_down else position.squares[line]).tolist()
    while start > 0 and squares[start - 1]:
        start -= 1
    left, letters, tiles = number & MOST_LAID, number >> LETTERS_AT, bytearray()
    for on_board in squares[start:]:
        if on_board:
            tiles.append(0)
        elif left:
            tiles.append(letters & CODE_MASK)
            letters >>= CODE_BITS
            left -= 1
        else:
            break
    row, column = (start, line) if is_down else (line, start)
    return Move(row, column, is_down, bytes(tiles))


def packed(move: Move) -> int:
    """A Move as the number that the kernels use; one-tile plays must be in the canonical direction."""
    laid = [(index, code) for index, code in enumerate(move.tiles) if code]
    if not laid:
        return PASS
    line, start = (move.col, move.row) if move.down else (move.row, move.col)
    letters = sum(code << CODE_BITS * index for index, (_, code) in enumerate(laid))
    first = start + laid[0][0]
    return (
        len(laid) | move.down << DIRECTION_AT | line << LINE_AT | first << SQUARE_AT | letters << LETTERS_AT
    )


def number_of(move: Move, position: Position) -> int:
    """Return a move of a position, written in either direction, as the number that the kernels use."""
    return packed(canonical(move, position.squares))


@inline
def pack(direction, line, square, tiles, letters):
    """Pack a move; `letters` holds the tile codes, the first one lowest."""
    return (
        np.int64(tiles)
        | (np.int64(direction) << DIRECTION_AT)
        | (np.int64(line) << LINE_AT)
        | (np.int64(square) << SQUARE_AT)
        | (np.int64(letters) << LETTERS_AT)
    )


@inline
def tiles_of(move):
    """The number of tiles laid; 0 is a pass."""
    return move & MOST_LAID


@inline
def direction_of(move):
    """0 for across, 1 for down."""
    return (move >> DIRECTION_AT) & 1


@inline
def line_of(move):
    """The row of a play across, the column of a play down."""
    return (move >> LINE_AT) & SQUARE_MASK


@inline
def square_of(move):
    """Return the index in its line of the first tile laid."""
    return (move >> SQUARE_AT) & SQUARE_MASK


@inline
def code_of(move, index):
    """The code of the tile laid as number `index`."""
    return (move >> (LETTERS_AT + CODE_BITS * index)) & CODE_MASK
