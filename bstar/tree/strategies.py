"""Strategies at the root of B*: PROVEBEST or DISPROVEREST.

PROVEBEST       raise the pessimistic bound of the most promising move above every other's optimistic bound
DISPROVEREST    lower the optimistic bound of the second most promising move; legal only while the most
                promising move also has the best pessimistic bound, or it could not lead to a proof

Berliner (1979) chose by the depth d from which optimistic bounds were backed up: DISPROVEREST if the sum of
d squared over the x - 1 best other moves is less than that of the most promising one (2D, 3D, AD for all).
Maven alternates (Sheppard 2003, after Anema 2025): PROVEBEST first; a turn is kept while DISPROVEREST is not
legal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, linked
from bstar.search_control import EXPANSIONS
from bstar.tree.nodes import NONE, ROOT
from bstar.tree.search_log import ALWAYS, COMPARED, DISPROVE_REST, FORCED, PROVE_BEST, TURN, next_step

ALWAYS_BEST, ALWAYS_REST, ALTERNATED, DEPTHS = range(4)


class Strategy(NamedTuple):
    """A rule for when both are legal."""

    rule: int
    considered: int = 0  # x of the D criterion; 0 = all


STRATEGIES = {
    "prove-best": Strategy(ALWAYS_BEST),
    "disprove-rest": Strategy(ALWAYS_REST),
    "alternated": Strategy(ALTERNATED),
    "2D": Strategy(DEPTHS, 2),
    "3D": Strategy(DEPTHS, 3),
    "AD": Strategy(DEPTHS),
}

RULE, CONSIDERED = range(2)  # indices into the settings of a search (bstar.tree.bstar)


@linked("int64")
def choose(tree, search, control):
    """Choose the strategy at the root and return the move to pursue."""
    rule = search.settings[RULE]
    best = promising(tree, np.int64(ROOT), np.int64(NONE))
    second = promising(tree, np.int64(ROOT), best)
    step = search.log.steps[next_step(search.log)]
    step.left, step.right = 0.0, 0.0
    if tree.links[best].pessimistic < tree.nodes[ROOT].pessimistic:
        strategy, reason = PROVE_BEST, FORCED
    elif rule == ALWAYS_BEST:
        strategy, reason = PROVE_BEST, ALWAYS
    elif rule == ALWAYS_REST:
        strategy, reason = DISPROVE_REST, ALWAYS
    elif rule == ALTERNATED:
        strategy, reason = search.turn[0], TURN
        search.turn[0] = PROVE_BEST + DISPROVE_REST - strategy
    else:
        step.left, step.right = _compare(tree, search.settings[CONSIDERED], best)
        strategy, reason = DISPROVE_REST if step.left < step.right else PROVE_BEST, COMPARED
    step.expansions, step.strategy, step.reason = control[EXPANSIONS], strategy, reason
    step.best, step.second = best - tree.nodes[ROOT].first, second - tree.nodes[ROOT].first
    step.pessimistic, step.optimistic = tree.links[best].pessimistic, tree.links[best].optimistic
    step.rival = tree.links[second].optimistic
    return second if strategy == DISPROVE_REST else best


@linked("int64")
def promising(tree, node, after):
    """Return the most promising move of a node, or the next one after `after`; NONE if there is none."""
    chosen = np.int64(NONE)
    first = np.int64(tree.nodes[node].first)
    for link in range(first, first + tree.nodes[node].count):
        is_left = after == NONE or _precedes(tree, after, link)
        if is_left and (chosen == NONE or _precedes(tree, link, chosen)):
            chosen = np.int64(link)
    return chosen


@inline
def _precedes(tree, one, other):
    """Return whether a link is more promising: more optimistic, less pessimistic, or ranked higher."""
    a, b = tree.links[one], tree.links[other]
    if a.optimistic != b.optimistic:
        return a.optimistic > b.optimistic
    if a.pessimistic != b.pessimistic:
        return a.pessimistic > b.pessimistic
    return one < other


@inline
def _compare(tree, considered, best):
    """Return the two numbers of the D criterion: DISPROVEREST is chosen if the first is less."""
    total = 0.0
    if considered == 0:
        first = np.int64(tree.nodes[ROOT].first)
        for link in range(first, first + tree.nodes[ROOT].count):
            if link != best and tree.links[link].optimistic > tree.links[best].pessimistic:
                total += _squared_depth(tree, link)
    else:
        link = best
        for _ in range(considered - 1):
            link = promising(tree, np.int64(ROOT), link)
            if link == NONE or tree.links[link].optimistic <= tree.links[best].pessimistic:
                break
            total += _squared_depth(tree, link)
    return total, _squared_depth(tree, best)


@inline
def _squared_depth(tree, link):
    depth = 1.0 + tree.links[link].high_depth
    return depth * depth
