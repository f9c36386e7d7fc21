"""`endgame board`: how it begins and ends, and what is left behind."""

from __future__ import annotations

import socket
import sys
import time

import httpx
import pytest

from scrabble.web import server
from scrabble.web.requests import dispatch, field_choices
from scrabble.web.session import MOST_PAGES
from tests.conftest import refused, under_load
from tests.scrabble.web.listening import GAME, ROWS, Page, listening
from tests.scrabble.web.served import NO_CERTIFICATES, PATIENCE, memory_of, served, threads_of
from tests.worlds.bundled_positions import EASY, HARD

MB = 1 << 20
SOME = 6  # threads that answer requests come and go


def test_many_positions_and_pages_leave_nothing_and_ctrl_c_ends_it_at_once():
    """One after the other, the answer of each is right; when the page is closed its worker ends."""
    known = {row["cgp"]: row["value"] for row in ROWS if row.get("value") is not None}
    texts = [row["cgp"] for row in ROWS]
    with served() as running:
        with listening(running.address) as page:
            page.explored(EASY)
            idle = threads_of(running.process)
            sizes = []
            for number in range(25):
                text = texts[number % len(texts)]
                serial = page.ask("explore", cgp=text, seconds=2)["serial"]
                if number % 6 == 0:
                    news = page.explored(EASY)
                    assert news["answer"]["texts"]["worth"] == "+22"
                    assert threads_of(running.process) <= idle + SOME
                    sizes.append(memory_of(running.process))
                elif text in known and number % 7 == 0:
                    page.wait(lambda news, at=serial: news["serial"] == at and news["answer"] is not None)
            assert sizes[-1] - sizes[2] < 60 * MB, [size // MB for size in sizes]
        assert threads_of(running.process) <= idle + SOME
        with httpx.Client(base_url=running.address, timeout=PATIENCE, **NO_CERTIFICATES) as client:
            pages = [Page(client) for _ in range(MOST_PAGES)]
            answer = client.get("api/events")
            assert answer.status_code == 503 and "pages are open" in answer.json()["error"]
            for each in pages:
                each.close()
        with listening(running.address) as page:
            page.ask("explore", cgp=HARD, seconds=600)
            page.wait(lambda news: news["state"] == "searching")
            began = time.monotonic()
            running.process.send_signal(2)
            assert running.process.wait(PATIENCE) == 130
            assert time.monotonic() - began < under_load(3)


def test_what_is_given_on_the_command_line_is_what_the_page_begins_with(tmp_path, monkeypatch):
    from scrabble.cli import main

    file, found = tmp_path / "game.gcg", []
    file.write_text(GAME, "utf-8")

    def begin(prepared, settings) -> None:
        prepared.socket.close()
        found.append(dispatch("start", lambda: None, settings, b"{}") | field_choices(settings))

    monkeypatch.setattr(server, "serve", begin)
    for given, expected in (("out-in-two", "15/5C7R1/"), (str(file), "#character-encoding")):
        assert main(["board", "--no-open", given, "--lexicon", "ENABLE"]) == 0
        assert found[-1]["text"].startswith(expected) and found[-1]["lexicon"] == "ENABLE"


def test_a_port_that_is_taken_is_said(capsys):
    from scrabble.cli import main

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["board", "--no-open", "--port", port]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and f"127.0.0.1 port {port}" in err


def test_without_the_extra_one_line_says_what_works(endgame, monkeypatch):
    for name in [each for each in sys.modules if each.startswith(("scrabble.web", "starlette", "uvicorn"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "starlette", None)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    said = refused(endgame("board", "--no-open"))
    assert said.startswith("error: the explorer needs starlette and uvicorn: pip install ")
    assert "scrabble-endgame with the extra web" in said


@pytest.mark.parametrize("given", ["missing.cgp", "15/foo bar"])
def test_bad_positions_are_refused_before_anything_is_served(given, endgame):
    refused(endgame("board", "--no-open", given))
