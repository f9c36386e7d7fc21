r"""Word graphs whose arcs lie side by side, and arrays of words.

`SiblingGraph` is the contents of a .kwg or of a Quackle .dawg with its bits unpacked:

    arc    0   1   2   3   4     siblings are arcs that leave one node; the last one has `is_end`
    tile       C   D   A   A
    accepts                .     a word ends with this tile
    is_end         .   .   .
    target     3   4   4   0     the first arc of the node that an arc enters, 0 = none

Arc 0 is never entered.  `count` counts all words before `words` writes one of them, so that a file that is
damaged, cyclic or made to be huge costs neither memory nor time.

`WordArray` holds millions of words in one array of byte strings:

    b"\1\2\0"    AB     a word is a string of tile codes, filled up with 0 to the width of the longest
    b"\1\2\3"    ABC    sorted as bytes are: a word comes before those that begin with it

Invariant: sorted, no word twice, none empty, no code 0 inside a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scrabble.game.tiles import Alphabet
from scrabble.lexicon import dawg
from scrabble.lexicon.dawg import LONGEST, LexiconError, Units

WordArray: TypeAlias = NDArray[np.bytes_]
Codes: TypeAlias = NDArray[np.uint8]

CHUNK = 100_000  # words decoded at a time
MOST_WORDS = 10_000_000  # the largest list in use, Polish, has three million


def array_of(words: Iterable[bytes]) -> WordArray:
    """Return the words as an array; none of them may hold a code 0."""
    return np.unique(np.array(list(words), dtype=np.bytes_))


def of_codes(codes: Codes) -> WordArray:
    """Return the words of codes uint8[words, width], filled up with 0; repeated words stay repeated."""
    width = max(1, codes.shape[1])
    return np.sort(np.ascontiguousarray(codes).view(f"S{width}").ravel())


def codes_of(words: WordArray) -> Codes:
    """Return the codes, uint8[words, width], 0 after the end of each word."""
    return np.ascontiguousarray(words).view(np.uint8).reshape(len(words), words.dtype.itemsize)


def joined(words: WordArray) -> tuple[Codes, NDArray[np.int64]]:
    """Return all codes in a row and the start of each word, followed by the end of the last one."""
    codes = codes_of(words)
    in_use = codes != 0
    starts = np.zeros(len(words) + 1, np.int64)
    np.cumsum(in_use.sum(1), out=starts[1:])
    return codes[in_use], starts


def lengths_of(words: WordArray) -> NDArray[np.int64]:
    """Return the number of tiles of each word."""
    lengths: NDArray[np.int64] = (codes_of(words) != 0).sum(1, dtype=np.int64)
    return lengths


def lower_text(words: WordArray, alphabet: Alphabet) -> Iterator[str]:
    """Yield the words in lower case, one a line, in pieces: the text behind a lexicon's checksum."""
    texts = ["\n", *(alphabet.decode([code]).lower() for code in range(1, alphabet.size + 1))]
    for at in range(0, len(words), CHUNK):
        codes = codes_of(words[at : at + CHUNK])
        ended = np.zeros((len(codes), codes.shape[1] + 1), np.uint8)
        ended[:, :-1] = codes
        in_use = ended != 0
        in_use[np.arange(len(codes)), np.count_nonzero(codes, axis=1)] = True  # the end of the line
        yield "".join([texts[code] for code in ended[in_use].tolist()])


def texts(words: WordArray, alphabet: Alphabet) -> Iterator[str]:
    """Yield the words as text, as `alphabet.decode` writes them."""
    written = {code: alphabet.decode([code]) for code in range(1, alphabet.size + 1)} | {0: "\n"}
    for at in range(0, len(words), CHUNK):
        chunk = b"\0".join(words[at : at + CHUNK].tolist())
        yield from chunk.decode("ascii").translate(written).split("\n")


class SiblingGraph(NamedTuple):
    """The arcs of a word graph."""

    tile: NDArray[np.uint8]  # uint8[n]   1 and up
    accepts: NDArray[np.bool_]  # bool[n]
    is_end: NDArray[np.bool_]  # bool[n]
    target: NDArray[np.int64]  # int64[n]
    root: int  # the first arc of the start


