"""What a page may ask for, each a function from an object to an object; README.md has the keys.

Whatever is wrong with what is asked is a ValueError of one line, which the page shows on the spot.

A request of a page, its parts checked as they are taken.

Whatever is wrong with one is a RequestError that says what was expected.

What the command line says of an explorer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrabble.web.position_view import empty_board_svg

if TYPE_CHECKING:
    from scrabble.web.session import Session, SessionRegistry

__all__ = ["NAMES", "dispatch", "empty_board_svg"]


Given = Mapping[str, Any]
MOST_SECONDS, MOST_THREADS, MOST_MOVES, MOST_LINES = 86_400.0, 64, 100, 200


class RequestError(ValueError):
    """A request that cannot be answered."""


class RequestParams:
    """A request, its parts checked as they are taken."""

    def __init__(
        self, sessions: Callable[[], SessionRegistry], terms: ExplorerSettings, given: Given
    ) -> None:
        self._sessions, self.terms, self._given = sessions, terms, given

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        value = self._given.get(name, default)
        if not isinstance(value, str):
            raise RequestError(f"expected a text as {name!r}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; none if it is not given."""
        value = self._given.get(name, [])
        is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
        if not is_list or len(value) > MOST_MOVES:
            raise RequestError(f"expected a list of at most {MOST_MOVES} texts as {name!r}")
        return tuple(value)

    @property
    def serial(self) -> int | None:
        """Which position is asked about; None: the present one."""
        value = self._given.get("serial")
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise RequestError("expected a whole number as 'serial'")
        return value

    def is_set(self, name: str) -> bool:
        """Is this said to be so?"""
        value = self._given.get(name, False)
        if not isinstance(value, bool):
            raise RequestError(f"expected true or false as {name!r}")
        return value

    @property
    def trees(self) -> list[tuple[str, list[tuple[str, ...]]]]:
        """Where somebody has been: positions in CGP, the present one first, with the steps to each place."""
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
        """How long to search; None: no limit."""
        value = self._given.get("seconds", self.terms.seconds)
        if value is None:
            return None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 < value <= MOST_SECONDS:
            raise RequestError(f"expected a number of seconds, more than 0 and at most {MOST_SECONDS:.0f}")
        return float(value)

    @property
    def threads(self) -> int:
        """How many threads are to search."""
        value = self._given.get("threads", self.terms.threads)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_THREADS:
            raise RequestError(f"expected a number of threads, 1 to {MOST_THREADS}")
        return value

    @property
    def session(self) -> Session:
        """The session of the page that asks."""
        found = self._sessions().find(self.text("page"))
        if found is None:
            raise RequestError("this page is not connected any more: load it again")
        return found


