"""`endgame serve`: answers, events, refusals, limits, and its description."""

from __future__ import annotations

import dataclasses
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice

import msgspec
import pytest

import scrabble
from scrabble.cli import main
from scrabble.solver.interval import to_wire
from scrabble.solver.names import Status
from scrabble.solver.schema import SolutionData
from tests.scrabble.web.listening import EASY, HARD, MANY, ROWS
from tests.scrabble.web.served import NO_CERTIFICATES, PATIENCE, in_a_thread, memory_of, served, threads_of

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")
httpx = pytest.importorskip("httpx", reason="httpx is not installed: pip install httpx")

from scrabble.web import guard, server, service  # noqa: E402
from scrabble.web.solve_request import CHEAP_EXACT, ErrorData, ProgressData, ServiceLimits, SolveRequest  # noqa: E402

MB = 1 << 20
JSON = {"content-type": "application/json"}
NO_SCORES = " ".join([*EASY.split()[:2], "0/0 0 lex ENABLE; scores unknown;"])
BAG = "preendgame:2"


@pytest.fixture(scope="module")
def limits():
    return ServiceLimits(seconds=600, memory=64 * MB, searches=1)


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


def events(answer) -> list[tuple[str, dict]]:
    """The events of an answer, by name."""
    blocks = [block.partition("\ndata: ") for block in answer.text.strip().split("\n\n")]
    return [(name.removeprefix("event: "), json.loads(data)) for name, _, data in blocks]


def test_the_answer_is_that_of_the_command(client, capsys):
    answer = client.post("solve", json={"position": EASY, "exact": 2})
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/json"
    assert main(["solve", EASY, "--exact", "2", "--threads", "1", "--json"]) == 0
    assert without_time(answer.json()) == without_time(json.loads(capsys.readouterr().out))
    msgspec.convert(answer.json(), SolutionData)


def test_a_text_is_a_position(client):
    answer = client.post(
        "solve", content=EASY.encode(), headers={"content-type": "text/plain; charset=utf-8"}
    )
    assert (answer.json()["best"], answer.json()["value"]) == (["3F (L)LANO"], 22)


def test_options_are_those_of_a_search(client):
    asked = {
        "position": "out-in-two",
        "objective": "outcome",
        "solver": "mtdf",
        "lexicon": "ENABLE",
        "id": "mine",
    }
    answer = client.post("solve", json=asked).json()
    assert [answer[key] for key in ("id", "solver", "objective", "outcome")] == [
        "mine",
        "mtdf",
        "outcome",
        "won",
    ]
    bag = client.post("solve", json={"position": BAG, "objective": "spread", "nodes": 1}).json()
    assert (bag["kind"], bag["objective"], bag["stopped_by"]) == ("preendgame", "spread", "nodes")
    bag = client.post("solve", json={"position": BAG, "objective": "outcome"}).json()
    assert (bag["kind"], bag["objective"], bag["status"]) == ("preendgame", "outcome", "proven")


@pytest.mark.parametrize("position", [EASY, BAG])
def test_threads_share_a_search_where_the_server_allows_them(limits, client, position):
    one = client.post("solve", json={"position": position, "settle_ties": position == BAG}).json()
    with serving(service.SolveEndpoint(dataclasses.replace(limits, threads=2))) as with_two:
        asked = {"position": position, "workers": 2, "settle_ties": position == BAG}
        two = with_two.post("solve", json=asked).json()
    assert [two[key] for key in ("status", "spread", "win")] == [
        one[key] for key in ("status", "spread", "win")
    ]


def test_the_draws_after_the_best_move(client):
    answer = client.post("solve", json={"position": BAG, "draws": True}).json()
    draws = msgspec.convert(answer, SolutionData).draws
    solution = scrabble.solve(BAG)
    known = solution.moves[0].scenarios
    assert draws is not None and len(draws) == len(known) > 1
    for given, each in zip(draws, known, strict=True):
        assert given.tiles == solution.position.alphabet.decode(each.tiles)
        assert given.probability == str(each.probability)
        assert (given.win, given.spread) == (to_wire(each.win), to_wire(each.spread))
        assert given.line
    assert client.post("solve", json={"position": BAG, "nodes": 1}).json()["draws"] is None


