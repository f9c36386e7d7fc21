"""Values of a move in one scenario: intervals that queries narrow.

    ScenarioSpread   an endgame, after a play that empties the bag (scenarios.py)
    OpponentMin      the minimum over the opponent's replies, chosen with full knowledge of the bag
    BestPlan         one tile is still in the bag when the player is to move again: the best move there, the
                     same one for every tile it may be; each is an OpponentMin per tile, and B* finds the best
    LazyPlan         a BestPlan that is built only if a quick upper bound is not enough (lazy_plan.py)

    win              0 lost, 1 drawn, 2 won: half wins
    spread           final spread in points, for the player to move
    objectives       (win, spread) or (spread, win): compared in this order

A lower bound needs all replies of the opponent, an upper bound any one of them.  `OpponentMin.is_whole` is
False if some replies are not listed: then nothing is proven from below.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from bstar.chance.choose import ChanceSearch
from bstar.chance.disproof import best_disproof_query
from bstar.chance.interval_sum import BUDGET, BUDGET_GROWTH, Answer, IntervalSum, Query, Term
from scrabble.answer.names import Objective

WON, DRAWN, LOST = 2, 1, 0
WIDTH = 15.0  # points of spread at which a win is estimated at about 73 %
SHARES, FEWER = 64, 8  # a reply first gets 1/64 of the nodes of a query, then 1/8, then all of them
ALL_REPLIES = 32  # times the nodes of a query: what tests of all replies may take


_WIN = Objective.WIN  # looked up once: the attribute costs more than the rest of `estimate`


class ObjectiveBounds(NamedTuple):
    """lower <= truth <= upper, one entry per objective in the order of comparison."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]


class Spread(Protocol):
    """A spread for the player to move at the root: lower <= truth <= upper."""

    @property
    def lower(self) -> int:
        """The proven lower bound."""

    @property
    def upper(self) -> int:
        """The proven upper bound."""

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Test whether the spread is at least `least`; return whether `nodes` were enough.

        Raises SearchStopped.
        """


def outcome(spread: int) -> int:
    """Return LOST, DRAWN or WON."""
    return WON if spread > 0 else DRAWN if spread == 0 else LOST


def threshold(objective: Objective, gamma: int) -> int:
    """Return the least spread that makes an objective at least gamma."""
    return gamma - 1 if objective is Objective.WIN else gamma


def by_objective(objectives: Sequence[Objective], lower: int, upper: int) -> ObjectiveBounds:
    """Convert bounds of a spread to bounds of each objective."""

    def of(spread: int) -> tuple[int, ...]:
        return tuple(outcome(spread) if objective is Objective.WIN else spread for objective in objectives)

    return ObjectiveBounds(of(lower), of(upper))


class ByObjective(NamedTuple):
    """A spread as a value of B*: what it is in each objective, in the order of comparison."""

    spread: Spread
    objectives: tuple[Objective, ...]

    def bounds(self) -> ObjectiveBounds:
        """Return the proven bounds."""
        return by_objective(self.objectives, self.spread.lower, self.spread.upper)

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Test whether the value is at least gamma; return whether `nodes` were enough."""
        return self.spread.ask_spread(threshold(self.objectives[objective], gamma), nodes)


