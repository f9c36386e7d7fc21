"""What the functions of this package are given: positions, lexicons and options, checked in one place.

A wrong type is a TypeError, a wrong value a ValueError, each one line that names the argument, says what was
expected and quotes what was given.
"""

from __future__ import annotations

import itertools
import os
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from bstar.search import Limit
from scrabble import sources
from scrabble.bundle import corpus
from scrabble.datafiles import at_home
from scrabble.endgame.wants import Wants
from scrabble.game.position import Position, PositionError
from scrabble.game.tiles import quoted, shortened
from scrabble.game.unseen import MOST_IN_BAG, is_before_the_end
from scrabble.lexicon import Lexicon

Place: TypeAlias = Position | str | PathLike[str]  # an object, a text, a bundled name, a file
Words: TypeAlias = Lexicon | str | Path | None  # None: the lexicon that the position, or the game, names

POSITION = "a Position, its text (CGP), its name or a file"
LEXICON = "a Lexicon, its name or the path of its file"


def given(
    position: Place, lexicon: Words, is_endgame: bool = True, bag_limit: int = 0
) -> tuple[Position, Lexicon]:
    """Return a position and its lexicon, whatever they were given as."""
    words = None if lexicon is None else lexicon_of(lexicon)
    if isinstance(position, Position):
        return position, words or sources.lexicon_of(position)
    expect("position", position, (str, PathLike), POSITION)
    reading = sources.read(_entry(position, words), words, is_endgame, bag_limit)
    return reading.position, reading.lexicon


def given_endgame(position: Place, lexicon: Words, what: str) -> tuple[Position, Lexicon]:
    """Return the same of an endgame.  Raises PositionError where there are tiles in the bag."""
    place, words = given(position, lexicon, bag_limit=MOST_IN_BAG)
    if is_before_the_end(place):
        most = f"solve and judge take up to {MOST_IN_BAG} tiles in it"
        raise PositionError(f"{what} is for endgames, expected an empty bag; {most}")
    return place, words


def lexicon_of(lexicon: Lexicon | str | Path) -> Lexicon:
    """Return a lexicon given as an object, a name or a path."""
    expect("lexicon", lexicon, (Lexicon, str, Path), LEXICON)
    return lexicon if isinstance(lexicon, Lexicon) else sources.load_lexicon(lexicon)


def _entry(given: str | PathLike[str], lexicon: Lexicon | None) -> sources.Entry:
    """Return the one position of a text, a name or a file; of a text of several, the first."""
    text = os.fspath(given)
    is_file = not isinstance(given, str) or _is_file(text)
    named = None if is_file else corpus.find(text)
    if not is_file and named is None and "\n" not in text.strip():
        if not sources.is_text(text):
            raise sources.SourceError(f"{quoted(text)}: expected {POSITION}")
        return sources.Entry("", "", text)
    if is_file and not at_home(text).exists():
        raise sources.SourceError(f"{shortened(text)}: no such file")
    found = list(itertools.islice(sources.entries([text], alphabet=lexicon.alphabet if lexicon else None), 2))
    if named is not None and len(found) > 1:
        raise sources.SourceError(f"{text} is a set, expected one position of it, such as {text}:1")
    if is_file and len(found) > 1:
        raise sources.SourceError(f"{shortened(text)} holds several positions, expected one")
    return found[0]


def _is_file(text: str) -> bool:
    """Return whether a text is the name of a file that is there, and nothing else."""
    if sources.is_text(text) or corpus.find(text) is not None:
        return False
    try:
        return at_home(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a NUL character
        return False


def expect(name: str, value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise TypeError unless the value of an argument is of one of these types."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name}: expected {expected}, got {shortened(repr(value))}")


def expect_number(name: str, value: object, least: int) -> None:
    """Raise TypeError, or ValueError, unless the value of an argument is a whole number, `least` or more."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name}: expected a whole number, got {shortened(repr(value))}")
    if value < least:
        raise ValueError(f"{name}: expected at least {least}, got {value}")


def expect_one_of(name: str, value: object, names: tuple[str, ...]) -> None:
    """Raise ValueError unless the value of an argument is one of these names."""
    if not isinstance(value, str) or value not in names:
        shown = quoted(value) if isinstance(value, str) else shortened(repr(value))
        raise ValueError(f"{name}: expected one of {', '.join(names)}, got {shown}")


def check_options(limit: object, **options: Any) -> None:
    """Check the options that several functions share, as far as they are given."""
    if limit is not None:
        expect("limit", limit, Limit, "a scrabble.Limit, such as scrabble.Limit(seconds=10)")
    least = {"memory": 0, "top": 0, "threads": 1, "jobs": 1}
    for name, value in options.items():
        if name in least:
            expect_number(name, value, least[name])
    if options.get("wants") is not None:
        expect("wants", options["wants"], Wants, "a scrabble.Wants, such as scrabble.Wants(top=3)")
        if options.get("top", 1) != 1:
            raise ValueError("top: give it in wants, where the rest of it is: Wants(top=...)")
    if options.get("watch") is not None and not callable(options["watch"]):
        raise TypeError(f"watch: expected a function, got {shortened(repr(options['watch']))}")
