"""The page of a game whose last tiles in the bag were judged, in a real browser."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from scrabble.analysis import analyse
from scrabble.report.pages.game import game_page
from scrabble.solver.interval import exactly
from tests.browser import WIDTHS
from tests.scrabble.analysis.test_preendgame_turn import thrown
from tests.scrabble.web.test_page import axe_script
from tests.worlds.scrabble_games import GAMES, breaking_off, enable


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A game with a mistake while a tile was in the bag, and one that breaks off there."""
    folder = tmp_path_factory.mktemp("pages")
    judged = analyse(GAMES / "g0040.gcg", enable(), nodes=3_000)
    thrown_away = thrown(judged, Fraction(3, 4), Fraction(1, 4))
    rack = judged.preendgame[0].turn.event.rack
    unfinished = analyse(breaking_off("g0040", 20, f"rack1 {rack}"), enable(), nodes=3_000)
    for name, analysis in (("mistake", thrown_away), ("unfinished", unfinished)):
        (folder / f"{name}.html").write_text(game_page(analysis, "g0040.gcg"), "utf-8")
    return folder


@pytest.fixture(params=WIDTHS)
def opened(request, browser):
    """A window without a network."""
    width, height = WIDTHS[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, offline=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    assert problems == []
    context.close()


def test_it_opens_at_the_turn_that_threw_chance_away(opened, pages):
    opened.goto((pages / "mistake.html").as_uri())
    assert opened.locator(".mistake[aria-current] .lost").inner_text() == "−50 %"
    assert opened.locator("section.turn:visible h2").inner_text().startswith("Turn 21, Alpha: C11 Q(U)AG")
    number, text = (opened.locator(f".mistake >> css={each}").first for each in (".lost", ".lost + span"))
    assert number.bounding_box()["x"] + number.bounding_box()["width"] <= text.bounding_box()["x"]
    assert number.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    box = opened.locator("svg.graph .thrown").bounding_box()
    assert box is not None and box["height"] > 10
    for mark in ("circle.ring", "circle.played"):
        assert opened.locator(f"svg.graph {mark}").is_visible()
    opened.locator(".graph .strip[data-turn='22']").click()
    opened.locator(".graph .strip[data-turn='21']").click()
    assert opened.locator("#turn-21").is_visible()


def test_a_game_without_a_mistake_opens_at_the_first_turn_that_was_judged(browser, tmp_path):
    judged = analyse(GAMES / "g0040.gcg", enable(), nodes=3_000)
    plain = thrown(judged, Fraction(1, 4), Fraction(1, 4))
    best = [dataclasses.replace(turn, loss=exactly(0)) for turn in plain.endgame]
    path = tmp_path / "game.html"
    path.write_text(game_page(dataclasses.replace(plain, turns=(*plain.turns[:21], *best))), "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.locator("section.turn:visible").get_attribute("id") == "turn-21"
    assert page.locator(".mistakes").inner_text().endswith("No mistakes: every endgame turn was best.")
    page.close()


def test_no_mistake_is_denied_while_something_is_open():
    judged = analyse(GAMES / "g0040.gcg", enable(), nodes=30)
    assert not judged.mistakes and "No mistakes" not in game_page(judged)


@pytest.mark.parametrize("name", ["mistake", "unfinished"])
def test_nothing_is_wider_than_the_window(opened, pages, name):
    opened.goto((pages / f"{name}.html").as_uri())
    assert opened.evaluate("document.documentElement.scrollWidth") <= opened.viewport_size["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["mistake", "unfinished"])
def test_axe_finds_no_fault(opened, pages, name, scheme):
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    opened.emulate_media(color_scheme=scheme)
    opened.goto((pages / f"{name}.html").as_uri())
    opened.evaluate(axe_script())
    found = opened.evaluate(
        "async () => (await axe.run()).violations.map("
        "(each) => [each.id, each.nodes.map((node) => node.html.slice(0, 200))])"
    )
    assert found == []
