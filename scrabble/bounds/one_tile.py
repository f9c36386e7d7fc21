"""The best plays of a single tile, and what a play changes about them.

    one tile t on square q      plays iff t is in both cross-sets of q and q touches a tile:
                                score = sum over the words formed of (t x letter + cross-sum) x word

A play changes the one-tile plays only on the squares it covers and on those whose cross information it
changes.  So the best ones are listed once for a board, and after a play the first untouched one and the
touched squares are looked at.

One tile against one: the value by a formula (bounds/README.md, T6).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import INF
from bstar.jit import inline, kernel_tuple, linked
from scrabble.movegen.best_first import insert_best_first
from scrabble.movegen.bits import lowest
from scrabble.movegen.cross_sets import ACROSS
from scrabble.movegen.packed_move import direction_of, line_of
from scrabble.movegen.packed_rack import TYPES, count_of, first_kind, tile_of
from scrabble.movegen.scoring import LOSS, NO_SCORE, OUT, single_score
from scrabble.movegen.squares import bit_of, column_of, row_of, square_number
from scrabble.movegen.state import PLIES, PLY, ZEROS_LEFT, rack_value

KEPT = 32  # more than a play can touch: squares laid, run ends


@kernel_tuple
class OneTilePlays(NamedTuple):
    """The best one-tile plays by ply, side and tile type, best first."""

    board_key: np.ndarray  # uint64[PLIES, 2, TYPES]   the board they were listed for
    count: np.ndarray  # int32[PLIES, 2, TYPES]
    score: np.ndarray  # int32[PLIES, 2, TYPES, KEPT]
    square: np.ndarray  # int32[PLIES, 2, TYPES, KEPT]   as one number (movegen.squares)
    touched: np.ndarray  # uint32[n]                    rows of squares touched by the last play


def new_singles(n: int) -> OneTilePlays:
    """Return empty lists for a board of n rows."""
    shape = (PLIES, 2, TYPES)
    return OneTilePlays(
        np.zeros(shape, np.uint64),
        np.zeros(shape, np.int32),
        lazy_zeros((*shape, KEPT), np.int32),
        lazy_zeros((*shape, KEPT), np.int32),
        np.zeros(n, np.uint32),
    )


@linked("none")
def list_singles(state, singles, side, kind):
    """List the best one-tile plays of a tile type on the board as it is, unless that has been done.

    Those of the other types on the rack are listed with them.
    """
    ply = state.now[PLY]
    board_key = state.board_key[0] ^ np.uint64(1)
    if singles.board_key[ply, side, kind] == board_key:
        return
    board, rack = state.board, state.hands.racks[side] | tile_of(kind)
    for each in range(TYPES):
        if count_of(rack, each) > 0:
            singles.board_key[ply, side, each] = board_key
            singles.count[ply, side, each] = 0
    n = board.letters.shape[1]
    filled = board.occupied[0]
    for row in range(n):
        squares = np.uint64(_beside(filled, row))
        while squares:
            column = lowest(squares)
            squares &= squares - np.uint64(1)
            if board.cross_sets[0, row, column] & board.cross_sets[1, column, row] == 0:
                continue
            for each in range(TYPES):
                if count_of(rack, each) > 0:
                    score = single_score(board, np.int64(state.hands.kinds[side, each]), row, column)
                    if score >= 0:
                        _insert(singles, (ply, side, np.int64(each)), score, square_number(row, column))


@inline
def _beside(filled, row):
    """The empty squares of a row beside a tile."""
    n = filled.shape[0]
    own = filled[row]
    beside = (own << np.uint32(1)) | (own >> np.uint32(1))
    if row > 0:
        beside |= filled[row - 1]
    if row + 1 < n:
        beside |= filled[row + 1]
    return beside & ~own & (bit_of(n) - np.uint32(1))


@inline
def _insert(singles, where, score, square):
    """Put a play where it belongs in its list, that of a ply, side and type, if it is among the best."""
    scores, squares = singles.score[where], singles.square[where]
    count = np.int64(singles.count[where])
    if count == KEPT and score <= scores[KEPT - 1]:
        return
    insert_best_first(scores, squares, min(count, np.int64(KEPT - 1)), score, square)
    singles.count[where] = min(count + 1, KEPT)


@inline
def best_single(state, singles, side, kind):
    """The best score of a tile type on the board as it is, or NO_SCORE."""
    list_singles(state, singles, side, kind)
    ply = state.now[PLY]
    if singles.count[ply, side, kind] == 0:
        return np.int64(NO_SCORE)
    return np.int64(singles.score[ply, side, kind, 0])


@inline
def mark_touched(state, singles):
    """Note the squares that the last play covered or whose cross information it changed."""
    log = state.log
    ply = state.now[PLY] - 1
    move = log.move[ply]
    touched = singles.touched
    for row in range(touched.shape[0]):
        touched[row] = 0
    direction, line = direction_of(move), line_of(move)
    squares = np.uint64(log.squares[ply])
    while squares:
        square = lowest(squares)
        squares &= squares - np.uint64(1)
        _touch(touched, direction, line, square)
    for entry in range(log.top[ply], log.changes.used[0]):
        place = log.changes.place[entry]
        _touch(touched, np.int64(place[0]), np.int64(place[1]), np.int64(place[2]))


@inline
def _touch(touched, direction, line, square):
    if direction == ACROSS:
        touched[line] |= bit_of(square)
    else:
        touched[square] |= bit_of(line)


@linked("int64")
def best_single_after(state, singles, side, kind):
    """The best score of a tile type after the last play: `mark_touched` has been called, the types of the
    board before it have been listed."""
    ply = state.now[PLY] - 1
    touched, board = singles.touched, state.board
    best = np.int64(NO_SCORE)
    for index in range(singles.count[ply, side, kind]):
        place = singles.square[ply, side, kind, index]
        if touched[row_of(place)] & bit_of(column_of(place)) == 0:
            best = np.int64(singles.score[ply, side, kind, index])
            break
    code = np.int64(state.hands.kinds[side, kind])
    for row in range(touched.shape[0]):
        squares = np.uint64(touched[row])
        while squares:
            column = lowest(squares)
            squares &= squares - np.uint64(1)
            if board.letters[0, row, column] == 0:
                best = max(best, single_score(board, code, row, column))
    return best


@inline
def value_after_last_pair(state, singles, side):
    """Return the value for `side` of the position after its play, one tile left on either side."""
    racks = state.hands.racks
    own_value = rack_value(state, side, racks[side])
    other_value = rack_value(state, 1 - side, racks[1 - side])
    mark_touched(state, singles)
    score = best_single_after(state, singles, side, first_kind(racks[side]))
    own_out = score + state.rules[OUT] * other_value if score >= 0 else np.int64(-INF)
    score = best_single_after(state, singles, 1 - side, first_kind(racks[1 - side]))
    other_out = score + state.rules[OUT] * own_value if score >= 0 else np.int64(-INF)
    stop = state.rules[LOSS] * (own_value - other_value)
    return -value_of_last_pair(state.now[ZEROS_LEFT], other_out, own_out, stop)


@inline
def value_of_last_pair(zeros_left, own_out, other_out, own_stop):
    """The value of one tile against one for the side on turn, `zeros_left` scoreless turns before the end.

    `own_out`, `other_out` are what going out is worth to either side, -INF if it cannot; `own_stop` is what
    the side on turn gets when the game ends by passes.
    """
    value = own_stop if zeros_left % 2 == 0 else -own_stop
    for to_go in range(1, zeros_left + 1):
        is_own = (zeros_left - to_go) % 2 == 0
        value = max(own_out if is_own else other_out, -value)
    return value
