"""The rules of the game once more, slowly: the oracle the tests compare everything with.

Plain strings, sets and dictionaries, and nothing imported from the project.  A board is a
tuple of strings, one a row; a rack is a string; a play is its text:

    . . . . .     '.' empty, 'Q' a tile, 'u' a blank that stands for U; in a rack '?' is a blank
    . Q u . .
    . . I . .     "2B (Qu)IZ" across row 2 from column B, "C2 (uI)T" down column C from row 2,
    . . . . .     tiles already there in parentheses; "pass"

A one-tile play that makes words both ways is written across.  Every value is an integer:
the points the player on turn will still score minus those of the other, end adjustments
included.  The bag is empty throughout.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

EMPTY, BLANK, PASS = ".", "?", "pass"
MULTIPLIERS = {  # premium square: (letter, word)
    ".": (1, 1),
    "'": (2, 1),
    '"': (3, 1),
    "^": (4, 1),
    "-": (1, 2),
    "=": (1, 3),
    "~": (1, 4),
}
STANDARD_BOARD = (
    "=..'...=...'..=",
    '.-..."..."...-.',
    "..-...'.'...-..",
    "'..-...'...-..'",
    "....-.....-....",
    '."..."..."...".',
    "..'...'.'...'..",
    "=..'...-...'..=",
    "..'...'.'...'..",
    '."..."..."...".',
    "....-.....-....",
    "'..-...'...-..'",
    "..-...'.'...-..",
    '.-..."..."...-.',
    "=..'...=...'..=",
)
ENGLISH_VALUES = dict(
    zip("?ABCDEFGHIJKLMNOPQRSTUVWXYZ", map(int, "0 1 3 3 2 1 4 2 4 1 8 5 1 3 1 1 3 10 1 1 1 1 4 4 8 4 10".split()))
)
ENGLISH_COUNTS = dict(
    zip("?ABCDEFGHIJKLMNOPQRSTUVWXYZ", map(int, "2 9 2 2 4 12 2 3 2 9 1 1 4 2 6 8 2 1 6 4 6 4 2 2 1 2 1".split()))
)

type Board = tuple[str, ...]
