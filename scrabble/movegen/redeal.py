"""A compiled position that is dealt anew: the same board and words, other racks, after other first moves.

    base      the position as it was compiled             board, words of all tiles in hand and in the bag
    path      moves from the base, whatever the racks     made by `deal`
    hands     both racks then                             as after the tiles were drawn

What has been dealt is a root like any other one: no move before it can be taken back, none is in the log.

Lists of plays and all tables are keyed by lines, boards and packed racks.  What a packed rack stands for may
be another thing in each deal.  So the types of a side go into the keys of its lists, and a salt into that of
the board: one for the types of both sides and all tiles that each has had.  With the same salt a key means
the same as ever: board and one rack tell the other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bstar.jit import inline, kernel, kernel_tuple
from scrabble.movegen.packed_rack import TYPES
from scrabble.movegen.state import PLY, TURN, ZEROS_LEFT, GameState, RackPair, play_state
from scrabble.movegen.word_table import BLANK


@kernel_tuple
class RedealBase(NamedTuple):
    """A position to come back to."""

    letters: np.ndarray  # as in CompiledBoard
    occupied: np.ndarray
    cross_sets: np.ndarray
    cross_scores: np.ndarray
    line_keys: np.ndarray
    zeros_left: int


def base_of(state: GameState) -> RedealBase:
    """A copy of what a compiled position is before its first move."""
    board = state.board
    return RedealBase(
        board.letters.copy(),
        board.occupied.copy(),
        board.cross_sets.copy(),
        board.cross_scores.copy(),
        board.line_keys.copy(),
        int(state.now[ZEROS_LEFT]),
    )


@kernel_tuple
class Deals(NamedTuple):
    """Room for several pairs of racks to deal, one row each."""

    racks: np.ndarray  # uint32[n, 2]
    kinds: np.ndarray  # uint8[n, 2, TYPES]
    kind_of: np.ndarray  # uint8[n, 2, BLANK]
    type_keys: np.ndarray  # uint64[n, 2]
    salts: np.ndarray  # uint64[n]

    def put(self, index: int, hands: RackPair, salt: int) -> None:
        """Set a row: packed racks, and the salt of the board's key."""
        self.racks[index], self.kinds[index], self.kind_of[index], self.type_keys[index] = hands
        self.salts[index] = salt


def new_deals(rows: int) -> Deals:
    """Return room for a number of deals."""
    return Deals(
        np.zeros((rows, 2), np.uint32),
        np.zeros((rows, 2, TYPES), np.uint8),
        np.zeros((rows, 2, BLANK), np.uint8),
        np.zeros((rows, 2), np.uint64),
        np.zeros(rows, np.uint64),
    )


@kernel
def deal(state: Any, base: Any, path: np.ndarray, deals: Any) -> None:
    """Make the first one of several deals after a path, int64[k]."""
    deal_one(state, base, path, deals, 0)


@inline
def deal_one(state, base, path, deals, index):
    """Make the moves of the path from the base, and give both sides the racks of a deal then; for kernels."""
    _go_back(state, base)
    for side in range(2):
        for code in range(state.hands.kind_of.shape[1]):
            state.hands.kind_of[side, code] = 0  # the moves take tiles off racks that are given afterwards
    for move in path:
        play_state(state, move)
    state.now[PLY] = 0
    state.log.changes.used[0] = 0
    for side in range(2):
        state.hands.racks[side] = deals.racks[index, side]
        state.hands.type_keys[side] = deals.type_keys[index, side]
        for kind in range(TYPES):
            state.hands.kinds[side, kind] = deals.kinds[index, side, kind]
        for code in range(state.hands.kind_of.shape[1]):
            state.hands.kind_of[side, code] = deals.kind_of[index, side, code]
    state.board_key[0] ^= deals.salts[index]


@inline
def _go_back(state, base):
    board = state.board
    for direction in range(2):
        for line in range(board.letters.shape[1]):
            board.occupied[direction, line] = base.occupied[direction, line]
            board.line_keys[direction, line] = base.line_keys[direction, line]
            for square in range(board.letters.shape[1]):
                board.letters[direction, line, square] = base.letters[direction, line, square]
                board.cross_sets[direction, line, square] = base.cross_sets[direction, line, square]
                board.cross_scores[direction, line, square] = base.cross_scores[direction, line, square]
    state.board_key[0] = 0
    state.now[TURN], state.now[PLY], state.now[ZEROS_LEFT] = 0, 0, base.zeros_left
    state.log.changes.used[0] = 0
