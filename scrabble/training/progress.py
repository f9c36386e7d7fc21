"""Progress in practice: puzzles solved at the first attempt, by theme, by difficulty and over time.

Everything is counted by showings: a puzzle that was shown three times counts three times, and is solved in
those in which the first attempt was right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from scrabble.puzzles.puzzle import Theme
from scrabble.training.database import Attempt
from scrabble.training.schedule import first_attempts, is_due, learned
from scrabble.training.selection import EASIEST, HARDEST, NamedPuzzle, level


class Tally(NamedTuple):
    """Showings of one kind."""

    name: str
    shown: int
    solved: int  # at the first attempt
    without_hints: int  # of those solved
    seconds: float | None  # median of those solved; None if none was

    @property
    def share(self) -> float:
        """The share that was solved."""
        return self.solved / self.shown if self.shown else 0.0


class PracticeProgress(NamedTuple):
    """All that the attempts show."""

    total: Tally
    by_theme: Sequence[Tally]  # in the order of `Theme`
    by_difficulty: Sequence[Tally]
    by_set: Sequence[Tally]
    by_day: Sequence[tuple[date, Tally]]
    puzzles: int  # that were tried
    due: int  # today
    level: int  # of new puzzles


def progress_of(
    attempts: Iterable[Attempt], puzzles: Iterable[NamedPuzzle], now: datetime
) -> PracticeProgress:
    """Return the progress in the time zone of `now`; without one it is local time."""
    made = list(attempts)
    known: Mapping[str, NamedPuzzle] = {each.puzzle.id: each for each in puzzles}
    firsts = [each for each in first_attempts(made) if each.puzzle in known]
    of = {each: known[each.puzzle].puzzle for each in firsts}
    days = {each: each.at.astimezone(now.tzinfo).date() for each in firsts}
    sets = Counter(known[each.puzzle].set_name for each in firsts)
    schedule = learned(made, now)
    return PracticeProgress(
        _tally("all", firsts),
        [
            _tally(theme, found)
            for theme in Theme
            if (found := [each for each in firsts if theme in of[each].themes])
        ],
        [
            _tally(str(difficulty), found)
            for difficulty in range(EASIEST, HARDEST + 1)
            if (found := [each for each in firsts if of[each].difficulty == difficulty])
        ],
        [
            _tally(name, [each for each in firsts if known[each.puzzle].set_name == name])
            for name in sorted(sets)
        ],
        [
            (day, _tally(day.isoformat(), [each for each in firsts if days[each] == day]))
            for day in sorted(set(days.values()))
        ],
        len(schedule),
        sum(is_due(each, now) for each in schedule.values()),
        level(made, known.values()),
    )


def _tally(name: str, firsts: Sequence[Attempt]) -> Tally:
    solved = [each for each in firsts if each.is_right]
    times = sorted(each.seconds for each in solved)
    return Tally(
        name,
        len(firsts),
        len(solved),
        sum(not each.hints for each in solved),
        times[len(times) // 2] if times else None,
    )
