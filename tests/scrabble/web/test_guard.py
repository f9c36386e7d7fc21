"""Who may ask the explorer, and how much."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from scrabble.web import guard
from tests.scrabble.web.served import NO_CERTIFICATES


def test_nothing_without_the_token(running):
    host = running.address.split("/")[2]
    for path in ("", "x/", "api/start", "../etc/passwd", "%2e%2e/x"):
        answer = httpx.get(f"http://{host}/{path}", **NO_CERTIFICATES)
        assert answer.status_code == 403 and "address" in answer.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),  # another port of this machine
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "document"}, 403),
        ({"sec-fetch-site": "other"}, 403),
        ({"sec-fetch-site": ""}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({}, 200),
    ],
)
def test_foreign_hosts_and_origins_are_refused(client, headers, status):
    assert client.get("", headers=headers).status_code == status
    assert client.post("api/start", json={}, headers=headers).status_code == status


@pytest.mark.parametrize("site", ["same-site", "cross-site"])
def test_a_file_may_lead_to_the_page_and_to_nothing_else(client, site):
    headers = {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert client.get("", headers=headers).status_code == 200
    assert client.get("", headers=headers | {"origin": "null"}).status_code == 403
    assert client.get("../x/", headers=headers).status_code == 403
    assert client.post("api/start", json={}, headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("localhost:8000", True),
        ("LOCALHOST:8000", True),
        ("localhost:8001", False),
        ("localhost", False),  # this guard is that of port 8000
        ("192.168.1.5:8000", False),
        ("evil.example:8000", False),
        ("", False),
    ],
)
def test_hosts_are_names_of_this_machine(host, is_ours):
    asked = guard.Guard(lambda *given: None, "token", guard.hosts_of(["localhost"], 8000))
    headers = [(b"host", host.encode())]
    for origin in ("", f"http://{host}"):
        given = [*headers, (b"origin", origin.encode())] if origin else headers
        refused = asked._check_origin({"headers": given, "path": "/token/"})
        assert (refused is None) == is_ours
    foreign = [*headers, (b"origin", b"http://evil.example:8000")]
    assert asked._check_origin({"headers": foreign, "path": "/token/"}) is not None


def test_names_go_without_port_80():
    assert guard.hosts_of(["localhost", "[::1]"], 80) == {"localhost", "localhost:80", "[::1]", "[::1]:80"}
    assert guard.hosts_of(["Localhost"], 8000) == {"localhost:8000"}


def test_every_answer_lets_nothing_in_from_elsewhere(client, running):
    refused = httpx.get(running.address + "../x", **NO_CERTIFICATES)
    for answer in (client.get(""), client.get("static/explorer.js"), refused):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


def test_files_of_the_page_and_no_others(client):
    assert client.get("").headers["content-type"].startswith("text/html")
    for name in ("explorer.js", "board.js", "page.css", "explorer.css"):
        assert client.get(f"static/{name}").status_code == 200
    for name in ("page.py", "game.js.py", "..%2fapp.py", "nothing.js", "__init__.py"):
        assert client.get(f"static/{name}").status_code == 404
    assert client.get("api/board/CrosswordGame").text.startswith("<svg ")
    assert client.get("api/board/..%2fx").status_code == 404
    assert client.post("api/go/", json={}, follow_redirects=False).status_code == 404


def test_a_body_has_its_bounds(client):
    assert client.post("api/read", content=b"x" * (guard.MOST_BYTES + 1)).status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(guard.MOST_BYTES // 1000 + 10):
            yield b"x" * 1000

    assert client.post("api/read", content=chunks()).status_code == 413


@pytest.mark.parametrize(
    ("length", "status"),
    [
        (b"0", None),
        (b"1048576", None),
        (b"1048577", 413),
        (b"9" * 5000, 413),  # the server refuses it, too; the guard does not lean on it
        (b"-1", 413),
        (b"1e3", 413),
    ],
)
def test_a_body_is_refused_before_it_is_read(length, status):
    headers = [(b"host", b"here"), (b"content-length", length)]
    asked = guard.Guard(lambda *given: None, "token", frozenset({"here"}))
    refused = asked._check_size_and_rate({"headers": headers, "path": "/token/api/read"})
    assert (refused and refused[0]) == status


def test_no_object_is_refused(client):
    assert client.post("api/read", content=b"[1]").json()["error"] == "expected `object`, got `array`"
    assert client.post("api/read", content=b"{").status_code == 400
    assert client.post("api/read", content=b'{"text": "\xff"}').json()["error"] == "expected text in UTF-8"
    assert client.post("api/read", content=b"[" * 100_000).status_code == 400
    assert client.get("api/read").status_code == 405


def test_requests_have_a_bound(monkeypatch):
    monkeypatch.setattr(guard, "PER_SECOND", 0)
    asked = guard.Guard(lambda *given: None, "token", frozenset({"here"}))
    given = {"headers": [(b"host", b"here")], "path": "/token/static/board.js"}
    assert all(asked._check_size_and_rate(given) is None for _ in range(guard.MOST_AT_ONCE))
    refused = asked._check_size_and_rate(given)
    assert refused is not None and refused[0] == 429
    monkeypatch.setattr(guard, "PER_SECOND", 1e9)
    assert asked._check_size_and_rate(given) is None
