"""Footprints: the squares that must stay untouched for a play to remain what it is.

                    . b .            new squares of the play (WORD)      # #
                  b W O R D b        squares beyond the ends of its main word, and of every
                    . b .            word across a new square            b

If no later tile lands in the footprint of a play, the play stays legal with the same score: it reads
only those squares and letters that never change.  So one out-play of the opponent that a move of mine does
not touch is a reply he has in any case.

The footprint is kept as bit masks of all lines in both directions, so that a test of a play against it is
one AND with the squares the play lays tiles on.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inner
from scrabble.movegen.bits import lowest
from scrabble.movegen.packed_move import direction_of, line_of
from scrabble.movegen.state import run_ends


@inner
def footprint(board, move, squares, masks):
    """Write the footprint of a play to `masks`, uint32[2, n]; `squares` are those it lays tiles on."""
    letters = board.letters
    direction, line = direction_of(move), line_of(move)
    n = letters.shape[1]
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
        _add(masks, direction, line, square)
        start, end = _ends_across(letters[1 - direction, square], line)
        if start >= 0:
            _add(masks, direction, start, square)
        if end < n:
            _add(masks, direction, end, square)
    start, _ = _ends_across(letters[direction, line], first)
    _, end = _ends_across(letters[direction, line], last)
    if start >= 0:
        _add(masks, direction, line, start)
    if end < n:
        _add(masks, direction, line, end)


@inner
def _ends_across(squares, square):
    """The squares before and behind the run through `square`, counted as if a tile lay on it."""
    n = squares.shape[0]
    start, end = square - 1, square + 1
    if start >= 0:
        start, _ = run_ends(squares, start)
    if end < n:
        _, end = run_ends(squares, end)
    return start, end


@inner
def _add(masks, direction, line, square):
    masks[direction, line] |= np.uint32(1) << np.uint32(square)
    masks[1 - direction, square] |= np.uint32(1) << np.uint32(line)
