"""The page to share: its reasons, an answer that can be hidden, and a table that fits a telephone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_fields

from scrabble import solve
from scrabble.analysis.explain.explain import best_move_reasons
from scrabble.game import cgp
from scrabble.lexicon import choice
from scrabble.records.replay import replay
from scrabble.report.pages.positions import (
    SIDES,
    Section,
    plain_position,
    positions_page,
    share_page,
    solved_position,
)
from scrabble.solver import SolveOptions
from scrabble.solver import solve as solve_position
from tests.browser import axe_faults, offline_page, text_right
from tests.conftest import POSITIONS
from tests.worlds.scrabble_games import game

ANSWER = ("3F (L)LANO", "Player 1 goes out next turn", "worse by 3", "+22")
QUESTION = "Player 1 to move, 75 ahead (470-395). What is the best move?"
REASONS = [
    "With best play Ann goes out next turn, leaving Bob with I.",
    "Avoids being stuck with ALNO (4 points), as happens after 3B RA(J).",
    "The second-best move, 3F (L)A, is worth 3 points less.",
    "The highest-scoring play, 3B RA(J) for 20, costs 16 points: Bob 3F (L)IEU 6.",
]


@pytest.fixture
def shared(endgame, tmp_path):
    """The page that `endgame share` writes of a position."""

    def write(*arguments: str):
        path = tmp_path / "shared.html"
        assert endgame("share", *arguments, "--out", path).status == 0
        return path

    return write


def test_the_reasons_are_those_of_the_best_move():
    solution = solve("out-in-two", exact=2)
    assert best_move_reasons(solution, choice.load("ENABLE"), ("Ann", "Bob")) == REASONS
    page = share_page(solution, reasons=["<b> & more"])
    assert "<li>&lt;b&gt; &amp; more</li>" in page


def test_without_scores_the_question_has_none():
    [position] = cgp.load(POSITIONS / "out-in-one.cgp")
    page = share_page(solve(replace(position, scores=(0, 0), extra=(cgp.UNKNOWN_SCORES,))))
    assert ">Player 1 to move. What is the best move?<" in page


def test_the_answer_can_be_hidden_the_question_saved_and_both_printed(browser, shared, tmp_path):
    path = shared("out-in-two")
    with offline_page(browser, "telephone", path) as page:
        assert all(each in page.inner_text("body") for each in ANSWER)
        assert page.locator(".board .tile.new").count() == 4
        assert not page.locator("#question").is_visible()
        assert QUESTION not in page.inner_text("body")
        page.click("#hide")
        assert not any(each in page.inner_text("body") for each in ANSWER)
        assert QUESTION in page.inner_text("body")
        assert page.locator(".board .tile.new").count() == 0
        page.keyboard.press("ArrowRight")
        assert page.locator(".board .tile.new").count() == 0
        assert axe_faults(page) == []
        with page.expect_download() as download:
            page.click("#question")
        question = tmp_path / "question.html"
        download.value.save_as(question)
        page.click("#hide")
        assert all(each in page.inner_text("body") for each in ANSWER)
    with offline_page(browser, "desktop", question) as page:
        assert QUESTION in page.inner_text("body")
        assert not any(each in page.inner_text("body") for each in ANSWER)
        page.click("#hide")
        assert all(each in page.inner_text("body") for each in ANSWER)
        page.goto(f"{path.as_uri()}#hide")
        assert not any(each in page.inner_text("body") for each in ANSWER)
        page.emulate_media(media="print")
        assert (
            page.locator(".diagram svg").is_visible() and page.locator(".question").inner_text() == QUESTION
        )
        page.emulate_media(media="screen")
        page.click("#hide")
        page.emulate_media(media="print")
        assert page.locator(".diagram svg").is_visible() and page.locator(".diagram .rack").first.is_visible()
        assert page.locator(".scroll").evaluate("each => each.scrollHeight <= each.clientHeight")
        assert page.locator("button:visible:not(.candidates button)").count() == 0


def test_explored_positions_are_walked_through_and_what_follows_from_an_answer_is_hidden_with_it(
    browser, tmp_path
):
    first, other = solve("out-in-two", exact=2), solve("out-in-one")
    after = first.position.play(first.move)
    reply = solved_position(solve(after), ("Player 2", "Player 1"), first.text)
    shown = [
        solved_position(first, title="Position 1"),
        with_fields(reply, is_second=True, is_reached=True),
        plain_position(other.position, SIDES, Section("Position 3", verdict="It was not searched.")),
    ]
    path = tmp_path / "positions.html"
    path.write_text(positions_page(shown, "Explored positions"), "utf-8")
    with offline_page(browser, "desktop", path) as page:
        caption, section = page.locator("#caption"), page.locator(".position:visible")
        page.keyboard.press("ArrowRight")
        assert caption.inner_text() == "Player 2 G8 (GO)U(G)E +7, 477-402"
        page.keyboard.press("ArrowDown")
        assert caption.inner_text() == "Player 2 G8 (GO)U(G)E +7, 477-402"
        assert page.locator(".player.on .name").inner_text() == "Player 2"
        assert page.locator(".players .name").all_inner_texts() == ["Player 1", "Player 2"]
        page.keyboard.press("Escape")
        assert caption.inner_text().startswith("Player 2 to move, ")
        page.keyboard.press("ArrowRight")
        assert section.inner_text().startswith("Position 3\n\nIt was not searched.")
        page.locator(".stop").first.click()
        section.locator(".candidates button").nth(1).click()
        assert page.locator("#line-title").inner_text() == "After 3F (L)A"
        section.locator("summary").click()
        section.locator(".copy").click()
        assert section.locator(".copied").inner_text() == "Copied."
        assert axe_faults(page) == []
        page.click("#hide")
        assert page.locator("#hide").inner_text() == "Show the answers"
        assert not any(each in page.inner_text("body") for each in ANSWER)
        assert page.locator(".stop:visible").count() == 2
        page.keyboard.press("ArrowRight")
        assert section.locator("h2").inner_text() == "Position 3"


def last_column_is_whole(page) -> None:
    """Nothing is wider than the window, and no word cut."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    box = page.locator(".scroll").bounding_box()
    for cell in page.locator(".candidates td.words:visible").all()[:24]:
        assert text_right(cell) <= box["x"] + box["width"]


