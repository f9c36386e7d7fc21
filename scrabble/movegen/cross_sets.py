"""Cross-sets and cross-scores: what the word across a square allows and pays.

    row 7   . Q U A . E      cross_sets[DOWN, column, row]    bit k is set when a play downwards may put
                    ^                 letter k on the square: the word across it is QUAKE or QUALE
                             cross_scores[DOWN, column, row]  Q + U + A + E, or NO_WORD: no tile beside it

After Appel & Jacobson (1988), section 3.1 ("cross-checks").  Everything is kept twice, once for each
direction of play, so that a line is always a contiguous piece: [ACROSS, row, column] and
[DOWN, column, row].  Letters that nobody holds are left out of cross-sets: then more lines are equal.

    key of a line = its seed ^ its letters ^ its cross information, 64 bits

The plays of a line are a function of its key and the rack, which is what the list cache rests on.
Invariant: an incremental `refresh` and a fresh computation always agree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel_tuple
from scrabble.movegen.bits import mix
from scrabble.movegen.squares import SQUARE_BITS, bit_of
from scrabble.movegen.word_table import BLANK, completions

ACROSS, DOWN = 0, 1
EVERY_LETTER = np.uint64(0xFFFFFFFFFFFFFFFE)  # no letter has code 0
RUNS = 1 << 12  # remembered: a power of two
RUN_BITS, MOST_BITS = 6, 60  # of a letter, and of the tiles beside a square
LAST_BIT = np.uint64(63)  # longer runs are not remembered, but no shift may go beyond
# cross-scores where no tile is beside the square, both below every sum of points
NO_WORD = -1
START = -2  # but the first play of a game must cover the square


@kernel_tuple
class CompiledBoard(NamedTuple):
    """A board along both directions of play."""

    letters: np.ndarray  # uint8[2, n, n]   tile codes, 0 = empty
    occupied: np.ndarray  # uint32[2, n]    squares with a tile, a bit a square of the line
    cross_sets: np.ndarray  # uint64[2, n, n]  letters that may go on an empty square
    cross_scores: np.ndarray  # int32[2, n, n]  points of the tiles beside it, or NO_WORD
    line_keys: np.ndarray  # uint64[2, n]  keys of the lines
    letter_multiplier: np.ndarray  # int32[2, n, n]
    word_multiplier: np.ndarray  # int32[2, n, n]
    values: np.ndarray  # int32[128]        points by tile code, blanks flagged
    held: np.ndarray  # uint64[1]  letters that some rack can lay
    runs: np.ndarray  # uint64[RUNS, 2]     tiles beside a square, as one number, and what fits between them
    refreshes_all: np.ndarray  # bool[1]  compute everything after each play, for comparison


@kernel_tuple
class CrossSetLog(NamedTuple):
    """The log of overwritten cross information, for `restore`."""

    place: np.ndarray  # int32[N, 3]   direction, line, square
    cross_set: np.ndarray  # uint64[N]
    cross_score: np.ndarray  # int32[N]
    used: np.ndarray  # int64[1]


@inline
def cross_key(square, cross_set, cross_score):
    """The share of an empty square's cross information in the key of its line."""
    if cross_score < 0:
        return np.uint64(0)
    return mix(mix(np.uint64(cross_set) + np.uint64(square + 1)) + np.uint64(cross_score * 64 + square))


@inline
def letter_key(square, code):
    """The share of a letter in the key of its line."""
    return mix(np.uint64((np.int64(code) << SQUARE_BITS) + square) + np.uint64(0xA5A5A5A500000000))


@inline
def line_seed(direction, line):
    """The key of an empty line; premiums differ from line to line."""
    return mix(np.uint64((direction << SQUARE_BITS) + line) + np.uint64(0x5EED000000000000))


@inline
def fits(cross_set, code):
    """Return whether a cross-set accepts a tile: a letter, a designated blank, or 0, any blank."""
    if code == 0:
        return cross_set != 0
    return (cross_set >> np.uint64(code & (BLANK - 1))) & np.uint64(1) != 0


