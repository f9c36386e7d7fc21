"""The .kwg format of wolges, which Woogles, MAGPIE and Macondo read: words and their GADDAG in one graph.

    .kwg    31 ... 24 tile | 23 accepts | 22 is_end | 21 ... 0 arc          uint32, little-endian
    .kbwg   31 ...  8 arc  |  7 accepts |  6 is_end |  5 ... 0 tile         the same with more room

    node 0  its arc is the first node of the words
    node 1  its arc is the first node of the GADDAG, or 0: tile 0 stands for its separator; a file of words
            alone may do without it

Siblings lie side by side and the last one has `is_end`; an arc is the place of the first of them, 0 = none.
Tiles are numbered as in the letter distribution, 1 = its first letter; the file does not say which
distribution that is.  We read the words only; `to_kwg` writes both.

    words     CARE
    GADDAG    C^ARE   AC^RE   RAC^E   ERAC      from each tile back to the first, a separator, then the rest

After Gordon (1994): a play is generated from the square where it touches the board, leftwards first.
What follows a separator also follows in a word, so the two share their nodes.  `to_kwg` builds both as one
set of strings, which their first label separates:

    label     1 words, 2 GADDAG; then 1 for the separator, 1 + the number of a tile
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrabble.lexicon import sibling_graph
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.sibling_graph import Codes, SiblingGraph, WordArray


class Layout(NamedTuple):
    """The fields of a node: their lowest bits, and the largest tile and arc."""

    tile: int
    most_tile: int
    accepts: int
    is_end: int
    arc: int
    most_arc: int


TILE_SHIFT, ACCEPTS_BIT, IS_END_BIT = 24, 23, 22
ACCEPTS = 1 << ACCEPTS_BIT
IS_END = 1 << IS_END_BIT
ARC = IS_END - 1
KWG, KBWG = ".kwg", ".kbwg"
LAYOUTS = {
    KWG: Layout(TILE_SHIFT, 0xFF, ACCEPTS_BIT, IS_END_BIT, 0, ARC),
    KBWG: Layout(0, 0x3F, 7, 6, 8, 0xFFFFFF),
}
FIRST = 2  # the first two nodes are the roots
MOST_TILES = 48  # more than any distribution has
LEAST_TILES = 0.3  # of the nodes: the others are roots and separators
LEAST_SOUND = 0.99  # of the nodes, even of a file that is damaged in places

WORD, REVERSED = 1, 2  # first labels
SEPARATOR = 1
SHIFT = 1  # from the number of a tile to its label
ROOM = ARC  # arcs of a .kwg


def format_of(data: bytes) -> str | None:
    """Return KWG or KBWG if the bytes look like one, perhaps a damaged one."""
    nodes = _nodes(data)
    if len(nodes) <= FIRST:
        return None
    shares = {kind: _sound(nodes, layout) for kind, layout in LAYOUTS.items()}
    likely = max(shares, key=lambda kind: shares[kind])
    return likely if shares[likely] else None


def _sound(nodes: NDArray[np.uint32], layout: Layout) -> float:
    """Return the share of nodes that may be nodes of a layout; 0 for another kind of file."""
    tiles, arcs = nodes >> layout.tile & layout.most_tile, nodes >> layout.arc & layout.most_arc
    may_be = tiles <= MOST_TILES
    has_end = bool(nodes[0] >> layout.is_end & 1)
    has_root = not tiles[0] and (has_end or (layout is LAYOUTS[KWG] and not tiles[1]))
    if not has_root or (tiles != 0).mean() < LEAST_TILES or may_be.mean() < LEAST_SOUND:
        return 0
    return float((may_be & (arcs < len(nodes))).mean())


def read(data: bytes, kind: str = KWG) -> SiblingGraph:
    """Return the graph of the words; the GADDAG is ignored.  Raises LexiconError."""
    if len(data) % 4:
        raise LexiconError(f"damaged: {len(data):,} bytes, expected whole nodes of 4")
    nodes, layout = _nodes(data), LAYOUTS[kind]
    arcs = (nodes >> layout.arc & layout.most_arc).astype(np.int64)
    return SiblingGraph(
        tile=(nodes >> layout.tile & layout.most_tile).astype(np.uint8),
        accepts=(nodes >> layout.accepts & 1) != 0,
        is_end=(nodes >> layout.is_end & 1) != 0,
        target=arcs,
        root=int(arcs[0]),
    )


def is_leave_values(data: bytes) -> bool:
    """Return whether the bytes are a .klv: a .kwg of leaves between two counts, then a number a leaf."""
    if len(data) < 8 or len(data) % 4:
        return False
    fields = np.frombuffer(data, "<u4")
    nodes = int(fields[0])
    return nodes + 1 < len(fields) and int(fields[nodes + 1]) == len(fields) - nodes - 2


def to_bytes(graph: SiblingGraph) -> bytes:
    """Return a .kwg of a graph's words alone, arcs in the same order.  Raises LexiconError for too many."""
    if len(graph.tile) >= ARC:
        raise LexiconError(f"{len(graph.tile):,} arcs, a .kwg has room for {ARC:,}")
    shift = FIRST - 1  # arc 0 of a graph is none
    nodes = np.zeros(len(graph.tile) + shift, "<u4")
    nodes[:FIRST] = IS_END
    nodes[0] |= graph.root + shift
    nodes[FIRST:] = (
        graph.tile[1:].astype(np.uint32) << TILE_SHIFT
        | graph.accepts[1:] * np.uint32(ACCEPTS)
        | graph.is_end[1:] * np.uint32(IS_END)
        | np.where(graph.target[1:] != 0, graph.target[1:] + shift, 0).astype(np.uint32)
    )
    return nodes.tobytes()


