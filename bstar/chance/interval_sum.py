"""The value of a move before a chance event: a weighted sum of intervals, one for each outcome (draw).

    Value         what one move is worth with one draw       it is asked, and knows its proven bounds
    Term          lower <= truth <= upper per objective      a value with its weight and its estimate
    IntervalSum   value = sum of weight x truth              one move; all numbers are integers, so exact

A query asks of one term whether it is at least `gamma`, within a budget of nodes.  Every term also has an
estimate per objective.  Estimates only decide which query comes next, never what counts as proven.
Objectives are numbered in the order in which they are compared.
`Ranking` keeps moves ordered by their expected values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple, Protocol

BUDGET = 500  # nodes for the first try of a query
BUDGET_GROWTH = 8  # factor for the next try
STRIDE = 16  # units of value from the estimate to the first threshold, and to the next one if that is reached
MOST_DOUBLINGS = 20  # of strides
MARGINS = (0, 8, 16, 32, 64)  # units of value added to the target of a disproof after 0, 1, ... deferrals
LOW = 0.25  # part of the interval in which an estimate counts as low
FEW_NEW = 1 / 16  # of the entries of a queue, that are pushed one by one
PRIOR_ANSWERS = 2  # weight of the initial cost estimate, in answers
PROVE_BEST, DISPROVE_REST = "PROVEBEST", "DISPROVEREST"


class Query(NamedTuple):
    """Question whether a term of a move is at least `gamma` in an objective."""

    move: int
    term: int
    objective: int
    gamma: int
    budget: int
    strategy: str


class Answer(NamedTuple):
    """The answer to a query, beside the bounds that its value has now.

    `nodes` are charged; None: the whole budget.  `is_free`: it took no node; None: as charged.
    """

    query: Query
    is_done: bool  # the budget sufficed
    nodes: int | None = None
    is_free: bool | None = None

    @property
    def charged(self) -> int:
        """The nodes that count as its cost."""
        return self.query.budget if self.nodes is None else self.nodes

    @property
    def took_no_node(self) -> bool:
        """Return whether no node was searched for it."""
        return self.charged == 0 if self.is_free is None else self.is_free


class Value(Protocol):
    """The value of a move with one draw."""

    def bounds(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return the proven bounds, lower and upper, with one entry per objective."""

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Test whether the value is at least gamma; return whether `nodes` were enough."""


class Lazy:
    """A value that is built when it is first asked, with the bounds that are known before."""

    __slots__ = ("_built", "_first", "_make", "_number")

    def __init__(
        self, make: Callable[[int], Value], number: int, first: tuple[Sequence[int], Sequence[int]]
    ) -> None:
        """Take what builds the value of a number."""
        self._make, self._number, self._first = make, number, first
        self._built: Value | None = None

    @property
    def built(self) -> Value:
        """The value; if building it raises, the next use tries again."""
        if self._built is None:
            self._built = self._make(self._number)
        return self._built

    def bounds(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return the proven bounds."""
        return self._first if self._built is None else self._built.bounds()

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Test whether the value is at least gamma; return whether `nodes` were enough."""
        return self.built.ask(objective, gamma, nodes)


@dataclass(slots=True)
class CostEstimate:
    """Nodes spent on answers about similar terms, which share this record, in the first objective.

    In the first objective similar thresholds are queried for all of them; in later ones the cost depends too
    much on the threshold to be shared.
    """

    nodes: int = PRIOR_ANSWERS * BUDGET
    answers: int = PRIOR_ANSWERS

    @property
    def price(self) -> float:
        """Nodes per answer, unanswered queries included, as a multiple of BUDGET."""
        return self.nodes / self.answers / BUDGET


class Term:
    """The value of one move with one draw in a sum; what is a sequence has one entry per objective.

    lower, upper    the proven bounds
    initial         the bounds before the first query
    deferred        how often the budget did not suffice to lower the upper bound
    trend           answers "yes" in a row, or minus those of "no"
    least_upper     no query can bring the upper bound below this
    is_idle         the last "yes" took no nodes and narrowed nothing
    scale           the weight of all scenarios in it, if it is itself a sum
    """

    __slots__ = (
        *("weight", "value", "estimate", "budget", "cost", "scale", "queries"),
        *("lower", "upper", "initial", "deferred", "trend", "least_upper", "is_idle"),
    )

    def __init__(
        self,
        weight: int,
        value: Value,
        estimate: list[float],
        budget: int = BUDGET,
        cost: CostEstimate | None = None,
        scale: int = 1,
    ) -> None:
        self.weight, self.value, self.estimate = weight, value, estimate
        self.budget, self.cost, self.scale = budget, cost or CostEstimate(), scale
        self.queries = 0
        lower, upper = value.bounds()
        self.lower, self.upper = tuple(lower), tuple(upper)
        self.initial = self.lower, self.upper
        self.least_upper = self.lower
        self.deferred = self.trend = self.is_idle = _zeros(len(lower))

    def ask(self, query: Query) -> bool:
        """Ask the value a query; return whether the budget sufficed."""
        return self.value.ask(query.objective, query.gamma, query.budget)

    def refresh(self) -> bool:
        """Take over the bounds of the value; return whether any is closer than before."""
        before = self.lower, self.upper
        least, most = self.value.bounds()
        self.lower, self.upper = tuple(map(max, self.lower, least)), tuple(map(min, self.upper, most))
        return (self.lower, self.upper) != before

    def update(self, answer: Answer) -> None:
        """Take over what the value has proven in answer to a query.

        If the answer took no node and narrows nothing, the same query does not come again: after a "yes" only
        the highest threshold may follow, otherwise a larger budget.
        """
        query, is_done = answer.query, answer.is_done
        objective = query.objective
        if objective == 0:
            self.cost.nodes += answer.charged
            self.cost.answers += is_done
        is_easiest = query.gamma == self.upper[objective]  # of the queries that can lower the upper bound
        is_idle = not self.refresh() and answer.took_no_node
        if is_done and self.lower[objective] < query.gamma <= self.upper[objective]:
            # the answer is yes, but no lower bound can be proven
            self.least_upper = _replaced(self.least_upper, objective, query.gamma)
        is_still_idle = is_idle and (is_done or bool(self.is_idle[objective]))
        self.is_idle = _replaced(self.is_idle, objective, is_still_idle)
        if is_done:
            self.estimate[objective] = self.expected(objective)
            trend, is_less = self.trend[objective], self.upper[objective] < query.gamma
            self.trend = _replaced(self.trend, objective, min(trend, 0) - 1 if is_less else max(trend, 0) + 1)
        elif (
            not (is_idle or is_easiest) and query.strategy == DISPROVE_REST and self._can_be_eased(objective)
        ):
            self.deferred = _replaced(self.deferred, objective, self.deferred[objective] + 1)
        else:
            self.budget *= BUDGET_GROWTH
        self.queries += 1

    def narrow(self, lower: Sequence[int], upper: Sequence[int]) -> None:
        """Apply proven bounds per objective that come from elsewhere than a query."""
        initial_lower, initial_upper = self.initial
        self.initial = tuple(map(max, initial_lower, lower)), tuple(map(min, initial_upper, upper))
        self.lower, self.upper = tuple(map(max, self.lower, lower)), tuple(map(min, self.upper, upper))
        self.least_upper = tuple(map(max, self.least_upper, lower))

    def expected(self, objective: int) -> float:
        """Return the estimate, clamped to the proven bounds."""
        low, high, estimate = self.lower[objective], self.upper[objective], self.estimate[objective]
        return low if estimate < low else high if estimate > high else estimate

    def least_threshold(self, objective: int) -> int:
        """Return the least threshold worth asking about, where the term is open."""
        if self.is_idle[objective]:
            return self.upper[objective]
        return max(self.lower[objective], self.least_upper[objective]) + 1

    def is_open(self, objective: int) -> bool:
        """Return whether queries can narrow the interval further."""
        return max(self.lower[objective], self.least_upper[objective]) < self.upper[objective]

    def is_one_sided(self, objective: int) -> bool:
        """Return whether the interval is open and queries have not moved both of its bounds yet."""
        initial_lower, initial_upper = self.initial
        is_same = (
            self.lower[objective] == initial_lower[objective],
            self.upper[objective] == initial_upper[objective],
        )
        return self.is_open(objective) and any(is_same)

    def is_expected_low(self, objective: int) -> bool:
        """Return whether the interval is open, expected near its lower bound, and was never deferred."""
        lower, width = self.lower[objective], self.upper[objective] - self.lower[objective]
        return (
            self.is_open(objective)
            and not self.deferred[objective]
            and self.expected(objective) < lower + LOW * width
        )

    def next_threshold(self, objective: int) -> int:
        """Return the next threshold on the way to the exact value.

        "No" is the cheaper answer: one reply of the opponent gives it, where "yes" takes all of them.  So the
        value is approached from above, as by SSS*: first STRIDE above the estimate; where that reaches the
        upper bound, at it, and after 3, 5, 7 ... "no" in a row 1, 2, 3 ... below it, until the answer is
        "yes".  Once a "yes" has passed the estimate, 1, 2, 4 ... strides above the lower bound.  Of three
        values (lost, drawn, won) the highest comes first, as the middle one is rare, but where a loss is
        expected, whether it is one; of few values the estimate, then the last possible one.
        """
        lower = max(self.lower[objective], self.least_upper[objective])
        upper, trend = self.upper[objective], self.trend[objective]
        expected, stride = round(self.expected(objective)), STRIDE * self.scale
        least, most = self.initial[0][objective], self.initial[1][objective]
        if most - least <= stride:
            if most - least == 2 * self.scale == 2:
                threshold = lower + 1 if self.is_expected_low(objective) else upper
            elif least < lower and upper < most:
                threshold = (lower + upper + 1) // 2
            else:
                threshold = upper if trend > 0 else lower if trend < 0 else expected
        elif expected + stride >= upper:
            threshold = upper - max(0, -trend - 1) // 2 * self.scale
        elif trend > 0 and expected <= lower:
            threshold = lower + 1 + (stride << min(trend - 1, MOST_DOUBLINGS))
        else:
            threshold = expected + stride
        return min(max(threshold, self.least_threshold(objective)), upper)

    def price(self, objective: int) -> float:
        """Return the expected cost of an answer, in nodes."""
        return self.cost.price * self.budget * (1 + self.deferred[0]) if objective == 0 else self.budget

    def value_of_information(self, objective: int) -> float:
        """Return weight x (distance of the estimate from the nearer bound + 1 % of the width), per node."""
        expected = self.expected(objective)
        doubt = min(self.upper[objective] - expected, expected - self.lower[objective])
        width = self.upper[objective] - self.lower[objective]
        return self.weight * (doubt + width / 100) / self.price(objective)

    def _can_be_eased(self, objective: int) -> bool:
        return self.deferred[objective] < len(MARGINS) - 1


@cache
def _zeros(count: int) -> tuple[int, ...]:
    return (0,) * count


def _replaced(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return *values[:at], value, *values[at + 1 :]


class IntervalSum:
    """The value of one move: a weighted sum of terms, which can be built on first use (`lazy`).

    Invariant: lower <= value <= upper in every objective.
    """

    __slots__ = ("_build", "_terms", "count", "expected", "lower", "upper")

    def __init__(self, terms: Sequence[Term]) -> None:
        objectives = len(terms[0].lower)
        self._build: Callable[[], list[Term]] | None = None
        self._terms: list[Term] | None = list(terms)
        self.count = len(terms)  # terms, built or not
        self.lower, self.upper, self.expected = [0] * objectives, [0] * objectives, [0.0] * objectives
        self.add_up()

    @classmethod
    def lazy(
        cls,
        build: Callable[[], list[Term]],
        count: int,
        bounds: tuple[Sequence[int], Sequence[int]],
        expected: Sequence[float],
    ) -> IntervalSum:
        """Return a move whose `count` terms are not built yet; `bounds` and `expected` are their sums."""
        move = cls.__new__(cls)
        move._build, move._terms, move.count = build, None, count
        move.lower, move.upper, move.expected = list(bounds[0]), list(bounds[1]), list(expected)
        return move

    @property
    def terms(self) -> list[Term]:
        """The terms, built on first use; if building them raises, the next use tries again."""
        if self._terms is None:
            assert self._build is not None
            self._terms = self._build()
        return self._terms

    @property
    def is_built(self) -> bool:
        """Return whether the terms have been built."""
        return self._terms is not None

    def refresh(self, numbers: Collection[int] | None = None) -> None:
        """Take over the bounds of values, which may have been asked elsewhere: of some terms, or of all."""
        is_new = False
        for number in range(self.count) if numbers is None else numbers:
            is_new |= self.terms[number].refresh()
        if is_new:
            self.add_up()

    def add_up(self) -> None:
        """Recompute the sums of the terms' bounds and estimates; no effect before they are built."""
        for at in range(len(self.lower)) if self._terms is not None else ():
            self.lower[at] = sum([term.weight * term.lower[at] for term in self.terms])
            self.upper[at] = sum([term.weight * term.upper[at] for term in self.terms])
        self.add_up_estimates()

    def add_up_estimates(self) -> None:
        """Recompute the sums of the terms' estimates; no effect before they are built."""
        for at in range(len(self.expected)) if self._terms is not None else ():
            total = 0.0
            for term in self.terms:
                low, high, estimate = term.lower[at], term.upper[at], term.estimate[at]
                total += term.weight * (low if estimate < low else high if estimate > high else estimate)
            self.expected[at] = total


