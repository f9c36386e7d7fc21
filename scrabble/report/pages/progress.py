"""The page of one's progress: what was solved by theme, by difficulty and over time.

It opens from disk and asks for nothing from a network.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from scrabble.report.pages.templates import render
from scrabble.report.progress import sections, share_text, summary_text, time_text
from scrabble.training.progress import PracticeProgress, Tally

WEEKS = 12  # in the picture: days before are in the table
DAY = timedelta(days=1)
WIDTH, HEIGHT, LEFT, BOTTOM = 840, 150, 30, 22


class ProgressRow(NamedTuple):
    """A row of a table."""

    name: str
    shown: int
    solved: int
    share: str
    percent: int  # the length of its bar
    without_hints: int
    time: str


class DayBar(NamedTuple):
    """A day of the picture: solved at the bottom, the rest above."""

    x: float
    width: float
    solved_y: float
    solved_height: float
    rest_y: float
    rest_height: float
    title: str


class Label(NamedTuple):
    """A text below the picture."""

    x: float
    text: str


def progress_page(progress: PracticeProgress, now: datetime, puzzles: str = "", **settings: object) -> str:
    """Return the page; `puzzles` is the address of the puzzles, if there is one.

    `settings` of a page from a server are its `theme` and the addresses of its `style_sheets`.
    """
    bars = list(_bars(progress, now))
    most = max((tally.shown for _, tally in progress.by_day), default=0)
    return render(
        "progress.html",
        title="Progress with puzzles",
        made=f"{now:%d %B %Y, %H:%M}",
        puzzles=puzzles,
        summary=summary_text(progress),
        bars=bars,
        labels=list(_labels(now)),
        most=most,
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        base=HEIGHT - BOTTOM,
        sections=[(title, [_row(each) for each in rows]) for title, rows in sections(progress)],
        **settings,
    )


def _row(tally: Tally) -> ProgressRow:
    return ProgressRow(
        tally.name,
        tally.shown,
        tally.solved,
        share_text(tally),
        round(100 * tally.share),
        tally.without_hints,
        time_text(tally),
    )


def _step() -> float:
    return (WIDTH - LEFT) / (7 * WEEKS)


def _bars(progress: PracticeProgress, now: datetime) -> Iterator[DayBar]:
    first = now.date() - DAY * (7 * WEEKS - 1)
    shown = [(day, tally) for day, tally in progress.by_day if day >= first]
    most = max((tally.shown for _, tally in shown), default=1)
    room = HEIGHT - BOTTOM - 14
    for day, tally in shown:
        x = LEFT + (day - first).days * _step()
        solved, rest = (room * count / most for count in (tally.solved, tally.shown - tally.solved))
        base = HEIGHT - BOTTOM
        title = f"{day:%d %B}: {tally.solved} of {tally.shown} solved"
        yield DayBar(x, _step() - 1.5, base - solved, solved, base - solved - rest, rest, title)


def _labels(now: datetime) -> Iterator[Label]:
    first = now.date() - DAY * (7 * WEEKS - 1)
    for week in range(0, WEEKS, 2):
        day = first + DAY * 7 * week
        yield Label(LEFT + 7 * week * _step(), f"{day:%d %b}")
