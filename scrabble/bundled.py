"""Bundled positions and games by name, in a clone and in an installed wheel.

    out-in-two                a single position                positions/out-in-two.cgp
    late                      a set of positions               positions/late.jsonl
    late:17, late:g0004t21    its 17th position; the one with this id
    g0004t21, s42g01436:22    a position of a set by its id, or by the turn that its puzzle is from
    g0010, g0010:26           a game; its position before turn 26

A file with the same name takes precedence.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import NamedTuple

from scrabble.files import bundled, expand_user, is_file

KIND = "positions"
NAME = re.compile(r"([\w.-]+)(?::([\w.-]+))?")
SINGLE, SET, GAME = ".cgp", ".jsonl", ".gcg"


class BundledItem(NamedTuple):
    """The file of a bundled name, and the selected part."""

    name: str  # without the part after the colon
    path: Path
    part: str  # number or id of a position, or number of a turn; "" = everything

    @property
    def is_game(self) -> bool:
        """Return whether it is a recorded game."""
        return self.path.suffix == GAME


def find(text: str) -> BundledItem | None:
    """Return the bundled item of this name; None if there is none, or a file has that name."""
    match = NAME.fullmatch(text)
    if match is None or is_file(Path(text)):
        return None
    path = files().get(match[1])
    return _of_id(text) if path is None else BundledItem(match[1], path, match[2] or "")


def _of_id(text: str) -> BundledItem | None:
    """Return the position of a set with this id, or else the only one that is from this turn of a game."""
    for key in ("id", "source"):
        pattern = re.compile(rf'"{key}": ?"{re.escape(text)}"'.encode())
        found = [
            BundledItem(path.stem, path, str(number))
            for path in files().values()
            if path.suffix == SET
            for data in [path.read_bytes()]
            for number in sorted({1 + data.count(b"\n", 0, at.start()) for at in pattern.finditer(data)})
        ]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def path_of(text: str) -> Path:
    """Return the path of a bundled name or of a file."""
    named = find(text)
    return expand_user(text) if named is None else named.path


@functools.cache
def files() -> dict[str, Path]:
    """Return all bundled files by name: sets, positions and games, in this order."""
    try:
        folder = bundled(KIND)
    except FileNotFoundError:
        return {}
    found = [*folder.glob(f"*{SET}"), *folder.glob(f"*{SINGLE}"), *(folder / "games").rglob(f"*{GAME}")]
    ranks = (SET, SINGLE, GAME)
    return {path.stem: path for path in sorted(found, key=lambda path: (ranks.index(path.suffix), path.stem))}


def sets() -> list[str]:
    """Return the names of the sets."""
    return [name for name, path in files().items() if path.suffix == SET]


def did_you_mean(text: str) -> str:
    """Return a clause of a message that names the bundled item that was probably meant, or ""."""
    stem, _, part = text.replace("\\", "/").rpartition("/")[2].partition(":")
    name = stem if stem in files() else stem.rpartition(".")[0]
    if name not in files():
        import difflib

        [name] = difflib.get_close_matches(stem, files(), 1, 0.75) or [""]
    return f"; {name}{':' * bool(part)}{part} is bundled" if name else ""
