"""When a puzzle comes up again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from scrabble.training.database import Attempt
from scrabble.training.schedule import first_attempts, is_due, learned

AT = datetime(2026, 5, 4, 12, tzinfo=UTC)


def attempt(visit: str, is_right: bool, days: float = 0.0, hints: int = 0, puzzle: str = "p") -> Attempt:
    return Attempt(puzzle, visit, "8D CAT", is_right, hints, 5.0, AT + timedelta(days=days))


def days_until(*attempts: Attempt) -> float:
    """The days from the last attempt to the next showing."""
    return (learned(attempts)["p"].due - attempts[-1].at) / timedelta(days=1)


def test_a_puzzle_comes_back_sooner_if_it_was_hard():
    wrong, hinted, right = (
        days_until(attempt("a", False)),
        days_until(attempt("a", True, hints=1)),
        days_until(attempt("a", True)),
    )
    assert 1 <= wrong <= hinted < right


def test_intervals_grow_while_it_is_solved_and_shrink_when_it_is_not():
    first = days_until(attempt("a", True))
    second = days_until(attempt("a", True), attempt("b", True, first))
    assert second > 2 * first
    third = days_until(attempt("a", True), attempt("b", True, first), attempt("c", False, first + second))
    assert third < second


def test_only_the_first_attempt_of_a_showing_counts():
    one = attempt("a", False)
    again = [attempt("a", False, 0.001), attempt("a", True, 0.002)]
    assert first_attempts([one, *again]) == [one]
    assert learned([one, *again]) == learned([one])
    assert learned([one, *again])["p"].right == 0


def test_the_same_attempts_give_the_same_schedule():
    made = [attempt(f"{number}", number % 3 != 0, number * 2.0) for number in range(12)]
    assert learned(made) == learned(made)
    assert learned(made)["p"].showings == 12
    for kept in (made[::-1], [*made[6:], *made[:6]]):  # the clock was set back, or two files were joined
        assert learned(kept) == learned(made)


@pytest.mark.parametrize("is_right", [True, False])
def test_an_attempt_from_the_future_does_not_rule(is_right):
    now = AT + timedelta(days=10)
    ahead = attempt("x", is_right, 20_000)
    for made in ([attempt("a", False, 9.5)], [attempt(f"{day}", True, day) for day in (0, 3, 9)]):
        due = learned(made, now)["p"].due
        for all_of_them in ([ahead, *made], [*made, ahead]):  # kept before the others or after them
            found = learned(all_of_them, now)["p"]
            assert found == (due, len(made) + 1, sum(each.is_right for each in [*made, ahead]))
    alone = learned([ahead], now)["p"]
    assert is_due(alone, now) and alone.showings == 1
    assert "p" not in learned([ahead._replace(puzzle="q")], now)


def test_due_is_the_whole_day_in_the_time_zone_of_the_user():
    known = learned([attempt("a", False)])["p"]._replace(due=datetime(2026, 5, 5, 20, tzinfo=UTC))
    assert not is_due(known, datetime(2026, 5, 4, 23, tzinfo=UTC))
    assert is_due(known, datetime(2026, 5, 5, 0, 1, tzinfo=UTC))
    east = timezone(timedelta(hours=9))  # there it is the 6th already when the puzzle is due
    assert not is_due(known, datetime(2026, 5, 5, 12, tzinfo=east))
    assert is_due(known, datetime(2026, 5, 6, 0, 1, tzinfo=east))