def test_a_stream_ends_with_the_answer(client):
    answer = client.post("solve?stream", json={"position": HARD, "seconds": 0.3})
    assert answer.headers["content-type"].startswith("text/event-stream")
    *progress, (name, last) = events(answer)
    assert (name, last["stopped_by"]) == ("answer", "time")
    assert {each for each, _ in progress} == {"progress"}
    msgspec.convert(progress[-1][1], ProgressData)
    msgspec.convert(last, SolutionData)


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ({}, 422, "object missing required field `position`"),
        ({"position": 3}, 422, "expected `str`, got `int` - at `$.position`"),
        ({"position": EASY, "depth": 3}, 422, "unknown field `depth`"),
        (
            {"position": EASY, "solver": "x"},
            422,
            "invalid enum value 'x' - at `$.solver`, expected one of bstar, ",
        ),
        (
            {"position": EASY, "objective": "x"},
            422,
            "at `$.objective`, expected one of value, move, outcome, ",
        ),
        ({"position": EASY, "nodes": 2**70}, 422, "expected `int` <= 1000000000000000 - at `$.nodes`"),
        ({"position": EASY, "nodes": 10**15 + 1}, 422, "`$.nodes`"),
        ({"position": EASY, "nodes": -(2**70)}, 422, "`$.nodes`"),
        ({"position": EASY, "nodes": 1.5}, 422, "`$.nodes`"),
        ({"position": EASY, "workers": 2**70}, 422, "`$.workers`"),
        ({"position": EASY, "stable_rounds": 2**70, "solver": "maven"}, 422, "`$.stable_rounds`"),
        ({"position": EASY, "tree": 2**70}, 422, "`$.tree`"),
        ({"position": EASY, "exact": -1}, 422, "`$.exact`"),
        ({"position": EASY, "seconds": 1e308}, 422, "seconds: expected at most 600, got 1e+308"),
        (b'{"position": "out-in-two", "seconds": 1e999}', 422, ""),
        (b'{"position": "out-in-two", "seconds": NaN}', 400, ""),
        (b'{"position": "out-in-two", "nodes": ' + b"9" * 5000 + b"}", 422, ""),
        ({"position": EASY, "seconds": 0}, 422, "`float` > 0.0"),
        ({"position": EASY, "seconds": 601}, 422, "seconds: expected at most 600, got 601"),
        ({"position": EASY, "workers": 9}, 422, "workers: expected at most 1, got 9"),
        ({"position": EASY, "settle_ties": True}, 422, "settle_ties is for positions with tiles in the bag"),
        ({"position": EASY, "draws": True}, 422, "draws is for positions with tiles in the bag"),
        ({"position": EASY, "value_of": "1A X"}, 422, "X"),
        ({"position": EASY, "lexicon": "/etc/passwd"}, 422, "expected a name"),
        ({"position": EASY, "lexicon": "Nowhere"}, 422, "Nowhere"),
        ({"position": "/etc/passwd"}, 422, "not a position"),
        ({"position": "https://woogles.io/x"}, 422, "not a position"),
        ({"position": "foo\nbar"}, 422, "not a position"),
        ({"position": "-"}, 422, "not a position"),
        ({"position": ""}, 422, "position"),
        ({"position": f"{EASY}\n{EASY}"}, 422, "expected one position, got several"),
        ({"position": "late"}, 422, "expected one position, got several"),
        ({"position": BAG, "max_bag": 0}, 422, "bag"),
        ({"position": BAG, "exact": 2}, 422, "exact is for endgames only"),
        ({"position": NO_SCORES, "objective": "outcome"}, 422, "needs the scores"),
        ({"position": BAG, "objective": "move"}, 422, "objective is for endgames only"),
        (b"{", 400, "input data was truncated"),
        (b"\xff", 400, ""),
        (b"[" * 100_000, 422, "expected `object`, got `array`"),
    ],
)
def test_bad_requests_have_one_line(client, body, status, reason):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = client.post("solve", content=content, headers=JSON)
    found = msgspec.json.decode(answer.content, type=ErrorData)
    assert answer.status_code == status and reason in found.error and "\n" not in found.error, answer.text


def test_paths_methods_and_kinds(client):
    assert client.get("solve").status_code == 405 and client.get("solve").headers["allow"] == "POST"
    for method, path, status in (("GET", "", 404), ("POST", "solve/", 404), ("DELETE", "openapi.json", 405)):
        answer = client.request(method, path)
        assert answer.status_code == status and "expected" in answer.json()["error"]
    for kind in ({}, {"content-type": "application/x-www-form-urlencoded"}):
        answer = client.post("solve", content=b"{}", headers=kind)
        assert answer.status_code == 415 and "application/json" in answer.json()["error"]


def test_a_body_has_its_bounds(client):
    large = b"x" * (guard.MOST_BYTES + 1)
    for content in (large, iter([large])):
        answer = client.post("solve", content=content, headers=JSON)
        assert answer.status_code == 413 and answer.json()["error"]


def test_the_guard_is_that_of_the_explorer(client):
    asked = {"position": EASY}
    for headers, status in (({"host": "evil.example"}, 421), ({"origin": "http://evil.example"}, 403)):
        answer = client.post("solve", json=asked, headers=headers)
        assert answer.status_code == status and answer.json()["error"]
    host = str(client.base_url).rsplit("/", 2)[0]
    answer = httpx.post(f"{host}/solve", json=asked)
    assert answer.status_code == 403 and "endgame serve" in answer.json()["error"]


