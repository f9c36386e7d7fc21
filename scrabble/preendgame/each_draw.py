"""What is proven of a move with each draw: its parts as chances and spreads."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bstar.unknown import Option
from scrabble.preendgame.moves import Candidate
from scrabble.preendgame.solution import Range, WithDraw
from scrabble.preendgame.worth import Aim


def each_draw(candidate: Candidate, option: Option, aims: Sequence[Aim], total: int) -> tuple[WithDraw, ...]:
    """The parts of a move, `option` being what is proven of them; `total` is the weight of all draws."""
    found = []
    for number, (draw, part) in enumerate(zip(candidate.draws, option.parts, strict=True)):
        scale = draw.weight if candidate.is_sum(number) else 1
        ranges = {
            aim: Range(
                Fraction(part.lower[at], scale * (2 if aim is Aim.CHANCE else 1)),
                Fraction(part.upper[at], scale * (2 if aim is Aim.CHANCE else 1)),
            )
            for at, aim in enumerate(aims)
        }
        share = Fraction(draw.weight, total)
        found.append(WithDraw(draw.tiles, share, ranges[Aim.CHANCE], ranges[Aim.SPREAD]))
    return tuple(found)
