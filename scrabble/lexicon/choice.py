"""The choice of a lexicon.

In order of precedence:

    1  the option --lexicon                       as given
    2  the position or the record                 by name only: no file chooses the path of another file;
                                                  the name of a language, such as GERMAN, stands for 3 to 5
    3  ENDGAME_LEXICON                            with a note, and only for its own language
    4  `endgame config lexicon NAME`              with a note, and only for its own language
    5  the only lexicon of the language           with a note

If the words on the board are known and one other lexicon of the language has at least MARGIN more of them
than that of 3 or 4, it takes its place: a single word may be a phony.  5 may be the only one that has all of
them or MARGIN more.  A default is never silent: callers show `note`.
"""

from __future__ import annotations

import functools
from collections.abc import Collection
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from scrabble import files, settings
from scrabble.game.tiles import DEFAULT_ALPHABET, Alphabet, quoted
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.lexicon import Lexicon, available, find, is_path, list_of, written

MARGIN = 2  # words on the board by which a lexicon fits better


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
    margin: int = MARGIN,
) -> ResolvedLexicon:
    """Return the lexicon for `what` ("the position"), which may name its own and whose language may be known.

    `words` are those on the board, or on several, as tile codes of the language.  Raises LexiconError when
    the lexicon does not exist, and when nothing determines it.
    """
    if given:
        return ResolvedLexicon(load(given), str(given), "")
    if own and (named := language_of(own)):
        usual = resolve(None, None, language or named.name, what, words, margin)
        return usual._replace(note=f"{quoted(own)} is a language and no lexicon: {usual.note}")
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
            better = better_ones(found, words, margin) if words else []
            if len(better) == 1:
                lacks = f"lacks {missing(found, words or ()):,} words on the board"
                note = f"Lexicon {better[0].name}: your default {found.name} {lacks}."
                return ResolvedLexicon(better[0], better[0].name, note)
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
    best = _best(words, kind, margin) if words and language else None
    if best is not None:
        has = "all" if missing(best, words or ()) == 0 else "most of the"
        note = f"lexicon {best.name}, the only one here that has {has} words on the board"
        return ResolvedLexicon(best, best.name, note)
    reason = f"{what} names no lexicon; " if what else ""
    remedy = "--lexicon NAME" if fitting else "endgame lexicon import FILE adds one"
    choose = "choose one, " if fitting else ""
    raise LexiconError(f"{reason}{choose}{list_of(there, kind)}{''.join(wrong_language)}", remedy)


def language_of(name: str) -> Alphabet | None:
    """Return the tiles of a language whose name this is, unless a lexicon has the same name."""
    try:
        find(name)
    except LexiconError:
        return Alphabet.of_language(name)
    return None


def _words_of(tiles: str) -> str:
    """Return the language of the words of a set of tiles."""
    return Alphabet.load(tiles).language


def missing(lexicon: Lexicon, words: Collection[bytes | str]) -> int:
    """Return the number of these words that a lexicon lacks."""
    return sum(word not in lexicon for word in words)


def better_ones(lexicon: Lexicon, words: Collection[bytes], margin: int = MARGIN) -> list[Lexicon]:
    """Return the lexicons of the same language with the most of these words, `margin` more than this one."""
    lacking = missing(lexicon, words)
    if lacking < margin:
        return []
    found = _by_missing(words, lexicon.alphabet.name)
    least = min((count for count, _ in found), default=lacking)
    return [each for count, each in found if count == least] if lacking - least >= margin else []


def _best(words: Collection[bytes], language: str, margin: int) -> Lexicon | None:
    """Return the only lexicon of a language that has all of these words, or `margin` more than any other."""
    found = _by_missing(words, language)
    if not found:
        return None
    least = found[0][0]
    next_one = found[1][0] if len(found) > 1 else least + margin
    return found[0][1] if least == 0 < next_one or next_one - least >= margin else None


def _by_missing(words: Collection[bytes], language: str) -> list[tuple[int, Lexicon]]:
    """Return the lexicons of a language by the number of these words that they lack."""
    found = ((missing(each, words), each) for each in of_language(language))
    return sorted(found, key=lambda one: one[0])


def of_language(language: str) -> list[Lexicon]:
    """Return the lexicons of a language that can be read, different ones."""
    found: dict[str, Lexicon] = {}
    for entry in available():
        if entry.language == language and entry.words is not None:
            try:
                lexicon = load(entry.name)
            except LexiconError:  # reported when this lexicon is named
                continue
            found.setdefault(lexicon.sha256, lexicon)
    return list(found.values())


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
    """Return the lexicon of this name or path, loaded again if its file changes.  Raises LexiconError."""
    given = name if isinstance(name, str) else Path(name)
    try:
        path = files.expand_user(name) if isinstance(given, Path) or is_path(given) else find(given)
        state = path.stat()
        stamp = (state.st_mtime_ns, state.st_size, state.st_ino)
    except (LexiconError, OSError, ValueError):  # reported by Lexicon
        stamp = (0, 0, 0)
    return _loaded(given, files.user_dir("lexicons"), stamp)


@functools.lru_cache(maxsize=64)
def _loaded(name: str | Path, folder: Path, stamp: tuple[int, int, int]) -> Lexicon:
    return Lexicon(name)
