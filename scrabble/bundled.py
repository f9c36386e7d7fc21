"""The positions and games that come along, by name: in a clone and from an installed wheel alike.

    out-in-two                a position by itself             positions/out-in-two.cgp
    late                      a set                            positions/late.jsonl
    late:17, late:g0004t21    its 17th position; the one of this id
    g0010, g0010:26           a game; its position before turn 26

A file of the same name comes first.
"""

from __future__ import annotations

import difflib
import functools
import re
from pathlib import Path
from typing import NamedTuple

from scrabble.files import bundled, expand_user

KIND = "positions"
NAME = re.compile(r"([\w.-]+)(?::([\w.-]+))?")
SINGLE, SET, GAME = ".cgp", ".jsonl", ".gcg"


class BundledItem(NamedTuple):
    """What a name stands for."""

    name: str  # without what follows a colon
    path: Path
    part: str  # what follows: the number or the id of a position, a turn; "" is all of it

    @property
    def is_game(self) -> bool:
        """Is it the record of a game?"""
        return self.path.suffix == GAME


def find(text: str) -> BundledItem | None:
    """What comes along under this name; None if nothing does, or if there is a file of that name."""
    match = NAME.fullmatch(text)
    path = files().get(match[1]) if match else None
    if match is None or path is None or Path(text).is_file():
        return None
    return BundledItem(match[1], path, match[2] or "")


def path_of(text: str) -> Path:
    """The file that a name, or the name of a file, stands for."""
    named = find(text)
    return expand_user(text) if named is None else named.path


@functools.cache
def files() -> dict[str, Path]:
    """All files that come along, by name: sets, positions and games, in this order."""
    try:
        folder = bundled(KIND)
    except FileNotFoundError:
        return {}
    found = [*folder.glob(f"*{SET}"), *folder.glob(f"*{SINGLE}"), *(folder / "games").rglob(f"*{GAME}")]
    ranks = (SET, SINGLE, GAME)
    return {path.stem: path for path in sorted(found, key=lambda path: (ranks.index(path.suffix), path.stem))}


def sets() -> list[str]:
    """The names of the sets."""
    return [name for name, path in files().items() if path.suffix == SET]


def did_you_mean(text: str) -> str:
    """What comes along that may have been meant, as a clause of a message; "" is nothing."""
    stem, _, part = text.replace("\\", "/").rpartition("/")[2].partition(":")
    name = stem if stem in files() else stem.rpartition(".")[0]
    if name not in files():
        [name] = difflib.get_close_matches(stem, files(), 1, 0.75) or [""]
    return f"; {name}{':' * bool(part)}{part} comes along" if name else ""