class Ranking:
    """A priority queue of moves by expected value, objective by objective.

    A move for which `is_open` is False leaves the queue for good.  Entries are versioned: an updated move
    gets a new one when the queue is next looked at, and outdated ones are dropped when they surface.
    """

    def __init__(self, moves: Sequence[IntervalSum], is_open: Callable[[int], bool]) -> None:
        self._moves, self._is_open = moves, is_open
        self._version = [0] * len(moves)
        self._updated: set[int] = set()  # moves without an entry of their present version
        self.suspended: set[int] = set()  # moves that are left out for now
        self.has_costly = False  # a suspended move has queries that cost too much for now
        self._ranked = [self._entry(number) for number in range(len(moves))]
        heapify(self._ranked)

    def _entry(self, number: int) -> tuple[list[float], int, int]:
        return [-expected for expected in self._moves[number].expected], number, self._version[number]

    def update(self, number: int) -> None:
        """Rank a move again after its values changed; this also ends its suspension."""
        self._version[number] += 1
        self._updated.add(number)
        self.suspended.discard(number)

    def suspend(self, number: int, is_costly: bool) -> None:
        """Leave out the first move until its next update or `resume_all`."""
        self.suspended.add(number)
        self.has_costly |= is_costly
        heappop(self._ranked)

    def resume_all(self) -> None:
        """End the suspension of all moves."""
        self._updated |= self.suspended
        self.suspended.clear()
        self.has_costly = False

    def contenders(self) -> Iterator[int]:
        """Yield the most promising move that is not suspended, again and again."""
        self._rank_updated()
        while self._ranked:
            _, number, version = self._ranked[0]
            if version == self._version[number] and self._is_open(number):
                yield number
            else:
                heappop(self._ranked)

    def first(self, count: int) -> list[int]:
        """Return the most promising moves that are not suspended, at most `count` of them."""
        entries: list[tuple[list[float], int, int]] = []
        contenders = self.contenders()
        while len(entries) < count and next(contenders, None) is not None:
            entries.append(heappop(self._ranked))
        for entry in entries:
            heappush(self._ranked, entry)
        return [number for _, number, _ in entries]

    def _rank_updated(self) -> None:
        """Give the updated moves their entries, one by one or, if they are many, all at once."""
        new = [self._entry(number) for number in self._updated if self._is_open(number)]
        self._updated.clear()
        if len(new) > FEW_NEW * len(self._ranked):
            current = (entry for entry in self._ranked if entry[2] == self._version[entry[1]])
            self._ranked = [*current, *new]
            heapify(self._ranked)
        else:
            for entry in new:
                heappush(self._ranked, entry)
