"""Lines of play as text: moves with their scores, and passes in a row as one.

B6 PRO 26 · B1 SEER 15        line_text
Beta B6 PRO 26, Alpha pass    with_names
six passes                    in both, whoever begins
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from scrabble.game.step import Step

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def line_text(line: Sequence[Step]) -> str:
    """Moves with their scores."""
    return " · ".join(text for _, text in _moves(line))


def with_names(line: Sequence[Step], names: Sequence[str]) -> str:
    """A line as text, the side of `names[0]` first."""
    return ", ".join(text if at is None else f"{names[at % 2]} {text}" for at, text in _moves(line))


def _moves(line: Sequence[Step]) -> Iterator[tuple[int | None, str]]:
    """The moves of a line with their places in it; passes in a row are one text, without a place."""
    at = 0
    for is_play, steps in itertools.groupby(line, key=lambda step: bool(step.move.tiles)):
        run = list(steps)
        if is_play:
            yield from ((at + ahead, f"{step.text} {step.score}") for ahead, step in enumerate(run))
        elif len(run) == 1:
            yield at, run[0].text
        else:
            yield None, f"{_count(len(run))} passes"
        at += len(run)


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)
