"""Read lexicons in the formats of other programs, detected from their bytes, never from their names.

    dawgdic       a number of units, and exactly that many      ours: its .toml names the tiles
    Quackle       version 1, and its letters after 20 bytes     .dawg; it states its number of words
    kwg, kbwg     a node without a tile, then nodes             wolges, Woogles, MAGPIE, Macondo
    text          anything that reads as text                   see `layout`, `word_list`

    source = read(data, "NWL23", language=None)                 all words, in the tiles of an alphabet

A file that cannot be read is a LexiconError of one line that says what the file is.

The language of a word list is detected from its name, else from its words, else from its letters:

    words     the share of them that a bundled lexicon has: ENABLE has 6 % of the words of free-french, and
              no lexicon more than a quarter of those of another language
    letters   the language whose tiles spell it, with hardly a tile left over: å and ä without æ are Swedish

A list that is too short to tell is taken as English.
"""

from __future__ import annotations

import codecs
import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from scrabble import files
from scrabble.game.tiles import DEFAULT_ALPHABET, Alphabet, TileError
from scrabble.lexicon import dawg, json_words, kwg, layout, quackle, sibling_graph, word_list
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.sibling_graph import SiblingGraph, WordArray
from scrabble.lexicon.word_list import EXAMPLES, RejectedWords, WordList

MOST_FOREIGN = 0.01  # share of the words that the tiles of a language that fits may fail to spell
FITTING = 3  # languages named in a message
SAMPLE = 2000  # words from which a language is detected
LEAST = 100  # words needed to detect one
SHARE = 0.25  # of the words are in a lexicon of the language; in those of other languages fewer
TIMES = 2  # the share of the next best
CHOOSE = "choose with --language"
LONG, LEAST_LONG = 4, 20  # tiles of a word; words as long that cannot all have their tiles in order
FEW = 2  # letters that a list may leave unused by chance

DAWGDIC, QUACKLE, TEXT = "dawgdic", "Quackle .dawg", "text"
SHORTEST, LONGEST = 2, {"english_super": 21}  # tiles of a word of a text; the board has 15 squares a row
USUAL_LONGEST = 15
FOREIGN_TILE = 128  # and above: letters of a file that the alphabet lacks
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
    """The words of a file, and how it was read."""

    kind: str
    alphabet: Alphabet
    words: WordArray
    found: WordList  # counts of accepted and rejected words; its own `words` may be empty
    fitting: tuple[str, ...] = ()  # languages that fit better, if this one does not

    @property
    def refusal(self) -> str:
        """Return why the file should be refused unless forced; "" for no reason."""
        count, read = self.found.foreign.count, self.found.read
        if count <= MOST_FOREIGN * read:
            return ""
        hint = (
            f"; they look {' or '.join(self.fitting)}: try --language {self.fitting[0]}"
            if self.fitting
            else ""
        )
        return (
            f"{count:,} of {read:,} words are not spelt by the {self.alphabet.name} tiles, such as "
            f"{self.found.foreign.examples[0]}{hint}"
        )


class LanguageFit(NamedTuple):
    """A language whose tiles spell a list."""

    unused: int  # letters with tiles that the list never uses
    foreign: int  # words that the tiles do not spell after all
    name: str


def detect_format(data: bytes) -> str | None:
    """Return the format; None for an unknown binary one."""
    if len(data) >= 4:
        units = int.from_bytes(data[:4], "little")
        if units and units % dawg.BLOCK == 0 and len(data) == 4 * (1 + units):
            return DAWGDIC
    if quackle.version_of(data) is not None:
        return QUACKLE
    has_bom = any(data.startswith(bom) for bom, _ in word_list.BOMS)
    graph = kwg.format_of(data)
    if graph and not kwg.is_leave_values(data) and not (has_bom and word_list.is_wide(data)):
        return graph
    is_known = any(data.startswith(magic) for magic, _ in OTHERS)
    return TEXT if data and not is_known and (has_bom or _looks_like_text(data)) else None


def read(data: bytes, name: str, language: str | None = None) -> ParsedLexicon:
    """Read all words of a file called `name`; a missing language is detected from the name or the file.

    Raises LexiconError if the file cannot be read or its language cannot be detected.
    """
    kind = detect_format(data)
    if kind is None:
        raise LexiconError(_unknown(data))
    found = _read(data, kind, _named(name, language))
    if _are_alphagrams(found.words):
        raise LexiconError("alphagrams (.kad): the tiles of every word are in order, expected words")
    return found


