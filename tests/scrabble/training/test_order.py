"""The level of a player, and the order in which puzzles come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import msgspec
import pytest

from scrabble.puzzles.puzzle import puzzle_line
from scrabble.training.database import Attempt, PracticeDatabase, StoredPuzzle
from scrabble.training.selection import NamedPuzzle, PracticeQueue, level, level_now, load_set
from tests.conftest import DATA

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
FIRST = load_set(str(DATA / "puzzles.jsonl"))[0]


def of_difficulty(difficulty: int, number: int) -> NamedPuzzle:
    changed = msgspec.structs.replace(FIRST.puzzle, difficulty=difficulty, id=f"{difficulty}{number:09}")
    return FIRST._replace(puzzle=changed)


PUZZLES = [of_difficulty(difficulty, number) for difficulty in range(1, 6) for number in range(40)]


def attempts(results: str) -> list[Attempt]:
    """First attempts such as "2+ 3- 1h": the difficulty, and right, wrong, or right after a hint."""
    return [
        Attempt(
            f"{result[0]}{number:09}", str(number), "", result[1] in "+h", int(result[1] == "h"), 1.0, NOW
        )
        for number, result in enumerate(results.split())
    ]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ("", 2),
        ("2+", 2),
        ("2+ 2+", 3),
        ("2+ 2+ 3+ 3+ 4+ 4+ 5+ 5+", 5),
        ("2-", 1),
        ("2- 1-", 1),
        ("2+ 2- 1+", 1),
        ("2+ 2h 2+", 2),  # a hint ends the row
        ("2h 2h", 2),
        ("1+ 1+", 2),  # too easy to count
        ("2+ 1+ 2+", 3),
        ("4-", 2),  # too hard to count, but it ends a row
        ("2+ 4- 2+", 2),
        ("5+ 5+", 3),
    ],
)
def test_the_level_follows_the_results(results: str, expected: int):
    assert level(attempts(results), PUZZLES) == expected


def test_only_first_attempts_at_known_puzzles_count():
    first, second = attempts("2+ 2+")
    again = [each._replace(is_right=False) for each in (first, second)]
    assert level([first, again[0], second, again[1]], PUZZLES) == 3
    assert level([first, second], []) == 2


def play(queue: PracticeQueue, practice: PracticeDatabase, solves) -> list[int]:
    """Take all puzzles, solve those that `solves` says; return their difficulties."""
    found = []
    while (named := queue.take()) is not None:
        found.append(named.puzzle.difficulty)
        made = Attempt(named.puzzle.id, str(len(found)), "", solves(found[-1]), 0, 1.0, NOW)
        practice.add(made, StoredPuzzle(named.puzzle.id, "set", puzzle_line(named.puzzle)))
    return found


def test_new_puzzles_come_by_the_level_until_there_are_no_more(tmp_path):
    with PracticeDatabase(tmp_path / "practice.sqlite") as practice:
        queue = PracticeQueue(PUZZLES, 8, practice)
        assert (queue.total, queue.taken, level_now(practice)) == (8, 0, 2)
        assert play(queue, practice, lambda difficulty: True) == [2, 2, 3, 3, 4, 4, 5, 5]
        assert (queue.taken, level_now(practice)) == (8, 5)
        few = [of_difficulty(difficulty, 100) for difficulty in (1, 4, 3, 5)]
        assert play(PracticeQueue(few, 0, practice), practice, lambda difficulty: False) == [5, 4, 3, 1]
        assert PracticeQueue([], 0, practice).take() is None


def test_new_puzzles_tried_in_another_window_are_left_out(tmp_path):
    with PracticeDatabase(tmp_path / "practice.sqlite") as practice:
        one, other = (PracticeQueue(PUZZLES[:6], 0, practice) for _ in range(2))
        first = other.take()
        assert play(PracticeQueue([first, one.take()], 0, practice), practice, lambda difficulty: True)
        assert len(play(one, practice, lambda difficulty: True)) == one.total - 1
        assert (other.take(), other.total) == (None, 1)


def test_reviews_keep_their_places_before_and_after_new_puzzles(tmp_path):
    due, new, later = [of_difficulty(5, 0)], [of_difficulty(1, 0), of_difficulty(2, 0)], [of_difficulty(2, 1)]
    with PracticeDatabase(tmp_path / "practice.sqlite") as practice:
        for each in due + later:
            made = Attempt(each.puzzle.id, each.puzzle.id, "", False, 1, 1.0, NOW - timedelta(days=9))
            practice.add(made, StoredPuzzle(each.puzzle.id, "set", puzzle_line(each.puzzle)))
        queue = PracticeQueue([*due, *new, *later], 0, practice)
        assert play(queue, practice, lambda difficulty: True) == [5, 1, 2, 2]


def test_a_player_settles_where_seven_of_ten_are_solved(tmp_path):
    """A player who solves difficulty 3 with that chance, easier ones always and harder ones never."""
    chance, rng = {1: 1.0, 2: 1.0, 3: 0.71, 4: 0.0, 5: 0.0}, Random(3)
    made: list[Attempt] = []
    levels = []
    for number in range(400):
        levels.append(level(made, PUZZLES))
        wanted = f"{levels[-1]}{rng.randrange(40):09}"
        made.append(Attempt(wanted, str(number), "", rng.random() < chance[levels[-1]], 0, 1.0, NOW))
    assert sum(levels[20:]) / len(levels[20:]) == pytest.approx(3, abs=0.5)
