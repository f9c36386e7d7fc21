"""The explorer in a real browser with a tile in the bag: chances, draws, the endgame after one."""

from __future__ import annotations

import re

import pytest

from scrabble.records import gcg
from scrabble.records.record import Pragma
from scrabble.records.replay import replay
from tests.browser import axe_faults
from tests.conftest import POSITIONS
from tests.scrabble.web.browsing import paste, proven, sync_api, wait_for
from tests.scrabble.web.conftest import opening
from tests.scrabble.web.served import PATIENCE
from tests.scrabble.web.test_match import begin
from tests.scrabble.web.with_bag import ALL, ONE, SINGLE, TWO

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")

GAME = (POSITIONS / "games" / "g0000.gcg").read_text("utf-8")
NAMES = ("Alpha", "Beta")
VALUE = "wins 5/8 (62.5 %) · spread +8.0"


def test_chances_and_draws_are_proven_and_nothing_open_looks_so(browser, address):
    """Of one tile in the bag what is known and the endgames after it; then of two that are open."""
    with opening(browser, address, "telephone", "dark") as page:
        paste(page, ONE["cgp"])
        proven(page, ONE["best"], VALUE)
        wait_for(page, "#claim", "Proven best: no move is better.")
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
        assert ["U", "1/8", "lost", "-5.0"] in rows and ["T", "1/8", "won", "+5.0"] in rows
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
        wait_for(page, "#claim", "Not proven")
        assert page.locator("#best").inner_text().endswith(" (not proven)")
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


def test_a_pass_is_played_on_by_the_keyboard_and_a_draw_chosen_or_left_to_chance(desktop):
    won = next(row for row in ALL if row["id"] == "b1s21g00006")  # far ahead: hardly any move loses
    paste(desktop, won["cgp"])
    bars = desktop.locator("#moves th.bars")
    sync_api().expect(bars).to_have_attribute("title", "mean final spread")
    low, _, high = desktop.locator("#moves th i").all_text_contents()
    assert 0 < int(low) < int(high)
    paste(desktop, ONE["cgp"])
    sync_api().expect(bars).to_have_attribute("title", "win probability")
    wait_for(desktop, "#claim", "Proven best: no move is better.")
    desktop.fill("#filter", "pass")
    desktop.locator("#moves tbody button").press("Enter")
    desktop.locator("#draws tbody button").first.wait_for()
    desktop.locator("[data-go='play']").press("Enter")
    wait_for(desktop, "#draws-note", "Choose what the bag holds.")
    assert desktop.evaluate("document.activeElement.closest('#draws button') !== null")
    tiles = desktop.evaluate("document.activeElement.textContent")
    desktop.keyboard.press("Enter")
    wait_for(desktop, "#caption", "Player 2 to move")
    assert desktop.locator("#tree button[aria-current]").inner_text().startswith(f"1. pass leaves {tiles}")
    assert desktop.locator("#zeros").input_value() == "1"
    assert desktop.locator(".player").nth(0).locator(".rack").inner_text() == "not known"
    desktop.locator("[data-go='back']").press("Enter")
    wait_for(desktop, "#value", VALUE)
    desktop.locator("[data-go='forward']").press("Enter")
    wait_for(desktop, "#caption", "Player 2 to move")
    desktop.locator("[data-go='back']").press("Enter")
    wait_for(desktop, "#value", VALUE)
    desktop.fill("#filter", "")
    held = []  # an answer on its way does not take back that a draw is to be chosen
    desktop.locator("#moves tbody button").first.click()
    desktop.locator("#draws tbody button").first.wait_for()
    desktop.route("**/draws", lambda route: held.append(route))
    with desktop.expect_request("**/draws"):
        desktop.locator("#moves tbody button").first.click()
    desktop.locator("[data-go='play']").click()
    wait_for(desktop, "#draws-note", "Choose the draw.")
    with desktop.expect_response("**/draws"):
        held[0].continue_()
    desktop.wait_for_timeout(200)
    assert desktop.locator("#draws-note").inner_text() == "Choose the draw."
    desktop.unroute("**/draws")
    begin(desktop, 1)
    wait_for(desktop, "#match-moves", f"{ONE['best']} draws ")
    wait_for(desktop, "#match-state", "Your move")
    assert desktop.locator(".player").nth(1).locator(".rack span").count() == 7


@pytest.mark.slow
def test_a_loss_that_is_not_known_exactly_is_a_bound(desktop):
    paste(desktop, ONE["cgp"])
    wait_for(desktop, "#claim", "Proven best: no move is better.")
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


def test_a_turn_of_a_game_is_judged_by_chance_and_explored(desktop):
    paste(desktop, GAME)
    wait_for(desktop, "#game-state", "1 turn with tiles in the bag analysed by win probability.")
    row = desktop.locator(".turns tr[data-turn='19']")
    assert row.get_attribute("data-can") == "yes" and row.locator("td").last.inner_text() == "best"
    assert desktop.locator(".turns tr[data-turn='18']").get_attribute("data-can") is None  # 4 in the bag
    row.locator("button").click()
    wait_for(desktop, "#value", "wins 100 %")
    wait_for(desktop, "#claim", "Proven")
    best = desktop.locator("#best").inner_text().split(", ")[0]
    desktop.locator("#moves tbody button").first.click()
    desktop.locator("#draws tbody button").first.click()
    wait_for(desktop, "#caption", f"{NAMES[1]} to move")
    proven_value = re.compile(r"^[+-]\d+$")
    sync_api().expect(desktop.locator("#value")).to_have_text(proven_value, timeout=PATIENCE * 1000)
    wait_for(desktop, "#claim", "Proven")
    reply = desktop.locator("#best").inner_text().split(", ")[0]
    desktop.locator("#moves tbody button").first.click()
    desktop.locator("[data-go='play']").click()
    wait_for(desktop, "#caption", f"{NAMES[0]} to move")
    with desktop.expect_download() as download:
        desktop.locator("[data-go='save-gcg']").click()
    game = gcg.loads(download.value.path().read_text("utf-8"))
    notes = [item.text for item in game.items if isinstance(item, Pragma) and item.name == "note"]
    assert notes[0].startswith(f"Explored: best {best}") and "always wins" in notes[0]
    assert notes[1].startswith(f"Explored: best {reply}")
    turns = replay(game).turns
    assert [turn.number for turn in turns][-2:] == [19, 20] and turns[-1].bag == 0
    assert not game.warnings
