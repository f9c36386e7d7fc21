"""What is known of each move at the root without a search, and which move a stopped search chooses.

at once      scrabble.bounds.caps: a microsecond a move, wide
by lines     scrabble.bounds.line_totals: some 20 ms, for all moves from above, for one move from below:
             what the opponent makes at most alone on the board after it
estimates    one look of the planner, some 5 ms: a number for each move, of which nothing is proven

An estimate is taken within all bounds that are proven.  While the value is open, the best move so far is the
one with the best lower bound that the search has proven; the one with the highest estimate if nothing is
proven yet, or if it is estimated to be worth more than DOUBT points more.  For the highest of many guesses is
mostly too high: of 14 moves estimated to be 1 to 18 points better than a proven one, 8 were worse.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property

from bstar.game import FAR
from bstar.root import RootMove
from scrabble.bounds.caps import caps_of
from scrabble.bounds.line_totals import line_totals
from scrabble.endgame.root_beliefs import estimates
from scrabble.endgame.solution import within
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import unpack

DOUBT = 20  # points

Bounds = tuple[int, int]


class RootCaps:
    """The caps of all moves, by number: lower <= worth <= upper; their estimates when they are wanted."""

    def __init__(self, position: Position, lexicon: Lexicon, moves: Sequence[RootMove]) -> None:
        self._position, self._lexicon = position, lexicon
        caps = caps_of(position)
        self.bounds: dict[int, Bounds] = {
            each.move: caps.of(unpack(each.move, position), each.gain) for each in moves
        }
        self._gains = {each.move: each.gain for each in moves}
        self._has_totals = False
        self._guarded: set[int] = set()
        self._lock = threading.Lock()  # two threads that ask at the same time are told the same

    def tighten(self, best: RootMove) -> None:
        """Look at the lines, too: how much may moves be worth, and how little the best one?"""
        with self._lock:
            self._look_at_lines(best)

    def _look_at_lines(self, best: RootMove) -> None:
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

    @cached_property
    def estimates(self) -> dict[int, int]:
        """What one look of the planner makes of each move, by number."""
        return estimates(self._position, self._lexicon)

    def by_promise(self, moves: Sequence[RootMove]) -> list[RootMove]:
        """Return the moves in the order of their estimates.

        Among equals comes first what the search has proven to be worth more, then what may be worth more.
        """
        promise = self._promise(moves)
        return sorted(moves, key=lambda each: promise[each.move], reverse=True)

    def choice(self, moves: Sequence[RootMove]) -> RootMove:
        """Return the best move so far, by what is proven and by estimates."""
        promise = self._promise(moves)
        top = max(moves, key=lambda each: promise[each.move])
        safe = max(moves, key=lambda each: (each.lower, promise[each.move]))
        is_near = promise[top.move][0] - promise[safe.move][0] <= DOUBT
        return safe if safe.lower > -FAR and is_near else top

    def _promise(self, moves: Sequence[RootMove]) -> dict[int, tuple[int, int, int, int]]:
        """Return by what each move is ordered, its estimate first."""
        found = {}
        for each, tight in zip(moves, within(moves, self.bounds, self.estimates), strict=True):
            expected = tight.lower if tight.believed is None else tight.believed
            guess = self.estimates.get(each.move, expected)
            found[each.move] = expected, each.lower, tight.upper, guess
        return found
