"""The server of the explorer: a socket on this machine, an address with a token, and shutdown on Ctrl-C.

    prepared = prepare(port)               the socket is bound, nothing is served yet
    prepared.address                       http://127.0.0.1:40123/q3J...x/
    serve(prepared, settings)              until Ctrl-C

A thread loads or compiles the kernels while the page is already open.

Connections that have not shown the token are limited in number and time, so that they cannot keep out those
that have it.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from scrabble.web.app import new_app
from scrabble.web.guard import ADMIT, Guard, hosts_of
from scrabble.web.requests import ExplorerSettings
from scrabble.web.searches import warm_up_endgames, warm_up_preendgames
from scrabble.web.tokens import new_token

if TYPE_CHECKING:
    from scrabble.web.session import SessionRegistry

LOG = logging.getLogger(__name__)
LOOPBACK = "127.0.0.1"
WAITING = 64  # connections in the queue
MOST_STRANGERS = 48  # connections without the token; with one more the oldest must show it soon
MOST_AT_ONCE = 256  # such connections; one more closes the oldest at once
STRANGER_SECONDS = 10.0  # until such a connection is closed
SOON = 2.0  # seconds
PAGE_FIRST = 1.0  # seconds to show the page before the kernels load


class BoundServer(NamedTuple):
    """A bound socket, and the address of the server on it."""

    socket: socket.socket
    token: str
    address: str
    hosts: frozenset[str]


def prepare(port: int = 0, token: str | None = None) -> BoundServer:
    """Bind a socket; port 0 is any free port, and without a token it is a new one.  Raises OSError."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else asyncio delays
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((LOOPBACK, port))
        bound.listen(WAITING)  # connections queue until the server runs
    except OSError:
        bound.close()
        raise
    port = bound.getsockname()[1]
    token = token or new_token()
    address = f"http://{LOOPBACK}:{port}/{token}/"
    return BoundServer(bound, token, address, hosts_of({"localhost", LOOPBACK}, port))


def serve(prepared: BoundServer, settings: ExplorerSettings) -> None:
    """Serve until Ctrl-C, which raises KeyboardInterrupt."""
    later = LazySessions(settings)
    app = Guard(new_app(later.get, settings), prepared.token, prepared.hosts)
    run(prepared, app, later.end)


def run(prepared: BoundServer, app: Guard, at_end: Callable[[], None]) -> None:
    """Run an application until Ctrl-C, which raises KeyboardInterrupt; `at_end` ends what it is doing."""
    server = _Server(config_of(app), at_end)
    LOG.info("serving on %s port %d", *prepared.socket.getsockname()[:2])
    try:
        asyncio.run(server.serve(sockets=[prepared.socket]))
    finally:
        at_end()
        LOG.info("stopped")


def config_of(app: Guard) -> uvicorn.Config:
    """Return the server configuration of an application."""
    return uvicorn.Config(
        app,
        http=_Connection,
        lifespan="off",
        ws="none",
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=5,
    )


class _Connection(H11Protocol):
    """A connection that is closed unless it shows the token soon."""

    is_admitted = is_leaving = False
    began = 0.0
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection for a limited time; if there are too many, the oldest one has less."""
        strangers = [
            each for each in self.connections if isinstance(each, _Connection) and not each.is_admitted
        ]
        staying = [each for each in strangers if not each.is_leaving]
        if len(strangers) >= MOST_AT_ONCE:
            min(strangers, key=lambda each: each.began).leave()
        elif len(staying) >= MOST_STRANGERS:
            oldest = min(staying, key=lambda each: each.began)
            oldest.is_leaving = True
            oldest.leave_after(min(SOON, oldest.began + STRANGER_SECONDS - self.loop.time()))
        super().connection_made(transport)
        self.began = self.loop.time()
        self.leave_after(STRANGER_SECONDS)
        self.app_state = {**self.app_state, ADMIT: self.admit}

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._cancel_timeout()
        super().connection_lost(exc)

    def admit(self) -> None:
        """Keep the connection: it has shown the token."""
        self.is_admitted = True
        self._cancel_timeout()

    def leave_after(self, seconds: float) -> None:
        """Close the connection after a time, unless it shows the token."""
        self._cancel_timeout()
        self._end = self.loop.call_later(seconds, self.leave)

    def leave(self) -> None:
        """Close the connection."""
        self.connections.discard(self)
        self.transport.abort()

    def _cancel_timeout(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None


class LazySessions:
    """The registry of sessions, created in a thread that then loads the kernels."""

    def __init__(self, settings: ExplorerSettings) -> None:
        self._settings = settings
        self._registry: SessionRegistry | None = None
        self._is_ready, self._is_warm = threading.Event(), threading.Event()
        self._is_wanted = threading.Event()
        self._error: BaseException | None = None
        threading.Thread(target=self._load, name="warm-up", daemon=True).start()

    def get(self) -> SessionRegistry:
        """Return the registry, waiting until it exists."""
        self._is_wanted.set()
        self._is_ready.wait()
        assert self._registry is not None
        return self._registry

    def end(self) -> None:
        """End all searching."""
        if self._registry is not None:
            self._registry.end_all()

    def _load(self) -> None:
        self._is_wanted.wait(PAGE_FIRST)
        try:
            from scrabble.web.session import SessionRegistry

            self._registry = SessionRegistry(self._settings.memory, self._wait_until_warm)
        finally:
            self._is_ready.set()
        try:
            warm_up_endgames()
            self._is_warm.set()
            warm_up_preendgames()
        except BaseException as error:
            self._error = error
        finally:
            self._is_warm.set()

    def _wait_until_warm(self) -> None:
        self._is_warm.wait()
        if self._error is not None:
            raise self._error


class _Server(uvicorn.Server):
    """A server that shuts down without waiting for pages that listen."""

    def __init__(self, config: uvicorn.Config, at_end: Callable[[], None]) -> None:
        super().__init__(config)
        self._at_end = at_end

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._at_end()
        self.force_exit = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Abort open connections first: from Python 3.12 on a server waits for all of them to close."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await super().shutdown(sockets)
