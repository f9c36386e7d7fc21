"""The smallest graph of a set of words, after Daciuk, Mihov, Watson and Watson (2000).

Words come in sorted, so only the branch of the word added last can still change.  What a new word leaves of
that branch is final: each node is looked up in a register of nodes and replaced by its equal, if there is
one.

    TAP, TAPS, TOP:    T - A - P - S         TOP leaves A P S: S, P and A are frozen
                         \\                    (deepest first); O P is the new branch
                          O - P

A word is a string of labels 1 ... 255.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bstar.jit import inner, kernel
from scrabble.lexicon import word_array
from scrabble.lexicon.dawg import LABEL, LONGEST
from scrabble.lexicon.word_array import WordArray

Int: TypeAlias = int | np.signedinteger[Any]  # Python's or numpy's: the same to a kernel

NONE = -1
FULL = -1


class Graph(NamedTuple):
    """The finished nodes; node n has the arcs first[n] <= arc < first[n + 1]."""

    first: NDArray[np.int32]  # int32[N + 1]
    is_end: NDArray[np.uint8]  # uint8[N]     a word ends here
    label: NDArray[np.uint8]  # uint8[A]
    target: NDArray[np.int32]  # int32[A]    a node finished earlier
    register: NDArray[np.int32]  # int32[2^k]  hash table of nodes, NONE = free
    size: NDArray[np.int64]  # int64[1]    nodes in use


class Branch(NamedTuple):
    """The nodes of the word added last, by depth; their arcs are sorted, the last one leads to depth + 1."""

    arcs: NDArray[np.int32]  # int32[LONGEST + 1]       how many
    is_end: NDArray[np.uint8]  # uint8[LONGEST + 1]
    label: NDArray[np.uint8]  # uint8[LONGEST + 1, 256]
    target: NDArray[np.int32]  # int32[LONGEST + 1, 256]


def minimal_graph(parts: Iterable[WordArray], most: int) -> Graph | None:
    """The graph of the words of all parts, each sorted and behind the one before; its last node is the root.

    None when it has more than `most` nodes or arcs.
    """
    graph, branch = _empty_graph(most), _empty_branch()
    depth = 0
    for words in parts:
        text, starts = word_array.joined(words)
        depth = add_words(text, starts, branch, graph, depth)
        if depth == FULL:
            return None
    return None if finish(branch, graph, depth) == FULL else graph


def _empty_graph(most: int) -> Graph:
    # Untouched memory costs nothing.
    slots = 1 << (2 * most).bit_length()
    return Graph(
        first=np.zeros(most + 1, np.int32),
        is_end=np.zeros(most, np.uint8),
        label=np.empty(most, np.uint8),
        target=np.empty(most, np.int32),
        register=np.full(slots, NONE, np.int32),
        size=np.zeros(1, np.int64),
    )


def _empty_branch() -> Branch:
    depths = LONGEST + 1
    return Branch(
        arcs=np.zeros(depths, np.int32),
        is_end=np.zeros(depths, np.uint8),
        label=np.zeros((depths, LABEL + 1), np.uint8),
        target=np.zeros((depths, LABEL + 1), np.int32),
    )


@kernel
def add_words(
    text: NDArray[np.uint8], starts: NDArray[np.int64], branch: Branch, graph: Graph, depth: Int
) -> Int:
    """Add the words text[starts[k]:starts[k + 1]] behind one of `depth` labels; return the depth, or FULL."""
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
def finish(branch: Branch, graph: Graph, depth: Int) -> Int:
    """Freeze the last word, of `depth` labels; return the last node of `graph`, the root, or FULL."""
    if not freeze_below(branch, depth, np.int64(0), graph):
        return FULL
    return freeze(branch, np.int64(0), graph)


@inner
def freeze_below(branch: Branch, depth: Int, common: Int, graph: Graph) -> bool:
    """Freeze the nodes of the branch at depths `depth` ... `common` + 1; False when the graph is full."""
    for at in range(depth, common, -1):
        node = freeze(branch, at, graph)
        if node == FULL:
            return False
        branch.target[at - 1, branch.arcs[at - 1] - 1] = node
    return True


@inner
def freeze(branch: Branch, at: Int, graph: Graph) -> Int:
    """The node of `graph` that equals the branch's node at depth `at`, added if there is none; or FULL."""
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


@inner
def is_same(branch: Branch, at: Int, graph: Graph, node: Int) -> bool:
    """Do the branch's node at depth `at` and a finished node have the same continuations?"""
    first = graph.first[node]
    count = branch.arcs[at]
    if graph.first[node + 1] - first != count or graph.is_end[node] != branch.is_end[at]:
        return False
    for k in range(count):
        if graph.label[first + k] != branch.label[at, k] or graph.target[first + k] != branch.target[at, k]:
            return False
    return True


@inner
def hash_of(branch: Branch, at: Int) -> Int:
    """A hash of the continuations, not negative."""
    value = np.int64(branch.is_end[at])
    for k in range(branch.arcs[at]):
        arc = np.int64(branch.target[at, k]) << np.int64(8) | np.int64(branch.label[at, k])
        # 31-bit values times 29-bit constants stay inside int64, with numba and without.
        value = ((value ^ arc) & np.int64(0x7FFFFFFF)) * np.int64(0x165667B1)
        value ^= value >> np.int64(29)
    return value
