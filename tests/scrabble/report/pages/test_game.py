"""The page in a real browser: it opens from disk, asks for nothing else, and its keys and clicks work."""

from __future__ import annotations

import dataclasses
import re

import pytest
from msgspec.structs import replace as with_fields

from scrabble.analysis import analyse
from scrabble.analysis.analysis import analysis_of
from scrabble.answer.interval import Interval
from scrabble.records import gcg
from scrabble.records.record import TURNS, Event, EventKind, Pragma
from scrabble.report.pages.game import game_page
from scrabble.report.pages.moves import endgame_moves
from scrabble.report.pages.templates import load_asset
from scrabble.wording.points import value_cell
from tests.browser import WIDTHS, axe_faults, offline_page
from tests.conftest import REPOSITORY
from tests.worlds.scrabble_games import analysed, changed, enable, game

DATA = REPOSITORY / "tests" / "data"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page of a game with five mistakes, from turn 20 to turn 26 of 34."""
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(game_page(analysed("g0030"), "g0030.gcg"), "utf-8")
    return path


@pytest.fixture(params=["desktop"])
def opened(request, browser, file):
    with offline_page(browser, request.param, file) as page:
        yield page


def caption(page) -> str:
    return page.locator("#caption").inner_text()


def highlighted(page) -> str:
    """The letters of the play shown, in the order of the board."""
    return "".join(page.locator("#board .tile.new .letter").all_text_contents())


def shown_heading(page) -> str:
    return page.locator("section.position:visible h2").inner_text()


# of each row: where the text of its last column but one ends, its bar, and the column of the bar
ENDS = """rows => rows.map((row) => {
  const text = document.createRange(), [bar, cell] = [".bar", ".bars"].map(
    (name) => row.querySelector(name).getBoundingClientRect());
  text.selectNodeContents([...row.querySelectorAll("td")].at(-2));
  return [text.getBoundingClientRect().right, cell.left, bar.left, bar.right, cell.right];
})"""


@pytest.mark.parametrize("opened", WIDTHS, indirect=True)
def test_it_opens_at_the_first_mistake_and_fits_the_window(opened):
    assert caption(opened) == "Turn 20 of 34: Beta 1A M(O) +12"
    assert shown_heading(opened) == "Turn 20, Beta: 1A M(O) +12"
    assert highlighted(opened) == "M"
    assert opened.locator(".stop[aria-current]").get_attribute("data-position") == "20"
    width = opened.viewport_size["width"]
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    cell = opened.locator(".summary td").nth(2)
    assert opened.locator(".summary th").nth(2).inner_text() == "lost" and cell.inner_text() == "48"
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box["x"] + box["width"] <= width
    for number in (20, 23):  # the move that is worth least has the leftmost bar
        opened.evaluate(f"location.hash = '#turn-{number}'")
        rows = opened.locator("section.position:visible .candidates tr:has(.bar)").evaluate_all(ENDS)
        assert len(rows) > 5
        for text, left, start, end, right in rows:
            assert text + 2 <= start and left <= start and end <= right + 1
    summary = opened.locator("table.summary")
    assert summary.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth")
    graph = opened.locator("svg.graph").bounding_box()
    axis = opened.locator("svg.graph .axis")
    assert "0" in axis.all_text_contents() and "+0" not in axis.all_text_contents()
    opened.evaluate("document.querySelector('svg.graph .axis').textContent = '-200'")
    assert all(mark.bounding_box()["x"] >= graph["x"] for mark in axis.all())


def test_keys_step_through_the_game_and_clicks_lead_to_turns_and_moves_which_have_addresses(opened, file):
    tiles = opened.locator("#board .tile").count()
    opened.keyboard.press("ArrowRight")
    assert caption(opened) == "Turn 21 of 34: Alpha 10A AB +22"
    assert highlighted(opened) == "AB" and opened.locator("#board .tile").count() == tiles + 2
    opened.keyboard.press("ArrowLeft")
    opened.keyboard.press("ArrowLeft")
    assert caption(opened) == "Turn 19 of 34: Alpha 1L ARIL +28"
    assert opened.locator("#no-analysis").is_visible()
    assert opened.locator("section.position:visible").count() == 0
    assert "not known" in opened.locator(".player").nth(1).inner_text()
    opened.keyboard.press("Home")
    assert caption(opened).startswith("Turn 1 of 34: Alpha 8D FAMINE")
    assert opened.locator("#board .tile").count() == 6
    opened.keyboard.press("End")
    assert caption(opened) == "end of the game: 410-440"
    assert highlighted(opened) == ""
    assert opened.locator(".player b").all_inner_texts() == ["410", "440"]
    turns = []
    for _ in range(6):
        opened.keyboard.press("ArrowDown")
        turns.append(int(re.findall(r"Turn (\d+)", caption(opened))[0]))
    assert turns == [20, 21, 22, 23, 26, 20]
    opened.keyboard.press("ArrowUp")
    assert caption(opened).startswith("Turn 26 ")
    opened.evaluate("location.hash = '#turn-21'")
    opened.wait_for_function("location.hash === '#21'")  # as the page writes it when it has heard
    opened.keyboard.press("Enter")
    assert opened.locator("#line").is_visible()
    assert caption(opened) == "Alpha I1 (TO)LU +5, 384-416" and highlighted(opened) == "LU"
    opened.keyboard.press("ArrowRight")
    assert caption(opened) == "Beta 7E T(AXED) +15, 384-431" and highlighted(opened) == "T"
    assert opened.locator("#line button[aria-current]").inner_text() == "7E T(AXED) 15"
    opened.keyboard.press("End")
    opened.keyboard.press("ArrowRight")
    assert opened.locator("#line li").nth(4).locator("button[aria-current]").is_visible()
    opened.keyboard.press("Home")
    assert caption(opened) == "Before the move" and highlighted(opened) == ""
    opened.keyboard.press("Escape")
    assert not opened.locator("#line").is_visible()
    assert caption(opened) == "Turn 21 of 34: Alpha 10A AB +22"
    opened.locator(".stop[data-position='23']").click()
    assert caption(opened).startswith("Turn 23 of 34: Alpha 4A L(AVE)") and opened.url.endswith("#23")
    opened.get_by_role("button", name="Best line after the move played").click()
    assert caption(opened).startswith("Alpha 4A L(AVE)")
    opened.locator("#line li button").nth(1).click()
    assert caption(opened).startswith("Beta ")
    opened.get_by_role("button", name="back (Esc)").click()
    assert caption(opened).startswith("Turn 23 ")
    opened.locator("section.position:visible .candidates button").first.click()
    assert "I1 (TO)LU" in caption(opened)
    opened.locator(".sheet tbody tr").nth(4).click()
    assert caption(opened).startswith("Turn 5 ")
    opened.locator(".graph .strip[data-position='26']").click()
    assert caption(opened).startswith("Turn 26 ")
    for name, expected in (("back", 25), ("on", 26), ("first", 1), ("next", 20)):
        opened.locator(f"[data-go='{name}']").first.click()
        assert caption(opened).startswith(f"Turn {expected} ")
    for number in (7, 21):
        assert opened.locator(f".sheet a[href='#turn-{number}']").inner_text() == str(number)
        opened.locator(f".sheet a[href='#turn-{number}']").click()
        assert caption(opened).startswith(f"Turn {number} ") and opened.url.endswith(f"#{number}")
    opened.goto("about:blank")
    for address, expected in (("#turn-23", 23), ("#5", 5), ("#turn-26", 26)):
        opened.goto(f"{file.as_uri()}{address}")
        assert caption(opened).startswith(f"Turn {expected} ")
    opened.evaluate("location.hash = '#turn-23'")
    buttons = opened.locator("section.position:visible .candidates button")
    rows = opened.locator("section.position:visible .candidates tr").count() - 1
    assert buttons.count() == rows > 5
    for at in (0, 1, rows - 1):
        move = buttons.nth(at).inner_text()
        buttons.nth(at).click()
        is_searched = opened.locator("#line li").count() > 1
        title = f"After {move}" if is_searched else f"After {move} (not searched)"
        assert opened.locator("#line-title").inner_text() == title
        assert f" {move}" in caption(opened) and (is_searched or at > 0)
        opened.keyboard.press("Escape")


def test_a_better_move_is_looked_for_with_the_values_hidden_until_it_is_found(opened, file):
    mistakes = [turn for turn in analysed("g0030").mistakes if turn.is_endgame]
    turn = mistakes[0]
    opened.locator("section.position:visible").get_by_role("link", name="Find better").click()
    opened.locator("#question", has_text=f"played {turn.played}. Find better.").wait_for()
    shown = opened.locator("body").inner_text()
    assert f"Mistake 1 of {len(mistakes)}" in shown and turn.found.best[0] not in shown
    assert opened.locator(".graph, .candidates, .sheet").count() == 0
    for move, says in ((turn.played, "costs"), (turn.found.best[0], "Right: ")):
        opened.locator("#typed").fill(move)
        opened.locator("#typed").press("Enter")
        opened.locator("#verdict", has_text=says).wait_for()
    assert opened.locator("#answer").is_visible() and axe_faults(opened) == []
    opened.get_by_role("button", name="Next puzzle").click()
    opened.locator("#question", has_text=f"played {mistakes[1].played}. Find better.").wait_for()
    assert opened.url.endswith(f"#find-{mistakes[1].number}")
    opened.get_by_role("link", name="Back to the game").click()
    caption = opened.locator("#caption", has_text=f"Turn {mistakes[1].number} of")
    caption.wait_for()
    opened.keyboard.press("h")  # a key of the puzzles
    opened.keyboard.press("ArrowRight")
    opened.locator("#caption", has_text=f"Turn {mistakes[1].number + 1} of").wait_for()
    opened.goto(f"{file.as_uri()}#find")
    opened.reload()
    assert f"played {turn.played}. Find better." in opened.locator("#question").inner_text()


PRINTED = """all => all.map((each) => [
  each.querySelectorAll(".tiles > g").length,
  [...each.querySelectorAll(".diagram b")].map((score) => Number(score.innerText)),
  [...each.querySelectorAll(".rack")].slice(0, 2).map((rack) => rack.querySelectorAll("span").length),
  each.querySelector(".side.on").innerText,
])"""


def test_terms_are_explained_moves_say_how_the_game_ends_and_all_is_dark_or_printed(opened):
    """Every turn is printed as it was before, three a sheet as a rule, with graph and score sheet."""
    for name, code in opened.locator("button:visible, a:visible").evaluate_all(
        "all => all.map((each) => [each.ariaLabel || each.innerText, each.outerHTML])"
    ):
        assert re.search(r"\w", name), code
    assert all(text.strip() for text in opened.locator("th").all_text_contents())
    ground = "node => getComputedStyle(node).backgroundColor"
    green = opened.evaluate("getComputedStyle(document.querySelector('#line')).backgroundColor")
    for selector in (".stop[aria-current]", ".candidates .made td", ".sheet tr.on"):
        assert opened.locator(selector).first.evaluate(ground) != green  # which stands for what is good
    terms = opened.locator("section:has(h2:text-is('Summary')) .terms")
    told = dict(
        zip(terms.locator("dt").all_inner_texts(), terms.locator("dd").all_inner_texts(), strict=True)
    )
    assert list(told) == ["best", "small", "medium", "large", "lost", "open", "phony"]
    assert told["small"] == "a mistake that costs less than 7 points"
    assert told["medium"] == "7 points or more, less than 15"
    assert told["large"] == "15 points or more, or a win thrown away"
    opened.evaluate("location.hash = '#turn-21'")
    rows = opened.locator("section.position:visible .candidates tr:has(td)")
    ends = dict(zip(rows.locator("[data-line]").all_inner_texts(), rows.all_inner_texts(), strict=True))
    [judged] = [turn for turn in analysed("g0030") if turn.number == 21]
    assert judged.lead == -37
    for move, text in ends.items():
        [found] = [each for each in judged.found.moves if each.text == move]
        end = found.spread if found.spread.is_exact else Interval(upper=found.spread.upper)
        words = " ".join(text.split())
        assert f" {value_cell(end, None)}" in words
        if end.is_exact:
            assert words.endswith(("loss", "draw", "win")[(end.exact > 0) - (end.exact < 0) + 1])
    assert rows.first.locator("td.win").count() == 1 and rows.last.locator("td.loss").count() == 1
    for scheme in ("light", "dark"):
        opened.emulate_media(color_scheme=scheme)
        colours = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        brightness = sum(map(int, re.findall(r"\d+", colours)[:3])) / 3
        assert (brightness > 200) == (scheme == "light")
    opened.emulate_media(media="print")
    assert opened.locator("section.position:visible").count() == 15
    assert opened.locator("section.position .print-only svg:visible").count() == 15
    assert not opened.locator(".controls").is_visible() and not opened.locator(".left").is_visible()
    printed = opened.locator("section.position").evaluate_all(PRINTED)
    for turn, (tiles, scores, racks, side) in zip(analysed("g0030"), printed, strict=True):
        position = turn.replayed.position
        assert tiles == int((position.squares > 0).sum()) and scores == list(position.scores)
        assert racks == list(map(len, position.rack_codes)) and side.startswith(turn.player_name)
    data = opened.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", data)) <= 7


def test_without_scripts_everything_can_be_read(browser, file):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("section.position:visible").count() == 15
    assert page.locator("#board .tile").count() > 80
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_small_print_can_be_read(scheme):
    """Every colour of text has a contrast of 4.5 and more to every ground that text stands on."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", load_asset("page.css"))
    colours = {name: (light, dark)[scheme == "dark"] for name, light, dark in pairs}
    for text in ("ink", "soft", "accent", "small", "medium", "large"):
        for ground in ("paper", "card", "accent-soft", "chosen"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    assert contrast(colours["card"], colours["accent"]) >= 4.5


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_bonus_stands_where_it_was_given_and_totals_run(browser, tmp_path):
    """A game with two challenge bonuses, tiles left and time penalties: each row adds to the one before."""
    record = gcg.load(DATA / "gcg" / "challenges.gcg")
    file = tmp_path / "challenges.html"
    file.write_text(game_page(analyse(record, enable(), nodes=2000, max_bag=0)), "utf-8")
    with offline_page(browser, "desktop", file) as page:
        rows = [row.split("\t") for row in page.locator(".sheet tbody tr").all_inner_texts()]
        totals = {}
        for _, name, _, points, total, *_ in rows:
            totals[name] = totals.get(name, 0) + int(points)
            assert totals[name] == int(total)
        assert totals == {"Alpha Á": 334, "Beta": 430}
        extra = [(at, row[2], row[4]) for at, row in enumerate(rows) if not row[0]]
        assert extra == [
            (15, "challenge bonus", "205"),
            (17, "challenge bonus", "253"),
            (34, "(LNRT) end rack", "354"),
            (35, "time penalty", "430"),
            (36, "time penalty", "334"),
        ]
        for at, expected in ((14, "Turn 15 of 32"), (15, "Turn 15 of 32"), (18, "Turn 17 "), (36, "end of")):
            page.locator(".sheet tbody tr").nth(at).click()
            assert caption(page).startswith(expected)


def test_what_is_left_on_a_rack_completes_the_result():
    """Where a line at the end of a record has no points, they are those that the rules give."""
    record = gcg.load(DATA / "gcg" / "challenges.gcg")
    [ending] = [event for event in record.events if event.kind is EventKind.END_RACK]
    open_ended = changed(record, ending.line, score=None, total=None)
    pages = [game_page(analyse(each, enable(), nodes=2000, max_bag=0)) for each in (record, open_ended)]
    sheets = [page[page.index('<table class="sheet">') : page.rindex("</table>")] for page in pages]
    assert sheets[0] == sheets[1]


def test_notes_of_the_record_stand_beside_their_turns(browser, tmp_path):
    record = game("g0030")
    notes = {
        5: "an early note",
        21: "I stopped <b>looking</b>\nafter 10A AB",
        22: "<script>stolen()</script>",
    }
    items: list[Event | Pragma] = []
    turns = 0
    for item in record.items:
        items.append(item)
        if isinstance(item, Event) and item.kind in TURNS:
            turns += 1
            items += [Pragma("note", notes[number]) for number in notes if number == turns]
    noted = analyse(dataclasses.replace(record, items=tuple(items)), enable(), nodes=2000, max_bag=0)
    file = tmp_path / "noted.html"
    file.write_text(game_page(noted), "utf-8")
    with offline_page(browser, "desktop", file) as page:
        for turn, note in notes.items():
            page.evaluate(f"location.hash = '#turn-{turn}'")
            shown = page.locator("section.position:visible .note")
            assert shown.inner_text().split("\n", 1)[1].strip() == note
            assert shown.locator("b, script").count() == 0
        page.evaluate("location.hash = '#turn-5'")
        assert (
            "Not analysed: the bag was not empty yet."
            in page.locator("section.position:visible").inner_text()
        )
        assert not page.locator("#no-analysis").is_visible()
        page.evaluate("location.hash = '#turn-23'")
        assert page.locator(".note:visible").count() == 0


def test_a_blank_with_two_letters_is_one_row():
    [turn] = [turn for turn in analysed("g0030") if turn.number == 21]
    best, *others = turn.found.moves
    twins = ["I1 (TO)La", "I1 (TO)Lb"]
    first, *rows = endgame_moves([*(with_fields(best, text=each) for each in twins), *others[:5]], twins).rows
    assert first.moves == twins and first.kinds == "best" and "I1 (TO)L" not in str(rows)


def test_names_of_players_cannot_break_the_page():
    analysis = analysed("g0004")
    players = [
        player._replace(name="</script><b>&amp;{{ title }}") for player in analysis.game.record.players
    ]
    game = dataclasses.replace(analysis.game.record, players=tuple(players))
    replayed = dataclasses.replace(analysis.game, record=game)
    text = game_page(analysis_of(replayed, "ENABLE", analysis.turns))
    assert text.count("</script>") == 2 and "&lt;/script&gt;&lt;b&gt;&amp;amp;{{ title }}" in text


def test_a_page_asks_for_nothing():
    text = game_page(analysed("g0004"))
    assert not re.findall(r"(?:src|href)=\"(?!data:|#)|url\(|@import|https?://(?!www\.w3\.org/)", text)


def test_what_is_open_is_shown_by_its_estimate() -> None:
    """The values of turn 23, 74 ahead, and of all but the best of turn 24, 94 behind, are not proven."""
    page = game_page(analyse(game("g0034"), enable(), nodes=100, max_bag=0), "")
    assert 'class="lost">about -12</span>' in page
    assert "Candidate moves; best so far: 3E DIRL" in page
    sections = [page[page.index(f'id="turn-{turn}"') :].partition("</section>")[0] for turn in (23, 24)]
    values = [re.findall(r'<td class="number">(about [+-]\d+|[+-]\d+)</td>', each)[:2] for each in sections]
    assert values == [["about +4", "about +2"], ["+22", "about +22"]]
    section = sections[0]
    assert re.search(r'<td class="bars" title="proven: (at least |at most )?-?\d+', section)
    assert " to +" not in section
    rings = re.findall(r'<circle class="ring" cx="([0-9.]+)" cy="([0-9.]+)"', page)
    assert rings and {x for x, _ in rings} <= set(re.findall(r'<line class="open" x1="([0-9.]+)"', page))
    assert all(0 <= float(y) <= 220 for _, y in rings)
