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
from scrabble.movegen.bits import highest, lowest
from scrabble.movegen.packed_move import direction_of, line_of, square_of
from scrabble.movegen.squares import bit_of, ends_around, mark, run_ends

EVERY_SQUARE = 0xFFFFFFFF
ANYTHING = np.uint64(0)
LEVELS = 6  # plays that leave no tile, one, ... and five
PLACES = LEVELS + 2  # work space for two rings besides


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
def mark_joining(board, lines, near, move, letters, bit):
    """Mark the lines that lead through an end of a single tile just laid in `near`, with `bit`.

    In `lines` only those where a play of `letters` may join it.
    """
    for direction in range(2):
        line, square = line_of(move), square_of(move)
        if direction != direction_of(move):
            line, square = square, line
        start, end = run_ends(board.occupied[direction, line], square)
        is_alone = end - start == 2
        for step in (-1, 1):
            place = start if step < 0 else end
            if place < 0 or place >= board.letters.shape[1]:
                continue
            near[1 - direction, place] |= bit
            near[direction, line] |= bit
            if not is_alone and board.cross_sets[direction, line, place] & letters != 0:
                lines[direction, line] |= bit
            if is_alone and not _gains_by_order(board, np.int64(direction), line, place, step):
                before = _is_beside_tile(board, 1 - direction, place, line - 1)
                behind = _is_beside_tile(board, 1 - direction, place, line + 1)
                if before and behind:
                    continue
            if board.cross_sets[1 - direction, place, line] & letters != 0:
                lines[1 - direction, place] |= bit


@inline
def _gains_by_order(board, direction, line, place, step):
    """Return whether a play across an end of a tile alone on a line may gain if it comes after that tile."""
    beyond = place + step
    if 0 <= beyond < board.letters.shape[1] and board.letters[direction, line, beyond] != 0:
        return True
    times = board.letter_multiplier[direction, line, place] * board.word_multiplier[direction, line, place]
    return times > 1


@inline
def _is_beside_tile(board, direction, line, square):
    """Return whether a square of a line has a tile, or one beside it across the line, or is off the board."""
    if square < 0 or square >= board.letters.shape[1]:
        return True
    return board.letters[direction, line, square] != 0 or board.cross_scores[direction, line, square] >= 0


@inline
def _touches_tiles(board, play, but_at):
    """Return whether a play, but for its tile on one square, touches tiles on the board."""
    direction, line = direction_of(play.move), line_of(play.move)
    squares = np.uint64(play.squares)
    start, end = lowest(squares), highest(squares)
    for square in range(max(start - 1, 0), min(end + 2, board.letters.shape[1])):
        if board.letters[direction, line, square] != 0:
            return True
        is_laid = start <= square <= end and square != but_at
        if is_laid and board.cross_scores[direction, line, square] >= 0:
            return True
    return False


@inline
def joins(board, move, play):
    """Return whether a play joins a single tile laid by `move`, and gains if that was laid before."""
    along, across = direction_of(play.move), line_of(play.move)
    for direction in range(2):
        line, square = line_of(move), square_of(move)
        if direction != direction_of(move):
            line, square = square, line
        start, end = run_ends(board.occupied[direction, line], square)
        is_alone = end - start == 2
        for step in (-1, 1):
            place = start if step < 0 else end
            if place < 0 or place >= board.letters.shape[1]:
                continue
            if along == direction:
                if across == line and not is_alone and play.squares & bit_of(place) != 0:
                    return True
            elif across == place and play.squares & bit_of(line) != 0:
                if not is_alone:
                    return True
                gains = _gains_by_order(board, np.int64(direction), line, place, step)
                if play.laid > 1 and (gains or not _touches_tiles(board, play, line)):
                    return True
    return False


@inline
def is_beside(board, move, other):
    """Return whether a single tile, not laid yet, lies on the square or on an end of one laid by `move`."""
    for direction in range(2):
        line, square = line_of(move), square_of(move)
        if direction != direction_of(move):
            line, square = square, line
        other_line, other_square = line_of(other), square_of(other)
        if direction != direction_of(other):
            other_line, other_square = other_square, other_line
        start, end = run_ends(board.occupied[direction, line], square)
        if line == other_line and start <= other_square <= end:
            return True
    return False


@inline
def shares_line(board, near, laid, move):
    """Return whether a line through an end of a single tile, not laid yet, is near the `laid` others."""
    every = np.uint32((1 << laid) - 1)
    for direction in range(2):
        line, square = line_of(move), square_of(move)
        if direction != direction_of(move):
            line, square = square, line
        if near[direction, line] & every == every:
            return True
        start, end = ends_around(board.occupied[direction, line], square)
        for place in (start, end):
            if 0 <= place < board.letters.shape[1] and near[1 - direction, place] & every == every:
                return True
    return False


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
