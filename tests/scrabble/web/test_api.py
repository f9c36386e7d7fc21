"""The JSON of the explorer without a browser: who may ask, what is answered, and what is left behind."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scrabble import cgp
from scrabble.web.guard import MOST_AT_ONCE, MOST_BYTES
from scrabble.web.sessions import MOST_PAGES
from tests.conftest import POSITIONS
from tests.scrabble.web.served import PATIENCE, memory_of, served, threads_of

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")
httpx = pytest.importorskip("httpx", reason="httpx is not installed: pip install httpx")
EASY = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1]
ROWS = [json.loads(line) for line in (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines()]
HARD = next(row["cgp"] for row in ROWS if row["id"] == "g0356")
MANY = next(row["cgp"] for row in ROWS if row["id"] == "g0002")  # 2,295 moves
ENOUGH = 100
GAME = (POSITIONS / "games" / "g0010.gcg").read_text("utf-8")
MB = 1 << 20
SOME = 6  # threads that answer requests come and go


@pytest.fixture(scope="module")
def running():
    with served() as found:
        yield found


@pytest.fixture
def client(running):
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        yield client


class Page:
    """What a page hears of its position, as it listens."""

    def __init__(self, client) -> None:
        self.client, self.name, self.news, self.rows, self.serial = client, "", {}, {}, -1
        self._is_open = threading.Event()
        self._changed = threading.Condition()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        assert self._is_open.wait(PATIENCE)

    def _listen(self) -> None:
        kind = ""
        try:
            with self.client.stream("GET", "api/events") as answer:
                self._answer = answer
                for line in answer.iter_lines():
                    if line.startswith("event: "):
                        kind = line.removeprefix("event: ")
                    elif line.startswith("data: "):
                        self._hear(kind, json.loads(line.removeprefix("data: ")))
        except (httpx.HTTPError, httpx.StreamError, RuntimeError, AttributeError):
            return  # closed

    def _hear(self, kind: str, told: dict) -> None:
        with self._changed:
            if kind == "hello":
                self.name = told["page"]
                self._is_open.set()
            else:
                if told["serial"] != self.serial or told["is_whole"]:
                    self.serial, self.rows = told["serial"], {}
                self.rows |= told["changed"]
                self.news = told
            self._changed.notify_all()

    def ask(self, request: str, **given: object) -> dict:
        answer = self.client.post(f"api/{request}", json={"page": self.name, **given})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def wait(self, is_there) -> dict:
        """Wait for news that are as wished."""
        with self._changed:
            assert self._changed.wait_for(lambda: bool(self.news) and is_there(self.news), PATIENCE)
            return self.news

    def explored(self, text: str, state: str = "done", **given: object) -> dict:
        """Explore a position until a search of it has come to this state."""
        serial = self.ask("explore", cgp=text, **given)["serial"]
        return self.wait(lambda news: news["serial"] == serial and news["state"] == state)

    def close(self) -> None:
        self._answer.close()


@contextmanager
def listening(address: str) -> Iterator[Page]:
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        page = Page(client)
        try:
            yield page
        finally:
            page.close()


@pytest.fixture
def page(running):
    with listening(running.address) as page:
        yield page


# Who may ask


def test_nothing_without_the_token(running):
    host = running.address.split("/")[2]
    for path in ("", "x/", "api/start", "../etc/passwd", "%2e%2e/x"):
        answer = httpx.get(f"http://{host}/{path}")
        assert answer.status_code == 403 and "address" in answer.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_foreign_hosts_and_origins_are_refused(client, headers, status):
    assert client.get("", headers=headers).status_code == status
    assert client.post("api/start", json={}, headers=headers).status_code == status


def test_every_answer_lets_nothing_in_from_elsewhere(client, running):
    for answer in (client.get(""), client.get("static/explorer.js"), httpx.get(running.address + "../x")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


def test_files_of_the_page_and_no_others(client):
    assert client.get("").headers["content-type"].startswith("text/html")
    for name in ("explorer.js", "board.js", "game.css", "explorer.css"):
        assert client.get(f"static/{name}").status_code == 200
    for name in ("page.py", "game.js.py", "..%2fapp.py", "nothing.js", "__init__.py"):
        assert client.get(f"static/{name}").status_code == 404
    assert client.get("api/board/CrosswordGame").text.startswith("<svg ")
    assert client.get("api/board/..%2fx").status_code == 404


def test_a_body_has_its_bounds(client):
    assert client.post("api/read", content=b"x" * (MOST_BYTES + 1)).status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(MOST_BYTES // 1000 + 10):
            yield b"x" * 1000

    assert client.post("api/read", content=chunks()).status_code == 413


@pytest.mark.parametrize(
    ("request_", "given", "reason"),
    [
        ("read", {}, "expected a text as 'text'"),
        ("read", {"text": "foo"}, "expected 4 fields"),
        ("read", {"text": "/etc/passwd"}, "expected 4 fields"),
        ("read", {"text": "-"}, "expected 4 fields"),
        ("explore", {"page": "x", "cgp": EASY}, "this page is not connected any more"),
        ("exact", {}, "expected a text as 'page'"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(client, request_, given, reason):
    answer = client.post(f"api/{request_}", json=given)
    assert answer.status_code == 400 and answer.json()["version"] == 1
    assert reason in answer.json()["error"] and "\n" not in answer.json()["error"]


def test_no_object_is_refused(client):
    assert client.post("api/read", content=b"[1]").json()["error"] == "expected an object"
    assert client.post("api/read", content=b"{").status_code == 400
    assert client.post("api/read", content=b"[" * 100_000).status_code == 400
    assert client.get("api/read").status_code == 405


# What is answered


def test_a_position_is_read_and_drawn(client):
    told = client.post("api/read", json={"text": EASY}).json()["position"]
    assert told["rack_texts"] == ["AALNOR", "EIU"] and told["scores"] == [470, 395]
    assert told["problems"] == [] and told["lexicon"] == "ENABLE" and not told["is_over"]
    assert [11, 13, "n", None, "n"] in told["placed"]
    again = client.post("api/read", json={"text": told["cgp"]}).json()["position"]
    assert again == told


def test_unseen_tiles_fill_the_other_rack_with_a_note(client):
    told = client.post("api/read", json={"text": EASY.replace("/EIU ", "/ ")}).json()["position"]
    assert told["rack_texts"] == ["AALNOR", "EIU"] and told["problems"] == []
    assert any("given the unseen tiles 'EIU'" in each for each in told["warnings"])


def test_what_is_impossible_says_why(client):
    def problems(text: str) -> list[str]:
        return client.post("api/read", json={"text": text}).json()["position"]["problems"]

    [bag] = problems("15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 A/E 0/0 0")
    assert bag.startswith("the bag is not empty: 95 tiles") and "pre-endgames are not explored yet" in bag
    assert any(
        "an english set" in each or "english set has 1" in each
        for each in problems(EASY.replace("EIU", "QQQ"))
    )
    assert problems(EASY.replace(" 0 ", " 9 ", 1))[-1].startswith(
        "9 scoreless turns in a row, expected 0 to 6"
    )
    [path] = problems(EASY.replace("lex ENABLE;", "lex /etc/passwd;"))
    assert path == "expected the name of a lexicon, got a path: '/etc/passwd'"
    [unknown] = problems(EASY.replace("lex ENABLE;", "lex NOTHERE99;"))
    assert "no lexicon 'NOTHERE99'" in unknown


def test_a_printed_board_a_name_and_a_game_are_read(client):
    assert client.post("api/read", json={"text": "out-in-two"}).json()["position"]["zeros_limit"] == 6
    assert client.post("api/read", json={"text": GAME}).json()["kind"] == "game"
    rows = "\n".join(["." * 15] * 7 + ["......." + "CAT....."] + ["." * 15] * 7)
    told = client.post("api/read", json={"text": f"{rows}\nAE/IO\nlexicon ENABLE"}).json()["position"]
    assert told["rack_texts"] == ["AE", "IO"]
    drawing = str(cgp.loads(EASY))
    told = client.post("api/read", json={"text": f"\n{drawing}\n"}).json()["position"]
    assert (told["rack_texts"], told["scores"]) == (["AALNOR", "EIU"], [470, 395])


def test_a_search_is_told_and_every_move_becomes_exact(page):
    news = page.explored(EASY)
    answer = news["answer"]
    assert (answer["status"], answer["value"], answer["best"]) == ("proven", 22, ["3F (L)LANO"])
    assert answer["exact"] == answer["moves"] == len(page.rows) == 163 and answer["final"] == [499, 402]
    assert all(lower == upper for _, lower, upper, *_ in page.rows.values())
    assert page.rows["3B RA(J)"][:4] == [20, 6, 6, "worse"]


def test_what_is_told_agrees_with_solve(page):
    from scrabble.endgame import Wants, solve
    from scrabble.lexicon import Lexicon

    for row in ROWS[:6]:
        news = (
            page.explored(row["cgp"], "exact values") if row["id"] == "g0002" else page.explored(row["cgp"])
        )
        fresh = solve(cgp.loads(row["cgp"]), Lexicon.load("ENABLE"), wants=Wants(shown=20))
        assert news["answer"]["value"] == fresh.value
        for each in fresh.moves:
            if each.text in page.rows:
                _, lower, upper, *_ = page.rows[each.text]
                least, most = each.bounds
                assert max(lower, least) <= min(upper, most), (row["id"], each.text)


def test_bounds_only_narrow_while_a_hard_position_is_searched(page):
    serial = page.ask("explore", cgp=HARD, seconds=3)["serial"]
    seen: dict[str, tuple[int, int]] = {}
    while page.wait(lambda news: news["serial"] == serial)["state"] != "time":
        for move, (_, lower, upper, *_) in list(page.rows.items()):
            before = seen.get(move, (-(10**6), 10**6))
            assert before[0] <= lower <= upper <= before[1], move
            seen[move] = lower, upper
        time.sleep(0.05)
    answer = page.news["answer"]
    assert answer["status"] == "bounded" and answer["value"] is None and answer["limit"] == "time"
    assert answer["lower"] < answer["upper"]
    page.ask("go", seconds=0.5)
    page.wait(lambda news: news["state"] == "searching")
    page.ask("stop")
    page.wait(lambda news: news["state"] == "stopped")


def test_a_move_that_is_asked_for_comes_first_with_its_line(page):
    page.explored(MANY, "exact values", seconds=600)
    last = min(page.rows, key=lambda move: page.rows[move][2])
    assert page.rows[last][1] < page.rows[last][2]
    page.ask("exact", move=last, seconds=600)
    news = page.wait(lambda news: page.rows[last][1] == page.rows[last][2] and bool(page.rows[last][5]))
    assert news["answer"]["exact"] < news["answer"]["moves"] - ENOUGH
    refused = page.client.post("api/exact", json={"page": page.name, "move": "1A NONSENSE"})
    assert refused.status_code == 400 and "there is no such move" in refused.json()["error"]


def test_along_a_line_the_same_memory_answers(page):
    page.explored(EASY)
    serial = page.ask("explore", cgp=EASY, moves=["3F (L)LANO"])["serial"]
    news = page.wait(lambda news: news["serial"] == serial and news["state"] == "done")
    assert news["answer"]["value"] == -15 and "G8 (GO)U(G)E" in news["answer"]["best"]
    over = page.ask("explore", cgp=EASY, moves=["3F (L)LANO", "G8 (GO)U(G)E", "3B RA(J)"])["position"]
    assert over["is_over"] and over["final"] == [402, 499]


def test_reasons_are_found_with_the_names_of_players(page):
    page.explored(EASY)
    page.ask("why", cgp=EASY, move="3F (L)A", names=["Ann", "Bob"])
    news = page.wait(lambda news: bool(news["why"]) and news["why"]["is_done"])
    assert "With best play Ann goes out in 2, and Bob keeps I." in news["why"]["sentences"]


def test_a_game_is_judged_and_saved(page):
    told = page.ask("game", text=GAME)
    assert told["first"] == 26 and len(told["turns"]) == 27 and told["players"] == ["Alpha", "Beta"]
    news = page.wait(lambda news: bool(news["game"]) and news["game"]["judged"] == 2)
    assert {turn: each["lost"] for turn, each in news["game"]["verdicts"].items()} == {"26": "1", "27": "0"}
    home = told["turns"][25]["cgp"]
    page.explored(home)
    saved = page.ask("save", kind="gcg", cgp=home, lines=[[], ["B6 PRO"]])["text"]
    assert (
        ">beta: ILNOPRT B6 PRO +26 433" in saved and "#note Explored: best B6 PRO, proven: worth +3" in saved
    )
    from scrabble import gcg
    from scrabble.replay import replay

    assert replay(gcg.loads(saved)).turns[-1].total == 433
    saved = page.ask("save", kind="page", cgp=home, lines=[[], ["B6 PRO"]])["text"]
    assert saved.count("<section>") == 2 and "best B6 PRO, proven" in saved and "<script" not in saved
    page.ask("game", text="")


def test_a_position_by_itself_is_no_record(page):
    page.explored(EASY)
    answer = page.client.post("api/save", json={"page": page.name, "kind": "gcg", "cgp": EASY, "lines": []})
    assert answer.status_code == 400 and answer.json()["error"].startswith("a GCG begins with the first turn")


def test_texts_from_a_page_are_escaped_where_they_are_saved(page):
    text = EASY.replace("lex ENABLE;", "lex <b>&x;")
    saved = page.ask("save", kind="page", cgp=text, lines=[])["text"]
    assert "<b>" not in saved.partition("</header>")[0].partition("<header>")[2].replace("<header>", "")
    assert "&lt;b&gt;&amp;x" in saved


# What is left behind


def test_a_new_position_stops_the_old_search(page):
    page.ask("explore", cgp=HARD, seconds=600)
    page.wait(lambda news: news["state"] == "searching")
    began = time.monotonic()
    news = page.explored(EASY)
    assert news["answer"]["value"] == 22 and time.monotonic() - began < 5


def test_a_hundred_positions_leave_no_thread_and_no_memory():
    """One after the other, the answer of each is right; then the page is closed, and the worker ends."""
    known = {row["cgp"]: row["value"] for row in ROWS if row.get("value") is not None}
    texts = [row["cgp"] for row in ROWS]
    with served() as running:
        with listening(running.address) as page:
            page.explored(EASY)
            idle = threads_of(running.process)
            sizes = []
            for number in range(100):
                serial = page.ask("explore", cgp=texts[number % len(texts)], seconds=2)["serial"]
                if number % 10 == 0:
                    news = page.explored(EASY)
                    assert news["answer"]["value"] == 22
                    assert threads_of(running.process) <= idle + SOME
                    sizes.append(memory_of(running.process))
                elif texts[number % len(texts)] in known and number % 7 == 0:
                    page.wait(lambda news, at=serial: news["serial"] == at and news["answer"] is not None)
            assert sizes[-1] - sizes[2] < 60 * MB, [size // MB for size in sizes]
        assert threads_of(running.process) <= idle + SOME


def test_pages_have_a_bound():
    with served() as running, httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        pages = [Page(client) for _ in range(MOST_PAGES)]
        answer = client.get("api/events")
        assert answer.status_code == 503 and "pages are open" in answer.json()["error"]
        for each in pages:
            each.close()


def test_requests_have_a_bound():
    with served() as running, httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        found = [client.get("static/board.js").status_code for _ in range(3 * MOST_AT_ONCE)]
        assert found[0] == 200 and 429 in found


def test_ctrl_c_ends_it_at_once_though_a_page_listens():
    with served() as running, listening(running.address) as page:
        page.ask("explore", cgp=HARD, seconds=600)
        page.wait(lambda news: news["state"] == "searching")
        began = time.monotonic()
        running.process.send_signal(2)
        assert running.process.wait(10) == 130
        assert time.monotonic() - began < 3


def test_what_is_given_on_the_command_line_is_what_the_page_begins_with(tmp_path):
    file = tmp_path / "game.gcg"
    file.write_text(GAME, "utf-8")
    for given, expected in (
        (EASY, EASY),
        ("out-in-two", "15/5C7R1/"),
        ("g0010", "g0010"),
        (str(file), "#character-encoding"),
    ):
        with served(given, "--lexicon", "ENABLE") as running:
            start = httpx.post(f"{running.address}api/start", json={}, timeout=PATIENCE).json()
            assert start["text"].startswith(expected) and start["lexicon"] == "ENABLE"


def test_a_port_that_is_taken_is_said(capsys):
    from scrabble.cli import main

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["board", "--no-open", "--port", port]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and f"127.0.0.1 port {port}" in err


def test_only_this_machine_unless_it_is_said_in_words(capsys):
    from scrabble.cli import main

    assert main(["board", "--no-open", "--host", "0.0.0.0"]) == 2
    assert "--i-know-that-others-can-use-it" in capsys.readouterr().err


def test_without_the_extra_one_line_says_what_works(monkeypatch, capsys):
    import sys

    from scrabble.cli import main

    for name in [each for each in sys.modules if each.startswith(("scrabble.web", "starlette", "uvicorn"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "starlette", None)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["board", "--no-open"]) == 2
    err = capsys.readouterr().err
    assert (
        err.startswith("error: the explorer needs starlette and uvicorn: pip install ")
        and err.count("\n") == 1
    )


@pytest.mark.parametrize("given", ["missing.cgp", "15/foo bar"])
def test_bad_positions_are_refused_before_anything_is_served(given, capsys):
    from scrabble.cli import main

    assert main(["board", "--no-open", given]) == 2
    found = capsys.readouterr()
    assert found.out == "" and found.err.startswith("error: ") and found.err.count("\n") == 1
