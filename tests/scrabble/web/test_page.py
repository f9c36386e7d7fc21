"""The explorer in a real browser: positions and games pasted, gone along, explained, kept."""

from __future__ import annotations

import re
import struct

from scrabble.records import gcg
from scrabble.records.record import Pragma
from scrabble.records.replay import replay
from tests.browser import axe_faults, text_right
from tests.conftest import POSITIONS
from tests.scrabble.web.browsing import clear, paste, proven, sync_api, wait_for, wait_for_value
from tests.scrabble.web.served import PATIENCE, spent_by_threads
from tests.worlds.bundled_positions import EASY, HARD

GAME = (POSITIONS / "games" / "g0038.gcg").read_text("utf-8")


def downloaded(page, name: str):
    """Click on what saves something; what is downloaded."""
    with page.expect_download() as download:
        page.locator(f"[data-go='{name}']").click()
    return download.value


def test_a_line_is_gone_along_and_back_and_kept(desktop):
    """By buttons, which never leave the page, by undo and redo, and by the browser, after a reload, too."""
    names = ("back", "forward", "undo", "redo")
    back, forward, undo, redo = (desktop.locator(f"[data-go='{name}']") for name in names)
    paste(desktop, EASY)
    proven(desktop, "3F (L)LANO", "+22")
    assert all(each.is_disabled() for each in (back, forward, undo, redo))
    desktop.locator("#moves tbody button", has_text="3F (L)LANO").click()
    assert "+22" in desktop.locator("#line-title").inner_text()
    assert desktop.locator("#board .tile.new").count() == 4
    desktop.locator("#line li button").nth(1).click()
    assert desktop.locator("#caption").inner_text() == "Player 2 G8 (GO)U(G)E +7, 477-402"
    assert desktop.locator("#board .tile.new").count() == 2
    desktop.locator("#line li button").nth(0).click()
    desktop.locator("[data-go='play']").click()
    proven(desktop, "G8 (GO)U(G)E", "-15")
    assert desktop.locator(".player").nth(1).get_attribute("class") == "player on"
    desktop.locator("#moves tbody button", has_text="G8 (GO)U(G)E").first.click()
    desktop.locator("[data-go='play']").click()
    proven(desktop, "3B RA(J)", "+22")
    assert desktop.locator("#tree button[aria-current]").inner_text().startswith("2. G8 (GO)U(G)E")
    assert forward.is_disabled() and redo.is_disabled()
    for one, other in ((back, forward), (undo, redo)):
        one.click()
        proven(desktop, "G8 (GO)U(G)E", "-15")
        other.click()
        proven(desktop, "3B RA(J)", "+22")
    desktop.keyboard.press("Escape")
    desktop.keyboard.press("ArrowLeft")
    proven(desktop, "G8 (GO)U(G)E", "-15")
    desktop.keyboard.press("Control+z")
    proven(desktop, "3F (L)LANO", "+22")
    assert back.is_disabled() and undo.is_disabled()
    forward.click()
    proven(desktop, "G8 (GO)U(G)E", "-15")
    desktop.reload()
    proven(desktop, "G8 (GO)U(G)E", "-15")
    assert back.is_disabled()
    desktop.go_back()
    proven(desktop, "3F (L)LANO", "+22")
    assert desktop.locator("#rack-0").input_value() == "AALNOR"
    assert desktop.locator("#score-0").input_value() == "470"
    link = desktop.url
    clear(desktop)
    wait_for(desktop, "#caption", "Put tiles on the board")
    paste(desktop, link)
    proven(desktop, "3F (L)LANO", "+22")
    desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    assert downloaded(desktop, "save-gcg").suggested_filename == "explored.html"
    wait_for(desktop, "#saved", "Saved as a page instead: a GCG must begin with the first turn of a game")
    picture = downloaded(desktop, "save-picture")
    assert picture.suggested_filename == "explored.png"
    drawn = picture.path().read_bytes()
    assert drawn.startswith(b"\x89PNG")
    width, height = struct.unpack(">2I", drawn[16:24])
    assert 800 <= width <= 2000 and 800 <= height <= 2000
    desktop.locator("[data-go='copy-picture']").click()
    wait_for(desktop, "#message", "Copied.")
    copied = desktop.evaluate(COPIED_PICTURE)
    assert copied["types"] == ["image/png"]
    assert (copied["width"], copied["height"]) == (width, height)
    assert copied["colours"] > 10  # a board, not an empty sheet
    desktop.fill("#name-0", "Ann")
    desktop.fill("#name-1", "Ben O'Neil")
    assert desktop.inner_text("#caption") == "Ann to move"
    page = downloaded(desktop, "save-page")
    assert page.suggested_filename == "Ann-Ben-O-Neil.html"
    text = page.path().read_text("utf-8")
    assert "Ann" in text and "Player 1" not in text and len(text) < 200_000
    assert "3F (L)LANO for 7: proven" in text
    wait_for(desktop, "#saved", "Saved as Ann-Ben-O-Neil.html.")
    desktop.locator("[data-go='copy']").click()
    wait_for(desktop, "#said", "Copied.")
    position = desktop.evaluate("navigator.clipboard.readText()")
    assert position == EASY.partition(" id ")[0]


