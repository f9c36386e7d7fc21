"""Lexicons: the words that may be played.

A lexicon NAME is a word graph, name.dawg, and beside it its provenance, name.toml: alphabet, number of
words, checksums, source, licence.  Names are case-insensitive.  The user's folder comes before the
bundled one; a name with a separator or the ending .dawg is a path, which may lead to a file of any program.

    lexicon = Lexicon("enable")
    "quirky" in lexicon, bytes([17, 9]) in lexicon        text of any case, or tile codes

dawg-python looks words up; kernels walk `units` themselves (`dawg.py`).

Names are normalised (`written`), and for a missing lexicon the probable one is suggested (`suggest`):

    nwl2023 -> NWL23    a known name, as the federations write it
    NWL18 -> NWL23      the same family, the nearest edition
    ENABEL -> ENABLE    nearly the same name
    NWL23 -> ENABLE     else the only one of its language
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scrabble import files
from scrabble.game.tiles import BLANK, DEFAULT_ALPHABET, Alphabet, TileError, quoted, shortened
from scrabble.lexicon import dawg
from scrabble.lexicon.dawg import LexiconError, Units

if TYPE_CHECKING:
    from scrabble.lexicon.word_list import Speller

__all__ = ["Lexicon", "LexiconError", "LexiconInfo", "available"]

SUFFIX = ".dawg"
IN_MEMORY = "words"  # the name of a lexicon of which only the words are given
NAME = re.compile(r"\w[\w.-]{0,59}")  # CGP and the shell must be able to hold it
FOREIGN = (".kwg", ".kbwg", ".txt", ".csv", ".tsv", ".lst", ".json")  # endings of files, not of names

CUTOFF = 0.6  # of difflib
# The beginnings of known names before their edition (NWL23, ODS9, OTCWL2014), and names without an edition.
FAMILIES = (
    *("NWL", "TWL", "OTCWL", "OWL", "OSPD", "OSW", "OSWI", "CSW", "CEL", "WGPO", "SWL", "DSW"),
    *("ODS", "FRA", "RD", "OSPS", "NSF", "SAOL", "SSL", "DISC", "FISE", "FILE", "LEXIQUE"),
)
ALONE = ("ENABLE", "SOWPODS", "YAWL")
SHORT_YEARS = ("NWL", "TWL", "CSW")  # families whose years have two digits
KNOWN = re.compile(rf"({'|'.join(FAMILIES)})[-_ ]?(\d{{1,4}})", re.IGNORECASE)


def written(name: str) -> str:
    """Return the usual spelling of a known name, NWL23 for nwl2023; other names as they are."""
    match = KNOWN.fullmatch(name)
    if match is None:
        return name.upper() if name.upper() in ALONE else name
    family, edition = match[1].upper(), match[2]
    is_year = len(edition) == 4 and edition.startswith("20")
    return family + (edition[2:] if is_year and family in SHORT_YEARS else edition)


def suggest(name: str, there: Iterable[tuple[str, str]]) -> str | None:
    """Return the nearest of the existing lexicons, each a name and a language, or None."""
    languages = dict(there)
    family = [each for each in languages if _family(each) and _family(each) == _family(name)]
    if family:
        return min(family, key=lambda each: (abs(_edition(each) - _edition(name)), -_edition(each)))
    import difflib

    folded = {each.casefold(): each for each in languages}
    close = difflib.get_close_matches(name.casefold(), folded, 1, CUTOFF)
    if close:
        return folded[close[0]]
    alphabet = Alphabet.of_lexicon(name)
    same = [each for each, language in languages.items() if alphabet and language == alphabet.name]
    return same[0] if len(same) == 1 else None


def _family(name: str) -> str:
    """Return the part of a name before the year."""
    return re.split(r"\d", name.casefold(), maxsplit=1)[0].strip("-_. ")


def _edition(name: str) -> int:
    """Return the year in a name, of two digits or four; 0 when there is none."""
    found = re.search(r"\d+", name)
    return int(found[0][-2:]) if found else 0


class LexiconInfo(NamedTuple):
    """A lexicon that `Lexicon` finds by its name."""

    name: str
    path: Path
    words: int | None  # None: the file cannot be read
    origin: str  # "user" or "bundled"
    language: str = DEFAULT_ALPHABET  # the name of its alphabet


@dataclass(frozen=True, eq=False, init=False)
class Lexicon:
    """A set of words, spelt in the tiles of an alphabet.

    Args:
        name: The name of a lexicon, such as "ENABLE", the path of a file of any known format, which is
            converted on first use, or the words themselves, such as ["CAT", "DOG"].
        language: The language of the tiles, if neither the file nor its name tells.

    Attributes:
        name: The name; "words" if only these were given.
        alphabet: The tiles of the language.
        words: The number of words.
        path: The file, or None.
        sha256: The digest of the file.
        provenance: What is known of its making.
        units: The word graph.

    Raises:
        TypeError: The name is neither a text, nor a path, nor words.
        LexiconError: There is no such lexicon, of those that the message lists, or a word cannot be spelt.

    Example:
        >>> lexicon = scrabble.Lexicon("ENABLE")
        >>> "quirky" in lexicon, len(lexicon)
        (True, 168551)
    """

    name: str
    alphabet: Alphabet = field(repr=False)
    units: Units = field(repr=False)  # uint32[n], this lexicon's own, writable
    words: int
    sha256: str = field(repr=False)  # of the .dawg file
    path: Path | None = None  # None: made in memory
    provenance: dict[str, Any] = field(default_factory=dict, repr=False)  # the contents of the .toml

    def __init__(self, name: str | PathLike[str] | Iterable[str], language: str | None = None) -> None:
        if not isinstance(language, str | None):
            raise TypeError(f"language: expected the name of a language, got {shortened(repr(language))}")
        if not isinstance(name, str | PathLike):
            self._set_words(name, language)
            return
        name = name if isinstance(name, str) else Path(name)
        path = files.expand_user(name) if _has_separator(name) else find(str(name), language)
        if _origin(path) == "file":
            path = _of_ours(path, language)
        units = dawg.load(path)
        sha256 = hashlib.sha256(dawg.to_bytes(units)).hexdigest()
        provenance = _provenance(path, sha256)
        # The tests check the bundled lexicons, so these need not be walked again.
        if sha256 == provenance.get("sha256") and _origin(path) == "bundled":
            words, alphabet = provenance["words"], _alphabet(path, provenance)
        else:
            words, alphabet = _checked(path, units, sha256, provenance)
        own_name = written(provenance.get("name", path.stem))
        self._set(own_name, alphabet, units, words, sha256, path, provenance)

    @staticmethod
    def from_units(
        name: str,
        alphabet: Alphabet,
        units: Units,
        words: int,
        sha256: str,
        path: Path | None = None,
        provenance: dict[str, Any] | None = None,
    ) -> Lexicon:
        """Return a lexicon made of a word graph in memory, unchecked."""
        lexicon = object.__new__(Lexicon)
        lexicon._set(name, alphabet, units, words, sha256, path, provenance or {})
        return lexicon

    def at_path(self, path: Path) -> Lexicon:
        """Return the same lexicon as that of a file it was written to."""
        values = {each.name: getattr(self, each.name) for each in dataclasses.fields(self)}
        return Lexicon.from_units(**{**values, "path": path})

    def _set_words(self, words: Any, language: str | None) -> None:
        """Set all fields to those of a lexicon of these words."""
        from scrabble.lexicon import conversion

        given = [*words] if isinstance(words, Iterable) else [words]
        for word in given:
            if not isinstance(word, str):
                expected = "the name, the path or the words of a lexicon"
                raise TypeError(f"name: expected {expected}, got {shortened(repr(word))}")
        try:
            alphabet = Alphabet.load(language or DEFAULT_ALPHABET)
        except TileError as error:
            raise LexiconError(f"language: {error}") from None
        made = conversion.make(conversion.spelt(given, alphabet), IN_MEMORY, alphabet)
        self._set(
            IN_MEMORY, alphabet, made.units, made.provenance["words"], made.sha256, None, made.provenance
        )

    def _set(self, *values: Any) -> None:
        """Set all fields, in their order."""
        vars(self).update(zip((each.name for each in dataclasses.fields(self)), values, strict=True))

    def __contains__(self, word: str | bytes) -> bool:
        """Return whether this is a word: text of any case, or tile codes with blanks played as letters."""
        if not isinstance(word, str | bytes):
            raise TypeError(f"word: expected a text, or tile codes, got {shortened(repr(word))}")
        codes = self._spell(word) if isinstance(word, str) else bytes(code & ~BLANK for code in word)
        return bool(codes) and 0 not in codes and codes in self._reader  # type: ignore[operator]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the words as text, in the order of their tiles."""
        from scrabble.lexicon import sibling_graph

        words = sibling_graph.words(sibling_graph.of_units(self.units))
        return sibling_graph.texts(words, self.alphabet)

    def __len__(self) -> int:
        return self.words

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {self.words:,} words, {self.alphabet.name} tiles>"

    def _repr_html_(self) -> str:
        """Return name and size as HTML, for a notebook."""
        import html  # here, so that no other command loads its table of entities

        facts = f"{self.words:,} words, {self.alphabet.name} tiles, {_origin(self.path)}"
        return f"<b>{html.escape(self.name)}</b>: {html.escape(facts)}"

    def info(self) -> dict[str, Any]:
        """Return everything known about the lexicon as plain data."""
        stats = dawg.validate(self.units)
        counted = {length: words for length, words in enumerate(stats.words_by_length) if words}
        return {
            "name": self.name,
            "alphabet": self.alphabet.name,
            "words": self.words,
            "words_by_length": counted,
            "path": str(self.path) if self.path else None,
            "origin": _origin(self.path),
            "bytes": 4 * (1 + len(self.units)),
            "sha256": self.sha256,
            "nodes": stats.nodes,
            "arcs": stats.arcs,
            "provenance": self.provenance,
        }

    @functools.cached_property
    def _reader(self) -> Any:
        return dawg.reader(self.units)

    @functools.cached_property
    def _spell(self) -> Speller:
        from scrabble.lexicon import word_list

        return word_list.speller(self.alphabet)

    def __getstate__(self) -> dict[str, Any]:
        # The cached look-ups cannot be pickled; they are rebuilt.
        return {name: value for name, value in vars(self).items() if name not in ("_reader", "_spell")}


