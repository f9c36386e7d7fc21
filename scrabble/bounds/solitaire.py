"""Solitaire: one side lays its last tiles, the other one only passes.

    game     a position in play, its cached lists, work space     Solitaire
    asked    what does a side make with the tiles that a play     Asked
             not made yet leaves it?
    target   above it the first thing found is the answer, whatever the bound is; below it any bound will do

The opponent legally may pass, so the best total at solitaire is an upper bound on what can be made against
him (bounds/README.md, T2a).  The ways to it are `solo_two` and `solo`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import INF
from bstar.jit import inner
from scrabble.bounds.one_tile import Singles, new_singles
from scrabble.bounds.reach import PLACES
from scrabble.bounds.solo_table import SoloTable, new_solo_table
from scrabble.movegen.bits import mix
from scrabble.movegen.line_cache import Cache
from scrabble.movegen.packed_move import code_of, direction_of, line_of, square_of, tiles_of
from scrabble.movegen.racks import TYPES, tile_of
from scrabble.movegen.scoring import LOSS, OUT
from scrabble.movegen.state import State, kind_of_tile, rack_value, square_key
from scrabble.movegen.undo_log import PLIES

FAR = INF >> 1  # a target that asks for the true value: above all that is known, below what is not (INF)
MOST_SOLO_TILES = 4  # left to a side, that are bounded
MOST_PLAYS = 1 << 14  # of these tiles; if there are more nothing is known
SPENT, MOST = range(2)  # work: plays looked at with more than two tiles, and boards that were
BOARD = 16  # plays that cost as much as a board
NO_LIMIT = 1 << 62


class Solo(NamedTuple):
    """Work space of the solo bounds, and what they found."""

    singles: Singles
    pair_board: np.ndarray  # uint64[PLIES, TYPES * TYPES]   the board the totals of a pair are for
    pair_totals: np.ndarray  # int32[PLIES, TYPES * TYPES, 2, n]   the best total of a pair by line
    pair_best: np.ndarray  # int32[PLIES, TYPES * TYPES]   the best of these
    # the next four by tiles left
    reach: np.ndarray  # uint32[MOST_SOLO_TILES + 1, PLACES, 2, n]   squares near a play (bounds.reach)
    redo: np.ndarray  # int64[MOST_SOLO_TILES + 1, PLIES + 1]   plays taken back, to be made again
    numbers: np.ndarray  # int32[MOST_SOLO_TILES + 1, 2, n]   lists of lines
    chosen: np.ndarray  # int64[MOST_SOLO_TILES + 1, MOST_PLAYS]   plays to look at
    table: SoloTable
    is_rough: np.ndarray  # bool[1]    rough bounds come first
    work: np.ndarray  # int64[2]    SPENT, and MOST after which nothing more is found of over two tiles


class Solitaire(NamedTuple):
    """A position in play in which sides are bounded."""

    state: State
    cache: Cache
    solo: Solo


class Asked(NamedTuple):
    """What a side makes with some tiles, and how high a bound is of use."""

    side: int
    leave: np.uint32  # packed
    target: int


def new_solo(size_bytes: int, n: int, rough: bool = True) -> Solo:
    """Return empty work space for a board of n rows, with `size_bytes` for what is found.

    Without `rough` bounds every one is looked up or found exactly.
    """
    return Solo(
        new_singles(n),
        lazy_zeros((PLIES, TYPES * TYPES), np.uint64),
        lazy_zeros((PLIES, TYPES * TYPES, 2, n), np.int32),
        lazy_zeros((PLIES, TYPES * TYPES), np.int32),
        np.zeros((MOST_SOLO_TILES + 1, PLACES, 2, n), np.uint32),
        np.zeros((MOST_SOLO_TILES + 1, PLIES + 1), np.int64),
        np.zeros((MOST_SOLO_TILES + 1, 2, n), np.int32),
        lazy_zeros((MOST_SOLO_TILES + 1, MOST_PLAYS), np.int64),
        new_solo_table(size_bytes),
        np.array([rough], np.bool_),
        np.array([0, NO_LIMIT], np.int64),
    )


@inner
def stop_value(state, side, leave):
    """What the end by passes brings `side` when it has `leave`."""
    other_value = rack_value(state, 1 - side, state.hands.racks[1 - side])
    return state.rules[LOSS] * (other_value - rack_value(state, side, leave))


@inner
def out_value(state, side):
    """What going out brings `side` besides the score."""
    return state.rules[OUT] * rack_value(state, 1 - side, state.hands.racks[1 - side])


@inner
def leave_after(state, side, move):
    """The packed rack of `side` after a play."""
    rack = state.hands.racks[side]
    for index in range(tiles_of(move)):
        rack -= tile_of(kind_of_tile(state.hands, side, code_of(move, index)))
    return np.uint32(rack)


@inner
def key_after(state, side, move, leave):
    """The key of the position after a play by `side`, before it is made."""
    letters = state.board.letters
    direction, line, square = direction_of(move), line_of(move), square_of(move)
    key = state.board_key[0]
    for index in range(tiles_of(move)):
        while letters[direction, line, square] != 0:
            square += 1
        key ^= square_key(direction, line, square, code_of(move, index))
        square += 1
    racks = (np.uint64(leave) << np.uint64(32)) | np.uint64(state.hands.racks[1 - side])
    return key ^ mix(mix(racks) + np.uint64(side + 1))
