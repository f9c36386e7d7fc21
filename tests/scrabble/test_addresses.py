"""Games by address: names, the cache, and servers that answer badly."""

from __future__ import annotations

import json
import socket
import threading

import pytest

from scrabble import addresses, download, files
from scrabble.addresses import FetchError, Sites, fetch, is_address, target_of
from scrabble.cli import positions
from scrabble.download import DownloadError, Limits
from scrabble.records import gcg
from scrabble.sources import entries
from scrabble.web import requests
from scrabble.web.requests import ExplorerSettings
from tests.worlds.web_server import GAME, PLACES, WOOGLES, web_server

SHORT = Limits(seconds=0.2)


@pytest.fixture(scope="module")
def asked():
    return []


@pytest.fixture(scope="module")
def server(asked):
    with web_server(asked) as running:
        yield running


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path, asked):
    for module in (addresses, files):
        monkeypatch.setattr(module, "cache_dir", lambda kind: tmp_path / kind)
    positions.fetch.cache_clear()
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    asked.clear()


def sites(server) -> Sites:
    return Sites(server.address, server.address)


@pytest.mark.parametrize(
    "text", ["https://a.example/g.gcg", "HTTP://a/", "woogles:x", "CrossTables:1", "woogles:"]
)
def test_addresses(text):
    assert is_address(text)


@pytest.mark.parametrize(
    "text", ["g.gcg", "file:///g.gcg", "ftp://a/g", "late:17", "see https://a/", "woogles:x\n", "//a/b"]
)
def test_no_addresses(text):
    assert not is_address(text)


@pytest.mark.parametrize(
    ("address", "url", "name"),
    [
        ("woogles:4K9w", f"https://woogles.io{WOOGLES}", "woogles-4K9w.gcg"),
        ("https://woogles.io/game/4K9w?turn=3", f"https://woogles.io{WOOGLES}", "woogles-4K9w.gcg"),
        (
            "crosstables:54515",
            "https://www.cross-tables.com/annotated/selfgcg/545/anno54515.gcg",
            "crosstables-54515.gcg",
        ),
        (
            "https://cross-tables.com/annotated.php?u=7#24",
            "https://www.cross-tables.com/annotated/selfgcg/0/anno7.gcg",
            "crosstables-7.gcg",
        ),
        ("https://a.example/b/g.gcg#x", "https://a.example/b/g.gcg", "a.example-g-34e28380e5.gcg"),
        (
            "https://a.example/../../x?f=.gcg",
            "https://a.example/../../x?f=.gcg",
            "a.example-x-57b2dc3406.txt",
        ),
    ],
)
def test_requests(address, url, name):
    assert target_of(address)[:2] == (url, name)


@pytest.mark.parametrize(
    "address", ["woogles:", "woogles:../x", "crosstables:1x", "https://woogles.io/game/%2e", "http://[/"]
)
def test_incomplete_addresses(address):
    with pytest.raises(FetchError, match=r"expected the|not an address"):
        target_of(address)


@pytest.mark.parametrize(
    "address", ["{}/game.gcg", "{}/a game.gcg?x=1", "{}/moved.gcg", "woogles:4K9wyD_x", "crosstables:54515"]
)
def test_a_game_is_fetched_once(server, asked, address):
    address = address.format(server.address)
    first = fetch(address, sites=sites(server))
    count = len(asked)
    again = fetch(address, sites=sites(server))
    assert first.path.read_bytes() == GAME
    assert (first.is_new, again.is_new, again.path, len(asked)) == (True, False, first.path, count)
    assert abs((again.date - first.date).total_seconds()) < 5


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("page.gcg", r"127\.0\.0\.1:\d+: a web page \(HTML\), expected a game or positions"),
        ("page-as-text.gcg", r"a web page \(HTML\)"),
        ("empty.gcg", "the answer is empty"),
        ("binary.gcg", "not a text file"),
        ("bomb.gcg", r"the answer is compressed \(gzip\)"),
        ("announced.gcg", "1,099,511,627,776 bytes, expected at most 1,048,576"),
        ("endless.gcg", "it does not end after 1,048,576 bytes"),
        ("short.gcg", "the answer ended after 13 of 1,000 bytes"),
        ("error.gcg", "the server answers 500 Internal Server Error"),
        ("nothing.gcg", r"there is nothing at this address \(404\)"),
        ("nonsense.gcg", "its answer is not HTTP, or was cut off"),
        ("loop.gcg", r"it redirects too often, or to something that is not a web address \(302\)"),
        ("file.gcg", r"it redirects too often, or to something that is not a web address \(302\)"),
        ("elsewhere.gcg", r"it redirects to http://games\.example/game\.gcg, which is not followed"),
        ("port.gcg", r"it redirects to http://127\.0\.0\.1:9/game\.gcg, which is not followed"),
    ],
)
def test_bad_answers_are_refused_and_not_kept(server, tmp_path, place, reason):
    with pytest.raises(FetchError, match=reason) as caught:
        fetch(f"{server.address}/{place}")
    assert "\n" not in str(caught.value) and not list(tmp_path.rglob("*.*"))


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("woogles:none", r"there is nothing at this address \(404\)"),
        ("woogles:odd", "expected a game in JSON, got something else"),
        ("woogles:moved", "which is not followed"),
        ("crosstables:7", r"expected the record of a game \(GCG\), got something else"),
    ],
)
def test_sites_without_the_game(server, address, reason):
    with pytest.raises(FetchError, match=reason):
        fetch(address, sites=sites(server))


