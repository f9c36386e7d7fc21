"""Puzzles on a page: solved there, or printed; no sheet tells what was played, or is one more than needed."""

from __future__ import annotations

import base64
import math
import re
from collections import Counter

import pytest

from scrabble.puzzles.puzzle import read_puzzles
from scrabble.report.pages.puzzle_page import from_record, puzzle_page, puzzles_of, sheets_of
from tests.browser import WIDTHS, axe_faults, offline_page, opened_page
from tests.conftest import DATA
from tests.worlds.scrabble_games import SAMPLE, analysed

MISTAKES = "#only-mistakes"
ANSWERS = "#with-answers"


def puzzles():
    return [puzzle for name in SAMPLE for puzzle in puzzles_of(analysed(name), f"games/{name}.gcg")]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("handout") / "handout.html"
    path.write_text(puzzle_page(puzzles()), "utf-8")
    return path


@pytest.fixture
def opened(browser, file):
    """The sheets of the page."""
    with offline_page(browser, "desktop", file) as page:
        page.locator("#to-sheet").click()
        yield page


def sheets(page, paper: str = "A4") -> int:
    """Return the number of printed sheets."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, prefer_css_page_size=True)))


def test_what_is_asked_has_an_answer_and_a_choice():
    asked = puzzles()
    assert len(asked) > 20 and any(not each.is_mistake for each in asked)
    for each in asked:
        choice = each.turn.choice
        assert each.turn.spread.is_exact and choice.best_is_complete
        assert len(choice.best) < len(choice.moves)
    mistakes = {(each.view.where, each.turn.played) for each in asked if each.is_mistake}
    proven = [
        (f"{name}, turn {turn.number}", turn.played) for name in SAMPLE for turn in analysed(name).mistakes
    ]
    assert mistakes == set(proven)


def test_a_sheet_shows_what_was_before_the_turn_and_not_what_was_played(opened):
    answers, asked = opened.locator(".answer:visible"), opened.locator(".puzzle:visible")
    mistakes = sum(each.is_mistake for each in puzzles())
    assert answers.count() == asked.count() == mistakes
    assert answers.locator(".where").all_text_contents() == [
        text.partition(" · ")[0] for text in asked.locator(".where").all_text_contents()
    ]
    opened.locator(MISTAKES).uncheck()
    assert answers.count() == asked.count() == len(puzzles())
    assert opened.locator("#sheets .tile").count() and not opened.locator("#sheets .tile.new").count()
    text = opened.locator("#sheets").text_content()
    for each in puzzles():
        assert not each.turn.turn.move.tiles or each.turn.played not in text
    shown = opened.locator(".puzzle:visible")
    assert shown.count() == len(puzzles())
    for at, each in enumerate(in_order(puzzles())):
        position, box = each.turn.turn.position, shown.nth(at)
        assert box.locator(".tiles > g").count() == int((position.squares > 0).sum())
        assert [int(text) for text in box.locator(".side b").all_text_contents()] == list(position.scores)
        racks = box.locator(".rack")
        assert [racks.nth(side).locator("span").count() for side in (0, 1)] == list(
            map(len, position.rack_codes)
        )
        assert "to move" in box.locator(".side").first.text_content()
    for width in (390, 1280):
        opened.set_viewport_size({"width": width, "height": 900})
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
    opened.locator(ANSWERS).uncheck()
    assert answers.count() == 0 and asked.count() == len(puzzles())


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


def test_an_answer_shows_the_best_move_and_is_printed_on_a_sheet_of_its_own(opened):
    answers = opened.locator(".answer:visible")
    asked = in_order([each for each in puzzles() if each.is_mistake])
    for at, each in enumerate(asked):
        best = each.turn.moves[0]
        answer = answers.nth(at)
        assert answer.locator("h3").text_content().startswith(best.text)
        laid = each.turn.turn.position.parse_move(best.text).placed
        assert answer.locator(".tile.new").count() == len(laid)
        assert answer.locator(".claims li").all_text_contents() == [claim.text for claim in each.turn.reasons]
        assert f"Played: {each.turn.played}" in answer.text_content()
    opened.locator(ANSWERS).uncheck()
    counts = []
    for chosen in (True, False):
        opened.locator(MISTAKES).set_checked(chosen)
        asked = [each for each in puzzles() if each.is_mistake or not chosen]
        counts.append(len(sheets_of([each.game for each in asked])))
        for paper in ("A4", "Letter"):
            assert sheets(opened, paper) == counts[-1]
    opened.locator(MISTAKES).check()
    opened.locator(ANSWERS).check()
    assert counts[0] < sheets(opened) <= counts[0] + math.ceil(opened.locator(".answer:visible").count() / 8)


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


@pytest.fixture(params=list(WIDTHS))
def solving(request, browser, set_file):
    """The page of a set, as wide as a desktop and as a telephone."""
    with offline_page(browser, request.param, set_file) as page:
        page.locator("#board svg").wait_for()
        yield page
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[request.param][0]


def tap(page, row: int, col: int) -> None:
    box = page.locator("#board svg").bounding_box()
    scale = box["width"] / (15 * 32 + 24)
    page.mouse.click(box["x"] + (20 + col * 32 + 16) * scale, box["y"] + (20 + row * 32 + 16) * scale)


def tile(page, letter: str):
    """The first free tile of the rack with this letter."""
    return page.locator(".mine button:not([disabled])", has_text=letter).first


def test_tiles_are_dragged_and_tapped_and_the_move_is_right(solving):
    box, board = tile(solving, "L").bounding_box(), solving.locator("#board svg").bounding_box()
    scale = board["width"] / (15 * 32 + 24)
    solving.mouse.move(box["x"] + 15, box["y"] + 15)
    solving.mouse.down()
    solving.mouse.move(box["x"] + 30, box["y"] - 30, steps=3)
    assert solving.locator(".ghost").count() == 1
    solving.mouse.move(board["x"] + (20 + 6.5 * 32) * scale, board["y"] + (20 + 2.5 * 32) * scale, steps=3)
    solving.mouse.up()
    assert solving.locator("#caption").inner_text() == "3F (L)L"
    assert solving.locator(".ghost").count() == 0 and solving.locator(".mine button[disabled]").count() == 1
    tap(solving, 2, 6)
    assert solving.locator(".mine button[disabled]").count() == 0
    for letter in "LANO":
        tile(solving, letter).click()
    assert solving.locator("#caption").inner_text() == "3F (L)LANO"
    solving.locator(".controls [data-do='play']").click()
    assert solving.locator("#verdict").inner_text() == "Right: 3F (L)LANO wins by 97."
    assert solving.locator("#answer-line").inner_text() == "3F (L)LANO 7 · G8 (GO)U(G)E 7 · 3B RA(J) 20"
    assert solving.locator("#score").inner_text() == "1 of 1 solved at the first attempt"
    solving.goto(f"{solving.url.partition('#')[0]}#4")
    solving.wait_for_function("document.getElementById('number').textContent === '4 of 6'")
    tap(solving, 12, 2)
    tile(solving, "?").click()
    solving.locator(".letters button", has_text="U").click()
    assert solving.locator("#caption").inner_text() == "C12 (T)u(X)"
    solving.locator(".controls [data-do='play']").click()
    assert solving.locator("#verdict").inner_text() == "Right: C12 (T)u(X) loses by 7."


def test_wrong_moves_are_refuted_hints_come_and_the_keyboard_is_enough(solving):
    solving.fill("#typed", "3b raj")
    solving.keyboard.press("Enter")
    assert solving.locator("#verdict").inner_text() == (
        "3B RA(J) costs 16 points: it wins by 81; the solution wins by 97."
    )
    assert solving.locator("#caption").inner_text() == "Ann 3B RA(J) +20, 490–395"
    solving.locator("[data-do='on']").click()
    assert solving.locator("#caption").inner_text() == "Ben 3F (L)IEU +6, 490–401"
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


def test_a_line_ends_the_question_for_the_letter_of_a_blank(solving):
    solving.goto(f"{solving.url.partition('#')[0]}#4")
    solving.wait_for_function("document.getElementById('number').textContent === '4 of 6'")
    letters, pressed = solving.locator(".letters"), solving.locator(".mine [aria-pressed='true']")
    for end in ("line", "typed", "laid"):
        tap(solving, 12, 2)
        tile(solving, "?").click()
        assert letters.is_visible() and pressed.inner_text() == "?"
        if end == "line":
            solving.locator("[data-do='solution']").click()
            solving.locator("#line [data-do='leave']").click()
        elif end == "typed":
            solving.fill("#typed", "C12 (T)e(X)")
            solving.keyboard.press("Enter")
        else:
            solving.locator("#board").focus()
            solving.keyboard.press("Shift+U")
        assert letters.is_hidden() and pressed.count() == 0, end
        solving.locator(".controls [data-do='recall']").click()


def test_tiles_of_several_letters_are_typed(browser, tmp_path):
    [puzzle] = read_puzzles(DATA / "reported" / "c64-digraph-puzzle.jsonl")
    puzzle.cgp, puzzle.refutations = puzzle.cgp.replace("DI[LL]ST", "I[LL]LST?"), []
    path = tmp_path / "digraphs.html"
    path.write_text(puzzle_page([from_record(puzzle)], "Puzzles"), "utf-8")
    with offline_page(browser, "desktop", path) as page:
        page.locator("#board svg").wait_for()
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
  const image = new Image(), canvas = document.createElement("canvas"), counts = new Map();
  image.src = address;
  await image.decode();
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0][0];
}"""


