"""The words of a lexicon as the checker has them: a set, and a tree of their beginnings.

    {1: {20: {0: {}}}}      A, T, the end of a word: codes of tiles, 0 ends a word

A word that can be made in a position and all that follow on it lies on one line: it has letters that are on
this line already, and tiles of the racks.  Only such words are kept, by the letters they have; so the tree is
made of thousands of words, not of hundreds of thousands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

END = 0  # the key of the end of a word
Tree = dict[int, Any]  # a beginning of words: by the next tile


class Words(NamedTuple):
    """The words that matter for a position."""

    known: frozenset[bytes]
    tree: Tree


class WordList(NamedTuple):
    """A whole lexicon."""

    name: str
    words: tuple[str, ...]  # sorted, in upper case
    text_sha256: str  # of the words in lower case, one a line


def word_list(name: str, words: Iterable[str]) -> WordList:
    """Return a lexicon with its checksum; `words` are sorted, in upper case."""
    spelt = tuple(words)
    text = "".join(f"{word.lower()}\n" for word in spelt)
    return WordList(name, spelt, hashlib.sha256(text.encode()).hexdigest())


def words_for(words: Iterable[bytes], lines: Sequence[bytes], tiles: bytes) -> Words:
    """Return the words that tiles of the racks and letters of one line can make.

    `tiles` are those of both racks, 0 is a blank; `lines` the letters on each row and column, 0 is none.
    """
    blanks, on_lines = tiles.count(0), _largest(set(map(frozenset, lines)))
    most = blanks + max(map(len, on_lines))
    fits: dict[frozenset[int], bool] = {}
    kept = []
    for word in words:
        rest = frozenset(word.translate(None, tiles))  # what has to be on the board, or a blank
        if len(rest) > most:
            continue
        if rest not in fits:
            fits[rest] = _is_there(rest, on_lines, blanks)
        if fits[rest]:
            kept.append(word)
    return Words(frozenset(kept), _tree(kept))


def _largest(sets: set[frozenset[int]]) -> list[frozenset[int]]:
    """Those that are in no other one."""
    return [one for one in sets if not any(one < other for other in sets)]


def _is_there(rest: frozenset[int], on_lines: list[frozenset[int]], blanks: int) -> bool:
    """Does some line have all letters of `rest` but as many as there are blanks?"""
    if not blanks:
        return any(map(rest.issubset, on_lines))
    return any(len(rest - letters) <= blanks for letters in on_lines)


def _tree(words: Iterable[bytes]) -> Tree:
    tree: Tree = {}
    for word in words:
        node = tree
        for code in word:
            node = node.setdefault(code, {})
        node[END] = {}
    return tree
