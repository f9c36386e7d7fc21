"""Random trees: the fixed sets on which searches have been compared since the seventies.

    uniform       width ** depth leaves, all different or from a few values only
    irregular     every node has its own number of children, leaves are at any depth
    ordered       the first move is best everywhere (Knuth, Moore 1975), or mostly (Marsland, Campbell 1982)
    incremental   every move wins or loses some points, which gives sound static bounds
    p_game        every leaf is won or lost: Pearl's P-game (1980)

Their numbers come from a hash of (seed, index): the same on every machine and for every version of numpy.
"""

from __future__ import annotations

import numpy as np

from bstar.games.artificial import mix
from bstar.games.trees import TreeGame, from_arrays, levels

STREAM = 1 << 32  # numbers drawn from one seed


def uniform(width: int, depth: int, seed: int, different: int | None = None) -> TreeGame:
    """Return a tree of `depth` moves, `width` to choose from each time; leaves 0, 1, 2 ... in random order.

    With `different` the leaves are drawn from that many values, and there are ties.
    """
    leaves = width**depth
    numbers = _random(seed, leaves)
    values = np.argsort(np.argsort(numbers)) if different is None else (numbers % np.uint64(different))
    return with_leaves(width, depth, values.astype(np.int64))


def with_leaves(width: int, depth: int, leaves: np.ndarray) -> TreeGame:
    """Return the uniform tree with these leaf values for MAX, from left to right."""
    children = _uniform_children(width, depth)
    values = np.zeros(len(children), np.int64)
    values[len(children) - len(leaves) :] = leaves * (-1) ** depth
    return from_arrays(children, values)


def irregular(width: int, depth: int, seed: int, different: int = 1 << 16) -> TreeGame:
    """Return a tree of at most `depth` moves, 1 to `width` to choose from, none at every fifth node or so."""
    children = [np.array([1 + int(_random(seed, 1)[0] % np.uint64(width))])]
    for level in range(1, depth + 1):
        nodes = int(children[-1].sum())
        chosen = (_random(seed + level * STREAM, nodes) % np.uint64(5 * width)).astype(np.int64)
        children.append(np.where((chosen % 5 == 0) | (level == depth), 0, 1 + chosen // 5))
    counts = np.concatenate(children)
    values = (_random(seed - STREAM, len(counts)) % np.uint64(different)).astype(np.int64) - different // 2
    return from_arrays(counts, values)


def ordered(width: int, depth: int, seed: int, first_is_best: int = 100) -> TreeGame:
    """Return a uniform tree where the first move is best at `first_is_best` percent of the nodes.

    At the others the best move is any of them.  No two moves of a position are worth the same to the player
    who chooses, except by chance where the best is not the first.
    """
    children = _uniform_children(width, depth)
    numbers = _random(seed, len(children))
    values = np.zeros(len(children), np.int64)
    for level in levels(children):
        for node in range(level.start, level.stop):
            number = int(numbers[node])
            best = 0 if number % 100 < first_is_best else (number >> 32) % width
            for child in range(children[node]):
                at = 1 + node * width + child
                worse = 0 if child == best else 1 + (int(numbers[at]) >> 16) % 100
                values[at] = worse - values[node]
    return from_arrays(children, values)


def incremental(width: int, depth: int, step: int, seed: int) -> TreeGame:
    """Return a uniform tree whose moves win -`step` to `step` points each, the best-looking first.

    With k moves to go after a move, its worth lies within k * step of what it wins: a sound static interval.
    """
    children = _uniform_children(width, depth)
    tree = from_arrays(children, np.zeros(len(children), np.int64))
    for number, level in enumerate(levels(children)):
        if number == 0:
            continue
        numbers = _random(seed + number * STREAM, level.stop - level.start) % np.uint64(2 * step + 1)
        tree.gain[level] = step - np.sort(numbers.astype(np.int64).reshape(-1, width)).ravel()
        tree.lower[level] = tree.gain[level] - (depth - number) * step
        tree.upper[level] = tree.gain[level] + (depth - number) * step
    return tree


def p_game(winning: float, depth: int, seed: int) -> TreeGame:
    """Return a binary P-game: every leaf is a win for MAX (1) with probability `winning`, or a loss (0)."""
    numbers = _random(seed, 2**depth) >> np.uint64(11)
    return with_leaves(2, depth, (numbers < np.uint64(winning * 2**53)).astype(np.int64))


def _uniform_children(width: int, depth: int) -> np.ndarray:
    inside = sum(width**level for level in range(depth))
    return np.concatenate((np.full(inside, width, np.int64), np.zeros(width**depth, np.int64)))


def _random(seed: int, count: int) -> np.ndarray:
    """Return uint64[count]: Steele, Lea and Flood's SplitMix64 (2014) from the given seed."""
    with np.errstate(over="ignore"):
        start = np.array([seed % 2**64], np.uint64) * np.uint64(0xBF58476D1CE4E5B9)
        numbers: np.ndarray = mix(start + np.arange(count, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
        return numbers
