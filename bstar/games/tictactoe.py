"""Tic-tac-toe.

0 1 2      X moves first; a move is the number of a square
3 4 5      value  +1 won by the player on turn, -1 lost, 0 drawn
6 7 8
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, register_game
from bstar.jit import inline

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES = np.array([sum(1 << square for square in row) for row in ROWS], np.int64)
SQUARES = 9


class TicTacToe(NamedTuple):
    """The squares of either player and the moves made."""

    taken: np.ndarray  # int64[2]    bit sets, X first
    history: np.ndarray  # int64[10]    the moves; the last entry says how many
    lines: np.ndarray  # int64[8]


def new_tictactoe() -> TicTacToe:
    """Return the empty board."""
    return TicTacToe(np.zeros(2, np.int64), np.zeros(SQUARES + 1, np.int64), LINES.copy())


@inline
def _has_line(game, side):
    found = False
    for line in game.lines:
        found |= game.taken[side] & line == line
    return found


@inline
def _is_over(game):
    return game.history[-1] == SQUARES or _has_line(game, 1 - game.history[-1] % 2)


@inline
def _final(game):
    return -1 if _has_line(game, 1 - game.history[-1] % 2) else 0


@inline
def _key(game):
    return np.uint64(1 + (game.taken[0] | (game.taken[1] << SQUARES)))


@inline
def _moves(game, alpha, beta, moves, first):
    if first + SQUARES > moves.move.shape[0]:
        return np.int64(FULL), np.int64(-INF)
    at = first
    for square in range(SQUARES):
        if ((game.taken[0] | game.taken[1]) >> square) & 1 == 0:
            moves.move[at] = square
            moves.gain[at], moves.lower[at], moves.upper[at], moves.rank[at] = 0, -INF, INF, 0
            at += 1
    return at - first, np.int64(-INF)


@inline
def _play(game, move):
    count = game.history[-1]
    game.taken[count % 2] |= np.int64(1) << move
    game.history[count] = move
    game.history[-1] = count + 1


@inline
def _undo(game):
    count = game.history[-1] - 1
    game.taken[count % 2] ^= np.int64(1) << game.history[count]
    game.history[-1] = count


register_game(TicTacToe, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo)
