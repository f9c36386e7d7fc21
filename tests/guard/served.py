"""What servers answer: `endgame board`, `serve` and `train`, run in a thread of this process.

    GET train                            a page
    POST api/read {"text": "late:17"}    a request of a page, or of a program
    POST solve late:17                   what is no object is sent as a text
    news                                 what an open explorer has heard when nothing runs any more

In a request "PAGE" stands for the name of the open page, and "SHOWING" for that of the puzzle shown last.
"""

from __future__ import annotations

import io
import json
import queue
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NamedTuple
from unittest import mock

import httpx
import uvicorn

from scrabble.cli import main
from tests.scrabble.web.listening import listening
from tests.scrabble.web.served import PATIENCE

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]+/")
BUSY = ("starting", "getting ready", "searching", "exact values")  # states of an explorer
PROGRESS = re.compile(r"event: progress\ndata: .*\n\n")  # as often as time allows


class Answer(NamedTuple):
    """An answer to a request."""

    status: int
    kind: str
    text: str


def is_request(lines: Sequence[str]) -> bool:
    """Return whether lines are requests to a server, and not the input of a command."""
    return bool(lines) and lines[0].startswith(("GET ", "POST "))


def answers(arguments: Sequence[str], requests: Sequence[str], out: io.StringIO) -> tuple[int, list[Answer]]:
    """Return the status of a command that serves, and its answers to requests."""
    started: queue.Queue[uvicorn.Server | int] = queue.Queue()
    serve = uvicorn.Server.serve

    async def noted(server: uvicorn.Server, sockets: Any = None) -> None:
        started.put(server)
        await serve(server, sockets)

    with mock.patch.object(uvicorn.Server, "serve", noted):
        command = threading.Thread(target=lambda: started.put(main(list(arguments))), daemon=True)
        command.start()
        server = started.get(timeout=PATIENCE)
        if isinstance(server, int):
            return server, []
        try:
            found = list(_asked(ADDRESS.findall(out.getvalue())[-1], requests))
        finally:
            server.should_exit = server.force_exit = True
            command.join(PATIENCE)
    return int(started.get_nowait()), found


def _asked(address: str, requests: Sequence[str]) -> Iterator[Answer]:
    """Ask one request after the other."""
    showing, expected = "", Expected()
    with ExitStack() as stack:
        client = stack.enter_context(httpx.Client(base_url=address, timeout=PATIENCE, verify=False))
        is_listening = any("PAGE" in request for request in requests)
        page = stack.enter_context(listening(address)) if is_listening else None
        for request in requests:
            if request == "news":
                assert page is not None
                news = page.wait(expected.is_there)
                found = {**news, "rows": _by_name(page.rows), "is_whole": True}
                yield Answer(200, "news", json.dumps(found, ensure_ascii=False))
                continue
            method, path, text = (*request.split(" ", 2), "")[:3]
            kind = "application/json" if text.startswith("{") else "text/plain"
            text = text.replace("SHOWING", showing).replace("PAGE", "" if page is None else page.name)
            answer = client.request(method, path, content=text.encode(), headers={"content-type": kind})
            text = PROGRESS.sub("", answer.text)
            kind = answer.headers.get("content-type", "").partition(";")[0]
            if kind == "application/json":
                puzzle = json.loads(text).get("puzzle")
                showing = puzzle["showing"] if isinstance(puzzle, dict) else showing
                expected.take(path, json.loads(text))
            yield Answer(answer.status_code, kind, text)


def _by_name(moves: dict[str, Any]) -> dict[str, Any]:
    """Return moves in an order that does not depend on which news came first."""
    return dict(sorted(moves.items()))


@dataclass
class Expected:
    """What the news of a page must have when nothing runs any more."""

    serial: int = 0
    why: bool = False
    game: bool = False

    def take(self, path: str, answer: dict[str, Any]) -> None:
        """Take over what a request begins."""
        self.serial = answer.get("serial", self.serial)
        self.game |= path == "api/game"
        self.why |= path == "api/why"

    def is_there(self, news: dict[str, Any]) -> bool:
        """Return whether news are of the latest requests, and nothing runs."""
        game, why = news["game"], news["why"]
        is_analysed, is_explained = not self.game, not self.why
        if game:
            is_analysed = "…" not in game["state"]
        if why:
            is_explained = why["is_done"]
        return news["serial"] == self.serial and news["state"] not in BUSY and is_analysed and is_explained
