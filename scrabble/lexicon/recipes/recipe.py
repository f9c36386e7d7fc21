"""Recipes of lexicons: which files of which package, read how, give the words of which language.

    recipes/free-german.toml   name, alphabet, licence, credit
                               [source]   package, version, files and their checksums, form
                               [fold]     ß = ss
                               [short]    the words of two tiles; abbreviations that are no words

A bundled lexicon has the checksums of its source in its recipe: the same source gives the same bytes.  A
recipe without them is for a list that cannot come along because of its licence; it is made where it is
installed, of whatever version that is.  `from_recipe` follows the recipes.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrabble.game.tiles import quoted
from scrabble.lexicon.dawg import LexiconError

FOLDER = Path(__file__).parent
NOTE = "A free word list, not that of any federation: tournament lexicons differ from it."
SHORTEST, LONGEST = 2, 15  # tiles of a word


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one lexicon is made."""

    name: str
    alphabet: str
    title: str
    licence: str
    credit: str
    package: str  # of Debian
    version: str  # that the checksums are of; empty: any
    files: tuple[str, ...]  # their paths in the package
    sha256: tuple[str, ...]  # theirs; empty: of a lexicon that is not bundled
    form: str  # "lines"; "columns", gzip: a key and spellings; "hunspell": .aff and .dic
    encoding: str
    any_case: bool  # are words with capitals, such as German nouns, words?
    fold: dict[str, str]
    vowels: str
    two: tuple[str, ...]  # the words of two tiles; empty: those of the source
    two_from: str  # where that list is from
    also: tuple[str, ...]  # further words, which need no vowel
    not_words: tuple[str, ...]

    @property
    def is_bundled(self) -> bool:
        """Does the lexicon come with the program?"""
        return bool(self.sha256)

    @property
    def licence_file(self) -> str:
        """The name of the file, beside the bundled lexicon, that holds its licence."""
        return f"{self.name.upper()}-LICENSE.txt"


def names(bundled: bool) -> list[str]:
    """The lexicons that come along, or those that can be made where their source is installed."""
    return [name for name in sorted(_paths()) if load(name).is_bundled == bundled]


def load(name: str) -> Recipe:
    """The recipe of a lexicon, in any case.  Raises LexiconError when there is none."""
    path = _paths().get(name.casefold())
    if path is None:
        raise LexiconError(f"no recipe for {quoted(name)}; there are: ENABLE, {', '.join(sorted(_paths()))}")
    data = tomllib.loads(path.read_text("utf-8"))
    source, short = data.pop("source"), data.pop("short")
    lists = {key: tuple(short.pop(key, "").split()) for key in ("two", "also", "not_words")}
    paths = {key: tuple(source.pop(key)) for key in ("files", "sha256")}
    short.setdefault("two_from", "")
    return Recipe(**data | source | paths | short | lists | {"fold": data.get("fold", {})})


def of_language(language: str) -> Recipe:
    """The recipe of the lexicon that is made, not bundled, for a language.  Raises LexiconError."""
    recipes = {recipe.alphabet: recipe for recipe in map(load, _paths())}
    makes = [alphabet for alphabet, recipe in sorted(recipes.items()) if not recipe.is_bundled]
    found = recipes.get(language.casefold())
    if found is None:
        raise LexiconError(f"no recipe for {quoted(language)}, expected one of {', '.join(makes)}")
    if found.is_bundled:
        raise LexiconError(f"{found.name} comes with the program; nothing to make: --lexicon {found.name}")
    return found


def provenance(recipe: Recipe, files: list[bytes]) -> dict[str, Any]:
    """What the .toml of the lexicon says besides words and checksums of the lexicon itself."""
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
        "by one command: endgame lexicon "
        + (f"rebuild {recipe.name}" if recipe.is_bundled else f"make {recipe.alphabet}"),
    ]
    licence_file = {"licence_file": recipe.licence_file} if recipe.is_bundled else {}
    version = {"version": recipe.version} if recipe.version else {}
    return {
        "title": recipe.title,
        "licence": recipe.licence,
        **licence_file,
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


def _paths() -> dict[str, Path]:
    return {path.stem: path for path in FOLDER.glob("*.toml")}
