"""From a position of the project in any language to the oracle: board, racks, moves and words as its strings.

The oracle tries every tile on every square, with sets of words: those of a whole lexicon would take minutes
and gigabytes.  `words_for` leaves out words that no line of the board can take with the tiles of both racks.
"""

from __future__ import annotations

import functools
import re

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
    words, needed = _letters_of(lexicon)
    size = lexicon.alphabet.size
    held = [code for rack in position.rack_codes for code in rack]
    blanks, own = held.count(0), _counted([code for code in held if code], size)
    lines = [*position.squares, *position.squares.T]
    there = np.array(
        [_counted([code & ~BLANK for code in line.tolist() if code], size) + own for line in lines]
    )
    possible = _fitting(needed, there.max(0), blanks)
    few, fits = needed[:, possible], np.zeros(len(possible), bool)
    for letters in there:
        fits[_fitting(few, letters, blanks)] = True
    signs = np.array(["", *(sign(lexicon.alphabet, code) for code in range(1, size + 1))])
    return frozenset("".join(signs[word]) for word in sibling_graph.codes_of(words[possible[fits]]))


def _counted(codes: list[int], size: int) -> np.ndarray:
    return np.bincount(np.array(codes, int), minlength=size + 1)[1:]


def _fitting(needed: np.ndarray, letters: np.ndarray, blanks: int) -> np.ndarray:
    """The numbers of the words that have at most `blanks` letters beyond those that are there."""
    fitting, missing = np.arange(needed.shape[1]), np.zeros(needed.shape[1], np.int8)
    often = needed[:, ::100].mean(1)
    for letter in np.argsort(letters - often):  # those first that keep out most words
        missing = missing + np.maximum(needed[letter, fitting] - np.int8(min(letters[letter], 15)), 0)
        few = missing <= blanks
        fitting, missing = fitting[few], missing[few]
    return fitting


@functools.lru_cache(maxsize=1)
def _letters_of(lexicon: Lexicon) -> tuple[sibling_graph.WordArray, np.ndarray]:
    """The words of a lexicon, and for each letter how often each of them has it."""
    words = sibling_graph.words(sibling_graph.of_units(lexicon.units))
    codes = sibling_graph.codes_of(words)
    counts = np.zeros((lexicon.alphabet.size + 1, len(codes)), np.int8)  # first of places without a letter
    for place in codes.T:
        counts[place, np.arange(len(codes))] += 1
    return words, counts[1:]
