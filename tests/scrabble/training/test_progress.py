"""One's progress, counted, and as a page."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from scrabble.report.pages.progress import progress_page
from scrabble.report.progress import progress_text, summary_text
from scrabble.training.database import Attempt
from scrabble.training.progress import progress_of
from scrabble.training.selection import load_set
from tests.browser import axe_faults, offline_page
from tests.conftest import DATA

PUZZLES = load_set(str(DATA / "puzzles.jsonl"))
NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)


def attempt(at: int, day: int, is_right: bool, visit: str = "", hints: int = 0) -> Attempt:
    return Attempt(
        PUZZLES[at].puzzle.id,
        visit or f"{at}-{day}",
        "pass",
        is_right,
        hints,
        30.0 + day,
        NOW - timedelta(days=day),
    )


MADE = [
    attempt(0, 9, False),
    attempt(0, 9, True),  # the same showing
    attempt(0, 5, True),
    attempt(1, 5, True, hints=2),
    attempt(2, 1, False),
]


def test_showings_are_counted_by_their_first_attempts():
    progress = progress_of(MADE, PUZZLES, NOW)
    assert progress.total[1:4] == (4, 2, 1) and progress.puzzles == 3
    assert {each.name: (each.shown, each.solved) for each in progress.by_theme} == {
        "goes out in two": (3, 2),
        "blocks the best play": (1, 0),
        "gives up points": (1, 0),
    }
    assert [(each.name, each.shown) for each in progress.by_difficulty] == [("3", 1), ("5", 3)]
    assert [(day, each.shown, each.solved) for day, each in progress.by_day] == [
        (date(2026, 5, 11), 1, 0),
        (date(2026, 5, 15), 2, 2),
        (date(2026, 5, 19), 1, 0),
    ]
    assert summary_text(progress).startswith(
        "3 puzzles tried, 4 times in all; solved at the first attempt: 2 (50 %)."
    )


@pytest.mark.parametrize(("hour", "offset", "day"), [(16, 0, 19), (16, 9, 20), (3, 0, 19), (3, -5, 18)])
def test_the_day_of_an_attempt_is_that_of_the_user(hour: int, offset: int, day: int):
    """At 4 p.m. in Greenwich it is tomorrow in Tokyo; at 3 a.m. it is still yesterday in New York."""
    made = attempt(0, 1, True)._replace(at=datetime(2026, 5, 19, hour, tzinfo=UTC))
    now = NOW.astimezone(timezone(timedelta(hours=offset)))
    assert [each for each, _ in progress_of([made], PUZZLES, now).by_day] == [date(2026, 5, day)]


def test_the_page_has_the_numbers_and_needs_nothing_else():
    page = progress_page(progress_of(MADE, PUZZLES, NOW), NOW)
    assert "15 May: 2 of 2 solved" in page and "goes out in two" in page
    assert "http" not in page.replace("http://www.w3.org", "") and "<script" not in page


def test_the_time_is_the_median_of_those_solved():
    first, third, fifth, *_, unsolved = [attempt(0, day, day < 20) for day in (1, 3, 5, 20)]
    for order in ([first, third, fifth, unsolved], [unsolved, fifth, first, third]):
        assert progress_of(order, PUZZLES, NOW).total[2:] == (3, 3, 33.0)
    assert progress_of([unsolved], PUZZLES, NOW).total[2:] == (0, 0, None)


def test_without_attempts_there_is_nothing_to_count():
    progress = progress_of([], [], NOW)
    assert summary_text(progress) == "No puzzle has been tried yet."
    assert len(progress_text(progress)) == 1
    assert "No puzzle has been tried yet." in progress_page(progress, NOW)


def test_axe_finds_nothing_and_a_telephone_is_wide_enough(browser, tmp_path):
    path = tmp_path / "progress.html"
    path.write_text(progress_page(progress_of(MADE, PUZZLES, NOW), NOW), "utf-8")
    with offline_page(browser, "telephone", path) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert axe_faults(page) == []
