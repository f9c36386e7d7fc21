"""Recipes of lexicons: the files of a package and the steps that turn them into the words of a language.

    recipes/free-danish.toml   name, alphabet, licence, credit
                               [source]   package, version, files and their checksums, form
                               [fold]     ß = ss
                               [short]    the words of two tiles; abbreviations that are no words

The recipes here are for lists whose licence keeps them from being bundled; the user builds one from any
installed version of its package.  A recipe with the checksums of its source gives the same bytes anywhere.

    files of a package  ->  entries  ->  single words  ->  folded  ->  spelt  ->  short words selected

* Entries are the lines of a list, or the forms of a hunspell dictionary; names (capitals) and entries that
  are no single words are left out.
* Folding writes ß as ss and œ as oe, and strips from every other letter the accents that no tile has.
* Spell checkers accept units and abbreviations of two and three letters.  So the words of two tiles are
  exactly those that the recipe lists, some of three are removed, and every word needs a vowel.
"""

from __future__ import annotations

import gzip
import hashlib
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scrabble import files as datafiles
from scrabble.game.tiles import Alphabet, quoted
from scrabble.lexicon import available, build, word_list
from scrabble.lexicon.build import BuildReport
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.recipes import hunspell, package
from scrabble.lexicon.word_list import WordList

FOLDER = Path(__file__).parent
NOTE = "A free word list, not that of any federation: tournament lexicons differ from it."
SHORTEST, LONGEST = 2, 15  # tiles of a word
LETTERS = range(0x80, 0x250)  # Latin letters with accents


@dataclass(frozen=True, slots=True)
class Recipe:
    """The recipe of one lexicon."""

    name: str
    alphabet: str
    title: str
    licence: str
    credit: str
    package: str  # of Debian
    version: str  # the one with these checksums; empty: any
    files: tuple[str, ...]  # their paths in the package
    sha256: tuple[str, ...]  # of the files; empty for a lexicon that is not bundled
    form: str  # "lines"; "columns", gzip: a key and spellings; "hunspell": .aff and .dic
    encoding: str
    any_case: bool  # accept words with capitals, such as German nouns
    fold: dict[str, str]
    vowels: str
    two: tuple[str, ...]  # the words of two tiles; empty: those of the source
    two_from: str  # the origin of that list
    also: tuple[str, ...]  # further words, which need no vowel
    not_words: tuple[str, ...]


def load(path: Path) -> Recipe:
    """Return the recipe in a file."""
    data = tomllib.loads(path.read_text("utf-8"))
    source, short = data.pop("source"), data.pop("short")
    lists = {key: tuple(short.pop(key, "").split()) for key in ("two", "also", "not_words")}
    paths = {key: tuple(source.pop(key)) for key in ("files", "sha256")}
    short.setdefault("two_from", "")
    return Recipe(**data | source | paths | short | lists | {"fold": data.get("fold", {})})


def languages() -> list[str]:
    """Return the languages whose lexicons are made here and not bundled."""
    return sorted(path.stem.removeprefix("free-") for path in FOLDER.glob("*.toml"))


def of_language(language: str) -> Recipe:
    """Return the recipe of the lexicon that is built, not bundled, for a language.  Raises LexiconError."""
    wanted = language.casefold()
    if wanted in languages():
        return load(FOLDER / f"free-{wanted}.toml")
    for each in available():
        if each.origin == "bundled" and each.language == wanted:
            raise LexiconError(f"{each.name} comes with the program: use --lexicon {each.name}")
    raise LexiconError(f"no recipe for {quoted(language)}, expected one of {', '.join(languages())}")


def provenance(recipe: Recipe, files: list[bytes], command: str) -> dict[str, Any]:
    """Return the provenance of a lexicon apart from the words and checksums of the lexicon itself.

    `command` makes it from the same files.
    """
    ways = {
        "lines": f"read {recipe.files[0]}, one word a line, {recipe.encoding}",
        "columns": f"read {recipe.files[0]}, gzip: a key, then the spellings of a word",
        "hunspell": f"expand {' and '.join(recipe.files)} to every form they accept",
    }
    chosen = (
        (f"words of two tiles: our own list, {recipe.two_from}", "strike out abbreviations of three tiles")
        if recipe.two
        else ()
    )
    steps = [
        f"the Debian package {recipe.package} {recipe.version}".rstrip(),
        ways[recipe.form],
        "keep single words" + ("" if recipe.any_case else " without capitals"),
        "".join(f"write {letter} as {text}, " for letter, text in recipe.fold.items())
        + "drop accents that no tile has, keep what the tiles spell",
        *chosen,
        "a vowel in every word",
        f"keep words of {SHORTEST} to {LONGEST} tiles, sort",
        f"by one command: {command}",
    ]
    version = {"version": recipe.version} if recipe.version else {}
    return {
        "title": recipe.title,
        "licence": recipe.licence,
        "credit": recipe.credit,
        "notes": [NOTE],
        "recipe": steps,
        "source": {
            "package": recipe.package,
            "index": "Debian",
            **version,
            "files": list(recipe.files),
            "sha256": [hashlib.sha256(data).hexdigest() for data in files],
        },
    }


