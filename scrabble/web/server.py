"""The server of the explorer: a socket on this machine, an address with a token, and an end at Ctrl-C.

    prepared = prepare(host, port)         the socket is bound, nothing is served yet
    prepared.address                       http://127.0.0.1:40123/q3J...x/
    serve(prepared, terms)                 until Ctrl-C

The kernels are loaded, or compiled, in a thread while the page is already there.

Connections that have not shown the token are few, and soon ended: however many somebody opens, who has the
address gets in.

Everything a page can ask for, compiled or loaded before it is asked for.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import socket
import threading
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from scrabble import sources
from scrabble.game.move import PASS
from scrabble.solver.names import PROOF
from scrabble.solver.setup import SMALLEST_MEMORY, warm_up
from scrabble.solver.walk import AnalysisSession
from scrabble.web.app import new_app
from scrabble.web.guard import ADMIT, Guard, hosts_of
from scrabble.web.requests import ExplorerSettings

if TYPE_CHECKING:
    from scrabble.web.session import SessionRegistry

LOOPBACK = "127.0.0.1"
ELSEWHERE = ("192.0.2.1", 9), ("2001:db8::1", 9)  # addresses of no machine: nothing is ever sent there
WAITING = 64
MOST_STRANGERS = 48  # connections that have not shown the token; one more ends the oldest
STRANGER_SECONDS = 10.0  # for one of them
PAGE_FIRST = 1.0  # seconds for a page to be shown, before what searches need is loaded beside it


class BoundServer(NamedTuple):
    """A server that can be reached as soon as it serves."""

    socket: socket.socket
    token: str
    address: str
    hosts: frozenset[str]


def is_loopback(host: str) -> bool:
    """Is this a name of this very machine?"""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def prepare(host: str = LOOPBACK, port: int = 0) -> BoundServer:
    """Bind a socket, port 0 being any that is free.  Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sends at once only then
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(WAITING)  # who comes before the server is up waits
    except OSError:
        bound.close()
        raise
    port = bound.getsockname()[1]
    if _is_any(host):
        host = _own_address(family)
        names = {"localhost", LOOPBACK, socket.gethostname()}  # other addresses: see `guard`
    else:
        names = {"localhost", LOOPBACK} if is_loopback(host) else set()
    shown = f"[{host}]" if ":" in host else host
    token = secrets.token_urlsafe(16)
    return BoundServer(bound, token, f"http://{shown}:{port}/{token}/", hosts_of({shown, *names}, port))


def _is_any(host: str) -> bool:
    """Return whether this means all addresses of the machine."""
    try:
        return ipaddress.ip_address(host or "0.0.0.0").is_unspecified
    except ValueError:
        return False


def _own_address(family: socket.AddressFamily) -> str:
    """Return the address of this machine that others reach it by, or loopback if it is on no network."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE[family == socket.AF_INET6])  # chooses the way out, and sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK if family == socket.AF_INET else "::1"


def serve(prepared: BoundServer, terms: ExplorerSettings) -> None:
    """Serve until Ctrl-C, which raises KeyboardInterrupt."""
    later = LazySessions(terms)
    app = Guard(new_app(later.get, terms), prepared.token, prepared.hosts)
    server = _Server(config_of(app), later.end)
    try:
        asyncio.run(server.serve(sockets=[prepared.socket]))
    finally:
        later.end()


def config_of(app: Guard) -> uvicorn.Config:
    """Return how an application is served."""
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
    """A connection, which has to show the token soon: idle ones and halves of requests do not stay."""

    is_admitted = False
    began = 0.0
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take in a stranger, for a while and in place of the oldest one."""
        others = [each for each in self.connections if isinstance(each, _Connection) and not each.is_admitted]
        if len(others) >= MOST_STRANGERS:
            min(others, key=lambda each: each.began).leave()
        super().connection_made(transport)
        self.began = self.loop.time()
        self._end = self.loop.call_later(STRANGER_SECONDS, self.leave)
        self.app_state = {**self.app_state, ADMIT: self.admit}

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._let_stay()
        super().connection_lost(exc)

    def admit(self) -> None:
        """Let the connection stay: it has shown the token."""
        self.is_admitted = True
        self._let_stay()

    def leave(self) -> None:
        """End the connection."""
        self.connections.discard(self)
        self.transport.abort()

    def _let_stay(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None


class LazySessions:
    """The sessions, made in a thread of their own, which loads what searches need."""

    def __init__(self, terms: ExplorerSettings) -> None:
        self._terms = terms
        self._made: SessionRegistry | None = None
        self._is_made, self._is_warm = threading.Event(), threading.Event()
        self._is_wanted = threading.Event()
        self._error: BaseException | None = None
        threading.Thread(target=self._make, name="warm-up", daemon=True).start()

    def get(self) -> SessionRegistry:
        """The sessions, as soon as there are any."""
        self._is_wanted.set()
        self._is_made.wait()
        assert self._made is not None
        return self._made

    def end(self) -> None:
        """End all searching."""
        if self._made is not None:
            self._made.end_all()

    def _make(self) -> None:
        self._is_wanted.wait(PAGE_FIRST)
        try:
            from scrabble.web.session import SessionRegistry

            self._made = SessionRegistry(self._terms.memory, self._wait_until_warm)
        finally:
            self._is_made.set()
        try:
            warm_up_all()
        except BaseException as error:
            self._error = error
        finally:
            self._is_warm.set()

    def _wait_until_warm(self) -> None:
        self._is_warm.wait()
        if self._error is not None:
            raise self._error


class _Server(uvicorn.Server):
    """A server that does not wait for pages that listen when it is to end."""

    def __init__(self, config: uvicorn.Config, at_end: Callable[[], None]) -> None:
        super().__init__(config)
        self._at_end = at_end

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._at_end()
        self.force_exit = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is still open: from Python 3.12 on a server waits for all connections to be closed."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await super().shutdown(sockets)


POSITION = "out-in-two"  # which one it is does not matter


def warm_up_all() -> None:
    """Make ready what searches run, and what leads them from a position to the next."""
    position, lexicon, *_ = sources.resolve(next(sources.entries([POSITION])))
    warm_up(position, lexicon, PROOF, threads=2)
    walk = AnalysisSession(position, lexicon, SMALLEST_MEMORY)
    place = walk.after(walk.home, PASS)
    assert place is not None
    walk.ground.lead_to(place.path, place.position.zeros_left)
    walk.ground.lead_to((), position.zeros_left)
