"""A move as one number, for the kernels.

    bits   0-2    tiles laid, 0 = pass        bits  9-13   square of the first tile laid, in its line
           3      direction: 0 across, 1 down       14-62  the tiles laid in order, 7 bits a tile code
           4-8    line (row, or column of a play downwards)

The tiles already on the board are not part of it: together with the board the number says everything, and
equal moves have equal numbers.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inner

PASS = 0
CODE_BITS = 7
CODE_MASK = 127
LETTERS_AT = 14
MOST_LAID = 7


@inner
def pack(direction, line, square, tiles, letters):
    """Pack a move; `letters` holds the tile codes, the first one lowest."""
    return (
        np.int64(tiles)
        | (np.int64(direction) << 3)
        | (np.int64(line) << 4)
        | (np.int64(square) << 9)
        | (np.int64(letters) << LETTERS_AT)
    )


@inner
def tiles_of(move):
    """The number of tiles laid; 0 is a pass."""
    return move & 7


@inner
def direction_of(move):
    """0 for across, 1 for down."""
    return (move >> 3) & 1


@inner
def line_of(move):
    """The row of a play across, the column of a play down."""
    return (move >> 4) & 31


@inner
def square_of(move):
    """Where in its line the first tile is laid."""
    return (move >> 9) & 31


@inner
def code_of(move, index):
    """The code of the tile laid as number `index`."""
    return (move >> (LETTERS_AT + CODE_BITS * index)) & CODE_MASK
