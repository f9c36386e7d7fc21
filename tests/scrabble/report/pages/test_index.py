"""The page of many games in a browser: it sorts, leads to games and from game to game, fits a telephone."""

from __future__ import annotations

import re

import pytest

from scrabble.analysis.batch.players import canonical_names
from scrabble.analysis.batch.summary import summarize
from scrabble.report.pages.game import game_page
from scrabble.report.pages.index import Practice, index_page, links_of, page_names
from tests.browser import axe_faults, offline_page
from tests.worlds.many_games import SETTINGS
from tests.worlds.mixed_turns import stopped
from tests.worlds.scrabble_games import GAMES, analysed, as_record, record_data

NAMES = ("g0010", "g0030", "g0034", "g0022")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A folder of pages, as `endgame analyse --html` writes it."""
    from scrabble.analysis.batch.jobs import collect, prepare_all

    folder = tmp_path_factory.mktemp("pages")
    jobs = prepare_all(collect([str(GAMES / f"{name}.gcg") for name in NAMES]), SETTINGS)
    records = []
    names = page_names([job.id for job in jobs])
    for at, (name, job) in enumerate(zip(NAMES, jobs, strict=True)):
        records.append(as_record(record_data(analysed(name), job.id, job.key)))
        page = game_page(analysed(name), f"{name}.gcg", links_of(list(names.values()), at))
        (folder / names[job.id]).write_text(page, "utf-8")
    (folder / "index.html").write_text(index_page(records, summarize(records), names), "utf-8")
    return folder


@pytest.fixture(params=["desktop"])
def opened(request, browser, pages):
    with offline_page(browser, request.param, pages / "index.html") as page:
        yield page


def column(page, table: str, at: int) -> list[str]:
    return page.locator(f".{table} tbody tr td:nth-child({at})").all_inner_texts()


def follow(page, link) -> None:
    """Go where a link leads, and wait until the page is there."""
    with page.expect_navigation(wait_until="load"):
        link.click()


@pytest.mark.parametrize("opened", ["telephone"], indirect=True)
def test_games_come_first_and_what_is_lost_is_in_sight(opened):
    titles = ["Most costly turns", "Games", "Players", "Kinds of mistakes"]
    assert opened.locator("h2").all_inner_texts() == titles
    results = ["349-435", "410-440", "422-349", "524-354"]
    assert column(opened, "games", 1) == [
        f"Alpha - Beta, {result}\n{name}.gcg" for name, result in zip(NAMES, results, strict=True)
    ]
    assert "/positions/" not in opened.content() and "\\" not in opened.locator("main").inner_text()
    assert all(text.strip(" ↕") for text in opened.locator("button:visible, a:visible").all_inner_texts())
    width = opened.viewport_size["width"]
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.evaluate("getComputedStyle(document.querySelector('.standings')).display") == "table"
    for cells in (".games td:nth-child(2)", ".games td:nth-child(3)", ".standings td:nth-child(9)"):
        for cell in opened.locator(cells).all():
            cell.scroll_into_view_if_needed()
            box = cell.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
    for name in ("games", "players"):
        table = opened.get_by_role("region", name=name)
        assert table.evaluate("each => each.scrollWidth <= each.clientWidth")
        table.focus()
        assert table.evaluate("each => each === document.activeElement")
    everything = opened.locator("tbody tr:visible").count()
    opened.locator(".standings a", has_text="Beta").click()
    opened.locator("#filter", has_text="Only Beta").wait_for()  # the page hears of its address afterwards
    assert column(opened, "standings", 1) == ["Alpha", "Beta", "all"]
    assert opened.locator(".standings tbody tr:visible").count() == 1
    assert opened.locator(".kinds tbody tr:visible").count() == 1
    assert opened.locator(".games tbody tr:visible").count() == len(NAMES)
    turns = opened.locator(".costly tbody tr:visible td:nth-child(2)").all_inner_texts()
    assert turns and all(text.startswith("Beta: ") for text in turns)
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    opened.reload()
    assert opened.locator("#filter").is_visible()
    opened.get_by_role("link", name="Show all players").click()
    opened.locator("#filter").wait_for(state="hidden")
    assert opened.locator("tbody tr:visible").count() == everything


def test_columns_sort_both_ways_and_links_lead_from_game_to_game_and_to_the_worst_turns(opened):
    lost = [int(text) for text in column(opened, "games", 2)]
    heading = opened.locator(".games th").nth(1)
    for order, kind in ((sorted(lost, reverse=True), "descending"), (sorted(lost), "ascending")):
        heading.get_by_role("button").click()
        assert [int(text) for text in column(opened, "games", 2)] == order
        assert heading.get_attribute("aria-sort") == kind
    opened.locator(".games th").first.get_by_role("button").click()
    assert column(opened, "games", 1) == sorted(column(opened, "games", 1))
    assert heading.get_attribute("aria-sort") == "none"
    opened.locator(".games th").last.get_by_role("button").click()
    assert column(opened, "games", 4)[0] == "2 large, 1 medium, 2 small, 1 win thrown away"
    assert column(opened, "games", 4)[-1] == "1 small"
    for _ in range(2):
        opened.locator(".standings th").nth(8).get_by_role("button").click()
        assert column(opened, "standings", 1)[-1] == "all"
    opened.locator(".standings th").first.get_by_role("button").click()
    assert column(opened, "standings", 1) == ["Alpha", "Beta", "all"]
    follow(opened, opened.locator(".games a", has_text="349-435"))
    for name in NAMES[1:]:
        follow(opened, opened.get_by_role("link", name="next game"))
        assert name in opened.locator("header p").inner_text()
    assert opened.get_by_role("link", name="next game").count() == 0
    follow(opened, opened.get_by_role("link", name="previous game"))
    assert NAMES[-2] in opened.locator("header p").inner_text()
    follow(opened, opened.get_by_role("link", name="all games"))
    assert opened.locator("h1").inner_text() == "4 games"
    follow(opened, opened.locator(".games a", has_text="2 large"))
    assert opened.locator("#caption").inner_text().startswith("Turn 23 of 34")
    follow(opened, opened.get_by_role("link", name="all games"))
    lost = [int(text) for text in column(opened, "costly", 1) if text]
    assert lost[:3] == sorted(lost, reverse=True)[:3] and len(lost) <= 10
    first = opened.locator(".costly tbody tr").first
    assert "missed block" in opened.locator(".costly").inner_text()
    where = {text.splitlines()[-1].partition(", turn ")[0] for text in column(opened, "costly", 2)}
    assert where == {f"Alpha - Beta, {name}.gcg" for name in NAMES}  # the same players in all games
    turn = first.locator("small").first.inner_text().rpartition(" ")[2]
    follow(opened, first.get_by_role("link"))
    assert opened.locator("section.position:visible h2").inner_text().startswith(f"Turn {turn},")


@pytest.fixture(scope="module")
def season(tmp_path_factory):
    """The index of games on several dates, with open turns and more than ten mistakes of a player."""
    records = []
    open_ones = stopped("g0028", 100), stopped("g0034", 100)
    for at, analysis in enumerate([*open_ones, *2 * [*map(analysed, NAMES)]], 1):
        data = record_data(analysis, f"{at}.gcg", f"{at:064}") | {"date": f"2024-08-{1 + at // 2:02}"}
        records.append(as_record(data))
    return season_page(tmp_path_factory.mktemp("season"), records, {}), records


def season_page(folder, records, players):
    """Write the index of games, with other names of players."""
    pages, persons = page_names([record.id for record in records]), canonical_names(records, players)
    practice = Practice(command=["endgame", "analyse", "my games"])
    path = folder / "index.html"
    path.write_text(
        index_page(records, summarize(records, names=players), pages, persons, practice), encoding="utf-8"
    )
    return path


def least(text: str) -> float:
    return float(text.removeprefix("≥ ").partition(" ")[0])


def test_a_player_has_all_turns_and_a_sum_the_proven_part_of_open_ones(browser, season):
    """In players, games, kinds and by date; tables sort by it."""
    path, records = season
    losses = [turn.counted_loss for record in records for turn in record.turns]
    assert any(loss.lower > 0 and not loss.is_exact for loss in losses)
    with offline_page(browser, "desktop", path) as page:
        shown = page.locator(".costly tbody tr:visible")
        assert shown.count() == 10
        for name in ("Alpha", "Beta"):
            mine = [turn for record in records for turn in record.turns if turn.player_name == name]
            page.locator(".standings a", has_text=name).click()
            page.locator("#filter", has_text=f"Only {name}").wait_for()
            count = sum(turn.counted_loss.lower > 0 for turn in mine)
            assert shown.count() == min(10, count) > 4
            assert page.locator(".costly .beyond:visible").count() > 0
            assert page.locator("h2").first.inner_text() == "Players"
            assert page.locator(".costly svg.board:visible").count() == shown.count()
            assert page.locator(".practise:visible").count() == 1
            page.get_by_role("link", name="Show all players").click()
            page.locator("#filter").wait_for(state="hidden")
            assert shown.count() == 10
        total = sum(loss.lower for loss in losses)
        facts = page.locator("header p").inner_text()
        assert f"at least {float(total):,.1f} points lost".replace(".0 ", " ") in facts
        assert least(column(page, "standings", 9)[-1]) == round(float(total), 1)
        for heading, table in ((0, "costly"), (2, "games")):
            page.locator(f".{table} th").nth(heading).get_by_role("button").click()
            sorted_ = [least(text) for text in column(page, table, heading + 1) if text]
            assert sorted_ == sorted(sorted_, reverse=True)
        for name, text in zip(column(page, "trends", 1), column(page, "trends", 3), strict=True):
            for date in {record.date for record in records}:
                told = re.search(rf"{date}: (≥ )?([\d.]+)( to )?", text)
                days = [record for record in records if record.date == date and name in record.players]
                mine = [turn.counted_loss for day in days for turn in day.turns if turn.player_name == name]
                assert bool(told) == bool(days)
                if told:
                    turns = sum(
                        turn.is_endgame and turn.player_name == name for day in days for turn in day.turns
                    )
                    assert float(told[2]) == round(float(sum(loss.lower for loss in mine)) / turns, 1)
                    assert bool(told[1] or told[3]) == any(not loss.is_exact for loss in mine)


def test_two_players_are_beside_each_other_and_their_mistakes_can_be_practised(browser, season, tmp_path):
    some = season[1][1:4]  # axe looks at all the boards
    with offline_page(browser, "desktop", season_page(tmp_path, some, {"beta": "B. O'Neil"})) as page:
        page.locator(".standings a", has_text="Alpha").click()
        page.get_by_label("compare with").select_option("B. O'Neil")
        page.locator("#filter", has_text="Only Alpha and B. O'Neil").wait_for()
        assert page.title().startswith("Alpha · B. O'Neil · ")
        assert page.locator(".trend:visible").count() == 2
        edges = [
            {round(box.bounding_box()["x"]) for box in page.locator(f".cards tr{kind}:visible").all()}
            for kind in ("[data-board]:not(.second)", ".second")
        ]
        assert [len(edge) for edge in edges] == [1, 1] and edges[0] != edges[1]
        page.locator(".practise:visible summary").last.click()
        commands = page.locator(".practise code:visible").inner_text().splitlines()
        assert commands == [
            "endgame analyse 'my games' --puzzles b-o-neil.jsonl --player 'B. O'\"'\"'Neil'",
            "endgame train b-o-neil.jsonl",
        ]
        assert axe_faults(page) == []
        page.get_by_role("link", name="Show all players").click()
        page.locator("#filter").wait_for(state="hidden")
        assert page.locator("h2").first.inner_text() == "Most costly turns"
        assert page.locator(".costly svg.board").count() == 0
