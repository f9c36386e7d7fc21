"""Tiles: the letters of a language, with their counts and values.

    code   0      1   2   3  ...   N        65    66   ...   64 + N
    tile   blank  A   B   C  ...   Z        a     b    ...   z (a blank played as that letter)

A tile is a small number, its code, in the order of the language's data file (`alphabets/*.toml`).
0 is a blank that stands for nothing yet, and is only ever on a rack; on a board 0 is an empty
square.  A tile may have several letters: CH, L·L, QU.  Such a tile is written in square brackets
where its letters could be read as tiles of their own ([CH] in Spanish, but L·L in Catalan).

Invariant: `encode(decode(codes)) == codes`.
"""

from __future__ import annotations

import functools
import re
import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scrabble.errors import ScrabbleError
from scrabble.files import data_files

BLANK = 64  # added to the code of the letter that a blank stands for
UNASSIGNED = "?"
DEFAULT_ALPHABET = "english"
MOST_IN_BAG = 4  # tiles: the pre-endgame search takes no more
L_GEMINADA = re.compile("([Ŀŀ])[Ll]?")


class TileError(ScrabbleError):
    """A text that cannot be read as tiles, or an unknown language."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The tiles of one language."""

    name: str
    letters: tuple[str, ...]  # the text of code 1, 2, ... N, upper case
    lower: tuple[str, ...]  # the same, lower case: a blank played as that letter
    counts: tuple[int, ...]  # by code: tiles in the set; counts[0] is the number of blanks
    values: tuple[int, ...]  # by code: points
    rules: str = "english"  # the rule set of this language
    lexicons: tuple[str, ...] = ()  # prefixes of the names of its lexicons
    aliases: tuple[tuple[str, str], ...] = ()  # other spellings: (spelling, letter)
    _codes: dict[str, int] = field(init=False, repr=False, compare=False)
    _texts: dict[int, str] = field(init=False, repr=False, compare=False)
    _tile: re.Pattern[str] = field(init=False, repr=False, compare=False)  # the longest first; or no tile

    def __post_init__(self) -> None:
        if not len(self.letters) == len(self.lower) == len(self.counts) - 1 == len(self.values) - 1:
            raise TileError(f"{self.name}: letters, counts and values differ in number")
        if len(self.letters) >= BLANK:
            raise TileError(f"{self.name}: {len(self.letters)} letters, at most {BLANK - 1}")
        codes, texts = {UNASSIGNED: 0}, {0: UNASSIGNED}
        ambiguous = {text for text in self.letters if _is_spelt_by(text, set(self.letters) - {text})}
        for code, (upper, lower) in enumerate(zip(self.letters, self.lower, strict=True), 1):
            for text, tile in ((upper, code), (lower, BLANK | code)):
                bracketed = f"[{text}]"
                texts[tile] = bracketed if upper in ambiguous else text
                for spelling in (texts[tile], bracketed):
                    if codes.setdefault(spelling, tile) != tile:
                        raise TileError(f"{self.name}: {spelling!r} stands for two tiles")
        for spelling, letter in self.aliases:
            code = 1 + self.letters.index(letter)
            codes.setdefault(spelling, code)
            codes.setdefault(spelling.lower(), BLANK | code)
        object.__setattr__(self, "_codes", codes)
        object.__setattr__(self, "_texts", texts)
        longest_first = map(re.escape, sorted(codes, key=len, reverse=True))
        pattern = "|".join([*longest_first, r"\[[^\[\]]*\]", "."])
        object.__setattr__(self, "_tile", re.compile(pattern, re.DOTALL))

    @property
    def size(self) -> int:
        """The number of letters, the blank not counted: codes run from 1 to `size`."""
        return len(self.letters)

    @property
    def total(self) -> int:
        """The number of tiles in the set, blanks included."""
        return sum(self.counts)

    @property
    def language(self) -> str:
        """The language of its words: english for english_super."""
        return self.name.partition("_")[0]

    def has_words_of(self, other: Alphabet) -> bool:
        """Return whether words in the tiles of another alphabet are words in these, too."""
        return self.language == other.language and self.letters == other.letters

    def value_of(self, code: int) -> int:
        """Return the points of a tile; a blank has those of code 0, whichever letter it stands for."""
        return self.values[0 if code & BLANK else code]

    def value(self, codes: Iterable[int]) -> int:
        """Return the total points of some tiles."""
        return sum(map(self.value_of, codes))

    def encode(self, text: str) -> bytes:
        """Read tiles: upper case is a letter, lower case a blank played as that letter, '?' a blank.

        The longest tile that fits is taken.  Raises TileError, quoting the text.
        """
        try:
            return bytes([self._codes[tile] for tile in self._tile.findall(normal_form(text))])
        except KeyError as error:
            tile = error.args[0]
            raise TileError(f"no tile {quoted(tile)} in the {self.name} set: {quoted(text)}") from None

    def decode(self, codes: Iterable[int]) -> str:
        """Write tiles in the form that `encode` reads.  Raises TileError for a code without a tile."""
        try:
            return "".join([self._texts[code] for code in codes])
        except KeyError as error:
            raise TileError(f"no tile of the {self.name} set has the code {error.args[0]}") from None

    def rack_text(self, codes: Iterable[int]) -> str:
        """Write tiles as a rack: in order, blanks last."""
        return self.decode(in_order(codes))

    def letter_of(self, code: int) -> str:
        """Return the letter of a tile: without brackets; lower case for a blank, ? if unassigned."""
        return self.decode([code]).strip("[]")

    @staticmethod
    def names() -> tuple[str, ...]:
        """Return the names of the bundled languages, sorted."""
        return tuple(data_files("alphabets"))

    @staticmethod
    def load(name: str) -> Alphabet:
        """Return the bundled alphabet of this name.  Raises TileError if there is none."""
        if name not in data_files("alphabets"):
            raise TileError(
                f"unknown language {quoted(name)}, expected one of {', '.join(data_files('alphabets'))}"
            )
        return _load(name)

    @staticmethod
    def of_lexicon(lexicon: str) -> Alphabet | None:
        """Return the alphabet of a lexicon, by the prefix of its name (CSW21, FRA24), or None."""
        for name in (DEFAULT_ALPHABET, *data_files("alphabets")):
            prefixes = _data(name).get("lexicons", ())
            if lexicon.upper().startswith(tuple(prefix.upper() for prefix in prefixes)):
                return _load(name)
        return None

    @staticmethod
    def of_language(text: str) -> Alphabet | None:
        """Return the alphabet of a language, by its name in English or its own (German, Deutsch), or None."""
        wanted = normal_form(text).casefold()
        for name in data_files("alphabets"):
            if wanted in map(str.casefold, (name, *_data(name).get("called", ()))):
                return _load(name)
        return None