def _of_ours(path: Path, language: str | None) -> Path:
    """Return the file itself if it is in our format, else the one it is converted to."""
    from scrabble.lexicon import conversion, formats

    file = conversion.open_file(path)
    kind = formats.detect_format(file.data)
    return path if kind == formats.DAWGDIC else conversion.cached_dawg(file, language)


def available() -> list[LexiconInfo]:
    """Return the lexicons that exist, those of the user first."""
    return [_entry(path, origin) for origin, folder in _folders() for path in _files(folder)]


def _entry(path: Path, origin: str) -> LexiconInfo:
    try:
        provenance = _provenance(path)
        words = provenance["words"] if provenance else dawg.read(path)[1].words
        language = provenance.get("alphabet", DEFAULT_ALPHABET)
        name = written(provenance.get("name", path.stem))
        return LexiconInfo(name, path, words, origin, language)
    except LexiconError:  # `load` reports the error
        return LexiconInfo(written(path.stem), path, None, origin)


def list_of(entries: Iterable[LexiconInfo], language: str | None) -> str:
    """Return the lexicons of a language for a message; of an unknown one, the default's and the user's."""
    fitting = [
        f"{entry.name} ({entry.origin})"
        for entry in entries
        if entry.language == (language or DEFAULT_ALPHABET) or (language is None and entry.origin == "user")
    ]
    if fitting:
        return f"there are: {', '.join(fitting)}"
    return f"there is none for {language}" if language else "there are none"


