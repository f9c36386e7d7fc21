"""`endgame serve`: answers, refusals, and limits."""

from __future__ import annotations

import dataclasses
import json
import random
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from itertools import islice

import httpx
import pytest

import scrabble
from scrabble.answer.names import Status
from scrabble.answer.plain import from_plain
from scrabble.answer.solution import Solution
from scrabble.cli import main
from scrabble.web import guard, server, service
from scrabble.web.service import CHEAP_EXACT, OF_REQUESTS, ServiceLimits, SolveRequest
from tests.conftest import under_load
from tests.scrabble.web import with_bag
from tests.scrabble.web.listening import ROWS
from tests.scrabble.web.served import (
    NO_CERTIFICATES,
    PATIENCE,
    in_a_thread,
    memory_of,
    served,
    spent_by_threads,
    threads_of,
)
from tests.worlds.bundled_positions import EASY, HARD, MANY

MB = 1 << 20
NO_SCORES = " ".join([*EASY.split()[:2], "0/0 0 lex ENABLE; scores unknown;"])
BAG = "preendgame:6"


@pytest.fixture(scope="module")
def limits():
    return ServiceLimits(seconds=600, memory=64 * MB)


@pytest.fixture(scope="module")
def solver(limits):
    return service.SolveEndpoint(limits)


@pytest.fixture(scope="module")
def client(solver):
    with serving(solver) as client:
        yield client


@contextmanager
def serving(solver: service.SolveEndpoint) -> Iterator[httpx.Client]:
    """A client of a server in a thread."""
    prepared = server.prepare()
    with (
        in_a_thread(prepared, service.new_service(prepared, solver)),
        httpx.Client(base_url=prepared.address, timeout=PATIENCE, **NO_CERTIFICATES) as client,
    ):
        yield client


def without_time(answer: dict) -> dict:
    return {key: value for key, value in answer.items() if key != "seconds"}


@contextmanager
def waiting(endpoint: service.SolveEndpoint, client, **asked: object) -> Iterator[None]:
    """A request that has no answer yet; its client leaves at the end of the block."""
    before, url, body = endpoint.admitted, client.base_url, json.dumps(asked).encode()
    lines = (f"POST {url.path}solve HTTP/1.1", f"Host: {url.host}:{url.port}", f"Content-Length: {len(body)}")
    with socket.create_connection((url.host, url.port), PATIENCE) as connection:
        connection.sendall("\r\n".join((*lines, "", "")).encode() + body)
        wait_until(lambda: endpoint.admitted > before)
        yield
    wait_until(lambda: endpoint.admitted == before)


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_the_answer_is_that_of_the_command(client, capsys):
    answer = client.post("solve", json={"position": EASY, "exact": 2})
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/json"
    assert main(["solve", EASY, "--exact", "2", "--threads", "1", "--json"]) == 0
    assert without_time(answer.json()) == without_time(json.loads(capsys.readouterr().out))
    from_plain(answer.json(), Solution)


def test_options_are_those_of_a_search(client):
    asked = {"objective": "outcome", "solver": "mtdf", "lexicon": "ENABLE", "id": "mine"}
    answer = client.post("solve", json={"position": "out-in-two", **asked}).json()
    for key, said in {"id": "mine", "solver": "mtdf", "objective": "outcome", "outcome": "won"}.items():
        assert answer[key] == said
    bag = client.post("solve", json={"position": BAG, "objective": "spread", "nodes": 1}).json()
    assert (bag["kind"], bag["objective"], bag["stopped_by"]) == ("preendgame", "spread", "nodes")


def test_threads_share_a_search_where_the_server_allows_them(limits):
    known = with_bag.ALL[int(BAG.rpartition(":")[2]) - 1]
    with serving(service.SolveEndpoint(dataclasses.replace(limits, threads=2))) as client:
        two = client.post("solve", json={"position": EASY, "workers": 2}).json()
        assert (two["status"], two["value"], two["best"]) == ("proven", 22, ["3F (L)LANO"])
        two = client.post("solve", json={"position": BAG, "workers": 2, "settle_ties": True}).json()
        assert (two["status"], two["spread"], two["win"]) == ("proven", known["spread"], known["win"])


def test_the_draws_after_the_best_move(client):
    answer = client.post("solve", json={"position": BAG, "draws": True}).json()
    draws = from_plain(answer, Solution).draws
    assert draws is not None and len(draws) > 1 and all(each.line for each in draws)
    assert sum(each.probability for each in draws) == 1
    for name in ("win", "spread"):
        [known] = set(map(Fraction, answer[name]))
        assert sum(each.probability * getattr(each, name).exact for each in draws) == known
    assert client.post("solve", json={"position": BAG, "nodes": 1}).json()["draws"] is None


