"""The best plays of a single tile, and what a play changes about them.

    one tile t on square q      plays iff t is in both cross-sets of q and q touches a tile:
                                score = sum over the words formed of (t x letter + cross-sum) x word

A play changes the one-tile plays only on the squares it covers and on those whose cross information it
changes.  So the best ones are listed once for a board, and after a play the untouched ones are taken over
and the touched squares looked at.

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
from scrabble.movegen.packed_move import PASS, direction_of, line_of
from scrabble.movegen.packed_rack import TYPES, count_of, first_kind, tile_of
from scrabble.movegen.scoring import LOSS, NO_SCORE, OUT, single_score
from scrabble.movegen.squares import bit_of, column_of, row_of, square_number
from scrabble.movegen.state import PLIES, PLY, ZEROS_LEFT, rack_value

KEPT = 32  # more than a play can touch: squares laid, run ends
PLIES_BACK = 4  # to a board whose lists may be taken over


@kernel_tuple
class OneTilePlays(NamedTuple):
    """The best one-tile plays by ply, side and tile type, best first."""

    board_key: np.ndarray  # uint64[PLIES, 2, TYPES]   the board they were listed for
    count: np.ndarray  # int32[PLIES, 2, TYPES]
    score: np.ndarray  # int32[PLIES, 2, TYPES, KEPT]
    square: np.ndarray  # int32[PLIES, 2, TYPES, KEPT]   as one number (movegen.squares)
    touched: np.ndarray  # uint32[n]                    rows of squares touched by the last plays


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

    Those of the other types on the rack are listed with them.  What is known of a board shortly before is
    taken over where no play since then has touched it.
    """
    ply = state.now[PLY]
    board_key = state.board_key[0] ^ np.uint64(1)
    if singles.board_key[ply, side, kind] == board_key:
        return
    rack = state.hands.racks[side] | tile_of(kind)
    before, key = _listed_before(state, singles, side, kind)
    anew, taken_over = np.uint32(0), np.uint32(0)
    for each in range(TYPES):
        if count_of(rack, each) > 0:
            singles.board_key[ply, side, each] = board_key
            singles.count[ply, side, each] = 0
            # a full list does not know all plays
            is_known = before >= 0 and singles.board_key[before, side, each] == key
            if is_known and singles.count[before, side, each] < KEPT:
                _take_over(singles, before, ply, side, np.int64(each))
                taken_over |= tile_of(each)
            else:
                anew |= tile_of(each)
    filled = state.board.occupied[0]
    for row in range(filled.shape[0]):
        if taken_over != 0:
            _list_in_row(state, singles, side, taken_over, row, singles.touched[row] & ~filled[row])
        if anew != 0:
            _list_in_row(state, singles, side, anew, row, _beside(filled, row))


@inline
def _listed_before(state, singles, side, kind):
    """Return (ply, board key) where a tile type was last listed, or -1; note what was touched since."""
    log, end = state.log, state.log.changes.used[0]
    key = state.board_key[0] ^ np.uint64(1)
    _clear_touched(singles)
    for ply in range(state.now[PLY] - 1, max(state.now[PLY] - 1 - PLIES_BACK, -1), -1):
        if log.move[ply] != PASS:
            _touch_all(state, singles, ply, end)
            end, key = log.top[ply], log.board_key[ply] ^ np.uint64(1)
        if singles.board_key[ply, side, kind] == key:
            return np.int64(ply), key
    return np.int64(-1), key


@inline
def _take_over(singles, before, ply, side, kind):
    """Copy the plays of a tile type that were listed at an earlier ply, but for those on touched squares."""
    count = np.int64(0)
    for index in range(singles.count[before, side, kind]):
        place = singles.square[before, side, kind, index]
        if not _is_touched(singles.touched, place):
            singles.score[ply, side, kind, count] = singles.score[before, side, kind, index]
            singles.square[ply, side, kind, count] = place
            count += 1
    singles.count[ply, side, kind] = count


@inline
def _list_in_row(state, singles, side, kinds, row, squares):
    """List the plays of some tile types on these squares of a row."""
    board, squares = state.board, np.uint64(squares)
    while squares:
        column = lowest(squares)
        squares &= squares - np.uint64(1)
        if board.cross_sets[0, row, column] & board.cross_sets[1, column, row] == 0:
            continue
        for each in range(TYPES):
            if count_of(kinds, each) > 0:
                score = single_score(board, np.int64(state.hands.kinds[side, each]), row, column)
                if score >= 0:
                    where = state.now[PLY], side, np.int64(each)
                    _insert(singles, where, score, square_number(row, column))


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
def note_touched(state, singles):
    """Note the squares that the play just made touched."""
    _clear_touched(singles)
    _touch_all(state, singles, state.now[PLY] - 1, state.log.changes.used[0])


@inline
def best_after_play(state, singles, side, kind):
    """The best score of a tile type after the play just made, or NO_SCORE.

    It was listed before the play, and what that touched is noted.
    """
    before, touched = state.now[PLY] - 1, singles.touched
    count, index, best = np.int64(singles.count[before, side, kind]), np.int64(0), np.int64(NO_SCORE)
    while index < count and _is_touched(touched, singles.square[before, side, kind, index]):
        index += 1
    if index < count:
        best = np.int64(singles.score[before, side, kind, index])
    elif count == KEPT:
        return best_single(state, singles, side, kind)
    code, filled = np.int64(state.hands.kinds[side, kind]), state.board.occupied[0]
    for row in range(touched.shape[0]):
        squares = np.uint64(touched[row] & ~filled[row])
        while squares:
            best = max(best, single_score(state.board, code, row, lowest(squares)))
            squares &= squares - np.uint64(1)
    return best


@inline
def _clear_touched(singles):
    for row in range(singles.touched.shape[0]):
        singles.touched[row] = 0


@inline
def _touch_all(state, singles, ply, end):
    """Note the squares that the play of a ply touched, whose changes are logged up to `end`."""
    log = state.log
    direction, line = direction_of(log.move[ply]), line_of(log.move[ply])
    squares = np.uint64(log.squares[ply])
    while squares:
        square = lowest(squares)
        squares &= squares - np.uint64(1)
        _touch(singles.touched, direction, line, square)
    for entry in range(log.top[ply], end):
        place = log.changes.place[entry]
        _touch(singles.touched, np.int64(place[0]), np.int64(place[1]), np.int64(place[2]))


@inline
def _touch(touched, direction, line, square):
    if direction == ACROSS:
        touched[line] |= bit_of(square)
    else:
        touched[square] |= bit_of(line)


@inline
def _is_touched(touched, place):
    return touched[row_of(place)] & bit_of(column_of(place)) != 0


@inline
def value_after_last_pair(state, singles, side):
    """Return the value for `side` of the position after its play, one tile left on either side.

    Both were listed before it.
    """
    racks = state.hands.racks
    note_touched(state, singles)
    own_value = rack_value(state, side, racks[side])
    other_value = rack_value(state, 1 - side, racks[1 - side])
    score = best_after_play(state, singles, side, first_kind(racks[side]))
    own_out = score + state.rules[OUT] * other_value if score >= 0 else np.int64(-INF)
    score = best_after_play(state, singles, 1 - side, first_kind(racks[1 - side]))
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
