"""The moves before a chance event with their proven bounds, compared objective by objective."""

from __future__ import annotations

from collections.abc import Sequence

from bstar.chance.interval_sum import IntervalSum, Query
from bstar.regret import regret


class BoundsTable:
    """Moves with their proven bounds, compared objective by objective."""

    def __init__(
        self, moves: Sequence[IntervalSum], grain: Sequence[float] = (), deciding: int | None = None
    ) -> None:
        """Take the moves, and for each objective the unit (`grain`) to which expected values are rounded.

        `deciding` is the number of objectives in which moves are compared; None for all.
        """
        self.moves = list(moves)
        self._grain = list(grain)
        objectives = len(self.moves[0].lower)
        self.deciding = objectives if deciding is None else deciding
        self._decides_all = self.deciding == objectives
        self.queries = 0
        self._evaluated: set[tuple[int, int]] = set()

    @property
    def incumbent(self) -> int:
        """The move with the best lower value."""
        return max(self._numbers(), key=lambda number: self.moves[number].lower)

    @property
    def best(self) -> int:
        """The move to choose now: the one proven best, otherwise the one with the best `rank_key`."""
        incumbent, numbers = self.incumbent, self._numbers()
        if self._decides_all and not any(at != incumbent and self.may_beat(at, incumbent) for at in numbers):
            return incumbent
        bound = self.moves[incumbent].lower[0]
        if all(move.upper[0] <= bound for move in self.moves):  # the first objective is settled
            return max((at for at in numbers if self.moves[at].lower[0] == bound), key=self.rank_key)
        return max(numbers, key=self.rank_key)

    def rank_key(self, number: int) -> tuple[list[float], int, list[float], list[int]]:
        """Return the sort key of an unproven move: expected values rounded to the grain, then exact ones."""
        move = self.moves[number]
        grain = self._grain or [0.0] * len(move.expected)
        pairs = zip(move.expected, grain, strict=True)
        rounded = [round(each / fine) if fine else each for each, fine in pairs]
        return rounded, move.lower[0], move.expected, move.lower

    def may_beat(self, rival: int, other: int) -> bool:
        """Return whether the proven bounds allow one move to be better than another."""
        count = self.deciding
        return self.moves[rival].upper[:count] > self.moves[other].lower[:count]

    @property
    def is_proven(self) -> bool:
        """Return whether no other move can be better than `best`."""
        best = self.best
        return not any(at != best and self.may_beat(at, best) for at in self._numbers())

    def other_upper(self, objective: int = 0, best: int | None = None) -> int:
        """Return the greatest upper bound of the other moves, or the lower bound of `best` without any."""
        best = self.best if best is None else best
        others = (move.upper[objective] for at, move in enumerate(self.moves) if at != best)
        return max(others, default=self.moves[best].lower[objective])

    def regret(self, objective: int = 0, best: int | None = None) -> int:
        """Return by how much `best` can at most be worse than another move in an objective."""
        best = self.best if best is None else best
        return int(regret(self.moves[best].lower[objective], [self.other_upper(objective, best)]))

    @property
    def evaluated(self) -> int:
        """Number of terms that have been queried."""
        return len(self._evaluated)

    @property
    def term_count(self) -> int:
        """Number of terms of all moves."""
        return sum(move.count for move in self.moves)

    def record(
        self, query: Query, lower: Sequence[int], upper: Sequence[int], is_done: bool, nodes: int
    ) -> None:
        """Apply an answer, proven bounds per objective, to the queried term."""
        self.moves[query.move].terms[query.term].update(query, lower, upper, is_done, nodes)
        self.queries += 1
        self._evaluated.add((query.move, query.term))

    def _numbers(self) -> range:
        return range(len(self.moves))
