"""Requests of a page, each a function from an object to an object.

    ExplorerSettings     settings from the command line
    PageRequest          the keys of a request, checked as it is read; a subclass for each request
    RequestContext       what every request may need: the sessions, and the settings
    dispatch             the answer to a request

Bad requests raise a RequestError of one line, which the page shows: it says what was expected, and where.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.solver.names import MOST_THREADS
from scrabble.web.position_view import Draft, draft_cgp, empty_board_svg
from scrabble.wording.practice import MoveLoss, losses_text

if TYPE_CHECKING:
    from scrabble.game.position import Position
    from scrabble.web.saved import VisitedPosition
    from scrabble.web.session import Session, SessionRegistry
    from scrabble.web.trainer import Trainer

__all__ = ["NAMES", "dispatch", "empty_board_svg", "field_choices"]

NO_MOVE = "there is no such move in the explored position"
MOST_SECONDS, MOST_MOVES, MOST_LINES = 86_400.0, 100, 200
MOST_NAME = 80
HARDEST_SECONDS = 2.0
TIMES = (("5", "5 s"), ("20", "20 s"), ("60", "1 min"), ("600", "10 min"), ("", "no limit"))
MOST_TILES = 21  # of a move: a row of the largest board

Steps: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=MOST_MOVES)]
Lines: TypeAlias = Annotated[tuple[Steps, ...], Meta(max_length=MOST_LINES)]
Names: TypeAlias = tuple[
    Annotated[str, Meta(max_length=MOST_NAME)], Annotated[str, Meta(max_length=MOST_NAME)]
]
Decoded = TypeVar("Decoded")
Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=MOST_SECONDS)] | UnsetType | None  # None: no limit


class RequestError(ScrabbleError):
    """A request that cannot be answered."""


@dataclass(frozen=True)
class ExplorerSettings:
    """Settings of an explorer: what its pages begin with, and the limits of their searches."""

    text: str = ""  # position or game that the page opens with
    lexicon: str | None = None  # for positions that name none
    seconds: float | None = 60.0
    threads: int = 1
    memory: int = 256 << 20  # bytes
    trainer: Trainer | None = None  # of `endgame train`
    theme: str = "auto"  # or "light", "dark"


class RequestContext(NamedTuple):
    """The sessions of all pages, and the settings."""

    sessions: Callable[[], SessionRegistry]
    settings: ExplorerSettings

    def session(self, given: PageRequest) -> Session:
        """Return the session of the page that sent a request."""
        found = self.sessions().find(given.page)
        if found is None:
            raise RequestError("this page is no longer connected: reload it")
        return found

    def seconds(self, given: Seconds) -> float | None:
        """Return the time limit of a search."""
        return self.settings.seconds if isinstance(given, UnsetType) else given


class ReadRequest(Struct):
    """A pasted text."""

    text: str
    otherwise: str = ""  # the lexicon chosen on the page, for positions that name none
    fetch: bool = False  # of an address: the user has agreed to open it


class PageRequest(Struct, kw_only=True):
    """A request of an open page."""

    page: str  # the name of its session


class ExploreRequest(PageRequest):
    """A position to explore, or the one that steps lead to from it."""

    cgp: str = ""
    draft: Draft | None = None  # in place of `cgp`
    moves: Steps = ()
    otherwise: str = ""
    seconds: Seconds = UNSET
    threads: Annotated[int, Meta(ge=1, le=MOST_THREADS)] | UnsetType = UNSET


class GoRequest(PageRequest):
    """More time for the search."""

    seconds: Seconds = UNSET


class MoveRequest(PageRequest):
    """A move of the explored position."""

    move: str
    serial: int | None = None  # of the position that is meant; None: the present one
    seconds: Seconds = UNSET


class HardestRequest(PageRequest):
    """A position in which several moves are best."""

    cgp: str
    moves: Steps = ()


class WhyRequest(PageRequest):
    """A move to explain."""

    cgp: str
    move: str
    moves: Steps = ()
    names: tuple[str, str] | None = None  # of the players, the side to move first


class GameRequest(PageRequest):
    """A game to open; without a text it is closed."""

    text: str = ""
    lexicon: str = ""  # in place of any other
    otherwise: str = ""


class PlacedRequest(Struct, kw_only=True):
    """Tiles placed on the board of a position, or of the one that steps lead to."""

    cgp: str
    moves: Steps = ()
    tiles: Annotated[tuple[tuple[int, int, str], ...], Meta(min_length=1, max_length=MOST_TILES)]


class LossesRequest(Struct):
    """The loss of each move of a player in a game against the solver."""

    losses: Annotated[tuple[MoveLoss, ...], Meta(max_length=MOST_MOVES)]


class TabRequest(Struct):
    """A tab of the trainer, by the name that it has given itself."""

    tab: str = ""


class ChooseRequest(TabRequest):
    """A choice of puzzles; an empty set: all that were tried."""

    set: str = ""
    theme: str = ""
    difficulty: tuple[int, int] = (1, 5)
    due_only: bool = False


class ShowingRequest(Struct):
    """A puzzle that is shown."""

    showing: str


class AttemptRequest(ShowingRequest):
    """A move tried."""

    move: str


class VisitedLines(Struct):
    """A visited position, and the steps to each place that was reached from it."""

    cgp: str
    lines: Lines = ()
    names: Names | None = None  # of the players, the side to move first


class SaveRequest(PageRequest):
    """An export of what was explored."""

    cgp: str
    kind: Literal["page", "gcg", "picture"]
    lines: Lines = ()
    or_page: bool = False  # save a page if there is no record of a game
    names: Names | None = None
    others: tuple[VisitedLines, ...] = ()


def dispatch(
    name: str, sessions: Callable[[], SessionRegistry], settings: ExplorerSettings, body: bytes
) -> dict[str, Any]:
    """Return the answer to a request, given its body in JSON."""
    keys, answer = ANSWERS[name]
    return answer(RequestContext(sessions, settings), decoded(body, keys))


def decoded(body: bytes, keys: type[Decoded]) -> Decoded:
    """Return the object of a body in JSON.  Raises RequestError."""
    try:
        return msgspec.json.decode(body.decode(), type=keys)
    except UnicodeDecodeError:
        raise RequestError("expected text in UTF-8") from None
    except msgspec.ValidationError as error:
        text = str(error)
        raise RequestError(f"{text[:1].lower()}{text[1:]}") from None
    except msgspec.DecodeError as error:
        raise RequestError(f"expected an object in JSON: {error}") from None


def _start(context: RequestContext, given: Struct) -> dict[str, Any]:
    """Return what the page opens with."""
    return {"text": context.settings.text, "empty": draft_cgp(Draft())}


def field_choices(settings: ExplorerSettings) -> dict[str, Any]:
    """Return the choices of the fields of the explorer, pairs of a value and its text, and those chosen."""
    import os

    from scrabble.game.board import BoardLayout
    from scrabble.game.tiles import Alphabet
    from scrabble.lexicon.lexicon import available

    lexicons = [(each.name, each.language) for each in available() if each.words is not None]
    english = next((name for name, language in lexicons if language == Draft().language), "")
    seconds = "" if settings.seconds is None else f"{settings.seconds:g}"
    other = [] if seconds in dict(TIMES) else [(seconds, f"{seconds} s")]
    return {
        "lexicons": lexicons,
        "lexicon": settings.lexicon or _default_lexicon({name for name, _ in lexicons}) or english,
        "languages": [(name, name) for name in Alphabet.names()],
        "language": Draft().language,
        "boards": [(name, name) for name in BoardLayout.names()],
        "board": Draft().board,
        "times": [*other, *TIMES],
        "seconds": seconds,
        "thread_counts": [(count, count) for count in range(1, 1 + min(MOST_THREADS, os.cpu_count() or 1))],
        "threads": settings.threads,
    }


def _default_lexicon(there: Collection[str]) -> str | None:
    """Return the default lexicon for positions that are put together, None if nothing determines it."""
    from scrabble.game.tiles import DEFAULT_ALPHABET
    from scrabble.lexicon import LexiconError, choice

    try:
        name = choice.resolve(None, None, DEFAULT_ALPHABET).lexicon.name
    except LexiconError:
        return None
    return name if name in there else None


def _read(context: RequestContext, given: ReadRequest) -> dict[str, Any]:
    """Read a pasted text: a position, returned as it is drawn, or a game, to be opened by `game`.

    An address is fetched only with `fetch`: without it the page is told which host would be asked.
    """
    from scrabble.addresses import is_address, target_of
    from scrabble.web import position_view

    text = given.text
    if is_address(text.strip()):
        if not given.fetch:
            return {"kind": "address", "host": target_of(text.strip()).host}
        text = _fetched(text.strip())
    if position_view.is_game(text):
        return {"kind": "game", "text": text}
    default = context.settings.lexicon
    found, notes = position_view.position_of(text, default)
    position = position_view.with_lexicon(found, default, given.otherwise)
    drawn = position_view.position_json(position, notes, default, given.otherwise)
    return {"kind": "position", "position": drawn}


def _fetched(address: str) -> str:
    from scrabble import sources
    from scrabble.addresses import fetch
    from scrabble.records import gcg

    data = fetch(address).path.read_bytes()
    return gcg.dumps(gcg.loads(data)) if gcg.looks_like_gcg(data) else sources.decode(data)


def _explore(context: RequestContext, given: ExploreRequest) -> dict[str, Any]:
    """Explore a position, or the one that steps lead to from it."""
    from scrabble.web import position_view
    from scrabble.web.session import IDLE, STARTING, ExplorationRequest
    from scrabble.web.shown import PROGRESS

    session, default = context.session(given), context.settings.lexicon
    text = given.cgp if given.draft is None else draft_cgp(given.draft)
    home, notes = position_view.position_of(text, default)
    reached = position_view.navigate(home, given.moves)
    position = reached.position
    notes = notes if position is home else []
    drawn = position_view.position_json(position, notes, default, given.otherwise)
    drawn["last"] = reached.placed
    if drawn["problems"] or drawn["to_do"] or drawn["is_over"]:
        return {"position": drawn, "serial": session.explore(None), "state": IDLE, "message": ""}
    lexicon, _ = position_view.lexicon_of(position, default)
    threads = context.settings.threads if isinstance(given.threads, UnsetType) else given.threads
    request = ExplorationRequest(
        reached.home, reached.moves, position, lexicon, context.seconds(given.seconds), threads
    )
    serial = session.explore(request)
    return {"position": drawn, "serial": serial, "state": STARTING, "message": PROGRESS[STARTING]}


def _stop(context: RequestContext, given: PageRequest) -> dict[str, Any]:
    context.session(given).stop()
    return {}


def _go(context: RequestContext, given: GoRequest) -> dict[str, Any]:
    context.session(given).go_on(context.seconds(given.seconds))
    return {}


def _exact(context: RequestContext, given: MoveRequest) -> dict[str, Any]:
    session, seconds = context.session(given), context.seconds(given.seconds)
    if not _is_elsewhere(session, given) and not session.exact(given.move, seconds):
        raise RequestError(NO_MOVE)
    return {}


def _is_elsewhere(session: Session, given: MoveRequest) -> bool:
    """Return whether the page means a position that it has left, or that is not explored yet."""
    return session.exploration is None or given.serial not in (None, session.serial)


def _draws(context: RequestContext, given: MoveRequest) -> dict[str, Any]:
    """Return the result of a move of the explored position for each draw."""
    session = context.session(given)
    exploration = session.exploration
    if exploration is None or _is_elsewhere(session, given):
        return {"serial": session.serial, "draws": None}
    found = exploration.draws(given.move)
    if found is None:
        raise RequestError(NO_MOVE if exploration.position.bag else "the bag of this position is empty")
    return {"serial": session.serial, **found}


def _reached(context: RequestContext, given: PlacedRequest | HardestRequest | WhyRequest) -> Position:
    """Return the position that the steps of a request lead to."""
    from scrabble.web import position_view

    home, _ = position_view.position_of(given.cgp, context.settings.lexicon)
    return position_view.navigate(home, given.moves).position


def _placed(context: RequestContext, given: PlacedRequest) -> dict[str, Any]:
    """Read tiles placed on the board as a move."""
    from scrabble.web import position_view

    position = _reached(context, given)
    lexicon, _ = position_view.lexicon_of(position, context.settings.lexicon)
    return position_view.placement_json(position, lexicon, given.tiles)


def _hardest(context: RequestContext, given: HardestRequest) -> dict[str, Any]:
    """Return the best moves whose answer is hardest to find; none if that takes too long."""
    from scrabble.answer.practical import hardest
    from scrabble.solver import SolveOptions, solve
    from scrabble.solver.options import SMALLEST_MEMORY
    from scrabble.web import position_view

    context.session(given)  # refuses a page that is closed
    position = _reached(context, given)
    position_view.refuse(position)
    if position.bag or position.is_over:
        return {"moves": []}
    lexicon, _ = position_view.lexicon_of(position, context.settings.lexicon)
    options = SolveOptions(seconds=HARDEST_SECONDS, memory=SMALLEST_MEMORY, practical=True)
    solution = solve(position, lexicon, options)
    best = solution.best
    looked_at = [each for each in solution.practical or () if each.text in best]
    return {"moves": [each.text for each in hardest(looked_at)]}


def _why(context: RequestContext, given: WhyRequest) -> dict[str, Any]:
    from scrabble.report.pages.positions import SIDES
    from scrabble.web import position_view
    from scrabble.web.reasons import Explanation, PreendgameExplanation

    position = _reached(context, given)
    position_view.refuse(position)
    lexicon, _ = position_view.lexicon_of(position, context.settings.lexicon)
    session, names = context.session(given), given.names or SIDES
    if not position.bag:
        session.why(Explanation(position, given.move, lexicon, session.memory, names))
        return {}
    exploration = session.exploration
    if exploration is None or not exploration.is_of(position, lexicon) or not exploration.draws(given.move):
        raise RequestError(NO_MOVE)
    session.why(PreendgameExplanation(exploration, given.move, names))
    return {}


def _game(context: RequestContext, given: GameRequest) -> dict[str, Any]:
    """Open a game, to be analysed in the background.  An empty text closes it."""
    from scrabble import bundled
    from scrabble.records import gcg
    from scrabble.web.game import GameAnalysisTask, lexicon_for

    session, text = context.session(given), given.text.strip()
    if not text:
        session.analyse(None)
        return {}
    named = bundled.find(text) if "\n" not in text else None
    record = gcg.load(named.path) if named is not None and named.is_game else gcg.loads(given.text)
    lexicon, note = lexicon_for(record, given.lexicon, context.settings.lexicon, given.otherwise)
    game_task = GameAnalysisTask(record, lexicon, session.memory, note)
    session.analyse(game_task)
    return game_task.game_json()


def _trainer(context: RequestContext) -> Trainer:
    """Return the trainer.  Raises RequestError if there is none."""
    if context.settings.trainer is None:
        raise RequestError("puzzles are shown by `endgame train`")
    return context.settings.trainer


def _save(context: RequestContext, given: SaveRequest) -> dict[str, Any]:
    """Export what was explored, as a page or a record."""
    from scrabble.report.pages.positions import SIDES
    from scrabble.web import position_view
    from scrabble.web.saved import NoGameError, VisitedPosition, export_gcg, export_html, file_name

    session = context.session(given)
    trees = [VisitedLines(given.cgp, given.lines, given.names), *given.others]
    if sum(len(each.lines) for each in trees) > MOST_LINES:
        raise RequestError(f"expected at most {MOST_LINES} 'lines' in all")
    parts = [
        VisitedPosition(
            position_view.position_of(each.cgp, context.settings.lexicon)[0],
            each.lines,
            session.found,
            each.names or SIDES,
        )
        for each in trees
    ]
    note = ""
    if given.kind == "picture":
        name = file_name(parts[0].names, "png")  # which the page makes of it
        return {"name": name, "kind": given.kind, "text": _picture(parts[0])}
    if given.kind == "gcg":
        try:
            return {
                "name": file_name(parts[0].names, "gcg"),
                "kind": "gcg",
                "text": export_gcg(parts[0], session.game),
            }
        except NoGameError as error:
            if not given.or_page:
                raise
            note = str(error)
    name = file_name(parts[0].names, "html")
    text = export_html(parts, _reasons(context, session, parts[0]))
    return {"name": name, "kind": "page", "text": text, "note": note}


def _picture(visited: VisitedPosition) -> str:
    """Return the explored position with what is known of it as a picture in SVG."""
    from scrabble.report.picture import solution_picture

    position, names = visited.last
    found = visited.found_at(position)
    if found is None:
        raise RequestError("nothing is known about this position yet")
    return solution_picture(found.solution, names)


def _reasons(context: RequestContext, session: Session, visited: VisitedPosition) -> dict[str, list[str]]:
    """Return why the best move of the explored position is best, by its CGP."""
    from scrabble.analysis.explain.explain import best_move_reasons
    from scrabble.web import position_view

    position, names = visited.last
    now = session.exploration  # the only one that has all moves
    if now is None or now.known.solution is None or visited.found_at(position) is None:
        return {}
    lexicon, _ = position_view.lexicon_of(position, context.settings.lexicon)
    if not now.is_of(position, lexicon):
        return {}
    return {cgp.dumps(position): best_move_reasons(now.known.solution, lexicon, names)}


ANSWERS: dict[str, tuple[type[Struct], Callable[[RequestContext, Any], dict[str, Any]]]] = {
    "start": (Struct, _start),
    "read": (ReadRequest, _read),
    "explore": (ExploreRequest, _explore),
    "stop": (PageRequest, _stop),
    "go": (GoRequest, _go),
    "exact": (MoveRequest, _exact),
    "draws": (MoveRequest, _draws),
    "placed": (PlacedRequest, _placed),
    "hardest": (HardestRequest, _hardest),
    "losses": (LossesRequest, lambda context, given: {"text": losses_text(given.losses)}),
    "why": (WhyRequest, _why),
    "game": (GameRequest, _game),
    "save": (SaveRequest, _save),
    "train": (TabRequest, lambda context, given: _trainer(context).start(given.tab)),
    "choose": (
        ChooseRequest,
        lambda context, given: _trainer(context).choose(
            given.tab, given.set, given.theme, given.difficulty, given.due_only
        ),
    ),
    "take": (TabRequest, lambda context, given: _trainer(context).take(given.tab)),
    "attempt": (AttemptRequest, lambda context, given: _trainer(context).attempt(given.showing, given.move)),
    "hint": (ShowingRequest, lambda context, given: _trainer(context).hint(given.showing)),
    "solution": (ShowingRequest, lambda context, given: _trainer(context).solution(given.showing)),
}
NAMES = tuple(ANSWERS)
