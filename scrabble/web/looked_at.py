"""Where somebody has been: a position, the places that steps lead to from it, and what was found there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scrabble import cgp
from scrabble.game.position import Position
from scrabble.report.points import value_text
from scrabble.web import steps
from scrabble.web.bag_text import KIND, bag_worth


class LookedAt(NamedTuple):
    """Where somebody has been, and what was found there."""

    home: Position
    lines: Sequence[tuple[str, ...]]  # the steps that lead to each place, home itself being ()
    facts: Mapping[str, Mapping[str, Any]]  # by CGP; `solution_json`, and `rows`

    def places(self) -> Iterator[tuple[tuple[str, ...], Position]]:
        """Each place once, home first.  Raises ValueError."""
        for line in dict.fromkeys([(), *sorted(self.lines)]):
            yield line, steps.go(self.home, line).position

    def found_at(self, position: Position) -> Mapping[str, Any] | None:
        """What was found at a place, None if nothing was searched."""
        return self.facts.get(cgp.dumps(position))


def found_text(found: Mapping[str, Any]) -> str:
    """What was found at a place, in a sentence."""
    best = ", ".join(found["best"][:3]) + (" ..." if len(found["best"]) > 3 else "")
    if found.get("kind") == KIND:
        worth = bag_worth(found)
        return (
            f"best {best}, proven: {worth}"
            if found["status"] == "proven"
            else f"{best} so far, not proven: {worth}"
        )
    value = value_text(found["estimate"], found["lower"], found["upper"])
    line = ", ".join(
        f"{move} {score}" for move, score in zip(found["line"], found["line_scores"], strict=True)
    )
    if found["status"] == "proven":
        is_whole, is_one = found["line_kind"] == "whole", len(found["line"]) == 1
        named = "best play" if is_whole else "" if is_one else "best play begins"
        return f"best {best}, proven: worth {value}" + (f"; {named} {line}" if line and named else "")
    return f"{best} so far, not proven: the value is {value}"
