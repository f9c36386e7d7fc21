"""Files of other programs as lexicons of ours, converted once.

    nwl23.kwg  --formats-->  words  --making-->  CACHE/nwl23-4f1c....dawg + .toml

The digest is that of the file's bytes and of what else the conversion depends on, so a file that has been
changed is converted anew, and the second time nothing is.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from scrabble import datafiles
from scrabble.lexicon import formats, making, word_list
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.formats import Source
from scrabble.lexicon.making import MOST_PROVENANCE

VERSION = 2  # of the conversion: a new number converts every file anew
DIGITS = 16  # of the digest, in the name of a file
LONGEST_NAME = 60


class File(NamedTuple):
    """A file, read but not looked into."""

    path: Path
    data: bytes
    name: str  # that a lexicon made of it has

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def open_file(path: Path, name: str | None = None) -> File:
    """Read a file.  Raises LexiconError."""
    try:
        return File(path, datafiles.read_file(path, word_list.MOST_BYTES), name or name_of(path))
    except (OSError, ValueError) as error:
        raise LexiconError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def name_of(path: Path) -> str:
    """The name of a lexicon made of a file."""
    return re.sub(r"[^\w.-]+", "-", path.stem).strip("-._")[:LONGEST_NAME] or "lexicon"


def language_beside(file: File) -> str | None:
    """The language that the .toml beside a lexicon of ours says."""
    beside = file.path.with_suffix(".toml")
    if formats.kind_of(file.data) != formats.DAWGDIC or not beside.is_file():
        return None
    try:
        found = tomllib.loads(datafiles.read_file(beside, MOST_PROVENANCE).decode()).get("alphabet")
    except (OSError, ValueError) as error:
        raise LexiconError(f"{beside}: not the provenance of a lexicon: {error}") from None
    return found if isinstance(found, str) else None


def read(file: File, language: str | None, force: bool = False) -> Source:
    """All words of a file.  Raises LexiconError, also for a list in other tiles, unless it is forced."""
    try:
        source = formats.read(file.data, file.name, language)
        if source.refusal and not force:
            raise LexiconError(f"{source.refusal}; to import the others: --force")
        if not len(source.words):
            raise LexiconError(f"no word that the {source.alphabet.name} tiles spell; {source.refusal}")
    except LexiconError as error:
        raise LexiconError(f"{file.path}: {error}") from None
    return source


def made(file: File, source: Source) -> making.Made:
    """The lexicon of what was read.  Raises LexiconError."""
    found = source.found
    from_file = {"file": file.path.name, "format": source.kind, "sha256": file.sha256, "words": found.read}
    left_out = {"foreign": found.foreign.count, "short": found.short.count, "long": found.long.count}
    return making.make(source.words, file.name, source.alphabet, {"source": from_file, "left_out": left_out})


def converted(file: File, language: str | None = None) -> Path:
    """The .dawg in the cache that holds the words of the file, made if need be.  Raises LexiconError."""
    parts = json.dumps([VERSION, file.name, language])
    digest = hashlib.sha256(parts.encode() + file.data).hexdigest()[:DIGITS]
    path = cache() / f"{file.name.lower()}-{digest}.dawg"
    if not (path.exists() and path.with_suffix(".toml").exists()):
        lexicon = made(file, read(file, language))
        making.write(path, lexicon.units, lexicon.provenance)
    return path


def cache() -> Path:
    """The folder of converted files."""
    return datafiles.cache("lexicons")
