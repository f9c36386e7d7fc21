"""The explorer in a real browser: positions typed, pasted, gone along; mouse, keyboard, telephone."""

from __future__ import annotations

import json
import re

import pytest

from tests.browser import chromium
from tests.conftest import POSITIONS
from tests.scrabble.web.served import PATIENCE, served

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")

WIDTHS = {"desktop": (1280, 900), "telephone": (390, 844)}
EASY = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1]
ROWS = [json.loads(line) for line in (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines()]
HARD = next(row["cgp"] for row in ROWS if row["id"] == "g0356")
GAME = (POSITIONS / "games" / "g0030.gcg").read_text("utf-8")
SIDE, MARGIN = 32, 20  # of the drawing


def sync_api():
    """Playwright, which is not there where there is no browser."""
    return pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="module")
def browser():
    path = chromium()
    with sync_api().sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(browser):
    with served() as running:
        yield running.address


@pytest.fixture(params=WIDTHS)
def opened(request, browser, address):
    """A page; at the end nothing must have failed, or been asked of anybody else."""
    width, height = WIDTHS[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, accept_downloads=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith(address) else problems.append(asked.url))
    page.goto(address)
    page.locator("#lexicon option").first.wait_for(state="attached")
    sync_api().expect(page.locator("#connection")).to_have_text("", timeout=PATIENCE * 1000)
    page.locator("#board svg").wait_for()
    page.expected_errors = []
    yield page
    told = [each for each in problems if not each.startswith(("data:", "blob:"))]
    assert [each for each in told if not any(expected in each for expected in page.expected_errors)] == []
    context.close()


def paste(page, text: str) -> None:
    page.fill("#paste", text)
    page.locator("[data-go='read']").click()


def wait_for(page, selector: str, text: str) -> None:
    """Wait until an element shows a text."""
    sync_api().expect(page.locator(selector)).to_contain_text(text, timeout=PATIENCE * 1000)


def proven(page, best: str, value: str) -> None:
    """Wait until it is proven that a move is best and what it is worth."""
    wait_for(page, "#claim", "Proven")
    wait_for(page, "#best", best)
    assert page.locator("#value").inner_text() == value


def click_square(page, row: int, col: int) -> None:
    box = page.locator("#board svg").bounding_box()
    scale = box["width"] / (15 * SIDE + MARGIN + 4)
    at = [(MARGIN + place * SIDE + SIDE / 2) * scale for place in (col, row)]
    page.mouse.click(box["x"] + at[0], box["y"] + at[1])


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


def test_a_position_is_typed_and_proven(opened):
    type_board(opened, EASY)
    opened.fill("#rack-0", "aalnor")
    opened.fill("#score-0", "470")
    opened.fill("#score-1", "395")
    proven(opened, "3F (L)LANO", "+22")
    assert "the other side is given the unseen tiles 'EIU'" in opened.locator("#warnings").inner_text()
    assert opened.locator(".player").nth(1).locator(".rack span").count() == 3
    assert "ends 499–402, won by 97" in opened.locator("#best-line").inner_text()
    wait_for(opened, "#claim", "Everything is proven.")
    assert opened.locator("#board .tile.blank").all_text_contents() == ["n", "e"]
    assert opened.locator(".palette button").count() == 0


def test_what_is_impossible_is_said_on_the_spot(opened):
    wait_for(opened, "#caption", "Put tiles on the board and the racks")
    assert not opened.locator("#problems li").count()
    click_square(opened, 7, 7)
    opened.keyboard.type("qi")
    wait_for(opened, "#problems", "both racks are empty")
    wait_for(opened, "#problems", "the bag is not empty: 98 tiles")
    opened.fill("#rack-0", "QQ")
    wait_for(opened, "#problems", "3 tiles Q, the english set has 1")
    opened.fill("#rack-0", "A5")
    wait_for(opened, "#problems", "no tile '5' in the english set")
    opened.expected_errors.append("400")
    paste(opened, "nothing of the kind")
    wait_for(opened, "#problems", "expected 2 racks, got 1: 'of'")


def test_a_line_is_gone_along_and_back(opened):
    paste(opened, EASY)
    proven(opened, "3F (L)LANO", "+22")
    opened.locator("#moves tbody button", has_text="3F (L)LANO").click()
    assert "+22" in opened.locator("#line-title").inner_text()
    assert opened.locator("#board .tile.new").count() == 4
    opened.locator("#line li button").nth(1).click()
    assert opened.locator("#caption").inner_text() == "Player 2 G8 (GO)U(G)E +7, 477–402"
    assert opened.locator("#board .tile.new").count() == 2
    opened.locator("#line li button").nth(0).click()
    opened.locator("[data-go='play']").click()
    proven(opened, "G8 (GO)U(G)E", "−15")
    assert opened.locator(".player").nth(1).get_attribute("class") == "player on"
    opened.locator("#moves tbody button", has_text="G8 (GO)U(G)E").first.click()
    opened.locator("[data-go='play']").click()
    proven(opened, "3B RA(J)", "+22")
    assert opened.locator("#tree button[aria-current]").inner_text().startswith("2. G8 (GO)U(G)E")
    opened.locator("[data-go='back']").click()
    proven(opened, "G8 (GO)U(G)E", "−15")
    opened.go_back()
    proven(opened, "3F (L)LANO", "+22")
    opened.locator("[data-go='forward']").click()
    proven(opened, "G8 (GO)U(G)E", "−15")
    opened.locator("#tree li button").first.click()
    proven(opened, "3F (L)LANO", "+22")


