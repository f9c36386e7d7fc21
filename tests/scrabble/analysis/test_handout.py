"""Positions to print: nothing in them tells what was played, and sheets are full."""

from __future__ import annotations

import math
import re

import pytest

from scrabble.analysis.page.handout import handout_page, puzzles_of
from tests.worlds.scrabble_games import SAMPLE, analysed

MISTAKES = "#only-mistakes"
ANSWERS = "#with-answers"


def puzzles():
    return [puzzle for name in SAMPLE for puzzle in puzzles_of(analysed(name), f"games/{name}.gcg")]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("handout") / "handout.html"
    path.write_text(handout_page(puzzles()), "utf-8")
    return path


@pytest.fixture
def opened(browser, file):
    """The page, without a network."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(file.as_uri())
    yield page
    context.close()


def sheets(page, paper: str = "A4") -> int:
    """How many sheets are printed."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, prefer_css_page_size=True)))


def test_what_is_asked_has_an_answer_and_a_choice():
    asked = puzzles()
    assert len(asked) > 20 and any(not each.is_mistake for each in asked)
    for each in asked:
        choice = each.turn.choice
        assert each.turn.value.is_exact and choice.has_all_best
        assert len(choice.best) < len(choice.candidates)
    mistakes = {(each.where, each.turn.played) for each in asked if each.is_mistake}
    proven = [
        (f"{name}, turn {turn.number}", turn.played) for name in SAMPLE for turn in analysed(name).mistakes
    ]
    assert mistakes == set(proven)


def test_nothing_tells_what_was_played(file):
    text = file.read_text("utf-8")
    asked = text[text.index('<div class="puzzles">') : text.index('<section class="answers">')]
    assert 'class="tile new"' not in asked
    for each in puzzles():
        assert not each.turn.turn.move.tiles or f"{each.turn.played}<" not in asked


def test_board_racks_and_scores_are_those_before_the_turn(opened):
    opened.locator(MISTAKES).uncheck()
    shown = opened.locator(".puzzle")
    assert shown.count() == len(puzzles())
    for at, each in enumerate(puzzles()):
        position, box = each.turn.turn.position, shown.nth(at)
        assert box.locator(".tiles > g").count() == int((position.squares > 0).sum())
        assert [int(text) for text in box.locator(".side b").all_inner_texts()] == list(position.scores)
        racks = box.locator(".rack")
        assert [racks.nth(side).locator("span").count() for side in (0, 1)] == list(map(len, position.racks))
        assert "to move" in box.locator(".side").first.inner_text()


def test_what_is_shown_can_be_chosen_and_numbers_agree(opened):
    answers, asked = opened.locator(".answers li:visible"), opened.locator(".puzzle:visible")
    mistakes = sum(each.is_mistake for each in puzzles())
    assert answers.count() == asked.count() == mistakes
    opened.locator(MISTAKES).uncheck()
    assert answers.count() == asked.count() == len(puzzles())
    opened.locator(ANSWERS).uncheck()
    assert answers.count() == 0 and asked.count() == len(puzzles())


def test_four_are_on_a_sheet_and_answers_on_their_own(opened):
    opened.locator(ANSWERS).uncheck()
    for chosen in (True, False):
        opened.locator(MISTAKES).set_checked(chosen)
        asked = opened.locator(".puzzle:visible").count()
        for paper in ("A4", "Letter"):
            assert sheets(opened, paper) == math.ceil(asked / 4)
    opened.locator(MISTAKES).check()
    before = sheets(opened)
    opened.locator(ANSWERS).check()
    assert sheets(opened) == before + 1


def test_a_game_without_a_question():
    page = handout_page([])
    assert "There is no position with a proven answer" in page and "0 positions" in page
