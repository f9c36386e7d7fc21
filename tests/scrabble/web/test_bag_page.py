"""The explorer in a real browser with a tile in the bag: chances, draws, the endgame after one."""

from __future__ import annotations

import pytest

from tests.scrabble.web.browsing import paste, wait_for
from tests.scrabble.web.test_page import axe_script
from tests.scrabble.web.with_bag import ONE, TWO

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")

VALUE = "chance 5/8 (62.5 %) · spread +8.0"


def test_a_tile_in_the_bag_is_proven_and_each_draw_shown(opened):
    paste(opened, ONE["cgp"])
    wait_for(opened, "#claim", "Proven: no move is better.")
    assert (
        opened.locator("#best").inner_text() == ONE["best"] and opened.locator("#value").inner_text() == VALUE
    )
    assert "questions" in opened.locator("#effort").inner_text()
    assert opened.locator("#moves th").all_inner_texts()[2:4] == ["chance", "spread"]
    first = opened.locator("#moves tbody tr").first
    assert first.locator("td").all_inner_texts()[:4] == [ONE["best"], "42", "5/8 (62.5 %)", "+8.0"]
    first.locator("button").click()
    wait_for(opened, "#line-title", f"{ONE['best']}: chance 5/8 (62.5 %), spread +8.0 (best)")
    wait_for(opened, "#draws-note", "press a draw for the endgame after it")
    assert opened.locator("#board .tile.new").count() == 3 and opened.locator("[data-go='exact']").is_hidden()
    rows = [row.locator("td").all_inner_texts() for row in opened.locator("#draws tbody tr").all()]
    assert ["U", "1/8", "lost", "−5.0"] in rows and ["T", "1/8", "won", "+5.0"] in rows
    assert opened.locator(".player").nth(1).locator(".rack").inner_text() == "not known"
    assert opened.evaluate("document.documentElement.scrollWidth") <= opened.viewport_size["width"]
    assert faults(opened) == []
    opened.locator("#draws button", has_text="U").click()
    wait_for(opened, "#claim", "Proven")
    assert opened.locator("#caption").inner_text() == "Player 2 to move"
    assert opened.locator("#draws tbody tr").count() == 0 and opened.locator("#value").inner_text() == "+28"
    assert opened.locator("#tree button[aria-current]").inner_text().startswith("H1 CO(X)A, draws U → ")
    opened.go_back()
    wait_for(opened, "#value", VALUE)
    assert opened.locator(".player").nth(0).get_attribute("class") == "player on"


def test_nothing_open_looks_proven(opened):
    opened.select_option("#seconds", "5")
    paste(opened, TWO["cgp"])
    wait_for(opened, "#claim", "Not proven")
    assert opened.locator("#best").inner_text().startswith("so far ")
    wait_for(opened, "#claim", "The time is up")
    rows = [row.locator("td").all_inner_texts() for row in opened.locator("#moves tbody tr").all()]
    assert any("at most" in chance or " to " in chance or chance == "open" for _, _, chance, *_ in rows)
    opened.locator("#moves tbody button").first.click()
    opened.locator("#draws tbody tr").first.wait_for()
    assert opened.evaluate("document.documentElement.scrollWidth") <= opened.viewport_size["width"]
    assert faults(opened) == []


def faults(page) -> list:
    """What axe finds."""
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    page.evaluate(axe_script())
    return page.evaluate(
        "async () => (await axe.run()).violations.map((each) => [each.id, each.nodes.length])"
    )
