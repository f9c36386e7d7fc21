"""Footprint of a play: the squares that must stay untouched for the play to remain what it is.

                    . b .            new squares of the play (WORD)      # #
                  b W O R D b        squares beyond the ends of its main word, and of every
                    . b .            word across a new square            b

If no later tile lands in the footprint of a play, the play stays legal with the same score: it reads
only those squares and letters that never change (bounds/README.md, T3).  So one out-play of the opponent that
a move of the side to move does not touch remains a reply in any case (T4).

The footprint is kept as bit masks of all lines in both directions, so that a test of a play against it is
one AND with the squares the play lays tiles on.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inline
from scrabble.movegen.bits import lowest
from scrabble.movegen.packed_move import direction_of, line_of
from scrabble.movegen.squares import ends_around, mark


@inline
def footprint(board, move, squares, masks):
    """Write the footprint of a play to `masks`, uint32[2, n]; `squares` are those it lays tiles on."""
    direction, line, n = direction_of(move), line_of(move), board.letters.shape[1]
    for each in range(n):
        masks[0, each] = 0
        masks[1, each] = 0
    laid = np.uint64(squares)
    first = lowest(laid)
    last = first
    while laid:
        square = lowest(laid)
        laid &= laid - np.uint64(1)
        last = square
        mark(masks, direction, line, square)
        start, end = ends_around(board.occupied[1 - direction, square], line)
        if start >= 0:
            mark(masks, direction, start, square)
        if end < n:
            mark(masks, direction, end, square)
    start, _ = ends_around(board.occupied[direction, line], first)
    _, end = ends_around(board.occupied[direction, line], last)
    if start >= 0:
        mark(masks, direction, line, start)
    if end < n:
        mark(masks, direction, line, end)
