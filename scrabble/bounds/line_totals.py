"""Line totals: what a side makes at most with its whole rack against passes, by what each line can take.

Every play makes words on lines, and every tile lies on two of them, one across and one down:

    play across    its row: one word with all tiles that it lays
                   the column of each of these tiles: at most one word with this tile as the only new one
    play down      the other way round

So all points are a sum over lines.  On a line the tiles P come in plays along it, some at a time, the tiles Q
in plays across it, one at a time; each time its new word holds tiles of P and Q that are there by then.  What
the line can bring at most follows from the last time, that all rows can bring from a distribution of tiles
among them, and the whole from the choice which tiles are laid in plays across, which in plays down:

    most of a line   (P, Q)  <=  best word with N new + most of the line (P - N, Q)     N in P
                                 best word with t new + most of the line (P, Q - t)     t in Q
    most of all rows (P, Q)  <=  the best sum over the rows, each with tiles of its own
    total                    <=  rows (A, D) + columns (D, A) + the end                 A, D apart in the rack

(bounds/README.md, T7.)  Words are those of line_words: any that the lexicon has, hooks and contact forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scrabble.bounds.line_sums import Points, new_room, sum_up
from scrabble.bounds.line_words import line_words
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile import new_state


@dataclass(frozen=True, slots=True)
class LineTotals:
    """What the side on turn makes at most, the end of the game included."""

    position: Position
    rack: bytes  # its tiles, in the order of the bits
    most: int  # from this position on: an upper bound of its value
    after: tuple[int, ...]  # by tiles left, a bit each: after a play that has left them

    def of(self, move: Move, gain: int) -> int:
        """The most that a move may be worth, a pass included."""
        left = list(self.rack)
        for code in move.tiles:
            if code:
                left.remove(0 if code & BLANK else code)
        bits, rack = 0, list(self.rack)
        for code in left:
            at = rack.index(code)
            bits, rack[at] = bits | 1 << at, -1
        return min(self.most, gain + self.after[bits])


def line_totals(position: Position, lexicon: Lexicon) -> LineTotals | None:
    """Return the totals of the side on turn; None if its words are too many to look at."""
    state = new_state(position, lexicon)
    words = line_words(state, len(position.racks[0]))
    if words is None:
        return None
    mine, theirs = position.racks
    rack = bytes(sorted(mine))  # as the kinds of tiles are numbered
    alphabet, rules = position.alphabet, position.rules
    points = Points(
        np.array([alphabet.value_of(code) for code in rack], np.int64),
        alphabet.value(theirs),
        rules.out_gain + rules.out_loss,
        rules.scoreless_loss,
        rules.bingo_length,
        rules.bingo_bonus,
    )
    sets = words.shape[2]
    room = new_room(sets, _premiums(position))
    most, after = np.zeros((2, sets), np.int64)
    sum_up(words, points, False, room, most)
    sum_up(words, points, True, room, after)
    return LineTotals(position, rack, int(most[-1]), tuple(int(each) for each in after))


def _premiums(position: Position) -> np.ndarray:
    """How many empty squares with a word premium there are on each line, int64[2, n]."""
    free = (position.squares == 0) & (position.layout.word_multiplier > 1)
    return np.stack([free.sum(axis=1), free.sum(axis=0)]).astype(np.int64)