HUGE = 2**70


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"position": "out-in-two", "nodes": ' + b"9" * 5000 + b"}", "range"),
        (b"\xff", ""),
        (b"[" * 100_000, "expected `object`, got `array`"),
        (b'{"position": "out-in-two", "value_of": ' + b"[" * 100_000, ""),
    ],
)
def test_what_is_no_object_has_one_line_too(client, body, reason):
    answer = client.post("solve", content=body)
    error = answer.json()["error"]
    assert answer.status_code == 400 and reason in error and "\n" not in error, answer.text


def test_no_number_is_too_large_for_an_answer_in_words(client):
    """Each option with a number beyond use: refused, or no bound of the search at all."""
    for name in OF_REQUESTS:
        answer = client.post("solve", json={"position": EASY, name: HUGE})
        assert answer.status_code == 400 or (name == "exact" and answer.json()["status"] == "proven"), name


def test_another_method_is_told_which_one_is_allowed(client):
    assert client.get("solve").headers["allow"] == "POST"


def test_a_body_has_its_bounds(client):
    large = b"x" * (guard.MOST_BYTES + 1)
    for content in (large, iter([large])):
        answer = client.post("solve", content=content)
        assert answer.status_code == 413 and answer.json()["error"]


def test_the_guard_is_that_of_the_explorer(client):
    asked = {"position": EASY}
    for headers, status in (({"host": "evil.example"}, 421), ({"origin": "http://evil.example"}, 403)):
        answer = client.post("solve", json=asked, headers=headers)
        assert answer.status_code == status and answer.json()["error"]
    host = str(client.base_url).rsplit("/", 2)[0]
    answer = httpx.post(f"{host}/solve", json=asked, **NO_CERTIFICATES)
    assert answer.status_code == 403 and "endgame serve" in answer.json()["error"]


def test_too_many_requests_are_refused(solver, monkeypatch):
    monkeypatch.setattr(guard, "MOST_AT_ONCE", 0)
    with serving(solver) as client:
        answer = client.post("solve", json={"position": EASY})
    assert answer.status_code == 429 and "wait a second" in answer.json()["error"]


def test_too_many_searches_are_refused_until_a_client_leaves(solver, client, monkeypatch):
    monkeypatch.setattr(service, "MOST_WAITING", 0)
    with waiting(solver, client, position=HARD, seconds=600):
        answer = client.post("solve", json={"position": EASY})
        assert answer.status_code == 503 and answer.headers["retry-after"] == "1"
        assert answer.json()["error"] == "too many searches: try again later"
        assert client.post("solve", json={"position": EASY, "depth": 3}).status_code == 400
    assert client.post("solve", json={"position": EASY}).json()["value"] == 22


def test_clients_that_leave_while_they_wait_make_room(solver, client, monkeypatch):
    """Nothing is prepared for them either."""
    monkeypatch.setattr(service, "MOST_WAITING", 2)
    prepared, begin = [], service.new_search
    monkeypatch.setattr(service, "new_search", lambda *given: prepared.append(given) or begin(*given))
    with waiting(solver, client, position=MANY, seconds=600, exact=0):
        for _ in range(6):
            with waiting(solver, client, position=EASY):
                pass
    assert client.post("solve", json={"position": EASY}).json()["value"] == 22
    assert len(prepared) == 2


def test_many_clients_at_once_are_all_answered(solver, client, monkeypatch):
    """With a value, or by a refusal that says when to come again."""
    monkeypatch.setattr(service, "MOST_WAITING", 8)

    def ask(number: int) -> int:
        with httpx.Client(base_url=client.base_url, timeout=PATIENCE, **NO_CERTIFICATES) as other:
            answer = other.post("solve", json={"position": EASY})
        assert answer.json()["value"] == 22 if answer.status_code == 200 else answer.headers["retry-after"]
        return answer.status_code

    count = service.MOST_WAITING + 8
    with ThreadPoolExecutor(count) as pool:
        statuses = Counter(pool.map(ask, range(count)))
    assert set(statuses) <= {200, 503} and statuses[200] > service.MOST_WAITING
    wait_until(lambda: solver.admitted == 0)


def test_a_text_that_takes_long_to_read_keeps_nobody_waiting(solver, client):
    """The longest body there may be, in the shape of a position."""
    long, at_once = f"{'15/' * 300_000} /AB 1/2 0"[: guard.MOST_BYTES - 100], under_load(2)
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(client.post, "solve", json={"position": long})
        began = time.monotonic()
        assert client.get("solve").status_code == 405
        assert time.monotonic() - began < at_once
        assert reading.result().status_code == 400


def test_a_fault_is_one_line_too(client, monkeypatch):
    for name in ("new_search", "solution_json"):
        with monkeypatch.context() as patch:
            patch.setattr(service, name, lambda *given: 1 / 0)
            answer = client.post("solve", json={"position": EASY})
        assert answer.status_code == 500 and "log" in answer.json()["error"]
    assert client.post("solve", json={"position": EASY}).json()["value"] == 22


