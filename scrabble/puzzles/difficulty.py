"""Difficulty of a puzzle, from 1 to 5: a sum of facts, each of which can only make it harder.

    rank        of the solution by score          1: 0   2-3: 1   4-9: 2   10-24: 3   25 or more: 4
    line        moves to the end of the game      1-2: 0   3-4: 1   5 or more, or tiles in the bag: 2
    gap         points to the second-best move    20 or more: 0   7-19: 1   fewer: 2
                or win probability                1/4 or more: 0   1/10 or more: 1   less: 2
    tempting    plausible moves that fail         fewer than 6: 0   6 or more: 1
    hidden      the solution is not plausible     1

    sum     0-2: 1    3-4: 2    5-6: 3    7-8: 4    9-10: 5

Invariant: a puzzle that is as hard or harder in every fact has the same difficulty or a greater one.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import NamedTuple

RANKS = (2, 4, 10, 25)  # from which on there is one point more
LENGTHS = (3, 5)
GAPS = (7, 20)  # below which there is one point more
CHANCES = (Fraction(1, 10), Fraction(1, 4))
TEMPTING = 6
LEVELS = (3, 5, 7, 9)  # sums at which the next level begins


class Facts(NamedTuple):
    """The facts that the difficulty depends on."""

    rank: int  # of the solution by score
    length: int | None  # moves of its line; None with tiles in the bag
    gap: int | Fraction  # points, or win probability with tiles in the bag
    tempting: int  # plausible moves that fail
    is_plausible: bool  # the solution is among the plausible moves


def points_of(facts: Facts) -> int:
    """Return the sum of the points for all facts."""
    gaps = CHANCES if facts.length is None else GAPS
    return (
        bisect_right(RANKS, facts.rank)
        + (len(LENGTHS) if facts.length is None else bisect_right(LENGTHS, facts.length))
        + len(gaps)
        - bisect_right(gaps, facts.gap)
        + (facts.tempting >= TEMPTING)
        + (not facts.is_plausible)
    )


def difficulty(facts: Facts) -> int:
    """Return the difficulty: 1 to 5."""
    return 1 + bisect_right(LEVELS, points_of(facts))