def in_order(codes: Iterable[int]) -> list[int]:
    """Return the tiles of a rack in the order of the alphabet, blanks last."""
    return sorted(codes, key=lambda code: (code == 0, code))


def normal_form(text: str) -> str:
    """Return a text in NFC, and ŀ, one character for l·, as in the tile l·l."""
    return L_GEMINADA.sub(
        lambda found: "L·L" if found[1] == "Ŀ" else "l·l", unicodedata.normalize("NFC", text)
    )


def quoted(text: str, limit: int = 60) -> str:
    """Return a text in quotes on one line, without its middle if it is longer than `limit`."""
    return repr(shortened(text, limit))


def shortened(text: str, limit: int = 60) -> str:
    """Return a text, without its middle if it is longer than `limit`."""
    return f"{text[: limit // 2]} … {text[-limit // 3 :]}" if len(text) > limit else text


def _is_spelt_by(text: str, tiles: set[str]) -> bool:
    return not text or any(text.startswith(tile) and _is_spelt_by(text[len(tile) :], tiles) for tile in tiles)


@functools.cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(data_files("alphabets")[name].read_text("utf-8"))


@functools.cache
def _load(name: str) -> Alphabet:
    data = _data(name)
    letters = tuple(str(letter) for letter, _, _ in data["tiles"][1:])  # the blank comes first
    return Alphabet(
        name=data["name"],
        letters=letters,
        lower=tuple(letter.lower() for letter in letters),
        counts=tuple(int(count) for _, count, _ in data["tiles"]),
        values=tuple(int(value) for _, _, value in data["tiles"]),
        rules=data["rules"],
        lexicons=tuple(data.get("lexicons", ())),
        aliases=tuple(data.get("aliases", {}).items()),
    )
