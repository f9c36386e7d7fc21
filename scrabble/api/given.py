"""What is given: a position and a lexicon, each as an object, a name, a path or a text."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from scrabble import sources
from scrabble.bundle import corpus
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon

Words: TypeAlias = Lexicon | str | Path | None  # None: the lexicon that the position, or the game, names


def given(
    position: Position | str, lexicon: Words, is_endgame: bool = True, bag_limit: int = 0
) -> tuple[Position, Lexicon]:
    """A position and its lexicon, whatever they were given as."""
    words = lexicon
    if isinstance(words, str | Path):
        words = sources.load_lexicon(words)
    if isinstance(position, str):
        reading = sources.read(_entry(position, words), words, is_endgame, bag_limit)
        return reading.position, reading.lexicon
    return position, words or sources.lexicon_of(position)


def _entry(text: str, lexicon: Lexicon | None) -> sources.Entry:
    """The position of a text or of a name; of several lines it is the first one that they hold."""
    named = corpus.find(text)
    if named is None and "\n" not in text.strip():
        return sources.Entry("", "", text)
    found = sources.entries([text], alphabet=lexicon.alphabet if lexicon else None)
    first = next(found)
    if named is not None and next(found, None) is not None:
        raise sources.SourceError(f"{text} is a set, expected one position of it, such as {text}:1")
    return first
