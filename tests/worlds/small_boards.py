"""Positions by hand: a plain board of five by five, and a large one with a few words.

small("S/QZ")    . . . . .    the racks S and QZ, and no other tiles in the set than those that are seen
                 . . . . .
                 . C A T .    CAT is the same word, with a blank A, on a board of standard size: to be
                 . . . . .    completed with racks, scores and zeros
                 . . . . .
"""

from __future__ import annotations

import dataclasses
from typing import Any

from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.position import Position
from scrabble.game.tiles import Alphabet

ENGLISH = Alphabet.load("english")
CAT = "15/15/15/15/15/15/15/6CaT6/8S6/15/15/15/15/15/15"


def small(racks: str, rows: str = "5/5/1CAT1/5/5", zeros: int = 0, **changes: Any) -> Position:
    """A position on a plain 5x5 board, with the tiles it shows and no others in the set; rules may change."""
    layout = BoardLayout.from_rows(["....."] * 5, "plain")
    position = cgp.loads(f"{rows} {racks} 0/0 {zeros}", layout=layout)
    counts = tuple(position.seen[code] for code in range(ENGLISH.size + 1))
    alphabet = dataclasses.replace(ENGLISH, counts=counts)
    rules = dataclasses.replace(position.rules, **changes)
    return dataclasses.replace(position, alphabet=alphabet, rules=rules)
