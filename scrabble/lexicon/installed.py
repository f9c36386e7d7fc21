"""The lexicons of the user as files: taken away, and written for other programs.

remove("NWL23")                          both of its files; those that come along stay
export(lexicon, "nwl23.kwg")             a .kwg with GADDAG, tiles numbered as its language has them
export(lexicon, "nwl23.txt")             a text, one word a line, in upper case
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from scrabble import datafiles
from scrabble.lexicon import Lexicon, LexiconError, available, dawg, kwg, making, sibling_graph, word_array
from scrabble.lexicon.sibling_graph import SiblingGraph

KWG, DAWG = ".kwg", ".dawg"


class Exported(NamedTuple):
    """A file that was written."""

    size: int  # bytes
    remark: str  # "" unless something is missing


def remove(name: str) -> list[Path]:
    """Remove a lexicon of the user; return the files that are gone.  Raises LexiconError."""
    same = [
        entry
        for entry in available()
        if name.casefold() in (entry.name.casefold(), entry.path.stem.casefold())
    ]
    own = [entry for entry in same if entry.origin == "user"]
    if not own:
        if same:
            raise LexiconError(f"{same[0].name} comes with the program and stays")
        names = ", ".join(entry.name for entry in available() if entry.origin == "user") or "none"
        raise LexiconError(f"no lexicon of yours is called {name!r}; there are: {names}")
    path = own[0].path
    gone = [each for each in (path, making.unfinished(path), path.with_suffix(".toml")) if each.exists()]
    try:
        for each in gone:
            each.unlink()
    except OSError as error:
        raise LexiconError(f"{path}: {error.strerror or error}") from error
    return gone


def names_of(text_sha256: str) -> list[str]:
    """Return the names of the lexicons on this machine that say they have the words of a checksum."""
    return [entry.name for entry in available() if _text_sha256(entry.path) == text_sha256]


def name_of(lexicon: Lexicon, text_sha256: str) -> str | None:
    """Return the name under which this machine knows a lexicon, whose words have this checksum."""
    if any(entry.path == lexicon.path for entry in available()):
        return lexicon.name
    return next(iter(names_of(text_sha256)), None)


def _text_sha256(path: Path) -> str | None:
    try:
        found = tomllib.loads(datafiles.read_file(path.with_suffix(".toml"), making.MOST_PROVENANCE).decode())
    except (OSError, ValueError):
        return None  # `Lexicon.load` says what is wrong with it
    return found.get("text_sha256")


def export(lexicon: Lexicon, path: Path) -> Exported:
    """Write a lexicon for other programs.  Raises LexiconError."""
    graph = sibling_graph.of_units(lexicon.units)
    suffix = path.suffix.lower()
    remark = ""
    if suffix == KWG:
        data, remark = _kwg(graph)
    elif suffix == DAWG:
        data = dawg.to_bytes(lexicon.units)
    else:
        text = word_array.lower_text(sibling_graph.words(graph), lexicon.alphabet)
        data = "".join(text).upper().encode()
    try:
        if not path.parent.is_dir():
            raise LexiconError(f"{path}: there is no folder {path.parent}")
        datafiles.write_whole(path, data)
    except OSError as error:
        raise LexiconError(f"{path}: {error.strerror or error}") from error
    return Exported(len(data), remark)


def _kwg(graph: SiblingGraph) -> tuple[bytes, str]:
    """A .kwg with its GADDAG, or without one, and a remark, where there is no room."""
    from scrabble.lexicon import gaddag  # loads numba

    try:
        return gaddag.to_kwg(sibling_graph.words(graph)), ""
    except LexiconError as error:
        return kwg.to_bytes(graph), f"written without GADDAG: {error}"
