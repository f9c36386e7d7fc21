"""Connect-four: drop a disc into a column; four in a row, a column or a diagonal win.

    5 12 19      squares are bits of one number, column by column from the bottom; above each one is unused
     ...         a move is the number of a column
    1  8 15      value  +1 won by the player on turn, -1 lost, 0 drawn
    0  7 14

Four bits in a line remain where a set meets itself shifted by 1, 2 and 3 steps (Tromp; Pons).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, register_game
from bstar.jit import inline

ROWS, COLS, COUNT = range(3)


class ConnectFour(NamedTuple):
    """The discs of either player and the moves made."""

    discs: np.ndarray  # int64[2]   bit sets, of the player who began first
    height: np.ndarray  # int64[C]   discs in each column
    state: np.ndarray  # int64[3]   ROWS, COLS, COUNT
    history: np.ndarray  # int64[R * C]  the moves


def new_connect_four(rows: int = 6, cols: int = 7) -> ConnectFour:
    """Return the empty board."""
    if rows < 1 or cols < 1 or (rows + 1) * cols > 62:
        raise ValueError(f"a board of {rows} rows and {cols} columns, expected (rows + 1) * columns <= 62")
    return ConnectFour(
        np.zeros(2, np.int64),
        np.zeros(cols, np.int64),
        np.array([rows, cols, 0], np.int64),
        np.zeros(rows * cols, np.int64),
    )


@inline
def _has_won(game):
    """Return whether the player who has just moved has four in a line."""
    own = game.discs[1 - game.state[COUNT] % 2]
    for step in (1, game.state[ROWS], game.state[ROWS] + 1, game.state[ROWS] + 2):
        pairs = own & (own >> step)
        if pairs & (pairs >> (2 * step)) != 0:
            return True
    return False


@inline
def _is_over(game):
    return game.state[COUNT] == game.state[ROWS] * game.state[COLS] or _has_won(game)


@inline
def _final(game):
    return -1 if _has_won(game) else 0


@inline
def _key(game):
    """Return the discs of the player on turn, and one bit on top of the discs of each column."""
    key = np.uint64(game.discs[game.state[COUNT] % 2])
    for col in range(game.state[COLS]):
        key += np.uint64(1) << np.uint64(col * (game.state[ROWS] + 1) + game.height[col])
    return key


@inline
def _moves(game, alpha, beta, moves, first):
    at = first
    for col in range(game.state[COLS]):
        if game.height[col] < game.state[ROWS]:
            if at == moves.move.shape[0]:
                return np.int64(FULL), np.int64(-INF)
            moves.move[at], moves.gain[at] = col, 0
            moves.lower[at], moves.upper[at] = -INF, INF
            moves.rank[at] = -abs(2 * col - game.state[COLS] + 1)  # the middle first
            at += 1
    return at - first, np.int64(-INF)


@inline
def _play(game, move):
    square = move * (game.state[ROWS] + 1) + game.height[move]
    game.discs[game.state[COUNT] % 2] |= np.int64(1) << square
    game.height[move] += 1
    game.history[game.state[COUNT]] = move
    game.state[COUNT] += 1


@inline
def _undo(game):
    game.state[COUNT] -= 1
    col = game.history[game.state[COUNT]]
    game.height[col] -= 1
    square = col * (game.state[ROWS] + 1) + game.height[col]
    game.discs[game.state[COUNT] % 2] ^= np.int64(1) << square


register_game(ConnectFour, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo)
