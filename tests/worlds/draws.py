"""Random moves and draws of known truth, for searches over moves and draws."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bstar.chance.choose import ChanceSearch
from bstar.chance.interval_sum import Answer, IntervalSum, Query, Term

FIRST, SECOND = 3, 40  # the greatest truth in each objective
TOP = 40  # the upper bound of `new_moves`


class Told:
    """A value whose bounds are set from outside."""

    def __init__(self, lower: Sequence[int], upper: Sequence[int]) -> None:
        self.lower, self.upper = list(lower), list(upper)

    def bounds(self) -> tuple[list[int], list[int]]:
        """Return what was set."""
        return self.lower, self.upper

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Refuse: nobody asks it."""
        raise AssertionError


def new_term(
    weight: int, lower: Sequence[int], upper: Sequence[int], estimate: list[float], **given: Any
) -> Term:
    """Return a term whose value has these bounds until others are set."""
    return Term(weight, Told(lower, upper), estimate, **given)


def answered(
    term: Term, query: Query, lower: Sequence[int], upper: Sequence[int], is_done: bool, **given: Any
) -> Answer:
    """Set the bounds of a term's value; return the answer to a query about it."""
    term.value = Told(lower, upper)
    return Answer(query, is_done, **given)


def answer(
    search: ChanceSearch,
    query: Query,
    lower: Sequence[int],
    upper: Sequence[int],
    is_done: bool,
    nodes: int | None = None,
) -> None:
    """Set the bounds of the value that a query is about, and answer it."""
    search.update(answered(search.term_of(query), query, lower, upper, is_done, nodes=nodes))


class Drawn:
    """A value of known truth, which a query of enough nodes narrows as a null-window search does."""

    def __init__(
        self, truth: Sequence[int], tops: Sequence[int], cost: int, rng: random.Random, is_mute: bool
    ) -> None:
        self._truth, self._cost, self._rng, self._is_mute = truth, cost, rng, is_mute
        self._lower, self._upper = [0] * len(tops), list(tops)
        self.has_mute = False

    def bounds(self) -> tuple[list[int], list[int]]:
        """Return the proven bounds."""
        return self._lower, self._upper

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Narrow it, with bounds that may go beyond the query; nothing is proven from below if it is mute."""
        assert self._lower[objective] < gamma <= self._upper[objective]
        if nodes < self._cost:
            return False
        found = self._truth[objective]
        if found < gamma:
            self._upper[objective] = self._rng.randint(found, gamma - 1)
        elif not (self.has_mute and self._is_mute):
            self._lower[objective] = self._rng.randint(gamma, found)
        return True


class World:
    """Moves of known truth: for each move and draw its values and the budget that an answer takes.

    Of some terms no lower bound can be proven if a test wants it so.
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
        cost = [[rng.choice((1, 1, 1, 5_000, 100_000)) for _ in range(draws)] for _ in range(moves)]
        mute = {(move, draw) for move in range(moves) for draw in range(draws) if rng.random() < 0.1}
        self.moves = [
            IntervalSum(
                [
                    Term(
                        weight,
                        Drawn(self.truth[move][draw], tops, cost[move][draw], rng, (move, draw) in mute),
                        [rng.uniform(0, top) for top in tops],
                    )
                    for draw, weight in enumerate(self.weights)
                ]
            )
            for move in range(moves)
        ]

    def value(self, move: int) -> list[int]:
        """Return the true value of a move, by objective."""
        pairs = list(zip(self.weights, self.truth[move], strict=True))
        return [sum(weight * truth[at] for weight, truth in pairs) for at in range(len(self.truth[0][0]))]

    def answer(self, search: ChanceSearch, query: Query, has_mute: bool = False) -> None:
        """Ask the value that a query is about; `has_mute`: some cannot be proven from below."""
        term = search.term_of(query)
        assert isinstance(term.value, Drawn)
        term.value.has_mute = has_mute
        search.update(Answer(query, term.ask(query)))

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
    return [IntervalSum([new_term(1, [0], [TOP], [each]) for _ in range(draws)]) for each in estimates]
