"""Doors of the running program: the command line, its conversation as an engine, the requests of a page.

They answer instead of raising: what was refused is told by a status, and a traceback is a fault wherever it
comes out.  Commands that write files when they are asked to are left out.
"""

from __future__ import annotations

import asyncio
import functools
import io
import json
import random
import shlex
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

from scrabble.cli.commands import main
from scrabble.cli.ucgi import UcgiEngine
from scrabble.sources import SourceError
from tests.campaign import grammar
from tests.campaign.doors import Door, assert_clear, real_positions, real_records

STATUSES = (0, 1, 2)
TOO_EARLY = "info string error bad-go a search is running"
EASY = "out-in-two"
COMMANDS = (
    "positions {}", "positions - --json", "positions {} --moves --show 3",
    "positions - --moves --side other --json", "lexicon check QI {}",
    "lexicon list {}", "lexicon list --json", "config", "cache", "--version", "solve {} --help",
    "positions {} --turn 20", "positions {} --turn all", "solve {} --lexicon {}",
    "positions {} --plan --lexicon ENABLE", "cgp {}", "solve {} --lines 3",
    "config x y", "solve {} --time 0.01 --show 1",
    "positions {} --moves --lexicon ENABLE --show 1", "verify {} --time 0.01",
    "solve {} --value-of {}", "solve {} --solver maven:{} --exact 1", "warmup {}", "lexicon {}",
)  # fmt: skip
WORDS = (
    EASY,
    "late:17",
    "g0010",
    "g0010:26",
    "-",
    "ENABLE",
    "x",
    "",
    "3F LLANO",
    "0",
    "-1",
    "nwl23",
    "late:0",
)
WRITING = ("--out", "--html", "--annotated-gcg", "--games-out", "--name", "import", "export")
WRITING += ("remove", "clear", "make", "generate", "bench", "board", "serve", "ucgi", "lexicon=")
WRITING += ("compare", "analyse", "warmup", "--unset", "config lexicon")


def accept_command(data: bytes, chosen: random.Random) -> None:
    """A command line, and what stands in standard input, behind a NUL."""
    line, _, given = data.decode("utf-8", errors="surrogateescape").partition("\0")
    try:
        arguments = shlex.split(line)
    except ValueError:
        arguments = line.split()
    if any(word in argument for argument in (*arguments, " ".join(arguments)) for word in WRITING):
        return
    status, err = _run(arguments, given.encode("utf-8", errors="surrogateescape"))
    assert status in STATUSES, (status, err)
    assert "Traceback" not in err, err
    lines = [text for text in err.splitlines() if text.startswith("error: ")]
    if status == 2:
        assert lines, f"status 2 and no line: {arguments}"
        refused = SourceError(lines[-1])
        assert_clear(refused)
        raise refused


