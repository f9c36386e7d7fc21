"""The explorer in a real browser with a tile in the bag: chances, draws, the endgame after one."""

from __future__ import annotations

import pytest

from tests.browser import axe_faults
from tests.scrabble.web.browsing import paste, proven, sync_api, wait_for
from tests.scrabble.web.conftest import opening
from tests.scrabble.web.served import PATIENCE
from tests.scrabble.web.test_match import begin
from tests.scrabble.web.with_bag import ONE, SINGLE, TWO

VALUE = "wins 5/8 (62.5 %), spread +8.0 on average"


def test_chances_are_proven_and_a_draw_is_chosen_or_left_to_chance(browser, address):
    """Of one tile in the bag what is known and the endgames after it; of two what is open."""
    with opening(browser, address, "telephone", "dark") as page:
        paste(page, ONE["cgp"])
        proven(page, ONE["best"], VALUE)
        wait_for(page, "#claim", "Proven, no other move is better.")
        bars = page.locator("#moves th.bars")
        sync_api().expect(bars).to_have_attribute("title", "win probability")
        assert "searches" in page.locator("#effort").inner_text()
        assert page.locator("#moves th").all_inner_texts()[2:4] == ["wins", "spread"]
        first = page.locator("#moves tbody tr").first
        wait_for(page, "#moves tbody tr:first-child", "+8.0")
        assert first.locator("td").all_inner_texts()[:4] == [ONE["best"], "42", "5/8 (62.5 %)", "+8.0"]
        first.locator("button").click()
        wait_for(page, "#line-title", f"{ONE['best']}: wins 5/8 (62.5 %), spread +8.0 (best)")
        wait_for(page, "#draws-note", "Click a draw to explore the endgame after it.")
        assert page.locator("#board .tile.new").count() == 3
        assert page.locator("[data-go='exact']").is_disabled()  # it is known
        page.locator("[data-go='why']").click()
        wait_for(page, "#why", f"{ONE['best']} wins unless the bag holds I, O or U.")
        rows = [row.locator("td").all_inner_texts() for row in page.locator("#draws tbody tr").all()]
        assert ["U", "1/8", "loses", "-5"] in rows and ["T", "1/8", "wins", "+5"] in rows
        assert page.locator(".player").nth(1).locator(".rack").inner_text() == "not known"
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert axe_faults(page) == []
        page.locator("#draws button", has_text="U").click()
        wait_for(page, "#caption", "Player 2 to move")
        wait_for(page, "#value", "+28")
        wait_for(page, "#claim", "Proven")
        assert page.locator("#draws tbody tr").count() == 0
        assert page.locator("#tree button[aria-current]").inner_text().startswith("1. H1 CO(X)A draws U → ")
        page.go_back()
        wait_for(page, "#value", VALUE)
        assert page.locator(".player").nth(0).get_attribute("class") == "player on"
        paste(page, TWO["cgp"])
        wait_for(page, "#best", " (not proven)")
        wait_for(page, "#moves tbody", "about ")
        page.locator("[data-go='stop']").click()
        wait_for(page, "#claim", "Stopped.")
        rows = [row.locator("td").all_inner_texts() for row in page.locator("#moves tbody tr").all()]
        assert any(chance.startswith("about ") for _, _, chance, *_ in rows)
        page.fill("#filter", SINGLE)
        page.locator("#moves tbody button").first.click()
        page.locator("#draws tbody button").first.click()
        wait_for(page, "#leaves", "the bag then holds")
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert axe_faults(page, "#leaves") == []
        page.locator("#leaves button").first.click()
        wait_for(page, "#caption", "Player 2 to move")
        assert page.locator("#problems li").count() == 0 and page.locator("#leaves button").count() == 0
        page.set_viewport_size({"width": 1280, "height": 900})
        paste(page, ONE["cgp"])
        proven(page, ONE["best"], VALUE)
        page.fill("#filter", "pass")
        page.locator("#moves tbody button").press("Enter")
        page.locator("#draws tbody button").first.wait_for()
        page.locator("[data-go='play']").press("Enter")
        wait_for(page, "#draws-note", "Choose what the bag holds.")
        assert page.evaluate("document.activeElement.closest('#draws button') !== null")
        tiles = page.evaluate("document.activeElement.textContent")
        page.keyboard.press("Enter")
        wait_for(page, "#caption", "Player 2 to move")
        assert page.locator("#tree button[aria-current]").inner_text().startswith(f"1. pass leaves {tiles}")
        assert page.locator("#zeros").input_value() == "1"
        page.locator("[data-go='back']").press("Enter")
        wait_for(page, "#value", VALUE)
        page.fill("#filter", "")
        held = []  # an answer on its way does not take back that a draw is to be chosen
        page.locator("#moves tbody button").first.click()
        page.locator("#draws tbody button").first.wait_for()
        page.route("**/draws", lambda route: held.append(route))
        with page.expect_request("**/draws"):
            page.locator("#moves tbody button").first.click()
        page.locator("[data-go='play']").click()
        wait_for(page, "#draws-note", "Choose the draw.")
        with page.expect_response("**/draws"):
            held[0].continue_()
        page.wait_for_timeout(200)
        assert page.locator("#draws-note").inner_text() == "Choose the draw."
        page.unroute("**/draws")
        begin(page, 1)
        wait_for(page, "#match-moves", f"{ONE['best']} draws ")
        wait_for(page, "#match-state", "Your move")
        assert page.locator(".player").nth(1).locator(".rack span").count() == 7


@pytest.mark.slow
def test_a_loss_that_is_not_known_exactly_is_a_bound(desktop):
    paste(desktop, ONE["cgp"])
    wait_for(desktop, "#claim", "Proven, no other move is better.")
    begin(desktop, 0)
    wait_for(desktop, "#match-state", "Your move")
    desktop.locator("[data-go='match-pass']").click()
    for _ in range(10):
        sync_api().expect(desktop.locator("#match-state")).not_to_contain_text(
            "thinking", timeout=PATIENCE * 1000
        )
        if "Your move" not in desktop.inner_text("#match-state"):
            break
        desktop.locator("[data-go='match-pass']").click()
        desktop.wait_for_timeout(300)
    wait_for(desktop, "#match-total", "Your endgame moves lost")
    first = desktop.locator("#match tbody tr").first.locator("td").all_inner_texts()
    assert first[1].startswith("pass leaves ") and (first[2] == "not known" or first[2].endswith(" %"))
