"""Domineering: one player lays dominoes upright, the other flat; a player who cannot move loses.

    1 1 .     squares are bits of one number, row by row
    1 . .
    1 . .     value  +1 the player on turn wins, -1 the opponent does

A move is the set of the two squares covered.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, register_game
from bstar.jit import inline

ROWS, COLS, COVERED, COUNT, FIRST = range(5)


class Domineering(NamedTuple):
    """The squares covered and the dominoes laid."""

    state: np.ndarray  # int64[5]   ROWS, COLS, COVERED, COUNT, FIRST (0: upright moves first)
    history: np.ndarray  # int64[M]  the moves


def new_domineering(rows: int, cols: int, is_upright_first: bool = True) -> Domineering:
    """Return the empty board of at most 62 squares."""
    if not 0 < rows * cols <= 62:
        raise ValueError(f"a board of {rows} x {cols}, expected 1 to 62 squares")
    return Domineering(
        np.array([rows, cols, 0, 0, 0 if is_upright_first else 1], np.int64),
        np.zeros(rows * cols // 2 + 1, np.int64),
    )


@inline
def _domino(game, row, col):
    """Return the squares of a domino of the player on turn at (row, col); 0 if it does not fit."""
    state = game.state
    is_flat = (state[FIRST] + state[COUNT]) % 2
    if row + 1 - is_flat >= state[ROWS] or col + is_flat >= state[COLS]:
        return np.int64(0)
    square = row * state[COLS] + col
    domino = (np.int64(1) << square) | (np.int64(1) << (square + (1 if is_flat else state[COLS])))
    return domino if state[COVERED] & domino == 0 else np.int64(0)


@inline
def _is_over(game):
    for row in range(game.state[ROWS]):
        for col in range(game.state[COLS]):
            if _domino(game, row, col) != 0:
                return False
    return True


@inline
def _final(game):
    return -1


@inline
def _key(game):
    return np.uint64((game.state[COVERED] << 1) | ((game.state[FIRST] + game.state[COUNT]) % 2)) + np.uint64(
        1
    )


@inline
def _moves(game, alpha, beta, moves, first):
    at = first
    for row in range(game.state[ROWS]):
        for col in range(game.state[COLS]):
            domino = _domino(game, row, col)
            if domino == 0:
                continue
            if at == moves.move.shape[0]:
                return np.int64(FULL), np.int64(-INF)
            moves.move[at] = domino
            moves.gain[at], moves.lower[at], moves.upper[at], moves.rank[at] = 0, -INF, INF, 0
            at += 1
    return at - first, np.int64(-INF)


@inline
def _play(game, move):
    game.state[COVERED] |= move
    game.history[game.state[COUNT]] = move
    game.state[COUNT] += 1


@inline
def _undo(game):
    game.state[COUNT] -= 1
    game.state[COVERED] ^= game.history[game.state[COUNT]]


register_game(Domineering, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo)
