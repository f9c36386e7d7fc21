"""Lexicons: the words that may be played.

A lexicon NAME is a word graph, name.dawg, and beside it its provenance, name.toml: alphabet, number of
words, checksums, source, licence.  Names are case-insensitive.  The user's folder comes before the
bundled one; whatever has a separator or ends in .dawg is a path, and may be a file of any program.

    lexicon = Lexicon.load("enable")
    "quirky" in lexicon, bytes([17, 9]) in lexicon        text of any case, or tile codes

Words are looked up by dawg-python; kernels walk `units` themselves (lexicon/dawg.py).

Names of lexicons: how they are written, and which one was probably meant where the named one is not there.

nwl2023 -> NWL23    a known name, as the federations write it
NWL18 -> NWL23      the same family, the edition nearest to it
ENABEL -> ENABLE    nearly the same name
NWL23 -> ENABLE     else the only one of its language
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import html
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from scrabble import files
from scrabble.game.tiles import BLANK, Alphabet, TileError, quoted, shortened
from scrabble.lexicon import conversion, dawg, formats, word_list
from scrabble.lexicon.dawg import LexiconError, Units
from scrabble.lexicon.formats import DEFAULT_ALPHABET

__all__ = ["Lexicon", "LexiconError", "LexiconInfo", "available"]

CUTOFF = 0.6  # of difflib
# How the names of known lexicons begin, before their edition (NWL23, ODS9, OTCWL2014), and those without one.
FAMILIES = (
    *("NWL", "TWL", "OTCWL", "OWL", "OSPD", "OSW", "OSWI", "CSW", "CEL", "WGPO", "SWL", "DSW"),
    *("ODS", "FRA", "RD", "OSPS", "NSF", "SAOL", "SSL", "DISC", "FISE", "FILE", "LEXIQUE"),
)
ALONE = ("ENABLE", "SOWPODS", "YAWL")
SHORT_YEARS = ("NWL", "TWL", "CSW")  # of which two digits are written
KNOWN = re.compile(rf"({'|'.join(FAMILIES)})[-_ ]?(\d{{1,4}})", re.IGNORECASE)


def written(name: str) -> str:
    """Return the name of a known lexicon as it is usually written, NWL23 for nwl2023; others as they are."""
    match = KNOWN.fullmatch(name)
    if match is None:
        return name.upper() if name.upper() in ALONE else name
    family, edition = match[1].upper(), match[2]
    is_year = len(edition) == 4 and edition.startswith("20")
    return family + (edition[2:] if is_year and family in SHORT_YEARS else edition)


def suggest(name: str, there: Iterable[tuple[str, str]]) -> str | None:
    """The nearest of the lexicons there are, each a name and a language, or None."""
    languages = dict(there)
    family = [each for each in languages if _family(each) and _family(each) == _family(name)]
    if family:
        return min(family, key=lambda each: (abs(_edition(each) - _edition(name)), -_edition(each)))
    folded = {each.casefold(): each for each in languages}
    close = difflib.get_close_matches(name.casefold(), folded, 1, CUTOFF)
    if close:
        return folded[close[0]]
    alphabet = Alphabet.of_lexicon(name)
    same = [each for each, language in languages.items() if alphabet and language == alphabet.name]
    return same[0] if len(same) == 1 else None


def _family(name: str) -> str:
    """What stands before the year."""
    return re.split(r"\d", name.casefold(), maxsplit=1)[0].strip("-_. ")


def _edition(name: str) -> int:
    """The year in a name, of two digits or four; 0 when there is none."""
    found = re.search(r"\d+", name)
    return int(found[0][-2:]) if found else 0


SUFFIX = ".dawg"
NAME = re.compile(r"\w[\w.-]{0,59}")  # CGP and the shell must be able to say it
FOREIGN = (".kwg", ".txt", ".csv", ".tsv", ".lst")  # of files that are no names of lexicons


class LexiconInfo(NamedTuple):
    """A lexicon that `Lexicon.load` finds by its name."""

    name: str
    path: Path
    words: int | None  # None: the file cannot be read
    origin: str  # "user" or "bundled"
    language: str = DEFAULT_ALPHABET  # the name of its alphabet


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A set of words, spelt in the tiles of an alphabet."""

    name: str
    alphabet: Alphabet = field(repr=False)
    units: Units = field(repr=False)  # uint32[n], this lexicon's own, writable
    words: int
    sha256: str = field(repr=False)  # of the .dawg file
    path: Path | None = None  # None: made in memory
    provenance: dict[str, Any] = field(default_factory=dict, repr=False)  # what the .toml says

    @staticmethod
    def load(name: str | Path, language: str | None = None) -> Lexicon:
        """Find, read and check a lexicon.  Raises LexiconError, saying what there is and what was wrong.

        A file in another format (see `formats`) is converted at the first time.  `language` tells its tiles
        where neither the file nor its name does.
        """
        path = files.expand_user(name) if _has_separator(name) else _find(str(name))
        if _origin(path) == "file":
            path = _of_ours(path, language)
        units = dawg.load(path)
        sha256 = hashlib.sha256(dawg.to_bytes(units)).hexdigest()
        provenance = _provenance(path, sha256)
        # the tests have checked the bundled one: no need to walk it again
        if sha256 == provenance.get("sha256") and _origin(path) == "bundled":
            words, alphabet = provenance["words"], _alphabet(path, provenance)
        else:
            words, alphabet = _checked(path, units, sha256, provenance)
        own_name = written(provenance.get("name", path.stem))
        return Lexicon(own_name, alphabet, units, words, sha256, path, provenance)

    def __contains__(self, word: str | bytes) -> bool:
        """Is this a word?  Text of any case, or tile codes with blanks played as letters."""
        codes = self._spell(word) if isinstance(word, str) else bytes(code & ~BLANK for code in word)
        return bool(codes) and 0 not in codes and codes in self._reader  # type: ignore[operator]

    def __iter__(self) -> Iterator[str]:
        """The words as text, in the order of their tiles."""
        return map(self.alphabet.decode, dawg.words(self.units))

    def __len__(self) -> int:
        return self.words

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {self.words:,} words, {self.alphabet.name} tiles>"

    def _repr_html_(self) -> str:
        """Its name and size, in a notebook."""
        facts = f"{self.words:,} words, {self.alphabet.name} tiles, {_origin(self.path)}"
        return f"<b>{html.escape(self.name)}</b>: {html.escape(facts)}"

    def info(self) -> dict[str, Any]:
        """Everything known about the lexicon, as plain data."""
        survey = dawg.validate(self.units)
        counted = {length: words for length, words in enumerate(survey.words_by_length) if words}
        return {
            "name": self.name,
            "alphabet": self.alphabet.name,
            "words": self.words,
            "words_by_length": counted,
            "path": str(self.path) if self.path else None,
            "origin": _origin(self.path),
            "bytes": 4 * (1 + len(self.units)),
            "sha256": self.sha256,
            "nodes": survey.nodes,
            "arcs": survey.arcs,
            "provenance": self.provenance,
        }

    @functools.cached_property
    def _reader(self) -> Any:
        return dawg.reader(self.units)

    @functools.cached_property
    def _spell(self) -> word_list.Speller:
        return word_list.speller(self.alphabet)

    def __getstate__(self) -> dict[str, Any]:
        # The cached look-ups cannot be pickled and are made anew.
        return {name: value for name, value in vars(self).items() if name not in ("_reader", "_spell")}


