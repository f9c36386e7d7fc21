"""What was found with tiles in the bag, in words, for what is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scrabble.preendgame.solution import Range
from scrabble.report.bag_solution import TELLING, chance_text, spread_text

KIND = "preendgame"  # of what was found


def worth_text(chance: Range, spread: Range) -> str:
    """Chance and mean spread; nothing of a spread that may be anything."""
    told = f", spread {spread_text(spread)} on average" if _is_telling(spread) else ""
    return f"chance {chance_text(chance)}{told}"


def bag_worth(found: Mapping[str, Any]) -> str:
    """Chance and mean spread of a position."""
    chance, spread = (_range([found[name]["lower"], found[name]["upper"]]) for name in ("chance", "spread"))
    return worth_text(chance, spread)


def bag_rows(found: Mapping[str, Any]) -> list[list[Any]]:
    """The moves that were kept, each with points, chance, spread and what is known of it."""
    return [
        [move, score, chance_text(_range(chance)), _spread_cell(_range(spread)), status]
        for move, (score, chance, spread, status) in found["rows"].items()
    ]


def _spread_cell(spread: Range) -> str:
    return spread_text(spread) if _is_telling(spread) else "open"


def _is_telling(spread: Range) -> bool:
    return spread.upper - spread.lower < TELLING


def _range(ends: Sequence[str]) -> Range:
    return Range(Fraction(ends[0]), Fraction(ends[1]))