class KnownSpread(NamedTuple):
    """The spread of a game that has ended."""

    lower: int
    upper: int

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Return True: nothing is open."""
        return True


class OpponentMin:
    """The minimum of several spreads, the smallest upper bound first.

    `clock`, one integer, counts the queries of all terms that share spreads with this one; `count_nodes`, the
    nodes of the search, limits what a query may take in all.
    """

    __slots__ = ("_clock", "_count_nodes", "_is_whole", "_limits", "_lower", "_seen_at", "_spreads", "_upper")

    def __init__(
        self,
        spreads: Sequence[Spread],
        limits: tuple[int, int],
        is_whole: bool = True,
        clock: list[int] | None = None,
        count_nodes: Callable[[], int] = lambda: 0,
    ) -> None:
        self._count_nodes = count_nodes
        self._spreads, self._limits, self._is_whole = list(spreads), limits, is_whole
        self._clock = [0] if clock is None else clock
        self._seen_at, self._lower, self._upper = -1, *limits

    @property
    def lower(self) -> int:
        """The proven lower bound."""
        self._look()
        return self._lower

    @property
    def upper(self) -> int:
        """The proven upper bound."""
        self._look()
        return self._upper

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Test whether all spreads are at least `least`, with few nodes for each before one gets many."""
        is_done, until = False, self._count_nodes() + ALL_REPLIES * nodes
        try:
            for budget in (nodes,) if len(self._spreads) == 1 else (nodes // SHARES, nodes // FEWER, nodes):
                is_done = True
                self._spreads.sort(key=lambda each: each.upper)
                for each in self._spreads:
                    is_done = each.ask_spread(least, budget) and is_done
                    if each.upper < least:
                        return True
                    if self._count_nodes() > until:
                        return False
                if is_done:
                    break
        finally:
            self._clock[0] += 1
        return is_done

    def _look(self) -> None:
        if self._seen_at == self._clock[0]:
            return
        least, most = self._limits
        self._upper = min((each.upper for each in self._spreads), default=most)
        self._lower = min((each.lower for each in self._spreads), default=most) if self._is_whole else least
        self._seen_at = self._clock[0]


class BestPlan:
    """The best of several moves when one must be chosen for all draws; each has an OpponentMin per draw."""

    def __init__(
        self,
        moves: Sequence[Sequence[OpponentMin]],
        weights: Sequence[int],
        objectives: tuple[Objective, ...],
        believed: Sequence[float],
        clock: list[int],
        count_nodes: Callable[[], int],
    ) -> None:
        self._clock = clock
        self._count_nodes, self._budget_limit = count_nodes, BUDGET
        self._seen_at = clock[0]
        self._search = ChanceSearch(
            [
                IntervalSum(
                    [
                        Term(weight, ByObjective(part, objectives), estimate(objectives, guess))
                        for part, weight in zip(parts, weights, strict=True)
                    ]
                )
                for parts, guess in zip(moves, believed, strict=True)
            ]
        )

    def bounds(self) -> ObjectiveBounds:
        """Return the bounds of the best move, summed over the draws."""
        self._refresh()
        options = self._search.moves
        least = max(option.lower[0] for option in options)
        most = max(option.upper[0] for option in options)
        left = [option for option in options if option.upper[0] >= least]  # the best move is one of them
        sure = [option.lower[1] for option in left if option.lower[0] == most]  # proven best in the first
        second = max(sure) if sure else min(option.lower[1] for option in left)
        return ObjectiveBounds((least, second), (most, max(option.upper[1] for option in left)))

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Test whether the best move is worth at least gamma; return whether `nodes` were enough."""
        until = self._count_nodes() + nodes
        while self._count_nodes() < until:
            lower, upper = self.bounds()
            if lower[objective] >= gamma or upper[objective] < gamma:
                return True
            query = self._search.next_query() if objective > 0 else self._query_first(gamma)
            if query is None:
                return True
            before = self._count_nodes()
            is_done = self._search.term_of(query).ask(query)
            self._search.update(Answer(query, is_done, is_free=self._count_nodes() == before))
        return False

    def _query_first(self, gamma: int) -> Query | None:
        """Return the next query whether a move is worth gamma in the first objective; None if none is left.

        The move that is expected to be worth most comes first: a "no" to each of its terms refutes it.
        """
        options = self._search.moves
        open_ = [number for number, option in enumerate(options) if option.upper[0] >= gamma]
        open_.sort(key=lambda number: options[number].expected[0], reverse=True)
        while True:
            is_costly = False
            for number in open_:
                found = best_disproof_query(options[number], number, 0, gamma - 1, self._budget_limit)
                if found is not None:
                    return found
                is_costly |= any(term.is_open(0) for term in options[number].terms)
            if not is_costly:
                return None
            self._budget_limit *= BUDGET_GROWTH

    def _refresh(self) -> None:
        """Take over new bounds of the opponent's replies, which all moves share."""
        if self._seen_at == self._clock[0]:
            return
        for option in self._search.moves:
            option.refresh()
        self._seen_at = self._clock[0]


def estimate(objectives: Sequence[Objective], spread: float, scale: int = 1) -> list[float]:
    """Convert an estimated spread to each objective, times `scale`; spread 0 is a chance of one half."""
    off = spread / WIDTH
    chance = 2 / (1 + math.exp(-6.0 if off > 6.0 else 6.0 if off < -6.0 else -off))
    return [scale * (chance if objective is _WIN else spread) for objective in objectives]


def estimate_all(objectives: Sequence[Objective], spreads: np.ndarray) -> list[np.ndarray]:
    """Apply `estimate` to many spreads: one array per objective."""
    off = np.clip(spreads / WIDTH, -6.0, 6.0)
    return [2 / (1 + np.exp(-off)) if objective is _WIN else spreads for objective in objectives]
