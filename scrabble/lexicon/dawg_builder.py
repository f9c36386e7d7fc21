"""Build a word graph in dawgdic format (see `dawg`) from any set of words.

1. `minimal_graph` joins what is equal in the words.
2. `place` gives every node a base, the root first: the leftmost one where its labels find free units,
   holes far behind the front being given up.

The same words give the same units, whatever their order.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bstar.jit import inner, kernel
from scrabble.lexicon import word_array
from scrabble.lexicon.dawg import (
    BLOCK,
    HAS_LEAF,
    IS_LEAF,
    LONGEST,
    MOST_UNITS,
    OFFSET_SHIFT,
    LexiconError,
    Units,
)
from scrabble.lexicon.minimal_graph import FULL, Graph, Int, minimal_graph
from scrabble.lexicon.word_array import WordArray

WINDOW = 2048  # units behind the last one in use where a node may still go; bounds the search


def build(words: Iterable[bytes]) -> Units:
    """The units of a set of words, each a string of labels 1 ... 255.

    Raises LexiconError for a word that is empty, too long or has a label 0, and for too many words.
    """
    ordered = sorted(set(words))
    for word in ordered:
        if not 0 < len(word) <= LONGEST or 0 in word:
            raise LexiconError(f"{word!r} is no word: expected 1 to {LONGEST} labels, none of them 0")
    if not ordered:
        raise LexiconError("no words to build a lexicon from")
    return build_array(word_array.array_of(ordered))


def build_array(words: WordArray) -> Units:
    """The units of words in an array.  Raises LexiconError like `build`."""
    if not len(words) or words.dtype.itemsize > LONGEST:
        raise LexiconError(f"no words to build a lexicon from, or one of more than {LONGEST} tiles")
    # More arcs than units are refused anyhow.
    most = min(1 + int(word_array.lengths_of(words).sum()), MOST_UNITS)
    graph = minimal_graph([words], most)
    if graph is None:
        raise LexiconError(_too_many(len(words)))
    return _pack(graph, len(words))


def _pack(graph: Graph, words: int) -> Units:
    """Place the nodes and write the units."""
    nodes = int(graph.size[0])
    bases = np.empty(nodes, np.int32)
    is_base = np.zeros(MOST_UNITS, np.uint8)
    free = np.arange(MOST_UNITS + 1, dtype=np.int32)
    size = place(graph, bases, is_base, free)
    if size == FULL:
        raise LexiconError(_too_many(words))
    units = np.zeros(-(-size // BLOCK) * BLOCK, np.uint32)
    write_units(graph, bases, units)
    return units


def _too_many(words: int) -> str:
    return f"{words:,} words need more than the {MOST_UNITS:,} units that a lexicon may have"


@kernel
def place(graph: Graph, bases: NDArray[np.int32], is_base: NDArray[np.uint8], free: NDArray[np.int32]) -> Int:
    """Give each node the first base that fits, the last node first; return the number of units used, or FULL.

    `free[unit]` leads to the first free unit from there on (`next_free`); at the call all units are free.
    """
    free[0] = 1  # the start state
    is_base[0] = 1
    used: Int = 1
    for node in range(graph.size[0] - 1, -1, -1):
        lead = 0 if graph.is_end[node] else graph.label[graph.first[node]]
        unit = next_free(free, max(np.int64(0), used - WINDOW))
        while unit < MOST_UNITS and not fits(graph, node, unit ^ lead, is_base, free):
            unit = next_free(free, unit + 1)
        if unit >= MOST_UNITS:
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


@inner
def fits(graph: Graph, node: Int, base: Int, is_base: NDArray[np.uint8], free: NDArray[np.int32]) -> bool:
    """Is `base` unused, and are all units that the node needs there free?"""
    if is_base[base] or (graph.is_end[node] and free[base] != base):
        return False
    for arc in range(graph.first[node], graph.first[node + 1]):
        unit = base ^ graph.label[arc]
        if free[unit] != unit:
            return False
    return True


@inner
def next_free(free: NDArray[np.int32], unit: Int) -> Int:
    """The first free unit from `unit` on; the way there is shortened for the next time."""
    found = unit
    while free[found] != found:
        found = free[found]
    while free[unit] != found:
        free[unit], unit = found, free[unit]
    return found


@kernel
def write_units(graph: Graph, bases: NDArray[np.int32], units: Units) -> None:
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
