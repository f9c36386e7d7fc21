"""One request over HTTP, with limits: the bytes at an address, or a DownloadError of one line.

    download("https://host/game.gcg")             GET
    download(url, body=b'{"game_id": "x"}')       POST of JSON

* Only http and https, certificates verified, and only the named host: a redirect to another host, to another
  port, from https to http, or after a POST is refused.
* A host that turns out to be on a private network is refused, unless the address names it by its number or as
  localhost: a name from elsewhere cannot reach into the network of the user.  It is the connection that is
  checked, so that the name cannot be resolved a second time to something else.
* `Limits` hold for the whole request: name resolution, redirects, headers and body.
* Nothing is decompressed: the request asks for plain content, anything else is refused.

The proxies of the system are used; a proxy resolves names itself, so that its peers are not checked.
"""

from __future__ import annotations

import http.client
import ipaddress
import queue
import socket
import ssl
import threading
import urllib.request
from contextlib import suppress
from functools import partial
from http.client import HTTPMessage
from typing import IO, Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit

from scrabble._version import __version__
from scrabble.errors import ScrabbleError
from scrabble.files import read_bounded

SCHEMES = ("http", "https")
PORTS = {"http": 80, "https": 443}
MOST_REDIRECTS = 3
GONE = (404, 410)
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # the last 32 bits are an address of IPv4
NOT_PUBLIC = [  # though ipaddress, or some versions of it, calls them global
    ipaddress.ip_network(each)
    for each in (
        "192.0.0.0/24",
        "::/96",  # as ::127.0.0.1
        "::ffff:0:0:0/96",
        "64:ff9b:1::/48",  # NAT64 of a private network
        "2001::/32",  # Teredo
        "fec0::/10",
    )
]
KEPT_IN_URL = "%/:=&?~+!$,;'@()*"  # characters that have a meaning in a path or a query


class DownloadError(ScrabbleError):
    """An address that cannot be opened, or an answer that is refused."""


ERRORS = (DownloadError, OSError, http.client.HTTPException)  # of connections and answers


class Limits(NamedTuple):
    """Limits of a request."""

    bytes: int = 1 << 20  # of the body
    seconds: float = 10.0  # in all


LIMITS = Limits()


class Download(NamedTuple):
    """The answer to a request."""

    data: bytes
    content_type: str  # such as "text/html", in lower case; "text/plain" if the answer does not say


def download(url: str, body: bytes | None = None, limits: Limits = LIMITS) -> Download:
    """Return what is at an address.  Raises DownloadError."""
    request, sockets = _request(url, body), list[socket.socket]()
    outcome: queue.SimpleQueue[Download | Exception] = queue.SimpleQueue()

    def run() -> None:
        try:
            outcome.put(_answer(request, limits, sockets))
        except Exception as error:
            outcome.put(error)

    # in a thread, as neither name resolution nor a server that sends byte by byte can be limited otherwise
    threading.Thread(target=run, name="download", daemon=True).start()
    try:
        found = outcome.get(timeout=limits.seconds)
    except queue.Empty:
        found = TimeoutError()
    finally:
        for each in sockets:  # ends the thread
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
    if isinstance(found, ERRORS):
        raise DownloadError(f"{request.host}: {_reason(found, limits)}") from found
    if isinstance(found, Exception):
        raise found
    return found


