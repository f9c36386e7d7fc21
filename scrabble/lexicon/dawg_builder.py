r"""Build a word graph in dawgdic format (see `dawg`) from any set of words.

1. `minimal_graph` builds the smallest graph, after Daciuk, Mihov, Watson and Watson (2000).  Words come in
   sorted, so only the path of the word added last can still change.  What a new word leaves of that path is
   final: each node is looked up in a register of finished nodes and replaced by its equal, if there is one.

    TAP, TAPS, TOP:    T - A - P - S         TOP leaves A P S: S, P and A are frozen
                         \                    (deepest first); O P is the new path
                          O - P

2. `place` gives every node a base, the root first: the leftmost one where its labels find free units.
   Holes far behind the front are given up.

A word is a string of labels 1 ... 255.  The same words give the same units, whatever their order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bstar.jit import inline, kernel
from scrabble.lexicon import sibling_graph
from scrabble.lexicon.dawg import (
    BLOCK,
    HAS_LEAF,
    IS_LEAF,
    LABEL,
    LONGEST,
    MOST_UNITS,
    OFFSET_SHIFT,
    LexiconError,
    Units,
)
from scrabble.lexicon.sibling_graph import WordArray

Int: TypeAlias = int | np.signedinteger[Any]  # Python's or numpy's: the same to a kernel

NONE = -1
FULL = -1
WINDOW = 2048  # units before the last one in use where a node may still be placed; bounds the search


class MinimalGraph(NamedTuple):
    """The finished nodes; node n has the arcs first[n] <= arc < first[n + 1]."""

    first: NDArray[np.int32]  # int32[N + 1]
    is_end: NDArray[np.uint8]  # uint8[N]     a word ends here
    label: NDArray[np.uint8]  # uint8[A]
    target: NDArray[np.int32]  # int32[A]    a node finished earlier
    register: NDArray[np.int32]  # int32[2^k]  hash table of nodes, NONE = free
    size: NDArray[np.int64]  # int64[1]    nodes in use


class ActivePath(NamedTuple):
    """The nodes of the word added last, by depth; their arcs are sorted, the last one leads to depth + 1."""

    arcs: NDArray[np.int32]  # int32[LONGEST + 1]       number of arcs
    is_end: NDArray[np.uint8]  # uint8[LONGEST + 1]
    label: NDArray[np.uint8]  # uint8[LONGEST + 1, 256]
    target: NDArray[np.int32]  # int32[LONGEST + 1, 256]


def minimal_graph(parts: Iterable[WordArray], most: int) -> MinimalGraph | None:
    """Return the graph of the words of all parts; its last node is the root.

    Each part is sorted, and the parts follow one another.  None for more than `most` nodes or arcs.
    """
    graph, branch = _empty_graph(most), _empty_branch()
    depth = 0
    for words in parts:
        text, starts = sibling_graph.joined(words)
        depth = add_words(text, starts, branch, graph, depth)
        if depth == FULL:
            return None
    return None if finish(branch, graph, depth) == FULL else graph


def _empty_graph(most: int) -> MinimalGraph:
    # Memory that is never written costs nothing.
    slots = 1 << (2 * most).bit_length()
    return MinimalGraph(
        first=np.zeros(most + 1, np.int32),
        is_end=np.zeros(most, np.uint8),
        label=np.empty(most, np.uint8),
        target=np.empty(most, np.int32),
        register=np.full(slots, NONE, np.int32),
        size=np.zeros(1, np.int64),
    )


def _empty_branch() -> ActivePath:
    depths = LONGEST + 1
    return ActivePath(
        arcs=np.zeros(depths, np.int32),
        is_end=np.zeros(depths, np.uint8),
        label=np.zeros((depths, LABEL + 1), np.uint8),
        target=np.zeros((depths, LABEL + 1), np.int32),
    )


@kernel
def add_words(
    text: NDArray[np.uint8], starts: NDArray[np.int64], branch: ActivePath, graph: MinimalGraph, depth: Int
) -> Int:
    """Add the words text[starts[k]:starts[k + 1]] after one of `depth` labels; return the depth, or FULL."""
    for word in range(len(starts) - 1):
        start = starts[word]
        length = starts[word + 1] - start
        common = 0
        while common < depth and branch.label[common, branch.arcs[common] - 1] == text[start + common]:
            common += 1
        if not freeze_below(branch, depth, common, graph):
            return np.int64(FULL)
        for at in range(common, length):
            branch.label[at, branch.arcs[at]] = text[start + at]
            branch.arcs[at] += 1
            branch.arcs[at + 1] = 0
            branch.is_end[at + 1] = 0
        branch.is_end[length] = 1
        depth = length
    return np.int64(depth)


@kernel
def finish(branch: ActivePath, graph: MinimalGraph, depth: Int) -> Int:
    """Freeze the last word, of `depth` labels; return the last node of `graph`, the root, or FULL."""
    if not freeze_below(branch, depth, np.int64(0), graph):
        return FULL
    return freeze(branch, np.int64(0), graph)


@inline
def freeze_below(branch: ActivePath, depth: Int, common: Int, graph: MinimalGraph) -> bool:
    """Freeze the nodes of the path at depths `depth` ... `common` + 1; False when the graph is full."""
    for at in range(depth, common, -1):
        node = freeze(branch, at, graph)
        if node == FULL:
            return False
        branch.target[at - 1, branch.arcs[at - 1] - 1] = node
    return True


@inline
def freeze(branch: ActivePath, at: Int, graph: MinimalGraph) -> Int:
    """Return the node of `graph` that equals the path's node at depth `at`, added if missing; or FULL."""
    slot = hash_of(branch, at) & (len(graph.register) - 1)
    while graph.register[slot] != NONE:
        if is_same(branch, at, graph, graph.register[slot]):
            return np.int64(graph.register[slot])
        slot = (slot + 1) & (len(graph.register) - 1)
    node = graph.size[0]
    first = graph.first[node]
    count = branch.arcs[at]
    if node + 1 > len(graph.is_end) or first + count > len(graph.label):
        return FULL
    for k in range(count):
        graph.label[first + k] = branch.label[at, k]
        graph.target[first + k] = branch.target[at, k]
    graph.is_end[node] = branch.is_end[at]
    graph.first[node + 1] = first + count
    graph.register[slot] = node
    graph.size[0] = node + 1
    return np.int64(node)


