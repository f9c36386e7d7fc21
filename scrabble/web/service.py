"""The HTTP service of `endgame serve`: a position in, its solution out, for programs.

    POST solve      {"position": "out-in-two", "exact": 3}: a position, and options of `SolveOptions`;
                    the answer is that of `endgame solve --json`

A search runs as long as its client waits.  Some run at the same time, some wait for their turn, and one more
is refused.  Every refusal is an object with `error`, one line.  A text of a request is never the name of a
file of this machine.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import time
from itertools import islice
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from scrabble import sources
from scrabble.answer.names import Objective
from scrabble.answer.solution import solution_json
from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.tiles import MOST_IN_BAG, quoted
from scrabble.game.unseen import is_preendgame
from scrabble.lexicon import choice
from scrabble.solver import EndgameSearch, OptionError, PreendgameSearch, SolveOptions
from scrabble.solver.options import FOR_PREENDGAMES, OPTIONS
from scrabble.solver.preendgame.draw_lines import draw_lines
from scrabble.solver.solve import compile_kernels, new_running_search
from scrabble.web.app import json_response
from scrabble.web.guard import MOST_BYTES, Guard
from scrabble.web.position_view import entries_of
from scrabble.web.requests import RequestError, decoded
from scrabble.web.server import BoundServer, run

LOG = logging.getLogger(__name__)  # has no handler of its own: a fault is seen on standard error
MOST_WAITING = 32  # searches that wait for their turn
CHEAP_EXACT = 10  # moves that get an exact value if that is cheap, as in `endgame solve`
MOST_TREE = 10_000  # moves
CLIENT_GONE = 499  # only in the log
WRONG_PATH = "expected POST solve"  # also for another method
WRONG_TOKEN = "Not found: the address is the one that `endgame serve` printed, with its token."
OF_REQUESTS = [name for name, each in OPTIONS.items() if not each.internal]


@dataclasses.dataclass(frozen=True)
class ServiceLimits:
    """Limits of the searches of a server, and the lexicon of requests that name none."""

    seconds: float = 60.0  # of one search
    memory: int = 512 << 20  # bytes, of one search
    threads: int = 1  # of one search, at most, and searches at the same time
    lexicon: str | None = None  # None: that of the position


class SolveRequest(Struct, kw_only=True):
    """The keys of a request besides the options of its search."""

    position: str
    lexicon: str | None = None  # a name; None: that of the server, or of the position
    id: str = ""  # of the answer
    max_bag: Annotated[int, Meta(ge=0, le=MOST_IN_BAG)] = 2
    draws: bool = False  # with tiles in the bag: add the result of each draw after the best move


class PreparedSearch(NamedTuple):
    """The search of a request, not started, with its position."""

    search: EndgameSearch | PreendgameSearch
    reading: sources.ResolvedPosition
    name: str  # of the position


def serve(prepared: BoundServer, limits: ServiceLimits) -> None:
    """Serve until Ctrl-C, which raises KeyboardInterrupt."""
    run(prepared, new_service(prepared, SolveEndpoint(limits)), lambda: None)


def new_service(prepared: BoundServer, endpoint: SolveEndpoint) -> Guard:
    """Return the application behind its access control."""
    app = Starlette(
        routes=[Route("/solve", endpoint.respond, methods=["POST"])],
        exception_handlers={HTTPException: _wrong_path},
    )
    app.router.redirect_slashes = False  # an unknown path is an error, not a redirect
    return Guard(app, prepared.token, prepared.hosts, WRONG_TOKEN, as_json=True)


async def _wrong_path(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return json_response({"error": WRONG_PATH}, error.status_code, error.headers)


class SolveEndpoint:
    """The endpoint that solves positions."""

    def __init__(self, limits: ServiceLimits) -> None:
        self.limits = limits
        self.admitted = 0  # requests that are running or waiting
        self._turn = asyncio.Semaphore(limits.threads)

    async def respond(self, request: Request) -> Response:
        """Answer a request."""
        began = time.monotonic()
        answer = await self._respond(request)
        LOG.info("solve %d, %.0f ms", answer.status_code, 1000 * (time.monotonic() - began))
        return answer

    async def _respond(self, request: Request) -> Response:
        try:
            given, options = read_request(await request.body(), self.limits)
        except ClientDisconnect:
            return json_response({"error": f"more than {MOST_BYTES} bytes"}, 413)
        except (ValueError, RecursionError) as error:
            return _refusal(error)
        if self.admitted >= self.limits.threads + MOST_WAITING:
            return json_response({"error": "too many searches: try again later"}, 503, {"Retry-After": "1"})
        self.admitted += 1
        solving = asyncio.create_task(self._solve(given, options))
        departure = asyncio.create_task(_departure(request))
        try:
            await asyncio.wait((solving, departure), return_when=asyncio.FIRST_COMPLETED)
            return json_response(solving.result()) if solving.done() else Response(status_code=CLIENT_GONE)
        except ScrabbleError as error:
            return _refusal(error)
        except Exception:
            LOG.exception("solve failed")
            return json_response({"error": "the program failed; its log has more"}, 500)
        finally:
            departure.cancel()
            solving.cancel()  # which ends its search
            await asyncio.gather(solving, return_exceptions=True)
            self.admitted -= 1

    async def _solve(self, given: SolveRequest, options: SolveOptions) -> dict[str, Any]:
        """Return the answer to a request when its turn has come."""
        async with self._turn:
            prepared = await run_in_threadpool(new_search, given, options, self.limits.lexicon)
            await run_in_threadpool(compile_kernels, prepared.search, prepared.reading.lexicon)
            async for _ in prepared.search:
                pass
            return await run_in_threadpool(_solution, prepared, given)


def _refusal(error: Exception) -> Response:
    return json_response({"error": " ".join(str(error).split())}, 400)


async def _departure(request: Request) -> None:
    """Wait until the client has gone; its request has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def read_request(body: bytes, limits: ServiceLimits) -> tuple[SolveRequest, SolveOptions]:
    """Read a request, with the options of its search within the limits of the server.

    Raises ScrabbleError or RecursionError.
    """
    given, options = decoded(body, SolveRequest), decoded(body, dict[str, Any])
    options = {name: value for name, value in options.items() if name not in SolveRequest.__struct_fields__}
    unknown = next((name for name in options if name not in OF_REQUESTS), None)
    if unknown is not None:
        expected = ", ".join([*SolveRequest.__struct_fields__, *OF_REQUESTS])
        raise RequestError(f"{quoted(unknown)}: expected one of {expected}")
    if options.get("seconds") is None:
        options["seconds"] = limits.seconds
    try:
        found = SolveOptions(**options, memory=limits.memory)
    except TypeError as error:
        raise RequestError(str(error)) from None
    for name, most in (("seconds", limits.seconds), ("workers", limits.threads), ("tree", MOST_TREE)):
        if getattr(found, name) > most:
            raise OptionError(name, f"expected at most {most:g}, got {getattr(found, name):g}")
    return given, found


