"""The compiled position: what the kernels know of an endgame, and how a move changes it.

    words     child, accepts, ends     the lexicon                                movegen/word_table
    board     letters [2, n, n]        . Q U A . E   every line, across and down  movegen/cross_sets
              occupied [2, n]          . 1 1 1 . 1   the same as bits
              cross_sets, cross_scores [2, n, n]     what a tile on an empty square makes across its line
              line_keys [2, n]                       the plays of a line depend on its key and a rack alone
    hands     racks [2]                0010 0001 0001   how many of each type   movegen/packed_rack
              kinds [2, TYPES]          R    E    A     code of a type, in order of codes
              kind_of [2, BLANK]                        type of a code
    now       TURN, PLY, ZEROS_LEFT    side on turn, plies since the root, scoreless turns before the end
    board_key                          64 bits for all tiles on the board
    rules     [6]                      points and lengths, by name                movegen/scoring
    log       by ply                   what a move overwrote, to take it back     UndoLog

Side 0 is on turn at the root.

Two scoreless turns to go and any larger even number give a position the same value, and so do three and
any larger odd one (bounds/README.md, T1): a pass leads from one class to the other, and everything else
starts afresh.  So below the root 1, 2 or 3 are to go, unless zero-point plays count as scoreless, when the
true number is kept.  The worth of a pass does depend on the true number (4 to go: the opponent has 3; 2 to
go: the opponent has 1), so the root keeps it.

Invariant: `undo_state` after `play_state` leaves every array of the position as it was.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel_tuple, linked
from scrabble.movegen.bits import lowest, mix
from scrabble.movegen.cross_sets import (
    EVERY_LETTER,
    CompiledBoard,
    CrossSetLog,
    cross_key,
    letter_key,
    refresh,
    refresh_all,
    restore,
)
from scrabble.movegen.packed_move import (
    CODE_BITS,
    MOST_LAID,
    PASS,
    code_of,
    direction_of,
    line_of,
    square_of,
    tiles_of,
)
from scrabble.movegen.packed_rack import TYPES, count_of, tile_of
from scrabble.movegen.scoring import LOSS, OUT, ZERO_IS_SCORELESS, ZEROS_AFTER_PLAY, score_of
from scrabble.movegen.squares import bit_of, mark, number_along, run_ends
from scrabble.movegen.word_table import BLANK, WordTable

PLIES = 160  # more than 14 plays of a tile each, with passes up to the limit before each of them
MOST_CHANGES = 2 * (MOST_LAID + 1)  # the ends of the main word, and of the word across each tile laid


@kernel_tuple
class UndoLog(NamedTuple):
    """The data that each move overwrote, by ply; of a pass only the move and the scoreless turns are logged.

    changes    | ply 0 | ply 1 | ...    overwritten cross information, one stack
    top        ^       ^                where that of a ply begins
    """

    changes: CrossSetLog
    top: np.ndarray  # int64[PLIES]        length of `changes` before the move
    line_keys: np.ndarray  # uint64[PLIES, 2, n]
    move: np.ndarray  # int64[PLIES]
    rack: np.ndarray  # uint32[PLIES]      of the side that moved
    zeros_left: np.ndarray  # int64[PLIES]
    board_key: np.ndarray  # uint64[PLIES]
    squares: np.ndarray  # uint32[PLIES]   where tiles were laid, a bit a square of the line


def new_log(n: int) -> UndoLog:
    """Return an empty log for a board of n rows."""
    return UndoLog(
        changes=CrossSetLog(
            np.zeros((PLIES * MOST_CHANGES, 3), np.int32),
            np.zeros(PLIES * MOST_CHANGES, np.uint64),
            np.zeros(PLIES * MOST_CHANGES, np.int32),
            np.zeros(1, np.int64),
        ),
        top=np.zeros(PLIES, np.int64),
        line_keys=np.zeros((PLIES, 2, n), np.uint64),
        move=np.zeros(PLIES, np.int64),
        rack=np.zeros(PLIES, np.uint32),
        zeros_left=np.zeros(PLIES, np.int64),
        board_key=np.zeros(PLIES, np.uint64),
        squares=np.zeros(PLIES, np.uint32),
    )


TURN, PLY, ZEROS_LEFT = range(3)  # indices into `now`


@kernel_tuple
class RackPair(NamedTuple):
    """The tile types of each side; a rack is packed 4 bits a type."""

    racks: np.ndarray  # uint32[2]
    kinds: np.ndarray  # uint8[2, TYPES]   the code of a type, 0 = blank, NO_KIND = no type (compile_position)
    kind_of: np.ndarray  # uint8[2, BLANK]  the type of a code
    type_keys: np.ndarray  # uint64[2]  what stands for the types of a side, in the keys of its lists of plays


@kernel_tuple
class GameState(NamedTuple):
    """A position in play."""

    words: WordTable
    board: CompiledBoard
    hands: RackPair
    log: UndoLog
    now: np.ndarray  # int64[3]        TURN, PLY, ZEROS_LEFT
    board_key: np.ndarray  # uint64[1]
    rules: np.ndarray  # int64[6]


@linked("none")
def play_state(state, move):
    """Make a move, legal in this position."""
    turn, ply = state.now[TURN], state.now[PLY]
    log = state.log
    log.move[ply] = move
    log.zeros_left[ply] = state.now[ZEROS_LEFT]
    if move == PASS:
        state.now[ZEROS_LEFT] = least_equal_zeros(state, state.now[ZEROS_LEFT] - 1)
    else:
        log.rack[ply] = state.hands.racks[turn]
        log.board_key[ply] = state.board_key[0]
        log.top[ply] = log.changes.used[0]
        _copy_keys(state.board.line_keys, log.line_keys[ply])
        if state.rules[ZERO_IS_SCORELESS] != 0 and score_of(state, move) == 0:
            state.now[ZEROS_LEFT] -= 1
        else:
            state.now[ZEROS_LEFT] = state.rules[ZEROS_AFTER_PLAY]
        _lay(state, turn, move)
    state.now[TURN] = 1 - turn
    state.now[PLY] = ply + 1


@linked("none")
def undo_state(state):
    """Take the last move back."""
    ply = state.now[PLY] - 1
    turn = 1 - state.now[TURN]
    log = state.log
    state.now[TURN], state.now[PLY], state.now[ZEROS_LEFT] = turn, ply, log.zeros_left[ply]
    move = log.move[ply]
    if move == PASS:
        return
    restore(state.board, log.changes, log.top[ply])
    letters = state.board.letters
    direction, line = direction_of(move), line_of(move)
    squares = np.uint64(log.squares[ply])
    while squares:
        square = lowest(squares)
        squares &= squares - np.uint64(1)
        letters[direction, line, square] = 0
        letters[1 - direction, square, line] = 0
        state.board.occupied[direction, line] ^= bit_of(square)
        state.board.occupied[1 - direction, square] ^= bit_of(line)
    _copy_keys(log.line_keys[ply], state.board.line_keys)
    state.hands.racks[turn] = log.rack[ply]
    state.board_key[0] = log.board_key[ply]


@inline
def play_pass(state):
    """Make a pass: `play_state` for a move that is known to be one."""
    turn, ply = state.now[TURN], state.now[PLY]
    state.log.move[ply] = PASS
    state.log.zeros_left[ply] = state.now[ZEROS_LEFT]
    state.now[ZEROS_LEFT] = least_equal_zeros(state, state.now[ZEROS_LEFT] - 1)
    state.now[TURN] = 1 - turn
    state.now[PLY] = ply + 1


@inline
def undo_pass(state):
    """Take a pass back; the last move must have been one."""
    ply = state.now[PLY] - 1
    state.now[TURN], state.now[PLY] = 1 - state.now[TURN], ply
    state.now[ZEROS_LEFT] = state.log.zeros_left[ply]


@inline
def _copy_keys(source, target):
    for direction in range(2):
        for line in range(source.shape[1]):
            target[direction, line] = source[direction, line]


@inline
def _lay(state, turn, move):
    """Put the tiles of a play on the board and bring cross information, keys and rack up to date."""
    letters, direction, line = state.board.letters, direction_of(move), line_of(move)
    square, squares = square_of(move), np.uint32(0)
    for index in range(tiles_of(move)):
        while letters[direction, line, square] != 0:
            square += 1
        code = code_of(move, index)
        _put(state.board, direction, line, square, code)
        state.board_key[0] ^= square_key(direction, line, square, code)
        state.hands.racks[turn] -= tile_of(kind_of_tile(state.hands, turn, code))
        squares |= bit_of(square)
        square += 1
    state.log.squares[state.now[PLY]] = squares
    if state.board.refreshes_all[0]:
        refresh_all(state.words, state.board, state.log.changes)
    else:
        _refresh_around(state, direction, line, squares)


@inline
def _put(board, direction, line, square, code):
    """Put a tile on a square; its cross information goes out of the keys of both lines, its letter in."""
    _take_out_of_key(board, direction, line, square)
    _take_out_of_key(board, 1 - direction, square, line)
    board.letters[direction, line, square] = code
    board.letters[1 - direction, square, line] = code
    mark(board.occupied, direction, line, square)
    board.line_keys[direction, line] ^= letter_key(square, code)
    board.line_keys[1 - direction, square] ^= letter_key(line, code)


@inline
def _refresh_around(state, direction, line, squares):
    """Refresh the cross information at the ends of the main word and of the word across each tile laid."""
    board, n = state.board, state.board.letters.shape[1]
    laid, square = np.uint64(squares), np.int64(-1)  # the main word comes first
    start, end = run_ends(board.occupied[direction, line], lowest(laid))
    while True:
        for side in range(2):
            place = start if side == 0 else end
            if 0 <= place < n:
                if square < 0:
                    way, across, along = 1 - direction, place, line
                else:
                    way, across, along = direction, place, square
                refresh(state.words, board, state.log.changes, way, across, along)
        if laid == 0:
            return
        square = lowest(laid)
        laid &= laid - np.uint64(1)
        start, end = run_ends(board.occupied[1 - direction, square], line)


@inline
def _take_out_of_key(board, direction, line, square):
    """Take the cross information of a square that is being filled out of its line's key."""
    board.line_keys[direction, line] ^= cross_key(
        square, board.cross_sets[direction, line, square], board.cross_scores[direction, line, square]
    )


