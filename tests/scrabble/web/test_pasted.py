"""Positions and games that come to the page in a real browser: fetched, pasted anywhere, dropped."""

from __future__ import annotations

from scrabble import addresses
from tests.scrabble.web.browsing import paste, proven, sync_api, wait_for
from tests.scrabble.web.listening import GAME
from tests.worlds.bundled_positions import EASY
from tests.worlds.web_server import web_server


def drop(page, name: str, text: str) -> None:
    """Drop a file on the page."""
    page.evaluate(
        """([name, text]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], name));
            for (const kind of ["dragover", "drop"]) {
                const event = new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true });
                if (document.body.dispatchEvent(event)) throw new Error(`${kind} is left to the browser`);
            }
        }""",
        [name, text],
    )


def press_paste(page, selector: str, text: str) -> bool:
    """Paste a text as Ctrl+V does where a place of the page has the focus; True if the page has taken it."""
    return page.evaluate(
        """([selector, text]) => {
            const carried = new DataTransfer();
            carried.setData("text/plain", text);
            const given = { clipboardData: carried, bubbles: true, cancelable: true };
            return !document.querySelector(selector).dispatchEvent(new ClipboardEvent("paste", given));
        }""",
        [selector, text],
    )


def test_what_is_dropped_or_pasted_anywhere_is_read_and_an_address_once_the_user_agrees(desktop):
    """What cannot be read is said until it is dismissed; scores that are not given are left empty."""
    desktop.expected_errors.append("400")
    drop(desktop, "photo.png", "\x89PNG nothing of the kind")
    wait_for(desktop, "#said", "expected")
    assert not desktop.locator("#problems li").count()  # it is said once
    desktop.locator("[data-go='dismiss']").click()
    assert desktop.inner_text("#said") == ""
    assert press_paste(desktop, "body", EASY)
    proven(desktop, "3F (L)LANO", "+22")
    assert press_paste(desktop, "#typing", GAME)  # who has just clicked a square
    wait_for(desktop, "#game-state", "All 2 endgame turns analysed.")
    for selector, text in (("#rack-0", "AEIOU"), ("#filter", "8D CAT"), ("#typing", "CAT"), ("body", " ")):
        assert not press_paste(desktop, selector, text)
    bare = EASY.replace("470/395 0", "0/0 0 scores unknown;")
    drop(desktop, "position.cgp", f"# one\n{bare}\n")
    proven(desktop, "3F (L)LANO", "+22")
    wait_for(desktop, "#best-line", "3B RA(J) 20")
    assert "wins" not in desktop.inner_text("#best-line")
    scores = [desktop.locator(f"#score-{side}") for side in (0, 1)]
    assert [score.input_value() for score in scores] == ["", ""]
    scores[0].fill("470")
    scores[1].fill("395")
    wait_for(desktop, "#best-line", "wins by 97, 499-402")
    drop(desktop, "game.gcg", GAME)
    wait_for(desktop, "#best", "B6 PRO")
    assert desktop.locator(".over-drop").count() == 0
    asked: list[str] = []
    with web_server(asked) as server:
        address = f"{server.address}/game.gcg"
        answers = ["dismiss", "accept"]
        desktop.on("dialog", lambda dialog: getattr(dialog, answers.pop(0))())
        paste(desktop, address)
        try:
            desktop.locator("[data-go='read']").click()
            sync_api().expect(desktop.locator(".turns li")).to_have_count(26)
        finally:
            (addresses.cache_dir(addresses.KIND) / addresses.target_of(address).file_name).unlink()
    assert asked == ["/game.gcg"]
