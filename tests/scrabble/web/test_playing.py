"""Moves placed on the board in a real browser: typed, tapped and dragged from the rack, and refused."""

from __future__ import annotations

import re
from urllib.parse import quote

from tests.scrabble.web.browsing import (
    click_square,
    drag,
    paste,
    proven,
    square,
    sync_api,
    type_keys,
    wait_for,
)
from tests.scrabble.web.served import PATIENCE
from tests.worlds.bundled_positions import EASY


def test_a_move_is_typed_dragged_refused_chosen_and_played(desktop):
    easy = desktop
    easy.set_viewport_size({"width": 1280, "height": 1200})
    paste(easy, EASY)
    proven(easy, "3F (L)LANO", "+22")
    click_square(easy, 2, 6)
    easy.keyboard.type("aaz")
    wait_for(easy, "#placed", "There is no Z on the rack.")
    easy.keyboard.type("n")
    wait_for(easy, "#placed", "LAAN is not in ENABLE.")
    assert easy.locator("[data-go='choose']").is_disabled()
    easy.keyboard.press("Enter")
    assert not easy.locator("#line").is_visible()
    easy.keyboard.press("Control+z")
    wait_for(easy, "#placed", "LAA is not in ENABLE.")
    easy.keyboard.press("Backspace")
    wait_for(easy, "#placed", "3F (L)A, 3 points")
    click_square(easy, 0, 0)
    easy.keyboard.type("l")
    wait_for(easy, "#placed", "The tiles are not in one line.")
    easy.keyboard.press("Escape")
    assert not easy.locator("#placed").is_visible()
    assert easy.locator("#board .tile.new").count() == 0
    click_square(easy, 2, 6)
    rack = easy.locator(".player").nth(0).locator(".rack span")
    for at in (2, 0):  # L and A
        rack.nth(at).click()
    wait_for(easy, "#placed", "LLA is not in ENABLE.")
    boxes = [rack.nth(at).bounding_box() for at in (3, 4)]  # N and O; the rack is drawn anew with each tile
    for box, col in zip(boxes, (8, 9), strict=True):
        drag(easy, (box["x"] + 9, box["y"] + 9), square(easy, 2, col))
    wait_for(easy, "#placed", "3F (L)LANO, 7 points")
    assert easy.locator(".player").nth(1).locator(".rack .used").count() == 0
    easy.locator("[data-go='choose']").click()
    wait_for(easy, "#line-title", "3F (L)LANO: +22 (best)")
    easy.keyboard.press("Escape")
    click_square(easy, 2, 5)  # the L on the board is passed over
    easy.keyboard.type("llano")
    wait_for(easy, "#placed", "3F (L)LANO, 7 points")
    assert easy.locator("#board .tile.new").count() == 4
    assert easy.locator(".player").nth(0).locator(".rack .used").count() == 4
    assert "AALNOR/EIU" in easy.url  # the position is as it was
    easy.keyboard.press("Enter")
    wait_for(easy, "#line-title", "3F (L)LANO: +22 (best)")
    assert easy.locator("#moves tr.on button").inner_text() == "3F (L)LANO"
    easy.keyboard.press("ArrowRight")
    wait_for(easy, "#caption", "Player 2 G8 (GO)U(G)E")
    easy.keyboard.press("ArrowLeft")
    wait_for(easy, "#caption", "Player 1 3F (L)LANO")
    easy.keyboard.press("Enter")
    proven(easy, "G8 (GO)U(G)E", "-15")
    wait_for(easy, "#caption", "Player 2 to move")


def test_blanks_tiles_of_several_letters_and_tiles_taken_from_the_rack_late_in_a_line(desktop):
    """Only a letter with shift is a blank: on a Catalan keyboard the middle dot is typed with shift."""
    paste(desktop, EASY.replace("AALNOR/EIU", "AALN?R/EIU").replace("DAUBRIeS", "DAUBRIOS"))
    wait_for(desktop, "#moves tbody", "(L)")
    click_square(desktop, 2, 6)
    desktop.keyboard.type("lano")
    wait_for(desktop, "#placed", "3F (L)LANo")
    desktop.keyboard.press("Enter")
    wait_for(desktop, "#line-title", "3F (L)LANo")
    paste(desktop, EASY)
    proven(desktop, "3F (L)LANO", "+22")
    desktop.locator("#moves tbody button").first.click()
    rack = desktop.locator(".player").nth(0).locator(".rack span")
    for mode in ("play", "edit"):
        desktop.locator(f"[data-go='to-{mode}']").click()
        desktop.locator("#moves tbody button").first.click()
        desktop.locator("#line ol button").nth(2).click()
        assert rack.evaluate_all("all => all.map((each) => each.firstChild.data)") == ["A", "R"]
        if mode == "play":
            rack.nth(1).click()
            assert desktop.locator("#board .tile.new .letter").all_text_contents() == ["R"]
            assert rack.evaluate_all("all => all.map((each) => each.className)") == [""] * 5 + ["used"]
    rack.nth(1).drag_to(desktop.locator("#caption"))
    sync_api().expect(rack).to_have_text(["A1", "A1", "L1", "N1", "O1"], timeout=PATIENCE * 1000)
    desktop.expected_errors.append("400 (Bad Request)")  # no lexicon is Catalan: no move is read of the tiles
    paste(desktop, f"{'/'.join(['15'] * 7 + ['4CASA7'] + ['15'] * 7)} AEI[L·L]LRS/ 0/0 0 ld catalan;")
    wait_for(desktop, ".player.on .rack", "L·L")
    desktop.locator("[data-go='to-play']").click()
    click_square(desktop, 8, 4)
    type_keys(desktop, "l.lal")
    assert desktop.locator("#board .tile.new .letter").all_text_contents() == ["L·L", "A", "L"]
    paste(desktop, f"{'/'.join(['15'] * 15)} AEINRS/ 0/0 0 ld catalan;")
    wait_for(desktop, ".player.on .rack", "N")
    desktop.locator("[data-go='to-edit']").click()
    click_square(desktop, 7, 2)
    type_keys(desktop, "queny")
    type_keys(desktop, "l.l")
    shown = desktop.locator("#board .letter")
    sync_api().expect(shown).to_have_text(["QU", "E", "NY", "L·L"])
    for row, keys in ((9, "[l·l]"), (11, "[L·L]")):
        click_square(desktop, row, 2)
        for key in keys:
            shift = key in "·L"
            desktop.evaluate(
                """([key, shiftKey]) => {
                  const field = document.getElementById("typing");
                  const typed = { key, shiftKey, bubbles: true, cancelable: true };
                  if (field.dispatchEvent(new KeyboardEvent("keydown", typed))) {
                    field.value += key;
                    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
                  }
                }""",
                [key, shift],
            )
    for text in ("/2L·L12/", "/2l·l12/"):
        sync_api().expect(desktop).to_have_url(re.compile(re.escape(quote(text, safe="/"))))