COPIED_PICTURE = """async () => {
  const [item] = await navigator.clipboard.read();
  const picture = await createImageBitmap(await item.getType("image/png"));
  const canvas = new OffscreenCanvas(picture.width, picture.height), drawing = canvas.getContext("2d");
  drawing.drawImage(picture, 0, 0);
  const points = new Uint32Array(drawing.getImageData(0, 0, picture.width, picture.height).data.buffer);
  return { types: item.types, width: picture.width, height: picture.height, colours: new Set(points).size };
}"""


WINDOWS = (390, 700, 768, 1024, 1280, 1920)


def test_a_list_of_moves_is_sorted_filtered_and_explained(desktop):
    """From the first page on; no bar is drawn over a result, and nothing is wider than the window."""
    for width in WINDOWS:
        desktop.set_viewport_size({"width": width, "height": 900})
        assert desktop.evaluate("document.documentElement.scrollWidth") <= width
    assert desktop.locator("#start .way").count() == 3
    assert not desktop.locator("#answer").is_visible() and not desktop.locator("#moves").is_visible()
    desktop.locator("[data-example='out-in-two']").click()
    proven(desktop, "3F (L)LANO", "+22")
    assert not desktop.locator("#start").is_visible()
    desktop.locator("[data-go='open']").click()
    assert desktop.evaluate("document.activeElement.id") == "paste"
    desktop.locator("[data-go='open']").click()
    assert not desktop.locator("#start").is_visible()
    desktop.keyboard.press("?")
    assert "play it" in desktop.locator("#keys[open]").inner_text()
    desktop.keyboard.press("Escape")
    assert not desktop.locator("#keys").is_visible()
    desktop.locator("[data-go='keys']").click()
    desktop.locator("#keys [data-go='close']").click()
    assert not desktop.locator("#keys").is_visible()
    wait_for(desktop, "#claim", "All moves are exact.")
    assert desktop.locator("#count").inner_text() == "163 moves"
    values = desktop.locator("#moves tbody td:nth-child(3)").all_text_contents()
    numbers = [int(value) for value in values]
    assert len(numbers) == 25 and numbers == sorted(numbers, reverse=True) and numbers[0] == 22
    for _ in range(2):
        desktop.locator("[data-go='more']").click()
    assert desktop.locator("#moves tbody tr").count() == 163
    desktop.locator("[data-sort='points']").click()
    points = [int(each) for each in desktop.locator("#moves tbody td:nth-child(2)").all_inner_texts()]
    assert points == sorted(points, reverse=True) and points[0] == 20
    assert desktop.locator("#moves th").nth(1).get_attribute("aria-sort") == "descending"
    desktop.locator("[data-sort='place']").click()
    assert desktop.locator("#moves tbody button").first.inner_text().startswith("2E ")
    desktop.locator("[data-sort='place']").click()  # again: by value
    assert desktop.locator("#moves tbody button").first.inner_text() == "3F (L)LANO"
    desktop.fill("#filter", "raj")
    assert desktop.locator("#moves tbody button").all_inner_texts() == ["3B RA(J)"]
    assert desktop.locator("#moves tbody td:nth-child(4)").inner_text() == "16"
    desktop.fill("#filter", "G4")
    assert desktop.locator("#moves tbody tr").count() > 1
    desktop.fill("#filter", "raj")
    desktop.locator("#moves tbody button").click()
    wait_for(desktop, "#line ol", "3F (L)IEU")
    desktop.locator("[data-go='why']").click()
    wait_for(desktop, "#why", "3B RA(J), the highest-scoring play, costs 16 points")
    desktop.keyboard.press("Escape")
    desktop.fill("#filter", "")
    for width in WINDOWS:
        desktop.set_viewport_size({"width": width, "height": 900})
        assert desktop.evaluate("document.documentElement.scrollWidth") <= width
        board, answer = (desktop.locator(name).bounding_box() for name in ("#board", "#answer"))
        assert (answer["x"] >= board["x"] + board["width"]) is (width >= 700), width
        table, section = (desktop.locator(name).bounding_box() for name in ("#moves table", "#moves"))
        assert table["x"] + table["width"] <= section["x"] + section["width"] - 8, width
    desktop.set_viewport_size({"width": 1280, "height": 900})
    for at in (0, 12, -1):
        row = desktop.locator("#moves tbody tr").nth(at)
        bar, cell = row.locator(".bar").bounding_box(), row.locator(".bars").bounding_box()
        assert bar["x"] >= text_right(row.locator("td").nth(4)) + 2
        assert bar["x"] + bar["width"] <= cell["x"] + cell["width"] + 1
    paste(desktop, EASY.replace("470/395", "440/470"))
    wait_for(desktop, "#moves tbody tr:first-child", "loses by 8")
    wait_for(desktop, "#claim", "All moves are exact.")
    row = desktop.locator("#moves tbody tr", has_text="best try").first
    sync_api().expect(row).to_contain_text("best try: the opponent must find ", timeout=PATIENCE * 1000)
    assert desktop.evaluate("document.documentElement.scrollWidth") <= desktop.viewport_size["width"]
    first = desktop.locator("#moves tbody tr").first.locator("td")
    texts = [text.partition("\n")[0] for text in first.all_inner_texts()]  # a second line: practical chances
    assert texts[:5] == ["3F (L)LANO", "7", "+22", "best", "loses by 8"]
    assert first.nth(4).get_attribute("class") == "outcome loses"
    assert desktop.locator("#moves th i").all_text_contents() == ["-29", "", "-8"]  # the ends of the axis
    paste(desktop, (POSITIONS / "blank-in-rack.cgp").read_text("ascii").replace("364/411", "364/388"))
    wait_for(desktop, "#moves tbody tr:first-child", "wins by 1")
    wait_for(desktop, "#claim", "All moves are exact.")
    sync_api().expect(desktop.locator("td.outcome:not(.wins, .loses, .draws)")).to_have_count(0)
    kinds = {each.get_attribute("class") for each in desktop.locator("td.outcome").all()}
    assert kinds == {"outcome wins", "outcome loses"}
    assert desktop.locator("#moves th i").nth(1).text_content() == "0"
    assert "with-zero" in desktop.locator("#moves table").get_attribute("class")
    desktop.fill("#filter", "2L (O)FF")
    rows, opening = desktop.locator("#moves tbody tr"), desktop.locator("#moves .variants")
    sync_api().expect(rows).to_have_count(1)
    assert rows.get_attribute("data-move") == "2L (O)fF" and opening.inner_text() == "2 variants"
    assert desktop.locator("#count").inner_text() == "2 of 252 moves"
    opening.focus()
    desktop.keyboard.press("Enter")
    sync_api().expect(rows).to_have_count(2)
    assert opening.get_attribute("aria-expanded") == "true"
    values = [row.locator("td").nth(2).inner_text() for row in rows.all()]
    assert values == ["+25", "+21"] and rows.nth(1).get_attribute("data-move") == "2L (O)Ff"
    rows.nth(1).locator("button").click()
    wait_for(desktop, "#line-title", "2L (O)Ff: +21")
    opening.click()  # the move chosen would be hidden: the best of them is chosen
    wait_for(desktop, "#line-title", "2L (O)fF: +25")
    sync_api().expect(rows).to_have_count(1)