def new_search(given: SolveRequest, options: SolveOptions, lexicon: str | None = None) -> PreparedSearch:
    """Set up the search of a request.

    `lexicon` is for requests that name none.  Raises ScrabbleError for one that cannot be answered.
    """
    words = choice.load(lexicon) if lexicon else None
    if given.lexicon is not None:
        words = choice.load_named(given.lexicon, "the request")
    found = list(islice(entries_of(given.position, words.alphabet if words else None), 2))
    if len(found) != 1:
        raise RequestError(f"position: expected one position, got {'several' if found else 'none'}")
    reading = sources.resolve(found[0], words, bag_limit=given.max_bag)
    is_in_bag = is_preendgame(reading.position)
    if given.draws and not is_in_bag:
        raise OptionError("draws", FOR_PREENDGAMES, " ")
    objective = options.objective or (Objective.WIN if is_in_bag else Objective.VALUE)
    if objective in (Objective.WIN, Objective.OUTCOME) and not cgp.has_scores(reading.position):
        raise RequestError("this objective needs the scores: add them, as in 'AALNOR/EIU 470/395'")
    if not is_in_bag:
        options = dataclasses.replace(options, cheap_exact=CHEAP_EXACT)
    search = new_running_search(reading.position, reading.lexicon, options)
    return PreparedSearch(search, reading, found[0].id)


def _solution(prepared: PreparedSearch, given: SolveRequest) -> dict[str, Any]:
    """Return the answer of a search that has ended."""
    search, reading, name = prepared
    solution, draws = search.solution, None
    if given.draws:
        draws = draw_lines(reading.position, reading.lexicon, solution.move, search.options)
    return solution_json(solution, given.id or name, reading.warnings, draws)
