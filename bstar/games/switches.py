"""Sums of hot games: switches {a | b} and numbers; the players alternate until all switches are played.

    {7 | -3} + {4 | 1} + 2     Left moves a switch to a, Right to b; a number is Left's, no moves in it

The value is that of the rest of the game, in points for the player on turn.  A sum lies within the sum
of the intervals of its parts,

    sum of b  <=  Left's points from the rest  <=  sum of a,

which bounds every move statically.  Hottest first is best, and with t the half differences (a - b) / 2 in
descending order the player on turn gets  sum of (a + b) / 2  +  t0 - t1 + t2 - ...  (Left on turn).
Different orders of moves lead to the same position: a game with many transpositions.

`play` also takes PASS, which `moves` never lists: to pass is not legal, but to be on turn never hurts while
all a >= b, so what is left after a pass is a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, register_game
from bstar.jit import inline

LEFT_POINTS, RIGHT_POINTS, PLAYED, MADE, NUMBERS, IS_BOUNDED = range(6)
PASS = 63


class SwitchSum(NamedTuple):
    """The switches of a sum and those played."""

    left: np.ndarray  # int64[S]   a: what Left gets
    right: np.ndarray  # int64[S]  b
    order: np.ndarray  # int64[2 * S]  the moves made, first to last
    now: np.ndarray  # int64[6]  sums of a and b not played yet, bit set played, moves made, numbers, bounded


def new_switches(switches: Sequence[tuple[int, int]], number: int = 0, bounded: bool = True) -> SwitchSum:
    """Return the sum of the switches (a, b) and a number, Left on turn.

    Moves have static bounds only if `bounded`, which needs a >= b.
    """
    if len(switches) > 32 or (bounded and any(a < b for a, b in switches)):
        raise ValueError(f"{switches}: expected at most 32 switches (a, b) with a >= b")
    left, right = (np.array([switch[side] for switch in switches], np.int64) for side in (0, 1))
    now = np.array([left.sum(), right.sum(), 0, 0, number, bounded], np.int64)
    return SwitchSum(left, right, np.zeros(2 * len(switches), np.int64), now)


def closed_form(switches: Sequence[tuple[int, int]], number: int = 0) -> int:
    """Return the value with Left on turn, by the formula."""
    doubled = sorted((a - b for a, b in switches), reverse=True)
    return number + (sum(a + b for a, b in switches) + sum(doubled[::2]) - sum(doubled[1::2])) // 2


@inline
def _is_over(game):
    return game.now[PLAYED] == (np.int64(1) << game.left.shape[0]) - 1


@inline
def _final(game):
    return game.now[NUMBERS] if game.now[MADE] % 2 == 0 else -game.now[NUMBERS]


@inline
def _key(game):
    return np.uint64(2 * game.now[PLAYED] + game.now[MADE] % 2 + 1)


@inline
def _moves(game, alpha, beta, moves, first):
    is_left = game.now[MADE] % 2 == 0
    at = first
    for switch in range(game.left.shape[0]):
        if (game.now[PLAYED] >> switch) & 1:
            continue
        if at == moves.move.shape[0]:
            return np.int64(FULL), np.int64(-INF)
        most = game.now[LEFT_POINTS] - game.left[switch] + game.now[NUMBERS]
        least = game.now[RIGHT_POINTS] - game.right[switch] + game.now[NUMBERS]
        gain = game.left[switch] if is_left else -game.right[switch]
        moves.move[at] = switch
        moves.gain[at] = gain
        moves.lower[at], moves.upper[at] = -INF, INF
        if game.now[IS_BOUNDED]:
            moves.lower[at] = gain + (least if is_left else -most)
            moves.upper[at] = gain + (most if is_left else -least)
        moves.rank[at] = game.left[switch] - game.right[switch]
        at += 1
    return at - first, np.int64(-INF)


@inline
def _play(game, move):
    _turn(game, move, -1)
    game.order[game.now[MADE]] = move
    game.now[MADE] += 1


@inline
def _undo(game):
    game.now[MADE] -= 1
    _turn(game, game.order[game.now[MADE]], 1)


@inline
def _turn(game, switch, sign):
    if switch != PASS:
        game.now[LEFT_POINTS] += sign * game.left[switch]
        game.now[RIGHT_POINTS] += sign * game.right[switch]
        game.now[PLAYED] ^= np.int64(1) << switch


register_game(SwitchSum, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo)
