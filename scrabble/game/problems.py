"""What is wrong with a position: what cannot come up in a game, and what is odd but can be played.

    impossible   too many tiles on a rack or of a kind, no tiles on either, a bag that is not empty
    odd          scoreless turns beyond the limit, an empty start square, a tile alone, floating tiles,
                 phonies (with a lexicon only)

The impossible is refused by whoever needs an endgame, all of it is listed by `position.problems()`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

import numpy as np

from scrabble.game.board import Layout, square_name
from scrabble.game.move import NEIGHBOURS, Scene
from scrabble.game.rules import Rules
from scrabble.game.tiles import UNASSIGNED

HOLDS = ("the player on turn holds", "the other side holds")


class Vocabulary(Protocol):
    """Anything that knows words, given as the codes of their letters."""

    def __contains__(self, word: bytes) -> bool: ...


class Examined(Scene, Protocol):
    """What is looked at of a position; its own module imports this one."""

    @property
    def layout(self) -> Layout:
        """The board without tiles."""

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""

    @property
    def racks(self) -> tuple[bytes, bytes]:
        """The tiles of both sides."""

    @property
    def zeros(self) -> int:
        """The scoreless turns in a row so far."""

    @property
    def seen(self) -> Counter[int]:
        """How many of each tile are on the board and the racks."""

    @property
    def bag(self) -> bytes:
        """The tiles in the bag."""

    def words(self) -> Iterator[tuple[str, bytes]]:
        """Every word on the board with its square."""


def problems(position: Examined, lexicon: Vocabulary | None = None) -> list[str]:
    """Everything that is impossible or odd, one line each; phonies only with a lexicon."""
    found = impossible(position)
    limit = position.rules.zeros_limit
    if position.zeros < 0 or (limit is not None and position.zeros > limit):
        expected = "at least 0" if limit is None else f"0 to {limit}"
        found.append(f"{position.zeros} scoreless turns in a row, expected {expected}")
    if position.squares.any():
        found += _badly_placed(position)
    if lexicon is not None:
        phonies = [(square, word) for square, word in position.words() if word not in lexicon]
        found += [f"phony on the board: {at} {position.alphabet.decode(word)}" for at, word in phonies]
    return found


def impossible(position: Examined) -> list[str]:
    """What no endgame can have, one line each."""
    alphabet, size = position.alphabet, position.rules.rack_size
    found = [
        f"rack of {len(rack)} tiles, at most {size}: {alphabet.rack_text(rack)!r}"
        for rack in position.racks
        if len(rack) > size
    ]
    if not any(position.racks):
        found.append("both racks are empty")
    for code, count in sorted(position.seen.items()):
        if count > alphabet.counts[code]:
            tile = alphabet.decode([code]) if code else f"{UNASSIGNED} (blank)"
            found.append(f"{count} tiles {tile}, the {alphabet.name} set has {alphabet.counts[code]}")
    if position.bag:
        found.append(f"{_left_over(position)}: {alphabet.rack_text(position.bag)!r}")
    return found


def _left_over(position: Examined) -> str:
    """Where the unseen tiles are, in words; an empty rack is one that is not known."""
    unknown = [holds for holds, rack in zip(HOLDS, position.racks, strict=True) if not rack]
    unseen, held = len(position.bag), len(unknown) * position.rules.rack_size
    count = unseen - held
    if count <= 0:
        return f"an empty rack, and {unseen} unseen tile{'s' if unseen > 1 else ''}"
    left = f"the bag is not empty: {count} tile{'s' if count > 1 else ''} left over"
    who = unknown[0] if len(unknown) == 1 else "both sides hold"
    return f"{left}, as {who} {held} of {unseen} unseen ones" if unknown else left


def _badly_placed(position: Examined) -> list[str]:
    """Tiles that no plays can have put where they are: not from the start square, or not in words."""
    found = []
    if not position.squares[position.layout.start]:
        found.append(f"the start square {square_name(*position.layout.start)} is empty")
    groups = _groups(position)
    for group in groups:
        names = ", ".join(square_name(row, col) for row, col in sorted(group))
        if len(group) == 1:
            found.append(f"a single tile on {names} makes no word")
        elif group is not groups[0]:
            found.append(f"floating tiles, not connected to the others: {names}")
    return found


def _groups(position: Examined) -> list[set[tuple[int, int]]]:
    """The tiles on the board in connected groups: the one on the start square, or else the largest, first."""
    left = {(int(row), int(col)) for row, col in np.argwhere(position.squares > 0)}
    groups = []
    while left:
        waiting = [left.pop()]
        group = set(waiting)
        while waiting:
            row, col = waiting.pop()
            around = {(row + by_row, col + by_col) for by_row, by_col in NEIGHBOURS} & left
            left -= around
            group |= around
            waiting += around
        groups.append(group)
    return sorted(groups, key=lambda group: (position.layout.start not in group, -len(group), min(group)))