def test_too_many_requests_are_refused(solver, monkeypatch):
    monkeypatch.setattr(guard, "MOST_AT_ONCE", 0)
    with serving(solver) as client:
        answer = client.post("solve", json={"position": EASY})
    assert answer.status_code == 429 and "wait a second" in answer.json()["error"]


def test_too_many_searches_are_refused_until_a_client_leaves(client, monkeypatch):
    monkeypatch.setattr(service, "MOST_WAITING", 0)
    with client.stream("POST", "solve?stream", json={"position": HARD, "seconds": 600}) as running:
        assert next(running.iter_lines()) == "event: progress"
        answer = client.post("solve", json={"position": EASY})
        assert answer.status_code == 503 and answer.headers["retry-after"] == "1"
        assert answer.json()["error"] == "too many searches: try again later"
        monkeypatch.undo()
        with ThreadPoolExecutor(1) as pool:  # waits until the first client has gone, and its search has ended
            waiting = pool.submit(client.post, "solve", json={"position": EASY})
            running.close()
            assert waiting.result().json()["value"] == 22


def test_clients_that_leave_while_they_wait_make_room(client, monkeypatch):
    """Nothing is prepared for them either."""
    monkeypatch.setattr(service, "MOST_WAITING", 2)
    prepared, begin = [], service.new_search
    monkeypatch.setattr(service, "new_search", lambda *given: prepared.append(given) or begin(*given))
    asked = {"position": MANY, "seconds": 600, "exact": 0}
    with client.stream("POST", "solve?stream", json=asked) as running:
        assert next(running.iter_lines()) == "event: progress"
        for _ in range(6):
            with pytest.raises(httpx.ReadTimeout):  # it leaves
                client.post("solve", json={"position": EASY}, timeout=httpx.Timeout(PATIENCE, read=0.1))
        running.close()
    assert client.post("solve", json={"position": EASY}).json()["value"] == 22
    assert len(prepared) == 2


def test_a_fault_is_one_line_too(client, monkeypatch):
    monkeypatch.setattr(service, "new_search", lambda *given: 1 / 0)
    last = {"connection": "close"}  # the server closes it after a fault, perhaps as the next request arrives
    answer = client.post("solve", json={"position": EASY}, headers=last)
    assert answer.status_code == 500 and "log" in answer.json()["error"]


def test_a_search_that_fails_ends_its_stream_with_an_error(client, monkeypatch):
    monkeypatch.setattr(service, "solution_json", lambda *given: 1 / 0)
    assert events(client.post("solve?stream", json={"position": EASY}))[-1][0] == "error"


def test_the_description_is_complete(client):
    found = client.get("openapi.json").json()
    assert set(found) == {"openapi", "info", "servers", "paths", "components"}
    schemas, text = found["components"]["schemas"], json.dumps(found)
    assert {"SolveRequest", "SolutionData", "ErrorData", "MoveData"} <= set(schemas)
    assert set(schemas["SolveRequest"]["properties"]) == set(SolveRequest.__struct_fields__)
    refs = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert refs <= set(schemas)


def test_ctrl_c_ends_it_at_once_though_a_search_runs():
    with (
        served(command=("serve", "--searches", "1")) as running,
        httpx.Client(base_url=running.address, timeout=PATIENCE) as client,
        client.stream("POST", "solve?stream", json={"position": HARD}) as stream,
    ):
        assert next(stream.iter_lines()) == "event: progress"
        began = time.monotonic()
        running.process.send_signal(2)
        assert running.process.wait(10) == 130 and time.monotonic() - began < 3


GOOD, FEW_NODES = 24, 500  # positions, and the nodes of each at most
CLIENTS, FIRST, REQUESTS = 20, 200, 1000
BAD = (b"{", b'{"position": "foo"}', b'{"position": 3}', b"x" * (guard.MOST_BYTES + 1))


@pytest.mark.slow
def test_a_thousand_requests_by_twenty_clients(capsys):
    """Good and bad ones mixed: no wrong answer, and no thread or memory is left behind."""
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
        path = "solve?stream" if number % 4 == 0 else "solve"
        while True:
            began = time.monotonic()
            answer = client.post(path, content=body, headers=JSON)
            statuses[answer.status_code] += 1
            if answer.status_code != 429:
                break
            time.sleep(0.5)
        if not good:
            if answer.status_code not in (400, 413, 422) or not answer.json()["error"]:
                wrong.append(answer.text)
            return
        times.append(time.monotonic() - began)
        found = events(answer)[-1][1] if path.endswith("stream") else answer.json()
        expected = {"value": known[at].value, "best": known[at].best, "nodes": known[at].nodes}
        if not expected.items() <= found.items():
            wrong.append(f"{expected}: {answer.text[-300:]}")

    def run(numbers: range) -> None:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            for number in numbers:
                ask(number, client)

    with served(command=("serve", "--memory", "64", "--searches", "2")) as running:
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
