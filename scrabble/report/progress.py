"""One's progress with puzzles as text and as JSON; the page is in `pages`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scrabble.english import counted
from scrabble.report.blocks import Block, Text
from scrabble.report.tables import new_table
from scrabble.training.progress import PracticeProgress, Tally
from scrabble.wording.practice import level_text

HEADINGS = ("shown", "solved", "", "without hints", "median time")
DAYS_SHOWN = 14


def share_text(tally: Tally) -> str:
    """Return the share that was solved, in per cent."""
    return f"{100 * tally.share:.0f} %"


def time_text(tally: Tally) -> str:
    """Return the median time of those solved."""
    if tally.seconds is None:
        return ""
    minutes, seconds = divmod(round(tally.seconds), 60)
    return f"{minutes}:{seconds:02}" if minutes else f"{seconds} s"


def summary_text(progress: PracticeProgress) -> str:
    """Return the whole in a sentence or two."""
    total = progress.total
    if not total.shown:
        return "No puzzle has been tried yet."
    tried = f"{counted(progress.puzzles, 'puzzle')} tried"
    times = counted(total.shown, "time")
    return (
        f"{tried}, {times} in all; solved at the first attempt: {total.solved} ({share_text(total)}). "
        f"{progress.due} due today; {level_text(progress.level)}."
    )


def sections(progress: PracticeProgress) -> Iterator[tuple[str, Sequence[Tally]]]:
    """Yield the tables with their titles, the latest day first, those without rows left out."""
    for title, rows in _tables(progress).items():
        if rows:
            yield title, rows[:: -1 if title == "day" else 1]


def _tables(progress: PracticeProgress) -> dict[str, Sequence[Tally]]:
    """Return the tables by their titles."""
    return {
        "theme": progress.by_theme,
        "difficulty": progress.by_difficulty,
        "set": progress.by_set,
        "day": [tally for _, tally in progress.by_day],
    }


def progress_text(progress: PracticeProgress) -> list[Block]:
    """Return the progress for a terminal."""
    found: list[Block] = [Text(summary_text(progress))]
    for title, rows in sections(progress):
        table = new_table((title, *HEADINGS), right=HEADINGS)
        for each in rows[:DAYS_SHOWN] if title == "day" else rows:
            table.add_row(
                each.name,
                str(each.shown),
                str(each.solved),
                share_text(each),
                str(each.without_hints),
                time_text(each),
            )
        found += [Text(), table]
    return found


def progress_json(progress: PracticeProgress) -> dict[str, Any]:
    """Return the progress as plain data."""
    return {
        "puzzles": progress.puzzles,
        "due": progress.due,
        "level": progress.level,
        "total": progress.total._asdict(),
        **{f"by_{title}": [each._asdict() for each in rows] for title, rows in _tables(progress).items()},
    }