def is_path(name: str | Path) -> bool:
    """Return whether `Lexicon` may take this as the path of a file."""
    return _has_separator(name) or str(name).lower().endswith(FOREIGN)


def _has_separator(name: str | Path) -> bool:
    return isinstance(name, Path) or "/" in name or "\\" in name or name.lower().endswith(SUFFIX)


def find(name: str, language: str | None = None) -> Path:
    """Return the file of a lexicon.

    Raises LexiconError if there is none; the message lists those of the language, which may be known by the
    name, too.
    """
    for _, folder in _folders():
        for path in _files(folder):
            if written(path.stem).casefold() == written(name).casefold():
                return path
    if name.lower().endswith(FOREIGN):
        return files.expand_user(name)
    if files.is_file(files.expand_user(name)):
        raise LexiconError(f"no lexicon {quoted(name)}", f"./{written(name)} takes the file of that name")
    if name == IN_MEMORY:
        raise LexiconError(
            f"no lexicon {quoted(name)}: one in memory is called so, and has to be given itself"
        )
    entries = available()
    meant = suggest(name, [(entry.name, entry.language) for entry in entries])
    there = list_of(entries, language or getattr(Alphabet.of_lexicon(name), "name", None))
    raise LexiconError(
        f"no lexicon {quoted(name)}; {there}" + (f"; the nearest is {meant}" if meant else ""),
        (f"--lexicon {meant} takes the nearest; " if meant else "")
        + f"endgame lexicon import FILE --name {shortened(written(name)) or 'NAME'} "
        + "adds it",
    )


