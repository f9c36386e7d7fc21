"""One showing of a puzzle: which attempts are kept, with which hints and which time."""

from __future__ import annotations

import pytest

from scrabble.game.move import IllegalMoveError
from scrabble.puzzles.puzzle import read_puzzles
from scrabble.training import showing as showing_module
from scrabble.training.database import PracticeDatabase
from scrabble.training.selection import NamedPuzzle
from scrabble.training.showing import LONGEST, Showing
from tests.conftest import DATA

EASY = read_puzzles(DATA / "puzzles.jsonl")[0]  # 3F (L)LANO; 3B RA(J) is refuted


@pytest.fixture
def practice(tmp_path):
    with PracticeDatabase(tmp_path / "practice.sqlite") as practice:
        yield practice


@pytest.fixture
def showing(practice):
    return Showing(NamedPuzzle(EASY, "set"), practice)


def kept(practice: PracticeDatabase) -> list[tuple[str, bool, int]]:
    return [(each.move, each.is_right, each.hints) for each in practice.attempts()]


def test_each_attempt_is_kept_with_the_hints_seen_before_it(showing, practice):
    showing.attempt("3b raj")
    assert showing.hint() == showing.hints[0]
    with pytest.raises(IllegalMoveError):
        showing.attempt("8H ZZZ")
    assert not showing.is_over
    showing.attempt("3f llano")
    assert kept(practice) == [("3B RA(J)", False, 0), ("3F (L)LANO", True, 1)]
    assert showing.is_over and not showing.is_solved_at_once
    assert {each.visit for each in practice.attempts()} == {showing.visit}


def test_the_solution_is_a_wrong_attempt_unless_there_was_one(showing, practice):
    assert showing.due() is None
    assert showing.give_up() == EASY.solution and showing.is_over and showing.due() is not None
    showing.give_up()
    assert kept(practice) == [("", False, 0)]
    other = Showing(NamedPuzzle(EASY, "set"), practice)
    other.attempt("3f llano")
    other.give_up()
    assert kept(practice) == [("", False, 0), ("3F (L)LANO", True, 0)]
    assert other.is_solved_at_once and not showing.is_solved_at_once and other.visit != showing.visit


def test_hints_come_one_by_one_and_end(showing):
    assert [showing.hint() for _ in range(5)] == [*showing.hints, None, None]
    assert showing.hints_seen == len(showing.hints) == 3


def test_a_long_pause_was_not_spent_on_the_puzzle(showing, practice, monkeypatch):
    began = showing._began
    for passed, seconds in ((12.34, 12.3), (LONGEST + 5, LONGEST)):
        monkeypatch.setattr(showing_module.time, "monotonic", lambda passed=passed: began + passed)
        assert showing.seconds == seconds
    showing.give_up()
    [attempt] = practice.attempts()
    assert attempt.seconds == LONGEST
