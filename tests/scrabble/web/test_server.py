"""The socket of the explorer: where it can be reached, and who keeps a connection."""

from __future__ import annotations

import itertools
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest

from scrabble.training.database import PracticeDatabase
from scrabble.training.selection import Filters
from scrabble.web import guard, server
from scrabble.web.app import new_app
from scrabble.web.guard import Guard
from scrabble.web.requests import ExplorerSettings
from scrabble.web.trainer import Trainer
from tests.conftest import under_load
from tests.scrabble.web.served import NO_CERTIFICATES, in_a_thread

PATIENCE = 20.0
PATIENTLY = {"timeout": PATIENCE, **NO_CERTIFICATES}
MANY = 150
HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"GET ",
    b"POST /api/read HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf",  # refused, and ended, as soon as it is read
)
WAITING = HALVES[:3]  # the server waits for the rest


@contextmanager
def serving(port: int = 0, **settings: object) -> Iterator[server.BoundServer]:
    """The page on a real socket, without anything that searches."""
    prepared = server.prepare(port)
    app = Guard(
        new_app(lambda: pytest.fail("no session is wanted"), ExplorerSettings(**settings)),
        prepared.token,
        prepared.hosts,
    )
    with in_a_thread(prepared, app):
        # until it runs, its queue is short: the system then takes further connections late, and in any order
        assert httpx.get(prepared.address, **PATIENTLY).status_code == 200
        yield prepared


def port_of(prepared: server.BoundServer) -> int:
    return prepared.socket.getsockname()[1]


def connected(prepared: server.BoundServer, sent: bytes = b"") -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port_of(prepared)), PATIENCE)
    found.sendall(sent)
    return found


def is_ended(connection: socket.socket, seconds: float) -> bool:
    """Whether the other side ends a connection in time; what it says before does not matter."""
    until = time.monotonic() + seconds
    try:
        while (left := until - time.monotonic()) > 0:
            connection.settimeout(left)
            if not connection.recv(4096):
                return True
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize(
    ("theme", "paths"), [("auto", ("", "train")), ("dark", ("train",)), ("light", ("",))]
)
def test_the_colours_are_those_that_the_user_has_set(theme, paths, browser, tmp_path):
    with (
        PracticeDatabase(tmp_path / "practice.sqlite") as practice,
        serving(theme=theme, trainer=Trainer(practice, "", Filters(), 1.0)) as found,
    ):
        page = browser.new_page()
        for path in paths:
            page.goto(f"{found.address}{path}", wait_until="commit")
            page.wait_for_load_state("load")
            for media, scheme in itertools.product(("screen", "print"), ("dark", "light")):
                page.emulate_media(media=media, color_scheme=scheme)
                paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
                is_dark = scheme == "dark" if theme == "auto" else theme == "dark"
                if media == "print":
                    assert paper == "rgb(255, 255, 255)"
                else:
                    assert paper == ("rgb(25, 26, 28)" if is_dark else "rgb(250, 248, 243)")
        page.close()


def test_strangers_do_not_shut_anybody_out(monkeypatch):
    """Idle and half-sent connections without end: who has the address gets in, each time."""
    monkeypatch.setattr(server, "STRANGER_SECONDS", 600.0)
    with serving() as prepared, ExitStack() as stack:
        open_ones = [
            stack.enter_context(connected(prepared, WAITING[number % len(WAITING)])) for number in range(MANY)
        ]
        for _ in range(3):
            assert httpx.get(prepared.address, **PATIENTLY).status_code == 200
        assert all(is_ended(each, PATIENCE) for each in open_ones[: MANY - server.MOST_STRANGERS - 3])
        assert not is_ended(open_ones[-1], 0.2)


