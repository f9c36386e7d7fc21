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
from tests.scrabble.web.served import PATIENCE
from tests.scrabble.web.with_bag import ALL, ONE, SINGLE, TWO

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")

GAME = (POSITIONS / "games" / "g0000.gcg").read_text("utf-8")
NAMES = ("Alpha", "Beta")
VALUE = "wins 5/8 (62.5 %) · spread +8.0"


def test_a_tile_in_the_bag_is_proven_and_each_draw_shown(opened):
    paste(opened, ONE["cgp"])
    proven(opened, ONE["best"], VALUE)
    wait_for(opened, "#claim", "Proven best: no move is better.")
    assert "searches" in opened.locator("#effort").inner_text()
    assert opened.locator("#moves th").all_inner_texts()[2:4] == ["wins", "spread"]
    first = opened.locator("#moves tbody tr").first
    wait_for(opened, "#moves tbody tr:first-child", "+8.0")
    assert first.locator("td").all_inner_texts()[:4] == [ONE["best"], "42", "5/8 (62.5 %)", "+8.0"]
    first.locator("button").click()
    wait_for(opened, "#line-title", f"{ONE['best']}: wins 5/8 (62.5 %), spread +8.0 (best)")
    wait_for(opened, "#draws-note", "Click a draw to explore the endgame after it.")
    assert opened.locator("#board .tile.new").count() == 3
    assert opened.locator("[data-go='exact']").is_disabled()  # it is known
    opened.locator("[data-go='why']").click()
    wait_for(opened, "#why", f"{ONE['best']} wins unless the bag holds I, O or U.")
    rows = [row.locator("td").all_inner_texts() for row in opened.locator("#draws tbody tr").all()]
    assert ["U", "1/8", "lost", "-5.0"] in rows and ["T", "1/8", "won", "+5.0"] in rows
    assert opened.locator(".player").nth(1).locator(".rack").inner_text() == "not known"
    assert opened.evaluate("document.documentElement.scrollWidth") <= opened.viewport_size["width"]
    assert axe_faults(opened) == []
    opened.locator("#draws button", has_text="U").click()
    wait_for(opened, "#caption", "Player 2 to move")
    wait_for(opened, "#value", "+28")
    wait_for(opened, "#claim", "Proven")
    assert opened.locator("#draws tbody tr").count() == 0
    assert opened.locator("#tree button[aria-current]").inner_text().startswith("1. H1 CO(X)A draws U → ")
    opened.go_back()
    wait_for(opened, "#value", VALUE)
    assert opened.locator(".player").nth(0).get_attribute("class") == "player on"


def test_a_pass_is_played_on_by_the_keyboard_and_a_draw_chosen(opened):
    paste(opened, ONE["cgp"])
    wait_for(opened, "#claim", "Proven best: no move is better.")
    opened.fill("#filter", "pass")
    opened.locator("#moves tbody button").press("Enter")
    opened.locator("#draws tbody button").first.wait_for()
    opened.locator("[data-go='play']").press("Enter")
    wait_for(opened, "#draws-note", "Choose what the bag holds.")
    assert opened.evaluate("document.activeElement.closest('#draws button') !== null")
    tiles = opened.evaluate("document.activeElement.textContent")
    opened.keyboard.press("Enter")
    wait_for(opened, "#caption", "Player 2 to move")
    assert opened.locator("#tree button[aria-current]").inner_text().startswith(f"1. pass leaves {tiles}")
    assert opened.locator("#zeros").input_value() == "1"
    assert opened.locator(".player").nth(0).locator(".rack").inner_text() == "not known"
    opened.locator("[data-go='back']").press("Enter")
    wait_for(opened, "#value", VALUE)
    opened.locator("[data-go='forward']").press("Enter")
    wait_for(opened, "#caption", "Player 2 to move")
    opened.locator("[data-go='back']").press("Enter")
    wait_for(opened, "#value", VALUE)
    opened.fill("#filter", "")
    held = []  # an answer on its way does not take back that a draw is to be chosen
    opened.locator("#moves tbody button").first.click()
    opened.locator("#draws tbody button").first.wait_for()
    opened.route("**/draws", lambda route: held.append(route))
    with opened.expect_request("**/draws"):
        opened.locator("#moves tbody button").first.click()
    opened.locator("[data-go='play']").click()
    wait_for(opened, "#draws-note", "Choose the draw.")
    with opened.expect_response("**/draws"):
        held[0].continue_()
    opened.wait_for_timeout(200)
    assert opened.locator("#draws-note").inner_text() == "Choose the draw."


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


def test_nothing_open_looks_proven(opened):
    paste(opened, ONE["cgp"])
    wait_for(opened, "#claim", "Proven best: no move is better.")
    paste(opened, TWO["cgp"])
    wait_for(opened, "#claim", "Not proven")
    assert opened.locator("#best").inner_text().endswith(" (not proven)")
    wait_for(opened, "#moves tbody", "about ")
    opened.locator("[data-go='stop']").click()
    wait_for(opened, "#claim", "Stopped.")
    rows = [row.locator("td").all_inner_texts() for row in opened.locator("#moves tbody tr").all()]
    assert any(chance.startswith("about ") for _, _, chance, *_ in rows)
    opened.fill("#filter", SINGLE)
    opened.locator("#moves tbody button").first.click()
    opened.locator("#draws tbody button").first.click()
    wait_for(opened, "#leaves", "the bag then holds")
    assert opened.evaluate("document.documentElement.scrollWidth") <= opened.viewport_size["width"]
    assert axe_faults(opened) == []
    opened.locator("#leaves button").first.click()
    wait_for(opened, "#caption", "Player 2 to move")
    assert opened.locator("#problems li").count() == 0 and opened.locator("#leaves button").count() == 0


def test_bars_show_the_spread_where_all_moves_win(desktop):
    won = next(row for row in ALL if row["id"] == "b1s21g00006")  # far ahead: hardly any move loses
    paste(desktop, won["cgp"])
    sync_api().expect(desktop.locator("#moves th.bars")).to_have_attribute("title", "mean final spread")
    low, _, high = desktop.locator("#moves th i").all_text_contents()
    assert 0 < int(low) < int(high)
    paste(desktop, ONE["cgp"])
    sync_api().expect(desktop.locator("#moves th.bars")).to_have_attribute("title", "win probability")
