"""The explorer in a real browser: positions and games pasted, gone along, explained, kept."""

from __future__ import annotations

import json
import re
import struct

import pytest

from tests.browser import axe_faults, offline_page, text_right
from tests.conftest import POSITIONS
from tests.scrabble.web.browsing import clear, paste, proven, sync_api, wait_for, wait_for_value
from tests.scrabble.web.served import PATIENCE

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")

EASY = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1]
ROWS = [json.loads(line) for line in (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines()]
HARD = next(row["cgp"] for row in ROWS if row["id"] == "g0356")
GAME = (POSITIONS / "games" / "g0030.gcg").read_text("utf-8")
SHORT = (POSITIONS / "games" / "g0010.gcg").read_text("utf-8")


def test_a_line_is_gone_along_and_back(opened):
    """After a reload, too; what was in the window before is out of reach."""
    back, forward = (opened.locator(f"[data-go='{name}']") for name in ("back", "forward"))
    assert back.is_disabled() and forward.is_disabled()
    paste(opened, EASY)
    proven(opened, "3F (L)LANO", "+22")
    assert back.is_enabled() and forward.is_disabled()  # the empty board is before it
    opened.locator("#moves tbody button", has_text="3F (L)LANO").click()
    assert "+22" in opened.locator("#line-title").inner_text()
    assert opened.locator("#board .tile.new").count() == 4
    opened.locator("#line li button").nth(1).click()
    assert opened.locator("#caption").inner_text() == "Player 2 G8 (GO)U(G)E +7, 477–402"
    assert opened.locator("#board .tile.new").count() == 2
    opened.locator("#line li button").nth(0).click()
    opened.locator("[data-go='play']").click()
    proven(opened, "G8 (GO)U(G)E", "-15")
    assert opened.locator(".player").nth(1).get_attribute("class") == "player on"
    opened.locator("#moves tbody button", has_text="G8 (GO)U(G)E").first.click()
    opened.locator("[data-go='play']").click()
    proven(opened, "3B RA(J)", "+22")
    assert opened.locator("#tree button[aria-current]").inner_text().startswith("2. G8 (GO)U(G)E")
    back.click()
    proven(opened, "G8 (GO)U(G)E", "-15")
    opened.reload()
    proven(opened, "G8 (GO)U(G)E", "-15")
    back.click()
    proven(opened, "3F (L)LANO", "+22")
    back.click()
    opened.locator("[data-go='back']:disabled").wait_for()
    assert opened.locator("#board .tile").count() == 0
    forward.click()
    proven(opened, "3F (L)LANO", "+22")
    opened.reload()
    proven(opened, "3F (L)LANO", "+22")
    assert opened.locator("#rack-0").input_value() == "AALNOR"
    assert opened.locator("#score-0").input_value() == "470"
    forward.click()
    proven(opened, "G8 (GO)U(G)E", "-15")
    forward.click()
    proven(opened, "3B RA(J)", "+22")
    opened.locator("[data-go='forward']:disabled").wait_for()
    assert back.is_enabled()
    opened.locator("#tree li button").first.click()
    proven(opened, "3F (L)LANO", "+22")
    link = opened.url
    clear(opened)
    wait_for(opened, "#caption", "Put tiles on the board")
    paste(opened, link)
    proven(opened, "3F (L)LANO", "+22")


def test_every_move_is_listed_filtered_and_explained(opened):
    paste(opened, EASY)
    wait_for(opened, "#claim", "All moves are exact.")
    assert opened.locator("#count").inner_text() == "163 moves"
    values = opened.locator("#moves tbody td:nth-child(3)").all_text_contents()
    numbers = [int(value) for value in values]
    assert len(numbers) == 25 and numbers == sorted(numbers, reverse=True) and numbers[0] == 22
    for _ in range(2):
        opened.locator("[data-go='more']").click()
    assert opened.locator("#moves tbody tr").count() == 163
    opened.locator("[data-sort='points']").click()
    points = [int(each) for each in opened.locator("#moves tbody td:nth-child(2)").all_inner_texts()]
    assert points == sorted(points, reverse=True) and points[0] == 20
    assert opened.locator("#moves th").nth(1).get_attribute("aria-sort") == "descending"
    opened.locator("[data-sort='place']").click()
    assert opened.locator("#moves tbody button").first.inner_text().startswith("2E ")
    opened.locator("[data-sort='place']").click()  # again: by value
    assert opened.locator("#moves tbody button").first.inner_text() == "3F (L)LANO"
    opened.fill("#filter", "raj")
    assert opened.locator("#moves tbody button").all_inner_texts() == ["3B RA(J)"]
    assert opened.locator("#moves tbody td:nth-child(4)").inner_text() == "16"
    opened.fill("#filter", "G4")
    assert opened.locator("#moves tbody tr").count() > 1
    opened.fill("#filter", "raj")
    opened.locator("#moves tbody button").click()
    wait_for(opened, "#line ol", "3F (L)IEU")
    opened.locator("[data-go='why']").click()
    wait_for(opened, "#why", "3B RA(J), the highest-scoring play, costs 16 points")


def test_bars_shrink_and_nothing_open_looks_proven(opened):
    paste(opened, EASY)
    proven(opened, "3F (L)LANO", "+22")
    opened.select_option("#seconds", "20")
    paste(opened, HARD)
    wait_for(opened, "#claim", "Not proven yet; proven bounds: ")
    assert re.fullmatch(r"about [+-]\d+", opened.locator("#value").inner_text())
    widths = []
    for wait in (0, 500):
        opened.wait_for_timeout(wait)
        told = opened.evaluate(
            "[document.getElementById('best'), document.querySelector('#moves tbody button'), "
            "document.querySelector('#moves tbody td:nth-child(4)')].map((each) => each.textContent)"
        )
        assert told == [f"{told[1]} (not proven)", told[1], "best so far"]
        shown = opened.locator("#moves tbody td:nth-child(3)").all_text_contents()[1:]
        assert all(text.startswith("about ") for text in shown)
        numbers = [int(text.removeprefix("about ")) for text in shown]
        assert numbers == sorted(numbers, reverse=True)
        title = opened.locator("#moves tbody td.bars").first.get_attribute("title")
        assert re.fullmatch(r"(worth [+-]\d+, proven|about [+-]\d+(; proven: .+)?)", title)
        widths.append(opened.locator("#claim").inner_text())
    assert all("proven bounds: " in text for text in widths)
    opened.locator("[data-go='stop']").click()
    wait_for(opened, "#claim", "Stopped.")
    nodes = opened.locator("#effort").inner_text()
    opened.wait_for_timeout(400)
    assert opened.locator("#effort").inner_text() == nodes
    opened.locator("[data-go='go']").click()
    wait_for(opened, "#claim", "Searching")


def test_a_game_is_pasted_and_judged(opened):
    paste(opened, GAME)
    wait_for(opened, "#game-state", "All 15 endgame turns analysed.")
    lost = {
        row.get_attribute("data-turn"): row.locator("td").last.inner_text()
        for row in opened.locator(".turns tr[data-can]").all()
    }
    assert lost.pop("19") != "best"  # has tiles in the bag, and comes last
    assert {turn: each for turn, each in lost.items() if each != "best"} == {
        "20": "1",
        "21": "17",
        "22": "10",
        "23": "31",
        "26": "3",
    }
    opened.locator(".turns tr[data-turn='23'] button").click()
    proven(opened, "I1 (TO)LU", "+28")
    assert opened.locator("#caption").inner_text() == "Alpha to move"
    opened.locator("#moves tbody button", has_text="I1 (TO)LU").first.click()
    opened.locator("[data-go='play']").click()
    wait_for(opened, "#caption", "Beta to move")
    with opened.expect_download() as download:
        opened.locator("[data-go='save-gcg']").click()
    saved = download.value.path().read_text("utf-8")
    assert "#note Explored: best I1 (TO)LU" in saved and ">alpha: " in saved
    with opened.expect_download() as download:
        opened.locator("[data-go='save-page']").click()
    assert download.value.path().read_text("utf-8").count("<section>") >= 2


def test_two_pages_at_once(opened, address):
    other = opened.context.new_page()
    other.goto(address)
    other.locator("#board svg").wait_for()
    paste(opened, HARD)
    paste(other, EASY)
    proven(other, "3F (L)LANO", "+22")
    wait_for(opened, "#claim", "Not proven")
    assert opened.locator("#best").inner_text() != other.locator("#best").inner_text()
    other.close()


def test_who_wins_is_shown_for_each_move(desktop):
    paste(desktop, EASY.replace("470/395", "395/470"))
    wait_for(desktop, "#claim", "All moves are exact.")
    first = desktop.locator("#moves tbody tr").first.locator("td")
    texts = [text.partition("\n")[0] for text in first.all_inner_texts()]  # a second line: practical chances
    assert texts[:5] == ["3F (L)LANO", "7", "+22", "best", "loses by 53"]
    assert first.nth(4).get_attribute("class") == "outcome loses"
    assert desktop.locator("#moves th i").all_text_contents() == ["-74", "", "-53"]  # the ends of the axis
    paste(desktop, EASY.replace("470/395", "395/410"))
    wait_for(desktop, "#claim", "All moves are exact.")
    wait_for(desktop, "#moves tbody tr:first-child", "wins by 7")
    sync_api().expect(desktop.locator("td.outcome:not(.wins, .loses, .draws)")).to_have_count(0)
    kinds = {each.get_attribute("class") for each in desktop.locator("td.outcome").all()}
    assert kinds == {"outcome wins", "outcome loses"}
    assert desktop.locator("#moves th i").nth(1).text_content() == "0"
    assert "with-zero" in desktop.locator("#moves table").get_attribute("class")


def test_names_and_the_turn_shown_are_those_of_the_position(desktop):
    """A position pasted while a game is open has no names and no turn of the game."""
    paste(desktop, GAME)
    wait_for(desktop, "#game tr.on", "Beta")
    desktop.fill("#name-0", "Zoe")
    paste(desktop, EASY)
    proven(desktop, "3F (L)LANO", "+22")
    names = desktop.locator("input.name").evaluate_all("all => all.map((each) => each.value)")
    assert names == ["Player 1", "Player 2"] and not desktop.locator("#game tr.on").count()
    address = desktop.evaluate("location.hash")
    desktop.locator("#game tbody button").last.click()
    wait_for(desktop, "#game tr.on", "Beta")
    assert desktop.input_value("#name-0") == "Zoe" and desktop.input_value("#name-1") == "Beta"
    desktop.wait_for_function(
        "before => location.hash !== before", arg=address
    )  # until then, back is a step more
    desktop.go_back()
    wait_for_value(desktop, "#name-0", "Player 1")  # the answer may be there before the page has gone back
    proven(desktop, "3F (L)LANO", "+22")
    assert not desktop.locator("#game tr.on").count()


WINDOWS = (390, 700, 768, 1024, 1280, 1920)


def test_the_page_fits_every_width_and_no_bar_is_drawn_over_a_result(desktop):
    """Of the move that is worth least, too, whose bar begins at the left end of its scale."""
    for width in WINDOWS:
        desktop.set_viewport_size({"width": width, "height": 900})
        assert desktop.evaluate("document.documentElement.scrollWidth") <= width
    paste(desktop, EASY)
    wait_for(desktop, "#claim", "All moves are exact.")
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


def downloaded(page, name: str):
    """Click on what saves something; what is downloaded."""
    with page.expect_download() as download:
        page.locator(f"[data-go='{name}']").click()
    return download.value


def test_a_position_is_saved_shared_drawn_and_copied(desktop, browser, tmp_path):
    desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    paste(desktop, EASY)
    proven(desktop, "3F (L)LANO", "+22")
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
    saved = tmp_path / "saved.html"
    page.save_as(saved)
    text = saved.read_text("utf-8")
    assert "Ann" in text and "Player 1" not in text and len(text) < 200_000
    wait_for(desktop, "#saved", "Saved as Ann-Ben-O-Neil.html.")
    desktop.locator("[data-go='copy']").click()
    wait_for(desktop, "#said", "Copied.")
    position = desktop.evaluate("navigator.clipboard.readText()")
    assert position == EASY.partition(" id ")[0]
    clear(desktop)
    wait_for(desktop, "#caption", "Put tiles on the board")
    paste(desktop, position)
    proven(desktop, "3F (L)LANO", "+22")
    with offline_page(browser, "telephone", saved) as page:
        text = page.inner_text("body")
        assert "3F (L)LANO" in text and "proven" in text.lower()
        assert axe_faults(page) == []


COPIED_PICTURE = """async () => {
  const [item] = await navigator.clipboard.read();
  const picture = await createImageBitmap(await item.getType("image/png"));
  const canvas = new OffscreenCanvas(picture.width, picture.height), drawing = canvas.getContext("2d");
  drawing.drawImage(picture, 0, 0);
  const points = new Uint32Array(drawing.getImageData(0, 0, picture.width, picture.height).data.buffer);
  return { types: item.types, width: picture.width, height: picture.height, colours: new Set(points).size };
}"""


def test_the_first_page_offers_three_ways_in_and_its_keys(opened):
    assert opened.locator("#start .way").count() == 3
    assert not opened.locator("#answer").is_visible() and not opened.locator("#moves").is_visible()
    opened.locator("[data-example='out-in-two']").click()
    proven(opened, "3F (L)LANO", "+22")
    assert not opened.locator("#start").is_visible()
    opened.locator("[data-go='open']").click()
    assert opened.evaluate("document.activeElement.id") == "paste"
    opened.locator("[data-go='open']").click()
    assert not opened.locator("#start").is_visible()
    opened.keyboard.press("?")
    assert "play it" in opened.locator("#keys[open]").inner_text()
    opened.keyboard.press("Escape")
    assert not opened.locator("#keys").is_visible()
    opened.locator("[data-go='keys']").click()
    opened.locator("#keys [data-go='close']").click()
    assert not opened.locator("#keys").is_visible()


@pytest.mark.parametrize(
    ("opened", "scheme"), [("desktop", "light"), ("telephone", "dark")], indirect=["opened"]
)
def test_nothing_is_wider_than_the_window_and_axe_finds_no_fault(opened, scheme):
    paste(opened, SHORT)
    wait_for(opened, "#game-state", "All 2 endgame turns analysed.")
    assert opened.evaluate("document.documentElement.scrollWidth") <= opened.viewport_size["width"]
    opened.locator("#moves tbody button").nth(1).click()
    opened.emulate_media(color_scheme=scheme)
    assert axe_faults(opened) == []
    paste(opened, EASY.replace("470/395", "440/470"))  # it is lost
    row = opened.locator("#moves tbody tr", has_text="best try").first
    sync_api().expect(row).to_contain_text("best try: 5 of 20 replies win", timeout=PATIENCE * 1000)
    assert opened.evaluate("document.documentElement.scrollWidth") <= opened.viewport_size["width"]


def test_blank_variants_are_one_row_that_opens(desktop):
    paste(desktop, (POSITIONS / "blank-in-rack.cgp").read_text("ascii"))
    wait_for(desktop, "#claim", "All moves are exact.")
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
