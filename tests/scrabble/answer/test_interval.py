"""Intervals: arithmetic that keeps the unknown number inside, infinite bounds, the form on the wire."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrabble.answer.interval import (
    ANY_CHANCE,
    UNKNOWN,
    Interval,
    exactly,
    from_wire,
    number_to_wire,
    to_wire,
    total,
)
from scrabble.answer.plain import as_plain, from_plain

numbers = st.integers(-2000, 2000) | st.fractions(-2000, 2000, max_denominator=840)


@st.composite
def known(draw: st.DrawFn) -> tuple[Interval, int | Fraction]:
    """An interval and a number in it."""
    number = draw(numbers)
    below, above = (draw(st.none() | st.integers(0, 50) | st.fractions(0, 50)) for _ in range(2))
    lower = -math.inf if below is None else number - below
    return Interval(lower, math.inf if above is None else number + above), number


def holds(interval: Interval, number: float | Fraction) -> bool:
    return interval.lower <= number <= interval.upper


@given(known(), known(), numbers)
def test_arithmetic_keeps_the_number_inside(first, second, shift):
    (one, a), (other, b) = first, second
    assert holds(one.plus(shift), a + shift) and holds(one.negated, -a)
    assert holds(one.add(other), a + b) and holds(total([one, other, exactly(shift)]), a + b + shift)
    assert holds(one.at_least(a), a) and one.at_least(a).lower == a
    assert one.negated.negated == one and one.plus(shift).plus(-shift) == one
    assert one.add(other) == other.add(one)


@given(known(), numbers, numbers)
def test_the_intersection_holds_what_both_hold(found, lower, upper):
    (one, number), other = found, Interval(*sorted((lower, upper)))
    met = one.meet(other)
    assert holds(met, number) == holds(other, number)
    assert met == other.meet(one) and one.meet(one) == one == one.meet(UNKNOWN)


@given(known())
def test_clamped_numbers_lie_inside(found):
    interval, number = found
    assert interval.clamp(float(number)) == pytest.approx(float(number))
    for far in (-1e6, 1e6):
        nearest = interval.upper if far > 0 else interval.lower
        assert interval.clamp(far) == (far if math.isinf(nearest) else float(nearest))


@given(known())
def test_the_wire_and_back(found):
    interval, _ = found
    wire = to_wire(interval)
    assert from_wire(json.loads(json.dumps(wire))) == interval
    assert [bound is None for bound in wire] == [math.isinf(bound) for bound in interval]
    for bound in wire:
        assert bound is None or isinstance(bound, int) or Fraction(bound).denominator > 1


@pytest.mark.parametrize(
    ("interval", "wire"),
    [
        (Interval(3, 7), [3, 7]),
        (UNKNOWN, [None, None]),
        (Interval(3), [3, None]),
        (Interval(upper=-7), [None, -7]),
        (ANY_CHANCE, [0, 1]),
        (exactly(Fraction(7, 8)), ["7/8", "7/8"]),
        (Interval(Fraction(-3, 2), Fraction(4, 2)), ["-3/2", 2]),
    ],
)
def test_the_form_on_the_wire(interval, wire):
    assert to_wire(interval) == wire and from_wire(wire) == interval
    assert as_plain([interval]) == [wire] and from_plain(wire, Interval) == interval
    assert all(type(bound) is int for bound in to_wire(interval) if not isinstance(bound, str | None))


@pytest.mark.parametrize("wire", [["x", 1], [1, "7/0"], ["", None]])
def test_what_is_no_number_on_the_wire(wire):
    with pytest.raises(ValueError, match="Invalid literal for Fraction"):
        from_wire(wire)


@pytest.mark.parametrize("data", [["x", 1], [1], [1, 2, 3], [1.5, 2], "3", None, {}])
def test_what_is_no_interval_in_json(data):
    with pytest.raises(msgspec.ValidationError, match=r"expected two numbers|Invalid literal"):
        from_plain(data, Interval)


def test_exact_and_infinite():
    assert exactly(3) == Interval(3, 3) and exactly(3).is_exact and exactly(3).exact == 3
    assert not UNKNOWN.is_exact and UNKNOWN.exact is None and tuple(UNKNOWN) == (-math.inf, math.inf)
    assert UNKNOWN.plus(5) == UNKNOWN == UNKNOWN.negated == UNKNOWN.add(exactly(5))
    assert Interval(3).negated == Interval(upper=-3) and Interval(3).add(Interval(4)) == Interval(7)
    assert total([]) == exactly(0)
    assert (number_to_wire(True + 1), number_to_wire(math.inf)) == (2, None)


@pytest.mark.parametrize(
    ("spread", "outcomes"),
    [
        (exactly(0), ("draw",)),
        (Interval(1), ("win",)),
        (Interval(upper=-1), ("loss",)),
        (Interval(0, 3), ("win", "draw")),
        (UNKNOWN, ("win", "draw", "loss")),
    ],
)
def test_results_that_a_spread_allows(spread, outcomes):
    assert spread.outcomes == outcomes
