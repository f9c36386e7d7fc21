"""Compile words to a lexicon, and convert the files of other programs once.

    nwl23.kwg  --formats-->  words  --`make`-->  NAME.dawg + NAME.toml

A lexicon is two files: NAME.dawg, the graph, and NAME.toml, its provenance.  The same words give the same
graph, byte for byte, and the same list the same provenance: nothing depends on the machine or the time.
The graph is read back and compared with the words before anything is written.

A file that is used directly is converted to the cache, as CACHE/nwl23-4f1c....dawg.  The digest is that of
its bytes and of all else that the conversion depends on, so a changed file is converted again and an
unchanged one is not.

`write` changes both files or neither, whenever the program is stopped:

    .NAME.toml.new      1  the new provenance is written
    NAME.dawg           2  the new graph replaces the old one: from here on the new lexicon counts
    NAME.toml           3  the new provenance replaces the old one

After step 1 the new provenance has the checksum of no graph and is ignored.  After step 2 it, and not the
old one, has the checksum of the graph, and `Lexicon` takes it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from scrabble import files
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import dawg, formats, sibling_graph, word_list
from scrabble.lexicon.dawg import MOST_PROVENANCE, LexiconError, Units, converted, unfinished
from scrabble.lexicon.formats import ParsedLexicon
from scrabble.lexicon.sibling_graph import WordArray

VERSION = 3  # of the conversion: with a new number every file is converted again
DIGITS = 16  # of the digest, in the name of a file
LONGEST_NAME = 60


class CompiledLexicon(NamedTuple):
    """A compiled lexicon that has not been written yet."""

    units: Units
    sha256: str  # of the .dawg
    provenance: dict[str, Any]


def spelt(words: Iterable[bytes | str], alphabet: Alphabet) -> WordArray:
    """Return words in tiles, in order.  Raises LexiconError for one that the tiles cannot spell."""
    spell = word_list.speller(alphabet)
    found = {word: spell(word) if isinstance(word, str) else word for word in words}
    tiles = bytes(range(1, 1 + alphabet.size))
    for word, codes in found.items():
        if not codes or codes.translate(None, tiles):
            raise LexiconError(f"{word!r} is not spelt by the {alphabet.name} tiles")
    return sibling_graph.array_of(codes for codes in found.values() if codes)


def make(
    words: WordArray, name: str, alphabet: Alphabet, provenance: Mapping[str, Any] | None = None
) -> CompiledLexicon:
    """Build the graph and the provenance.  Raises LexiconError for no words and for too many."""
    from scrabble.lexicon import dawg_builder  # loads numba, which looking words up does not need

    data = dawg.to_bytes(dawg_builder.build(words))
    units = dawg.from_bytes(data)
    if dawg.validate(units).words != len(words) or not np.array_equal(
        sibling_graph.words(sibling_graph.of_units(units)), words
    ):
        raise LexiconError(f"{name}: the graph does not hold the words it was built from; please report this")
    lengths = sibling_graph.lengths_of(words)
    sha256 = hashlib.sha256(data).hexdigest()
    head: dict[str, Any] = {
        "name": name,
        "alphabet": alphabet.name,
        "tiles": " ".join(alphabet.letters),
        "words": len(words),
        "shortest": int(lengths.min()),
        "longest": int(lengths.max()),
        "bytes": len(data),
        "sha256": sha256,
        "text_sha256": _text_sha256(words, alphabet),
    }
    return CompiledLexicon(units, sha256, head | dict(provenance or {}))


def files_of(units: Units, provenance: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the two files of a lexicon, by suffix."""
    return {".toml": toml(provenance).encode(), ".dawg": dawg.to_bytes(units)}