def test_every_move_is_listed_filtered_and_explained(opened):
    paste(opened, EASY)
    wait_for(opened, "#claim", "Everything is proven.")
    assert opened.locator("#count").inner_text() == "163 moves"
    values = opened.locator("#moves tbody td:nth-child(3)").all_inner_texts()
    numbers = [int(value.replace("−", "-")) for value in values]
    assert len(numbers) == 60 and numbers == sorted(numbers, reverse=True) and numbers[0] == 22
    opened.locator("[data-go='more']").click()
    assert opened.locator("#moves tbody tr").count() == 163
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
    opened.select_option("#seconds", "5")
    paste(opened, HARD)
    wait_for(opened, "#claim", "Not proven: the value lies between these bounds.")
    assert opened.locator("#best").inner_text().startswith("so far ")
    assert re.fullmatch(r"[+−]\d+ to [+−]\d+", opened.locator("#value").inner_text())
    widths = []
    for _ in range(2):
        low, high = opened.locator("#value").inner_text().replace("−", "-").split(" to ")
        widths.append(int(high) - int(low))
        opened.wait_for_timeout(1500)
    assert widths[1] <= widths[0]
    opened.locator("[data-go='stop']").click()
    wait_for(opened, "#claim", "Stopped.")
    nodes = opened.locator("#effort").inner_text()
    opened.wait_for_timeout(400)
    assert opened.locator("#effort").inner_text() == nodes
    opened.locator("[data-go='go']").click()
    wait_for(opened, "#claim", "Searching")


def test_a_game_is_pasted_and_judged(opened):
    paste(opened, GAME)
    wait_for(opened, "#game-state", "All 15 turns of the endgame are judged.")
    lost = {
        row.get_attribute("data-turn"): row.locator("td").last.inner_text()
        for row in opened.locator(".turns tr[data-can]").all()
    }
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


def test_the_address_holds_the_position(opened):
    paste(opened, EASY)
    proven(opened, "3F (L)LANO", "+22")
    opened.reload()
    opened.locator("#board svg").wait_for()
    proven(opened, "3F (L)LANO", "+22")
    assert opened.locator("#rack-0").input_value() == "AALNOR"
    assert opened.locator("#score-0").input_value() == "470"


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


def test_the_keyboard_alone_is_enough(opened):
    opened.locator("#paste").focus()
    opened.keyboard.insert_text(EASY)
    opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    proven(opened, "3F (L)LANO", "+22")
    opened.locator("#filter").focus()
    for _ in range(4):  # the box of the cursor, the list, its first move
        if opened.evaluate("document.activeElement.closest('#moves tbody') !== null"):
            break
        opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    assert "+22" in opened.locator("#line-title").inner_text()
    opened.keyboard.press("ArrowDown")
    assert opened.locator("#line-title").inner_text().startswith("3F (L)A: +19")
    assert opened.evaluate("document.activeElement.textContent") == "3F (L)A"
    wait_for(opened, "#line ol", "H1 LORAN")
    opened.keyboard.press("ArrowRight")
    assert "Player 2" in opened.locator("#caption").inner_text()
    opened.keyboard.press("Escape")
    assert not opened.locator("#line").is_visible()
    opened.locator("#typing").focus()
    opened.keyboard.press("ArrowDown")
    opened.keyboard.press("ArrowDown")
    assert "square H9, down" in opened.locator("#typing").get_attribute("aria-label")


def test_tiles_are_dragged(opened):
    if opened.viewport_size["width"] < 500:
        pytest.skip("a mouse is dragged on a desktop")
    opened.set_viewport_size({"width": 1280, "height": 1400})
    click_square(opened, 7, 7)
    opened.keyboard.type("at")
    wait_for(opened, "#problems", "98 tiles")

    def drag(start, end) -> None:
        opened.mouse.move(*start)
        opened.mouse.down()
        opened.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        opened.mouse.move(*end, steps=3)
        opened.mouse.up()

    def middle(box) -> tuple[float, float]:
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def square(row: int, col: int) -> tuple[float, float]:
        box = opened.locator("#board svg").bounding_box()
        scale = box["width"] / (15 * SIDE + MARGIN + 4)
        return tuple(
            start + (MARGIN + place * SIDE + SIDE / 2) * scale
            for start, place in ((box["x"], col), (box["y"], row))
        )

    drag(square(7, 8), square(9, 9))
    opened.wait_for_url(re.compile(re.escape("7A7/15/9T5")))
    opened.locator(".palette").scroll_into_view_if_needed()
    drag(middle(opened.locator(".palette button[data-tile='Z']").bounding_box()), square(6, 7))
    opened.wait_for_url(re.compile(re.escape("7Z7/7A7")))
    drag(square(6, 7), middle(opened.locator(".player").nth(0).bounding_box()))
    opened.wait_for_url(re.compile("Z/%20"))


def test_nothing_is_wider_than_the_window(opened):
    paste(opened, GAME)
    wait_for(opened, "#game-state", "judged")
    width = opened.evaluate("document.documentElement.scrollWidth")
    assert width <= opened.viewport_size["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(opened, scheme):
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    opened.emulate_media(color_scheme=scheme)
    paste(opened, GAME)
    wait_for(opened, "#game-state", "All 15")
    opened.locator("#moves tbody button").nth(1).click()
    opened.evaluate(axe_script())
    found = opened.evaluate(
        "async () => (await axe.run()).violations.map("
        "(each) => [each.id, each.nodes.map((node) => node.html.slice(0, 200))])"
    )
    assert found == []


def axe_script() -> str:
    """The script of axe, of the package that brings it."""
    import importlib.resources

    return (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
