"""Strategies at the root of B*: PROVEBEST or DISPROVEREST.

PROVEBEST       raise the pessimistic bound of the most promising move above every other's optimistic bound
DISPROVEREST    lower the optimistic bound of the second most promising move; legal only while the most
                promising move also has the best pessimistic bound, or it could not lead to a proof
DISPROVEBEST    while DISPROVEREST is not legal: show that the most promising move is not the best; the
                descent then goes where that costs least (Anema 2025, "Disprove-Best")

Berliner (1979) chose by the depth d from which optimistic bounds were backed up: DISPROVEREST if the sum of
d squared over the x - 1 best other moves is less than that of the most promising one (2D, 3D, AD for all);
each term divided by the range of the move's interval (2R, 3R, AR).  Maven alternates (Sheppard 2003, after
Anema 2025): PROVEBEST first; a turn is kept while DISPROVEREST is not legal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.game import INF
from bstar.jit import inline, linked
from bstar.search_control import EXPANSIONS
from bstar.tree.nodes import AGENTS, NONE, ROOT
from bstar.tree.search_log import (
    ALWAYS,
    COMPARED,
    DISPROVE_BEST,
    DISPROVE_REST,
    FORCED,
    PROVE_BEST,
    TURN,
    next_step,
)

ALWAYS_BEST, ALWAYS_REST, ALTERNATED, DEPTHS, RANGES, SMALLER_TREE, LESS_WORK = range(7)


class Strategy(NamedTuple):
    """A rule for when both are legal, and whether to use DISPROVEBEST when they are not."""

    rule: int
    considered: int = 0  # x of the D and R criteria; 0 = all
    disproves_best: bool = False


STRATEGIES = {
    "prove-best": Strategy(ALWAYS_BEST),
    "disprove-rest": Strategy(ALWAYS_REST),
    "alternated": Strategy(ALTERNATED),
    "2D": Strategy(DEPTHS, 2),
    "3D": Strategy(DEPTHS, 3),
    "AD": Strategy(DEPTHS),
    "2R": Strategy(RANGES, 2),
    "3R": Strategy(RANGES, 3),
    "AR": Strategy(RANGES),
    "smaller-tree": Strategy(SMALLER_TREE),
    "less-work": Strategy(LESS_WORK),
    "disprove-best": Strategy(ALTERNATED, 0, True),
}

# indices into settings and state of a search (bstar.tree.search)
RULE, CONSIDERED, DISPROVES_BEST = range(3)
TURN_OF, NOW, LOW, HIGH = range(4)


@linked("int64")
def choose(tree, search, control):
    """Choose the strategy at the root and return the move to pursue."""
    settings, state = search.settings, search.state
    best = promising(tree, np.int64(ROOT), np.int64(NONE))
    second = promising(tree, np.int64(ROOT), best)
    greatest = np.int64(tree.nodes[ROOT].pessimistic)
    step = search.log.steps[next_step(search.log)]
    step.left, step.right = 0.0, 0.0
    if tree.links[best].pessimistic < greatest:
        strategy, reason = PROVE_BEST, FORCED
        if settings[DISPROVES_BEST] != 0:
            strategy = DISPROVE_BEST
            state[LOW], state[HIGH] = greatest, tree.links[second].optimistic
    elif settings[RULE] == ALWAYS_BEST or settings[RULE] == ALWAYS_REST:
        strategy = PROVE_BEST if settings[RULE] == ALWAYS_BEST else DISPROVE_REST
        reason = ALWAYS
    elif settings[RULE] == ALTERNATED:
        strategy, reason = state[TURN_OF], TURN
        state[TURN_OF] = PROVE_BEST + DISPROVE_REST - strategy
    else:
        step.left, step.right = _compare(tree, settings, best, second)
        strategy, reason = DISPROVE_REST if step.left < step.right else PROVE_BEST, COMPARED
    state[NOW] = strategy
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
def _compare(tree, settings, best, second):
    """Return the two numbers that a rule compares: DISPROVEREST is chosen if the first is less."""
    if settings[RULE] == SMALLER_TREE:
        return float(_expansions_below(tree, second)), float(_expansions_below(tree, best))
    if settings[RULE] == LESS_WORK:
        return work_to_disprove_rest(tree, best), work_to_raise(tree, best, tree.links[second].optimistic)
    ranges = settings[RULE] == RANGES
    total = 0.0
    if settings[CONSIDERED] == 0:
        first = np.int64(tree.nodes[ROOT].first)
        for link in range(first, first + tree.nodes[ROOT].count):
            if link != best and tree.links[link].optimistic > tree.links[best].pessimistic:
                total += _squared_depth(tree, link, ranges)
    else:
        link = best
        for _ in range(settings[CONSIDERED] - 1):
            link = promising(tree, np.int64(ROOT), link)
            if link == NONE or tree.links[link].optimistic <= tree.links[best].pessimistic:
                break
            total += _squared_depth(tree, link, ranges)
    return total, _squared_depth(tree, best, ranges)


@inline
def _squared_depth(tree, link, ranges):
    each = tree.links[link]
    depth = 1.0 + each.high_depth
    return depth * depth / (each.optimistic - each.pessimistic if ranges else 1)


@inline
def _expansions_below(tree, link):
    child = np.int64(tree.links[link].child)
    return np.int64(0) if child == NONE else np.int64(tree.nodes[child].work)


@inline
def work_to_raise(tree, link, goal):
    """Return the number of leaves to examine before a move is worth at least `goal`: the open replies."""
    child = np.int64(tree.links[link].child)
    if child == NONE or tree.facts[AGENTS] == 1:
        return 1.0
    threat = np.int64(tree.links[link].gain) - goal  # a reply must be worth no more than that
    return max(1.0, float(_open_moves(tree, child, threat)))


@inline
def work_to_disprove_rest(tree, best):
    """Return the leaves to examine until no other move can exceed the best one's pessimistic bound."""
    goal = np.int64(tree.links[best].pessimistic)
    first = np.int64(tree.nodes[ROOT].first)
    total = 0.0
    for link in range(first, first + tree.nodes[ROOT].count):
        if link != best and tree.links[link].optimistic > goal:
            total += _work_to_lower(tree, link, goal)
    return total


@inline
def _work_to_lower(tree, link, goal):
    """Return the leaves to examine until a move is worth at most `goal`: a reply, all answers to it."""
    child = np.int64(tree.links[link].child)
    if child == NONE:
        return 1.0
    if tree.facts[AGENTS] == 1:
        return max(1.0, float(_open_moves(tree, child, goal - np.int64(tree.links[link].gain))))
    threat = np.int64(tree.links[link].gain) - goal  # one reply must be worth as much
    least = float(INF)
    first = np.int64(tree.nodes[child].first)
    for index in range(first, first + tree.nodes[child].count):
        reply = tree.links[index]
        if reply.optimistic >= threat:
            grandchild = np.int64(reply.child)
            work = 1.0
            if grandchild != NONE:
                work = max(1.0, float(_open_moves(tree, grandchild, np.int64(reply.gain) - threat)))
            least = min(least, work)
    return least


@inline
def _open_moves(tree, node, threat):
    """Return the number of moves of a node that may still be worth more than `threat`."""
    count = 0
    first = np.int64(tree.nodes[node].first)
    for link in range(first, first + tree.nodes[node].count):
        if tree.links[link].optimistic > threat:
            count += 1
    return count
