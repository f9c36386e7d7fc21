"""Requests of a page, each a function from an object to an object; README.md lists the keys.

    ExplorerSettings     settings from the command line
    RequestParams        the parameters of a request, checked as they are read
    dispatch             the answer to a request

Bad requests raise a ValueError of one line, which the page shows; a RequestError says what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.web.position_view import empty_board_svg

if TYPE_CHECKING:
    from scrabble.web.session import Session, SessionRegistry

__all__ = ["NAMES", "dispatch", "empty_board_svg"]

NO_MOVE = "there is no such move in the explored position"
Given: TypeAlias = Mapping[str, Any]
MOST_SECONDS, MOST_THREADS, MOST_MOVES, MOST_LINES = 86_400.0, 64, 100, 200


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


class RequestParams:
    """The parameters of a request, checked as they are read."""

    def __init__(
        self, sessions: Callable[[], SessionRegistry], settings: ExplorerSettings, given: Given
    ) -> None:
        self._sessions, self.settings, self._given = sessions, settings, given

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text."""
        value = self._given.get(name, default)
        if not isinstance(value, str):
            raise RequestError(f"expected a text as {name!r}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, empty if it is not given."""
        value = self._given.get(name, [])
        is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
        if not is_list or len(value) > MOST_MOVES:
            raise RequestError(f"expected a list of at most {MOST_MOVES} texts as {name!r}")
        return tuple(value)

    @property
    def serial(self) -> int | None:
        """The serial number of the position that is meant; None: the present one."""
        value = self._given.get("serial")
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise RequestError("expected a whole number as 'serial'")
        return value

    def is_set(self, name: str) -> bool:
        """Return whether a flag is set."""
        value = self._given.get(name, False)
        if not isinstance(value, bool):
            raise RequestError(f"expected true or false as {name!r}")
        return value

    @property
    def trees(self) -> list[tuple[str, list[tuple[str, ...]]]]:
        """The visited positions in CGP, the present one first, each with the steps to its places."""
        others = self._given.get("others", [])
        if not isinstance(others, list) or not all(isinstance(each, dict) for each in others):
            raise RequestError("expected a list of objects as 'others'")
        given: list[Mapping[str, Any]] = [self._given, *others]
        if sum(len(_lines_of(each)) for each in given) > MOST_LINES:
            raise RequestError(f"expected at most {MOST_LINES} 'lines' in all")
        texts = [each.get("cgp") for each in given]
        if not all(isinstance(text, str) for text in texts):
            raise RequestError("expected a text as 'cgp'")
        return [(str(text), _lines_of(each)) for text, each in zip(texts, given, strict=True)]

    @property
    def seconds(self) -> float | None:
        """The time limit of a search; None: no limit."""
        value = self._given.get("seconds", self.settings.seconds)
        if value is None:
            return None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 < value <= MOST_SECONDS:
            raise RequestError(f"expected a number of seconds, more than 0 and at most {MOST_SECONDS:.0f}")
        return float(value)

    @property
    def threads(self) -> int:
        """The number of search threads."""
        value = self._given.get("threads", self.settings.threads)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_THREADS:
            raise RequestError(f"expected a number of threads, 1 to {MOST_THREADS}")
        return value

    @property
    def session(self) -> Session:
        """The session of the page that sent the request."""
        found = self._sessions().find(self.text("page"))
        if found is None:
            raise RequestError("this page is no longer connected: reload it")
        return found


def _lines_of(given: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the steps that lead to each visited place."""
    value = given.get("lines", [])
    is_right = isinstance(value, list) and all(
        isinstance(line, list) and all(isinstance(each, str) for each in line) for line in value
    )
    if not is_right or any(len(line) > MOST_MOVES for line in value):
        raise RequestError(f"expected lists of at most {MOST_MOVES} moves as 'lines'")
    return [tuple(line) for line in value]


def dispatch(
    name: str, sessions: Callable[[], SessionRegistry], settings: ExplorerSettings, given: Given
) -> dict[str, Any]:
    """Return the answer to a request."""
    return ANSWERS[name](RequestParams(sessions, settings, given))


def _start(params: RequestParams) -> dict[str, Any]:
    """Return what the page begins with, and the choices of its fields."""
    import os

    from scrabble.game.board import BoardLayout
    from scrabble.game.tiles import Alphabet
    from scrabble.lexicon.lexicon import available

    lexicons = [[each.name, each.language] for each in available() if each.words is not None]
    return {
        "text": params.settings.text,
        "lexicon": params.settings.lexicon,
        "lexicons": lexicons,
        "languages": list(Alphabet.names()),
        "boards": list(BoardLayout.names()),
        "seconds": params.settings.seconds,
        "threads": params.settings.threads,
        "most_threads": min(MOST_THREADS, os.cpu_count() or 1),
    }


def _read(params: RequestParams) -> dict[str, Any]:
    """Read a pasted text: a position, returned as it is drawn, or a game, to be opened by `game`."""
    from scrabble.web import position_view

    text, default, otherwise = params.text("text"), params.settings.lexicon, params.text("otherwise", "")
    if position_view.is_game(text):
        return {"kind": "game"}
    given, notes = position_view.position_of(text, default)
    position = position_view.with_lexicon(given, default, otherwise)
    drawn = position_view.position_json(position, notes, default, otherwise, cgp.has_scores(given))
    return {"kind": "position", "position": drawn}


def _explore(params: RequestParams) -> dict[str, Any]:
    """Explore a position, or the one that steps lead to from it."""
    from scrabble.web import position_view
    from scrabble.web.session import ExploreRequest

    session = params.session
    home, notes = position_view.position_of(params.text("cgp"), params.settings.lexicon)
    reached = position_view.navigate(home, params.texts("moves"))
    position = reached.position
    notes = notes if position is home else []
    default, otherwise = params.settings.lexicon, params.text("otherwise", "")
    drawn = position_view.position_json(position, notes, default, otherwise, cgp.has_scores(home))
    if drawn["problems"] or drawn["is_over"]:
        return {"position": drawn, "serial": session.explore(None)}
    lexicon, _ = position_view.lexicon_of(position, params.settings.lexicon)
    request = ExploreRequest(reached.home, reached.moves, position, lexicon, params.seconds, params.threads)
    return {"position": drawn, "serial": session.explore(request)}


def _stop(params: RequestParams) -> dict[str, Any]:
    params.session.stop()
    return {}


def _go(params: RequestParams) -> dict[str, Any]:
    params.session.go_on(params.seconds)
    return {}


def _exact(params: RequestParams) -> dict[str, Any]:
    """Search the exact value of a move now."""
    session = params.session
    if not _is_elsewhere(params) and not session.exact(params.text("move"), params.seconds):
        raise RequestError(NO_MOVE)
    return {}


def _is_elsewhere(params: RequestParams) -> bool:
    """Return whether the page means a position that it has left, or that is not explored yet."""
    session = params.session
    return session.exploration is None or params.serial not in (None, session.serial)


def _draws(params: RequestParams) -> dict[str, Any]:
    """Return the result of a move of the explored position for each draw."""
    session = params.session
    if _is_elsewhere(params):
        return {"serial": session.serial, "draws": None}
    found = session.draws(params.text("move"))
    if found is None:
        raise RequestError(NO_MOVE if session.with_bag else "the bag of this position is empty")
    return {"serial": session.serial, **found}


def _why(params: RequestParams) -> dict[str, Any]:
    """Explain a move."""
    from scrabble.web import position_view
    from scrabble.web.reasons import NAMES, Explanation, PreendgameExplanation

    home, _ = position_view.position_of(params.text("cgp"), params.settings.lexicon)
    position = position_view.navigate(home, params.texts("moves")).position
    position_view.refuse(position)
    lexicon, _ = position_view.lexicon_of(position, params.settings.lexicon)
    session, move = params.session, params.text("move")
    given = params.texts("names") or NAMES
    if len(given) != 2:
        raise RequestError("expected two texts as 'names', the side to move first")
    names = given[0], given[1]
    if not position.bag:
        session.why(Explanation(position, move, lexicon, session.memory, names))
        return {}
    exploration = session.with_bag
    if exploration is None or not exploration.is_of(position, lexicon) or not exploration.draws(move):
        raise RequestError(NO_MOVE)
    session.why(PreendgameExplanation(exploration, move, names))
    return {}


def _game(params: RequestParams) -> dict[str, Any]:
    """Open a game, to be analysed in the background.  An empty text closes it."""
    from scrabble import bundled
    from scrabble.records import gcg
    from scrabble.web.game import GameAnalysisTask, lexicon_for

    session, text = params.session, params.text("text", "")
    if not text.strip():
        session.analyse(None)
        return {}
    named = bundled.find(text.strip()) if "\n" not in text.strip() else None
    game = gcg.load(named.path) if named is not None and named.is_game else gcg.loads(text)
    lexicon, note = lexicon_for(
        game, params.text("lexicon", ""), params.settings.lexicon, params.text("otherwise", "")
    )
    game_task = GameAnalysisTask(game, lexicon, session.memory, note)
    session.analyse(game_task)
    return game_task.game_json()


def _save(params: RequestParams) -> dict[str, Any]:
    """Export what was explored, as a page or a record."""
    from scrabble.web import position_view
    from scrabble.web.saved import NoGameError, VisitedPosition, export_gcg, export_html

    session, kind, default = params.session, params.text("kind"), params.settings.lexicon
    parts = [
        VisitedPosition(position_view.position_of(text, default)[0], lines, session.facts)
        for text, lines in params.trees
    ]
    if kind not in ("page", "gcg"):
        raise RequestError("expected 'page' or 'gcg' as 'kind'")
    note = ""
    if kind == "gcg":
        try:
            return {"name": "explored.gcg", "kind": kind, "text": export_gcg(parts[0], session.game)}
        except NoGameError as error:
            if not params.is_set("or_page"):
                raise
            note = str(error)
    return {"name": "explored.html", "kind": "page", "text": export_html(parts), "note": note}


ANSWERS: dict[str, Callable[[RequestParams], dict[str, Any]]] = {
    "start": _start,
    "read": _read,
    "explore": _explore,
    "stop": _stop,
    "go": _go,
    "exact": _exact,
    "draws": _draws,
    "why": _why,
    "game": _game,
    "save": _save,
}
NAMES = tuple(ANSWERS)
