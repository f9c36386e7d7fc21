"""Positions are typed, dragged and corrected in a real browser; the keyboard alone is enough."""

from __future__ import annotations

import re

from tests.scrabble.web.browsing import clear, click_square, drag, paste, proven, square, type_board, wait_for
from tests.worlds.bundled_positions import EASY

SAVE_AT_ONCE = """() => {
  const rack = document.querySelector("#rack-0");
  rack.value = "AE";
  rack.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector("[data-go='save-page']").click();
}"""


def test_what_is_impossible_is_said_on_the_spot_and_tiles_are_dragged(desktop):
    desktop.set_viewport_size({"width": 1280, "height": 1400})
    wait_for(desktop, "#caption", "Put tiles on the board")
    assert not desktop.locator("#problems li").count()
    click_square(desktop, 7, 7)
    desktop.keyboard.type("qi")
    wait_for(desktop, "#to-do", "98 tiles to place on the board and the racks; up to 2 may stay in the bag")
    wait_for(desktop, "#to-do", "No rack yet")
    assert not desktop.locator("#problems li").count()  # nothing of it is wrong

    def middle(locator) -> tuple[float, float]:
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    drag(desktop, square(desktop, 7, 8), square(desktop, 9, 9))
    desktop.wait_for_url(re.compile(re.escape("7Q7/15/9I5")))
    desktop.locator(".palette").scroll_into_view_if_needed()
    player = desktop.locator(".player").nth(0)
    drag(desktop, middle(desktop.locator(".palette button[data-tile='Z']")), square(desktop, 6, 7))
    desktop.wait_for_url(re.compile(re.escape("7Z7/7Q7")))
    drag(desktop, square(desktop, 6, 7), middle(player))
    desktop.wait_for_url(re.compile("Z/%20"))
    assert desktop.input_value("#rack-0") == "Z"
    drag(desktop, middle(player.locator(".rack span")), square(desktop, 6, 7))
    desktop.wait_for_url(re.compile(re.escape("7Z7/7Q7")))
    assert desktop.input_value("#rack-0") == ""
    desktop.fill("#rack-0", "QQ")
    wait_for(desktop, "#problems", "3 tiles Q, but the english set has 1")
    desktop.fill("#rack-0", "A5")
    wait_for(desktop, "#problems", "no tile '5' in the english set")
    desktop.locator("[data-go='save-page']").click()
    wait_for(desktop, "#said", "no tile '5' in the english set")
    desktop.fill("#rack-0", "A")
    desktop.wait_for_url(re.compile("A/%20"))
    desktop.evaluate(SAVE_AT_ONCE)
    wait_for(desktop, "#said", "The position is still being read")
    desktop.expected_errors.append("400")
    paste(desktop, "nothing of the kind")
    wait_for(desktop, "#said", "Not a position: expected CGP")


def test_what_is_typed_while_a_position_is_being_opened_is_kept(desktop):
    held = []
    wait_for(desktop, "#caption", "Put tiles on the board")
    desktop.route("**/api/explore", lambda route: route.continue_() if held else held.append(route))
    paste(desktop, f"{'/'.join(['15'] * 14)}/CAT12 / 0/0 0 lex ENABLE;")
    while not held:
        desktop.wait_for_timeout(50)
    click_square(desktop, 7, 7)
    desktop.keyboard.type("q")
    held[0].continue_()
    wait_for(desktop, "#to-do", "99 tiles to place")
    desktop.keyboard.type("i")
    desktop.wait_for_url(re.compile(re.escape("/7QI6/")))


def test_the_keyboard_alone_is_enough_and_edits_are_undone(desktop):
    """A position is pasted, edited, cleared when that is confirmed, and the end of another typed."""
    desktop.locator("#paste").focus()
    desktop.keyboard.insert_text(EASY)
    desktop.keyboard.press("Tab")
    desktop.keyboard.press("Enter")
    proven(desktop, "3F (L)LANO", "+22")
    wait_for(desktop, "#moves tbody tr:nth-child(2)", "+19")  # the order of moves changes until then
    desktop.locator("#filter").focus()
    for _ in range(8):  # the box of the cursor, the heads of the list, its first move
        if desktop.evaluate("document.activeElement.closest('#moves tbody') !== null"):
            break
        desktop.keyboard.press("Tab")
    desktop.keyboard.press("Enter")
    assert "+22" in desktop.locator("#line-title").inner_text()
    desktop.keyboard.press("ArrowDown")
    assert desktop.locator("#line-title").inner_text().startswith("3F (L)A: +19")
    assert desktop.evaluate("document.activeElement.textContent") == "3F (L)A"
    wait_for(desktop, "#line ol", "H1 LORAN")
    desktop.keyboard.press("ArrowRight")
    assert "Player 2" in desktop.locator("#caption").inner_text()
    desktop.keyboard.press("Escape")
    assert not desktop.locator("#line").is_visible()
    desktop.locator("#typing").focus()
    desktop.keyboard.press("ArrowDown")
    desktop.keyboard.press("ArrowDown")
    assert "square H9, down" in desktop.locator("#typing").get_attribute("aria-label")
    desktop.keyboard.press("Escape")
    assert desktop.locator("[data-go='undo']").is_disabled()
    desktop.locator("[data-go='to-edit']").click()
    desktop.locator("[data-go='clear']").click()
    desktop.locator("#clearing [data-go='close']").click()
    proven(desktop, "3F (L)LANO", "+22")
    clear(desktop)
    wait_for(desktop, "#caption", "Put tiles on the board")
    desktop.locator("[data-go='undo']").click()
    proven(desktop, "3F (L)LANO", "+22")
    desktop.locator("[data-go='redo']").click()
    wait_for(desktop, "#caption", "Put tiles on the board")
    desktop.keyboard.press("Control+z")
    proven(desktop, "3F (L)LANO", "+22")
    desktop.fill("#score-0", "371")
    wait_for(desktop, "#best-line", "loses by 2, 400-402")
    desktop.locator("[data-go='swap']").click()
    wait_for(desktop, "#caption", "Player 2 to move")
    for _ in range(2):
        desktop.keyboard.press("Control+z")
    wait_for(desktop, "#best-line", "wins by 97, 499-402")
    assert desktop.input_value("#score-0") == "470"
    *rows, last = EASY.split()[0].split("/")
    paste(desktop, f"{'/'.join([*rows, '15'])} / 0/0 0 lex ENABLE;")
    wait_for(desktop, "#to-do", "No rack yet")
    type_board(desktop, "/".join(["15"] * 14 + [last]))
    desktop.fill("#rack-0", "aalnor")
    desktop.fill("#score-0", "470")
    desktop.fill("#score-1", "395")
    proven(desktop, "3F (L)LANO", "+22")
    completed = "the opponent's rack was completed with the unseen tiles EIU"
    assert completed in desktop.locator("#warnings").inner_text()
    assert desktop.locator(".player").nth(1).locator(".rack span").count() == 3
    wait_for(desktop, "#best-line", "wins by 97, 499-402")
    wait_for(desktop, "#claim", "All moves are exact.")
    assert desktop.locator("#board .tile.blank").all_text_contents() == ["n", "e"]
    assert desktop.locator(".palette button").count() == 0