@inline
def is_same(branch: ActivePath, at: Int, graph: MinimalGraph, node: Int) -> bool:
    """Return whether the path's node at depth `at` and a finished node have the same continuations."""
    first = graph.first[node]
    count = branch.arcs[at]
    if graph.first[node + 1] - first != count or graph.is_end[node] != branch.is_end[at]:
        return False
    for k in range(count):
        if graph.label[first + k] != branch.label[at, k] or graph.target[first + k] != branch.target[at, k]:
            return False
    return True


@inline
def hash_of(branch: ActivePath, at: Int) -> Int:
    """Return a hash of the continuations, not negative."""
    value = np.int64(branch.is_end[at])
    for k in range(branch.arcs[at]):
        arc = np.int64(branch.target[at, k]) << np.int64(8) | np.int64(branch.label[at, k])
        # 31-bit values times 29-bit constants stay inside int64, with numba and without.
        value = ((value ^ arc) & np.int64(0x7FFFFFFF)) * np.int64(0x165667B1)
        value ^= value >> np.int64(29)
    return value


def build(words: WordArray) -> Units:
    """Return the units of words.  Raises LexiconError for none, one that is too long, and too many."""
    if not len(words) or words.dtype.itemsize > LONGEST:
        raise LexiconError(f"no words to build a lexicon from, or one of more than {LONGEST} tiles")
    # More arcs than units are refused in any case.
    most = min(1 + int(sibling_graph.lengths_of(words).sum()), MOST_UNITS)
    graph = minimal_graph([words], most)
    if graph is None:
        raise LexiconError(_too_many(len(words)))
    return _pack(graph, len(words))


def _pack(graph: MinimalGraph, words: int) -> Units:
    """Place the nodes and write the units."""
    nodes = int(graph.size[0])
    bases = np.empty(nodes, np.int32)
    room = min(MOST_UNITS, BLOCK * (nodes + 2))  # any node fits into a block that is still free
    is_base = np.zeros(room, np.uint8)
    free = np.arange(room + 1, dtype=np.int32)
    size = place(graph, bases, is_base, free)
    if size == FULL:
        raise LexiconError(_too_many(words))
    units = np.zeros(-(-size // BLOCK) * BLOCK, np.uint32)
    write_units(graph, bases, units)
    return units


def _too_many(words: int) -> str:
    return f"{words:,} words need more than the {MOST_UNITS:,} units that a lexicon may have"


@kernel
def place(
    graph: MinimalGraph, bases: NDArray[np.int32], is_base: NDArray[np.uint8], free: NDArray[np.int32]
) -> Int:
    """Give each node the first base that fits, the last node first; return the number of units used, or FULL.

    `is_base` has room for all units.  `free[unit]` leads to the first free unit from there on (`next_free`);
    all units are free when called.
    """
    room = len(is_base)
    free[0] = 1  # the start state
    is_base[0] = 1
    used: Int = 1
    for node in range(graph.size[0] - 1, -1, -1):
        lead = 0 if graph.is_end[node] else graph.label[graph.first[node]]
        unit = next_free(free, max(np.int64(0), used - WINDOW))
        while unit < room and not fits(graph, node, unit ^ lead, is_base, free):
            unit = next_free(free, unit + 1)
        if unit >= room:
            return FULL
        base = unit ^ lead
        bases[node] = base
        is_base[base] = 1
        if graph.is_end[node]:
            free[base] = base + 1
            used = max(used, base + 1)
        for arc in range(graph.first[node], graph.first[node + 1]):
            unit = base ^ graph.label[arc]
            free[unit] = unit + 1
            used = max(used, unit + 1)
    return used


@inline
def fits(
    graph: MinimalGraph, node: Int, base: Int, is_base: NDArray[np.uint8], free: NDArray[np.int32]
) -> bool:
    """Return whether `base` is unused and all units that the node needs there are free."""
    if is_base[base] or (graph.is_end[node] and free[base] != base):
        return False
    for arc in range(graph.first[node], graph.first[node + 1]):
        unit = base ^ graph.label[arc]
        if free[unit] != unit:
            return False
    return True


@inline
def next_free(free: NDArray[np.int32], unit: Int) -> Int:
    """Return the first free unit from `unit` on, and compress the path to it."""
    found = unit
    while free[found] != found:
        found = free[found]
    while free[unit] != found:
        free[unit], unit = found, free[unit]
    return found


@kernel
def write_units(graph: MinimalGraph, bases: NDArray[np.int32], units: Units) -> None:
    """Write the units of all nodes; the root is the last one."""
    nodes = graph.size[0]
    units[0] = bases[nodes - 1] << OFFSET_SHIFT
    for node in range(nodes):
        base = bases[node]
        if graph.is_end[node]:
            units[base] = IS_LEAF
        for arc in range(graph.first[node], graph.first[node + 1]):
            target = graph.target[arc]
            unit = base ^ graph.label[arc]
            leaf = HAS_LEAF if graph.is_end[target] else 0
            units[unit] = ((unit ^ bases[target]) << OFFSET_SHIFT) | leaf | graph.label[arc]
