"""What was found with tiles in the bag, in words, for what is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scrabble.report.bag_solution import chance_cell, mean_text, spread_cell, wins_text
from scrabble.solver.preendgame.solution import Estimate, Range

KIND = "preendgame"  # of what was found


def worth_text(chance: Range, spread: Range, estimate: Estimate | None = None) -> str:
    """Chance and mean spread; nothing of a spread that may be anything."""
    told = mean_text(spread, estimate, " on average") if estimate else spread_bounds_or_exact(spread)
    return f"{wins_text(chance, (), estimate)}{f', spread {told}' if told else ''}"


def spread_bounds_or_exact(spread: Range) -> str:
    """A mean spread that says something, else ""."""
    return f"{found} on average" if (found := spread_cell(spread, None)) else ""


def bag_worth(found: Mapping[str, Any]) -> str:
    """Chance and mean spread of a position."""
    chance, spread = (_range([found[name]["lower"], found[name]["upper"]]) for name in ("chance", "spread"))
    estimate = found.get("estimate")
    return worth_text(chance, spread, Estimate(**estimate) if estimate else None)


def bag_rows(found: Mapping[str, Any]) -> list[list[Any]]:
    """The moves that were kept, each with points, chance, spread and what is known of it."""
    rows = []
    for move, (score, chance, spread, status, *more) in found["rows"].items():
        estimate = Estimate(*more[0]) if more and more[0] else None
        cells = chance_cell(_range(chance), estimate), spread_cell(_range(spread), estimate) or "open"
        rows.append([move, score, *cells, status])
    return rows


def _range(ends: Sequence[str]) -> Range:
    return Range(Fraction(ends[0]), Fraction(ends[1]))
