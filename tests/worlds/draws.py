"""Random moves and draws of known truth, for searches over moves and draws."""

from __future__ import annotations

import random

from bstar.chance.choose import ChanceSearch
from bstar.chance.interval_sum import IntervalSum, Query, Term

FIRST, SECOND = 3, 40  # the greatest truth in each objective
TOP = 40  # the upper bound of `new_moves`


class World:
    """Moves of known truth: for each move and draw its values and the budget that an answer takes.

    Of `mute` terms no lower bound can be proven.
    """

    def __init__(self, seed: int, objectives: int = 2) -> None:
        self.rng = random.Random(f"draws {seed}")
        rng = self.rng
        draws, moves = rng.randint(1, 5), rng.randint(1, 8)
        self.weights = [rng.randint(1, 4) for _ in range(draws)]
        tops = (FIRST, SECOND)[:objectives]
        self.truth = [
            [tuple(rng.randint(0, top) for top in tops) for _ in range(draws)] for _ in range(moves)
        ]
        self.cost = [[rng.choice((1, 1, 1, 5_000, 100_000)) for _ in range(draws)] for _ in range(moves)]
        self.mute = {(move, draw) for move in range(moves) for draw in range(draws) if rng.random() < 0.1}
        self.moves = [
            IntervalSum(
                [
                    Term(weight, [0] * objectives, list(tops), [rng.uniform(0, top) for top in tops])
                    for weight in self.weights
                ]
            )
            for _ in range(moves)
        ]

    def value(self, move: int) -> list[int]:
        """Return the true value of a move, by objective."""
        pairs = list(zip(self.weights, self.truth[move], strict=True))
        return [sum(weight * truth[at] for weight, truth in pairs) for at in range(len(self.truth[0][0]))]

    def answer(self, search: ChanceSearch, query: Query, has_mute: bool = False) -> None:
        """Narrow one term as a null-window search does, with bounds that may go beyond the query."""
        truth = self.truth[query.move][query.term]
        term = search.moves[query.move].terms[query.term]
        lower, upper = list(term.lower), list(term.upper)
        assert lower[query.objective] < query.gamma <= upper[query.objective]
        is_done = query.budget >= self.cost[query.move][query.term]
        if is_done:
            found = truth[query.objective]
            if found < query.gamma:
                upper[query.objective] = self.rng.randint(found, query.gamma - 1)
            elif not (has_mute and (query.move, query.term) in self.mute):
                lower[query.objective] = self.rng.randint(query.gamma, found)
        search.update(query, lower, upper, is_done)

    def check(self, search: ChanceSearch) -> None:
        """Check that bounds, regret and proof are true."""
        values = [self.value(move) for move in range(len(self.moves))]
        for value, move in zip(values, search.moves, strict=True):
            assert all(
                least <= each <= most for least, each, most in zip(move.lower, value, move.upper, strict=True)
            )
        chosen = values[search.best]
        assert max(value[0] for value in values) - chosen[0] <= search.regret()
        if search.is_proven:
            count = search.deciding
            assert chosen[:count] == max(values)[:count]


def new_moves(*estimates, draws=3):
    """Return moves with the same estimate for each of their draws and bounds of 0 and TOP."""
    return [IntervalSum([Term(1, [0], [TOP], [each]) for _ in range(draws)]) for each in estimates]
