"""The bound "passes": what a side makes at most if the other one only passes from now on.

A pass is always legal, so it can do no better against other play (bounds/README.md, T2a): the best that any
row of plays brings, each on the board that the ones before have left, with the end of the game: going out, or
the end by scoreless turns, which may come at any time.
"""

from __future__ import annotations

from scrabble.certificate.game import Game, laid, left
from scrabble.certificate.plays import Plays

MOST_KEPT = 1 << 18
MOST_TILES = 3  # of the side that plays


class AgainstPasses:
    """The bound, and what was found."""

    def __init__(self, game: Game, plays: Plays) -> None:
        self.game, self.plays = game, plays
        self._known: dict[tuple[bytes, bytes, int], int] = {}

    def most(self, board: bytes, rack: bytes, others: int) -> int:
        """What the side with `rack` makes at most; `others` is the value of the other rack."""
        key = board, rack, others
        best = self._known.get(key)
        if best is not None:
            return best
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        rules = self.game.rules
        best = rules.loss * (others - self.game.value(rack))
        for play, score in self.plays.of(board, rack):
            rest = left(rack, play)
            if rest:
                best = max(best, score + self.most(laid(board, play), rest, others))
            else:
                best = max(best, score + rules.out * others)
        self._known[key] = best
        return best