def _nodes(data: bytes) -> NDArray[np.uint32]:
    return np.frombuffer(data, "<u4", count=len(data) // 4)


def to_kwg(words: WordArray) -> bytes:
    """Return a .kwg with the words and their GADDAG.  Raises LexiconError when it has no room for them."""
    from scrabble.lexicon.dawg_builder import minimal_graph  # loads numba, which reading does not need

    graph = minimal_graph(_strings(words), ROOM)
    if graph is None:
        raise LexiconError(f"{len(words):,} words and their GADDAG: a .kwg has room for {ROOM:,} arcs")
    nodes = int(graph.size[0]) - 1  # the root is the last one: its arcs are the first two of a .kwg
    arcs = int(graph.first[nodes])
    target, last = graph.target[: arcs + 2], graph.first[1 : nodes + 1] - 1
    has_arcs = np.diff(graph.first[: nodes + 2]) != 0
    packed = np.where(has_arcs[target], graph.first[target] + FIRST, 0).astype("<u4")
    packed |= graph.is_end[target] * np.uint32(ACCEPTS)
    packed[:arcs] |= (graph.label[:arcs].astype(np.uint32) - SHIFT) << TILE_SHIFT
    packed[last[has_arcs[:nodes]]] |= np.uint32(IS_END)
    packed[arcs:] |= np.uint32(IS_END)
    return packed[arcs:].tobytes() + packed[:arcs].tobytes()


def _strings(words: WordArray) -> Iterator[WordArray]:
    """Yield all strings in order, in parts, so that only a part is in memory at a time."""
    codes = sibling_graph.codes_of(words)
    yield sibling_graph.of_codes(_forwards(codes))
    for first in np.unique(codes[codes != 0]):
        yield sibling_graph.of_codes(_backwards(codes, int(first)))


def _forwards(codes: Codes) -> Codes:
    """Return the labels of the words."""
    labels = np.full((len(codes), codes.shape[1] + 1), WORD, np.uint8)
    labels[:, 1:] = np.where(codes != 0, codes + SHIFT, 0)
    return labels


def _backwards(codes: Codes, first: int) -> Codes:
    """Return the strings of the GADDAG that begin with the tile `first`, wherever in a word it is."""
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
