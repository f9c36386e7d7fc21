"""The page of a game whose last tiles in the bag were judged, in a real browser."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from msgspec.structs import replace as with_fields

from scrabble.analysis import analyse
from scrabble.answer.interval import Interval, exactly
from scrabble.report.pages.game import game_page
from scrabble.report.pages.graph import PANEL_HEIGHT
from scrabble.report.pages.index import Practice, _practised
from scrabble.report.pages.page_puzzle import is_puzzle, puzzles_of
from tests.browser import axe_faults, offline_page, opened_page
from tests.worlds.preendgame_turns import analysed_with_bag, thrown, with_turn, without_preendgame
from tests.worlds.scrabble_games import (
    GAMES,
    as_record,
    breaking_off,
    enable,
    record_data,
    with_found,
    with_turns,
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A game with a mistake while a tile was in the bag, and one that breaks off there."""
    folder = tmp_path_factory.mktemp("pages")
    judged = analysed_with_bag()
    thrown_away = thrown(judged, Fraction(3, 4), Fraction(1, 4))
    rack = judged.preendgame[0].replayed.event.rack
    unfinished = analyse(breaking_off("g0040", 20, f"rack1 {rack}"), enable(), nodes=3_000)
    for name, analysis in (("mistake", thrown_away), ("unfinished", unfinished)):
        (folder / f"{name}.html").write_text(game_page(analysis, "g0040.gcg"), "utf-8")
    return folder


@pytest.fixture(scope="module")
def found():
    return analysed_with_bag()


def test_it_opens_at_the_turn_that_threw_chance_away(browser, pages):
    with opened_page(browser, "telephone", (pages / "mistake.html").as_uri(), "dark") as page:
        shows_the_mistake(page)
        assert axe_faults(page) == []


def test_a_better_move_is_looked_for_with_a_tile_in_the_bag(browser, pages, found):
    """It is right if it wins most often; of a move that the page does not list nothing is claimed."""
    [turn] = found.preendgame
    best = turn.found.moves[0]
    with offline_page(browser, "desktop", pages / "mistake.html") as page:
        page.locator("#turn-21 a", has_text="Find better").click()
        assert page.locator("#question").inner_text() == "Alpha played C11 Q(U)AG. Find better."
        for move, kind, said in (
            ("pass", "open", "Pass is not among the moves that this page knows, and may be as good."),
            (
                "C11 Q(U)AG",
                "large",
                "C11 Q(U)AG costs 50 % win probability: it wins 1/4 (25 %); the solution",
            ),
            (best.text, "none", "Right: Alpha wins 3/4 (75 %)."),
        ):
            page.locator("#typed").fill(move)
            page.keyboard.press("Enter")
            assert page.locator("#verdict").inner_text().startswith(said)
            assert page.locator("#verdict").get_attribute("class") == f"verdict {kind}"
        assert page.locator("#answer-line").inner_text() == f"{best.text} {best.score}"


def test_mistakes_with_tiles_in_the_bag_make_puzzles_if_it_is_proven_what_is_best(found):
    known = thrown(found, Fraction(3, 4), Fraction(1, 4))
    [turn] = known.preendgame
    [asked] = [each for each in puzzles_of(known) if each.view.has_bag]
    assert asked.is_mistake and len(asked.view.right) == 1 and not asked.view.is_complete
    assert asked.view.question == "Alpha is 43 behind, with 1 tile in the bag. Which move wins most often?"
    assert {each.move for each in asked.view.others} == {
        each.text for each in turn.found.moves if each.win.upper < Fraction(3, 4)
    }
    is_open = with_found(turn, win=Interval(Fraction(3, 4), 1))
    in_points = with_found(turn, win_loss=exactly(0), loss=exactly(2), spread=Interval(1, 3))
    best = in_points.found.moves[0]
    proven = with_found(
        in_points, moves=(with_fields(best, spread=Interval(3, 4)), *in_points.found.moves[1:])
    )
    assert [is_puzzle(each) for each in (turn, is_open, in_points, proven)] == [True, False, False, True]
    none = thrown(found, Fraction(1, 4), Fraction(1, 4))
    assert not any(each.view.has_bag for each in puzzles_of(none))


def test_a_mistake_with_tiles_in_the_bag_is_practised_on_the_page_alone(found):
    record = as_record(record_data(thrown(found, Fraction(3, 4), Fraction(1, 4)), "game.gcg"))
    record = with_fields(record, turns=[each for each in record.turns if not each.is_endgame])
    persons = {name: name for name in record.players}
    [practised] = _practised([record], persons, Practice(page="handout.html"))
    assert practised.text == "Practise 1 mistake of Alpha"
    assert not list(_practised([record], persons, Practice(command=["endgame", "analyse", "games"])))


