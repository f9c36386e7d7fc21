"""Reach of a play: the later plays that can profit from it if only one side lays tiles.

    ends    the squares at the ends of the runs that hold a tile of the play: exactly the plays that cover one
            make a word with such a tile
    ring    of a square: the first empty squares from it in all four directions

A sequence of plays that covers no end of the play is as legal, and scores the same, as if the play had not
been made.  Take any other one, of k tiles in all, and its first play y that covers an end.  Plays that y need
not wait for, because no word of theirs holds a tile of one that y needs, can be put off.  Then the first play
x is y, or y stands on its tiles, through words: from an end that y covers to a tile of x leads a chain of new
tiles, each on the ring of the one before.  No tile of x lies on the chain but its last one, so the chain has
at most k - |x| tiles besides, and

    a tile of x lies on an end, or at most k - |x| rings away from one

If none is nearer than that, the chain holds all other tiles of the sequence.  It leaves the end along one
line, and across that line the word through the end holds no new tile but the one that covers it: else the
chain could be shorter.  So some tile that x leaves must be in the cross-set of the end for that line.
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inline
from scrabble.movegen.bits import lowest
from scrabble.movegen.cross_sets import cross_information, fits
from scrabble.movegen.packed_move import code_of, direction_of, line_of, square_of
from scrabble.movegen.packed_rack import TYPES, count_of
from scrabble.movegen.squares import (
    bit_of,
    column_of,
    ends_around,
    line_bit,
    mark,
    number_along,
    row_of,
    run_ends,
)

EVERY_SQUARE = 0xFFFFFFFF
ANYTHING = np.uint64(0)
LEVELS = 6  # plays that leave no tile, one, ... and five
PLACES = LEVELS + 2  # work space for two rings besides
OFF_BOARD = -1


@inline
def mark_reach(board, reach, tiles, laid, letters):
    """Mark the squares near a play just made, given as PlacedSquares.

    `reach[left]` is for plays that leave `left` of the `tiles`, which can be `letters`, a bit mask.
    """
    for level in range(tiles):
        _clear(reach[level])
    squares = np.uint64(laid.squares)
    mark_ends(board, reach[0], laid.direction, laid.line, lowest(squares))
    while squares:
        square = lowest(squares)
        squares &= squares - np.uint64(1)
        mark_ends(board, reach[0], 1 - laid.direction, square, laid.line)
    _mark_rings(board, reach[0], reach[1], letters)
    for level in range(2, tiles):
        _mark_rings(board, reach[level - 1], reach[level], ANYTHING)
    within, beyond = reach[LEVELS], reach[LEVELS + 1]
    _clear(within)
    _add(within, reach[0])
    for level in range(1, tiles):
        _add(reach[level], within)
        if level + 1 < tiles:
            _clear(beyond)
            _mark_rings(board, within, beyond, ANYTHING)
            _add(within, beyond)


@inline
def _clear(marks):
    for line in range(marks.shape[1]):
        marks[0, line] = marks[1, line] = 0


@inline
def _add(marks, others):
    for line in range(marks.shape[1]):
        marks[0, line] |= others[0, line]
        marks[1, line] |= others[1, line]


@inline
def mark_all(reach, levels):
    """Mark every square."""
    for level in range(levels):
        for line in range(reach.shape[2]):
            reach[level, 0, line] = reach[level, 1, line] = EVERY_SQUARE


@inline
def mark_ends(board, ends, direction, line, square):
    """Mark both ends of the run of a line through `square`."""
    start, end = run_ends(board.occupied[direction, line], square)
    for place in (start, end):
        if 0 <= place < board.letters.shape[1]:
            mark(ends, direction, line, place)


@inline
def lines_joining(state, side, leave, move, squares, joining):
    """Find where a later play of a side may join a single tile not laid yet: (lines near it, its runs).

    Near it are the lines through its ends, as `line_bit`; its runs are the lines where it is laid at one.
    By type of the tiles in `leave`, `joining` gets the lines where such a tile fits an end, provided that no
    other single tile has that end.  `squares` gets the square of the tile and its ends, as numbers, first
    those across, OFF_BOARD for none.
    """
    board, near, runs, count = state.board, np.uint64(0), np.uint64(0), np.int64(1)
    squares[0] = number_along(direction_of(move), line_of(move), square_of(move))
    for kind in range(TYPES):
        joining[kind] = 0
    for direction in range(2):
        line, square = line_of(move), square_of(move)
        if direction != direction_of(move):
            line, square = square, line
        start, end = ends_around(board.occupied[direction, line], square)
        is_alone = end - start == 2
        for place in (start, end):
            is_on_board = 0 <= place < board.letters.shape[1]
            squares[count] = number_along(direction, line, place) if is_on_board else np.int64(OFF_BOARD)
            count += 1
            if not is_on_board:
                continue
            along, across = line_bit(direction, line), line_bit(1 - direction, place)
            near |= along | across
            if not is_alone:
                runs |= along
                _add_fitting(state, side, leave, board.cross_sets[direction, line, place], joining, along)
            board.letters[direction, line, square] = code_of(move, 0)
            cross_set, _ = cross_information(state.words, board, np.int64(1 - direction), place, line)
            board.letters[direction, line, square] = 0
            _add_fitting(state, side, leave, cross_set, joining, across)
    return near, runs


@inline
def _add_fitting(state, side, leave, cross_set, joining, line):
    """Put a line where it belongs by the types of tiles that fit on a square of it."""
    for kind in range(TYPES):
        if count_of(leave, kind) > 0 and fits(cross_set, np.int64(state.hands.kinds[side, kind])):
            joining[kind] |= line


@inline
def joins(squares, runs, play):
    """Return whether a play joins a single tile, of which `lines_joining` has found squares and runs.

    It covers an end of a run, or, with two tiles or more, comes across a line where that tile is alone.
    """
    for place in range(1, squares.shape[0]):
        square, direction = squares[place], (place - 1) >> 1
        if square != OFF_BOARD and _covers(play, square):
            line = row_of(square) if direction == 0 else column_of(square)
            if runs & line_bit(direction, line) != 0:
                return True
            if play.laid > 1 and direction_of(play.move) != direction:
                return True
    return False


@inline
def _covers(play, square):
    """Return whether a play covers a square, given as one number."""
    line, place = row_of(square), column_of(square)
    if direction_of(play.move) != 0:
        line, place = place, line
    return line == line_of(play.move) and play.squares & bit_of(place) != 0


@inline
def _mark_rings(board, inside, rings, letters):
    """Mark the rings of the squares `inside`, along lines for which their cross-set has one of `letters`."""
    n = board.letters.shape[1]
    for row in range(n):
        marked = np.uint64(inside[0, row])
        while marked:
            column = lowest(marked)
            marked &= marked - np.uint64(1)
            for direction in range(2):
                line, square = (row, column) if direction == 0 else (column, row)
                if letters != ANYTHING and board.cross_sets[direction, line, square] & letters == 0:
                    continue
                start, end = ends_around(board.occupied[direction, line], square)
                if start >= 0:
                    mark(rings, np.int64(direction), line, start)
                if end < n:
                    mark(rings, np.int64(direction), line, end)
