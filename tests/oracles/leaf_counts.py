"""A kernel that counts the leaves of many uniform trees: the experiments of the literature in one call.

    counts[trial] = alpha-beta, SSS*, DUAL*, NegaScout (distinct), NegaScout (with repetitions), MTD(value)

The drivers are written out here once more; SSS* and DUAL* are sequences of null windows.  The leaves of
NegaScout are counted in Python.
"""

from math import factorial

import numpy as np

from bstar.depth_first.alphabeta import bound
from bstar.depth_first.stack import new_stack
from bstar.depth_first.transposition_table import new_table
from bstar.game import INF
from bstar.games.random_trees import with_leaves
from bstar.games.trees import FAR, VISITS
from bstar.jit import compiled
from bstar.search_control import FIXED_ORDER, new_control
from tests.oracles.searching import negascout

ALPHA_BETA, SSS, DUAL, NEGASCOUT, NEGASCOUT_ALL, MTD = range(6)


def count_leaves(game, table, stack, control, leaves, counts, seen):
    first_leaf = game.value.shape[0] - leaves.shape[1]
    stamp = 0
    for trial in range(leaves.shape[0]):
        for leaf in range(leaves.shape[1]):
            game.value[first_leaf + leaf] = leaves[trial, leaf]
        value = np.int64(0)
        for algorithm in (ALPHA_BETA, SSS, DUAL, MTD):
            for bucket in range(table.entries.shape[0]):
                for way in range(table.entries.shape[1]):
                    table.entries[bucket, way].key = 0
            game.now[VISITS] = 0
            stamp += 1
            lower, upper = np.int64(-FAR), np.int64(FAR)
            g = upper if algorithm == SSS else lower if algorithm == DUAL else value
            while lower < upper:
                gamma = g + 1 if g == lower else g
                if algorithm == ALPHA_BETA:
                    value = bound(game, table, stack, control, np.int64(-INF), np.int64(INF))
                    break
                g = bound(game, table, stack, control, gamma - 1, gamma)
                if g < gamma:
                    upper = g
                else:
                    lower = g
            distinct = 0
            for visit in range(game.now[VISITS]):
                if seen[game.log[visit]] != stamp:
                    seen[game.log[visit]] = stamp
                    distinct += 1
            counts[trial, algorithm] = distinct
    return 0


def permutations(size: int) -> np.ndarray:
    """All orders of 0 .. size - 1, int64[size!, size]."""
    orders = np.zeros((1, 1), np.int64)
    for larger in range(1, size):
        grown = np.empty((len(orders) * (larger + 1), larger + 1), np.int64)
        for at in range(larger + 1):
            grown[at :: larger + 1] = np.insert(orders, at, larger, axis=1)
        orders = grown
    assert len(orders) == factorial(size)
    return orders


def leaf_counts(width: int, depth: int, leaves: np.ndarray) -> np.ndarray:
    """Count for all rows of `leaves`, the values for MAX from left to right; int64[trials, 6]."""
    tree = with_leaves(width, depth, leaves[0])
    control = new_control()
    control[FIXED_ORDER] = 1
    counts = np.zeros((len(leaves), 6), np.int64)
    seen = np.zeros(len(tree.value), np.int64)
    run = compiled(count_leaves)
    signed = np.ascontiguousarray(leaves * (-1) ** depth)
    run(tree, new_table(1 << 16), new_stack(), control, signed, counts, seen)
    for count, values in zip(counts, leaves, strict=True):
        _, visits = negascout(values.reshape((width,) * depth).tolist())
        count[NEGASCOUT], count[NEGASCOUT_ALL] = len(set(visits)), len(visits)
    return counts
