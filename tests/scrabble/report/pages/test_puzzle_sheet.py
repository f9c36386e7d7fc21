"""Positions to print: nothing on a sheet tells what was played, and there are no more sheets than need be."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest

from scrabble.report.pages.puzzle_sheet import puzzle_sheet, puzzles_of, sheets_of
from tests.worlds.scrabble_games import SAMPLE, analysed

MISTAKES = "#only-mistakes"
ANSWERS = "#with-answers"


def puzzles():
    return [puzzle for name in SAMPLE for puzzle in puzzles_of(analysed(name), f"games/{name}.gcg")]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("handout") / "handout.html"
    path.write_text(puzzle_sheet(puzzles()), "utf-8")
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
    """Return the number of printed sheets."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, prefer_css_page_size=True)))


def test_what_is_asked_has_an_answer_and_a_choice():
    asked = puzzles()
    assert len(asked) > 20 and any(not each.is_mistake for each in asked)
    for each in asked:
        choice = each.turn.choice
        assert each.turn.spread.is_exact and choice.best_is_complete
        assert len(choice.best) < len(choice.moves)
    mistakes = {(each.where, each.turn.played) for each in asked if each.is_mistake}
    proven = [
        (f"{name}, turn {turn.number}", turn.played) for name in SAMPLE for turn in analysed(name).mistakes
    ]
    assert mistakes == set(proven)


def test_nothing_tells_what_was_played(file):
    text = file.read_text("utf-8")
    asked = text[text.index('<div class="puzzles') : text.index('<section class="answers">')]
    assert 'class="tile new"' not in asked
    for each in puzzles():
        assert not each.turn.turn.move.tiles or f"{each.turn.played}<" not in asked


def test_board_racks_and_scores_are_those_before_the_turn(opened):
    opened.locator(MISTAKES).uncheck()
    shown = opened.locator(".puzzle:visible")
    assert shown.count() == len(puzzles())
    for at, each in enumerate(in_order(puzzles())):
        position, box = each.turn.turn.position, shown.nth(at)
        assert box.locator(".tiles > g").count() == int((position.squares > 0).sum())
        assert [int(text) for text in box.locator(".side b").all_inner_texts()] == list(position.scores)
        racks = box.locator(".rack")
        assert [racks.nth(side).locator("span").count() for side in (0, 1)] == list(
            map(len, position.rack_codes)
        )
        assert "to move" in box.locator(".side").first.inner_text()


def test_what_is_shown_can_be_chosen_and_numbers_agree(opened):
    answers, asked = opened.locator(".answer:visible"), opened.locator(".puzzle:visible")
    mistakes = sum(each.is_mistake for each in puzzles())
    assert answers.count() == asked.count() == mistakes
    assert answers.locator(".where").all_inner_texts() == [
        text.partition(" · ")[0] for text in asked.locator(".where").all_inner_texts()
    ]
    opened.locator(MISTAKES).uncheck()
    assert answers.count() == asked.count() == len(puzzles())
    opened.locator(ANSWERS).uncheck()
    assert answers.count() == 0 and asked.count() == len(puzzles())


def test_no_sheet_has_two_positions_of_a_game():
    """A later one shows what was played, and often what was best: it comes on a later sheet."""
    asked = puzzles()
    for chosen in (asked, [each for each in asked if each.is_mistake], asked[:1], []):
        sheets = sheets_of(chosen)
        assert sorted(map(id, in_order(chosen))) == sorted(map(id, chosen))
        last: dict[str, int] = {}
        for sheet in sheets:
            assert 1 <= len(sheet) <= 4 and len({each.game for each in sheet}) == len(sheet)
            for each in sheet:
                assert last.get(each.game, 0) < each.turn.number
                last[each.game] = each.turn.number
        most = max(Counter(each.game for each in chosen).values(), default=0)
        assert len(sheets) == max(most, math.ceil(len(chosen) / 4))


def test_games_of_one_name_are_told_apart():
    found = [puzzle for folder in "ab" for puzzle in puzzles_of(analysed("g0010"), f"{folder}/g.gcg")]
    assert {each.where.partition(",")[0] for each in found} == {"g"}
    assert [[each.game for each in sheet] for sheet in sheets_of(found)] == [["a/g.gcg", "b/g.gcg"]] * (
        len(found) // 2
    )


def test_sheets_are_those_that_are_printed_and_answers_are_on_their_own(opened):
    opened.locator(ANSWERS).uncheck()
    counts = []
    for chosen in (True, False):
        opened.locator(MISTAKES).set_checked(chosen)
        asked = [each for each in puzzles() if each.is_mistake or not chosen]
        counts.append(len(sheets_of(asked)))
        for paper in ("A4", "Letter"):
            assert sheets(opened, paper) == counts[-1]
    opened.locator(MISTAKES).check()
    opened.locator(ANSWERS).check()
    assert counts[0] < sheets(opened) <= counts[0] + math.ceil(opened.locator(".answer:visible").count() / 8)


def test_an_answer_shows_the_best_move_on_the_board(opened):
    answers = opened.locator(".answer:visible")
    asked = in_order([each for each in puzzles() if each.is_mistake])
    for at, each in enumerate(asked):
        best = each.turn.moves[0]
        answer = answers.nth(at)
        assert answer.locator("h3").inner_text().startswith(best.text)
        assert answer.locator(".tile.new").count() == len(best.move.placed)
        assert answer.locator(".claims li").all_inner_texts() == [claim.text for claim in each.turn.reasons]
        assert f"Played: {each.turn.played}" in answer.inner_text()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_window(opened, width):
    opened.set_viewport_size({"width": width, "height": 900})
    assert opened.evaluate("document.documentElement.scrollWidth") <= width


def in_order(asked):
    """The positions as the sheets have them."""
    return [each for sheet in sheets_of(asked) for each in sheet]


def test_a_game_without_a_question():
    page = puzzle_sheet([])
    assert "No position has a proven answer" in page and "0 positions" in page
