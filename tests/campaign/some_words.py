"""Lexicons of some ten thousand words, parts of those that come along; which words can still be played."""

from __future__ import annotations

import functools
import random
from collections import Counter

import numpy as np

from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.lexicon import Lexicon, sibling_graph
from scrabble.lexicon.build import from_words

PART_OF = (
    "ENABLE",
    "free-dutch",
    "free-french",
    "free-german",
    "free-polish",
    "free-portuguese",
    "free-spanish",
)
SHORT, LONG, SHORTEST_LONG = 10_000, 20_000, 5  # so many words of either kind, and of how many tiles


@functools.cache
def part_of_lexicon(name: str) -> Lexicon:
    """Words of a lexicon, the same every time, under its name."""
    whole = Lexicon(name)
    words = sibling_graph.words(sibling_graph.of_units(whole.units))
    lengths, rng = sibling_graph.lengths_of(words), random.Random(name)
    chosen: list[bytes] = []
    for number, fits in ((SHORT, lengths < SHORTEST_LONG), (LONG, lengths >= SHORTEST_LONG)):
        there = np.flatnonzero(fits & (lengths <= 15)).tolist()
        chosen += [bytes(words[at]) for at in rng.sample(there, min(number, len(there)))]
    return from_words(chosen, name, whole.alphabet)


@functools.lru_cache(maxsize=10)
def _words_of(lexicon: Lexicon) -> tuple[list[bytes], np.ndarray, np.ndarray]:
    """The words of a lexicon, their lengths, and how often each has each letter, uint8[letters, words]."""
    words = sibling_graph.words(sibling_graph.of_units(lexicon.units))
    codes = sibling_graph.codes_of(words)
    counts = [(codes == code).sum(1, dtype=np.uint8) for code in range(1, lexicon.alphabet.size + 1)]
    return [bytes(word) for word in words], sibling_graph.lengths_of(words).astype(np.uint8), np.stack(counts)


def playable(position: Position, lexicon: Lexicon) -> list[bytes]:
    """The words that hold no more of any letter than there are on the board, on racks and blanks together."""
    words, lengths, counts = _words_of(lexicon)
    held = [code for rack in position.rack_codes for code in rack]
    fits = np.zeros(len(words), bool)
    for line in {bytes(line) for line in (*position.squares, *position.squares.T)}:
        there = Counter([*(code & ~BLANK for code in line if code), *(code for code in held if code)])
        missing = lengths.copy()
        for code, number in there.items():
            missing -= np.minimum(counts[code - 1], number)
        fits |= missing <= held.count(0)
    return [word for word, is_in in zip(words, fits.tolist(), strict=True) if is_in]