def _folders() -> list[tuple[str, Path]]:
    return [("user", files.user_dir("lexicons")), ("bundled", files.bundled("lexicons"))]


def _files(folder: Path) -> list[Path]:
    # A name that starts with a dot is a file half written.
    return sorted(path for path in folder.glob(f"*{SUFFIX}") if not path.name.startswith("."))


def _origin(path: Path | None) -> str:
    if path is None:
        return "memory"
    folders = [*_folders(), ("converted", dawg.converted())]
    return next((origin for origin, folder in folders if path.parent == folder), "file")


def _provenance(path: Path, sha256: str = "") -> dict[str, Any]:
    """Return the contents of the .toml beside a .dawg; empty when there is none.

    The .toml of an interrupted import counts if it belongs to the .dawg, whose checksum may be given.
    """
    newer = dawg.unfinished(path)
    if newer.exists():
        found = _provenance_in(newer)
        if found.get("sha256") == (sha256 or hashlib.sha256(dawg.to_bytes(dawg.load(path))).hexdigest()):
            return found
    return _provenance_in(path.with_suffix(".toml"))


def _provenance_in(beside: Path) -> dict[str, Any]:
    if not beside.exists():
        return {}
    try:
        found = tomllib.loads(files.read_file(beside, dawg.MOST_PROVENANCE).decode())
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
    """Check a file against its provenance; return its number of words and alphabet.  Raises LexiconError."""
    stats = dawg.check(path, units)
    alphabet = _alphabet(path, provenance)
    if provenance and (provenance["sha256"], provenance["words"]) != (sha256, stats.words):
        stated = shortened(provenance["sha256"], 2 * len(sha256))
        stated = stated if stated.isalnum() else repr(stated)
        raise LexiconError(
            f"{path}: {stats.words:,} words, sha256 {sha256}; expected {provenance['words']:,} words, "
            f"sha256 {stated}, as {path.with_suffix('.toml').name} says; build it again"
        )
    if stats.largest_label > alphabet.size:
        raise LexiconError(
            f"{path}: tile {stats.largest_label} in a word, expected at most {alphabet.size}: not made "
            f"for the {alphabet.name} tiles; import it again from a word list"
        )
    return stats.words, alphabet


def _alphabet(path: Path, provenance: dict[str, Any]) -> Alphabet:
    try:
        alphabet = Alphabet.load(provenance.get("alphabet", DEFAULT_ALPHABET))
    except TileError as error:
        raise LexiconError(f"{path.with_suffix('.toml')}: {error}") from None
    tiles = " ".join(alphabet.letters)
    if provenance.get("tiles", tiles) != tiles:
        stated = quoted(provenance["tiles"], 2 * len(tiles))
        raise LexiconError(
            f"{path}: made for the tiles {stated}, expected {tiles}, the {alphabet.name} ones; build it again"
        )
    return alphabet
