"""Static evaluation: the value of the tiles kept after a play, in tenths of a point.

    value of a play = score + worth of the leave

    greedy    every leave is worth 0
    static    tiles in the bag: the worth of the leave, scaled down as the bag runs out
              empty bag: the gain of going out, or else the points that may be lost

The worth of a leave is the sum over its tiles, less for each tile held twice and for too many vowels or
consonants; Q is better with U.  The board does not count: no openings, no premium squares left to the
opponent.

All sub-racks of a rack are evaluated at once, in the order of `best_play`: mixed radix by count, the first
type of tile changing fastest, from nothing kept to everything kept.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scrabble.game.position import Position
from scrabble.game.tiles import Alphabet
from scrabble.selfplay.best_play import TENTHS

Numbers: TypeAlias = NDArray[np.int64]

VOWELS = frozenset("AEIOUÆØŒ")
LATE = 14  # tiles in the bag: two racks.  With fewer, the worth of a leave shrinks in proportion

# English with ENABLE, tenths of a point.  Fitted by least squares to 211,695 turns of 14,000 games that were
# played with a cruder table: the effect of kept tiles on the spread of the rest of the game, +/- 3 to 14.
ENGLISH = {
    "?": 330, "S": 100, "X": 55, "D": 35, "K": 30, "C": 30, "E": 25, "A": 20, "Z": 20, "H": 20, "P": 20,
    "R": 20, "T": 15, "M": 15, "N": 10, "L": 0, "F": -5, "O": -10, "Y": -15, "B": -15, "I": -15, "J": -30,
    "G": -30, "W": -30, "U": -35, "V": -40, "Q": -160,
}  # fmt: skip
AGAIN = 70  # subtracted for each duplicate
UNBALANCED = 23  # subtracted for each vowel or consonant beyond one more than of the other kind
Q_WITH_U = 135
BY_POINTS = ((0, 330), (1, 10), (3, 10), (4, -10), (10, -20))  # other languages: (points at most, worth)


class LeaveValues(NamedTuple):
    """The worth of the tiles of an alphabet when kept; int64 by code."""

    worth: Numbers
    is_vowel: Numbers  # 0 or 1; a blank is neither vowel nor consonant
    is_consonant: Numbers
    q: int  # the code of Q, 0 if there is none
    u: int


def sub_racks(rack: bytes, size: int) -> Numbers:
    """Return the sub-racks of a rack as rows of counts by code, 0 .. `size`."""
    rows = np.zeros((1, size + 1), np.int64)
    for code in sorted(set(rack)):
        more = np.arange(rack.count(code) + 1)
        rows = np.tile(rows, (len(more), 1))
        rows[:, code] = np.repeat(more, len(rows) // len(more))
    return rows


def leave_values(counts: Numbers, alphabet: Alphabet) -> Numbers:
    """Return the worth of leaves, given as rows of counts by code, with a full bag to come."""
    leaves = _leaves(alphabet)
    again = np.maximum(counts[:, 1:] - 1, 0).sum(axis=1)
    excess = np.abs(counts @ leaves.is_vowel - counts @ leaves.is_consonant) - 1
    values = counts @ leaves.worth - AGAIN * again - UNBALANCED * np.maximum(excess, 0)
    if leaves.q and leaves.u:
        values += Q_WITH_U * ((counts[:, leaves.q] > 0) & (counts[:, leaves.u] > 0))
    return np.asarray(values, np.int64)


def greedy(position: Position, counts: Numbers, bag: int) -> Numbers:
    """Return 0 for every leave: only the score counts."""
    return np.zeros(len(counts), np.int64)


def static(position: Position, counts: Numbers, bag: int) -> Numbers:
    """Return the worth of each leave for the side to move, with `bag` tiles in the bag before the draw."""
    alphabet = position.alphabet
    if bag:
        return leave_values(counts, alphabet) * min(bag, LATE) // LATE
    values = -TENTHS * (counts @ np.array(alphabet.values, np.int64))
    values[0] = TENTHS * position.rules.out_gain * alphabet.value(position.rack_codes[1])
    return np.asarray(values, np.int64)


EVALUATIONS: dict[str, Callable[[Position, Numbers, int], Numbers]] = {"static": static, "greedy": greedy}


@functools.cache
def _leaves(alphabet: Alphabet) -> LeaveValues:
    signs = ("?", *alphabet.letters)
    is_english = alphabet.name.startswith("english")
    vowel = np.array([sign != "?" and _first(sign) in VOWELS for sign in signs], np.int64)
    worth = [
        ENGLISH[sign] if is_english else next(worth for most, worth in BY_POINTS if points <= most)
        for sign, points in zip(signs, alphabet.values, strict=True)
    ]
    consonant = 1 - vowel
    consonant[0] = 0
    q, u = (signs.index(sign) if sign in signs else 0 for sign in "QU")
    return LeaveValues(np.array(worth, np.int64), vowel, consonant, q, u)


def _first(letter: str) -> str:
    """Return the first letter of a tile without its accents."""
    return unicodedata.normalize("NFD", letter)[0]
