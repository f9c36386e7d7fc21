"""What is proven of a move with each draw: its parts as chances and spreads."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from bstar.unknown import Option
from scrabble.preendgame.moves import Candidate
from scrabble.preendgame.solution import Range, WithDraw
from scrabble.preendgame.worth import Aim


def each_draw(candidate: Candidate, option: Option, aims: Sequence[Aim], total: int) -> tuple[WithDraw, ...]:
    """The parts of a move, `option` being what is proven of them; `total` is the weight of all draws."""
    found = []
    for number, draw in enumerate(candidate.draws):
        if option.is_made:
            part = option.parts[number]
            lower, upper = part.lower, part.upper
        else:
            lower, upper = map(list, candidate.parts.bounds(number, aims))
        scale = draw.weight if candidate.are_sums else 1
        ranges = {}
        for at, aim in enumerate(aims):
            whole = scale * (2 if aim is Aim.CHANCE else 1)
            ranges[aim] = Range(_fraction(lower[at], whole), _fraction(upper[at], whole))
        share = _fraction(draw.weight, total)
        found.append(WithDraw(draw.tiles, share, ranges[Aim.CHANCE], ranges[Aim.SPREAD]))
    return tuple(found)


@lru_cache(maxsize=4096)
def _fraction(part: int, whole: int) -> Fraction:
    """One fraction: the same few stand with most draws."""
    return Fraction(part, whole)
