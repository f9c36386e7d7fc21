"""The lexicons of the user as files: taken away, and written for other programs.

remove("NWL23")                          both of its files; those that come along stay
export(lexicon, "nwl23.kwg")             a .kwg, tiles numbered as in the distribution of its language
export(lexicon, "nwl23.txt")             a text, one word a line, in upper case
"""

from __future__ import annotations

from pathlib import Path

from scrabble import datafiles
from scrabble.lexicon import Lexicon, LexiconError, available, dawg, kwg, sibling_graph, word_array

KWG, DAWG = ".kwg", ".dawg"


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
    gone = [path for path in (own[0].path, own[0].path.with_suffix(".toml")) if path.exists()]
    try:
        for path in gone:
            path.unlink()
    except OSError as error:
        raise LexiconError(f"{own[0].path}: {error.strerror or error}") from error
    return gone


def export(lexicon: Lexicon, path: Path) -> int:
    """Write a lexicon for other programs, return the number of bytes.  Raises LexiconError."""
    graph = sibling_graph.of_units(lexicon.units)
    suffix = path.suffix.lower()
    if suffix == KWG:
        data = kwg.to_bytes(graph)
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
    return len(data)
