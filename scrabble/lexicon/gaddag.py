"""The GADDAG of a lexicon beside its words, in one graph, as a .kwg holds them for other programs.

    words     CARE
    GADDAG    C^ARE   AC^RE   RAC^E   ERAC      from each tile back to the first, a separator, then the rest

After Gordon (1994): a play is generated from the square where it is tied to the board, leftwards first.
What follows a separator is also what follows in a word, so the two share their nodes.  Both are strings of
one set, told apart by their first label:

    label     1 words, 2 GADDAG; then 1 for the separator, 1 + the number of a tile
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scrabble.lexicon import kwg, word_array
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.minimal_graph import minimal_graph
from scrabble.lexicon.word_array import Codes, WordArray

WORD, REVERSED = 1, 2  # first labels
SEPARATOR = 1
SHIFT = 1  # from the number of a tile to its label
ROOM = kwg.ARC  # arcs of a .kwg


def to_kwg(words: WordArray) -> bytes:
    """A .kwg with the words and their GADDAG.  Raises LexiconError when it has no room for them."""
    graph = minimal_graph(_strings(words), ROOM)
    if graph is None:
        raise LexiconError(f"{len(words):,} words and their GADDAG: a .kwg has room for {ROOM:,} arcs")
    nodes = int(graph.size[0]) - 1  # the root is the last one: its arcs are the first two of a .kwg
    arcs = int(graph.first[nodes])
    target, last = graph.target[: arcs + 2], graph.first[1 : nodes + 1] - 1
    has_arcs = np.diff(graph.first[: nodes + 2]) != 0
    packed = np.where(has_arcs[target], graph.first[target] + kwg.FIRST, 0).astype("<u4")
    packed |= graph.is_end[target] * np.uint32(kwg.ACCEPTS)
    packed[:arcs] |= (graph.label[:arcs].astype(np.uint32) - SHIFT) << kwg.TILE_SHIFT
    packed[last[has_arcs[:nodes]]] |= np.uint32(kwg.IS_END)
    packed[arcs:] |= np.uint32(kwg.IS_END)
    return packed[arcs:].tobytes() + packed[:arcs].tobytes()


def _strings(words: WordArray) -> Iterator[WordArray]:
    """All strings in order, in parts, so that the memory they take is a small part of all."""
    codes = word_array.codes_of(words)
    yield word_array.of_codes(_forwards(codes))
    for first in np.unique(codes[codes != 0]):
        yield word_array.of_codes(_backwards(codes, int(first)))


def _forwards(codes: Codes) -> Codes:
    """The labels of the words."""
    labels = np.full((len(codes), codes.shape[1] + 1), WORD, np.uint8)
    labels[:, 1:] = np.where(codes != 0, codes + SHIFT, 0)
    return labels


def _backwards(codes: Codes, first: int) -> Codes:
    """The GADDAG's strings that begin with the tile `first`: from each place where words have it."""
    width = codes.shape[1]
    found = []
    for place in range(width):
        there = codes[codes[:, place] == first]
        rest = there[:, place + 1 :]
        labels = np.zeros((len(there), width + 2), np.uint8)
        labels[:, 0] = REVERSED
        labels[:, 1 : place + 2] = there[:, place::-1] + SHIFT
        if place + 1 < width:
            labels[:, place + 2] = np.where(rest[:, 0] != 0, SEPARATOR, 0)
            labels[:, place + 3 :] = np.where(rest != 0, rest + SHIFT, 0)
        found.append(labels)
    return np.concatenate(found)