@pytest.mark.parametrize("place", ["slow.gcg", "drips.gcg"])
def test_slow_answers(server, place):
    with pytest.raises(FetchError, match=r"127\.0\.0\.1:\d+: no complete answer within 0\.2 s"):
        fetch(f"{server.address}/{place}", SHORT)
    for thread in threading.enumerate():
        if thread.name == "download":
            thread.join(5)
            assert not thread.is_alive()


def test_the_body_of_a_redirect_is_not_read(server):
    assert fetch(f"{server.address}/endless-redirect.gcg").path.read_bytes() == GAME


def test_a_name_of_a_private_address_is_refused_before_anything_is_sent(server, asked, monkeypatch):
    found = socket.getaddrinfo("127.0.0.1", server.server_port, type=socket.SOCK_STREAM)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments: found)
    for scheme in ("http", "https"):
        with pytest.raises(
            FetchError, match=r"games\.example:\d+: it is at 127\.0\.0\.1, on a private network"
        ):
            fetch(f"{scheme}://games.example:{server.server_port}/game.gcg")
    assert asked == []


PRIVATE = [
    *("127.0.0.1", "10.1.2.3", "169.254.169.254", "192.0.0.8", "100.64.0.1", "224.0.0.1", "0.0.0.0"),
    *("::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff0e::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1"),  # IPv4 in IPv6
    *("64:ff9b::127.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b:1::808:808"),  # NAT64
    *("2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:808:808::1"),  # 6to4, Teredo
]
PUBLIC = ["8.8.8.8", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"]


@pytest.mark.parametrize("address", [*PRIVATE, *PUBLIC])
def test_which_addresses_are_on_a_private_network(address, server, asked, monkeypatch):
    """A name that has such an address is refused before anything is sent; a public one is not."""
    found = socket.getaddrinfo("127.0.0.1", server.server_port, type=socket.SOCK_STREAM)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments: found)
    monkeypatch.setattr(socket.socket, "getpeername", lambda socket: (address, 80))
    url = f"http://games.example:{server.server_port}/game.gcg"
    if address in PUBLIC:
        assert fetch(url).path.read_bytes() == GAME
    else:
        with pytest.raises(FetchError, match="on a private network"):
            fetch(url)
        assert asked == []


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("ftp://h/x", "redirects to ftp://h/x, which is not followed"),
        ("http://127.0.0.1:99999/x", "redirects to something that is not an address: Port out of range"),
        ("http://127.0.0.1:x/x", "redirects to something that is not an address"),
        ("http://[::1/x", "redirects to something that is not an address"),
        ("http://[zz]/x", "redirects to something that is not an address"),
        ("//[::1/x", "redirects to something that is not an address"),
        ("gopher://h/x", "it redirects too often, or to something that is not a web address"),
        ("", "it redirects too often, or to something that is not a web address"),
    ],
)
def test_redirects_to_anything(place, reason, server, monkeypatch):
    monkeypatch.setitem(PLACES, "/given.gcg", (302, {"Location": place}, b""))
    with pytest.raises(FetchError, match=reason) as caught:
        fetch(f"{server.address}/given.gcg")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        *("http://a:99999/", "http://a:x/", "http://[::1/x", "http://[zz]/", "http://a..b/", "http://a b/"),
        *("http://\udcff/", "http://a\u2100b/", "http://127.0.0.1:9/\ud800"),
    ],
)
def test_what_is_not_an_address_is_refused(url):
    with pytest.raises(FetchError, match="not an address"):
        fetch(url)


