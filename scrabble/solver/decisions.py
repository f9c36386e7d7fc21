"""The decisions of a search at the root (`scrabble.answer.decisions`), read off its tests."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from bstar.game import INF
from bstar.root_proof import NullWindowTest
from scrabble.answer.decisions import Decision, MoveInterval
from scrabble.answer.interval import Interval


def interval_of(lower: int, upper: int) -> Interval:
    """Return the interval of two bounds of `bstar`, in which a missing bound is a number beyond INF."""
    far = INF // 2
    return Interval(-math.inf if lower < -far else lower, math.inf if upper > far else upper)


Name = Callable[[int], str]  # the text of a move, by its number


def from_null_window_tests(tests: Sequence[NullWindowTest], name: Name) -> list[Decision]:
    """Return the decisions of a proof."""
    return [
        Decision(
            strategy=test.strategy,
            reason=test.reason,
            text=name(test.move),
            goal=test.gamma,
            expansions=test.expansions,
            changes=[MoveInterval(name(test.move), interval_of(test.lower, test.upper))],
        )
        for test in tests
    ]
