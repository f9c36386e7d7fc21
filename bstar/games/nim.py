"""Nim: take any number of counters from one pile; the player who takes the last one wins (+1, the loser -1).

A move is 32 * pile + counters taken, so a pile holds at most 31.
"""

from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, register_game
from bstar.jit import inline


class Nim(NamedTuple):
    """The piles, and the moves made."""

    piles: np.ndarray  # int64[P]      counters in each pile
    history: np.ndarray  # int64[M + 1]   the moves made; the last entry says how many


def new_nim(*piles: int) -> Nim:
    """Return the game that starts from these piles."""
    return Nim(np.array(piles, np.int64), np.zeros(sum(piles) + 1, np.int64))


@inline
def _is_over(game):
    return game.piles.sum() == 0


@inline
def _final(game):
    return -1  # the opponent has taken the last counter


@inline
def _key(game):
    key = np.uint64(0)
    for pile in game.piles:
        key = np.uint64(32) * key + np.uint64(pile)
    return key + np.uint64(1)


@inline
def _moves(game, alpha, beta, moves, first):
    at = first
    for pile in range(len(game.piles)):
        for taken in range(1, game.piles[pile] + 1):
            if at == len(moves.move):
                return FULL, -INF
            moves.move[at] = 32 * pile + taken
            moves.gain[at], moves.lower[at], moves.upper[at], moves.rank[at] = 0, -INF, INF, 0
            at += 1
    return at - first, -INF


@inline
def _play(game, move):
    game.piles[move // 32] -= move % 32
    game.history[game.history[-1]] = move
    game.history[-1] += 1


@inline
def _undo(game):
    game.history[-1] -= 1
    game.piles[game.history[game.history[-1]] // 32] += game.history[game.history[-1]] % 32


register_game(Nim, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo)