def _read(data: bytes, kind: str, alphabet: Alphabet | None) -> ParsedLexicon:
    if kind == TEXT:
        return _read_text(data, alphabet or Alphabet.load(detect(data)))
    try:
        if kind == QUACKLE:
            return _read_quackle(data, alphabet)
        if kind in kwg.LAYOUTS:
            return _read_kwg(data, kind, alphabet)
        units = dawg.from_bytes(data)
        dawg.validate(units)
        graph = sibling_graph.of_units(units)
        return _of_numbers(DAWGDIC, graph, alphabet or Alphabet.load(DEFAULT_ALPHABET))
    except LexiconError as error:
        raise LexiconError(f"a lexicon in the format {kind}: {error}") from None


def _named(name: str, language: str | None) -> Alphabet | None:
    """Return the alphabet of a language or else that of the lexicon's name, if known."""
    try:
        return Alphabet.load(language) if language else Alphabet.of_lexicon(name)
    except TileError as error:
        raise LexiconError(str(error)) from None


def _are_alphagrams(words: WordArray) -> bool:
    """Return whether the tiles of all words are in order, and not by chance."""
    codes = sibling_graph.codes_of(words[sibling_graph.lengths_of(words) >= LONG])
    is_ordered = (codes[:, :-1] <= codes[:, 1:]) | (codes[:, 1:] == 0)
    return len(codes) >= LEAST_LONG and bool(is_ordered.all())


def _read_kwg(data: bytes, kind: str, alphabet: Alphabet | None) -> ParsedLexicon:
    graph = kwg.read(data, kind)
    if alphabet is None:
        sibling_graph.count(graph)  # report damage first: no language would help
        raise LexiconError(
            f"it does not state its language; add --language, one of {', '.join(Alphabet.names())}"
        )
    return _of_numbers(kind, graph, alphabet)


def _of_numbers(kind: str, graph: SiblingGraph, alphabet: Alphabet) -> ParsedLexicon:
    """Return the words of a graph whose tiles are numbers of the alphabet."""
    words = sibling_graph.words(graph)
    largest = int(sibling_graph.codes_of(words).max())
    if largest > alphabet.size:
        large = [name for name in Alphabet.names() if Alphabet.load(name).size >= largest]
        raise LexiconError(
            f"tile {largest} in a word, the {alphabet.name} set has {alphabet.size}; "
            f"languages with that many: {', '.join(large) or 'none'} (--language)"
        )
    return ParsedLexicon(kind, alphabet, words, WordList(read=len(words)))


def _read_quackle(data: bytes, alphabet: Alphabet | None) -> ParsedLexicon:
    letters, stated, graph = quackle.read(data)
    alphabet = alphabet or _of_letters(letters)
    codes = {letter: code for code, letter in enumerate(alphabet.letters, 1)}
    table = [0, *(codes.get(letter, FOREIGN_TILE + at) for at, letter in enumerate(letters))]
    counted = sum(sibling_graph.count(graph))
    if counted != stated:
        raise LexiconError(f"damaged: it holds {counted:,} words and says that it holds {stated:,}")
    words = sibling_graph.words(graph._replace(tile=np.array(table, np.uint8)[graph.tile]))
    is_foreign = (sibling_graph.codes_of(words) >= FOREIGN_TILE).any(1)
    if not is_foreign.any():
        return ParsedLexicon(QUACKLE, alphabet, words, WordList(read=len(words)))
    texts = {code: letter for letter, code in zip(letters, table[1:], strict=True)}
    examples = ["".join(texts[code] for code in word) for word in words[is_foreign][:EXAMPLES]]
    foreign = RejectedWords(int(is_foreign.sum()), tuple(examples))
    found = WordList(read=len(words), foreign=foreign)
    return ParsedLexicon(QUACKLE, alphabet, words[~is_foreign], found)


def _of_letters(letters: Sequence[str]) -> Alphabet:
    """Return the alphabet of a file that states its letters, not its language."""
    there = [Alphabet.load(name) for name in Alphabet.names()]
    same = [each for each in there if set(each.letters) == set(letters)]
    for fitting in (same, [each for each in there if set(each.letters) >= set(letters)]):
        usual = [each for each in fitting if each.name == DEFAULT_ALPHABET]
        if len(fitting) == 1 or usual:
            return (usual or fitting)[0]
        if fitting:
            names = ", ".join(each.name for each in fitting)
            raise LexiconError(f"its letters may be {names}; choose with --language")
    raise LexiconError(f"its letters are those of no known language: {' '.join(letters)}")


