"""Build lexicons from word lists and from files of other programs; remove and export them.

any file   --formats-->  words in tiles  --conversion-->  NAME.dawg + NAME.toml        `import_lexicon`

remove("NWL23")                  delete both files of a lexicon of the user's; bundled ones stay
export(lexicon, "nwl23.kwg")     write a .kwg with GADDAG, tiles numbered as in the language
export(lexicon, "nwl23.txt")     write a text, one word a line, in upper case
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from scrabble import files
from scrabble.game.tiles import Alphabet, quoted
from scrabble.lexicon import Lexicon, available, conversion, dawg, kwg, sibling_graph
from scrabble.lexicon.dawg import MOST_PROVENANCE, LexiconError, unfinished
from scrabble.lexicon.lexicon import NAME, written
from scrabble.lexicon.sibling_graph import SiblingGraph
from scrabble.lexicon.word_list import WordList

__all__ = ["BuildReport", "from_words", "import_lexicon", "saved"]

KWG, DAWG = ".kwg", ".dawg"


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The result of a build or an import."""

    lexicon: Lexicon
    found: WordList  # the words, and the lines that gave none
    path: Path | None  # of the .dawg; None when nothing was written
    replaced: bool  # an earlier lexicon of this name was overwritten
    kind: str = ""  # the format of the source, if it was detected

    @property
    def size(self) -> int:
        """Bytes of the .dawg."""
        return 4 * (1 + len(self.lexicon.units))

    def __str__(self) -> str:
        """Return the report as a few lines of text."""
        lexicon, found = self.lexicon, self.found
        kind = f" ({self.kind})" if self.kind else ""
        lines = [
            f"{lexicon.name}: {lexicon.words:,} words ({lexicon.alphabet.name}), {self.size:,} bytes",
            f"  {found.read:,} words read{kind}, {found.repeated:,} of them repeated",
            f"  sha256 {lexicon.sha256}",
        ]
        reasons = (f"not spelt by the {lexicon.alphabet.name} tiles", "too short", "too long")
        for reason, rejected in zip(reasons, (found.foreign, found.short, found.long), strict=True):
            if rejected.count:
                lines.append(f"  left out, {reason}: {rejected}")
        verb = "replaced" if self.replaced else "written"
        lines.append(f"  {verb}: {self.path}" if self.path else "  nothing written")
        return "\n".join(lines)


class ExportReport(NamedTuple):
    """The size of an exported file, and a remark about it."""

    size: int  # bytes
    remark: str  # "" unless something was left out


def from_words(
    words: Iterable[bytes | str], name: str, alphabet: Alphabet, provenance: Mapping[str, Any] | None = None
) -> Lexicon:
    """Return a lexicon in memory.  Raises LexiconError for words the tiles cannot spell, and for none."""
    return _lexicon(conversion.make(conversion.spelt(words, alphabet), name, alphabet, provenance), alphabet)


def import_lexicon(
    path: Path | str,
    name: str | None = None,
    language: str | None = None,
    force: bool = False,
    folder: Path | str | None = None,
) -> BuildReport:
    """Import a file in any format that `formats` reads; write to `folder`, by default the user's folder.

    Raises LexiconError for a file that cannot be read and, unless `force` is set, for a list of which the
    tiles cannot spell more than one word in a hundred; then nothing is written.
    """
    path = files.expand_user(path)
    name = written(conversion.name_of(path) if name is None else name)
    _check_name(name, bundled_too=folder is None)
    file = conversion.open_file(path, name)
    source = conversion.read(file, language or conversion.language_beside(file), force)
    lexicon = _lexicon(conversion.compile_file(file, source), source.alphabet)
    place = files.user_dir("lexicons") if folder is None else folder
    return saved(lexicon, source.found, place, source.kind)


