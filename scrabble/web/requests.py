"""What a page may ask for, each a function from an object to an object; README.md has the keys.

Whatever is wrong with what is asked is a ValueError of one line, which the page shows on the spot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scrabble.web.board_files import board_picture

if TYPE_CHECKING:
    from scrabble.game.position import Position
    from scrabble.web.session import Session
    from scrabble.web.sessions import Sessions
    from scrabble.web.terms import Terms

__all__ = ["NAMES", "answer", "board_picture"]

Given = Mapping[str, Any]
GO_ALONG = "tiles are in the bag: go along a move with one of its draws"
NO_EXACT = "tiles are in the bag: all moves are searched together, none by itself"
NO_WHY = "tiles are in the bag: reasons are found for endgames, such as the one after a draw"
MOST_SECONDS, MOST_THREADS, MOST_MOVES, MOST_LINES = 86_400.0, 64, 100, 200


class RequestError(ValueError):
    """A request that cannot be answered."""


def answer(name: str, sessions: Callable[[], Sessions], terms: Terms, given: Given) -> dict[str, Any]:
    """Answer a request."""
    return ANSWERS[name](_Asked(sessions, terms, given))


class _Asked:
    """A request, its parts checked as they are taken."""

    def __init__(self, sessions: Callable[[], Sessions], terms: Terms, given: Given) -> None:
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
    def lines(self) -> list[tuple[str, ...]]:
        """The moves that lead to each place that was looked at."""
        value = self._given.get("lines", [])
        is_right = isinstance(value, list) and all(
            isinstance(line, list) and all(isinstance(each, str) for each in line) for line in value
        )
        if not is_right or len(value) > MOST_LINES or any(len(line) > MOST_MOVES for line in value):
            raise RequestError(f"expected at most {MOST_LINES} lists of moves as 'lines'")
        return [tuple(line) for line in value]

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


def _start(asked: _Asked) -> dict[str, Any]:
    """What the page begins with, and what there is to choose from."""
    import os

    from scrabble.game.board import Layout
    from scrabble.game.tiles import Alphabet
    from scrabble.lexicon.lexicon import available

    lexicons = [[each.name, each.language] for each in available() if each.words is not None]
    return {
        "text": asked.terms.text,
        "lexicon": asked.terms.lexicon,
        "lexicons": lexicons,
        "languages": list(Alphabet.names()),
        "boards": list(Layout.names()),
        "seconds": asked.terms.seconds,
        "threads": asked.terms.threads,
        "most_threads": min(MOST_THREADS, os.cpu_count() or 1),
    }


def _read(asked: _Asked) -> dict[str, Any]:
    """What a pasted text is: a position as it is drawn, or a game that `game` opens."""
    from scrabble.web import drawn

    text = asked.text("text")
    if drawn.is_game(text):
        return {"kind": "game"}
    position, notes = drawn.position_of(text, asked.terms.lexicon)
    return {"kind": "position", "position": drawn.drawn(position, notes, asked.terms.lexicon)}


def _explore(asked: _Asked) -> dict[str, Any]:
    """Explore a position, or the one that some moves lead to from it."""
    from scrabble.web import drawn
    from scrabble.web.wishes import Wish

    session = asked.session
    home, notes = drawn.position_of(asked.text("cgp"), asked.terms.lexicon)
    position, moves = home, asked.texts("moves")
    for text in moves:
        drawn.refuse(position)
        if position.bag:
            raise RequestError(GO_ALONG)
        position = position.play(position.parse_move(text))
    told = drawn.drawn(position, () if moves else notes, asked.terms.lexicon)
    if told["problems"] or told["is_over"]:
        return {"position": told, "serial": session.explore(None)}
    lexicon, _ = drawn.lexicon_of(position, asked.terms.lexicon)
    wish = Wish(home, moves, position, lexicon, asked.seconds, asked.threads)
    return {"position": told, "serial": session.explore(wish)}


def _stop(asked: _Asked) -> dict[str, Any]:
    asked.session.stop()
    return {}


def _go(asked: _Asked) -> dict[str, Any]:
    asked.session.go_on(asked.seconds)
    return {}


def _exact(asked: _Asked) -> dict[str, Any]:
    """Find out what a move is worth now."""
    session = asked.session
    if session.has_bag:
        raise RequestError(NO_EXACT)
    if not session.exact(asked.text("move"), asked.seconds):
        raise RequestError("there is no such move in the position that is explored")
    return {}


def _draws(asked: _Asked) -> dict[str, Any]:
    """What each draw brings after a move of the position that is explored."""
    session = asked.session
    found = session.draws(asked.text("move"))
    if found is None:
        none = "there is no such move in" if session.has_bag else "there are no tiles in the bag of"
        raise RequestError(f"{none} the position that is explored")
    return {"serial": session.serial, **found}


def _why(asked: _Asked) -> dict[str, Any]:
    """Find the reasons for a move."""
    from scrabble.web import drawn
    from scrabble.web.reasons import NAMES, Reasons

    position = _after(asked)
    if position.bag:
        raise RequestError(NO_WHY)
    lexicon, _ = drawn.lexicon_of(position, asked.terms.lexicon)
    session, names = asked.session, asked.texts("names") or NAMES
    if len(names) != 2:
        raise RequestError("expected two texts as 'names', the player on turn first")
    session.why(Reasons(position, asked.text("move"), lexicon, session.memory, (names[0], names[1])))
    return {}


def _after(asked: _Asked) -> Position:
    """The position that is given, and the moves from it."""
    from scrabble.web import drawn

    position, _ = drawn.position_of(asked.text("cgp"), asked.terms.lexicon)
    for text in asked.texts("moves"):
        drawn.refuse(position)
        if position.bag:
            raise RequestError(GO_ALONG)
        position = position.play(position.parse_move(text))
    drawn.refuse(position)
    return position


def _game(asked: _Asked) -> dict[str, Any]:
    """Open a game; its turns are judged in the background.  Without a text it is closed."""
    from scrabble import gcg
    from scrabble.analysis.run import choose_lexicon
    from scrabble.bundle import corpus
    from scrabble.web import drawn
    from scrabble.web.judging import JudgedGame

    session, text = asked.session, asked.text("text", "")
    if not text.strip():
        session.judge(None)
        return {}
    named = corpus.find(text.strip()) if "\n" not in text.strip() else None
    game = gcg.load(named.path) if named is not None and named.is_game else gcg.loads(text)
    name = asked.text("lexicon", "") or asked.terms.lexicon
    if name and name != asked.terms.lexicon:
        drawn.check_name(name)
    if game.lexicon and not name:
        drawn.check_name(game.lexicon)
    judged = JudgedGame(game, choose_lexicon(game, name).lexicon, session.memory)
    session.judge(judged)
    return judged.described()


def _save(asked: _Asked) -> dict[str, Any]:
    """What was looked at, as a page or a record."""
    from scrabble.web import drawn
    from scrabble.web.saved import LookedAt, saved_page, saved_record

    session, kind = asked.session, asked.text("kind")
    home, _ = drawn.position_of(asked.text("cgp"), asked.terms.lexicon)
    looked_at = LookedAt(home, asked.lines, session.facts)
    if kind == "page":
        return {"name": "explored.html", "text": saved_page(looked_at)}
    if kind == "gcg":
        return {"name": "explored.gcg", "text": saved_record(looked_at, session.game)}
    raise RequestError("expected 'page' or 'gcg' as 'kind'")


ANSWERS: dict[str, Callable[[_Asked], dict[str, Any]]] = {
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
