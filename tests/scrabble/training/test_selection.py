"""Choosing what to practise."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

import msgspec
import pytest

from scrabble.puzzles.puzzle import PuzzleError, Question, Theme
from scrabble.training.database import PracticeDatabase
from scrabble.training.schedule import Learned
from scrabble.training.selection import (
    Filters,
    NamedPuzzle,
    best,
    load_set,
    next_due,
    select,
    select_playable,
    themes_named,
    tried_puzzles,
)
from scrabble.training.showing import Showing
from tests.conftest import DATA

SET = str(DATA / "puzzles.jsonl")
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def due_in(days: float) -> Learned:
    return Learned(NOW + timedelta(days=days), 1, 1)


def test_due_ones_come_first_then_new_ones_then_the_others():
    puzzles = load_set(SET)
    ids = [each.puzzle.id for each in puzzles]
    known = {ids[0]: due_in(9), ids[1]: due_in(-1), ids[3]: due_in(2), ids[4]: due_in(-8)}
    chosen = [each.puzzle.id for each in select(puzzles, known, Filters(), NOW)]
    assert chosen == [ids[4], ids[1], ids[2], ids[5], ids[3], ids[0]]
    assert [each.puzzle.id for each in select(puzzles, known, Filters(due_only=True), NOW)] == chosen[:2]
    assert [each.puzzle.id for each in select(puzzles, known, Filters(limit=3), NOW)] == chosen[:3]
    assert next_due(puzzles, known) == due_in(-8).due
    assert next_due(puzzles, {}) is None


@pytest.mark.parametrize("easiest", range(1, 6))
def test_a_filter_keeps_all_that_fits_and_nothing_else(easiest):
    puzzles = load_set(SET)
    for hardest in range(easiest, 6):
        found = select(puzzles, {}, Filters(difficulty=(easiest, hardest)), NOW)
        assert found == [each for each in puzzles if each.puzzle.difficulty in range(easiest, hardest + 1)]
    themes = sorted({theme for each in puzzles for theme in each.puzzle.themes})
    for one, other in combinations(themes, 2):  # any of them will do
        found = select(puzzles, {}, Filters(frozenset({one, other}), (easiest, 5)), NOW)
        fitting = [each for each in puzzles if {one, other} & {*each.puzzle.themes}]
        assert found == [each for each in fitting if each.puzzle.difficulty >= easiest]


def with_lexicons(*names: str) -> list[NamedPuzzle]:
    """The first puzzles, with these lexicons."""
    return [
        each._replace(puzzle=msgspec.structs.replace(each.puzzle, lexicon=name))
        for each, name in zip(load_set(SET), names, strict=False)
    ]


@pytest.mark.parametrize(
    ("lexicons", "told"),
    [
        (("Gone", "Gone", "ENABLE"), "2 puzzles are left out without the lexicon 'Gone';"),
        (("ENABLE", "B", "A", "B"), "3 puzzles are left out without the lexicons 'A', 'B';"),
        (("A", "enable"), "1 puzzle is left out without the lexicon 'A';"),
        (("ENABLE", "/etc/passwd"), "1 puzzle is left out without the lexicon '/etc/passwd';"),
        (("ENABLE", "ENABLE"), ""),
    ],
)
def test_puzzles_without_their_lexicon_are_left_out(lexicons, told):
    puzzles = with_lexicons(*lexicons)
    playable, left_out = select_playable(puzzles, {}, Filters(), NOW)
    assert playable == [each for each in puzzles if each.puzzle.lexicon in ("ENABLE", "enable")]
    assert left_out.startswith(told) and bool(left_out) == bool(told)
    known = {puzzles[-1].puzzle.id: due_in(-1)}
    due, _ = select_playable(puzzles, known, Filters(due_only=True), NOW)
    assert due == [each for each in puzzles[-1:] if each in playable]


def test_names_of_themes_and_sets_and_unknown_ones():
    assert themes_named("BLOCKS") >= {Theme.BLOCKS}
    assert themes_named("out in") == {Theme.OUT_IN_TWO, Theme.OUT_IN_THREE}
    assert {each.set_name for each in load_set(SET)} == {"puzzles"}
    with pytest.raises(PuzzleError, match=r"part of no theme; themes are: .*goes out in two"):
        themes_named("zugzwang")
    with pytest.raises(PuzzleError, match="there is no such file, and "):
        load_set("no-such-set")


def test_what_was_tried_needs_no_file(tmp_path):
    with PracticeDatabase(tmp_path / "practice.sqlite") as practice:
        named = load_set(SET)[0]
        Showing(named, practice).give_up()
        assert tried_puzzles(practice) == [named]


def test_the_best_ones_decide_games_and_are_in_order_of_difficulty():
    puzzles = load_set("puzzles")
    deciding = [each for each in puzzles if each.puzzle.question in (Question.ONLY_WIN, Question.ONLY_DRAW)]
    hard = [each for each in puzzles if each.puzzle.rank > 1]
    more = [each for each in hard if each not in deciding]
    assert deciding and more and len(hard) < len(puzzles)
    for count in (1, len(deciding), len(deciding) + 1, len(puzzles) + 1):
        found = best(puzzles, count)
        assert len(found) == min(count, len(puzzles))
        levels = [each.puzzle.difficulty for each in found]
        assert levels == sorted(levels)
        assert sum(each in deciding for each in found) == min(count, len(deciding))
        if count > len(deciding):
            others = [each for each in found if each not in deciding]
            assert sum(each in more for each in others) == min(count - len(deciding), len(more))
