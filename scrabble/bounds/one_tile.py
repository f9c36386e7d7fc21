"""The best plays of a single tile, and what a play changes about them.

    one tile t on square q      plays iff t is in both cross-sets of q and q touches a tile:
                                score = sum over the words formed of (t x letter + cross-sum) x word

A play changes the one-tile plays only on the squares it covers and on those whose cross information it
changes.  So the best ones are listed once for a board, and after a play the first untouched one and the
touched squares are looked at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inner
from scrabble.movegen.bits import lowest
from scrabble.movegen.cross_sets import ACROSS
from scrabble.movegen.packed_move import direction_of, line_of
from scrabble.movegen.racks import TYPES, count_of, tile_of
from scrabble.movegen.scoring import NO_SCORE, single_score
from scrabble.movegen.squares import bit_of, column_of, row_of, square_number
from scrabble.movegen.state import PLY
from scrabble.movegen.undo_log import PLIES

KEPT = 32  # more than a play can touch: squares laid, run ends


class Singles(NamedTuple):
    """The best one-tile plays by ply, side and tile type, best first."""

    board_key: np.ndarray  # uint64[PLIES, 2, TYPES]   the board they were listed for
    count: np.ndarray  # int32[PLIES, 2, TYPES]
    score: np.ndarray  # int32[PLIES, 2, TYPES, KEPT]
    square: np.ndarray  # int32[PLIES, 2, TYPES, KEPT]   as one number (movegen.squares)
    touched: np.ndarray  # uint32[n]                    rows of squares touched by the last play


def new_singles(n: int) -> Singles:
    """Return empty lists for a board of n rows."""
    shape = (PLIES, 2, TYPES)
    return Singles(
        np.zeros(shape, np.uint64),
        np.zeros(shape, np.int32),
        np.zeros((*shape, KEPT), np.int32),
        np.zeros((*shape, KEPT), np.int32),
        np.zeros(n, np.uint32),
    )


@inner
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


@inner
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


@inner
def _insert(singles, where, score, square):
    """Put a play where it belongs in its list, that of a ply, side and type, if it is among the best."""
    scores, squares = singles.score[where], singles.square[where]
    count = np.int64(singles.count[where])
    if count == KEPT and score <= scores[KEPT - 1]:
        return
    at = KEPT - 1 if count == KEPT else count
    while at > 0 and scores[at - 1] < score:
        scores[at] = scores[at - 1]
        squares[at] = squares[at - 1]
        at -= 1
    scores[at] = score
    squares[at] = square
    singles.count[where] = min(count + 1, KEPT)


@inner
def best_single(state, singles, side, kind):
    """The best score of a tile type on the board as it is, or NO_SCORE."""
    list_singles(state, singles, side, kind)
    ply = state.now[PLY]
    if singles.count[ply, side, kind] == 0:
        return np.int64(NO_SCORE)
    return np.int64(singles.score[ply, side, kind, 0])


@inner
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


@inner
def _touch(touched, direction, line, square):
    if direction == ACROSS:
        touched[line] |= bit_of(square)
    else:
        touched[square] |= bit_of(line)


@inner
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
