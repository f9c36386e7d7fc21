"""Access control: checks before every request.

    Host       a name of this machine, or the address on which the connection arrived; a foreign name that
               resolves to this machine is refused (DNS rebinding)
    Origin     if present, ours: no other site may send requests from a browser; a link that
               opens our page in a tab is allowed
    token      the first part of the path, random and secret (`tokens`); without it every request is refused
    size       of a body; rate of all requests

Every answer forbids loading, framing or storing anything from elsewhere (`HEADERS`).
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from scrabble.files import with_version

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOG = logging.getLogger(__name__)
LOG.addHandler(logging.NullHandler())  # nothing is logged unless a program asks for it
MOST_BYTES = 1 << 20  # of a body
MOST_DIGITS = 20  # of a content length
MOST_AT_ONCE, PER_SECOND = 240, 60  # requests: burst, and long-term rate
HTTP_PORT = 80  # omitted by browsers
ADMIT = "admit"  # key in the state of a connection: a function to call once it has shown the token
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
OLD_ADDRESS = (
    "This explorer is no longer running. Start it again with `endgame board` and open the address that it "
    "prints. A position from a bookmark can be pasted there: it stands after the #. With the same --port at "
    "each start a bookmark opens again."
)


def hosts_of(names: Iterable[str], port: int) -> frozenset[str]:
    """Return the forms in which browsers write these names and a port in a `Host`."""
    ports = (f":{port}", "") if port == HTTP_PORT else (f":{port}",)
    return frozenset(f"{name}{each}".lower() for name in names for each in ports)


class Guard:
    """An application behind access control; `hosts` are the names, with port, of this server.

    `wrong_token` is the reason given to those without the token; `as_json` puts reasons into objects.
    """

    def __init__(
        self,
        app: App,
        token: str,
        hosts: frozenset[str],
        wrong_token: str = OLD_ADDRESS,
        as_json: bool = False,
    ) -> None:
        self._app, self._token, self._hosts = app, token, hosts
        self._wrong_token, self._as_json = wrong_token, as_json
        self._left, self._at = float(MOST_AT_ONCE), time.monotonic()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refused = self._check_origin(scope)
        if refused is None:
            scope.get("state", {}).get(ADMIT, bool)()
            refused = self._check_size_and_rate(scope)
        if refused is not None:
            client = scope.get("client") or ("unknown",)
            LOG.warning("refused a request from %s: %d %s", client[0], *refused)
            await _send_refusal(send, *refused, self._as_json)
            return
        scope = dict(scope)
        scope["path"] = scope["path"][len(self._token) + 1 :]
        await self._app(scope, _LimitedBody(receive).receive, _with_headers(send))

    def _check_origin(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and reason to refuse a request that does not come from our page, or None."""
        headers = _headers(scope)
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        if host.lower() not in self._hosts:
            return 421, "This program answers to its own address only."
        if origin is not None and origin.lower() not in {f"http://{name}" for name in self._hosts}:
            return 403, "Only the page of this program may ask."
        if headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none") and not _opens_a_page(scope):
            return 403, "Only the page of this program may ask."
        before, _, path = scope["path"].partition("/")
        given = "" if before else path.partition("/")[0]  # `OPTIONS *` has no path at all
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            return 403, self._wrong_token
        return None

    def _check_size_and_rate(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and reason to refuse a request that is too large or too frequent, or None."""
        if not self._check_limits():
            return 429, "Too many requests: wait a second."
        size = _headers(scope).get(b"content-length", "0")
        if not size.isdecimal() or len(size) > MOST_DIGITS or int(size) > MOST_BYTES:
            return 413, f"More than {MOST_BYTES} bytes."
        return None

    def _check_limits(self) -> bool:
        """Count a request; return whether the rate allows it."""
        now = time.monotonic()
        self._left = min(MOST_AT_ONCE, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def _headers(scope: Scope) -> dict[bytes, str]:
    return {name: value.decode("latin-1") for name, value in scope["headers"]}


def _opens_a_page(scope: Scope) -> bool:
    """Return whether a browser opens a page in a tab, as from a file that leads there (`tokens`).

    The page that leads there learns nothing of ours, and has to know the token.
    """
    headers = _headers(scope)
    kind = headers.get(b"sec-fetch-mode"), headers.get(b"sec-fetch-dest")
    return scope.get("method") == "GET" and kind == ("navigate", "document")


class _LimitedBody:
    """A request body cut off at the size limit, whatever its header says."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._size = receive, 0

    async def receive(self) -> MutableMapping[str, Any]:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > MOST_BYTES:
            return {"type": "http.disconnect"}
        return message


def _with_headers(send: Send) -> Send:
    async def send_safely(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return send_safely


async def _send_refusal(send: Send, status: int, text: str, as_json: bool) -> None:
    """Answer with a line of text, or with an object in JSON."""
    kind = b"application/json" if as_json else b"text/plain; charset=utf-8"
    body = json.dumps(with_version({"error": text})) if as_json else f"{text}\n"
    headers = [(b"content-type", kind), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})
