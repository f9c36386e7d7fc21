"""Positions played out against the solver in a real browser."""

from __future__ import annotations

import pytest

from tests.browser import axe_faults
from tests.conftest import POSITIONS
from tests.scrabble.web.browsing import click_square, paste, proven, sync_api, wait_for
from tests.scrabble.web.served import PATIENCE
from tests.scrabble.web.with_bag import ONE

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")

EASY = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1]
HIDDEN = ("#answer", "#moves", "#tree", "#line")


def begin(page, player: int) -> None:
    """Play the position on the board out, as one of the players."""
    page.locator("[data-go='play-out']").click()
    page.locator(f"[data-player='{player}']").click()


def place(page, row: int, col: int, tiles: str) -> None:
    click_square(page, row, col)
    page.keyboard.type(tiles)
    sync_api().expect(page.locator("[data-go='choose']")).to_be_enabled()
    page.keyboard.press("Enter")


def test_a_game_is_played_on_either_side_and_what_moves_lost_is_told(opened):
    paste(opened, EASY)
    proven(opened, "3F (L)LANO", "+22")
    opened.locator("[data-go='play-out']").click()
    assert opened.locator("[data-player='0']").inner_text() == "Player 1 (to move)"
    opened.locator("[data-player='0']").click()
    assert not any(opened.locator(name).is_visible() for name in HIDDEN)
    place(opened, 2, 1, "ra")
    wait_for(opened, "#match-state", "You win by 81, 490–409.")
    wait_for(opened, "#match-total", "Your moves lost 16 points in all.")
    rows = [row.locator("td").all_inner_texts() for row in opened.locator("#match tbody tr").all()]
    assert rows == [["Player 1", "3B RA(J)", "16", "3F (L)LANO"], ["Player 2", "3F (L)IEU", "", ""]]
    assert opened.locator("#board .tile.new").count() == 3  # the last move
    assert axe_faults(opened) == []
    opened.locator("[data-go='match-back']").click()
    wait_for(opened, "#match-state", "Your move")
    wait_for(opened, "#caption", "Player 1 to move")
    place(opened, 2, 6, "lano")
    wait_for(opened, "#match-moves", "G8 (GO)U(G)E")
    wait_for(opened, "#caption", "Player 1 to move")
    place(opened, 2, 1, "ra")
    wait_for(opened, "#match-state", "You win by 97, 499–402.")
    wait_for(opened, "#match-total", "You played perfectly.")
    opened.locator("[data-go='match-end']").click()
    assert opened.locator("#tree").is_visible() and not opened.locator("#match").is_visible()
    opened.locator("#tree li button").first.click()
    proven(opened, "3F (L)LANO", "+22")
    begin(opened, 1)
    wait_for(opened, "#match-moves", "3F (L)LANO")
    wait_for(opened, "#match-state", "Your move")
    opened.locator("[data-go='peek']").click()
    proven(opened, "G8 (GO)U(G)E", "-15")
    opened.locator("[data-go='peek']").click()
    assert not opened.locator("#answer").is_visible()
    opened.locator("[data-go='match-pass']").click()
    wait_for(opened, "#match-state", "You lose by")
    wait_for(opened, "#match-total", "Your moves lost")
    opened.locator("[data-go='to-edit']").click()
    opened.locator("[data-go='swap']").click()  # an edit ends the game
    sync_api().expect(opened.locator("#match")).to_be_hidden()


def test_a_draw_from_the_bag_is_left_to_chance(desktop):
    paste(desktop, ONE["cgp"])
    wait_for(desktop, "#claim", "Proven best: no move is better.")
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


def test_the_move_hardest_to_answer(page):
    found = page.ask("hardest", cgp=EASY)["moves"]
    assert found == ["3F (L)LANO"]
    assert page.ask("hardest", cgp=ONE["cgp"])["moves"] == []


def test_tiles_come_from_the_rack_unless_less_motion_is_asked_for(desktop):
    tiles = "[...document.querySelectorAll('#board .tile.new')]"
    running = f"{tiles}.filter((each) => each.getAnimations().length).length"
    paste(desktop, EASY)
    wait_for(desktop, "#claim", "All moves are exact.")
    desktop.emulate_media(reduced_motion="no-preference")
    desktop.locator("#moves tbody button").first.click()
    assert desktop.evaluate(running) == 4
    desktop.wait_for_timeout(600)
    assert desktop.evaluate(running) == 0
    desktop.emulate_media(reduced_motion="reduce")
    desktop.keyboard.press("ArrowRight")
    sync_api().expect(desktop.locator("#board .tile.new")).to_have_count(2, timeout=PATIENCE * 1000)
    assert desktop.evaluate(running) == 0
