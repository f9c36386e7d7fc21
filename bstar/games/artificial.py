"""Artificial trees, on which B* has been measured since Berliner (1979) and Palay (1982).

The children of a node are a pure function of its name, so every search meets the same tree in whatever order
it visits the nodes.  The root's interval is [1, range].  Each of `width` children has the least and the
greatest of `draws` uniform numbers from its parent's interval; one child keeps the parent's upper end, one
keeps the lower.  A node whose interval is one number is a leaf.  The trees have no depth limit: only
narrowing ends a line.

        [1, 100]                 MAX: a child's low end can raise the parent's, the high end stays
    [1, 61]  [23, 100]           MIN: the other way round
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, register_game
from bstar.jit import inline

PLIES = 1024


class ArtificialTree(NamedTuple):
    """An artificial tree and the path to the current node, fewer than PLIES deep."""

    width: np.ndarray  # int64[1]
    draws: np.ndarray  # int64[1]
    name: np.ndarray  # uint64[PLIES]
    low: np.ndarray  # int64[PLIES]    interval of the value for the player on turn
    high: np.ndarray  # int64[PLIES]
    ply: np.ndarray  # int64[1]
    child_low: np.ndarray  # int64[width]  work space
    child_high: np.ndarray  # int64[width]


def artificial_tree(seed: int, width: int, limit: int, draws: int = 2) -> ArtificialTree:
    """Return the tree of a seed with root interval [1, limit]."""
    if width < 2 or limit < 1 or draws < 1:
        raise ValueError(f"an artificial tree of width {width}, range {limit}, {draws} draws")
    tree = ArtificialTree(
        np.array([width], np.int64),
        np.array([draws], np.int64),
        np.zeros(PLIES, np.uint64),
        np.ones(PLIES, np.int64),
        np.zeros(PLIES, np.int64),
        np.zeros(1, np.int64),
        np.zeros(width, np.int64),
        np.zeros(width, np.int64),
    )
    tree.name[0] = np.uint64(seed)
    tree.high[0] = limit
    return tree


@inline
def _is_over(game):
    ply = game.ply[0]
    return game.low[ply] == game.high[ply]


@inline
def _final(game):
    return game.low[game.ply[0]]


@inline
def _key(game):
    return game.name[game.ply[0]]


@inline
def _moves(game, alpha, beta, moves, first):
    width = game.width[0]
    if first + width > moves.move.shape[0]:
        return np.int64(FULL), np.int64(-INF)
    _draw_children(game)
    for child in range(width):
        at = first + child
        moves.move[at], moves.gain[at], moves.rank[at] = child, 0, 0
        moves.lower[at], moves.upper[at] = game.child_low[child], game.child_high[child]
    return width, np.int64(-INF)


@inline
def _draw_children(game):
    """Draw the intervals of the children as the player on turn sees them."""
    ply, width = game.ply[0], np.uint64(game.width[0])
    name, low, high = game.name[ply], game.low[ply], game.high[ply]
    count = np.uint64(high - low + 1)
    draws = np.uint64(game.draws[0])
    for child in range(game.width[0]):
        least, greatest = high, low
        for draw in range(game.draws[0]):
            number = mix(name + np.uint64(child) * draws + np.uint64(draw) + np.uint64(2))
            drawn = low + np.int64(number % count)
            least, greatest = min(least, drawn), max(greatest, drawn)
        game.child_low[child] = least
        game.child_high[child] = greatest
    game.child_high[np.int64(mix(name) % width)] = high
    game.child_low[np.int64(mix(name + np.uint64(1)) % width)] = low


@inline
def _play(game, move):
    _draw_children(game)
    ply = game.ply[0]
    game.name[ply + 1] = mix(mix(game.name[ply]) ^ np.uint64(move + 1))
    game.low[ply + 1] = -game.child_high[move]
    game.high[ply + 1] = -game.child_low[move]
    game.ply[0] = ply + 1


@inline
def _undo(game):
    game.ply[0] -= 1


@inline
def mix(number):
    """Spread the bits of a number over all 64 (splitmix64, Steele et al. 2014)."""
    number = np.uint64(number) + np.uint64(0x9E3779B97F4A7C15)
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


register_game(ArtificialTree, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo)
