"""Requests of programs: the types of their keys, a search for each, and their description as OpenAPI.

    SolveRequest      position and options, those of `SolveOptions` by the same names
    new_search        the search of a request, within the limits of the server
    ProgressData      the state of a running search
    openapi           the description of the interface, made from these types

A text of a request is never the name of a file of this machine.
"""

from __future__ import annotations

import dataclasses
from itertools import islice
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from scrabble import sources
from scrabble._version import __version__
from scrabble.errors import ScrabbleError
from scrabble.files import VERSION
from scrabble.game import cgp
from scrabble.game.position import PositionError
from scrabble.game.unseen import MOST_IN_BAG, is_preendgame
from scrabble.lexicon import choice
from scrabble.solver import EndgameSearch, OptionError, PreendgameSearch, Snapshot, SolveOptions
from scrabble.solver.interval import to_wire
from scrabble.solver.names import MOST_NODES, MOST_THREADS, PROOF, Objective, SolverName
from scrabble.solver.options import FOR_PREENDGAMES
from scrabble.solver.schema import EstimateData, IntervalData, SolutionData, estimate_data
from scrabble.solver.solve import new_running_search
from scrabble.web.position_view import entries_of

CHEAP_EXACT = 10  # moves that get an exact value if that is cheap, as in `endgame solve`
MOST_TREE = 10_000  # moves
OPTION_NAMES = {each.name for each in dataclasses.fields(SolveOptions)}


@dataclasses.dataclass(frozen=True)
class ServiceLimits:
    """Limits of the searches of a server, and the lexicon of requests that name none."""

    seconds: float = 60.0  # of one search
    memory: int = 512 << 20  # bytes, of one search
    threads: int = 1  # of one search, at most
    searches: int = 2  # at the same time
    lexicon: str | None = None  # None: that of the position


class SolveRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A position, and how it is to be solved."""

    position: Annotated[
        str,
        Meta(
            description="the position: CGP, a printed board, the text of a game or the name of a bundled one"
        ),
    ]
    lexicon: Annotated[
        str | None, Meta(description="the name of a lexicon; null: the one that the position names")
    ] = None
    id: Annotated[str, Meta(description="the `id` of the answer")] = ""
    max_bag: Annotated[
        int,
        Meta(ge=0, le=MOST_IN_BAG, description="accept positions with up to this number of tiles in the bag"),
    ] = 2
    objective: Annotated[
        Objective | None,
        Meta(
            description="what is proven: `value` (default), `move`, `outcome`; with tiles in the bag `win` "
            "(default), `spread`, `outcome`"
        ),
    ] = None
    solver: Annotated[SolverName, Meta(description="the search algorithm; of endgames")] = PROOF
    seconds: Annotated[
        Annotated[float, Meta(gt=0)] | None,
        Meta(description="time limit; null: that of the server, the most"),
    ] = None
    nodes: Annotated[Annotated[int, Meta(ge=1, le=MOST_NODES)] | None, Meta(description="node limit")] = None
    workers: Annotated[
        int,
        Meta(
            ge=1, le=MOST_THREADS, description="threads that share the search, up to the limit of the server"
        ),
    ] = 1
    exact: Annotated[int, Meta(ge=0, description="how many of the best moves get an exact value; 0: all")] = 1
    all_best: Annotated[bool, Meta(description="find every move that ties with the best")] = False
    value_of: Annotated[
        str | None,
        Meta(
            description="also compute the exact value of this move; of a pass with tiles in the bag, bounds"
        ),
    ] = None
    tree: Annotated[
        int,
        Meta(
            ge=0, le=MOST_TREE, description="all lines of best play as a tree of at most this number of moves"
        ),
    ] = 0
    stable_rounds: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_NODES)] | None,
        Meta(description="stop maven when this number of widenings in a row leave its choice unchanged"),
    ] = None
    trace: Annotated[bool, Meta(description="list the decisions at the root")] = False
    practical: Annotated[bool, Meta(description="find out how hard the best moves are to answer")] = False
    settle_ties: Annotated[
        bool, Meta(description="with tiles in the bag: search until the best spread among ties is proven")
    ] = False
    bag_is_known: Annotated[
        bool, Meta(description="with tiles in the bag: assume that the side to move knows them")
    ] = False
    draws: Annotated[
        bool, Meta(description="with tiles in the bag: add the result of each draw after the best move")
    ] = False


class ProgressData(Struct):
    """The state of a running search."""

    version: Annotated[int, Meta(description="of the keys")]
    move: Annotated[str, Meta(description="the best move found")]
    spread: Annotated[IntervalData, Meta(description="bounds of the final spread")]
    win: Annotated[IntervalData, Meta(description="bounds of the win probability")]
    estimate: Annotated[EstimateData | None, Meta(description="while one of these is open, or null")]
    is_win_proven: Annotated[
        bool, Meta(description="with tiles in the bag: whether it is proven that no move wins more often")
    ]
    refuted: Annotated[int, Meta(description="moves that are proven not to be better")]
    moves: Annotated[int, Meta(description="number of moves")]
    nodes: Annotated[int, Meta(description="nodes searched")]
    seconds: Annotated[float, Meta(description="time taken")]


class ErrorData(Struct):
    """A refusal."""

    version: Annotated[int, Meta(description="of the keys")]
    error: Annotated[str, Meta(description="the reason, one line")]


class PreparedSearch(NamedTuple):
    """The search of a request, not started, and what its answer needs besides."""

    search: EndgameSearch | PreendgameSearch
    reading: sources.ResolvedPosition
    id: str
    has_draws: bool  # whether the answer has the result of each draw


def new_search(given: SolveRequest, limits: ServiceLimits) -> PreparedSearch:
    """Set up the search of a request.  Raises ScrabbleError for one that cannot be answered."""
    words = choice.load(limits.lexicon) if limits.lexicon else None
    if given.lexicon is not None:
        words = choice.load_named(given.lexicon, "the request")
    found = list(islice(entries_of(given.position, words.alphabet if words else None), 2))
    if len(found) != 1:
        raise ScrabbleError(f"position: expected one position, got {'several' if found else 'none'}")
    reading = sources.resolve(found[0], words, bag_limit=given.max_bag)
    is_in_bag = is_preendgame(reading.position)
    _check_limits(given, limits, is_in_bag)
    options = {name: getattr(given, name) for name in SolveRequest.__struct_fields__ if name in OPTION_NAMES}
    wanted = SolveOptions(
        **options | {"seconds": given.seconds or limits.seconds},
        memory=limits.memory,
        cheap_exact=0 if is_in_bag else CHEAP_EXACT,
    )
    is_about_winning = is_in_bag if wanted.objective is None else wanted.objective in NEED_SCORES
    if is_about_winning and not cgp.has_scores(reading.position):
        raise PositionError("this objective needs the scores: add them, as in 'AALNOR/EIU 470/395'")
    search = new_running_search(reading.position, reading.lexicon, wanted)
    return PreparedSearch(search, reading, given.id or found[0].id, given.draws)


NEED_SCORES = (Objective.WIN, Objective.OUTCOME)


def _check_limits(given: SolveRequest, limits: ServiceLimits, is_in_bag: bool) -> None:
    """Raise OptionError for a request beyond the limits of the server."""
    if given.seconds is not None and given.seconds > limits.seconds:
        raise OptionError("seconds", f"expected at most {limits.seconds:g}, got {given.seconds:g}")
    if given.draws and not is_in_bag:
        raise OptionError("draws", FOR_PREENDGAMES, " ")
    if given.workers > limits.threads:
        raise OptionError("workers", f"expected at most {limits.threads}, got {given.workers}")


def progress_data(snapshot: Snapshot) -> ProgressData:
    """Return the state of a running search as data."""
    return ProgressData(
        version=VERSION,
        move=snapshot.text,
        spread=to_wire(snapshot.spread),
        win=to_wire(snapshot.win),
        estimate=estimate_data(snapshot.estimate, snapshot),
        is_win_proven=snapshot.is_win_proven,
        refuted=snapshot.refuted,
        moves=snapshot.moves,
        nodes=snapshot.nodes,
        seconds=round(snapshot.seconds, 4),
    )


REFUSALS = {
    400: "not JSON, or not text in UTF-8",
    403: "without the token of the address, or from a page of another origin",
    413: "a body that is too large",
    415: "neither `application/json` nor `text/plain`",
    422: "a position, a lexicon or an option that cannot be used",
    429: "too many requests in a short time",
    503: "too many searches are running and waiting",
}


def openapi() -> dict[str, Any]:
    """Return the description of the interface (OpenAPI 3.1)."""
    types = (SolveRequest, SolutionData, ProgressData, ErrorData)
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    request, solution, _, error = schemas
    events = {
        "type": "string",
        "description": "Events `progress` (ProgressData), `answer` (SolutionData) or `error` (ErrorData).",
    }
    answer = {
        "description": "The answer, as `endgame solve --json` writes it; with `stream` events.",
        "content": {"application/json": {"schema": solution}, "text/event-stream": {"schema": events}},
    }
    refusals = {
        str(status): {"description": text, "content": {"application/json": {"schema": error}}}
        for status, text in REFUSALS.items()
    }
    solve = {
        "operationId": "solve",
        "summary": "Solve a position.",
        "parameters": [
            {
                "name": "stream",
                "in": "query",
                "allowEmptyValue": True,
                "schema": {"type": "string"},
                "description": "If present, the answer comes as server-sent events, with progress before it.",
            }
        ],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": request},
                "text/plain": {"schema": {"type": "string", "description": "A position."}},
            },
        },
        "responses": {"200": answer, **refusals},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "endgame serve", "version": __version__},
        "servers": [{"url": "."}],  # relative to this description: the address with its token
        "paths": {"/solve": {"post": solve}},
        "components": {"schemas": components},
    }
