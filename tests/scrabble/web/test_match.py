"""Positions played out against the solver in a real browser."""

from __future__ import annotations

from tests.browser import axe_faults
from tests.scrabble.web.browsing import click_square, paste, proven, sync_api, wait_for
from tests.scrabble.web.served import PATIENCE
from tests.worlds.bundled_positions import EASY

HIDDEN = ("#answer", "#moves", "#tree", "#line")
KEEP_FLIGHTS = """() => {
  const { animate } = Element.prototype;
  window.flights = [];
  Element.prototype.animate = function (...given) {
    flights.push(animate.apply(this, given));
    return flights.at(-1);
  };
}"""


def begin(page, player: int) -> None:
    """Play the position on the board out, as one of the players."""
    page.locator("[data-go='play-out']").click()
    page.locator(f"[data-player='{player}']").click()


def place(page, row: int, col: int, tiles: str) -> None:
    click_square(page, row, col)
    page.keyboard.type(tiles)
    sync_api().expect(page.locator("[data-go='choose']")).to_be_enabled()
    page.keyboard.press("Enter")


def test_a_game_is_played_on_either_side_and_what_moves_lost_is_told(desktop):
    paste(desktop, EASY)
    proven(desktop, "3F (L)LANO", "+22")
    wait_for(desktop, "#claim", "All moves are exact.")
    desktop.emulate_media(reduced_motion="no-preference")  # tiles come from the rack
    desktop.evaluate(KEEP_FLIGHTS)
    desktop.locator("#moves tbody button").first.click()
    desktop.wait_for_function("() => flights.length === 4")
    desktop.evaluate("async () => { await Promise.all(flights.map((each) => each.finished)); }")
    desktop.emulate_media(reduced_motion="reduce")
    desktop.keyboard.press("ArrowRight")
    sync_api().expect(desktop.locator("#board .tile.new")).to_have_count(2, timeout=PATIENCE * 1000)
    assert desktop.evaluate("flights.length") == 4
    desktop.keyboard.press("Escape")
    desktop.locator("[data-go='play-out']").click()
    assert desktop.locator("[data-player='0']").inner_text() == "Player 1 (to move)"
    desktop.locator("[data-player='0']").click()
    assert not any(desktop.locator(name).is_visible() for name in HIDDEN)
    place(desktop, 2, 1, "ra")
    wait_for(desktop, "#match-state", "wins by 81, 490-409.")
    wait_for(desktop, "#match-total", "Your moves lost 16 points in all.")
    rows = [row.locator("td").all_inner_texts() for row in desktop.locator("#match tbody tr").all()]
    assert rows == [["Player 1", "3B RA(J)", "16", "3F (L)LANO"], ["Player 2", "3F (L)IEU", "", ""]]
    assert desktop.locator("#board .tile.new").count() == 3  # the last move
    assert axe_faults(desktop, "#match") == []
    desktop.locator("[data-go='match-back']").click()
    wait_for(desktop, "#match-state", "Your move")
    wait_for(desktop, "#caption", "Player 1 to move")
    place(desktop, 2, 6, "lano")
    wait_for(desktop, "#match-moves", "G8 (GO)U(G)E")
    wait_for(desktop, "#caption", "Player 1 to move")
    place(desktop, 2, 1, "ra")
    wait_for(desktop, "#match-state", "wins by 97, 499-402.")
    wait_for(desktop, "#match-total", "You played perfectly.")
    desktop.locator("[data-go='match-end']").click()
    assert desktop.locator("#tree").is_visible() and not desktop.locator("#match").is_visible()
    desktop.locator("#tree li button").first.click()
    proven(desktop, "3F (L)LANO", "+22")
    begin(desktop, 1)
    wait_for(desktop, "#match-moves", "3F (L)LANO")
    wait_for(desktop, "#match-state", "Your move")
    desktop.locator("[data-go='peek']").click()
    proven(desktop, "G8 (GO)U(G)E", "-15")
    desktop.locator("[data-go='peek']").click()
    assert not desktop.locator("#answer").is_visible()
    desktop.locator("[data-go='match-pass']").click()
    wait_for(desktop, "#match-state", " loses by ")
    wait_for(desktop, "#match-total", "Your moves lost")
    desktop.locator("[data-go='to-edit']").click()
    desktop.locator("[data-go='swap']").click()  # an edit ends the game
    sync_api().expect(desktop.locator("#match")).to_be_hidden()