def test_bars_shrink_and_nothing_open_looks_proven(desktop, address, running):
    """By two threads, while another page proves another position."""
    other = desktop.context.new_page()
    other.goto(address)
    other.locator("#board svg").wait_for()
    paste(desktop, EASY)
    proven(desktop, "3F (L)LANO", "+22")
    desktop.select_option("#seconds", "20")
    threads = desktop.locator("#threads option").count()
    desktop.select_option("#threads", str(min(threads, 2)))
    before = spent_by_threads(running.process)
    paste(desktop, HARD)
    wait_for(desktop, "#value", "about ")  # the easy one is searched again with two threads until then
    wait_for(desktop, "#value", " (proven: ")
    bounds = []
    for wait in (0, 300):
        desktop.wait_for_timeout(wait)
        told = desktop.evaluate(
            "[document.getElementById('best'), document.querySelector('#moves tbody button'), "
            "document.querySelector('#moves tbody td:nth-child(4)')].map((each) => each.textContent)"
        )
        assert told == [f"{told[1]} (not proven)", told[1], "best so far"]
        shown = desktop.locator("#moves tbody td:nth-child(3)").all_text_contents()[1:]
        assert all(text.startswith("about ") for text in shown)
        numbers = [int(text.removeprefix("about ")) for text in shown]
        assert numbers == sorted(numbers, reverse=True)
        title = desktop.locator("#moves tbody td.bars").first.get_attribute("title")
        assert re.fullmatch(r"(worth [+-]\d+, proven|about [+-]\d+(; proven: .+)?)", title)
        bounds.append(desktop.locator("#value").inner_text())
        assert desktop.locator("#claim").inner_text().startswith(("Not proven", "Nothing proven yet"))
    assert all(re.fullmatch(r"about [+-]\d+ \(proven: .+\)", text) for text in bounds)
    after = spent_by_threads(running.process)
    spent = sorted((seconds - before.get(thread, 0) for thread, seconds in after.items()), reverse=True)
    assert threads < 2 or spent[1] > spent[0] / 3
    paste(other, EASY)
    proven(other, "3F (L)LANO", "+22")
    assert desktop.locator("#best").inner_text() != other.locator("#best").inner_text()
    other.close()
    desktop.locator("[data-go='stop']").click()
    wait_for(desktop, "#claim", "Stopped.")
    nodes = desktop.locator("#effort").inner_text()
    desktop.wait_for_timeout(400)
    assert desktop.locator("#effort").inner_text() == nodes
    desktop.locator("[data-go='go']").click()
    wait_for(desktop, "#claim", "Searching")
    desktop.locator("[data-go='stop']").click()  # it would take two cores for as long as it may
    wait_for(desktop, "#claim", "Stopped.")


