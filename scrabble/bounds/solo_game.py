"""The solo game: one side lays its last tiles, and the opponent only passes.

    SoloContext   a position in play, its cached lists, work space
    SoloQuery     the points that a side makes with the tiles that a play, not made yet, leaves it
    target        above it the first bound found is the answer; below it any bound will do

The opponent may always pass, so the best solo total is an upper bound on the points that can be made against
them (bounds/README.md, T2a).  It is computed by `solo_two` and `solo`, and kept in a `solo_table`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.game import INF
from bstar.jit import inline, kernel_tuple
from scrabble.bounds.one_tile import OneTilePlays, new_singles
from scrabble.bounds.reach import PLACES
from scrabble.bounds.solo_joined import JoinedPlays, new_joined
from scrabble.bounds.solo_table import SoloTable, new_solo_table
from scrabble.movegen.bits import mix
from scrabble.movegen.features import MOST_SOLO_TILES
from scrabble.movegen.packed_move import code_of, direction_of, line_of, square_of, tiles_of
from scrabble.movegen.packed_rack import TYPES, tile_of
from scrabble.movegen.play_cache import PlayCache
from scrabble.movegen.scoring import LOSS, OUT
from scrabble.movegen.state import PLIES, GameState, kind_of_tile, rack_value, square_key

MOST_PLAYS = 1 << 14  # of these tiles; if there are more nothing is known
SPENT, LIMIT = range(2)  # work: plays looked at with more than two tiles, and boards that were
BOARD_COST = 16  # plays that cost as much as a board
NO_LIMIT = 1 << 62


@kernel_tuple
class SoloWorkspace(NamedTuple):
    """Work space of the solo bounds, and what they found."""

    singles: OneTilePlays
    joined: JoinedPlays
    pair_board: np.ndarray  # uint64[PLIES, TYPES * TYPES]   the board and side the total of a pair is for
    pair_best: np.ndarray  # int32[PLIES, TYPES * TYPES]   the best total of a pair
    # the next ones by tiles left
    reach: np.ndarray  # uint32[MOST_SOLO_TILES + 1, PLACES, 2, n]   squares near a play (bounds.reach)
    redo: np.ndarray  # int64[MOST_SOLO_TILES + 1, PLIES + 1]   plays taken back, to be made again
    numbers: np.ndarray  # int32[MOST_SOLO_TILES + 1, 2, n]   lists of lines
    chosen: np.ndarray  # int64[MOST_SOLO_TILES + 1, MOST_PLAYS]   plays to look at
    waiting: np.ndarray  # int64[MOST_SOLO_TILES + 1, MOST_PLAYS]   plays of one tile that wait
    squares: np.ndarray  # int64[MOST_SOLO_TILES + 1, MOST_PLAYS, 5]   of the tile of each, and its ends
    near: np.ndarray  # uint64[MOST_SOLO_TILES + 1, MOST_PLAYS]   lines through its ends
    runs: np.ndarray  # uint64[MOST_SOLO_TILES + 1, MOST_PLAYS]   lines where it is laid at a run
    joining: np.ndarray  # uint64[MOST_SOLO_TILES + 1, MOST_PLAYS, TYPES]   those where a tile may join it
    laid: np.ndarray  # int64[MOST_SOLO_TILES + 1, MOST_SOLO_TILES]   those of them that are laid
    table: SoloTable
    work: np.ndarray  # int64[2]    SPENT, and LIMIT after which nothing more is found of over two tiles


class SoloContext(NamedTuple):
    """A position in play in which sides are bounded."""

    state: GameState
    cache: PlayCache
    solo: SoloWorkspace


class SoloQuery(NamedTuple):
    """A query: the most that a side scores with some tiles, and the target of the bound."""

    side: int
    leave: np.uint32  # packed
    other: int  # points of the tiles that the opponent keeps
    target: int


def new_solo(size_bytes: int, n: int) -> SoloWorkspace:
    """Return empty work space for a board of n rows, with `size_bytes` for what is found."""
    return SoloWorkspace(
        new_singles(n),
        new_joined(size_bytes // 3, n),
        lazy_zeros((PLIES, TYPES * TYPES), np.uint64),
        lazy_zeros((PLIES, TYPES * TYPES), np.int32),
        np.zeros((MOST_SOLO_TILES + 1, PLACES, 2, n), np.uint32),
        np.zeros((MOST_SOLO_TILES + 1, PLIES + 1), np.int64),
        np.zeros((MOST_SOLO_TILES + 1, 2, n), np.int32),
        lazy_zeros((MOST_SOLO_TILES + 1, MOST_PLAYS), np.int64),
        lazy_zeros((MOST_SOLO_TILES + 1, MOST_PLAYS), np.int64),
        lazy_zeros((MOST_SOLO_TILES + 1, MOST_PLAYS, 5), np.int64),
        lazy_zeros((MOST_SOLO_TILES + 1, MOST_PLAYS), np.uint64),
        lazy_zeros((MOST_SOLO_TILES + 1, MOST_PLAYS), np.uint64),
        lazy_zeros((MOST_SOLO_TILES + 1, MOST_PLAYS, TYPES), np.uint64),
        np.zeros((MOST_SOLO_TILES + 1, MOST_SOLO_TILES), np.int64),
        new_solo_table(size_bytes - size_bytes // 3),
        np.array([0, NO_LIMIT], np.int64),
    )


@inline
def points_against(state, side):
    """Return the points of the tiles that the opponent of `side` has."""
    return rack_value(state, 1 - side, state.hands.racks[1 - side])


@inline
def query_after(asked, leave, gain):
    """Return the query about the tiles left after a play that scores `gain`."""
    return SoloQuery(asked.side, leave, asked.other, max(asked.target - gain, np.int64(-INF)))


@inline
def stop_value(state, asked, leave):
    """Return the points that an end by passes brings the side when it holds `leave`."""
    return state.rules[LOSS] * (asked.other - rack_value(state, asked.side, leave))


@inline
def out_value(state, asked):
    """Return the points that going out brings the side besides the score."""
    return state.rules[OUT] * asked.other


@inline
def leave_after(state, side, move):
    """The packed rack of `side` after a play."""
    rack = state.hands.racks[side]
    for index in range(tiles_of(move)):
        rack -= tile_of(kind_of_tile(state.hands, side, code_of(move, index)))
    return np.uint32(rack)


@inline
def key_after(state, asked, move):
    """The key of what the tiles asked about make after a play that is not made yet."""
    letters = state.board.letters
    direction, line, square = direction_of(move), line_of(move), square_of(move)
    key = state.board_key[0]
    for index in range(tiles_of(move)):
        while letters[direction, line, square] != 0:
            square += 1
        key ^= square_key(direction, line, square, code_of(move, index))
        square += 1
    return key ^ tiles_key(asked, np.int64(1))


@inline
def tiles_key(asked, number):
    """The share in a key of kind `number` of the tiles asked about and of the points of the opponent's."""
    tiles = (np.uint64(asked.leave) << np.uint64(32)) | np.uint64(np.uint32(asked.other))
    return mix(mix(tiles) + np.uint64(asked.side + number))