def test_bytes_that_are_no_text_are_sent_as_they_are(server, asked):
    """As the shell gives them: in the path and in the query."""
    with pytest.raises(FetchError, match="nothing at this address"):
        fetch(f"{server.address}/\udcff?\udcfe")
    assert asked == ["/%FF?%FE"]


def test_a_proxy_may_be_on_a_private_network(server, asked, monkeypatch):
    monkeypatch.setenv("http_proxy", server.address)
    with pytest.raises(FetchError, match="nothing at this address"):
        fetch("http://games.example/none.gcg")
    assert asked == ["http://games.example/none.gcg"]
    assert fetch(f"{server.address}/game.gcg").is_new and asked[1:] == ["/game.gcg"]


def test_without_a_network(monkeypatch):
    def refuse(*arguments):
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(FetchError, match=r"^woogles\.io: it cannot be found: no network, or no such host$"):
        fetch("woogles:4K9w")


def test_nothing_listens():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(FetchError, match="refused"):
        fetch(f"http://127.0.0.1:{port}/game.gcg")


def test_https_needs_a_certificate(server):
    with pytest.raises(FetchError, match="no secure connection"):
        fetch(f"https://127.0.0.1:{server.server_port}/game.gcg", Limits(seconds=2))


@pytest.mark.parametrize(
    "url", ["file:///etc/hostname", "http://me:secret@a.example/", "http://a:b/", "https:///x"]
)
def test_what_is_no_web_address(url):
    with pytest.raises(DownloadError, match="address"):
        download.download(url)


def test_a_cache_that_cannot_be_written(server, monkeypatch, tmp_path):
    (tmp_path / "games").write_text("in the way")
    with pytest.raises(FetchError, match="cannot be written"):
        fetch(f"{server.address}/game.gcg")


def test_positions_by_address(endgame, server, asked):
    address = f"{server.address}/game.gcg"
    status, out, err = endgame("positions", address, "--turn", "20")
    assert status == 0 and out == endgame("positions", "g0034:20").out
    assert err == f"note: {address}: fetched, and kept in the cache\n"
    positions.fetch.cache_clear()
    status, again, err = endgame("positions", address, "--turn", "20")
    assert (status, again, asked) == (0, out, ["/game.gcg"])
    assert "from the cache, fetched on " in err and "endgame cache clear games" in err
    assert endgame("cache", "clear", "games").out.startswith("removed fetched games: 1 files")
    positions.fetch.cache_clear()
    assert endgame("positions", address).status == 0 and len(asked) == 2


@pytest.mark.parametrize(
    "command",
    [("solve",), ("positions",), ("analyse",), ("train", "--terminal"), ("board", "--no-open")],
)
def test_a_refused_address_is_one_line(endgame, server, command):
    address = f"{server.address}/page.gcg"
    status, out, err = endgame(*command, address)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"error: {address}: 127.0.0.1:") and "a web page (HTML)" in err


def test_analysis_by_address(endgame, server):
    address = f"{server.address}/game.gcg"
    status, out, _ = endgame("analyse", address, "--max-bag", "0", "--lexicon", "ENABLE", "--json")
    assert status == 0 and f'"{address}"' in out


def test_a_program_fetches_nothing(server, asked):
    [entry] = entries([f"{server.address}/game.gcg"])
    assert (
        str(entry.error) == "addresses are not fetched here: download the file, and name it" and asked == []
    )


def test_the_explorer_fetches_only_when_the_user_agrees(server, asked):
    def read(**given):
        return requests.dispatch("read", lambda: None, ExplorerSettings(), json.dumps(given).encode())

    address = f" {server.address}/game.gcg\n"
    assert (
        read(text=address) == {"kind": "address", "host": server.address.partition("//")[2]} and asked == []
    )
    told = read(text=address, fetch=True)
    assert told["kind"] == "game" and gcg.loads(told["text"]).events == gcg.loads(GAME).events
    with pytest.raises(FetchError, match="a web page"):
        read(text=f"{server.address}/page.gcg", fetch=True)