def of_units(units: Units) -> SiblingGraph:
    """Return the graph of units that `dawg.validate` accepts, siblings in the order of their tiles."""
    arcs = dawg.arcs_of(units)
    order = np.lexsort((arcs.label, arcs.parent))
    parent = arcs.parent[order]
    bases, first = np.unique(parent, return_index=True)
    place = np.zeros(len(units), np.int64)  # by base: its first arc
    place[bases] = 1 + first
    node = arcs.node[order]
    inside = node < len(units)  # always, but for arcs that no word leads to
    return SiblingGraph(
        tile=np.append(0, arcs.label[order]).astype(np.uint8),
        accepts=np.append(False, arcs.unit[order] & dawg.HAS_LEAF != 0),
        is_end=np.concatenate(([True], parent[1:] != parent[:-1], [True])),
        target=np.append(0, np.where(inside, place[np.where(inside, node, 0)], 0)),
        root=int(place[dawg.root_of(units)]),
    )


def words(graph: SiblingGraph) -> WordArray:
    """Return all words.  Raises LexiconError when a path leaves the array, hits a dead end or never ends."""
    last = _last_siblings(graph)
    counts = count(graph, last)
    codes = np.zeros((sum(counts), len(counts) - 1), np.uint8)
    filled = 0
    prefixes: Codes = np.zeros((1, 0), np.uint8)
    first = np.array([graph.root])
    for length, expected in enumerate(counts[1:], 1):
        siblings = last[first] - first + 1
        owner = np.repeat(np.arange(len(first)), siblings)
        arc = np.arange(len(owner)) - np.repeat(np.cumsum(siblings) - siblings, siblings) + first[owner]
        prefixes = np.column_stack([prefixes[owner], graph.tile[arc]])
        codes[filled : filled + expected, :length] = prefixes[graph.accepts[arc]]
        filled += expected
        goes_on = graph.target[arc] != 0
        prefixes, first = prefixes[goes_on], graph.target[arc[goes_on]]
    found = of_codes(codes)
    if (found[1:] == found[:-1]).any():
        raise LexiconError("damaged: it holds a word twice")
    return found


def count(graph: SiblingGraph, last: NDArray[np.int64] | None = None) -> list[int]:
    """Return the number of words by number of tiles, from 0 up.  Raises LexiconError like `words`."""
    last = _last_siblings(graph) if last is None else last
    first = np.array([graph.root])  # nodes
    ways: NDArray[np.float64] = np.ones(1)  # number of prefixes leading to each; exact below 2^53
    words_by_length = [0]
    while len(first):
        if len(words_by_length) > LONGEST:
            raise LexiconError(f"damaged: the graph is cyclic or holds words of more than {LONGEST} tiles")
        _check_nodes(graph, first, last)
        size = len(last)
        change = np.bincount(first, ways, size + 1) - np.bincount(last[first] + 1, ways, size + 1)
        prefixes = np.cumsum(change)[:size]  # by arc
        reached = np.flatnonzero(prefixes)
        _check_arcs(graph, reached)
        words_by_length.append(int(prefixes[reached[graph.accepts[reached]]].sum()))
        if sum(words_by_length) > MOST_WORDS or prefixes[reached].sum() > MOST_WORDS:
            raise LexiconError(f"damaged, or more than {MOST_WORDS:,} words")
        onward = reached[graph.target[reached] != 0]
        first, node = np.unique(graph.target[onward], return_inverse=True)
        ways = np.bincount(node.ravel(), prefixes[onward], len(first)).astype(np.float64)
    return words_by_length


def _last_siblings(graph: SiblingGraph) -> NDArray[np.int64]:
    """Return by arc the last of its siblings; the number of arcs if none is marked as the last."""
    size = len(graph.tile)
    ends = np.append(np.flatnonzero(graph.is_end), size)
    return ends[np.searchsorted(ends, np.arange(size))]


def _check_nodes(graph: SiblingGraph, first: NDArray[np.int64], last: NDArray[np.int64]) -> None:
    size = len(graph.tile)
    outside = first[(first < 1) | (first >= size)]
    if len(outside):
        raise LexiconError(f"damaged: an arc leads to {outside[0]:,}, expected 1 to {size - 1:,}")
    if (last[first] == size).any():
        raise LexiconError("damaged: the file ends within the arcs of a node")


def _check_arcs(graph: SiblingGraph, reached: NDArray[np.int64]) -> None:
    untiled = reached[graph.tile[reached] == 0]
    if len(untiled):
        raise LexiconError(f"damaged: the arc at {untiled[0]:,} has no tile")
    dead = reached[~graph.accepts[reached] & (graph.target[reached] == 0)]
    if len(dead):
        raise LexiconError(f"damaged: the arc at {dead[0]:,} leads nowhere, and no word ends with it")
