"""A sum of switches in which a player may be made to pass: the game that the tests of Palay's B* search.

    {7 | -3} + {4 | 1}     Left moves a switch to a, Right to b, a >= b

`play` takes the move PASS, which `moves` never lists: passing is not legal, but to be on turn never hurts.
So what is left after a pass is a bound of what one of the moves would have brought: the null-move searches
of `bstar.theory.palay` are proofs here.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bstar.game import INF, register_game
from bstar.jit import inline

PASS = 63
SIGN, PLAYED, MADE = range(3)


class Hot(NamedTuple):
    """The switches and what has been played."""

    left: np.ndarray  # int64[S]
    right: np.ndarray  # int64[S]
    order: np.ndarray  # int64[64]  moves made
    now: np.ndarray  # int64[3]  1 if Left is on turn else -1, bit set played, moves made
    tag: np.ndarray  # int32[1]


def new_hot(switches: Sequence[tuple[int, int]]) -> Hot:
    """Return the sum of the switches (a, b), Left on turn."""
    left, right = (np.array([switch[side] for switch in switches], np.int64) for side in (0, 1))
    return Hot(left, right, np.zeros(64, np.int64), np.array([1, 0, 0], np.int64), np.zeros(1, np.int32))


@inline
def _is_over(game):
    return game.now[PLAYED] == (np.int64(1) << game.left.shape[0]) - 1


@inline
def _final(game):
    return np.int64(0)


@inline
def _key(game):
    return np.uint64(4 * game.now[PLAYED] + game.now[SIGN] + 2)


@inline
def _moves(game, alpha, beta, moves, first):
    at = first
    for switch in range(game.left.shape[0]):
        if (game.now[PLAYED] >> switch) & 1 == 0:
            moves.move[at] = switch
            moves.gain[at] = game.left[switch] if game.now[SIGN] == 1 else -game.right[switch]
            moves.lower[at], moves.upper[at] = -INF, INF
            moves.rank[at] = moves.gain[at]
            at += 1
    return at - first, np.int64(-INF)


@inline
def _play(game, move):
    _turn(game, move)
    game.order[game.now[MADE]] = move
    game.now[MADE] += 1


@inline
def _undo(game):
    game.now[MADE] -= 1
    _turn(game, game.order[game.now[MADE]])


@inline
def _turn(game, move):
    game.now[SIGN] = -game.now[SIGN]
    if move != PASS:
        game.now[PLAYED] ^= np.int64(1) << move


register_game(Hot, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo)
