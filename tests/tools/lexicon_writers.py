"""Writers of .kwg and Quackle's .dawg in plain Python, from the descriptions of the formats.

They share nothing with the readers and know no word graph of ours: a trie of dictionaries, its equal parts
joined if asked for, laid out one list of siblings after the other.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field

END = ""


@dataclass
class Lists:
    """Lists of siblings: letter, is it a word's end, number of the list below or None; list 0 is the root."""

    lists: list[list[tuple[str, bool, int | None]]] = field(default_factory=list)

    def places(self, start: int) -> list[int]:
        """Where each list begins, the first one at `start`."""
        found = []
        for siblings in self.lists:
            found.append(start)
            start += len(siblings)
        return found


def lists_of(words: Iterable[tuple[str, ...]], joins: bool = True, is_reversed: bool = False) -> Lists:
    """The lists of siblings of a trie."""
    trie: dict = {}
    for word in words:
        node = trie
        for letter in word:
            node = node.setdefault(letter, {})
        node[END] = True
    found, known, shapes = Lists(), {}, {}

    def shape(node: dict) -> tuple:
        if id(node) not in shapes:
            shapes[id(node)] = tuple(
                sorted((letter, shape(below) if letter != END else ()) for letter, below in node.items())
            )
        return shapes[id(node)]

    def add(node: dict) -> int | None:
        letters = sorted((letter for letter in node if letter != END), reverse=is_reversed)
        if not letters:
            return None
        key = tuple((letter, shape(node[letter])) for letter in letters)
        if joins and key in known:
            return known[key]
        number = known[key] = len(found.lists)
        found.lists.append([])
        found.lists[number] = [(letter, END in node[letter], add(node[letter])) for letter in letters]
        return number

    add(trie)
    return found


def kwg(words: Iterable[tuple[str, ...]], letters: str | list[str], **how: bool) -> bytes:
    """A .kwg whose tile 1 is the first letter; node 0 leads to the words, node 1 nowhere."""
    lists = lists_of(words, **how)
    places = lists.places(2)
    nodes = [1 << 22 | places[0], 1 << 22]
    for siblings in lists.lists:
        for at, (letter, accepts, below) in enumerate(siblings):
            node = (1 + list(letters).index(letter)) << 24 | (0 if below is None else places[below])
            nodes.append(node | accepts << 23 | (at == len(siblings) - 1) << 22)
    return struct.pack(f"<{len(nodes)}I", *nodes)


def quackle(words: Iterable[tuple[str, ...]], letters: str | list[str], **how: bool) -> bytes:
    """Quackle's .dawg, version 1."""
    words = list(words)
    lists = lists_of(words, **how)
    places = lists.places(1)
    named = b"".join((f"|{each}|" if len(each) > 1 else each).encode() + b" " for each in letters)
    data = bytes([1]) + bytes(range(16)) + len(set(words)).to_bytes(3, "big") + bytes([len(letters)]) + named
    data += places[0].to_bytes(3, "big") + bytes([64, 0, 0, 0])
    for siblings in lists.lists:
        for at, (letter, accepts, below) in enumerate(siblings):
            data += (0 if below is None else places[below]).to_bytes(3, "big")
            data += bytes([list(letters).index(letter) | 64 * (at == len(siblings) - 1) | 128])
            data += (17 if accepts else 0).to_bytes(3, "big")
    return data