def write(path: Path, units: Units, provenance: Mapping[str, Any]) -> bool:
    """Write both files and return whether a lexicon was there before; `path` is that of the .dawg.

    Raises LexiconError.
    """
    with files.file_errors(path, LexiconError, "written"):
        was_there = path.exists()
        contents = files_of(units, provenance)
        files.atomic_write(unfinished(path), contents[".toml"])
        try:
            files.atomic_write(path, contents[".dawg"])
        except OSError:
            unfinished(path).unlink(missing_ok=True)
            raise
        files.replace(unfinished(path), path.with_suffix(".toml"))
    return was_there


def toml(fields: Mapping[str, Any]) -> str:
    """Return strings, numbers, lists of them and, last, tables of these as TOML."""
    lines = [f"{key} = {_value(value)}" for key, value in fields.items() if not isinstance(value, Mapping)]
    for key, value in fields.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key}]", toml(value).rstrip("\n")]
    return "\n".join(lines) + "\n"


def _value(value: str | int | Sequence[str | int]) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int):
        return str(value)
    return "[\n" + "".join(f"    {_value(item)},\n" for item in value) + "]"


def _text_sha256(words: WordArray, alphabet: Alphabet) -> str:
    sha = hashlib.sha256()
    for text in sibling_graph.lower_text(words, alphabet):
        sha.update(text.encode())
    return sha.hexdigest()


class LexiconFile(NamedTuple):
    """The bytes of a file, not parsed yet."""

    path: Path
    data: bytes
    name: str  # of the lexicon made from it

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def open_file(path: Path, name: str | None = None) -> LexiconFile:
    """Read a file.  Raises LexiconError."""
    try:
        return LexiconFile(path, files.read_file(path, word_list.MOST_BYTES), name or name_of(path))
    except (OSError, ValueError) as error:
        raise LexiconError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def name_of(path: Path) -> str:
    """Return the name of the lexicon made from a file."""
    return re.sub(r"[^\w.-]+", "-", path.stem).strip("-._")[:LONGEST_NAME] or "lexicon"


def language_beside(file: LexiconFile) -> str | None:
    """Return the language that the .toml beside a dawgdic file states, if there is one."""
    beside = file.path.with_suffix(".toml")
    if formats.detect_format(file.data) != formats.DAWGDIC or not beside.is_file():
        return None
    try:
        found = tomllib.loads(files.read_file(beside, MOST_PROVENANCE).decode()).get("alphabet")
    except (OSError, ValueError) as error:
        raise LexiconError(f"{beside}: not the provenance of a lexicon: {error}") from None
    return found if isinstance(found, str) else None


def read(file: LexiconFile, language: str | None, force: bool = False) -> ParsedLexicon:
    """Read all words of a file.  Raises LexiconError, also for a list in other tiles without `force`."""
    try:
        source = formats.read(file.data, file.name, language)
        if source.refusal and not force:
            raise LexiconError(f"{source.refusal}; --force imports the other words")
        if not len(source.words):
            raise LexiconError(f"no word that the {source.alphabet.name} tiles can spell; {source.refusal}")
    except LexiconError as error:
        raise LexiconError(f"{file.path}: {error}") from None
    return source


def compile_file(file: LexiconFile, source: ParsedLexicon) -> CompiledLexicon:
    """Compile the words read from a file.  Raises LexiconError."""
    found = source.found
    from_file = {"file": file.path.name, "format": source.kind, "sha256": file.sha256, "words": found.read}
    left_out = {"foreign": found.foreign.count, "short": found.short.count, "long": found.long.count}
    return make(source.words, file.name, source.alphabet, {"source": from_file, "left_out": left_out})


def cached_dawg(file: LexiconFile, language: str | None = None) -> Path:
    """Return the .dawg in the cache for a file, converted if needed.  Raises LexiconError."""
    parts = json.dumps([VERSION, file.name, language])
    digest = hashlib.sha256(parts.encode() + file.data).hexdigest()[:DIGITS]
    path = converted() / f"{file.name.lower()}-{digest}.dawg"
    if not (path.exists() and path.with_suffix(".toml").exists()):
        lexicon = compile_file(file, read(file, language))
        write(path, lexicon.units, lexicon.provenance)
    return path
