"""The drawing of a running search: bars that hold the interval, an axis that holds all bars."""

from __future__ import annotations

import io
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console

from scrabble.answer.decisions import Decision, MoveInterval
from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, Interval, exactly
from scrabble.answer.solution import Snapshot
from scrabble.report.decisions import (
    BEYOND_LEFT,
    BEYOND_RIGHT,
    POINT,
    WIDTH,
    Axis,
    axis_of,
    bar,
    progress_chart,
)

points = st.integers(-2000, 2000)
bounds = st.tuples(st.just(-math.inf) | points, st.just(math.inf) | points).map(
    lambda pair: Interval(*sorted(pair))
)
AXIS = Axis(0, 40, 20)


def snapshot(*leaders: MoveInterval, decisions: tuple[Decision, ...] = ()) -> Snapshot:
    """A search that has begun."""
    return Snapshot(
        text=leaders[0].text,
        spread=Interval(-5, 30),
        win=ANY_CHANCE,
        lead=0,
        estimate=None,
        refuted=0,
        moves=1,
        nodes=1234,
        seconds=0.25,
        expansions=500,
        leaders=leaders,
        decisions=decisions,
    )


def drawn(found: Snapshot) -> str:
    """The picture as text."""
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(progress_chart(found))
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


@pytest.mark.parametrize(
    ("lower", "upper", "expected"),
    [
        (0, 40, "████████████████████"),
        (10, 20, "     █████          "),
        (11, 20, "     ▐████          "),
        (10, 21, "     █████▌         "),
        (11, 12, "     ▐              "),
        (12, 12, "      ●             "),
        (40, 40, "                   ●"),
        (-math.inf, 20, "◂█████████          "),
        (20, math.inf, "          █████████▸"),
        (-math.inf, math.inf, "◂██████████████████▸"),
        (-100, 100, "◂██████████████████▸"),
        (60, 80, "                   ▸"),
        (-80, -60, "◂                   "),
        (-60, -60, "●                   "),
    ],
)
def test_bars(lower, upper, expected):
    assert bar(Interval(lower, upper), AXIS) == expected


@given(bounds)
@example(Interval(193, 194))
def test_a_bar_lies_between_its_bounds(interval):
    lower, upper = interval
    axis = axis_of([MoveInterval("pass", interval), MoveInterval("8D WORD", Interval(-7, 9))])
    text = bar(interval, axis)
    assert len(text) == WIDTH
    if lower == upper:
        assert text.strip() == POINT and abs(text.index(POINT) - axis.at(lower)) <= 1
        return
    filled = [cell for cell, sign in enumerate(text) if sign != " "]
    assert filled and filled == [*range(filled[0], filled[-1] + 1)]
    assert math.isinf(lower) == (text[0] == BEYOND_LEFT) and math.isinf(upper) == (text[-1] == BEYOND_RIGHT)
    assert math.isinf(lower) or abs(axis.at(lower) - filled[0]) <= 1
    assert math.isinf(upper) or abs(axis.at(upper) - filled[-1] - 1) <= 1


@given(st.lists(bounds, max_size=8), st.integers(20, 60))
def test_the_axis_holds_every_bound(intervals, width):
    axis = axis_of([MoveInterval("pass", each) for each in intervals], width)
    assert all(0 <= axis.at(bound) <= width for each in intervals for bound in each if math.isfinite(bound))
    assert axis.high - axis.low >= 20
    assert len(axis.labels) == width


def test_a_narrower_interval_has_no_longer_bar():
    narrower = [(4, 30), (4, 25), (18, 25), (18, 19), (18, 18)]
    steps = [UNKNOWN, Interval(upper=30), *(Interval(*each) for each in narrower)]
    lengths = [len(bar(each, AXIS).strip()) for each in steps]
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] == 1


def test_a_picture():
    best = MoveInterval("3F LLANO", Interval(8, 19))
    decision = Decision("PROVEBEST", "expected +8", "3F LLANO", 8, 40, [best])
    leaders = best, MoveInterval("2F CAN", Interval(upper=12)), MoveInterval("pass", exactly(-7))
    assert drawn(snapshot(*leaders, decisions=(decision,))) == (
        "3F LLANO so far, value -5 to +30; 1,234 nodes, 0.25 s\n"
        "\n"
        "         -8                 +6                +20\n"
        "3F LLANO                        ███████████████   +8 to +19\n"
        "2F CAN   ◂███████████████████████████▌            at most +12\n"
        "pass      ●                                       -7\n"
        "\n"
        "PROVEBEST     3F LLANO  expected +8; worth +8? +8 to +19"
    )


def test_a_long_reason_stays_on_its_line():
    decision = Decision("DISPROVEREST", "because " * 30, "pass", 8, 40, [])
    assert (
        max(
            map(
                len, drawn(snapshot(MoveInterval("pass", Interval(0, 1)), decisions=(decision,))).splitlines()
            )
        )
        <= 80
    )


def test_before_anything_is_known():
    assert "not known yet" in drawn(snapshot(MoveInterval("pass", UNKNOWN)))