CURRENT = "#game [aria-current]"


def test_a_game_is_judged_explored_past_a_draw_and_saved(desktop):
    """A position that is pasted meanwhile has no names and turn of it."""
    paste(desktop, GAME)
    wait_for(desktop, CURRENT, "22 Beta")
    desktop.fill("#name-0", "Zoe")
    paste(desktop, EASY)
    proven(desktop, "3F (L)LANO", "+22")
    names = desktop.locator("input.name").evaluate_all("all => all.map((each) => each.value)")
    assert names == ["Player 1", "Player 2"] and not desktop.locator(CURRENT).count()
    address = desktop.evaluate("location.hash")
    desktop.locator(".turns [data-turn='22'] button").click()
    wait_for(desktop, CURRENT, "22 Beta")
    assert desktop.input_value("#name-0") == "Zoe" and desktop.input_value("#name-1") == "Beta"
    desktop.wait_for_function(
        "before => location.hash !== before", arg=address
    )  # until then, back is a step more
    desktop.go_back()
    wait_for_value(desktop, "#name-0", "Player 1")  # the answer may be there before the page has gone back
    proven(desktop, "3F (L)LANO", "+22")
    assert not desktop.locator(CURRENT).count()
    wait_for(desktop, "#game-state", "All 2 endgame turns analysed.")
    wait_for(desktop, "#game-state", "1 turn with tiles in the bag analysed by win probability.")
    *_, far, with_bag, one, other = desktop.locator(".turns .lost").all_inner_texts()
    assert with_bag.endswith(" points") and (far, one, other) == ("", "best", "best")
    desktop.locator(".turns li button").first.click()
    wait_for(desktop, "#caption", "Turn 1, ")
    wait_for(desktop, "#claim", "Not searched: 86 tiles in the bag.")
    assert desktop.locator("[data-go='back']").is_disabled()
    desktop.keyboard.press("ArrowRight")
    wait_for(desktop, "#caption", "Turn 2, Beta: 8D YETTS +24")
    assert desktop.locator("#board .tile").count() == desktop.locator("#board .tile.new").count() == 5
    desktop.locator("[data-go='forward']").click()
    wait_for(desktop, "#caption", "Turn 3, ")
    assert desktop.locator("#board .tile:not(.new)").count() == 5
    desktop.locator(".turns [data-turn='23'] button").click()
    desktop.locator("[data-go='forward']:disabled").wait_for()
    desktop.keyboard.press("ArrowLeft")
    proven(desktop, "15K ACTED", "+31")
    assert desktop.locator("#caption").inner_text() == "Beta to move"
    desktop.set_viewport_size({"width": 1280, "height": 800})
    desktop.locator("#moves tbody button", has_text="15K ACTED").first.click()
    wait_for(desktop, "#line ol", "15K ACTED")
    turns, moves, panel, board = (
        desktop.locator(name).bounding_box() for name in (".turns", "#moves tbody", "#line", "#board")
    )
    assert turns["y"] < moves["y"] < panel["y"] - 50 and panel["x"] > board["x"] + board["width"]
    assert max(panel["y"] + panel["height"], board["y"] + board["height"]) <= 800
    assert axe_faults(desktop) == []
    desktop.emulate_media(color_scheme="dark")
    desktop.set_viewport_size({"width": 390, "height": 844})
    assert axe_faults(desktop, "#game") == []
    assert desktop.evaluate("document.documentElement.scrollWidth") <= 390
    desktop.set_viewport_size({"width": 1280, "height": 900})
    desktop.locator(".turns [data-turn='21'] button").click()
    wait_for(desktop, "#value", "always wins")
    wait_for(desktop, "#claim", "Proven, ")
    best = desktop.locator("#best").inner_text().split(", ")[0]
    desktop.locator("#moves tbody button").first.click()
    desktop.locator("#draws tbody button").first.click()
    wait_for(desktop, "#caption", "Beta to move")
    sync_api().expect(desktop.locator("#value")).to_have_text(
        re.compile(r"^[+-]\d+$"), timeout=PATIENCE * 1000
    )
    wait_for(desktop, "#claim", "Proven, ")
    reply = desktop.locator("#best").inner_text().split(", ")[0]
    desktop.locator("#moves tbody button").first.click()
    desktop.locator("[data-go='play']").click()
    wait_for(desktop, "#caption", "Zoe to move")
    game = gcg.loads(downloaded(desktop, "save-gcg").path().read_text("utf-8"))
    notes = [item.text for item in game.items if isinstance(item, Pragma) and item.name == "note"]
    assert notes[0].startswith(f"Explored: {best}: proven, ") and "always wins" in notes[0]
    assert notes[1].startswith(f"Explored: {reply}: proven, ") and not game.warnings
    turns = replay(game).turns
    assert [turn.number for turn in turns][-2:] == [21, 22] and turns[-1].bag == 0
