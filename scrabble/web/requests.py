"""What a page may ask for, each a function from an object to an object; README.md has the keys.

Whatever is wrong with what is asked is a ValueError of one line, which the page shows on the spot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scrabble.web.asked import MOST_THREADS, Asked, Given, RequestError
from scrabble.web.board_files import board_picture

if TYPE_CHECKING:
    from scrabble.web.sessions import Sessions
    from scrabble.web.terms import Terms

__all__ = ["NAMES", "answer", "board_picture"]

NO_MOVE = "there is no such move in the position that is explored"


def answer(name: str, sessions: Callable[[], Sessions], terms: Terms, given: Given) -> dict[str, Any]:
    """Answer a request."""
    return ANSWERS[name](Asked(sessions, terms, given))


def _start(asked: Asked) -> dict[str, Any]:
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


def _read(asked: Asked) -> dict[str, Any]:
    """What a pasted text is: a position as it is drawn, or a game that `game` opens."""
    from scrabble.web import drawn

    text, default, otherwise = asked.text("text"), asked.terms.lexicon, asked.text("otherwise", "")
    if drawn.is_game(text):
        return {"kind": "game"}
    position, notes = drawn.position_of(text, default)
    position = drawn.with_lexicon(position, default, otherwise)
    return {"kind": "position", "position": drawn.drawn(position, notes, default, otherwise)}


def _explore(asked: Asked) -> dict[str, Any]:
    """Explore a position, or the one that some moves lead to from it."""
    from scrabble.web import drawn, steps
    from scrabble.web.wishes import Wish

    session = asked.session
    home, notes = drawn.position_of(asked.text("cgp"), asked.terms.lexicon)
    gone = steps.go(home, asked.texts("moves"))
    position = gone.position
    told = drawn.drawn(
        position, notes if position is home else (), asked.terms.lexicon, asked.text("otherwise", "")
    )
    if told["problems"] or told["is_over"]:
        return {"position": told, "serial": session.explore(None)}
    lexicon, _ = drawn.lexicon_of(position, asked.terms.lexicon)
    wish = Wish(gone.home, gone.moves, position, lexicon, asked.seconds, asked.threads)
    return {"position": told, "serial": session.explore(wish)}


def _stop(asked: Asked) -> dict[str, Any]:
    asked.session.stop()
    return {}


def _go(asked: Asked) -> dict[str, Any]:
    asked.session.go_on(asked.seconds)
    return {}


def _exact(asked: Asked) -> dict[str, Any]:
    """Find out what a move is worth now."""
    session = asked.session
    if not _is_elsewhere(asked) and not session.exact(asked.text("move"), asked.seconds):
        raise RequestError(NO_MOVE)
    return {}


def _is_elsewhere(asked: Asked) -> bool:
    """Does the page ask about a position that it has left by now, or that is not there yet?"""
    session = asked.session
    return session.exploration is None or asked.serial not in (None, session.serial)


def _draws(asked: Asked) -> dict[str, Any]:
    """What each draw brings after a move of the position that is explored."""
    session = asked.session
    if _is_elsewhere(asked):
        return {"serial": session.serial, "draws": None}
    found = session.draws(asked.text("move"))
    if found is None:
        raise RequestError(NO_MOVE if session.with_bag else "there are no tiles in the bag of this position")
    return {"serial": session.serial, **found}


def _why(asked: Asked) -> dict[str, Any]:
    """Find the reasons for a move."""
    from scrabble.web import drawn, steps
    from scrabble.web.bag_reasons import BagReasons
    from scrabble.web.reasons import NAMES, Reasons

    home, _ = drawn.position_of(asked.text("cgp"), asked.terms.lexicon)
    position = steps.go(home, asked.texts("moves")).position
    drawn.refuse(position)
    lexicon, _ = drawn.lexicon_of(position, asked.terms.lexicon)
    session, move = asked.session, asked.text("move")
    given = asked.texts("names") or NAMES
    if len(given) != 2:
        raise RequestError("expected two texts as 'names', the player on turn first")
    names = given[0], given[1]
    if not position.bag:
        session.why(Reasons(position, move, lexicon, session.memory, names))
        return {}
    exploration = session.with_bag
    if exploration is None or not exploration.is_of(position, lexicon) or not exploration.draws(move):
        raise RequestError(NO_MOVE)
    session.why(BagReasons(exploration, move, names))
    return {}


def _game(asked: Asked) -> dict[str, Any]:
    """Open a game; its turns are judged in the background.  Without a text it is closed."""
    from scrabble import gcg
    from scrabble.bundle import corpus
    from scrabble.web.judging import JudgedGame, lexicon_for

    session, text = asked.session, asked.text("text", "")
    if not text.strip():
        session.judge(None)
        return {}
    named = corpus.find(text.strip()) if "\n" not in text.strip() else None
    game = gcg.load(named.path) if named is not None and named.is_game else gcg.loads(text)
    lexicon, note = lexicon_for(
        game, asked.text("lexicon", ""), asked.terms.lexicon, asked.text("otherwise", "")
    )
    judged = JudgedGame(game, lexicon, session.memory, note)
    session.judge(judged)
    return judged.described()


def _save(asked: Asked) -> dict[str, Any]:
    """What was looked at, as a page or a record."""
    from scrabble.web import drawn
    from scrabble.web.looked_at import LookedAt
    from scrabble.web.saved import saved_page
    from scrabble.web.saved_record import NoRecordError, saved_record

    session, kind, default = asked.session, asked.text("kind"), asked.terms.lexicon
    parts = [
        LookedAt(drawn.position_of(text, default)[0], lines, session.facts) for text, lines in asked.trees
    ]
    if kind not in ("page", "gcg"):
        raise RequestError("expected 'page' or 'gcg' as 'kind'")
    note = ""
    if kind == "gcg":
        try:
            return {"name": "explored.gcg", "kind": kind, "text": saved_record(parts[0], session.game)}
        except NoRecordError as error:
            if not asked.is_set("or_page"):
                raise
            note = str(error)
    return {"name": "explored.html", "kind": "page", "text": saved_page(parts), "note": note}


ANSWERS: dict[str, Callable[[Asked], dict[str, Any]]] = {
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