@inline
def cross_information(words, board, direction, line, square):
    """Compute (cross-set, cross-score) of an empty square afresh."""
    across = board.letters[1 - direction, square]
    n = across.shape[0]
    start = line
    total = np.int64(0)
    run, bits = np.uint64(0), np.uint64(0)  # the letters outwards from the square, before it and behind it
    while start > 0 and across[start - 1] != 0:
        start -= 1
        total += board.values[across[start]]
        run |= np.uint64(across[start] & np.uint8(BLANK - 1)) << (bits & LAST_BIT)
        bits += np.uint64(RUN_BITS)
    end = line + 1
    bits += np.uint64(RUN_BITS)
    while end < n and across[end] != 0:
        total += board.values[across[end]]
        run |= np.uint64(across[end] & np.uint8(BLANK - 1)) << (bits & LAST_BIT)
        bits += np.uint64(RUN_BITS)
        end += 1
    if end - start == 1:
        return EVERY_LETTER, np.int64(NO_WORD)
    met = board.runs[np.int64(mix(run) & np.uint64(RUNS - 1))]
    if met[0] == run and bits <= MOST_BITS:
        cross_set = met[1]
    else:
        cross_set = completions(words, across, start, line, end, board.held[0])
        if bits <= MOST_BITS:
            met[0], met[1] = run, cross_set
    if cross_set == 0:
        total = np.int64(0)
    return cross_set, total


@inline
def refresh(words, board, changes, direction, line, square):
    """Recompute the cross information of an empty square and log what was there."""
    cross_set, cross_score = cross_information(words, board, direction, line, square)
    old_set = board.cross_sets[direction, line, square]
    old_score = board.cross_scores[direction, line, square]
    if cross_set == old_set and cross_score == old_score:
        return
    used = changes.used[0]
    changes.place[used, 0] = direction
    changes.place[used, 1] = line
    changes.place[used, 2] = square
    changes.cross_set[used] = old_set
    changes.cross_score[used] = old_score
    changes.used[0] = used + 1
    board.cross_sets[direction, line, square] = cross_set
    board.cross_scores[direction, line, square] = cross_score
    board.line_keys[direction, line] ^= cross_key(square, old_set, old_score)
    board.line_keys[direction, line] ^= cross_key(square, cross_set, cross_score)


@inline
def refresh_all(words, board, changes):
    """The same for every empty square: what is saved by knowing which squares a play concerns."""
    n = board.letters.shape[1]
    for direction in range(2):
        for line in range(n):
            for square in range(n):
                if board.letters[direction, line, square] == 0:
                    refresh(words, board, changes, np.int64(direction), np.int64(line), np.int64(square))


@inline
def restore(board, changes, top):
    """Put back the cross information logged since the log was `top` long (keys are not touched)."""
    for entry in range(changes.used[0] - 1, top - 1, -1):
        direction, line, square = changes.place[entry, 0], changes.place[entry, 1], changes.place[entry, 2]
        board.cross_sets[direction, line, square] = changes.cross_set[entry]
        board.cross_scores[direction, line, square] = changes.cross_score[entry]
    changes.used[0] = top


@inline
def is_empty(board):
    """Return whether the board is empty."""
    for line in range(board.letters.shape[1]):
        for square in range(board.letters.shape[1]):
            if board.letters[0, line, square] != 0:
                return False
    return True


@inline
def fill(words, board, start_row, start_column):
    """Compute all that is derived from the letters of a board.

    On an empty board the start square is marked as START; the first play covers it, so no key needs to tell.
    """
    n = board.letters.shape[1]
    for direction in range(2):
        for line in range(n):
            line_key = line_seed(direction, line)
            for square in range(n):
                code = board.letters[direction, line, square]
                if code != 0:
                    board.occupied[direction, line] |= bit_of(square)
                    line_key ^= letter_key(square, code)
                    continue
                cross_set, cross_score = cross_information(words, board, direction, line, square)
                board.cross_sets[direction, line, square] = cross_set
                board.cross_scores[direction, line, square] = cross_score
                line_key ^= cross_key(square, cross_set, cross_score)
            board.line_keys[direction, line] = line_key
    if is_empty(board):
        for direction in range(2):
            line, square = (start_row, start_column) if direction == ACROSS else (start_column, start_row)
            board.cross_scores[direction, line, square] = START
