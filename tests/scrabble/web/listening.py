"""A page without a browser: what it hears of its position, as it listens."""

from __future__ import annotations

import json
import math
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx

from tests.conftest import POSITIONS
from tests.scrabble.web.served import NO_CERTIFICATES, PATIENCE
from tests.worlds.bundled_positions import MANY, records

ROWS = records("first-empty-bag")
FEW_MOVES = [row for row in ROWS[:4] if row["cgp"] != MANY]
GAME = (POSITIONS / "games" / "g0010.gcg").read_text("utf-8")


def shown_bounds(bar: dict) -> tuple[float, float]:
    """What the bar beside a move says of it: its least and its greatest value, as far as they are proven."""
    lower, upper = bar["lower"], bar["upper"]
    return -math.inf if lower is None else lower, math.inf if upper is None else upper


def exact_moves(answer: dict) -> tuple[int, int]:
    """How many moves are exact, and how many there are."""
    exact, count = re.search(r"([\d,]+) of ([\d,]+) exact", answer["texts"]["effort"]).groups()
    return int(exact.replace(",", "")), int(count.replace(",", ""))


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
                self.rows |= told["rows"]
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
        """Hang up: a socket that a thread is reading from is not ended by closing it."""
        connection = self._answer.extensions["network_stream"].get_extra_info("socket")
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        self._listener.join(PATIENCE)
        self._answer.close()


@contextmanager
def listening(address: str) -> Iterator[Page]:
    with httpx.Client(base_url=address, timeout=PATIENCE, **NO_CERTIFICATES) as client:
        page = Page(client)
        try:
            yield page
        finally:
            page.close()