def _request(url: str, body: bytes | None) -> urllib.request.Request:
    """Return the request for an address.  Raises DownloadError for one that is not an address."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
        path = quote(parts.path or "/", KEPT_IN_URL, errors="surrogateescape")
        query = quote(parts.query, KEPT_IN_URL, errors="surrogateescape")
    except ValueError as error:  # UnicodeError is one
        raise DownloadError(f"not an address: {error}") from None
    if parts.scheme not in SCHEMES or not host:
        raise DownloadError(f"expected an address that begins with http:// or https://, got {url}")
    if parts.username is not None:
        raise DownloadError("addresses with a name or a password are not opened")
    place = f"[{host}]" if ":" in host else host
    plain = f"{parts.scheme}://{place}{f':{port}' if port else ''}{path}{'?' if query else ''}{query}"
    headers = {
        "User-Agent": f"scrabble-endgame/{__version__}",
        "Accept-Encoding": "identity",
        **({} if body is None else {"Content-Type": "application/json"}),
    }
    return urllib.request.Request(plain, body, headers)


def _answer(request: urllib.request.Request, limits: Limits, sockets: list[socket.socket]) -> Download:
    """Send a request and check the answer; its sockets go into `sockets`."""
    host = urlsplit(request.full_url).hostname or ""
    opener = urllib.request.OpenerDirector()
    for each in (
        urllib.request.ProxyHandler({} if _is_number(host) else None),
        _Handler(host, sockets),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(),
    ):
        opener.add_handler(each)
    with opener.open(request, timeout=limits.seconds) as response:
        encoding = response.headers.get("Content-Encoding", "identity").strip().lower()
        if encoding != "identity":
            raise DownloadError(f"the answer is compressed ({encoding}), which was not asked for")
        length = response.length
        if length is not None and length > limits.bytes:
            raise DownloadError(f"{length:,} bytes, expected at most {limits.bytes:,}")
        data = read_bounded(response, limits.bytes)
        if length is not None and len(data) < length:
            raise DownloadError(f"the answer ended after {len(data):,} of {length:,} bytes")
        return Download(data, response.headers.get_content_type())


class _Connection(http.client.HTTPConnection):
    """Connection that is checked before anything is sent."""

    named = ""  # the host that the user names
    sockets: list[socket.socket]

    def connect(self) -> None:
        """Connect; raise DownloadError for a private address that the user has not named."""
        super().connect()
        self.sockets.append(self.sock)
        if self.host == self.named and not _is_number(self.named):  # not a proxy
            peer = _address(self.sock.getpeername()[0])
            if not _is_public(peer):
                self.close()
                raise DownloadError(f"it is at {peer}, on a private network; only its number opens it")


class _EncryptedConnection(http.client.HTTPSConnection, _Connection):
    """The same for https: checked before the handshake."""


class _Handler(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    """Handler of http and https with checked connections."""

    def __init__(self, named: str, sockets: list[socket.socket]) -> None:
        urllib.request.AbstractHTTPHandler.__init__(self)
        self._named, self._sockets = named, sockets

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """Open an address in http."""
        return self.do_open(partial(self._connection, _Connection), req)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """Open an address in https."""
        context = ssl.create_default_context()
        return self.do_open(partial(self._connection, _EncryptedConnection), req, context=context)

    def _connection(self, kind: type[_Connection], host: str, **settings: Any) -> _Connection:
        found = kind(host, **settings)
        found.named, found.sockets = self._named, self._sockets
        return found


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Redirects within the named host."""

    max_redirections = max_repeats = MOST_REDIRECTS

    def http_error_302(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> Any:
        """Follow a redirect.  Raises DownloadError if it leads elsewhere, or is no address."""
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        except DownloadError:
            raise
        except ValueError as error:
            fp.close()
            raise DownloadError(f"it redirects to something that is not an address: {error}") from None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the next request.  Raises DownloadError if it leads elsewhere."""
        fp.close()  # urllib would read its body, however long
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        ports = [each.port or PORTS.get(each.scheme) for each in (old, new)]
        is_secured = (*ports, new.scheme) == (80, 443, "https")
        is_same = ports[0] == ports[1] and old.scheme == new.scheme
        if req.data is not None or new.hostname != old.hostname or not (is_same or is_secured):
            raise DownloadError(f"it redirects to {newurl}, which is not followed; open it if you trust it")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _is_number(host: str) -> bool:
    """Return whether a host is named by its address, or is this machine."""
    try:
        return host == "localhost" or bool(_address(host))
    except ValueError:
        return False


def _is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Return whether an address is on no private network, by way of no gateway either."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return _is_public(inner)
    is_listed = any(address in network for network in NOT_PUBLIC)
    return address.is_global and not address.is_multicast and not is_listed


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return an address.  Raises ValueError."""
    found = ipaddress.ip_address(text.partition("%")[0])
    return getattr(found, "ipv4_mapped", None) or found


def _reason(error: Exception, limits: Limits) -> str:
    if isinstance(error, HTTPError):
        error.close()
        if error.code in GONE:
            return f"there is nothing at this address ({error.code})"
        if 300 <= error.code < 400:
            return f"it redirects too often, or to something that is not a web address ({error.code})"
        return f"the server answers {error.code} {error.reason}".rstrip()
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return f"no complete answer within {limits.seconds:g} s"
    if isinstance(cause, socket.gaierror):
        return "it cannot be found: no network, or no such host"
    if isinstance(cause, ssl.SSLError):
        return f"no secure connection: {getattr(cause, 'verify_message', '') or cause.reason}"
    if isinstance(cause, http.client.InvalidURL):
        return f"not an address: {cause}"
    if isinstance(cause, http.client.HTTPException):
        return "its answer is not HTTP, or was cut off"
    if isinstance(cause, OSError):
        return cause.strerror or str(cause)
    return str(cause)