def _read_text(data: bytes, alphabet: Alphabet) -> ParsedLexicon:
    text, found_encoding = word_list.decoded(data, spells(alphabet))
    if text.lstrip()[:15].lower().startswith(("<!doctype", "<html", "<?xml")):
        raise LexiconError("a web page, expected a list of words")
    numbered = layout.words_of(text, layout.is_wordlike)
    found = word_list.classify(numbered, alphabet, SHORTEST, LONGEST.get(alphabet.name, USUAL_LONGEST))
    if not found.read:
        raise LexiconError("a text without a word")
    source = ParsedLexicon(f"{TEXT}, {found_encoding}", alphabet, sibling_graph.array_of(found.words), found)
    return (
        source._replace(fitting=tuple(each.name for each in _that_fit(_sample(data))))
        if source.refusal
        else source
    )


def _looks_like_text(data: bytes) -> bool:
    start = data[:4096]
    if b"\0" in start:
        return word_list.is_wide(start)
    return sum(byte < 32 and chr(byte) not in word_list.WHITE for byte in start) <= MOST_FOREIGN * len(start)


def _unknown(data: bytes) -> str:
    """Return a description of bytes that cannot be read."""
    for magic, what in OTHERS:
        if data.startswith(magic):
            return what
    if kwg.is_leave_values(data):
        return "values of leaves (.klv), expected words"
    if quackle.is_gaddag(data):
        return "probably Quackle's .gaddag, which cannot be read: use the .dawg of the same name"
    try:
        dawg.from_bytes(data)
    except LexiconError as error:
        return f"neither a list of words nor a lexicon in a known format; as dawgdic: {error}"
    raise AssertionError("dawgdic is known")


def detect(data: bytes) -> str:
    """Return the language of a list.  Raises LexiconError, which asks for it, if it cannot be detected."""
    sample = _sample(data)
    shares = {name: _share(sample, name) for name in _bundled()}
    *_, second, best = sorted(shares, key=lambda name: shares[name])
    if shares[best] >= max(SHARE, TIMES * shares[second]):
        return best
    fitting = _that_fit(sample)
    if not fitting or len(_spelt(sample, Alphabet.load(DEFAULT_ALPHABET))) < LEAST:
        return DEFAULT_ALPHABET
    if fitting[0].unused > FEW:
        raise LexiconError(f"its language cannot be detected from its name, words or letters: {CHOOSE}")
    if len(fitting) > 1:
        names = " or ".join(each.name for each in fitting)
        raise LexiconError(f"its language is unknown; its letters fit {names}: {CHOOSE}")
    return fitting[0].name


def _that_fit(sample: bytes) -> list[LanguageFit]:
    """Return a few languages that leave the fewest tiles unused."""
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
    """Return a predicate of texts: whether the tiles spell one."""
    spell = word_list.speller(alphabet)
    return lambda word: spell(word) is not None


def _share(sample: bytes, name: str) -> float:
    """Return the share of a sample's words that the bundled lexicon of a language has; 0 for few words."""
    spelt = _spelt(sample, Alphabet.load(name))
    if len(spelt) < LEAST:
        return 0
    look_up = dawg.reader(dawg.load(_bundled()[name]))
    return sum(codes is not None and codes in look_up for codes in spelt) / len(spelt)


def _bundled() -> dict[str, Path]:
    """Return the bundled lexicons by language."""
    paths = files.bundled("lexicons").glob("*.dawg")
    return {getattr(Alphabet.of_lexicon(path.stem), "name", DEFAULT_ALPHABET): path for path in paths}


def _spelt(data: bytes, alphabet: Alphabet) -> list[bytes | None]:
    """Return some words of a text in the tiles of a language, None for each that they cannot spell."""
    text, _ = word_list.decoded(data, spells(alphabet))
    return list(map(word_list.speller(alphabet), _some_words(text)))


@functools.lru_cache(maxsize=2)
def _some_words(text: str) -> list[str]:
    words = [word for _, word in layout.words_of(text, layout.is_wordlike)]
    return words[:: len(words) // SAMPLE + 1]


def _sample(data: bytes) -> bytes:
    """Return a sample of the lines of a text, or all of it where its lines may not be cut out."""
    lines = data.splitlines()
    start = data[:1000].removeprefix(codecs.BOM_UTF8).decode("latin-1").lstrip()
    is_code = start.startswith(("[", "{")) or json_words.ASSIGNED.match(start)
    if "\0" in start or len(lines) < SAMPLE or is_code:
        return data
    return b"\n".join(lines[:: len(lines) // SAMPLE + 1])
