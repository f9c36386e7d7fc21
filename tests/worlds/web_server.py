"""A local server that answers as the sites of games do, and as servers should not."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

GAME = (Path(__file__).resolve().parents[2] / "positions/games/g0034.gcg").read_bytes()
WOOGLES = "/api/game_service.GameMetadataService/GetGCG"
PAGE = b"<!DOCTYPE html><html><body>Not a game</body></html>"
PLACES = {  # path: status, headers, body
    "/game.gcg": (200, {"Content-Type": "text/plain"}, GAME),
    "/a game.gcg?x=1": (200, {}, GAME),
    "/annotated/selfgcg/545/anno54515.gcg": (200, {}, GAME),
    "/annotated/selfgcg/0/anno7.gcg": (200, {}, b"no game\n"),
    "/page.gcg": (200, {"Content-Type": "text/html; charset=utf-8"}, PAGE),
    "/page-as-text.gcg": (200, {"Content-Type": "text/plain"}, b"\xef\xbb\xbf \n" + PAGE),
    "/empty.gcg": (200, {}, b" \n"),
    "/binary.gcg": (200, {}, b"PK\x03\x04\0\0\0\0 some binary file"),
    "/bomb.gcg": (200, {"Content-Encoding": "gzip"}, gzip.compress(bytes(1 << 16))),
    "/announced.gcg": (200, {"Content-Length": str(1 << 40)}, b""),
    "/short.gcg": (200, {"Content-Length": "1000"}, b"#player1 a A\n"),
    "/error.gcg": (500, {}, b"no"),
    "/moved.gcg": (302, {"Location": "/game.gcg"}, b""),
    "/loop.gcg": (302, {"Location": "/loop.gcg"}, b""),
    "/elsewhere.gcg": (301, {"Location": "http://games.example/game.gcg"}, b""),
    "/port.gcg": (301, {"Location": "http://127.0.0.1:9/game.gcg"}, b""),
    "/file.gcg": (302, {"Location": "file:///etc/hostname"}, b""),
}


class Handler(BaseHTTPRequestHandler):
    """Answers of PLACES, and those that do not end."""

    protocol_version = "HTTP/1.1"
    asked: list[str]  # path of each request
    ended: threading.Event

    def do_GET(self) -> None:
        self.asked.append(self.path)
        path = self.path.replace("%20", " ")
        if path == "/slow.gcg":
            self.ended.wait(10)
            self.close_connection = True
        elif path == "/drips.gcg":
            self._drip()
        elif path == "/nonsense.gcg":
            self.wfile.write(b"SSH-2.0-OpenSSH\r\n")
            self.close_connection = True
        elif path in ("/endless.gcg", "/endless-redirect.gcg"):
            self.send_response(200 if path == "/endless.gcg" else 302)
            self.send_header("Location", "/game.gcg")
            self.end_headers()
            self._flood()
        else:
            self._send(*PLACES.get(path, (404, {}, b"")))

    def do_POST(self) -> None:
        self.asked.append(self.path)
        game = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["game_id"]
        if self.path != WOOGLES or self.headers["Content-Type"] != "application/json":
            self._send(404, {}, b"")
        elif game == "moved":
            self._send(302, {"Location": "/game.gcg"}, b"")
        elif game == "odd":
            self._send(200, {}, b'{"gcg": 3}')
        elif game == "4K9wyD_x":
            self._send(200, {"Content-Type": "application/json"}, json.dumps({"gcg": GAME.decode()}).encode())
        else:
            self._send(404, {}, b'{"code": "not_found"}')

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def _drip(self) -> None:
        """Send headers a byte at a time, each within any time limit of a single read."""
        try:
            while not self.ended.wait(0.02):
                self.wfile.write(b"H")
        except OSError:
            pass
        self.close_connection = True

    def _flood(self) -> None:
        """Send a body until nobody reads it."""
        try:
            while not self.ended.is_set():
                self.wfile.write(b"#note more\n" * 10_000)
        except OSError:
            pass
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


class Server(ThreadingHTTPServer):
    """A server in threads that a test need not wait for."""

    daemon_threads = True
    block_on_close = False

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def web_server(asked: list[str]) -> Iterator[Server]:
    """Serve until the end; the path of each request is appended to `asked`."""
    ended = threading.Event()
    handler = type("BoundHandler", (Handler,), {"asked": asked, "ended": ended})
    with Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            ended.set()
            server.shutdown()
            thread.join()
