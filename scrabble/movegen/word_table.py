"""The words of a lexicon, laid out for the move generator.

child[node, letter]   the node after one more letter
accepts[node]         bit k is set: letter k leads on        0 is the root
ends[node]            bit k is set: letter k ends a word
ahead[node, d]        bit k is set: letter k may come after d more letters       ahead[node, 0] is accepts
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bstar.jit import inline, kernel, kernel_tuple
from scrabble.movegen.bits import lowest

LEAF = np.uint32(1 << 8)  # dawgdic: a word ends with this unit's label
CHECK = np.uint32(0x800000FF)
BLANK = 64  # the flag of a blank in the code of the letter it stands for
NO_NODE = -1
DISTANCES = 8  # letters that `ahead` looks behind, less one


@kernel_tuple
class WordTable(NamedTuple):
    """All words of a lexicon; node 0 is the root."""

    child: np.ndarray  # int32[nodes, letters + 1]
    accepts: np.ndarray  # uint64[nodes]
    ends: np.ndarray  # uint64[nodes]
    ahead: np.ndarray  # uint64[nodes, DISTANCES]


def all_words(units: np.ndarray, size: int) -> WordTable:
    """Return the words of a lexicon with `size` letters; `units` uint32[...] is in dawgdic's format."""
    nodes = len(units) + 1
    child = np.zeros((nodes, size + 1), np.int32)
    accepts, ends = np.zeros(nodes, np.uint64), np.zeros(nodes, np.uint64)
    number, bases = np.full(len(units) + 256, NO_NODE, np.int32), np.zeros(nodes, np.int64)
    used = _renumber(units, number, bases, child, accepts, ends)
    words = WordTable(child[:used], accepts[:used], ends[:used], np.zeros((used, DISTANCES), np.uint64))
    _look_ahead(words)
    return words


@inline
def _base(units, index):
    unit = units[index]
    return index ^ np.int64((unit >> np.uint32(10)) << ((unit & np.uint32(0x200)) >> np.uint32(6)))


@kernel
def _renumber(units, number, bases, child, accepts, ends):
    """Fill the tables breadth-first; return the number of nodes.

    `number` int32[units] holds the node of each unit by the base of its arcs, NO_NODE at first; `bases` int64
    has room for the base of each node.
    """
    size = child.shape[1] - 1
    bases[0] = _base(units, np.int64(0))
    number[bases[0]] = 0
    used = 1
    node = 0
    while node < used:
        for letter in range(1, size + 1):
            arc = bases[node] ^ letter
            if arc < units.shape[0] and units[arc] & CHECK == np.uint32(letter):
                base = _base(units, np.int64(arc))
                if number[base] == NO_NODE:
                    number[base] = used
                    bases[used] = base
                    used += 1
                child[node, letter] = number[base]
                accepts[node] |= np.uint64(1) << np.uint64(letter)
                if units[arc] & LEAF:
                    ends[node] |= np.uint64(1) << np.uint64(letter)
        node += 1
    return used


@kernel
def _look_ahead(words):
    """Fill `ahead`."""
    for node in range(words.child.shape[0]):
        words.ahead[node, 0] = words.accepts[node]
    for distance in range(1, words.ahead.shape[1]):
        for node in range(words.child.shape[0]):
            letters, waiting = np.uint64(0), words.accepts[node]
            while waiting:
                letter = lowest(waiting)
                waiting &= waiting - np.uint64(1)
                letters |= words.ahead[words.child[node, letter], distance - 1]
            words.ahead[node, distance] = letters


@inline
def run_node(words, squares, start, end):
    """The node after the letters on squares `start` .. `end` - 1 of a line; NO_NODE if no word begins so."""
    node = np.int64(0)
    for square in range(start, end):
        letter = np.int64(squares[square]) & (BLANK - 1)
        if (words.accepts[node] >> np.uint64(letter)) & np.uint64(1) == 0:
            return np.int64(NO_NODE)
        node = np.int64(words.child[node, letter])
    return node


@inline
def completions(words, squares, start, square, end, letters):
    """Those of `letters`, a bit mask, that make a word of the squares `start` to `end` - 1 of a line, where
    `square` is empty."""
    node = run_node(words, squares, start, square)
    if node == NO_NODE:
        return np.uint64(0)
    if end == square + 1:
        return words.ends[node] & letters
    fitting = np.uint64(0)
    waiting = words.accepts[node] & letters
    while waiting:
        letter = lowest(waiting)
        waiting &= waiting - np.uint64(1)
        after = np.int64(words.child[node, letter])
        good = True
        for behind in range(square + 1, end):
            code = np.uint64(squares[behind] & np.uint8(BLANK - 1))
            if (words.accepts[after] >> code) & np.uint64(1) == 0:
                good = False
                break
            if behind == end - 1:
                good = (words.ends[after] >> code) & np.uint64(1) != 0
            after = np.int64(words.child[after, np.int64(code)])
        if good:
            fitting |= np.uint64(1) << np.uint64(letter)
    return fitting
