"""Small games written out by hand: every position, its moves, and their intervals.

    graph([Edge(1, lower=15, upper=30), Edge(2, lower=8, upper=22)],     position 0, the root
          [Edge(3, lower=-26, upper=-15)],                                position 1
          12, ...)                                                         position 2 is over, value 12

Several arrows may lead to one position; none may lead back to where it came from.  Intervals are those of the
worth of the move for the player who makes it, values those of the player on turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bstar.game import FULL, INF, register_game
from bstar.jit import inline, kernel_tuple

PLIES = 256


@kernel_tuple
class GraphGame(NamedTuple):
    """A game of numbered positions, and the path to the current one."""

    first: np.ndarray  # int32[N]   the moves of a position are first .. first + count - 1
    count: np.ndarray  # int32[N]   0: it is over
    value: np.ndarray  # int32[N]   then
    child: np.ndarray  # int32[M]
    gain: np.ndarray  # int32[M]
    lower: np.ndarray  # int32[M]   proven
    upper: np.ndarray  # int32[M]
    pessimistic: np.ndarray  # int32[M]  believed
    optimistic: np.ndarray  # int32[M]
    realistic: np.ndarray  # int32[M]
    path: np.ndarray  # int32[PLIES]
    ply: np.ndarray  # int64[1]


class Edge(NamedTuple):
    """A move to a position; estimates default to the proven bounds."""

    child: int
    gain: int = 0
    lower: int = -INF
    upper: int = INF
    pessimistic: int | None = None
    optimistic: int | None = None
    realistic: int | None = None


class IntervalNode(NamedTuple):
    """A node of a tree of intervals as printed in papers, from the point of view of MAX at the root."""

    low: int
    high: int
    children: tuple[IntervalNode, ...] = ()


def graph(positions: Sequence[Sequence[Edge] | int]) -> GraphGame:
    """Return the game of these positions: the moves of each, or its value if it is over."""
    arrows = [arrow for moves in positions if not isinstance(moves, int) for arrow in moves]
    counts = [0 if isinstance(moves, int) else len(moves) for moves in positions]
    if any(count == 0 and not isinstance(moves, int) for count, moves in zip(counts, positions, strict=True)):
        raise ValueError("a position without moves, expected its value")
    return GraphGame(
        _numbers([0, *np.cumsum(counts)[:-1]]),
        _numbers(counts),
        _numbers([moves if isinstance(moves, int) else 0 for moves in positions]),
        _numbers([arrow.child for arrow in arrows]),
        _numbers([arrow.gain for arrow in arrows]),
        _numbers([arrow.lower for arrow in arrows]),
        _numbers([arrow.upper for arrow in arrows]),
        _numbers([arrow.lower if arrow.pessimistic is None else arrow.pessimistic for arrow in arrows]),
        _numbers([arrow.upper if arrow.optimistic is None else arrow.optimistic for arrow in arrows]),
        _numbers([arrow.gain if arrow.realistic is None else arrow.realistic for arrow in arrows]),
        np.zeros(PLIES, np.int32),
        np.zeros(1, np.int64),
    )


def interval_tree(root: IntervalNode) -> GraphGame:
    """Return the game of a tree of intervals; a node without children has the middle as value."""
    positions: list[Sequence[Edge] | int] = []
    waiting = [(root, 1)]
    while waiting:  # breadth first: children are numbered as they are put in line
        node, sign = waiting.pop(0)
        if not node.children:
            positions.append(sign * ((node.low + node.high) // 2))
            continue
        arrows = []
        for child in node.children:
            lower, upper = (child.low, child.high) if sign == 1 else (-child.high, -child.low)
            arrows.append(Edge(len(positions) + len(waiting) + 1, 0, lower, upper))
            waiting.append((child, -sign))
        positions.append(arrows)
    return graph(positions)


def _numbers(numbers: Sequence[int]) -> np.ndarray:
    return np.array(numbers, np.int32)


@inline
def _at(game):
    return game.path[game.ply[0]]


@inline
def _is_over(game):
    return game.count[_at(game)] == 0


@inline
def _final(game):
    return game.value[_at(game)]


@inline
def _key(game):
    return np.uint64(_at(game) + 1)


@inline
def _moves(game, alpha, beta, moves, first):
    start, count = np.int64(game.first[_at(game)]), np.int64(game.count[_at(game)])
    if first + count > moves.move.shape[0]:
        return np.int64(FULL), np.int64(-INF)
    for number in range(count):
        at, arrow = first + number, start + number
        moves.move[at], moves.gain[at], moves.rank[at] = arrow, game.gain[arrow], 0
        moves.lower[at], moves.upper[at] = game.lower[arrow], game.upper[arrow]
    return count, np.int64(-INF)


@inline
def _estimate(game, moves, first, count, estimates):
    for at in range(first, first + count):
        arrow = moves.move[at]
        estimates.pessimistic[at] = game.pessimistic[arrow]
        estimates.optimistic[at] = game.optimistic[arrow]
        estimates.realistic[at] = game.realistic[arrow]


@inline
def _play(game, move):
    game.ply[0] += 1
    game.path[game.ply[0]] = game.child[move]


@inline
def _undo(game):
    game.ply[0] -= 1


register_game(
    GraphGame,
    is_over=_is_over,
    final=_final,
    key=_key,
    moves=_moves,
    play=_play,
    undo=_undo,
    estimate=_estimate,
)