def test_a_game_that_breaks_off(browser, pages):
    with offline_page(browser, "desktop", pages / "unfinished.html") as page:
        assert page.locator("section.position:visible h2").inner_text() == "To play: Alpha"
        assert page.locator(".stop[aria-current] b").inner_text() == "To play: Alpha"
        best = page.locator(".candidates:visible button").first
        best.click()
        laid = re.sub(r"\([^)]*\)", "", best.inner_text().split()[1])
        assert page.locator("#board .tile.new").count() == len(laid)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def shows_the_mistake(opened):
    assert opened.evaluate("document.documentElement.scrollWidth") <= opened.viewport_size["width"]
    assert opened.locator(".stop[aria-current] .lost").inner_text() == "-50 %"
    assert opened.locator("section.position:visible h2").inner_text().startswith("Turn 21, Alpha: C11 Q(U)AG")
    number, text = (opened.locator(f".stop >> css={each}").first for each in (".lost", ".lost + span"))
    assert number.bounding_box()["x"] + number.bounding_box()["width"] <= text.bounding_box()["x"]
    assert number.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    box = opened.locator("svg.graph .thrown").bounding_box()
    assert box is not None and box["height"] > 10
    for mark in ("circle.ring", "circle.played"):
        assert opened.locator(f"svg.graph {mark}").is_visible()
    opened.locator(".graph .strip[data-position='22']").click()
    opened.locator(".graph .strip[data-position='21']").click()
    assert opened.locator("#turn-21").is_visible()


def test_a_game_without_a_mistake_opens_at_the_first_turn_that_was_judged(browser, tmp_path):
    judged = analysed_with_bag()
    plain = thrown(judged, Fraction(1, 4), Fraction(1, 4))
    best = [with_found(turn, loss=exactly(0)) for turn in plain.endgame]
    path = tmp_path / "game.html"
    path.write_text(game_page(with_turns(plain, (*plain.turns[:21], *best))), "utf-8")
    with offline_page(browser, "desktop", path) as page:
        assert page.locator("section.position:visible").get_attribute("id") == "turn-21"
        assert page.locator(".listed").inner_text().endswith("No mistakes: every endgame turn was best.")


def test_no_mistake_is_denied_while_something_is_open():
    judged = analyse(GAMES / "g0040.gcg", enable(), nodes=30)
    assert not judged.mistakes and "No mistakes" not in game_page(judged)


def test_the_page_has_a_section_with_a_table_of_draws(found):
    page = game_page(found)
    assert 'id="turn-21"' in page and "(held)" in page and 'class="draws"' in page


def test_the_graph_shows_both_chances_and_says_them(found):
    page = game_page(thrown(found, Fraction(3, 4), Fraction(1, 4)))
    [at] = re.findall(r'<circle class="ring" cx="([\d.]+)" cy="([\d.]+)"', page)
    [played] = re.findall(r'<circle class="played" cx="([\d.]+)" cy="([\d.]+)"', page)
    [bar] = re.findall(r'<line class="thrown" x1="([\d.]+)" x2="\1" y1="([\d.]+)" y2="([\d.]+)"', page)
    assert at[0] == played[0] and bar == (at[0], at[1], played[1])
    assert float(played[1]) - float(at[1]) == pytest.approx(PANEL_HEIGHT / 2, abs=0.1)
    told = "turn 21, Alpha: best move wins 3/4 (75 %), the one played 1/4 (25 %)"
    [label] = re.findall('class="graph"[^>]*aria-label="([^"]*)"', page)
    assert told in label and "win probability of the best move" in page
    none = game_page(thrown(found, Fraction(1, 4), Fraction(1, 4)))
    assert 'class="ring"' in none and '<line class="thrown"' not in none
    plain = game_page(without_preendgame(found))
    assert "win probability of the best move" not in plain and 'circle class="ring"' not in plain


def test_the_graph_shows_where_an_open_chance_lies(found):
    known = thrown(found, Fraction(3, 4), Fraction(1, 4))
    [turn] = known.preendgame
    page = game_page(with_turn(known, with_found(turn, win=Interval(Fraction(1, 2), 1))))
    assert 'circle class="ring"' not in page
    [played] = re.findall(r'<circle class="played" cx="([\d.]+)"', page)
    bars = re.findall(rf'<line class="open" x1="{played}" x2="{played}" y1="([\d.]+)" y2="([\d.]+)"', page)
    assert any(float(low) - float(top) == pytest.approx(PANEL_HEIGHT / 2, abs=0.1) for top, low in bars)
