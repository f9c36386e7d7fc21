"""Moves and lines as text.

step_text       B6 PRO 26                    a move with its score; with the `sign` "+" B6 PRO +26
line_text       B6 PRO 26 · B1 SEER 15       moves with their scores
labelled_line   Beta B6 PRO 26, Alpha pass   the same with names; "six passes" for passes in a row
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from scrabble.answer.moves import Step

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def step_text(step: Step, sign: str = "") -> str:
    """Return a move with its score; one that lays no tiles has none."""
    return f"{step.text} {step.score:{sign}}" if step.is_play else step.text


def line_text(line: Sequence[Step]) -> str:
    """Return moves with their scores."""
    return " · ".join(text for _, text in _moves(line))


def labelled_line(line: Sequence[Step], names: Sequence[str]) -> str:
    """Return a line with the names of the players, the first move by `names[0]`."""
    return ", ".join(text if at is None else f"{names[at % 2]} {text}" for at, text in _moves(line))


def _moves(line: Sequence[Step]) -> Iterator[tuple[int | None, str]]:
    """Yield the moves of a line with their indices; passes in a row are one text, without an index."""
    at = 0
    for is_play, steps in itertools.groupby(line, key=lambda step: step.is_play):
        run = list(steps)
        if is_play:
            yield from ((at + ahead, step_text(step)) for ahead, step in enumerate(run))
        elif len(run) == 1:
            yield at, run[0].text
        else:
            yield None, f"{_count(len(run))} passes"
        at += len(run)


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)