def test_replies_fit_on_a_telephone(browser, tmp_path):
    path = tmp_path / "practical.html"
    position = replay(game("g0034")).turns[22].position
    solution = solve_position(position, choice.load("ENABLE"), SolveOptions(practical=True, nodes=20_000))
    path.write_text(share_page(solution), "utf-8")
    with offline_page(browser, "telephone", path) as page:
        last_column_is_whole(page)


BROKEN = """() => [...document.querySelectorAll(".candidates td.words:not(.proven)")].filter((cell) => {
  const word = document.createRange(), text = cell.firstChild;
  return [...text.data.matchAll(/\\S+/g)].some(({ 0: { length }, index }) => {
    word.setStart(text, index);
    word.setEnd(text, index + length);
    return word.getClientRects().length > 1;
  });
}).length"""


def test_with_a_tile_in_the_bag_no_word_is_broken_on_a_narrow_telephone(browser, tmp_path):
    """The reasons are draws."""
    path = tmp_path / "shared.html"
    solution = solve("preendgame:8", nodes=20_000)
    [reason, *_] = best_move_reasons(solution, choice.load("ENABLE"), SIDES)
    assert reason.startswith(solution.text)
    path.write_text(share_page(solution), "utf-8")
    with offline_page(browser, "telephone", path) as page:
        page.set_viewport_size({"width": 360, "height": 844})
        assert page.locator(".candidates td.words:visible", has_text="worse").count()
        assert page.evaluate(BROKEN) == 0
        last_column_is_whole(page)
