"""When a puzzle comes up again: spaced repetition with FSRS, computed from the attempts.

The first attempt at each showing of a puzzle is its review; later ones of the same showing do not count:

    wrong, or the solution was asked for      Again
    right after a hint                        Hard
    right                                     Good

The scheduler is the one of the package `fsrs` with its default parameters, a retention of 90 %, and without
its steps of minutes: a puzzle comes up again on another day.  It draws no random numbers, so the same
attempts always give the same schedule.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler

from scrabble.training.database import Attempt

SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


class Learned(NamedTuple):
    """Outcome of the attempts at one puzzle."""

    due: datetime
    showings: int
    right: int  # at the first attempt


def first_attempts(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Return the first attempt of each showing, in order."""
    found: dict[tuple[str, str], Attempt] = {}
    for each in attempts:
        found.setdefault((each.puzzle, each.visit), each)
    return list(found.values())


def learned(attempts: Iterable[Attempt], now: datetime | None = None) -> dict[str, Learned]:
    """Return for each puzzle that was tried when it is due, and how often it was solved.

    An attempt dated after `now`, by a clock that was wrong, is counted but is no review; a puzzle without
    any other is due now.
    """
    now = (now or datetime.now()).astimezone(UTC)
    cards: dict[str, Card] = {}
    found: dict[str, Learned] = {}
    for each in sorted(first_attempts(attempts), key=lambda attempt: attempt.at):
        before = found.get(each.puzzle, Learned(now, 0, 0))
        due = before.due
        if each.at <= now:
            card = cards.get(each.puzzle) or Card(card_id=0, due=each.at)
            cards[each.puzzle], _ = SCHEDULER.review_card(card, _rating(each), each.at)
            due = cards[each.puzzle].due
        found[each.puzzle] = Learned(due, before.showings + 1, before.right + each.is_right)
    return found


def is_due(known: Learned, now: datetime) -> bool:
    """Return whether a puzzle is due today, in the time zone of `now`; without one it is local time.

    Local time has the offset that the clocks have at each moment, not the one that they have now.
    """
    return known.due.astimezone(now.tzinfo).date() <= now.date()


def _rating(attempt: Attempt) -> Rating:
    if not attempt.is_right:
        return Rating.Again
    return Rating.Hard if attempt.hints else Rating.Good