@pytest.mark.parametrize(
    ("size", "scheme", "plain"), [("desktop", "light", "243,239,228"), ("telephone", "dark", "43,45,49")]
)
def test_axe_finds_nothing_and_the_board_has_the_colours_of_the_scheme(
    browser, set_file, size, scheme, plain
):
    with opened_page(browser, size, set_file.as_uri(), scheme) as page:
        picture = base64.b64encode(page.locator("#board svg").screenshot()).decode()
        assert page.evaluate(COMMONEST, f"data:image/png;base64,{picture}") == plain
        page.locator("[data-do='hint']").click()
        page.fill("#typed", "3b raj")
        page.keyboard.press("Enter")
        page.locator("[data-do='solution']").click()
        assert axe_faults(page) == []
        page.locator("#to-sheet").click()
        assert axe_faults(page) == []


# With tiles in the bag

UNSEEN = "CDDEEHIT"  # the opponent's rack and the tile in the bag


@pytest.fixture(scope="module")
def bag_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("bag") / "puzzles.html"
    path.write_text(puzzle_page(map(from_record, read_puzzles(DATA / "puzzle-with-bag.jsonl"))), "utf-8")
    return path


def test_with_a_tile_in_the_bag_the_unseen_tiles_are_shown_until_the_draw_is(browser, bag_file):
    with offline_page(browser, "telephone", bag_file) as page:
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
