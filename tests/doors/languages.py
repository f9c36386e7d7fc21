"""From a position of the project in any language to the oracle: board, racks, moves and words as its strings.

The oracle tries every tile on every square, with sets of words: those of a whole lexicon would take minutes
and gigabytes.  `words_for` leaves out words that no line of the board can take with the tiles of both racks.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import numpy as np

from scrabble.game.position import Position
from scrabble.game.tiles import BLANK, Alphabet
from scrabble.lexicon import Lexicon, sibling_graph
from tests.oracles import naive
from tests.oracles.naive_languages import SIGNS, game_of


def sign(alphabet: Alphabet, code: int) -> str:
    """A tile as one sign, lower case for a blank."""
    letter = alphabet.letters[(code & ~BLANK) - 1]
    text = SIGNS.get(letter, letter)
    return text.lower() if code & BLANK else text


def board_of(position: Position) -> naive.Board:
    """The board, a text a row."""
    rows = position.squares.tolist()
    return tuple(
        "".join(sign(position.alphabet, code) if code else naive.EMPTY for code in row) for row in rows
    )


def racks_of(position: Position) -> naive.Racks:
    """Both racks, the player on turn first."""
    mine, his = (
        "".join(sign(position.alphabet, code) if code else naive.BLANK for code in rack)
        for rack in position.rack_codes
    )
    return mine, his


def move_of(text: str) -> str:
    """A move as the project writes it, its tiles one sign each."""
    for letters, one in SIGNS.items():
        text = text.replace(f"[{letters}]", one).replace(f"[{letters.lower()}]", one.lower())
    assert not re.search(r"[\[\]]", text), text
    return text


def game_for(position: Position, lexicon: Lexicon) -> naive.Game:
    """The game of the position, with the words that may still be played."""
    return game_of(lexicon.alphabet.name, words_for(position, lexicon))


def words_for(position: Position, lexicon: Lexicon) -> frozenset[str]:
    """The words that consist of tiles of one line of the board, of tiles of both racks, and of blanks."""
    graph, last = _graph_of(lexicon)
    held = [code for rack in position.rack_codes for code in rack]
    blanks, own = held.count(0), [code for code in held if code]
    found: set[bytes] = set()
    for line in (*position.squares, *position.squares.T):
        letters = [code & ~BLANK for code in line.tolist() if code] + own
        there = np.bincount(np.array(letters, int), minlength=lexicon.alphabet.size + 1).astype(np.int8)
        found.update(_spelt(graph, last, there, blanks))
    signs = ["", *(sign(lexicon.alphabet, code) for code in range(1, lexicon.alphabet.size + 1))]
    return frozenset("".join(signs[code] for code in word) for word in found)


def _spelt(
    graph: sibling_graph.SiblingGraph, last: np.ndarray, letters: np.ndarray, blanks: int
) -> Iterator[bytes]:
    """The words with at most `blanks` letters beyond those that are there, as codes."""
    prefixes, first = np.zeros((1, 0), np.uint8), np.array([graph.root])
    left, spare = letters[np.newaxis], np.array([blanks])
    while len(first):
        siblings = last[first] - first + 1
        owner = np.repeat(np.arange(len(first)), siblings)
        arc = np.arange(len(owner)) - np.repeat(np.cumsum(siblings) - siblings, siblings) + first[owner]
        lacks = left[owner, graph.tile[arc]] == 0
        can = spare[owner] >= lacks
        owner, arc, lacks = owner[can], arc[can], lacks[can]
        prefixes = np.column_stack([prefixes[owner], graph.tile[arc]])
        yield from map(bytes, prefixes[graph.accepts[arc]])
        left, spare = left[owner], spare[owner] - lacks
        left[np.arange(len(arc)), graph.tile[arc]] -= ~lacks
        goes_on = graph.target[arc] != 0
        prefixes, first, left, spare = (
            prefixes[goes_on],
            graph.target[arc[goes_on]],
            left[goes_on],
            spare[goes_on],
        )


@functools.lru_cache(maxsize=1)
def _graph_of(lexicon: Lexicon) -> tuple[sibling_graph.SiblingGraph, np.ndarray]:
    """The graph of a lexicon, and by arc the last of its siblings."""
    graph = sibling_graph.of_units(lexicon.units)
    ends = np.flatnonzero(graph.is_end)
    return graph, ends[np.searchsorted(ends, np.arange(len(graph.tile)))]
