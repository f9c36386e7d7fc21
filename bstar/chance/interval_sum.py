"""What one move is worth with one draw, and a move as the sum of what it is worth with each.

unknown  lower <= truth <= upper, by aim      narrowed by questions (bstar.chance.search)
option   weight x unknown, added up           lower <= value <= upper, exact: all numbers are integers
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

BUDGET = 500  # of the first try of a question
FIRST_STRIDE = 4  # of the unit
PATIENCE = 8  # times as much for the next one
MARGINS = (0, 8, 16, 32, 64)  # of the unit: so much easier is asked for after it was put off so many times
DOUBT, WIDE = 0.15, 33  # what is hard to prove is believed less, by so much of its interval or of so much
LOW = 0.25  # of its interval
DOUBTED = 2  # answers that count as much as what is believed of their price
PROVE_BEST, DISPROVE_REST = "PROVEBEST", "DISPROVEREST"


class Query(NamedTuple):
    """Is an unknown at least `gamma`?"""

    option: int
    part: int
    aim: int
    gamma: int
    budget: int
    strategy: str


@dataclass(slots=True)
class CostEstimate:
    """What the answers about unknowns of one kind have taken, in the first aim; they share it.

    In the first aim about the same is asked of all of them; in later ones too much depends on the level.
    """

    nodes: int = DOUBTED * BUDGET
    answers: int = DOUBTED

    @property
    def price(self) -> float:
        """Nodes for an answer, those of questions that were put off among them, in budgets."""
        return self.nodes / self.answers / BUDGET


@dataclass(slots=True)
class Term:
    """What one move is worth with one draw, by aim."""

    weight: int
    lower: list[int]
    upper: list[int]
    believed: list[float]
    budget: int = BUDGET
    effort: CostEstimate = field(default_factory=CostEstimate)
    asked: int = 0  # questions
    put_off: list[int] = field(init=False)  # by aim: how often the budget was not enough to lower it
    stride: list[int] = field(init=False)  # by aim: how far to go on while all answers are the same
    first: tuple[list[int], list[int]] = field(init=False)  # the bounds before anything was asked
    reach: list[int] = field(init=False)  # by aim: questions will not bring the upper bound below this

    def __post_init__(self) -> None:
        self.put_off = [0] * len(self.lower)
        self.stride = [0] * len(self.lower)
        self.first = list(self.lower), list(self.upper)
        self.reach = list(self.lower)

    def take(
        self, question: Query, lower: Sequence[int], upper: Sequence[int], is_done: bool, nodes: int
    ) -> None:
        """Take an answer: true bounds by aim; `is_done` = the budget was enough for it."""
        if question.aim == 0:
            self.effort.nodes += nodes
            self.effort.answers += is_done
        is_easiest = question.gamma == self.upper[question.aim]  # of those that may lower it
        for aim, (least, most) in enumerate(zip(lower, upper, strict=True)):
            self.lower[aim], self.upper[aim] = max(self.lower[aim], least), min(self.upper[aim], most)
        if is_done and self.lower[question.aim] < question.gamma <= self.upper[question.aim]:
            self.reach[question.aim] = question.gamma  # no bound from below can be had
        if is_done:
            self.believed[question.aim] = self.expected(question.aim)
            self.stride[question.aim] = max(FIRST_STRIDE, 2 * self.stride[question.aim])
        elif question.strategy == DISPROVE_REST and not is_easiest and self._may_be_easier(question.aim):
            self.put_off[question.aim] += 1
        else:
            self.budget *= PATIENCE
            width = self.upper[question.aim] - self.lower[question.aim]
            self.believed[question.aim] = self.expected(question.aim) - DOUBT * min(width, WIDE)
        self.asked += 1

    def narrow(self, lower: Sequence[int], upper: Sequence[int]) -> None:
        """Take true bounds by aim that no question has found."""
        first_lower, first_upper = self.first
        for aim, (least, most) in enumerate(zip(lower, upper, strict=True)):
            first_lower[aim], first_upper[aim] = max(first_lower[aim], least), min(first_upper[aim], most)
            self.lower[aim], self.upper[aim] = max(self.lower[aim], least), min(self.upper[aim], most)
            self.reach[aim] = max(self.reach[aim], least)

    def expected(self, aim: int) -> float:
        """What is believed, as far as what is proven allows."""
        return min(max(self.believed[aim], self.lower[aim]), self.upper[aim])

    def _may_be_easier(self, aim: int) -> bool:
        return self.put_off[aim] < len(MARGINS) - 1

    def is_open(self, aim: int) -> bool:
        """Can questions tell more of it?"""
        return max(self.lower[aim], self.reach[aim]) < self.upper[aim]

    def is_one_sided(self, aim: int) -> bool:
        """Is it open, and have questions told nothing of it on at least one side?"""
        is_same = self.lower[aim] == self.first[0][aim], self.upper[aim] == self.first[1][aim]
        return self.is_open(aim) and any(is_same)

    def is_believed_low(self, aim: int) -> bool:
        """Is it open, believed to be near its lower bound, and was no question about that put off?"""
        width = self.upper[aim] - self.lower[aim]
        return (
            self.is_open(aim) and not self.put_off[aim] and self.expected(aim) < self.lower[aim] + LOW * width
        )

    def next_level(self, aim: int) -> int:
        """What to ask for on the way to the exact value: what is believed, then away from it in strides that
        grow until there is a bound on both sides, then half-way."""
        lower, upper = max(self.lower[aim], self.reach[aim]), self.upper[aim]
        is_above, is_below = lower > self.first[0][aim], upper < self.first[1][aim]
        if is_above and is_below:
            level = (lower + upper + 1) // 2
        elif is_above:
            level = lower + 1 + self.stride[aim]
        elif is_below:
            level = upper - self.stride[aim]
        else:
            level = round(self.believed[aim])
        return min(max(level, lower + 1), upper)

    def price(self, aim: int) -> float:
        """What an answer is believed to cost, in nodes."""
        return self.effort.price * self.budget * (1 + self.put_off[0]) if aim == 0 else self.budget

    def promise(self, aim: int) -> float:
        """How much an answer tells for its cost."""
        doubt = min(self.upper[aim] - self.expected(aim), self.expected(aim) - self.lower[aim])
        return self.weight * (doubt + (self.upper[aim] - self.lower[aim]) / 100) / self.price(aim)


class IntervalSum:
    """A move: a sum of unknowns, which are made when they are first needed (`later`)."""

    __slots__ = ("_make", "_parts", "count", "expected", "lower", "upper")

    def __init__(self, parts: Sequence[Term]) -> None:
        aims = len(parts[0].lower)
        self._make: Callable[[], list[Term]] | None = None
        self._parts: list[Term] | None = list(parts)
        self.count = len(parts)  # unknowns, made or not
        self.lower, self.upper, self.expected = [0] * aims, [0] * aims, [0.0] * aims
        self.add_up()

    @classmethod
    def later(
        cls,
        make: Callable[[], list[Term]],
        count: int,
        bounds: tuple[Sequence[int], Sequence[int]],
        expected: Sequence[float],
    ) -> IntervalSum:
        """Return a move whose `count` unknowns are not made yet; `bounds` and `expected` are their sums."""
        option = cls.__new__(cls)
        option._make, option._parts, option.count = make, None, count
        option.lower, option.upper, option.expected = list(bounds[0]), list(bounds[1]), list(expected)
        return option

    @property
    def parts(self) -> list[Term]:
        """The unknowns; what makes them may raise, and is called again then."""
        if self._parts is None:
            assert self._make is not None
            self._parts = self._make()
        return self._parts

    @property
    def is_made(self) -> bool:
        """Return whether the unknowns have been made."""
        return self._parts is not None

    def add_up(self) -> None:
        """Bring the sums up to date with what is proven of the parts, and what is believed."""
        for aim in range(len(self.lower)) if self._parts is not None else ():
            self.lower[aim] = sum([part.weight * part.lower[aim] for part in self.parts])
            self.upper[aim] = sum([part.weight * part.upper[aim] for part in self.parts])
        self.believe()

    def believe(self) -> None:
        """Bring the sums up to date with what is believed of the parts, if there are any yet."""
        for aim in range(len(self.expected)) if self._parts is not None else ():
            total = 0.0
            for part in self.parts:
                low, high, believed = part.lower[aim], part.upper[aim], part.believed[aim]
                total += part.weight * (low if believed < low else high if believed > high else believed)
            self.expected[aim] = total

    @property
    def is_exact(self) -> bool:
        """Is its value known in every aim?"""
        return self.lower == self.upper