def make(language: str, deb: Path | None = None) -> BuildReport:
    """Build the lexicon of a language from an installed package or its .deb, for the user's folder.

    Raises LexiconError, which names the package to install.
    """
    recipe = of_language(language)
    if deb is None:
        files = package.installed(recipe.files)
    else:
        files = package.from_deb(datafiles.expand_user(deb), recipe.files)
    if files is None:
        raise LexiconError(package.install_hint(recipe.package))
    found, command = words(recipe, files), f"endgame lexicon make {recipe.alphabet}"
    alphabet = Alphabet.load(recipe.alphabet)
    lexicon = build.from_words(found.words, recipe.name, alphabet, provenance(recipe, files, command))
    return build.saved(lexicon, found, datafiles.user_dir("lexicons"))


def words(recipe: Recipe, files: list[bytes]) -> WordList:
    """Return the words that a recipe makes of its files.  Raises LexiconError for other files."""
    _check(recipe, files)
    alphabet = Alphabet.load(recipe.alphabet)
    folded = map(folder(recipe.fold, alphabet), filter_entries(_entries(recipe, files), recipe.any_case))
    found = word_list.read("\n".join(sorted(set(folded))), alphabet, SHORTEST, LONGEST)
    return replace(found, words=_select_short_words(found.words, recipe, alphabet))


def filter_entries(entries: Iterable[str], any_case: bool) -> Iterator[str]:
    """Yield the single words among the entries of a list, in lower case: no names, prefixes, phrases."""
    for entry in entries:
        word = unicodedata.normalize("NFC", entry.strip())
        # The dot of L·L is part of a letter.
        if word.replace("·", "").isalpha() and (any_case or word.islower()):
            yield word.lower()


def folder(replaced: dict[str, str], alphabet: Alphabet) -> Callable[[str], str]:
    """Return a function that rewrites a lower-case word in letters that have tiles, as far as possible."""
    has_tile = set("".join(alphabet.lower))
    table = {ord(letter): text for letter, text in replaced.items() if len(letter) == 1}
    longer = [(letters, text) for letters, text in replaced.items() if len(letters) > 1]
    for code in LETTERS:
        letter = chr(code)
        base = unicodedata.normalize("NFD", letter)[0]
        if letter not in has_tile and base in has_tile:
            table.setdefault(code, base)

    def fold(word: str) -> str:
        for letters, text in longer:
            word = word.replace(letters, text)
        return word.translate(table)

    return fold


def _check(recipe: Recipe, files: list[bytes]) -> None:
    for path, data, expected in zip(recipe.files, files, recipe.sha256, strict=False):
        sha256 = hashlib.sha256(data).hexdigest()
        if sha256 != expected:
            raise LexiconError(
                f"{recipe.package}, {path}: sha256 {sha256}, expected {expected}, that of version "
                f"{recipe.version}; give that one: --package {recipe.package}_VERSION.deb"
            )


def _entries(recipe: Recipe, files: list[bytes]) -> Iterable[str]:
    if recipe.form == "hunspell":
        return hunspell.expand(*files)
    try:
        data = gzip.decompress(files[0]) if recipe.form == "columns" else files[0]
        lines = data.decode(recipe.encoding).splitlines()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise LexiconError(f"{recipe.package}, {recipe.files[0]}: {error}") from error
    if recipe.form == "columns":
        return (word for line in lines for word in line.split()[1:] or line.split())
    return lines


def _select_short_words(found: Iterable[bytes], recipe: Recipe, alphabet: Alphabet) -> tuple[bytes, ...]:
    spell = word_list.speller(alphabet)
    lists = (recipe.two, recipe.also, recipe.not_words)
    two, also, not_words = ({spell(word) or _unspelt(recipe, word) for word in each} for each in lists)
    vowels = set(recipe.vowels)
    has_vowel = {code for code, letter in enumerate(alphabet.lower, 1) if vowels.intersection(letter)}
    kept = {
        word
        for word in found
        if (len(word) > 2 or not two) and word not in not_words and not has_vowel.isdisjoint(word)
    }
    return tuple(sorted(kept | two | also))


def _unspelt(recipe: Recipe, word: str) -> bytes:
    raise LexiconError(
        f"the recipe {recipe.name}: {quoted(word)} is not spelt by the {recipe.alphabet} tiles"
    )
