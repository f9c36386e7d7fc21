"""The web application: the page, its files, its requests in JSON and its events.

Modules that load numpy and numba are imported in the handlers, so that the page opens before the kernels
load.
"""

from __future__ import annotations

import asyncio
import importlib.resources
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scrabble.answer.plain import as_json
from scrabble.files import with_version
from scrabble.report.pages.templates import modules, render_text
from scrabble.web import requests
from scrabble.web.requests import ExplorerSettings

if TYPE_CHECKING:
    from scrabble.web.session import SessionRegistry

LOG = logging.getLogger(__name__)  # has no handler of its own: a fault is seen on standard error
KINDS = {".css": "text/css", ".js": "text/javascript"}
KEEP_ALIVE = 15.0  # seconds without an event until a comment is sent
LEAST_PAUSE = 0.08  # seconds between events
PAGE = "page"  # key of the name of a session


def new_app(sessions: Callable[[], SessionRegistry], settings: ExplorerSettings) -> Starlette:
    """Return the application; `sessions` returns the registry, waiting until it is ready."""

    def handler(name: str) -> Callable[[Request], Awaitable[Response]]:
        """Return a handler that answers a request in a thread."""

        async def handle(request: Request) -> Response:
            try:
                body = await request.body() or b"{}"
                answer = await run_in_threadpool(requests.dispatch, name, sessions, settings, body)
            except ClientDisconnect:
                return Response(status_code=413)
            except (ValueError, RecursionError) as error:
                return json_response({"error": " ".join(str(error).split())}, 400)
            except Exception:
                LOG.exception("api/%s failed", name)
                raise
            return json_response(answer)

        return handle

    async def events(request: Request) -> Response:
        return await _events(request, sessions)

    async def progress(request: Request) -> Response:
        trainer = settings.trainer
        if trainer is None:
            return Response(status_code=404)
        text = await run_in_threadpool(trainer.progress_page, settings.theme)
        return Response(text, media_type="text/html")

    routes = [
        Route("/", _page),
        Route("/train", _train_page),
        Route("/progress", progress),
        Route("/static/{name}", _static),
        Route("/api/board/{name}", _board),
        Route("/api/events", events),
        *(Route(f"/api/{name}", handler(name), methods=["POST"]) for name in requests.NAMES),
    ]
    app = Starlette(routes=routes)
    app.state.settings = settings
    app.router.redirect_slashes = False  # an unknown path is an error, not a redirect
    return app


async def _page(request: Request) -> Response:
    choices = await run_in_threadpool(requests.field_choices, request.app.state.settings)
    return _rendered("explorer.html", request, modules=modules("explorer.js", _read), **choices)


async def _train_page(request: Request) -> Response:
    """Return the trainer's page, with the part that it shares with pages of puzzles."""
    trainer = request.app.state.settings.trainer
    if trainer is None:
        return Response(status_code=404)
    return _rendered("train.html", request, modules=modules("train.js", _read), **trainer.field_choices())


def _rendered(name: str, request: Request, **values: object) -> Response:
    text = render_text(_read(name), theme=request.app.state.settings.theme, **values)
    return Response(text, media_type="text/html")


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    kind = KINDS.get(f".{name.rpartition('.')[2]}")
    text = _file(name) if kind else None
    return Response(text, media_type=kind) if text else Response(status_code=404)


def _file(name: str) -> str | None:
    """Return the text of a file of the page, or None."""
    package = importlib.resources.files("scrabble")  # its modules need not be imported
    folders = (package / "web" / "static", package / "report" / "pages")
    found = [each for folder in folders for each in folder.iterdir() if each.name == name]
    return found[0].read_text("utf-8") if found else None


def _read(name: str) -> str:
    """Return the text of a file of the page, which is there."""
    text = _file(name)
    assert text is not None, name
    return text


async def _board(request: Request) -> Response:
    """Return an empty board as SVG."""
    picture = await run_in_threadpool(requests.empty_board_svg, request.path_params["name"])
    if picture is None:
        return Response(status_code=404)
    return Response(picture, media_type="image/svg+xml")


async def _events(request: Request, sessions: Callable[[], SessionRegistry]) -> Response:
    """Stream the news of a page while it listens."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def show() -> None:
        if not (changed.is_set() or loop.is_closed()):  # a search says many times a second that there is news
            loop.call_soon_threadsafe(changed.set)

    found = await run_in_threadpool(sessions)
    try:
        name, session = found.begin(show)
    except ValueError as error:
        return json_response({"error": str(error)}, 503)

    async def stream() -> AsyncIterator[bytes]:
        from scrabble.web.session import NOTHING_SEEN

        seen = NOTHING_SEEN
        try:
            yield _event_bytes("hello", {PAGE: name})
            while True:
                try:
                    await asyncio.wait_for(changed.wait(), KEEP_ALIVE)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                changed.clear()
                seen, news = await run_in_threadpool(session.news, seen)
                yield _event_bytes("news", news)
                await asyncio.sleep(LEAST_PAUSE)
        finally:
            found.end(name)

    return StreamingResponse(stream(), media_type="text/event-stream")


def _event_bytes(name: str, data: dict[str, Any]) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), as_json(with_version(data)))


def json_response(
    answer: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an object in JSON, with its version."""
    return Response(as_json(with_version(answer)), status, headers, "application/json")
