"""The move that is solved exactly first in an objective, as the bound that the others have to beat."""

from __future__ import annotations

from collections.abc import Sequence

from bstar.chance.interval_sum import BUDGET, BUDGET_GROWTH, IntervalSum

MOST_CANDIDATES = 4  # candidate incumbents tried before their budget limit grows


class IncumbentSearch:
    """Choice of the move to solve exactly first in one objective: its value is the bound for all others.

    The most promising move may be an expensive one: a single draw can take more nodes than all the rest.  And
    while nothing is proven from below, after each disappointment another move looks better.  So a few of
    the most promising moves are tried in turn, each until it is exact or one of its terms exceeds the budget
    limit of this search; then the limit grows.  Moves that exceed it from the start are passed over.  A term
    that is itself a sum takes at least the first budget for each of its parts.
    """

    def __init__(self, moves: Sequence[IntervalSum], objective: int) -> None:
        self._moves, self._objective = moves, objective
        self._candidate: int | None = None
        self._tried: set[int] = set()
        self.budget_limit = BUDGET
        self.is_over = False  # a candidate is exact, or as exact as queries can make it

    def candidate(self, bound: Sequence[int]) -> int | None:
        """Return the move to query: one that may be worth `bound` in the objectives up to this one.

        None if the search is over or there is no such move.
        """
        while (
            self._candidate is None
            or not self._is_eligible(self._candidate, bound)
            or self._is_too_costly(self._candidate)
        ):
            if self._candidate is not None:
                self._tried.add(self._candidate)
            eligible = [at for at in range(len(self._moves)) if self._is_eligible(at, bound)]
            has_room = len(self._tried) < MOST_CANDIDATES
            self._candidate = self._most_promising(eligible) if has_room else None
            if self._candidate is None:
                if not eligible:
                    return None
                self._tried.clear()
                self.budget_limit *= BUDGET_GROWTH
        self.is_over = not any(term.is_open(self._objective) for term in self._moves[self._candidate].terms)
        return None if self.is_over else self._candidate

    def _most_promising(self, eligible: Sequence[int]) -> int | None:
        """Return the untried move with the highest estimate of those that the budget limit allows."""
        untried = [number for number in eligible if number not in self._tried]
        untried.sort(key=lambda number: self._moves[number].expected[self._objective], reverse=True)
        return next((number for number in untried if not self._is_too_costly(number)), None)

    def _is_eligible(self, number: int, bound: Sequence[int]) -> bool:
        """Return whether a move may be worth the bound."""
        count = self._objective + 1
        return self._moves[number].upper[:count] >= list(bound[:count])

    def _is_too_costly(self, number: int) -> bool:
        terms = self._moves[number].terms
        return any(
            term.is_open(self._objective) and max(term.budget, term.scale * BUDGET) > self.budget_limit
            for term in terms
        )
