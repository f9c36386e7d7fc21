"""Which plays can make anything of a play, if only one side lays tiles?

    ends    the squares at the ends of the runs that hold a tile of the play: whoever covers one makes a word
            with such a tile, and nobody else does
    ring    of a square: the first empty squares from it in all four directions

A sequence of plays that covers no end of the play is as legal, and scores the same, as if the play had not
been made.  Take any other one, of k tiles in all, and its first play y that covers an end.  Plays that y need
not wait for, because no word of theirs holds a tile of one that y needs, can be put off.  Then the first play
x is y, or y stands on its tiles, through words: from an end that y covers to a tile of x leads a chain of new
tiles, each on the ring of the one before.  No tile of x lies on the chain but its last one, so the chain has
at most k - |x| tiles besides, and

    a tile of x lies on an end, or at most k - |x| rings away from one
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inner
from scrabble.bits import lowest
from scrabble.state import run_ends

LEVELS = 4  # ends, their ring, its ring, and the ring of that


@inner
def mark_near(board, near, levels, direction, line, squares):
    """Mark the squares near the play that has laid tiles on `squares` of a line, level by level."""
    n = board.letters.shape[1]
    for level in range(levels):
        for each in range(n):
            near[level, 0, each] = near[level, 1, each] = 0
    laid = np.uint64(squares)
    _mark_ends(board, near, direction, line, lowest(laid))
    while laid:
        square = lowest(laid)
        laid &= laid - np.uint64(1)
        _mark_ends(board, near, 1 - direction, square, line)
    for level in range(1, levels):
        for row in range(n):
            near[level, 0, row] |= near[level - 1, 0, row]
            near[level, 1, row] |= near[level - 1, 1, row]
        for row in range(n):
            marked = np.uint64(near[level - 1, 0, row])
            while marked:
                column = lowest(marked)
                marked &= marked - np.uint64(1)
                _mark_ring(board, near[level], row, column)


@inner
def _mark_ends(board, near, direction, line, square):
    """Mark both ends of the run of a line through `square`."""
    start, end = run_ends(board.letters[direction, line], square)
    for place in (start, end):
        if 0 <= place < board.letters.shape[1]:
            _mark(near[0], direction, line, place)


@inner
def _mark_ring(board, level, row, column):
    n = board.letters.shape[1]
    for direction in range(2):
        line, square = (row, column) if direction == 0 else (column, row)
        letters = board.letters[direction, line]
        for step in (-1, 1):
            place = square + step
            while 0 <= place < n and letters[place] != 0:
                place += step
            if 0 <= place < n:
                _mark(level, np.int64(direction), line, place)


@inner
def _mark(level, direction, line, square):
    level[direction, line] |= np.uint32(1) << np.uint32(square)
    level[1 - direction, square] |= np.uint32(1) << np.uint32(line)