def _check_name(name: str, bundled_too: bool) -> None:
    if not NAME.fullmatch(name) or name.lower().endswith((".dawg", ".toml")):
        raise LexiconError(f"{quoted(name)} cannot be the name of a lexicon: expected letters, digits, - _ .")
    taken = [path.stem for path in files.bundled("lexicons").glob("*.dawg")]
    if bundled_too and name.casefold() in map(str.casefold, taken):
        raise LexiconError(f"the lexicon {name} comes with the program; give yours another name")


def _lexicon(compiled: conversion.CompiledLexicon, alphabet: Alphabet) -> Lexicon:
    """Return a compiled lexicon as a lexicon in memory."""
    name, words = compiled.provenance["name"], compiled.provenance["words"]
    return Lexicon.from_units(
        name, alphabet, compiled.units, words, compiled.sha256, None, compiled.provenance
    )


def saved(lexicon: Lexicon, found: WordList, folder: Path | str, kind: str = "") -> BuildReport:
    """Write a lexicon to a folder; `found` and `kind` tell what it was made of."""
    folder = files.expand_user(folder)
    path = folder / f"{lexicon.name.lower()}.dawg"
    replaced = conversion.write(path, lexicon.units, lexicon.provenance)
    return BuildReport(lexicon.at_path(path), found, path, replaced, kind)


def remove(name: str) -> list[Path]:
    """Remove a lexicon of the user's; return the deleted files.  Raises LexiconError."""
    same = [
        entry
        for entry in available()
        if name.casefold() in (entry.name.casefold(), entry.path.stem.casefold())
    ]
    own = [entry for entry in same if entry.origin == "user"]
    if not own:
        if same:
            raise LexiconError(f"{same[0].name} comes with the program and cannot be removed")
        names = ", ".join(entry.name for entry in available() if entry.origin == "user") or "none"
        raise LexiconError(f"no lexicon of yours is called {name!r}; there are: {names}")
    path = own[0].path
    paths = [each for each in (path, unfinished(path), path.with_suffix(".toml")) if each.exists()]
    with files.file_errors(path, LexiconError):
        for each in paths:
            each.unlink()
    return paths


def names_of(text_sha256: str) -> list[str]:
    """Return the names of the lexicons here whose provenance states this checksum of the words."""
    return [entry.name for entry in available() if _text_sha256(entry.path) == text_sha256]


def name_of(lexicon: Lexicon, text_sha256: str) -> str | None:
    """Return the name under which this machine knows a lexicon, whose words have this checksum."""
    if any(entry.path == lexicon.path for entry in available()):
        return lexicon.name
    return next(iter(names_of(text_sha256)), None)


def _text_sha256(path: Path) -> str | None:
    try:
        found = tomllib.loads(files.read_file(path.with_suffix(".toml"), MOST_PROVENANCE).decode())
    except (OSError, ValueError):
        return None  # `Lexicon` reports the error
    return found.get("text_sha256")


def export(lexicon: Lexicon, path: Path) -> ExportReport:
    """Write a lexicon for other programs.  Raises LexiconError."""
    graph = sibling_graph.of_units(lexicon.units)
    suffix = path.suffix.lower()
    remark = ""
    if suffix == KWG:
        data, remark = _kwg(graph)
    elif suffix == DAWG:
        data = dawg.to_bytes(lexicon.units)
    else:
        text = sibling_graph.lower_text(sibling_graph.words(graph), lexicon.alphabet)
        data = "".join(text).upper().encode()
    with files.file_errors(path, LexiconError):
        if not path.parent.is_dir():
            raise LexiconError(f"{path}: there is no folder {path.parent}")
        files.atomic_write(path, data)
    return ExportReport(len(data), remark)


def _kwg(graph: SiblingGraph) -> tuple[bytes, str]:
    """Return a .kwg with its GADDAG or, if there is no room for that, without it and with a remark."""
    try:
        return kwg.to_kwg(sibling_graph.words(graph)), ""
    except LexiconError as error:
        return kwg.to_bytes(graph), f"written without GADDAG: {error}"
