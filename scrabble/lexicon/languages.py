"""The language of a word list whose name does not tell it: by its words, else by its letters.

    share     of its words that a bundled lexicon has: ENABLE has 6 % of the words of free-french, and no
              lexicon more than a quarter of those of another language
    letters   the language whose tiles spell it, with hardly a tile left over: å and ä without æ are Swedish

A list that is too short to say anything is taken as English, as it always was.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from scrabble import datafiles
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import dawg, dialect, encoding, word_list
from scrabble.lexicon.dawg import LexiconError

DEFAULT = "english"
MOST_FOREIGN = 0.01  # of the words, where the tiles of a language are said to spell a list
FITTING = 3  # languages that are named
SAMPLE = 2000  # words to tell a language by
LEAST = 100  # words that tell one
SHARE = 0.25  # of the words in a lexicon of the language; in those of others it is less
TIMES = 2  # the share of the next best
CHOOSE = "choose with --language"
FEW = 2  # letters that a list may happen not to use


def told(data: bytes) -> str:
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


class Fit(NamedTuple):
    """A language whose tiles spell a list."""

    unused: int  # letters with tiles that the list never uses
    foreign: int  # words that the tiles do not spell after all
    name: str


def _that_fit(sample: bytes) -> list[Fit]:
    """A few languages that leave the fewest tiles over."""
    found = []
    for name in Alphabet.names():
        alphabet = Alphabet.load(name)
        spelt = _spelt(sample, alphabet)
        used = set().union(*(codes for codes in spelt if codes))
        unused = sum(count > 0 and code not in used for code, count in enumerate(alphabet.counts) if code)
        if spelt.count(None) <= MOST_FOREIGN * len(spelt):
            found.append(Fit(unused, spelt.count(None), name))
    least = min(found, default=Fit(0, 0, "")).unused
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
    paths = datafiles.bundled("lexicons").glob("*.dawg")
    return {getattr(Alphabet.of_lexicon(path.stem), "name", DEFAULT): path for path in paths}


def _spelt(sample: bytes, alphabet: Alphabet) -> list[bytes | None]:
    """The words of a text in the tiles of a language, None for each that they do not spell."""
    spell = word_list.speller(alphabet)
    text, _ = encoding.decoded(sample, spells(alphabet))
    return [spell(word) for _, word in dialect.words_of(text, dialect.is_wordlike)]


def _sample(data: bytes) -> bytes:
    """Some of the lines of a text."""
    if b"\0" in data[:1000]:
        return data[: 1 << 16]  # wide characters, whole ones
    lines = data.splitlines()
    return b"\n".join(lines[:: len(lines) // SAMPLE + 1])
