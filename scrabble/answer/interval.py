"""Intervals that contain an unknown number: lower <= truth <= upper.

    Interval(3, 7)      between 3 and 7          Interval(3, 3)     exactly 3
    Interval(3)         at least 3               Interval(upper=7)  at most 7
    UNKNOWN             nothing is known         exactly(3)         exactly 3

Bounds are integers, or fractions where a number is a mean over the tiles in the bag; a missing bound is
infinite, so that all arithmetic holds without special cases.  On the wire an interval is `[lower, upper]`:
an infinite bound is null, and a fraction that is not whole is text such as "7/8" (`to_wire`, `from_wire`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = int | Fraction | float  # float: only the two infinities
WireNumber: TypeAlias = int | str | None


class Interval:
    """An interval of points or of win probability, its ends included.  Immutable, and equal to the pair.

    Attributes:
        lower, upper: Its ends: integers, fractions where a number is a mean, or infinite.
    """

    __slots__ = ("lower", "upper")

    def __init__(self, lower: Number = -math.inf, upper: Number = math.inf) -> None:
        self.lower, self.upper = lower, upper

    def __iter__(self) -> Iterator[Number]:
        return iter((self.lower, self.upper))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Interval | tuple) and (self.lower, self.upper) == tuple(other)

    def __hash__(self) -> int:
        return hash((self.lower, self.upper))

    def __repr__(self) -> str:
        return f"Interval(lower={self.lower!r}, upper={self.upper!r})"

    @property
    def is_exact(self) -> bool:
        """Return whether the number is known."""
        return self.lower == self.upper

    @property
    def exact(self) -> Number | None:
        """The number, if it is known."""
        return self.lower if self.is_exact else None

    @property
    def negated(self) -> Interval:
        """The same number from the opponent's point of view."""
        return Interval(-self.upper, -self.lower)

    def plus(self, number: Number) -> Interval:
        """Return the interval shifted by a number."""
        return Interval(self.lower + number, self.upper + number)

    def add(self, other: Interval) -> Interval:
        """Return the sum of two intervals."""
        return Interval(self.lower + other.lower, self.upper + other.upper)

    def meet(self, other: Interval) -> Interval:
        """Return the intersection of two intervals."""
        return Interval(max(self.lower, other.lower), min(self.upper, other.upper))

    def at_least(self, number: Number) -> Interval:
        """Return the interval cut off below a number."""
        return Interval(max(self.lower, number), self.upper)

    def clamp(self, number: float) -> float:
        """Return the number in the interval that is nearest to a given one."""
        return min(max(number, float(self.lower)), float(self.upper))

    def clip(self, estimate: int | None) -> int | None:
        """Return an estimate moved into the interval; None if there is none, or the number is known."""
        if estimate is None or self.is_exact:
            return None
        return int(min(max(estimate, self.lower), self.upper))

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The results that a final spread in this interval allows: win, draw, loss."""
        found = []
        if self.upper > 0:
            found.append("win")
        if self.lower <= 0 <= self.upper:
            found.append("draw")
        if self.lower < 0:
            found.append("loss")
        return tuple(found)


UNKNOWN = Interval()
ANY_CHANCE = Interval(0, 1)
DRAWN = Fraction(1, 2)  # the win probability of a drawn game


def exactly(number: Number) -> Interval:
    """Return the interval of a known number."""
    return Interval(number, number)


def total(numbers: Iterable[Interval]) -> Interval:
    """Return the sum of intervals."""
    result = exactly(0)
    for each in numbers:
        result = result.add(each)
    return result


def outcome_interval(spread: Interval) -> Interval:
    """Return the win probability that the final spread allows: 0, 1/2 or 1 at each end."""
    return Interval(_result(spread.lower), _result(spread.upper))


def _result(spread: Number) -> Number:
    return 1 if spread > 0 else DRAWN if spread == 0 else 0


def to_wire(interval: Interval) -> list[WireNumber]:
    """Return an interval as plain data."""
    return [number_to_wire(bound) for bound in interval]


def number_to_wire(number: Number) -> WireNumber:
    """Return a number as plain data: an integer, a fraction as text, or None if it is infinite."""
    if isinstance(number, int):
        return number
    if math.isinf(number):
        return None
    fraction = Fraction(number)
    return fraction.numerator if fraction.denominator == 1 else str(fraction)


def from_wire(data: Sequence[WireNumber]) -> Interval:
    """Return an interval from plain data.  Raises ValueError for a fraction that cannot be read."""
    lower, upper = data
    return Interval(
        -math.inf if lower is None else number_from_wire(lower),
        math.inf if upper is None else number_from_wire(upper),
    )


def number_from_wire(data: int | str) -> Number:
    """Return a number from plain data.  Raises ValueError for a fraction that cannot be read."""
    if isinstance(data, int):
        return data
    try:
        return Fraction(data)
    except (ZeroDivisionError, OverflowError):  # of a JSON number such as 1e999
        raise ValueError(f"Invalid literal for Fraction: {data!r}") from None
