"""Lexicons in the formats of other programs, told apart by their bytes, never by their names.

    dawgdic       a count of units, and exactly so many         ours: which tiles, its .toml says
    Quackle       version 1, and its letters after 20 bytes     .dawg; it says how many words it has
    kwg           two nodes without a tile, then nodes          wolges, Woogles, MAGPIE, Macondo
    text          anything that reads as text                   see `encoding`, `dialect`

    source = read(data, "NWL23", language=None)                 all words, in the tiles of an alphabet

Whatever cannot be read is a LexiconError of one line that says what the file is.

The language of a word list whose name does not tell it: by its words, else by its letters.

    share     of its words that a bundled lexicon has: ENABLE has 6 % of the words of free-french, and no
              lexicon more than a quarter of those of another language
    letters   the language whose tiles spell it, with hardly a tile left over: å and ä without æ are Swedish

A list that is too short to say anything is taken as English, as it always was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from scrabble import files
from scrabble.game.tiles import Alphabet, TileError
from scrabble.lexicon import dawg, kwg, quackle, sibling_graph, word_list
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.sibling_graph import SiblingGraph, WordArray
from scrabble.lexicon.word_list import EXAMPLES, RejectedWords, WordList

DEFAULT = "english"
MOST_FOREIGN = 0.01  # of the words, where the tiles of a language are said to spell a list
FITTING = 3  # languages that are named
SAMPLE = 2000  # words to tell a language by
LEAST = 100  # words that tell one
SHARE = 0.25  # of the words in a lexicon of the language; in those of others it is less
TIMES = 2  # the share of the next best
CHOOSE = "choose with --language"
FEW = 2  # letters that a list may happen not to use


def detect(data: bytes) -> str:
    """The language of a list.  Raises LexiconError, one line that asks for it, where nothing tells."""
    sample = _sample(data)
    shares = {name: _share(sample, name) for name in _bundled()}
    *_, second, best = sorted(shares, key=lambda name: shares[name])
    if shares[best] >= max(SHARE, TIMES * shares[second]):
        return best
    fitting = _that_fit(sample)
    if not fitting or len(_spelt(sample, Alphabet.load(DEFAULT))) < LEAST:
        return DEFAULT
    if fitting[0].unused > FEW:
        raise LexiconError(f"neither its name, its words nor its letters tell its language: {CHOOSE}")
    if len(fitting) > 1:
        names = " or ".join(each.name for each in fitting)
        raise LexiconError(f"by its name and words it may be anything, by its letters {names}: {CHOOSE}")
    return fitting[0].name


def languages_that_fit(data: bytes) -> list[str]:
    """The languages whose tiles spell the words of a text, the one that fits best first."""
    return [each.name for each in _that_fit(_sample(data))]


class LanguageFit(NamedTuple):
    """A language whose tiles spell a list."""

    unused: int  # letters with tiles that the list never uses
    foreign: int  # words that the tiles do not spell after all
    name: str


def _that_fit(sample: bytes) -> list[LanguageFit]:
    """A few languages that leave the fewest tiles over."""
    found = []
    for name in Alphabet.names():
        alphabet = Alphabet.load(name)
        spelt = _spelt(sample, alphabet)
        used = set().union(*(codes for codes in spelt if codes))
        unused = sum(count > 0 and code not in used for code, count in enumerate(alphabet.counts) if code)
        if spelt.count(None) <= MOST_FOREIGN * len(spelt):
            found.append(LanguageFit(unused, spelt.count(None), name))
    least = min(found, default=LanguageFit(0, 0, "")).unused
    return [fit for fit in sorted(found) if fit.unused == least][:FITTING]


def spells(alphabet: Alphabet) -> Callable[[str], bool]:
    """A function that says of a text whether the tiles spell it."""
    spell = word_list.speller(alphabet)
    return lambda word: spell(word) is not None


def _share(sample: bytes, name: str) -> float:
    """The share of the words of a sample that the bundled lexicon of a language has; 0 for few words."""
    spelt = _spelt(sample, Alphabet.load(name))
    if len(spelt) < LEAST:
        return 0
    look_up = dawg.reader(dawg.load(_bundled()[name]))
    return sum(codes is not None and codes in look_up for codes in spelt) / len(spelt)


def _bundled() -> dict[str, Path]:
    """The lexicon that comes along, by language."""
    paths = files.bundled("lexicons").glob("*.dawg")
    return {getattr(Alphabet.of_lexicon(path.stem), "name", DEFAULT): path for path in paths}


def _spelt(sample: bytes, alphabet: Alphabet) -> list[bytes | None]:
    """The words of a text in the tiles of a language, None for each that they do not spell."""
    spell = word_list.speller(alphabet)
    text, _ = word_list.decoded(sample, spells(alphabet))
    return [spell(word) for _, word in word_list.words_of(text, word_list.is_wordlike)]


def _sample(data: bytes) -> bytes:
    """Some of the lines of a text."""
    if b"\0" in data[:1000]:
        return data[: 1 << 16]  # wide characters, whole ones
    lines = data.splitlines()
    return b"\n".join(lines[:: len(lines) // SAMPLE + 1])


DEFAULT_ALPHABET = DEFAULT
DAWGDIC, QUACKLE, KWG, TEXT = "dawgdic", "Quackle .dawg", ".kwg", "text"
SHORTEST, LONGEST = 2, {"english_super": 21}  # tiles of a word of a text; the board has 15 squares a row
USUAL_LONGEST = 15
FOREIGN_TILE = 128  # and up: letters of a file that the alphabet lacks
NONE = RejectedWords()
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


class ParsedLexicon(NamedTuple):
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


def detect_format(data: bytes) -> str | None:
    """The format, None when the bytes are binary and of no format that is known."""
    if len(data) >= 4:
        units = int.from_bytes(data[:4], "little")
        if units and units % dawg.BLOCK == 0 and len(data) == 4 * (1 + units):
            return DAWGDIC
    if quackle.version_of(data) is not None:
        return QUACKLE
    has_bom = any(data.startswith(bom) for bom, _ in word_list.BOMS)
    if kwg.is_kwg(data) and not kwg.is_leave_values(data) and not (has_bom and word_list.is_wide(data)):
        return KWG
    is_known = any(data.startswith(magic) for magic, _ in OTHERS)
    return TEXT if data and not is_known and (has_bom or _looks_like_text(data)) else None


def read(data: bytes, name: str, language: str | None = None) -> ParsedLexicon:
    """All words of a file called `name`; without a language, it is told by the name or the file.

    Raises LexiconError for what cannot be read, and when nothing tells the language.
    """
    kind = detect_format(data)
    alphabet = _named(name, language)
    if kind == TEXT:
        return _read_text(data, alphabet or Alphabet.load(detect(data)))
    if kind is None:
        raise LexiconError(_unknown(data))
    try:
        if kind == QUACKLE:
            return _read_quackle(data, alphabet)
        if kind == KWG:
            return _read_kwg(data, alphabet)
        units = dawg.from_bytes(data)
        dawg.validate(units)
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


def _read_kwg(data: bytes, alphabet: Alphabet | None) -> ParsedLexicon:
    graph = kwg.read(data)
    if alphabet is None:
        sibling_graph.count(graph)  # a damaged file is not made better by a language
        raise LexiconError(
            f"it does not say its language; import it with --language, one of {', '.join(Alphabet.names())}"
        )
    return _of_numbers(KWG, graph, alphabet)


def _of_numbers(kind: str, graph: SiblingGraph, alphabet: Alphabet) -> ParsedLexicon:
    """The words of a graph whose tiles are numbers of the alphabet."""
    words = sibling_graph.words(graph)
    largest = int(sibling_graph.codes_of(words).max())
    if largest > alphabet.size:
        large = [name for name in Alphabet.names() if Alphabet.load(name).size >= largest]
        raise LexiconError(
            f"tile {largest} in a word, the {alphabet.name} set has {alphabet.size}; "
            f"languages with so many: {', '.join(large) or 'none that is known'} (--language)"
        )
    return ParsedLexicon(kind, alphabet, words, _all_good(len(words)))


def _read_quackle(data: bytes, alphabet: Alphabet | None) -> ParsedLexicon:
    letters, said, graph = quackle.read(data)
    alphabet = alphabet or _of_letters(letters)
    codes = {letter: code for code, letter in enumerate(alphabet.letters, 1)}
    table = [0, *(codes.get(letter, FOREIGN_TILE + at) for at, letter in enumerate(letters))]
    counted = sum(sibling_graph.count(graph))
    if counted != said:
        raise LexiconError(f"damaged: it holds {counted:,} words and says that it holds {said:,}")
    words = sibling_graph.words(graph._replace(tile=np.array(table, np.uint8)[graph.tile]))
    is_foreign = (sibling_graph.codes_of(words) >= FOREIGN_TILE).any(1)
    if not is_foreign.any():
        return ParsedLexicon(QUACKLE, alphabet, words, _all_good(len(words)))
    texts = {code: letter for letter, code in zip(letters, table[1:], strict=True)}
    examples = ["".join(texts[code] for code in word) for word in words[is_foreign][:EXAMPLES]]
    foreign = RejectedWords(int(is_foreign.sum()), tuple(examples))
    found = WordList((), len(words), 0, foreign, NONE, NONE, "")
    return ParsedLexicon(QUACKLE, alphabet, words[~is_foreign], found)


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


def _read_text(data: bytes, alphabet: Alphabet) -> ParsedLexicon:
    text, found_encoding = word_list.decoded(data, spells(alphabet))
    if text.lstrip()[:15].lower().startswith(("<!doctype", "<html", "<?xml")):
        raise LexiconError("a page of the web, expected a list of words")
    numbered = word_list.words_of(text, word_list.is_wordlike)
    found = word_list.classify(numbered, alphabet, SHORTEST, LONGEST.get(alphabet.name, USUAL_LONGEST))
    if not found.read:
        raise LexiconError("a text without a word")
    source = ParsedLexicon(f"{TEXT}, {found_encoding}", alphabet, sibling_graph.array_of(found.words), found)
    return source._replace(fitting=tuple(languages_that_fit(data))) if source.refusal else source


def _all_good(words: int) -> WordList:
    return WordList((), words, 0, NONE, NONE, NONE, "")


def _looks_like_text(data: bytes) -> bool:
    start = data[:4096]
    if b"\0" in start:
        return word_list.is_wide(start)
    return sum(byte < 32 and chr(byte) not in word_list.WHITE for byte in start) <= MOST_FOREIGN * len(start)


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