@inline
def square_key(direction, line, square, code):
    """The share of a tile on the board in the key of the position."""
    number = number_along(direction, line, square)
    return mix(np.uint64((number << CODE_BITS) + np.int64(code)) + np.uint64(0xB0A2D00000000000))


@inline
def state_key(state):
    """The key of the position: board, both racks, side on turn, scoreless turns left; no scores."""
    now, racks = state.now, state.hands.racks
    hands = (np.uint64(racks[0]) << np.uint64(32)) | np.uint64(racks[1])
    return state.board_key[0] ^ mix(mix(hands) + np.uint64(now[TURN] * 64 + now[ZEROS_LEFT]))


@inline
def kind_of_tile(hands, side, code):
    """The type, on the rack of a side, of the tile that lies on the board as `code`."""
    return np.int64(hands.kind_of[side, 0 if code >= BLANK else code])


@inline
def rack_value(state, side, rack):
    """The points of the tiles of a packed rack."""
    total = np.int64(0)
    for kind in range(TYPES):
        count = count_of(rack, kind)
        total += count * state.board.values[state.hands.kinds[side, kind]]
    return total


@inline
def rack_codes(state, side, rack):
    """The codes of the tiles in a packed rack, a bit each; bit 0 is a blank."""
    codes = np.uint64(0)
    for kind in range(TYPES):
        if count_of(rack, kind):
            codes |= np.uint64(1) << np.uint64(state.hands.kinds[side, kind])
    return codes


@inline
def letters_of(codes):
    """The letters that tiles with these codes can be, a bit each: with a blank all of them."""
    return EVERY_LETTER if codes & np.uint64(1) != 0 else codes


@inline
def least_equal_zeros(state, zeros_left):
    """The least number of scoreless turns to go with the value of `zeros_left` (bounds/README.md, T1)."""
    if state.rules[ZERO_IS_SCORELESS] != 0 or zeros_left <= 3:
        return zeros_left
    return 2 + zeros_left % 2


@inline
def is_over_state(state):
    """Return whether the game has ended."""
    return state.now[ZEROS_LEFT] <= 0 or state.hands.racks[0] == 0 or state.hands.racks[1] == 0


@inline
def final_state(state):
    """The value of the end for the side on turn: what the tiles left cost and bring."""
    turn = state.now[TURN]
    own = rack_value(state, turn, state.hands.racks[turn])
    other = rack_value(state, 1 - turn, state.hands.racks[1 - turn])
    if state.hands.racks[0] == 0 or state.hands.racks[1] == 0:
        return state.rules[OUT] * (other - own)
    return state.rules[LOSS] * (other - own)
