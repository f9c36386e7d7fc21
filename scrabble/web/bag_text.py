"""What was found with tiles in the bag, in words, for what is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scrabble.preendgame.solution import Range
from scrabble.report.bag_solution import chance_text, spread_text

KIND = "preendgame"  # of what was found


def bag_worth(found: Mapping[str, Any]) -> str:
    """Chance and mean spread of a position."""
    chance, spread = (_range([found[name]["lower"], found[name]["upper"]]) for name in ("chance", "spread"))
    return f"chance {chance_text(chance)}, spread {spread_text(spread)} on average"


def bag_rows(found: Mapping[str, Any]) -> list[list[Any]]:
    """The moves that were kept, each with points, chance, spread and what is known of it."""
    return [
        [move, score, chance_text(_range(chance)), spread_text(_range(spread)), status]
        for move, (score, chance, spread, status) in found["rows"].items()
    ]


def _range(ends: Sequence[str]) -> Range:
    return Range(Fraction(ends[0]), Fraction(ends[1]))
