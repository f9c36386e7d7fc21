"""Many words as one array: what a list of millions of them is held in.

    b"\\1\\2\\0"    AB     a word is a string of tile codes, filled up with 0 to the width of the longest
    b"\\1\\2\\3"    ABC    sorted as bytes are: a word comes before those it begins

Invariant: sorted, no word twice, no code 0 inside a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scrabble.game.tiles import Alphabet

WordArray: TypeAlias = NDArray[np.bytes_]
Codes: TypeAlias = NDArray[np.uint8]

CHUNK = 100_000  # words decoded at a time


def array_of(words: Iterable[bytes]) -> WordArray:
    """The words as an array; none of them may hold a code 0."""
    return np.unique(np.array(list(words), dtype=np.bytes_))


def of_codes(codes: Codes) -> WordArray:
    """The words whose codes are given, uint8[words, width], filled up with 0; a word twice stays twice."""
    width = max(1, codes.shape[1])
    return np.sort(np.ascontiguousarray(codes).view(f"S{width}").ravel())


def codes_of(words: WordArray) -> Codes:
    """The codes, uint8[words, width], 0 behind the end of each word."""
    return np.ascontiguousarray(words).view(np.uint8).reshape(len(words), words.dtype.itemsize)


def joined(words: WordArray) -> tuple[Codes, NDArray[np.int64]]:
    """All codes one after the other, and where each word starts; at last where the last one ends."""
    codes = codes_of(words)
    in_use = codes != 0
    starts = np.zeros(len(words) + 1, np.int64)
    np.cumsum(in_use.sum(1), out=starts[1:])
    return codes[in_use], starts


def lengths_of(words: WordArray) -> NDArray[np.int64]:
    """The number of tiles of each word."""
    lengths: NDArray[np.int64] = (codes_of(words) != 0).sum(1, dtype=np.int64)
    return lengths


def lower_text(words: WordArray, alphabet: Alphabet) -> Iterator[str]:
    """The words in lower case, one a line, in pieces: the text that a lexicon's checksum is made of."""
    texts = ["\n", *(alphabet.decode([code]).lower() for code in range(1, alphabet.size + 1))]
    for at in range(0, len(words), CHUNK):
        codes = codes_of(words[at : at + CHUNK])
        ended = np.zeros((len(codes), codes.shape[1] + 1), np.uint8)
        ended[:, :-1] = codes
        in_use = ended != 0
        in_use[np.arange(len(codes)), np.count_nonzero(codes, axis=1)] = True  # the end of the line
        yield "".join([texts[code] for code in ended[in_use].tolist()])