def test_options_are_declared_once():
    """A request has those of a search that are no matter of the server, and a few keys of its own."""
    declared = {each.name for each in dataclasses.fields(scrabble.SolveOptions)}
    of_the_server = {"memory", "outcome_nodes", "cheap_exact", "proven", "late_tests"}
    assert of_the_server < declared and set(OF_REQUESTS) == declared - of_the_server
    assert not declared & set(SolveRequest.__struct_fields__)


def test_ctrl_c_ends_it_at_once_and_the_log_has_requests_and_refusals_but_no_token(tmp_path):
    log = tmp_path / "some.log"
    with (
        served("--log", str(log), command=("serve", "--threads", "1")) as running,
        httpx.Client(base_url=running.address, timeout=PATIENCE, **NO_CERTIFICATES) as client,
        ThreadPoolExecutor(1) as pool,
    ):
        where, token = running.address.rstrip("/").rsplit("/", 1)
        for address in (running.address, f"{where}/{'x' * len(token)}/"):
            client.post(f"{address}solve", json={"position": "no\nposition"})
        asked = pool.submit(client.post, "solve", json={"position": HARD})
        wait_until(lambda: spent_besides_main(running.process) > 0.6)
        began = time.monotonic()
        running.process.send_signal(2)
        assert running.process.wait(PATIENCE) == 130
        assert time.monotonic() - began < under_load(3)
        with pytest.raises(httpx.TransportError):
            asked.result()
    text = log.read_text()
    begun, bad, stranger, *_, ended = (line.split(" ", 2)[2].partition(":")[0] for line in text.splitlines())
    assert begun == ended == "INFO scrabble.web.server"
    assert (bad, stranger) == ("INFO scrabble.web.service", "WARNING scrabble.web.guard")
    assert "solve 400" in text and "403" in text and text.endswith(": stopped\n") and token not in text


def spent_besides_main(process: subprocess.Popen[str]) -> float:
    """How many seconds of a processor the busiest thread has had, but for the first one, which imports."""
    spent = spent_by_threads(process)
    return max((spent[thread] for thread in spent if thread != str(process.pid)), default=0.0)


GOOD, FEW_NODES = 24, 500  # positions, and the nodes of each at most
CLIENTS, FIRST, REQUESTS = 20, 200, 1000
BAD = (b"{", b'{"position": "foo"}', b'{"position": 3}', b"x" * (guard.MOST_BYTES + 1))


@pytest.mark.slow
def test_a_thousand_requests_by_twenty_clients(capsys, monkeypatch):
    """Good and bad ones mixed: no wrong answer, and no thread or memory is left behind."""
    monkeypatch.setenv("ENDGAME_MEMORY", "64")
    options = scrabble.SolveOptions(nodes=FEW_NODES, cheap_exact=CHEAP_EXACT)
    solved = (scrabble.solve(row["cgp"], options=options) for row in ROWS)
    known = list(
        islice((each for each in solved if each.status == Status.PROVEN and each.stopped_by is None), GOOD)
    )
    texts = [scrabble.cgp.dumps(each.position) for each in known]
    times: list[float] = []
    statuses: Counter[int] = Counter()
    wrong: list[str] = []

    def ask(number: int, client) -> None:
        at = random.Random(number).randrange(GOOD * 4 // 3)
        good = at < GOOD
        body = json.dumps({"position": texts[at]}).encode() if good else BAD[at % len(BAD)]
        while True:
            began = time.monotonic()
            answer = client.post("solve", content=body)
            statuses[answer.status_code] += 1
            if answer.status_code not in (429, 503):
                break
            time.sleep(0.5)
        if not good:
            if answer.status_code not in (400, 413) or not answer.json()["error"]:
                wrong.append(answer.text)
            return
        times.append(time.monotonic() - began)
        found = answer.json()
        expected = {"value": known[at].value, "best": known[at].best, "nodes": known[at].nodes}
        if not expected.items() <= found.items():
            wrong.append(f"{expected}: {answer.text[-300:]}")

    def run(numbers: range) -> None:
        with httpx.Client(base_url=running.address, timeout=PATIENCE, **NO_CERTIFICATES) as client:
            for number in numbers:
                ask(number, client)

    with served(command=("serve", "--threads", "2")) as running:
        sizes = []
        for count in (FIRST, REQUESTS):  # memory may grow at first
            times.clear()
            statuses.clear()
            with ThreadPoolExecutor(CLIENTS) as pool:
                list(pool.map(run, [range(at, count, CLIENTS) for at in range(CLIENTS)]))
            sizes.append((threads_of(running.process), memory_of(running.process) // MB))
    times.sort()
    figures = f"median {times[len(times) // 2]:.3f} s, p99 {times[len(times) * 99 // 100]:.3f} s"
    with capsys.disabled():
        print(f"\n{figures}, statuses {dict(statuses)}, threads and MB {sizes}")
    assert wrong == []
    assert sizes[1][0] <= sizes[0][0] + 6 and sizes[1][1] < sizes[0][1] + 60
