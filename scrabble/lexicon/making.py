"""From words to the two files of a lexicon: NAME.dawg, the graph, and NAME.toml, where it comes from.

The same words give the same graph, byte for byte, and the same list the same provenance: nothing depends on
the machine or the time.  What was built is read back and compared with the words before anything is written.

Both files change together, or neither, whatever stops the program between any two steps:

    .NAME.toml.new      1  the new provenance is written
    NAME.dawg           2  the new graph takes the place of the old one: from here on the new lexicon counts
    NAME.toml           3  the new provenance takes the place of the old one

After step 1 the new provenance has the checksum of no graph and is ignored.  After step 2 it has the checksum
of the graph, the old one has not, and it is what `Lexicon.load` takes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from scrabble import datafiles
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import dawg, sibling_graph, word_array
from scrabble.lexicon.dawg import LexiconError, Units
from scrabble.lexicon.word_array import WordArray

MOST_PROVENANCE = 1 << 20  # bytes of a .toml


class Made(NamedTuple):
    """A lexicon that has been made, not yet written."""

    units: Units
    sha256: str  # of the .dawg
    provenance: dict[str, Any]


def make(
    words: WordArray, name: str, alphabet: Alphabet, provenance: Mapping[str, Any] | None = None
) -> Made:
    """Build the graph and what the .toml says.  Raises LexiconError for no words and for too many."""
    from scrabble.lexicon import dawg_builder  # loads numba, which looking words up does not need

    data = dawg.to_bytes(dawg_builder.build_array(words))
    units = dawg.from_bytes(data)
    if dawg.survey(units).words != len(words) or not np.array_equal(
        sibling_graph.words(sibling_graph.of_units(units)), words
    ):
        raise LexiconError(f"{name}: the graph does not hold the words it was built from; please report this")
    lengths = word_array.lengths_of(words)
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
    return Made(units, sha256, head | dict(provenance or {}))


def files_of(units: Units, provenance: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the two files of a lexicon, by suffix."""
    return {".toml": toml(provenance).encode(), ".dawg": dawg.to_bytes(units)}


def write(path: Path, units: Units, provenance: Mapping[str, Any]) -> bool:
    """Write both files, `path` is that of the .dawg; was there one before?  Raises LexiconError."""
    try:
        was_there = path.exists()
        files = files_of(units, provenance)
        datafiles.write_whole(unfinished(path), files[".toml"])
        try:
            datafiles.write_whole(path, files[".dawg"])
        except OSError:
            unfinished(path).unlink(missing_ok=True)
            raise
        unfinished(path).replace(path.with_suffix(".toml"))
    except OSError as error:
        raise LexiconError(f"{path}: cannot be written: {error.strerror or error}") from error
    return was_there


def unfinished(path: Path) -> Path:
    """Return the provenance of a lexicon whose writing was interrupted, beside its .dawg."""
    return path.with_name(f".{path.stem}.toml.new")


def toml(fields: Mapping[str, Any]) -> str:
    """Write texts, numbers, lists of them and, last, tables of these as TOML."""
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
    for text in word_array.lower_text(words, alphabet):
        sha.update(text.encode())
    return sha.hexdigest()
