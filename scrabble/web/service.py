"""The HTTP service of `endgame serve`: positions in, solutions out, for programs.

    POST solve            a position; the answer is that of `endgame solve --json`
    POST solve?stream     the same as server-sent events: `progress`, then `answer` or `error`
    GET openapi.json      the description of both

A search runs as long as its client waits.  Some run at the same time, some wait for their turn, and one more
is refused.  Every refusal is an object with `error`, one line.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeAlias

import msgspec
from msgspec.json import decode
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scrabble.errors import ScrabbleError
from scrabble.game.tiles import quoted
from scrabble.solver import EndgameSearch, PreendgameSearch, Snapshot
from scrabble.solver.names import Objective, SolverName
from scrabble.solver.preendgame.scenario_results import draws_of_answer
from scrabble.solver.schema import solution_json
from scrabble.solver.solve import compile_kernels
from scrabble.web.app import event_bytes, json_response
from scrabble.web.guard import MOST_BYTES, Guard, Receive, Scope, Send
from scrabble.web.server import BoundServer, run
from scrabble.web.solve_request import (
    PreparedSearch,
    ServiceLimits,
    SolveRequest,
    new_search,
    openapi,
    progress_data,
)

LOG = logging.getLogger(__name__)
LOG.addHandler(logging.NullHandler())  # nothing is logged unless a program asks for it
MOST_WAITING = 32  # searches that wait for their turn
JSON, TEXT, EVENTS = "application/json", "text/plain", "text/event-stream"
CLIENT_GONE = 499  # only in the log
FAILED = "the program failed; its log has more"
WITHOUT_DETAIL = {
    404: "no such path: expected solve or openapi.json",
    405: "expected POST solve or GET openapi.json",
}
WRONG_TOKEN = "Not found: the address is the one that `endgame serve` printed, with its token."

NO_NAME = "Invalid enum value"  # how a message of msgspec begins
NAMES = {"solver": SolverName, "objective": Objective}  # by the keys of a request

Search: TypeAlias = EndgameSearch | PreendgameSearch


def serve(prepared: BoundServer, limits: ServiceLimits) -> None:
    """Serve until Ctrl-C, which raises KeyboardInterrupt."""
    solver = SolveEndpoint(limits)
    run(prepared, new_service(prepared, solver), solver.stop)


def new_service(prepared: BoundServer, solver: SolveEndpoint) -> Guard:
    """Return the application behind its access control."""
    description = msgspec.json.encode(openapi())  # it may have no version of ours

    async def describe(request: Request) -> Response:
        return Response(description, media_type=JSON)

    app = Starlette(
        routes=[Route("/solve", solver, methods=["POST"]), Route("/openapi.json", describe)],
        exception_handlers={HTTPException: _refusal, Exception: _failure},
    )
    app.router.redirect_slashes = False  # an unknown path is an error, not a redirect
    return Guard(app, prepared.token, prepared.hosts, WRONG_TOKEN, as_json=True)


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = json_response({"error": WITHOUT_DETAIL.get(error.status_code, error.detail)}, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _failure(request: Request, error: Exception) -> Response:
    return json_response({"error": FAILED}, 500)


class SolveEndpoint:
    """The endpoint that solves positions."""

    def __init__(self, limits: ServiceLimits) -> None:
        self.limits = limits
        self._turn = asyncio.Semaphore(limits.searches)
        self._admitted = 0  # requests that are running or waiting
        self._running: set[Search] = set()

    def stop(self) -> None:
        """Stop all searches."""
        for search in list(self._running):
            search.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        began, status, request = time.monotonic(), 200, Request(scope, receive, send)
        try:
            given = await _read(request)
            async with self._admission(request):
                prepared = await run_in_threadpool(self._prepare, given)
                if await request.is_disconnected():
                    raise ClientDisconnect
                with self._registered(prepared.search):
                    if "stream" in request.query_params:
                        await StreamingResponse(_stream(request, prepared), media_type=EVENTS)(
                            scope, receive, send
                        )
                        return
                    answer = await _answer(request, prepared)
            await answer(scope, receive, send)
        except ClientDisconnect:
            status = CLIENT_GONE
        except HTTPException as error:
            status = error.status_code
            raise
        except Exception:
            status = 500
            LOG.exception("solve failed")
            raise
        finally:
            LOG.info("solve %d, %.0f ms", status, 1000 * (time.monotonic() - began))

    @asynccontextmanager
    async def _admission(self, request: Request) -> AsyncIterator[None]:
        """Wait until a search may run.

        Raises HTTPException if too many wait, and ClientDisconnect when the client no longer does.
        """
        if self._admitted >= self.limits.searches + MOST_WAITING:
            raise HTTPException(503, "too many searches: try again later", {"Retry-After": "1"})
        self._admitted += 1
        turn, departure = (
            asyncio.ensure_future(self._turn.acquire()),
            asyncio.ensure_future(_departure(request)),
        )
        try:
            await asyncio.wait((turn, departure), return_when=asyncio.FIRST_COMPLETED)
            if departure.done():
                raise ClientDisconnect
            departure.cancel()
            yield
        finally:
            departure.cancel()
            if not turn.cancel():  # it has come
                self._turn.release()
            self._admitted -= 1

    def _prepare(self, given: SolveRequest) -> PreparedSearch:
        """Set up a search, and compile or load its kernels.  Raises HTTPException."""
        try:
            prepared = new_search(given, self.limits)
            compile_kernels(prepared.search, prepared.reading.lexicon)
        except ScrabbleError as error:
            raise HTTPException(422, " ".join(str(error).split())) from None
        return prepared

    @contextmanager
    def _registered(self, search: Search) -> Iterator[None]:
        """Let `stop` reach a search, and end it with the block."""
        self._running.add(search)
        try:
            with search:
                yield
        finally:
            self._running.discard(search)


async def _departure(request: Request) -> None:
    """Wait until the client has gone; its request has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _read(request: Request) -> SolveRequest:
    """Read a request.  Raises HTTPException."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in (JSON, TEXT):
        raise HTTPException(415, f"expected the content type {JSON} or {TEXT}, got {quoted(kind)}")
    try:
        body = await request.body()
    except ClientDisconnect:
        raise HTTPException(413, f"more than {MOST_BYTES} bytes") from None
    try:
        return SolveRequest(position=body.decode()) if kind == TEXT else decode(body, type=SolveRequest)
    except UnicodeDecodeError:
        raise HTTPException(400, "expected text in UTF-8") from None
    except msgspec.ValidationError as error:
        raise HTTPException(422, _reason(error)) from None
    except msgspec.DecodeError as error:
        raise HTTPException(400, _reason(error)) from None


def _reason(error: Exception) -> str:
    text = str(error)
    key = text.rpartition(" - at `$.")[2].rstrip("`")
    names = f", expected one of {', '.join(NAMES[key])}" if text.startswith(NO_NAME) and key in NAMES else ""
    return f"{text[:1].lower()}{text[1:]}{names}"


async def _watch(request: Request, search: Search) -> AsyncIterator[Snapshot]:
    """Run a search and yield its snapshots.  Raises ClientDisconnect when nobody waits any more."""
    snapshots = iter(search)
    while (found := await run_in_threadpool(lambda: next(snapshots, None))) is not None:
        if await request.is_disconnected():
            raise ClientDisconnect
        yield found


async def _answer(request: Request, prepared: PreparedSearch) -> Response:
    """Run a search and return its answer."""
    async for _ in _watch(request, prepared.search):
        pass
    return json_response(await run_in_threadpool(_solution, prepared))


async def _stream(request: Request, prepared: PreparedSearch) -> AsyncIterator[bytes]:
    """Run a search and yield its progress and its answer as events."""
    try:
        async for snapshot in _watch(request, prepared.search):
            yield event_bytes("progress", msgspec.to_builtins(progress_data(snapshot)))
        yield event_bytes("answer", await run_in_threadpool(_solution, prepared))
    except ClientDisconnect:
        return
    except Exception:  # the status has been sent
        LOG.exception("solve failed")
        yield event_bytes("error", {"error": FAILED})


def _solution(prepared: PreparedSearch) -> dict[str, Any]:
    """Return the answer of a search that has ended."""
    search, reading = prepared.search, prepared.reading
    solution, draws = search.solution, None
    if prepared.has_draws:
        draws = draws_of_answer(reading.position, reading.lexicon, solution.move, search.options)
    return solution_json(solution, prepared.id, reading.warnings, draws)