def test_many_who_come_at_once_are_all_answered(monkeypatch):
    """More than may stay without the token: each has time to show it."""
    for time_left in ("SOON", "STRANGER_SECONDS"):
        monkeypatch.setattr(server, time_left, under_load(getattr(server, time_left)))
    monkeypatch.setattr(server, "MOST_STRANGERS", 12)
    many = 3 * server.MOST_STRANGERS
    with serving() as prepared, ExitStack() as stack:
        asked = f"GET /{prepared.token}/ HTTP/1.1\r\nHost: localhost:{port_of(prepared)}\r\n\r\n".encode()
        connections = [stack.enter_context(connected(prepared)) for _ in range(many)]
        for each in connections:
            each.sendall(asked)
        for each in connections:
            each.settimeout(PATIENCE)
            assert each.recv(4096).startswith(b"HTTP/1.1 200")


def test_connections_without_the_token_have_a_bound_at_any_moment(monkeypatch):
    monkeypatch.setattr(server, "SOON", 600.0)
    monkeypatch.setattr(server, "STRANGER_SECONDS", 600.0)
    monkeypatch.setattr(server, "MOST_AT_ONCE", 60)
    with serving() as prepared, ExitStack() as stack:
        open_ones = [stack.enter_context(connected(prepared)) for _ in range(80)]
        assert all(is_ended(each, PATIENCE) for each in open_ones[:15])
        assert not is_ended(open_ones[-1], 0.2)
        assert httpx.get(prepared.address, **PATIENTLY).status_code == 200


def test_who_has_shown_the_token_is_not_ended_by_strangers(monkeypatch):
    monkeypatch.setattr(server, "STRANGER_SECONDS", 0.5)
    monkeypatch.setattr(server, "SOON", 0.5)
    with serving() as prepared, httpx.Client(base_url=prepared.address, **PATIENTLY) as client:
        held = connected(
            prepared,
            f"POST /{prepared.token}/api/read HTTP/1.1\r\nHost: localhost:{port_of(prepared)}\r\n"
            "Content-Length: 2\r\n\r\n{".encode(),
        )
        with held, ExitStack() as stack:
            assert client.get("").status_code == 200
            for _ in range(MANY):
                stack.enter_context(connected(prepared))
            assert not is_ended(held, 1.5)  # longer than a stranger may stay
            held.sendall(b"}")
            held.settimeout(PATIENCE)
            assert held.recv(4096).startswith(b"HTTP/1.1 400")  # a text is wanted, but it was answered
            assert client.get("").status_code == 200


def test_connections_without_the_token_are_ended_in_time(monkeypatch):
    monkeypatch.setattr(server, "STRANGER_SECONDS", 0.5)
    with serving() as prepared, ExitStack() as stack:
        refused = f"GET /x/ HTTP/1.1\r\nHost: localhost:{port_of(prepared)}\r\n\r\n".encode()
        for sent in (*HALVES, refused):
            assert is_ended(stack.enter_context(connected(prepared, sent)), 4.0), sent


@pytest.mark.parametrize("line", ["OPTIONS *", "CONNECT localhost:80", "GET http://localhost/x", "GET x"])
def test_what_has_no_path_is_refused_as_any_other(line):
    with serving() as prepared:
        asked = f"{line} HTTP/1.1\r\nHost: localhost:{port_of(prepared)}\r\nConnection: close\r\n\r\n"
        with connected(prepared, asked.encode()) as connection:
            connection.settimeout(PATIENCE)
            answer = connection.recv(4096)
        assert answer.startswith(b"HTTP/1.1 403"), answer


def test_the_port_that_browsers_leave_out(monkeypatch):
    """Binding port 80 needs rights, so another port stands for it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(guard, "HTTP_PORT", port)
    with serving(port=port) as prepared:
        for host, status in (("localhost", 200), ("127.0.0.1", 200), (f"localhost:{port}", 200), ("x", 421)):
            headers = {"host": host, "origin": f"http://{host}"}
            assert httpx.get(prepared.address, headers=headers, **PATIENTLY).status_code == status
