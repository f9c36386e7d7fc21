"""Who may ask, and how much: what stands before every request.

    Host       one of ours, or a name that somebody else has pointed here is refused (DNS rebinding)
    Origin     if there is one, ours: no other site may ask from a browser
    token      the first part of the path, new at every start; without it there is nothing
    size       of a body; rate, of requests in all

Every answer says that nothing from elsewhere may be loaded, framed or kept (`HEADERS`).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 1 << 20  # of a body
MOST_DIGITS = 20  # of their number
MOST_AT_ONCE, PER_SECOND = 240, 60  # requests
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
    "This is not the address of an explorer that runs. It is new at every start: take the one that "
    "`endgame board` has printed. A position from a bookmark can be pasted there: it stands after the #."
)


class Guard:
    """The application, for those who may ask; `hosts` are the names, with port, by which it is reached."""

    def __init__(self, app: App, token: str, hosts: frozenset[str]) -> None:
        self._app, self._token, self._hosts = app, token, hosts
        self._left, self._at = float(MOST_AT_ONCE), time.monotonic()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refused = self._refusal(scope)
        if refused is not None:
            await _say(send, *refused)
            return
        scope = dict(scope)
        scope["path"] = scope["path"][len(self._token) + 1 :]
        await self._app(scope, _Bounded(receive).receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Status and reason for what is not answered."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        if host.lower() not in self._hosts:
            return 421, "This program answers to its own address only."
        if origin is not None and origin.lower() not in {f"http://{name}" for name in self._hosts}:
            return 403, "Only the page of this program may ask."
        if headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "Only the page of this program may ask."
        given = scope["path"].split("/")[1]
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            return 403, OLD_ADDRESS
        if not self._may_go_on():
            return 429, "Too many requests: wait a second."
        size = headers.get(b"content-length", "0")
        if not size.isdecimal() or len(size) > MOST_DIGITS or int(size) > MOST_BYTES:
            return 413, f"More than {MOST_BYTES} bytes."
        return None

    def _may_go_on(self) -> bool:
        """Take one request out of those that may still come."""
        now = time.monotonic()
        self._left = min(MOST_AT_ONCE, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class _Bounded:
    """A body that may not be larger than it should, whatever its header says."""

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


async def _say(send: Send, status: int, text: str) -> None:
    """Answer with a line of text."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
