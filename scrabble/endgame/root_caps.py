"""What each move at the root can be worth without a search: at once, and nearer if it takes long.

at once      scrabble.bounds.caps: a microsecond a move, wide
by lines     scrabble.bounds.line_totals: some 20 ms, for all moves from above, for one move from below:
             what the opponent makes at most alone on the board after it
"""

from __future__ import annotations

from collections.abc import Sequence

from bstar.root import RootMove
from scrabble.bounds.caps import caps_of
from scrabble.bounds.line_totals import line_totals
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import unpack

Bounds = tuple[int, int]


class RootCaps:
    """The caps of all moves, by number: lower <= worth <= upper."""

    def __init__(self, position: Position, lexicon: Lexicon, moves: Sequence[RootMove]) -> None:
        self._position, self._lexicon = position, lexicon
        caps = caps_of(position)
        self.bounds: dict[int, Bounds] = {
            each.move: caps.of(unpack(each.move, position), each.gain) for each in moves
        }
        self._gains = {each.move: each.gain for each in moves}
        self._has_totals = False
        self._guarded: set[int] = set()

    def tighten(self, best: RootMove) -> None:
        """Look at the lines, too: how much may moves be worth, and how little the best one?"""
        if not self._has_totals:
            self._has_totals = True
            totals = line_totals(self._position, self._lexicon)
            if totals is not None:
                for number, (least, most) in self.bounds.items():
                    worth = totals.of(unpack(number, self._position), self._gains[number])
                    self.bounds[number] = least, min(most, worth)
        least, most = self.bounds[best.move]
        if best.lower < least and best.move not in self._guarded:
            self._guarded.add(best.move)
            after = self._position.play(unpack(best.move, self._position))
            totals = None if after.is_over else line_totals(after, self._lexicon)
            if totals is not None:
                self.bounds[best.move] = max(least, best.gain - totals.most), most
