"""Quackle's .dawg, version 1: a word graph of nodes of seven bytes, and the letters it is spelt in.

    0        version, 1                 then a node each 7 bytes:
    1 - 16   hash                       0 - 2   first child, big-endian, 0 = none
    17 - 19  number of words            3       32 ... 1 letter | 64 last sibling | 128 not British
    20       number of letters          4 - 6   playability, not 0 where a word ends
    21 ...   the letters in UTF-8, each followed by a space; more than one character: |CH|

Node 0 leads to the root's children.  Letters count from 0, in the order of the file.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scrabble.game.tiles import normal_form
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.sibling_graph import SiblingGraph

VERSION = 1
OTHER_VERSIONS = range(2, 10)  # that may exist one day
HEAD = 21  # bytes before the letters
NODE = 7  # bytes
MOST_LETTERS = 63
LETTER = 63
LAST_SIBLING = 64


class QuackleDawg(NamedTuple):
    """The contents of a file."""

    letters: tuple[str, ...]  # upper case
    words: int  # the number it states
    graph: SiblingGraph  # tile 1 is the first letter


def version_of(data: bytes) -> int | None:
    """Return the version of the file that the bytes look like, or None."""
    if not data or len(data) <= HEAD:
        return None
    if data[0] == VERSION or data[0] in OTHER_VERSIONS:
        return data[0] if _letters(data) is not None else None
    return 0 if data[0] == 0 and len(data) % NODE == 0 and _are_nodes(data) else None  # 0: nodes alone


def read(data: bytes) -> QuackleDawg:
    """Read the letters and the graph.  Raises LexiconError."""
    version = version_of(data)
    if version != VERSION:
        raise LexiconError(f"version {version}, expected {VERSION}, which a newer Quackle can write")
    found = _letters(data)
    if found is None:
        raise LexiconError("damaged: its letters cannot be read")
    letters, start = found
    size, rest = divmod(len(data) - start, NODE)
    if rest or not size:
        raise LexiconError(
            f"damaged: {len(data) - start:,} bytes of nodes, expected a multiple of {NODE}, at least one"
        )
    nodes = np.frombuffer(data, np.uint8, offset=start).reshape(size, NODE).astype(np.int64)
    letter = nodes[:, 3] & LETTER
    letter[0] = 0  # the first node only leads to the others: ignore its letter
    outside = letter[letter >= len(letters)]
    if len(outside):
        raise LexiconError(f"damaged: letter {outside[0]} in a node, expected less than {len(letters)}")
    target = nodes[:, 0] << 16 | nodes[:, 1] << 8 | nodes[:, 2]
    graph = SiblingGraph(
        tile=(letter + 1).astype(np.uint8),
        accepts=nodes[:, 4:].sum(1) != 0,
        is_end=(nodes[:, 3] & LAST_SIBLING) != 0,
        target=target,
        root=int(target[0]),
    )
    return QuackleDawg(letters, int.from_bytes(data[17:20], "big"), graph)


def is_gaddag(data: bytes) -> bool:
    """Return whether the bytes look like Quackle's .gaddag: version, hash, nodes of four bytes."""
    is_binary = data.count(0) > len(data) / 20
    return len(data) > HEAD and data[0] == VERSION and (len(data) - 17) % 4 == 0 and is_binary


def _letters(data: bytes) -> tuple[tuple[str, ...], int] | None:
    """Return the letters and the offset of the nodes; None if they are no list of letters."""
    count, at = data[HEAD - 1], HEAD
    letters = []
    for _ in range(count):
        space = data.find(b" ", at, at + 24)
        if space <= at:
            return None
        try:
            text = data[at:space].decode("utf-8")
        except UnicodeDecodeError:
            return None
        letter = normal_form(text.strip("|")).upper()
        if not letter or not letter[0].isalpha() or not letter.isprintable():
            return None
        letters.append(letter)
        at = space + 1
    if not 1 <= count <= MOST_LETTERS or len(set(letters)) < count:
        return None
    return tuple(letters), at


def _are_nodes(data: bytes) -> bool:
    """Return whether the bytes look like nodes and nothing else."""
    nodes = np.frombuffer(data, np.uint8).reshape(-1, NODE)
    children = nodes[:, :3].astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    return bool(children[0]) and bool((children < len(nodes)).all())
