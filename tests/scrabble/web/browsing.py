"""What tests of the explorer do in a browser: paste, click, type, and wait for what is shown."""

from __future__ import annotations

import re

import pytest

from tests.scrabble.web.served import PATIENCE

SIDE, MARGIN = 32, 20  # of the drawing
SHOWS = """([selector, text, alone]) => {
  const [element, ...others] = document.querySelectorAll(selector);
  if (others.length) throw new Error(`more than one element is ${selector}`);
  const shown = element?.textContent.replace(/\\s+/g, " ").trim();
  return alone ? shown === text : shown?.includes(text);
}"""


def sync_api():
    """Playwright, which is not there where there is no browser."""
    return pytest.importorskip("playwright.sync_api")


def paste(page, text: str) -> None:
    """Load a text.  The box may be closing, as what was loaded before is shown just now: then try again."""
    for tried in range(1, PATIENCE + 1):
        try:
            if not page.locator("#paste").is_visible():
                page.locator("[data-go='open']").click(timeout=1000)
            page.fill("#paste", text, timeout=1000)
            page.locator("[data-go='read']").click(timeout=1000)
            return
        except sync_api().TimeoutError:
            if tried == PATIENCE:
                raise


def clear(page) -> None:
    """Clear the board, which is asked about."""
    page.locator("[data-go='to-edit']").click()
    page.locator("[data-go='clear']").click()
    page.locator("[data-go='clear-now']").click()


def wait_for(page, selector: str, text: str, alone: bool = False) -> None:
    """Wait until an element shows a text, `alone` or among others.

    Each time that Playwright's `expect` does not find the text it describes the page, which takes long.
    """
    page.wait_for_function(SHOWS, arg=[selector, text, alone], polling=20, timeout=PATIENCE * 1000)


def wait_for_value(page, selector: str, value: str) -> None:
    """Wait until a field holds a value."""
    sync_api().expect(page.locator(selector)).to_have_value(value, timeout=PATIENCE * 1000)


def proven(page, best: str, value: str) -> None:
    """Wait until it is proven that a move is best and what it is worth."""
    wait_for(page, "#claim", "Proven")
    wait_for(page, "#best", best)
    wait_for(page, "#value", value, alone=True)


def square(page, row: int, col: int) -> tuple[float, float]:
    """The middle of a square of the board in the window."""
    box = page.locator("#board svg").bounding_box()
    scale = box["width"] / (15 * SIDE + MARGIN + 4)
    x, y = ((MARGIN + place * SIDE + SIDE / 2) * scale for place in (col, row))
    return box["x"] + x, box["y"] + y


def click_square(page, row: int, col: int) -> None:
    page.locator("#board svg").scroll_into_view_if_needed()
    page.mouse.click(*square(page, row, col))


def drag(page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag what lies at one place of the window to another."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def rows_of(text: str) -> list[list[str]]:
    """The rows of a board in CGP, a square each."""
    return [
        list("".join("." * int(part) if part.isdigit() else part for part in re.findall(r"\d+|\D", row)))
        for row in text.split()[0].split("/")
    ]


def type_board(page, text: str) -> None:
    """Type a board row by row at the cursor, a blank after a space, a gap with the arrow."""
    page.locator("#typing").focus()
    for row, squares in enumerate(rows_of(text)):
        used = [col for col, square in enumerate(squares) if square != "."]
        if not used:
            continue
        click_square(page, row, used[0])
        for square in squares[used[0] : used[-1] + 1]:
            if square == ".":
                page.keyboard.press("ArrowRight")
                continue
            if square.islower():
                page.keyboard.press("Space")
            page.keyboard.type(square.lower())


def type_keys(page, keys: str) -> None:
    """Type keys one after another, capitals with shift."""
    for key in keys:
        if key.isascii():
            page.keyboard.press(f"Shift+{key}" if key.isupper() else key)
        else:
            page.keyboard.insert_text(key)
