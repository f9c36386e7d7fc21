"""The choice of a lexicon.

In order of precedence:

    1  the option --lexicon                       as given
    2  the position or the record                 by name only: no file chooses the path of another file
    3  ENDGAME_LEXICON                            with a note, and only for its own language
    4  `endgame config lexicon NAME`              with a note, and only for its own language
    5  the only lexicon of the language           with a note

If the words on the board are known and a lexicon of 3 or 4 lacks some of them, the only lexicon of the
language that has all of them takes its place; 5 may be that one, too.  A default is never silent: callers
show `note`.
"""

from __future__ import annotations

import functools
from collections.abc import Collection
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from scrabble import files, settings
from scrabble.game.tiles import Alphabet, quoted
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.formats import DEFAULT_ALPHABET
from scrabble.lexicon.lexicon import Lexicon, available, find, is_path, list_of, written


class ResolvedLexicon(NamedTuple):
    """A lexicon, and why it is used."""

    lexicon: Lexicon
    name: str  # name or path to load it by
    note: str  # "" unless it is a default


def resolve(
    given: str | Path | None,
    own: str | None = None,
    language: str | None = None,
    what: str = "",
    words: Collection[bytes] | None = None,
) -> ResolvedLexicon:
    """Return the lexicon for `what` ("the position"), which may name its own and whose language may be known.

    `words` are those on the board, as tile codes of the language.  Raises LexiconError when the lexicon
    does not exist, and when nothing determines it.
    """
    if given:
        return ResolvedLexicon(load(given), str(given), "")
    if own:
        return ResolvedLexicon(load_named(own, what, language), own, "")
    wrong_language = []
    for text, origin in settings.values("lexicon"):
        value = written(text)
        try:
            found = load(value)
        except LexiconError as error:
            raise LexiconError(f"{origin}: {error}", error.hint) from None
        if language in (None, found.alphabet.name) or _words_of(language) == found.alphabet.name:
            other = None if not words or _has_all(found, words) else _only_fitting(words, found.alphabet.name)
            if other is not None:
                note = f"{_only_one(other)}; {found.name}, as {origin} says, lacks some"
                return ResolvedLexicon(other, other.name, note)
            return ResolvedLexicon(found, value, f"lexicon {found.name}, as {origin} says")
        wrong_language.append(f"; {found.name}, as {origin} says, is for {found.alphabet.name} tiles")
    there = available()
    kind = language or DEFAULT_ALPHABET
    if not any(each.language == kind for each in there):
        kind = _words_of(kind)
    fitting = [each for each in there if each.language == kind]
    if len(fitting) == 1:
        found = load(fitting[0].name)
        return ResolvedLexicon(found, fitting[0].name, f"lexicon {found.name}, the only one for {kind} tiles")
    only = _only_fitting(words, kind) if words and language else None
    if only is not None:
        return ResolvedLexicon(only, only.name, _only_one(only))
    reason = f"{what} names no lexicon; " if what else ""
    remedy = "--lexicon NAME" if fitting else "endgame lexicon import FILE adds one"
    choose = "choose one, " if fitting else ""
    raise LexiconError(f"{reason}{choose}{list_of(there, kind)}{''.join(wrong_language)}", remedy)


def _words_of(tiles: str) -> str:
    """Return the language of the words of a set of tiles."""
    return Alphabet.load(tiles).language


def _only_one(lexicon: Lexicon) -> str:
    return f"lexicon {lexicon.name}, the only one here that has all words on the board"


def _only_fitting(words: Collection[bytes], language: str) -> Lexicon | None:
    """Return the only lexicon of a language that has all of these words; None for none and for several."""
    fitting: dict[str, Lexicon] = {}
    for entry in available():
        if entry.language == language and entry.words is not None:
            try:
                lexicon = load(entry.name)
            except LexiconError:  # reported when this lexicon is named
                continue
            if _has_all(lexicon, words):
                fitting.setdefault(lexicon.sha256, lexicon)
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def _has_all(lexicon: Lexicon, words: Collection[bytes]) -> bool:
    return all(word in lexicon for word in words)


def load_named(name: str, what: str = "", language: str | None = None) -> Lexicon:
    """Return the lexicon that `what`, an untrusted text, names.

    Raises LexiconError, also for a path; for a missing lexicon it lists those of the language, if that is
    known.
    """
    if is_path(name):
        raise LexiconError(
            f"{what or 'the file'} names its lexicon {quoted(name)}, expected a name",
            "--lexicon PATH takes a file of yours",
        )
    try:
        return load(name)
    except LexiconError:
        find(name, language)
        raise


def load(name: str | PathLike[str]) -> Lexicon:
    """Return the lexicon of this name or path, loaded once.  Raises LexiconError."""
    return _loaded(name if isinstance(name, str) else Path(name), files.user_dir("lexicons"))


@functools.cache
def _loaded(name: str | Path, folder: Path) -> Lexicon:
    return Lexicon(name)