def _lines_of(given: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The steps that lead to each place that was looked at."""
    value = given.get("lines", [])
    is_right = isinstance(value, list) and all(
        isinstance(line, list) and all(isinstance(each, str) for each in line) for line in value
    )
    if not is_right or any(len(line) > MOST_MOVES for line in value):
        raise RequestError(f"expected lists of at most {MOST_MOVES} moves as 'lines'")
    return [tuple(line) for line in value]


@dataclass(frozen=True)
class ExplorerSettings:
    """What its pages begin with, and what their searches may cost."""

    text: str = ""  # what the page begins with
    lexicon: str | None = None  # where a position names none
    seconds: float | None = 60.0
    threads: int = 1
    memory: int = 256 << 20  # bytes


NO_MOVE = "there is no such move in the position that is explored"


def dispatch(
    name: str, sessions: Callable[[], SessionRegistry], terms: ExplorerSettings, given: Given
) -> dict[str, Any]:
    """Answer a request."""
    return ANSWERS[name](RequestParams(sessions, terms, given))


def _start(asked: RequestParams) -> dict[str, Any]:
    """What the page begins with, and what there is to choose from."""
    import os

    from scrabble.game.board import BoardLayout
    from scrabble.game.tiles import Alphabet
    from scrabble.lexicon.lexicon import available

    lexicons = [[each.name, each.language] for each in available() if each.words is not None]
    return {
        "text": asked.terms.text,
        "lexicon": asked.terms.lexicon,
        "lexicons": lexicons,
        "languages": list(Alphabet.names()),
        "boards": list(BoardLayout.names()),
        "seconds": asked.terms.seconds,
        "threads": asked.terms.threads,
        "most_threads": min(MOST_THREADS, os.cpu_count() or 1),
    }


def _read(asked: RequestParams) -> dict[str, Any]:
    """What a pasted text is: a position as it is drawn, or a game that `game` opens."""
    from scrabble.web import position_view

    text, default, otherwise = asked.text("text"), asked.terms.lexicon, asked.text("otherwise", "")
    if position_view.is_game(text):
        return {"kind": "game"}
    position, notes = position_view.position_of(text, default)
    position = position_view.with_lexicon(position, default, otherwise)
    return {"kind": "position", "position": position_view.position_json(position, notes, default, otherwise)}


def _explore(asked: RequestParams) -> dict[str, Any]:
    """Explore a position, or the one that some moves lead to from it."""
    from scrabble.web import position_view
    from scrabble.web.session import ExploreRequest

    session = asked.session
    home, notes = position_view.position_of(asked.text("cgp"), asked.terms.lexicon)
    gone = position_view.navigate(home, asked.texts("moves"))
    position = gone.position
    told = position_view.position_json(
        position, notes if position is home else (), asked.terms.lexicon, asked.text("otherwise", "")
    )
    if told["problems"] or told["is_over"]:
        return {"position": told, "serial": session.explore(None)}
    lexicon, _ = position_view.lexicon_of(position, asked.terms.lexicon)
    wish = ExploreRequest(gone.home, gone.moves, position, lexicon, asked.seconds, asked.threads)
    return {"position": told, "serial": session.explore(wish)}


def _stop(asked: RequestParams) -> dict[str, Any]:
    asked.session.stop()
    return {}


def _go(asked: RequestParams) -> dict[str, Any]:
    asked.session.go_on(asked.seconds)
    return {}


def _exact(asked: RequestParams) -> dict[str, Any]:
    """Find out what a move is worth now."""
    session = asked.session
    if not _is_elsewhere(asked) and not session.exact(asked.text("move"), asked.seconds):
        raise RequestError(NO_MOVE)
    return {}


def _is_elsewhere(asked: RequestParams) -> bool:
    """Does the page ask about a position that it has left by now, or that is not there yet?"""
    session = asked.session
    return session.exploration is None or asked.serial not in (None, session.serial)


def _draws(asked: RequestParams) -> dict[str, Any]:
    """What each draw brings after a move of the position that is explored."""
    session = asked.session
    if _is_elsewhere(asked):
        return {"serial": session.serial, "draws": None}
    found = session.draws(asked.text("move"))
    if found is None:
        raise RequestError(NO_MOVE if session.with_bag else "there are no tiles in the bag of this position")
    return {"serial": session.serial, **found}


def _why(asked: RequestParams) -> dict[str, Any]:
    """Find the reasons for a move."""
    from scrabble.web import position_view
    from scrabble.web.bag_reasons import BagReasons
    from scrabble.web.reasons import NAMES, Explanation

    home, _ = position_view.position_of(asked.text("cgp"), asked.terms.lexicon)
    position = position_view.navigate(home, asked.texts("moves")).position
    position_view.refuse(position)
    lexicon, _ = position_view.lexicon_of(position, asked.terms.lexicon)
    session, move = asked.session, asked.text("move")
    given = asked.texts("names") or NAMES
    if len(given) != 2:
        raise RequestError("expected two texts as 'names', the player on turn first")
    names = given[0], given[1]
    if not position.bag:
        session.why(Explanation(position, move, lexicon, session.memory, names))
        return {}
    exploration = session.with_bag
    if exploration is None or not exploration.is_of(position, lexicon) or not exploration.draws(move):
        raise RequestError(NO_MOVE)
    session.why(BagReasons(exploration, move, names))
    return {}


def _game(asked: RequestParams) -> dict[str, Any]:
    """Open a game; its turns are judged in the background.  Without a text it is closed."""
    from scrabble import bundled
    from scrabble.records import gcg
    from scrabble.web.game import GameAnalysisTask, lexicon_for

    session, text = asked.session, asked.text("text", "")
    if not text.strip():
        session.judge(None)
        return {}
    named = bundled.find(text.strip()) if "\n" not in text.strip() else None
    game = gcg.load(named.path) if named is not None and named.is_game else gcg.loads(text)
    lexicon, note = lexicon_for(
        game, asked.text("lexicon", ""), asked.terms.lexicon, asked.text("otherwise", "")
    )
    judged = GameAnalysisTask(game, lexicon, session.memory, note)
    session.judge(judged)
    return judged.described()


def _save(asked: RequestParams) -> dict[str, Any]:
    """What was looked at, as a page or a record."""
    from scrabble.web import position_view
    from scrabble.web.saved import NoGameError, VisitedPosition, export_gcg, export_html

    session, kind, default = asked.session, asked.text("kind"), asked.terms.lexicon
    parts = [
        VisitedPosition(position_view.position_of(text, default)[0], lines, session.facts)
        for text, lines in asked.trees
    ]
    if kind not in ("page", "gcg"):
        raise RequestError("expected 'page' or 'gcg' as 'kind'")
    note = ""
    if kind == "gcg":
        try:
            return {"name": "explored.gcg", "kind": kind, "text": export_gcg(parts[0], session.game)}
        except NoGameError as error:
            if not asked.is_set("or_page"):
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
