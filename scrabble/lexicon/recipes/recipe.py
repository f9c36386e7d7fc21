"""Recipes of lexicons: the files of a package and the steps that turn them into the words of a language.

    recipes/free-german.toml   name, alphabet, licence, credit
                               [source]   package, version, files and their checksums, form
                               [fold]     ß = ss
                               [short]    the words of two tiles; abbreviations that are no words

The recipe of a bundled lexicon has the checksums of its source: the same source gives the same bytes.  A
recipe without them is for a list whose licence keeps it from being bundled; the user builds it from any
installed version.  `from_recipe` carries out the recipes.
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

    @property
    def is_bundled(self) -> bool:
        """Return whether the lexicon comes with the program."""
        return bool(self.sha256)

    @property
    def licence_file(self) -> str:
        """Return the name of the licence file beside the bundled lexicon."""
        return f"{self.name.upper()}-LICENSE.txt"


def names(bundled: bool) -> list[str]:
    """Return the names of the bundled lexicons, or of those that are built from an installed source."""
    return [name for name in sorted(_paths()) if load(name).is_bundled == bundled]


def load(name: str) -> Recipe:
    """Return the recipe of a lexicon; names are case-insensitive.  Raises LexiconError when there is none."""
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
    """Return the recipe of the lexicon that is built, not bundled, for a language.  Raises LexiconError."""
    recipes = {recipe.alphabet: recipe for recipe in map(load, _paths())}
    makes = [alphabet for alphabet, recipe in sorted(recipes.items()) if not recipe.is_bundled]
    found = recipes.get(language.casefold())
    if found is None:
        raise LexiconError(f"no recipe for {quoted(language)}, expected one of {', '.join(makes)}")
    if found.is_bundled:
        raise LexiconError(f"{found.name} comes with the program: use --lexicon {found.name}")
    return found


def provenance(recipe: Recipe, files: list[bytes]) -> dict[str, Any]:
    """Return the provenance of a lexicon apart from the words and checksums of the lexicon itself."""
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