def _run(arguments: list[str], given: bytes) -> tuple[int, str]:
    """Exit status and standard error of a command, in this process."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main(arguments)
    finally:
        sys.stdin = before
    return status, err.getvalue()


@functools.cache
def real_commands() -> tuple[bytes, ...]:
    """Command lines with something to read behind them."""
    chosen, found = random.Random(0), []
    for command in COMMANDS * 3:
        words = (shlex.quote(chosen.choice((*WORDS, *_lines()))) for _ in range(command.count("{}")))
        found.append(f"{command.format(*words)}\0{chosen.choice(_lines())}\n".encode())
    return tuple(found)


@functools.cache
def _lines() -> tuple[str, ...]:
    return tuple(line.decode() for line in real_positions())


def accept_conversation(data: bytes, chosen: random.Random) -> None:
    """What another program says to the engine; each `go` that is taken ends with one `bestmove`."""
    said: list[str] = []
    lines = data.decode("utf-8", errors="replace").splitlines(keepends=True)
    with _failures_of_threads():
        UcgiEngine(said.append, "1").handle_lines(lines[:50])
    goes = sum(line.strip().partition(" ")[0] == "go" for line in _heard(lines[:50]))
    goes -= sum(line.startswith(TOO_EARLY) for line in said)
    assert sum(line.startswith("bestmove ") for line in said) == goes, said[-5:]
    assert all("\n" not in line for line in said)
    refused = [line for line in said if line.startswith("info string error")]
    if refused:
        raise SourceError(refused[-1])


def _heard(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if line.split()[:1] == ["quit"]:
            return
        yield line


@contextmanager
def _failures_of_threads() -> Iterator[None]:
    """Have what fails in a thread fail here."""
    failed: list[str] = []
    before = threading.excepthook
    threading.excepthook = lambda told: failed.append(_told(told.exc_value))
    try:
        yield
    finally:
        threading.excepthook = before
    assert not failed, failed[0]


def _told(error: BaseException | None) -> str:
    return "".join(traceback.format_exception(error))


@functools.cache
def real_conversations() -> tuple[bytes, ...]:
    """What boards say to an engine."""
    talks = [
        f"ucgi\nsetoption name {name} value {value}\nposition cgp {line}{moves}\ngo {limit}\nstop\nquit\n"
        for line in _lines()[:20]
        for name, value in (("Threads", "1"), ("EndgameHash", "16"), ("Lexicon", "ENABLE"))
        for moves in ("", " moves pass pass")
        for limit in ("nodes 5", "movetime 1", "movetime 1 nodes 3 depth 4", "infinite")
    ]
    return tuple(talk.encode() for talk in talks)


REQUESTS = ("start", "read", "stop", "go", "exact", "why", "game", "save", "nothing")
KEYS = (
    "page",
    "text",
    "cgp",
    "moves",
    "move",
    "seconds",
    "threads",
    "lexicon",
    "lines",
    "kind",
    "names",
    "x",
)


@functools.cache
def _app() -> Any:
    """The explorer behind its guard, with one page open, and the name of that page."""
    from scrabble.web.app import new_app
    from scrabble.web.guard import Guard
    from scrabble.web.requests import ExplorerSettings
    from scrabble.web.session import SessionRegistry

    sessions = SessionRegistry(16 << 20, lambda: None)
    page, _ = sessions.begin(lambda: None)
    app = new_app(lambda: sessions, ExplorerSettings(lexicon=None))
    return Guard(app, "token", frozenset({"here:1"})), page


def accept_request(data: bytes, chosen: random.Random) -> None:
    """A request of a page: the path, headers, and its body, each behind a NUL."""
    app, page = _app()
    app._left = 1000.0  # it would have to wait
    path, headers, body = (*data.split(b"\0", 2), b"", b"")[:3]
    named = [header.partition(b": ") for header in headers.split(b"\n") if header]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST" if chosen.random() < 0.95 else "GET",
        "path": "/" + path.decode("utf-8", errors="replace").lstrip("/"),
        "query_string": b"",
        "headers": [(name.lower(), value) for name, _, value in named],
    }
    if scope["path"].endswith("/api/events"):
        return  # which goes on
    status, answer = asyncio.run(_asked(app, scope, body.replace(b"PAGE", page.encode())))
    assert status in (200, 400, 403, 404, 405, 413, 421), (status, answer[:300])
    if status == 400:
        refused = SourceError(json.loads(answer)["error"])
        assert_clear(refused)
        raise refused
    if status != 200:
        raise SourceError(f"status {status}")


async def _asked(app: Any, scope: dict[str, Any], body: bytes) -> tuple[int, bytes]:
    """Status and body of an answer."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


@functools.cache
def real_requests() -> tuple[bytes, ...]:
    """Requests as pages send them."""
    chosen = random.Random(0)
    games = [game.decode("utf-8", errors="replace") for game in real_records()[:5]]
    found = []
    for name in REQUESTS * 5:
        body: dict[str, Any] = {"page": "PAGE", "cgp": chosen.choice(_lines()), "seconds": 1, "threads": 1}
        body |= {"text": chosen.choice((*_lines(), *games, EASY)), "kind": "gcg", "lines": [["pass"], []]}
        body |= {"move": "pass", "moves": ["pass"], "names": ["a", "b"]}
        if name == "game":
            body["text"] = None
        found.append(_request(f"token/api/{name}", json.dumps(body)))
    return (*found, _request("token/api/board/english", ""), _request("token/static/explorer.js", ""))


def _request(path: str, body: str) -> bytes:
    head = f"host: here:1\ncontent-length: {len(body)}\norigin: http://here:1"
    return f"{path}\0{head}\0{body}".encode("utf-8", errors="surrogatepass")


def grow_request(chosen: random.Random) -> str:
    """A request with whatever values."""
    keys = chosen.sample(KEYS, chosen.randrange(len(KEYS)))
    body = {key: "PAGE" if key == "page" else grammar.value(chosen, 0) for key in keys}
    name = chosen.choice([each for each in REQUESTS if each != "game"])
    return _request(f"token/api/{name}", json.dumps(body)).decode("utf-8", errors="surrogatepass")


@functools.cache
def get_ready() -> None:
    """Have everything compiled or loaded that a search needs."""
    for command in (["solve"], ["positions", "--plan"], ["verify"]):
        _run([*command, EASY, "--lexicon", "ENABLE"], b"")
    _run(["solve", EASY, "--solver", "maven"], b"")


SPEAKERS = {
    "command": Door(accept_command, real_commands, None, get_ready),
    "conversation": Door(accept_conversation, real_conversations, None, get_ready),
    "request": Door(accept_request, real_requests, grow_request, get_ready),
}
