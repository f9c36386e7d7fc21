"""Choosing what to practise."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scrabble.puzzles.puzzle import PuzzleError, Theme
from scrabble.training.database import PracticeDatabase
from scrabble.training.schedule import Learned
from scrabble.training.selection import Filters, load_set, next_due, select, themes_named, tried_puzzles
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


def test_filters_by_theme_and_difficulty():
    puzzles = load_set(SET)
    assert {each.set_name for each in puzzles} == {"puzzles"}
    easy = select(puzzles, {}, Filters(difficulty=(1, 2)), NOW)
    assert easy and all(each.puzzle.difficulty <= 2 for each in easy)
    blocks = select(puzzles, {}, Filters(themes_named("BLOCKS")), NOW)
    assert blocks and all(Theme.BLOCKS in each.puzzle.themes for each in blocks)
    assert themes_named("out in") == {Theme.OUT_IN_TWO, Theme.OUT_IN_THREE}


def test_unknown_names_list_the_known_ones():
    with pytest.raises(PuzzleError, match=r"part of no theme; themes are: .*goes out in two"):
        themes_named("zugzwang")
    with pytest.raises(PuzzleError, match="there is no such file, and "):
        load_set("no-such-set")


def test_what_was_tried_needs_no_file(tmp_path):
    with PracticeDatabase(tmp_path / "practice.sqlite") as practice:
        named = load_set(SET)[0]
        Showing(named, practice).give_up()
        assert tried_puzzles(practice) == [named]
