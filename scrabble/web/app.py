"""The application: a page, its files, and the JSON that it asks for; README.md lists what there is.

What loads numpy and numba is imported in the handlers: the page is there before the kernels are.
"""

from __future__ import annotations

import asyncio
import importlib.resources
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from scrabble.files import with_version
from scrabble.web import requests
from scrabble.web.requests import ExplorerSettings

if TYPE_CHECKING:
    from scrabble.web.session import SessionRegistry

KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
SHARED = {"game.css", "board.js"}  # with the page of a game
KEEP_ALIVE = 15.0  # seconds
LEAST_PAUSE = 0.08  # seconds from one event to the next
PAGE, ANSWER = "page", Callable[[dict[str, Any]], dict[str, Any]]


def new_app(sessions: Callable[[], SessionRegistry], terms: ExplorerSettings) -> Starlette:
    """The application; `sessions` makes them, or waits for them, when they are asked for."""

    def asked(name: str) -> Callable[[Request], Awaitable[Response]]:
        """A handler that has a request answered in a thread."""

        async def handle(request: Request) -> Response:
            try:
                given = json.loads(await request.body() or b"{}")
                if not isinstance(given, dict):
                    raise ValueError("expected an object")
                answer = await run_in_threadpool(requests.dispatch, name, sessions, terms, given)
            except ClientDisconnect:
                return Response(status_code=413)
            except (ValueError, RecursionError) as error:
                return JSONResponse(with_version({"error": " ".join(str(error).split())}), 400)
            return JSONResponse(with_version(answer))

        return handle

    async def events(request: Request) -> Response:
        return await _events(request, sessions)

    routes = [
        Route("/", _page),
        Route("/static/{name}", _static),
        Route("/api/board/{name}", _board),
        Route("/api/events", events),
        *(Route(f"/api/{name}", asked(name), methods=["POST"]) for name in requests.NAMES),
    ]
    app = Starlette(routes=routes)
    app.router.redirect_slashes = False  # what is not there is not looked for elsewhere
    return app


async def _page(request: Request) -> Response:
    return Response(_file("explorer.html"), media_type="text/html")


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    kind = KINDS.get(f".{name.rpartition('.')[2]}")
    text = _file(name) if kind else None
    return Response(text, media_type=kind) if text is not None else Response(status_code=404)


def _file(name: str) -> str | None:
    """A file of the page, by name."""
    package = importlib.resources.files("scrabble")  # whose parts need not be imported for that
    folder = package / "report" / "pages" if name in SHARED else package / "web" / "static"
    file = folder / name
    is_there = name in {each.name for each in folder.iterdir()}
    return file.read_text("utf-8") if is_there else None


async def _board(request: Request) -> Response:
    """An empty board as a picture."""
    picture = await run_in_threadpool(requests.empty_board_svg, request.path_params["name"])
    if picture is None:
        return Response(status_code=404)
    return Response(picture, media_type="image/svg+xml")


async def _events(request: Request, sessions: Callable[[], SessionRegistry]) -> Response:
    """The news of a page, as long as it listens."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def show() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(changed.set)

    found = await run_in_threadpool(sessions)
    try:
        name, session = found.begin(show)
    except ValueError as error:
        return JSONResponse(with_version({"error": str(error)}), 503)

    async def told() -> AsyncIterator[str]:
        from scrabble.web.session import NOTHING_SEEN

        seen = NOTHING_SEEN
        try:
            yield _event("hello", {PAGE: name})
            while True:
                try:
                    await asyncio.wait_for(changed.wait(), KEEP_ALIVE)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                changed.clear()
                seen, news = await run_in_threadpool(session.news, seen)
                yield _event("news", news)
                await asyncio.sleep(LEAST_PAUSE)
        finally:
            found.end(name)

    return StreamingResponse(told(), media_type="text/event-stream")


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(with_version(data))}\n\n"
