"""Puzzles on a page: solved there, or printed; no sheet tells what was played, or is one more than needed."""

from __future__ import annotations

import base64
import math
import re
from collections import Counter
from contextlib import contextmanager

import pytest

from scrabble.puzzles.puzzle import read_puzzles
from scrabble.report.pages.page_puzzle import puzzles_of
from scrabble.report.pages.puzzle_page import from_record, puzzle_page, sheets_of
from tests.browser import WIDTHS, axe_faults, offline_page, opened_page
from tests.conftest import DATA
from tests.worlds.scrabble_games import SAMPLE, analysed

MISTAKES = "#only-mistakes"
ANSWERS = "#with-answers"
SHOWN = ("g0004", "g0010", "g0030")


def puzzles(names=SAMPLE):
    return [puzzle for name in names for puzzle in puzzles_of(analysed(name), f"games/{name}.gcg")]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("handout") / "handout.html"
    path.write_text(puzzle_page(puzzles(SHOWN)), "utf-8")
    return path


def sheets(page, paper: str = "A4") -> int:
    """Return the number of printed sheets."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, prefer_css_page_size=True)))


def test_what_is_asked_has_an_answer_and_a_choice():
    asked = puzzles()
    assert len(asked) > 20 and any(not each.is_mistake for each in asked)
    for each in asked:
        choice = each.turn.found
        assert each.turn.spread.is_exact and choice.best_is_complete
        assert len(choice.best) < len(choice.moves)
    mistakes = {(each.view.where, each.turn.played) for each in asked if each.is_mistake}
    proven = [
        (f"{name}, turn {turn.number}", turn.played) for name in SAMPLE for turn in analysed(name).mistakes
    ]
    assert mistakes == set(proven)


SHEETS = """all => all.filter((each) => each.checkVisibility()).map((each) => ({
  tiles: each.querySelectorAll(".tiles > g").length,
  laid: each.querySelectorAll(".tile.new").length,
  scores: [...each.querySelectorAll(".side b")].map((score) => Number(score.textContent)),
  racks: [...each.querySelectorAll(".rack")].map((rack) => rack.querySelectorAll("span").length),
  side: each.querySelector(".side")?.textContent,
  where: each.querySelector(".where").textContent.split(" · ")[0],
  best: each.querySelector("h3")?.textContent,
  claims: [...each.querySelectorAll(".claims li")].map((claim) => claim.textContent),
  text: each.textContent,
}))"""


def test_a_sheet_shows_what_was_before_the_turn_and_an_answer_the_best_move(browser, file):
    """What was played is told by the answers alone, which have sheets of their own."""
    everything = puzzles(SHOWN)
    with offline_page(browser, "desktop", file) as page:
        page.locator("#to-sheet").click()
        mistakes = in_order([each for each in everything if each.is_mistake])
        answers, asked = (page.locator(name).evaluate_all(SHEETS) for name in (".answer", ".puzzle"))
        assert [each["where"] for each in answers] == [each["where"] for each in asked]
        assert len(answers) == len(asked) == len(mistakes)
        for each, answer in zip(mistakes, answers, strict=True):
            best = each.turn.found.moves[0]
            assert answer["best"].startswith(best.text)
            assert answer["laid"] == len(each.turn.replayed.position.parse_move(best.text).placed)
            assert answer["claims"] == [claim.text for claim in each.turn.reasons]
            assert f"Played: {each.turn.played}" in answer["text"]
        page.locator(MISTAKES).uncheck()
        asked = page.locator(".puzzle").evaluate_all(SHEETS)
        for each, shown in zip(in_order(everything), asked, strict=True):
            position = each.turn.replayed.position
            assert shown["tiles"] == int((position.squares > 0).sum()) > 0 == shown["laid"]
            assert shown["scores"] == list(position.scores)
            assert shown["racks"] == list(map(len, position.rack_codes)) and "to move" in shown["side"]
        text = page.locator("#sheets").text_content()
        assert not any(each.turn.replayed.move.tiles and each.turn.played in text for each in everything)
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator(ANSWERS).uncheck()
        assert page.locator(".answer:visible").count() == 0
        for paper, chosen in (("A4", everything), ("Letter", mistakes)):
            page.locator(MISTAKES).set_checked(chosen is mistakes)
            count = len(sheets_of([each.game for each in chosen]))
            assert sheets(page, paper) == count
        page.locator(ANSWERS).check()
        assert count < sheets(page) <= count + math.ceil(len(mistakes) / 8)


def test_the_mistakes_of_a_player_have_an_address(browser, file):
    mistakes = [each for each in puzzles(SHOWN) if each.is_mistake and each.player == "Beta"]
    assert len(mistakes) > 1
    with opened_page(browser, "desktop", f"{file.as_uri()}#player=Beta") as page:
        number = page.locator("#number")
        assert number.inner_text() == f"1 of {len(mistakes)}" and "Mistakes of Beta" in page.content()
        assert page.locator("#question").inner_text() == mistakes[0].view.question
        page.get_by_role("button", name="previous puzzle").click()
        assert number.inner_text() == "{0} of {0}".format(len(mistakes))
        page.reload()
        assert page.locator("#question").inner_text() == mistakes[-1].view.question
        page.locator("#to-sheet").click()
        assert page.locator(".answer").count() == len(mistakes)
        page.get_by_role("link", name="all puzzles").click()
        page.locator("#player").wait_for(state="hidden")
        assert number.inner_text() == f"1 of {len(puzzles(SHOWN))}"


def test_no_sheet_has_two_positions_of_a_game():
    """A later one shows what was played, and often what was best: it comes on a later sheet."""
    asked = puzzles()
    for chosen in (asked, [each for each in asked if each.is_mistake], asked[:1], []):
        sheets = [[chosen[at] for at in sheet] for sheet in sheets_of([each.game for each in chosen])]
        assert sorted(map(id, in_order(chosen))) == sorted(map(id, chosen))
        last: dict[str, int] = {}
        for sheet in sheets:
            assert 1 <= len(sheet) <= 4 and len({each.game for each in sheet}) == len(sheet)
            for each in sheet:
                assert last.get(each.game, 0) < each.turn.number
                last[each.game] = each.turn.number
        most = max(Counter(each.game for each in chosen).values(), default=0)
        assert len(sheets) == max(most, math.ceil(len(chosen) / 4))


def test_games_of_one_name_are_told_apart():
    found = [puzzle for folder in "ab" for puzzle in puzzles_of(analysed("g0010"), f"{folder}/g.gcg")]
    assert {each.view.where.partition(",")[0] for each in found} == {"g"}
    games = [each.game for each in found]
    assert [[games[at] for at in sheet] for sheet in sheets_of(games)] == [["a/g.gcg", "b/g.gcg"]] * (
        len(found) // 2
    )


def in_order(asked):
    """The positions as the sheets have them."""
    return [asked[at] for sheet in sheets_of([each.game for each in asked]) for at in sheet]


def test_a_game_without_a_question():
    page = puzzle_page([])
    assert "No position has a proven answer" in page and "0 positions" in page


# Solved on the page itself, from disk and without a network

RECORDS = DATA / "puzzles.jsonl"


@pytest.fixture(scope="module")
def set_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("set") / "puzzles.html"
    path.write_text(puzzle_page(map(from_record, read_puzzles(RECORDS)), "Puzzles"), "utf-8")
    return path


@contextmanager
def solving_on(browser, size, file, scheme="light"):
    """The page of a set, ready."""
    with opened_page(browser, size, file.as_uri(), scheme) as page:
        page.locator("#board svg").wait_for()
        yield page
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[size][0]


@pytest.fixture
def solving(browser, set_file):
    with solving_on(browser, "desktop", set_file) as page:
        yield page


@pytest.fixture
def phone(browser, set_file):
    with solving_on(browser, "telephone", set_file, "dark") as page:
        yield page


def tap(page, row: int, col: int) -> None:
    box = page.locator("#board svg").bounding_box()
    scale = box["width"] / (15 * 32 + 24)
    page.mouse.click(box["x"] + (20 + col * 32 + 16) * scale, box["y"] + (20 + row * 32 + 16) * scale)


def tile(page, letter: str):
    """The first free tile of the rack with this letter."""
    return page.locator(".mine button:not([disabled])", has_text=letter).first


def test_tiles_are_dragged_and_tapped_and_the_move_is_right(phone):
    """A line ends the question for the letter of a blank."""
    box, board = tile(phone, "L").bounding_box(), phone.locator("#board svg").bounding_box()
    scale = board["width"] / (15 * 32 + 24)
    phone.mouse.move(box["x"] + 15, box["y"] + 15)
    phone.mouse.down()
    phone.mouse.move(box["x"] + 30, box["y"] - 30, steps=3)
    assert phone.locator(".ghost").count() == 1
    phone.mouse.move(board["x"] + (20 + 6.5 * 32) * scale, board["y"] + (20 + 2.5 * 32) * scale, steps=3)
    phone.mouse.up()
    assert phone.locator("#caption").inner_text() == "3F (L)L"
    assert phone.locator(".ghost").count() == 0 and phone.locator(".mine button[disabled]").count() == 1
    tap(phone, 2, 6)
    assert phone.locator(".mine button[disabled]").count() == 0
    for letter in "LANO":
        tile(phone, letter).click()
    assert phone.locator("#caption").inner_text() == "3F (L)LANO"
    phone.locator(".controls [data-do='play']").click()
    assert phone.locator("#verdict").inner_text() == "Right: 3F (L)LANO wins by 97."
    assert phone.locator("#answer-line").inner_text() == "3F (L)LANO 7 · G8 (GO)U(G)E 7 · 3B RA(J) 20"
    assert phone.locator("#score").inner_text() == "1 of 1 solved at the first attempt"
    phone.goto(f"{phone.url.partition('#')[0]}#4")
    phone.wait_for_function("document.getElementById('number').textContent === '4 of 6'")
    letters, pressed = phone.locator(".letters"), phone.locator(".mine [aria-pressed='true']")
    for end in ("line", "typed", "laid"):
        tap(phone, 12, 2)
        tile(phone, "?").click()
        assert letters.is_visible() and pressed.inner_text() == "?"
        if end == "line":
            phone.locator("[data-do='solution']").click()
            phone.locator("#line [data-do='leave']").click()
        elif end == "typed":
            phone.fill("#typed", "C12 (T)e(X)")
            phone.keyboard.press("Enter")
        else:
            phone.locator("#board").focus()
            phone.keyboard.press("Shift+U")
        assert letters.is_hidden() and pressed.count() == 0, end
        phone.locator(".controls [data-do='recall']").click()
    tap(phone, 12, 2)
    tile(phone, "?").click()
    phone.locator(".letters button", has_text="U").click()
    assert phone.locator("#caption").inner_text() == "C12 (T)u(X)"
    phone.locator(".controls [data-do='play']").click()
    assert phone.locator("#verdict").inner_text() == "Right: C12 (T)u(X) loses by 7."


def test_wrong_moves_are_refuted_hints_come_and_the_keyboard_is_enough(solving):
    solving.fill("#typed", "3b raj")
    solving.keyboard.press("Enter")
    assert solving.locator("#verdict").inner_text() == (
        "3B RA(J) costs 16 points: it wins by 81; the solution wins by 97."
    )
    assert solving.locator("#caption").inner_text() == "Ann 3B RA(J) +20, 490-395"
    solving.locator("[data-do='on']").click()
    assert solving.locator("#caption").inner_text() == "Ben 3F (L)IEU +6, 490-401"
    assert solving.locator("#board .tile.new").count() == 3
    solving.locator("[data-do='leave']").click()
    assert solving.locator("#board .tile.new").count() == 2
    solving.locator("[data-do='recall']").click()
    assert solving.locator("#board .tile.new").count() == 0
    assert solving.locator("#score").inner_text() == "0 of 1 solved at the first attempt"
    solving.locator("[data-do='pass']").click()
    text = solving.locator("#verdict").inner_text()
    assert text.startswith("Pass is not the solution: it costs at least 3 points.")
    solving.fill("#typed", "8A ZZZ")
    solving.keyboard.press("Enter")
    assert "not on your rack" in solving.locator("#verdict").inner_text()
    solving.fill("#typed", "")
    hint = solving.locator("[data-do='hint']")
    for count in (1, 2, 3):
        hint.press("Enter")
        assert solving.locator("#hints li").count() == count
    hint.press("Enter")
    assert hint.is_disabled() and solving.locator("#hints li").count() == 3
    solving.locator("#board").focus()
    for key in ["ArrowRight", *["ArrowLeft"] * 1, *["ArrowUp"] * 6]:
        solving.keyboard.press(key)
    solving.keyboard.press("ArrowRight")
    for key in "LANO":
        solving.keyboard.press(key.lower())
    assert solving.locator("#caption").inner_text() == "3F (L)LANO"
    solving.keyboard.press("Backspace")
    assert solving.locator("#caption").inner_text() == "3F (L)LAN"
    solving.keyboard.press("o")
    solving.keyboard.press("Enter")
    assert solving.locator("#verdict").inner_text().startswith("Right: ")
    assert solving.locator("#others .lost").all_inner_texts()[:2] == ["-16", "-18"]
    solving.locator("#others button").first.click()
    assert solving.locator("#line-title").inner_text() == "After 3B RA(J)"
    solving.locator("[data-do='next']").first.click()
    assert solving.locator("#number").inner_text() == "2 of 6"
    assert solving.locator("#verdict").inner_text() == "" and solving.locator("#answer").is_hidden()


def test_tiles_of_several_letters_are_typed(browser, tmp_path):
    [puzzle] = read_puzzles(DATA / "reported" / "c64-digraph-puzzle.jsonl")
    puzzle.cgp, puzzle.refutations = puzzle.cgp.replace("DI[LL]ST", "I[LL]LST?"), []
    path = tmp_path / "digraphs.html"
    path.write_text(puzzle_page([from_record(puzzle)], "Puzzles"), "utf-8")
    with offline_page(browser, "desktop", path) as page:
        page.locator("#board svg").wait_for()
        assert "C H or [CH] one tile of several letters" in page.locator(".keys").inner_text()
        for keys, shown in (
            ("tills", "O1 TI[LL](E)S"),
            ("ti ls", "O1 TIl(E)S"),
            ("ti[LL]s", "O1 TI[ll](E)S"),
        ):
            for _ in range(2):
                tap(page, 0, 14)
            for key in keys:
                page.keyboard.press(f"Shift+{key}" if key.isupper() else key)
            assert page.locator("#caption").inner_text() == shown
            page.locator("[data-do='recall']").click()
            assert page.locator(".mine button[disabled]").count() == 0


COMMONEST = """async (address) => {
  const picture = await createImageBitmap(await (await fetch(address)).blob()), counts = new Map();
  const canvas = new OffscreenCanvas(picture.width, picture.height), context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  for (const colour of new Uint32Array(data.buffer)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const [commonest] = [...counts].reduce((one, other) => other[1] > one[1] ? other : one);
  return [0, 8, 16].map((bits) => (commonest >> bits) & 255).join();
}"""


def test_axe_finds_nothing_and_the_board_has_the_colours_of_the_scheme(phone):
    for scheme, plain in (("light", "243,239,228"), ("dark", "43,45,49")):
        phone.emulate_media(color_scheme=scheme)
        picture = base64.b64encode(phone.locator("#board svg").screenshot()).decode()
        assert phone.evaluate(COMMONEST, f"data:image/png;base64,{picture}") == plain
    phone.locator("[data-do='hint']").click()
    phone.fill("#typed", "3b raj")
    phone.keyboard.press("Enter")
    phone.locator("[data-do='solution']").click()
    assert axe_faults(phone) == []


# With tiles in the bag

UNSEEN = "CDDEEHIT"  # the opponent's rack and the tile in the bag


@pytest.fixture(scope="module")
def bag_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("bag") / "puzzles.html"
    path.write_text(puzzle_page(map(from_record, read_puzzles(DATA / "puzzle-with-bag.jsonl"))), "utf-8")
    return path


def test_with_a_tile_in_the_bag_the_unseen_tiles_are_shown_until_the_draw_is(browser, bag_file):
    with opened_page(browser, "telephone", bag_file.as_uri(), "dark") as page:
        other = page.locator(".player").nth(1)
        letters = other.locator(".rack span").evaluate_all("all => all.map((each) => each.firstChild.data)")
        assert "".join(letters) == UNSEEN
        assert other.locator(".name").inner_text() == "Opponent + bag"
        page.fill("#typed", "7d bask")
        page.keyboard.press("Enter")
        assert page.locator("#verdict").inner_text() == (
            "7D B(A)SK costs 0.5 of 8 games: it wins 2.5 of 8; the solution wins 3 of 8. "
            "The line shows what happens with I in the bag."
        )
        assert other.locator(".rack span").count() == 8
        page.locator("[data-do='on']").click()
        assert other.locator(".name").inner_text() == "Opponent" and other.locator(".rack span").count() == 7
        page.locator("[data-do='leave']").click()
        assert other.locator(".name").inner_text() == "Opponent + bag"
        page.locator("[data-do='pass']").click()
        text = page.locator("#verdict").inner_text()
        assert text.startswith("Pass is not the solution: it costs at least 0.5 of 8 games.")
        page.fill("#typed", "2d kaf")
        page.keyboard.press("Enter")
        assert page.locator("#verdict").inner_text() == "Right: 2D KAF wins 3 of 8 games."
        assert page.locator("#reasons").inner_text() == "2D KAF wins only if the bag holds E or I."
        assert page.locator("#others").inner_text().split() == ["7D", "B(A)SK", "-0.5", "of", "8"]
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS["telephone"][0]
        page.locator("#to-sheet").click()
        sides = page.locator("#sheets .side p span").all_text_contents()
        assert sides == ["You to move", "Opponent + bag"]
        assert page.locator("#sheets .rack").nth(1).locator("span").count() == 8
        assert axe_faults(page, "#sheets") == []