def _of_ours(path: Path, language: str | None) -> Path:
    """The file itself if it is in our format, else the one that it is converted to."""
    file = conversion.open_file(path)
    kind = formats.detect_format(file.data)
    return path if kind == formats.DAWGDIC else conversion.cached_dawg(file, language)


def available() -> list[LexiconInfo]:
    """The lexicons there are, those of the user first."""
    return [_entry(path, origin) for origin, folder in _folders() for path in _files(folder)]


def _entry(path: Path, origin: str) -> LexiconInfo:
    try:
        provenance = _provenance(path)
        words = provenance["words"] if provenance else dawg.read(path)[1].words
        language = provenance.get("alphabet", DEFAULT_ALPHABET)
        name = written(provenance.get("name", path.stem))
        return LexiconInfo(name, path, words, origin, language)
    except LexiconError:  # `load` will say why
        return LexiconInfo(written(path.stem), path, None, origin)


def is_path(name: str | Path) -> bool:
    """Return whether `Lexicon.load` may take this for the path of a file."""
    return _has_separator(name) or str(name).lower().endswith(FOREIGN)


def _has_separator(name: str | Path) -> bool:
    return isinstance(name, Path) or "/" in name or "\\" in name or name.lower().endswith(SUFFIX)


def _find(name: str) -> Path:
    for _, folder in _folders():
        for path in _files(folder):
            if written(path.stem).casefold() == written(name).casefold():
                return path
    if name.lower().endswith(FOREIGN):
        return files.expand_user(name)
    entries = available()
    language = getattr(Alphabet.of_lexicon(name), "name", DEFAULT_ALPHABET)
    same = [entry for entry in entries if entry.language == language or entry.origin == "user"]
    there = ", ".join(f"{entry.name} ({entry.origin})" for entry in same or entries) or "none at all"
    meant = suggest(name, [(entry.name, entry.language) for entry in entries])
    raise LexiconError(
        f"no lexicon {quoted(name)}; there are: {there}" + (f"; the nearest is {meant}" if meant else ""),
        (f"--lexicon {meant} takes the nearest; " if meant else "")
        + f"endgame lexicon import FILE --name {shortened(written(name)) or 'NAME'} "
        + "adds the one that is named",
    )


