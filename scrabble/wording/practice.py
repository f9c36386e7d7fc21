"""What is said about practice with puzzles: when one comes up again, and why none is shown."""

from __future__ import annotations

from datetime import datetime


def again_text(due: datetime | None) -> str:
    """Return when a puzzle comes up again, as a sentence; "" if it was never tried."""
    return "" if due is None else f"It comes up again {_day(due)}."


def none_text(due_only: bool, following: datetime | None) -> str:
    """Return why there is no puzzle: none is due before `following`, or none fits the filters."""
    if not due_only:
        return "no puzzle fits these filters"
    return "nothing is due today" + (f"; the next puzzle is due {_day(following)}" if following else "")


def _day(due: datetime) -> str:
    """Return the day on which a puzzle is due, seen from today."""
    days = (due.astimezone().date() - datetime.now().date()).days
    return "today" if days <= 0 else "tomorrow" if days == 1 else f"in {days} days"
