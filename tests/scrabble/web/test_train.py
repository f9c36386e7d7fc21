"""The trainer in the browser: right and wrong moves, hints, and what is due after a restart."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from scrabble.training.database import PracticeDatabase
from scrabble.training.schedule import learned
from scrabble.training.selection import Filters
from scrabble.web import server
from scrabble.web.app import new_app
from scrabble.web.guard import Guard
from scrabble.web.requests import ExplorerSettings, RequestError, dispatch
from scrabble.web.trainer import TRIED, Trainer
from tests.browser import WIDTHS, axe_faults, opened_page
from tests.conftest import DATA, REPOSITORY, under_load
from tests.scrabble.web.browsing import click_square, sync_api, wait_for
from tests.scrabble.web.served import NO_CERTIFICATES, PATIENCE, in_a_thread

SET = str(DATA / "puzzles.jsonl")
SECONDS = 60.0  # a move is judged by the same answer however busy the machine is
PATIENT = f"from scrabble.cli import commands, train; train.SECONDS = {SECONDS}; commands.run()"


def database(folder) -> PracticeDatabase:
    return PracticeDatabase(folder / "scrabble-endgame" / "training" / "practice.sqlite")


@contextmanager
def training(folder, name: str, due_only: bool = False, difficulty: tuple[int, int] = (1, 5)):
    """The page of `endgame train` with the data folder of a test, without the explorer; its address."""
    with database(folder) as practice:
        trainer = Trainer(practice, name, Filters(frozenset(), difficulty, due_only), SECONDS)
        settings = ExplorerSettings(trainer=trainer)
        prepared = server.prepare()
        app = new_app(lambda: pytest.fail("no session is wanted"), settings)
        with in_a_thread(prepared, Guard(app, prepared.token, prepared.hosts)):
            yield f"{prepared.address}train"


@contextmanager
def training_command(folder, *arguments: str):
    """`endgame train` with the data folder of a test; the address of its page."""
    command = [sys.executable, "-c", PATIENT, "train", "--no-open", *arguments]
    env = {**os.environ, "XDG_DATA_HOME": str(folder)}
    quiet = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY, env=env, **quiet
    ) as process:
        try:
            yield process.stdout.readline().strip()
        finally:
            process.send_signal(signal.SIGINT)
            try:
                assert process.wait(under_load(10)) == 130
            finally:
                process.kill()


@contextmanager
def opening(browser, address: str, width: str, scheme: str = "light"):
    """A page; moves may be refused."""
    with opened_page(browser, width, address, scheme) as page:
        page.expected_errors.append("400")
        yield page
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width][0]


def attempts(folder) -> list[tuple[str, bool, int]]:
    with database(folder) as practice:
        return [(each.move, each.is_right, each.hints) for each in practice.attempts()]


def test_right_wrong_hint_and_what_is_due_after_a_restart(browser, tmp_path):
    with (
        training_command(tmp_path, SET, "--difficulty", "5") as address,
        opening(browser, address, "desktop") as page,
    ):
        page.locator("#board svg").wait_for()
        assert page.locator("#question").inner_text() == "Ann is 75 ahead. Which move is best?"
        page.fill("#typed", "3b raj")
        page.keyboard.press("Enter")
        wait_for(page, "#verdict", "3B RA(J) costs 16 points: it wins by 81; the solution wins by 97.")
        page.locator("[data-do='on']").click()
        assert page.locator("#caption").inner_text() == "Ben 3F (L)IEU +6, 490-401"
        page.locator("[data-do='leave']").click()
        page.locator("[data-do='recall']").click()
        page.locator("[data-do='hint']").click()
        wait_for(page, "#hints", "Theme: goes out in two.")
        click_square(page, 2, 6)
        for letter in "LANO":
            page.locator(".mine button:not([disabled])", has_text=letter).first.click()
        page.locator(".controls [data-do='play']").click()
        wait_for(page, "#verdict", "Right: 3F (L)LANO wins by 97.")
        wait_for(page, "#answer-line", "3F (L)LANO 7 · G8 (GO)U(G)E 7 · 3B RA(J) 20")
        wait_for(page, "#message", "It comes up again tomorrow.")
        wait_for(page, "#number", "1 of 2 · 0 of 1 solved at the first attempt · your level is 2 of 5")
        wait_for(page, "#line-title", "Solution")
        assert axe_faults(page) == []
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="Explore from here").click()
        explorer = opened.value
        explorer.locator("#board svg .tile").first.wait_for(timeout=PATIENCE * 1000)
        wait_for(explorer, "#best", "G8 (GO)U(G)E")
        explorer.close()
        page.locator(".right [data-do='next']").click()
        wait_for(page, "#number", "2 of 2")
        assert page.locator("#verdict").inner_text() == ""
        page.get_by_role("link", name="Progress").click()
        wait_for(page, "main", "1 puzzle tried, 1 time in all; solved at the first attempt: 0 (0 %).")
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS["desktop"][0]
        assert page.locator(".tally").count() == 4
        assert page.locator("section").first.evaluate("each => getComputedStyle(each).borderRadius") == "8px"
        page.get_by_role("link", name="Back to the puzzles").click()
        page.locator("#board svg").wait_for()
    assert attempts(tmp_path) == [("3B RA(J)", False, 0), ("3F (L)LANO", True, 1)]
    with training(tmp_path, TRIED, due_only=True) as address, opening(browser, address, "telephone") as page:
        wait_for(page, "#message", "Nothing is due today; the next puzzle is due tomorrow.")
        assert page.locator("#solve").is_hidden()
        page.locator("#filters").evaluate("each => { each.open = true; }")
        page.uncheck("#due")
        wait_for(page, "#number", "1 of 1")
        assert page.locator("#question").inner_text() == "Ann is 75 ahead. Which move is best?"


def test_a_page_loaded_again_continues_with_its_puzzle_and_filters(browser, tmp_path):
    with training(tmp_path, SET, difficulty=(2, 5)) as address, opening(browser, address, "desktop") as page:
        wait_for(page, "#number", "1 of 4")
        page.locator("[data-do='next']").click()
        wait_for(page, "#number", "2 of 4")
        question = page.locator("#question").inner_text()
        for _ in range(2):
            page.locator("[data-do='hint']").click()
        sync_api().expect(page.locator("#hints li")).to_have_count(2)
        page.fill("#typed", "pass")
        page.keyboard.press("Enter")
        wait_for(page, "#number", "2 of 4 · 0 of 1 solved at the first attempt · your level is 2 of 5")
        page.reload()
        wait_for(page, "#number", "2 of 4 · 0 of 1 solved at the first attempt · your level is 2 of 5")
        assert page.locator("#question").inner_text() == question
        assert page.locator("#hints li").count() == 2
        page.locator("[data-do='solution']").click()
        wait_for(page, "#answer-line", "E2 GL(U)T 10")
        page.reload()
        wait_for(page, "#answer-line", "E2 GL(U)T 10")
        wait_for(page, "#number", "2 of 4 · 0 of 1 solved at the first attempt · your level is 2 of 5")
        page.locator("[data-do='next']").click()
        wait_for(page, "#number", "3 of 4")
        page.locator("#filters").evaluate("each => { each.open = true; }")
        page.select_option("#theme", "blocks the best play")
        wait_for(page, "#number", "1 of 2")
        question = page.locator("#question").inner_text()
        page.goto(address)
        wait_for(page, "#number", "1 of 2")
        assert page.locator("#theme").input_value() == "blocks the best play"
        assert page.locator("#question").inner_text() == question
        page.select_option("#difficulty", "4-4")
        wait_for(page, "#message", "No puzzle fits these filters.")
        page.check("#clock")
        sync_api().expect(page.locator("#time")).to_have_text(re.compile(r"\d+:\d\d"))
    assert attempts(tmp_path) == [("pass", False, 2)]


def test_requests_are_checked_and_a_puzzle_shown_again_before_it_was_solved_is_no_new_review(tmp_path):
    from httpx import Client

    with (
        training(tmp_path, SET) as address,
        Client(base_url=address.removesuffix("train"), **NO_CERTIFICATES) as client,
    ):

        def ask(name: str, **keys):
            answer = client.post(f"api/{name}", json=keys)
            assert answer.status_code == 200, answer.text
            return answer.json()

        hard = {"set": SET, "difficulty": [5, 5]}
        assert ask("train")["puzzle"] is None
        shown = ask("choose", **hard)["puzzle"]
        assert "solution" not in shown and "refutations" not in shown
        assert (shown["hints_shown"], shown["is_tried"], shown["is_over"]) == ([], False, False)
        hint = ask("hint", showing=shown["showing"])["hint"]
        verdict = ask("attempt", showing=shown["showing"], move="pass")
        assert verdict["result"] == "0 of 1 solved at the first attempt · your level is 2 of 5"
        other = ask("take")["puzzle"]
        assert other["showing"] != shown["showing"] and ask("train")["puzzle"]["puzzle"] == other["puzzle"]
        assert ask("take")["puzzle"] is None
        assert ask("choose", **hard)["puzzle"]["showing"] == other["showing"]
        again = ask("take")["puzzle"]
        assert (again["showing"], again["hints_shown"], again["is_tried"]) == (shown["showing"], [hint], True)
        verdict = ask("attempt", showing=again["showing"], move="3f llano")
        assert verdict["is_right"] and verdict["result"].startswith("0 of 1 solved at the first attempt")
        assert ask("train")["puzzle"]["is_over"]
        assert ask("choose", **hard)["puzzle"]["showing"] == other["showing"]
        assert ask("take")["puzzle"]["showing"] != shown["showing"]
        with database(tmp_path) as practice:
            [both] = learned(practice.attempts()).values()
        assert (both.showings, both.right) == (1, 0)

        mine, theirs = ask("train")["puzzle"], ask("train", tab="b")
        assert (theirs["puzzle"], theirs["chosen"]) == (None, None)
        beside = ask("choose", tab="b", set=SET, difficulty=[1, 4])["puzzle"]
        assert beside["number"].startswith("1 of ") and ask("train", tab="b")["puzzle"] == beside
        first, second = (ask("train", tab=tab)["chosen"]["difficulty"] for tab in ("", "b"))
        assert (first, second) == ([5, 5], [1, 4]) and ask("train")["puzzle"]["showing"] == mine["showing"]

        def refused(name: str, **keys) -> str:
            answer = client.post(f"api/{name}", json=keys)
            assert answer.status_code == 400
            return answer.json()["error"]

        assert "expected one of the sets" in refused("choose", set="/etc/passwd")
        assert "part of no theme" in refused("choose", set=SET, theme="zugzwang")
        assert refused("hint", showing="x") == "this puzzle is no longer open: reload the page"
        assert "expected a square" in refused("attempt", showing=other["showing"], move="zzz")


def test_the_explorer_alone_has_no_puzzles():
    with pytest.raises(RequestError, match="puzzles are shown by `endgame train`"):
        dispatch("train", lambda: pytest.fail("no session is wanted"), ExplorerSettings(), b"{}")