def _folders() -> list[tuple[str, Path]]:
    return [("user", files.user_dir("lexicons")), ("bundled", files.bundled("lexicons"))]


def _files(folder: Path) -> list[Path]:
    # A name that starts with a dot is a file half written.
    return sorted(path for path in folder.glob(f"*{SUFFIX}") if not path.name.startswith("."))


def _origin(path: Path | None) -> str:
    if path is None:
        return "memory"
    folders = [*_folders(), ("converted", conversion.cache())]
    return next((origin for origin, folder in folders if path.parent == folder), "file")


def _provenance(path: Path, sha256: str = "") -> dict[str, Any]:
    """Return what the .toml beside a .dawg says; nothing when there is none.

    The .toml of an interrupted import counts if it is that of the .dawg, whose checksum may be given.
    """
    newer = conversion.unfinished(path)
    if newer.exists():
        found = _provenance_in(newer)
        if found.get("sha256") == (sha256 or hashlib.sha256(dawg.to_bytes(dawg.load(path))).hexdigest()):
            return found
    return _provenance_in(path.with_suffix(".toml"))


def _provenance_in(beside: Path) -> dict[str, Any]:
    if not beside.exists():
        return {}
    try:
        found = tomllib.loads(files.read_file(beside, conversion.MOST_PROVENANCE).decode())
    except (OSError, ValueError) as error:
        raise LexiconError(f"{beside}: not the provenance of a lexicon: {error}") from None
    for key, kind in (("name", str), ("alphabet", str), ("tiles", str), ("words", int), ("sha256", str)):
        if not isinstance(found.get(key), kind):
            raise LexiconError(
                f"{beside}: expected {key} = ({kind.__name__}), got {quoted(repr(found.get(key)))}"
            )
    if not NAME.fullmatch(found["name"]):
        raise LexiconError(f"{beside}: expected letters, digits, - _ . as name, got {quoted(found['name'])}")
    return found


def _checked(path: Path, units: Units, sha256: str, provenance: dict[str, Any]) -> tuple[int, Alphabet]:
    """The number of words and the alphabet of a file that is what it says it is; raises LexiconError."""
    survey = dawg.check(path, units)
    alphabet = _alphabet(path, provenance)
    if provenance and (provenance["sha256"], provenance["words"]) != (sha256, survey.words):
        said = shortened(provenance["sha256"], 2 * len(sha256))
        said = said if said.isalnum() else repr(said)
        raise LexiconError(
            f"{path}: {survey.words:,} words, sha256 {sha256}; expected {provenance['words']:,} words, "
            f"sha256 {said}, as {path.with_suffix('.toml').name} says; build it anew"
        )
    if survey.largest_label > alphabet.size:
        raise LexiconError(
            f"{path}: tile {survey.largest_label} in a word, expected at most {alphabet.size}: not made "
            f"for the {alphabet.name} tiles; build it anew from a word list with `endgame lexicon build`"
        )
    return survey.words, alphabet


def _alphabet(path: Path, provenance: dict[str, Any]) -> Alphabet:
    try:
        alphabet = Alphabet.load(provenance.get("alphabet", DEFAULT_ALPHABET))
    except TileError as error:
        raise LexiconError(f"{path.with_suffix('.toml')}: {error}") from None
    tiles = " ".join(alphabet.letters)
    if provenance.get("tiles", tiles) != tiles:
        said = quoted(provenance["tiles"], 2 * len(tiles))
        raise LexiconError(
            f"{path}: made for the tiles {said}, expected {tiles}, the {alphabet.name} ones; build it anew"
        )
    return alphabet
