"""Lexicons in the formats of other programs, told apart by their bytes, never by their names.

    dawgdic       a count of units, and exactly so many         ours: which tiles, its .toml says
    Quackle       version 1, and its letters after 20 bytes     .dawg; it says how many words it has
    kwg           two nodes without a tile, then nodes          wolges, Woogles, MAGPIE, Macondo
    text          anything that reads as text                   see `encoding`, `dialect`

    source = read(data, "NWL23", language=None)                 all words, in the tiles of an alphabet

Whatever cannot be read is a LexiconError of one line that says what the file is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scrabble.game.tiles import Alphabet, TileError
from scrabble.lexicon import (
    dawg,
    dialect,
    encoding,
    kwg,
    languages,
    quackle,
    sibling_graph,
    word_array,
    word_list,
)
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.languages import DEFAULT, MOST_FOREIGN
from scrabble.lexicon.sibling_graph import SiblingGraph
from scrabble.lexicon.word_array import WordArray
from scrabble.lexicon.word_list import EXAMPLES, Rejected, WordList

DEFAULT_ALPHABET = DEFAULT
DAWGDIC, QUACKLE, KWG, TEXT = "dawgdic", "Quackle .dawg", ".kwg", "text"
SHORTEST, LONGEST = 2, {"english_super": 21}  # tiles of a word of a text; the board has 15 squares a row
USUAL_LONGEST = 15
FOREIGN_TILE = 128  # and up: letters of a file that the alphabet lacks
NONE = Rejected()
OTHERS = (
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"\x1f\x8b", "a gzip archive: unpack it first"),
    (b"BZh", "a bzip2 archive: unpack it first"),
    (b"\xfd7zXZ", "an xz archive: unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive: unpack it first"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0", "an Office document: save it as text"),
)


class Source(NamedTuple):
    """A file that has been read."""

    kind: str
    alphabet: Alphabet
    words: WordArray
    found: WordList  # what became of them and of the others; `words` may be empty here
    fitting: tuple[str, ...] = ()  # languages that suit better, if this one does not

    @property
    def refusal(self) -> str:
        """Why it should not be taken without being forced; "" if nothing speaks against it."""
        count, read = self.found.foreign.count, self.found.read
        if count <= MOST_FOREIGN * read:
            return ""
        hint = (
            f"; they look {' or '.join(self.fitting)}: import them with --language {self.fitting[0]}"
            if self.fitting
            else ""
        )
        return (
            f"{count:,} of {read:,} words are not spelt by the {self.alphabet.name} tiles, such as "
            f"{self.found.foreign.examples[0]}{hint}"
        )


def kind_of(data: bytes) -> str | None:
    """The format, None when the bytes are binary and of no format that is known."""
    if len(data) >= 4:
        units = int.from_bytes(data[:4], "little")
        if units and units % dawg.BLOCK == 0 and len(data) == 4 * (1 + units):
            return DAWGDIC
    if quackle.version_of(data) is not None:
        return QUACKLE
    has_bom = any(data.startswith(bom) for bom, _ in encoding.BOMS)
    if kwg.is_kwg(data) and not kwg.is_leave_values(data) and not (has_bom and encoding.is_wide(data)):
        return KWG
    is_known = any(data.startswith(magic) for magic, _ in OTHERS)
    return TEXT if data and not is_known and (has_bom or _looks_like_text(data)) else None


def read(data: bytes, name: str, language: str | None = None) -> Source:
    """All words of a file called `name`; without a language, it is told by the name or the file.

    Raises LexiconError for what cannot be read, and when nothing tells the language.
    """
    kind = kind_of(data)
    alphabet = _named(name, language)
    if kind == TEXT:
        return _read_text(data, alphabet or Alphabet.load(languages.told(data)))
    if kind is None:
        raise LexiconError(_unknown(data))
    try:
        if kind == QUACKLE:
            return _read_quackle(data, alphabet)
        if kind == KWG:
            return _read_kwg(data, alphabet)
        units = dawg.from_bytes(data)
        dawg.survey(units)
        graph = sibling_graph.of_units(units)
        return _of_numbers(DAWGDIC, graph, alphabet or Alphabet.load(DEFAULT_ALPHABET))
    except LexiconError as error:
        raise LexiconError(f"a lexicon in the format {kind}: {error}") from None


def _named(name: str, language: str | None) -> Alphabet | None:
    """The alphabet of a language, or of the lexicons with such a name."""
    try:
        return Alphabet.load(language) if language else Alphabet.of_lexicon(name)
    except TileError as error:
        raise LexiconError(str(error)) from None


def _read_kwg(data: bytes, alphabet: Alphabet | None) -> Source:
    graph = kwg.read(data)
    if alphabet is None:
        sibling_graph.count(graph)  # a damaged file is not made better by a language
        raise LexiconError(
            f"it does not say its language; import it with --language, one of {', '.join(Alphabet.names())}"
        )
    return _of_numbers(KWG, graph, alphabet)


def _of_numbers(kind: str, graph: SiblingGraph, alphabet: Alphabet) -> Source:
    """The words of a graph whose tiles are numbers of the alphabet."""
    words = sibling_graph.words(graph)
    largest = int(word_array.codes_of(words).max())
    if largest > alphabet.size:
        large = [name for name in Alphabet.names() if Alphabet.load(name).size >= largest]
        raise LexiconError(
            f"tile {largest} in a word, the {alphabet.name} set has {alphabet.size}; "
            f"languages with so many: {', '.join(large) or 'none that is known'} (--language)"
        )
    return Source(kind, alphabet, words, _all_good(len(words)))


def _read_quackle(data: bytes, alphabet: Alphabet | None) -> Source:
    letters, said, graph = quackle.read(data)
    alphabet = alphabet or _of_letters(letters)
    codes = {letter: code for code, letter in enumerate(alphabet.letters, 1)}
    table = [0, *(codes.get(letter, FOREIGN_TILE + at) for at, letter in enumerate(letters))]
    counted = sum(sibling_graph.count(graph))
    if counted != said:
        raise LexiconError(f"damaged: it holds {counted:,} words and says that it holds {said:,}")
    words = sibling_graph.words(graph._replace(tile=np.array(table, np.uint8)[graph.tile]))
    is_foreign = (word_array.codes_of(words) >= FOREIGN_TILE).any(1)
    if not is_foreign.any():
        return Source(QUACKLE, alphabet, words, _all_good(len(words)))
    texts = {code: letter for letter, code in zip(letters, table[1:], strict=True)}
    examples = ["".join(texts[code] for code in word) for word in words[is_foreign][:EXAMPLES]]
    foreign = Rejected(int(is_foreign.sum()), tuple(examples))
    found = WordList((), len(words), 0, foreign, NONE, NONE, "")
    return Source(QUACKLE, alphabet, words[~is_foreign], found)


def _of_letters(letters: Sequence[str]) -> Alphabet:
    """The alphabet of a file that says its letters, not its language."""
    there = [Alphabet.load(name) for name in Alphabet.names()]
    same = [each for each in there if set(each.letters) == set(letters)]
    for fitting in (same, [each for each in there if set(each.letters) >= set(letters)]):
        usual = [each for each in fitting if each.name == DEFAULT_ALPHABET]
        if len(fitting) == 1 or usual:
            return (usual or fitting)[0]
        if fitting:
            names = ", ".join(each.name for each in fitting)
            raise LexiconError(f"its letters may be {names}; choose with --language")
    raise LexiconError(f"its letters are those of no language that is known: {' '.join(letters)}")


def _read_text(data: bytes, alphabet: Alphabet) -> Source:
    text, found_encoding = encoding.decoded(data, languages.spells(alphabet))
    if text.lstrip()[:15].lower().startswith(("<!doctype", "<html", "<?xml")):
        raise LexiconError("a page of the web, expected a list of words")
    numbered = dialect.words_of(text, dialect.is_wordlike)
    found = word_list.sort(numbered, alphabet, SHORTEST, LONGEST.get(alphabet.name, USUAL_LONGEST))
    if not found.read:
        raise LexiconError("a text without a word")
    source = Source(f"{TEXT}, {found_encoding}", alphabet, word_array.array_of(found.words), found)
    return source._replace(fitting=tuple(languages.languages_that_fit(data))) if source.refusal else source


def _all_good(words: int) -> WordList:
    return WordList((), words, 0, NONE, NONE, NONE, "")


def _looks_like_text(data: bytes) -> bool:
    start = data[:4096]
    if b"\0" in start:
        return encoding.is_wide(start)
    return sum(byte < 32 and chr(byte) not in encoding.WHITE for byte in start) <= MOST_FOREIGN * len(start)


def _unknown(data: bytes) -> str:
    """What bytes are that cannot be read."""
    for magic, what in OTHERS:
        if data.startswith(magic):
            return what
    if kwg.is_leave_values(data):
        return "values of leaves (.klv), expected words"
    if quackle.is_gaddag(data):
        return "perhaps Quackle's .gaddag, which is not read: take the .dawg of the same name"
    try:
        dawg.from_bytes(data)
    except LexiconError as error:
        return f"neither a list of words nor a lexicon in a format that is known; as dawgdic: {error}"
    raise AssertionError("dawgdic is known")
