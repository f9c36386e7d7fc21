"""What the player on turn does not see: the other rack and the bag, and what the bag may hold.

    the tile set  =  board + own rack + unseen tiles      unseen = known + hidden
    known         tiles of the other rack that the position gives in part
    hidden        the rest of that rack, and the bag: every choice of `count` of them may be the bag

    Draw(tiles, weight)      one content of the bag; it comes up in `weight` of `total` cases

Weights count the orders in which the bag may be drawn, so that what is drawn first, a part of it, has whole
weights as well (`first_drawn`).

Invariant: the weights of all draws add up to `total`.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cached_property
from typing import NamedTuple

from scrabble.game.position import Position, PositionError, errors

MOST_IN_BAG = 4  # tiles: more are another kind of problem


class BagContents(NamedTuple):
    """One content of the bag."""

    tiles: bytes  # sorted
    weight: int


class UnseenTiles:
    """What the player on turn of a position does not see; `is_seen`: he knows the bag all the same."""

    def __init__(self, position: Position, is_seen: bool = False) -> None:
        other, bag = position.racks[1], position.unseen
        self.position = position
        self.count = tiles_in_bag(position)
        is_full = len(other) >= position.rules.rack_size
        if is_seen and not is_full:
            raise PositionError("the bag can only be known if both racks are given in full")
        self.is_seen = is_seen
        self.known = other if is_seen or not is_full else b""  # a full rack is known to us, not to the player
        self.hidden = bag if is_seen else bytes(sorted(bag + (other if is_full else b"")))

    @property
    def tiles(self) -> bytes:
        """All unseen tiles, sorted."""
        return bytes(sorted(self.known + self.hidden))

    @cached_property
    def draws(self) -> tuple[BagContents, ...]:
        """What the bag may hold."""
        orders = math.factorial(self.count)
        return tuple(BagContents(tiles, ways * orders) for tiles, ways in choices(self.hidden, self.count))

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return math.perm(len(self.hidden), self.count)

    def first_drawn(self, count: int) -> list[tuple[BagContents, list[BagContents]]]:
        """What is drawn first, so many tiles, and what the bag may hold then; both with their weights."""
        later = math.factorial(self.count - count)
        found = []
        for first, ways in choices(self.hidden, count):
            rest = choices(without(self.hidden, first), self.count - count)
            left = [BagContents(tiles, ways * math.factorial(count) * more * later) for tiles, more in rest]
            found.append((BagContents(first, sum(each.weight for each in left)), left))
        return found


def tiles_in_bag(position: Position) -> int:
    """How many tiles the bag holds if the other rack is full; 0 or less: it holds none."""
    return len(position.unseen) + len(position.racks[1]) - position.rules.rack_size


def is_preendgame(position: Position) -> bool:
    """Are there tiles in the bag, the rack of the player on turn being known?"""
    return bool(position.racks[0]) and bool(position.unseen) and tiles_in_bag(position) > 0


def may_exchange(position: Position) -> bool:
    """Return whether the rules allow an exchange with as few tiles in the bag as there are."""
    return position.rules.exchange_limit <= tiles_in_bag(position)


def refuse_unless_few(position: Position, most: int) -> None:
    """Raise PositionError, in one line, for a position with tiles in the bag that cannot be judged."""
    own, count, size = len(position.racks[0]), tiles_in_bag(position), position.rules.rack_size
    if count <= 0:
        raise PositionError("the bag is empty, expected tiles in it: this is an endgame")
    tiles = "1 tile" if count == 1 else f"{count} tiles"
    if count > most:
        hint = f"--max-bag {count} takes it" if count <= MOST_IN_BAG else ""
        raise PositionError(f"{tiles} in the bag; at most {most} can be solved", hint)
    found = [each for each in errors(position) if not each.startswith(("an empty rack", "the bag is"))]
    if position.rules.zero_play_is_scoreless:
        found.append("plays of 0 points count as scoreless turns, which is looked into in endgames only")
    if own < size:
        found.append(f"a rack of {own} tiles with {tiles} in the bag, expected {size}")
    if position.rules.zeros_limit is None:
        found.append(f"the rule set {position.rules.name} has no end by scoreless turns")
    if found:
        raise PositionError("; ".join(found))


def choices(tiles: bytes, count: int) -> list[tuple[bytes, int]]:
    """Every choice of so many tiles, sorted, and in how many ways it can be made."""
    counts = sorted(Counter(tiles).items())
    found = [(b"", 1)]
    for code, there in counts:
        found = [
            (chosen + bytes([code]) * taken, ways * math.comb(there, taken))
            for chosen, ways in found
            for taken in range(min(there, count - len(chosen)) + 1)
        ]
    return [(chosen, ways) for chosen, ways in found if len(chosen) == count]


def without(tiles: bytes, taken: bytes) -> bytes:
    """The tiles that are left, sorted.  Raises ValueError when some are not there."""
    left = list(tiles)
    for code in taken:
        left.remove(code)
    return bytes(sorted(left))


def holds(tiles: bytes, wanted: bytes) -> bool:
    """Return whether all of the wanted tiles are among these."""
    return all(tiles.count(code) >= wanted.count(code) for code in set(wanted))
