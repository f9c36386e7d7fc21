"""Explicit game trees: every position is a node of a tree that exists from the start.

    [[3, 12], [2, 4]]        0            nodes are numbered level by level,
                           1   2          so the children of a node are neighbours
                          3 4 5 6
                          3 12 2 4        values of the leaves, for MAX, who is on turn at the root

The textbooks' MAX and MIN are turned into the sign of `bstar.game` here: the value of a leaf is stored for
the player on turn there.  A move is the number of a child, 0 for the first.  A move may win points at once
(incremental trees) and have a static interval; without, its interval is (-INF, INF).

Every leaf that a search evaluates is written to a log, in the order of evaluation, repetitions included, and
every position whose moves it generates to another: the theorems about alpha-beta, SSS* and their kin are
about these sequences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from bstar.game import FAR, FULL, INF, register_game
from bstar.jit import inline, kernel_tuple

DEPTH, VISITS, EXPANDED = range(3)

Nested = int | Sequence[Any]


@kernel_tuple
class TreeGame(NamedTuple):
    """A tree, the path to the current node, and the log."""

    first_child: np.ndarray  # int64[N]
    children: np.ndarray  # int64[N]  their number; 0 at a leaf
    value: np.ndarray  # int64[N]  of a leaf, for the player on turn there; points won on the way not counted
    gain: np.ndarray  # int64[N]   points won by the move to this node
    lower: np.ndarray  # int64[N]  lower <= worth of the move to this node <= upper
    upper: np.ndarray  # int64[N]
    path: np.ndarray  # int64[D + 1]   nodes from the root on
    now: np.ndarray  # int64[3]    DEPTH, VISITS, EXPANDED
    log: np.ndarray  # int64[L]    leaves evaluated; those beyond its size are only counted
    expansion_log: np.ndarray  # int64[L]    nodes expanded, the same

    @property
    def leaves(self) -> np.ndarray:
        """The nodes that are leaves, from left to right on each level."""
        return np.flatnonzero(self.children == 0)

    @property
    def visited(self) -> list[int]:
        """The leaves evaluated, in order, repetitions included."""
        visits = int(self.now[VISITS])
        if visits > len(self.log):
            raise ValueError(f"{visits} leaves were evaluated, the log holds {len(self.log)}")
        return [int(node) for node in self.log[:visits]]

    @property
    def first_expansions(self) -> list[int]:
        """The distinct nodes expanded, in the order of their first expansion."""
        count = int(self.now[EXPANDED])
        if count > len(self.expansion_log):
            raise ValueError(f"{count} nodes were expanded, the log holds {len(self.expansion_log)}")
        return list(dict.fromkeys(int(node) for node in self.expansion_log[:count]))

    @property
    def first_visits(self) -> list[int]:
        """The distinct leaves evaluated, in the order of their first evaluation."""
        return list(dict.fromkeys(self.visited))

    def forget_visits(self) -> None:
        """Empty the logs."""
        self.now[VISITS] = self.now[EXPANDED] = 0


def new_tree(nested: Nested, log: int = 1 << 16) -> TreeGame:
    """Return the tree of nested lists of leaf values for MAX, who is on turn at the root."""
    level: list[Nested] = [nested]
    counts: list[int] = []
    values: list[int] = []
    depth = 0
    while level:
        for node in level:
            is_leaf = isinstance(node, int)
            counts.append(0 if is_leaf else len(node))
            values.append(node * (-1) ** depth if is_leaf else 0)
        level = [child for node in level if not isinstance(node, int) for child in node]
        depth += 1
    return from_arrays(np.array(counts), np.array(values), log)


def from_arrays(children: np.ndarray, values: np.ndarray, log: int = 1 << 16) -> TreeGame:
    """Return the tree whose nodes, level by level, have `children` children and (leaves) these `values`.

    `values` are for the player on turn at the leaf.  Raises ValueError for a value that a search cannot
    distinguish from an infinite one.
    """
    nodes = len(children)
    children = children.astype(np.int64)
    if children.sum() != nodes - 1:
        raise ValueError(f"{nodes} nodes with {children.sum()} children in all, expected {nodes - 1}")
    if np.abs(values).max() >= FAR:
        raise ValueError(f"a leaf value of {np.abs(values).max()}, expected less than {FAR}")
    first_child = np.cumsum(np.concatenate(([1], children[:-1])))
    return TreeGame(
        first_child,
        children,
        np.where(children == 0, values, 0).astype(np.int64),
        np.zeros(nodes, np.int64),
        np.full(nodes, -INF, np.int64),
        np.full(nodes, INF, np.int64),
        np.zeros(sum(1 for _ in levels(children)) + 1, np.int64),
        np.zeros(3, np.int64),
        np.zeros(log, np.int64),
        np.zeros(log, np.int64),
    )


def levels(children: np.ndarray) -> Iterator[slice]:
    """Yield the nodes of each level, the root's first."""
    begin, end = 0, 1
    while begin < end:
        yield slice(begin, end)
        begin, end = end, end + int(children[begin:end].sum())


@inline
def _is_over(game):
    return game.children[game.path[game.now[DEPTH]]] == 0


@inline
def _final(game):
    node = game.path[game.now[DEPTH]]
    if game.now[VISITS] < game.log.shape[0]:
        game.log[game.now[VISITS]] = node
    game.now[VISITS] += 1
    return game.value[node]


@inline
def _key(game):
    return np.uint64(game.path[game.now[DEPTH]] + 1)


@inline
def _moves(game, alpha, beta, moves, first):
    node = game.path[game.now[DEPTH]]
    if game.now[EXPANDED] < game.expansion_log.shape[0]:
        game.expansion_log[game.now[EXPANDED]] = node
    game.now[EXPANDED] += 1
    if first + game.children[node] > moves.move.shape[0]:
        return np.int64(FULL), np.int64(-INF)
    for index in range(game.children[node]):
        child = game.first_child[node] + index
        moves.move[first + index] = index
        moves.gain[first + index] = game.gain[child]
        moves.lower[first + index] = game.lower[child]
        moves.upper[first + index] = game.upper[child]
        moves.rank[first + index] = 0
    return game.children[node], np.int64(-INF)


@inline
def _play(game, move):
    depth = game.now[DEPTH]
    game.path[depth + 1] = game.first_child[game.path[depth]] + move
    game.now[DEPTH] = depth + 1


@inline
def _undo(game):
    game.now[DEPTH] -= 1


register_game(TreeGame, is_over=_is_over, final=_final, key=_key, moves=_moves, play=_play, undo=_undo)
