"""The root: its moves, each with the proven bounds of its worth.

    worth of a move = gain - value of the position after it,     lower <= worth <= upper

Invariant: bounds only narrow.  So they are true at any moment: the value of the position lies between the
best lower and the best upper bound, and a move whose lower bound no other move's upper bound exceeds
is proven best.
"""

from __future__ import annotations

from msgspec import Struct

from bstar.game import INF


class RootMove(Struct):
    """One move at the root."""

    move: int
    gain: int
    lower: int
    upper: int
    estimate: int | None = None  # a planner's estimate from before the search

    @property
    def is_exact(self) -> bool:
        """Return whether the worth of the move is known."""
        return self.lower == self.upper


class Root(Struct):
    """The moves of the position to be solved, best-ranked first."""

    moves: list[RootMove]

    @property
    def lower(self) -> int:
        """The proven lower bound of the value."""
        return max(move.lower for move in self.moves)

    @property
    def upper(self) -> int:
        """The proven upper bound of the value."""
        return max(move.upper for move in self.moves)

    @property
    def best(self) -> RootMove:
        """The move with the best lower bound; among equals the first, which is ranked best."""
        return max(self.moves, key=lambda move: move.lower)

    @property
    def is_proven(self) -> bool:
        """Return whether the best move is separated from all others."""
        best = self.best
        return best.lower > -INF and all(move.upper <= best.lower for move in self.moves if move is not best)

    @property
    def disproved(self) -> int:
        """The number of moves proven not to be better than the best one."""
        best = self.best
        return sum(move.upper <= best.lower for move in self.moves if move is not best)

    def best_lower(self, top: int = 1) -> int:
        """Return the bound that a move has to exceed to belong to the `top` best, as proven by others."""
        lowers = sorted((move.lower for move in self.moves), reverse=True)
        return lowers[top - 1] if top <= len(lowers) else -INF

    def narrow(self, move: RootMove, value: int, alpha: int, beta: int) -> None:
        """Apply the fail-soft value of a search of `move` with the window (alpha, beta) of its worth."""
        if value > alpha:
            move.lower = max(move.lower, value)
        if value < beta:
            move.upper = min(move.upper, value)

    def copy(self) -> Root:
        """Return a snapshot that later searching does not change."""
        return Root(
            [RootMove(move.move, move.gain, move.lower, move.upper, move.estimate) for move in self.moves]
        )
