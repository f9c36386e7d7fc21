"""Unseen tiles of a pre-endgame: the opponent's rack and the bag, and the possible contents of the bag.

    the tile set  =  board + own rack + unseen tiles      unseen = known + hidden
    known         tiles of the opponent's rack, if the position gives only some of them
    hidden        the rest of that rack, and the bag: any `count` of them may be the bag

    BagContents(tiles, weight)      one content of the bag; its probability is weight / total

Weights count the orders in which the bag may be drawn, so that the tiles drawn first, a part of the bag, have
integer weights as well (`first_drawn`).

Invariant: the weights of all draws add up to `total`.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from scrabble.english import counted
from scrabble.game.move import Move
from scrabble.game.position import Position, PositionError, errors
from scrabble.game.tiles import MOST_IN_BAG as MOST_IN_BAG  # where older versions have it, for bench


class BagContents(NamedTuple):
    """One content of the bag."""

    tiles: bytes  # sorted
    weight: int


class UnseenTiles:
    """The tiles unseen by the side to move; with `bag_is_known` they know the bag all the same."""

    def __init__(self, position: Position, bag_is_known: bool = False) -> None:
        other, bag = position.rack_codes[1], position.unseen
        self.position = position
        self.count = tiles_in_bag(position)
        is_full = len(other) >= position.rules.rack_size
        if bag_is_known and not is_full:
            raise PositionError("the bag can only be known if both racks are given in full")
        self.bag_is_known = bag_is_known
        self.known = (
            other if bag_is_known or not is_full else b""
        )  # the side to move does not see a full rack
        self.hidden = bag if bag_is_known else bytes(sorted(bag + (other if is_full else b"")))

    @cached_property
    def tiles(self) -> bytes:
        """All unseen tiles, sorted."""
        return bytes(sorted(self.known + self.hidden))

    @cached_property
    def draws(self) -> tuple[BagContents, ...]:
        """The possible contents of the bag."""
        orders = math.factorial(self.count)
        return tuple(BagContents(tiles, ways * orders) for tiles, ways in choices(self.hidden, self.count))

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return math.perm(len(self.hidden), self.count)

    def first_drawn(self, count: int) -> list[tuple[BagContents, list[BagContents]]]:
        """Return each possible first draw of `count` tiles, with the contents the bag may have after it."""
        later = math.factorial(self.count - count)
        found = []
        for first, ways in choices(self.hidden, count):
            rest = choices(without(self.hidden, first), self.count - count)
            left = [BagContents(tiles, ways * math.factorial(count) * more * later) for tiles, more in rest]
            found.append((BagContents(first, sum(each.weight for each in left)), left))
        return found


def tiles_in_bag(position: Position) -> int:
    """Return the number of tiles in the bag if the opponent's rack is full; the bag is empty at 0 or less."""
    return position.bag_count


def is_preendgame(position: Position) -> bool:
    """Return whether there are tiles in the bag and the rack of the side to move is known."""
    return bool(position.rack_codes[0]) and bool(position.unseen) and tiles_in_bag(position) > 0


def may_exchange(position: Position) -> bool:
    """Return whether the bag holds enough tiles for an exchange by the rules."""
    return max(1, position.rules.exchange_limit) <= tiles_in_bag(position)


def refuse_unless_few(position: Position, most: int) -> None:
    """Raise PositionError, in one line, unless there are 1 to `most` tiles in the bag and no errors."""
    own, count, size = len(position.rack_codes[0]), tiles_in_bag(position), position.rules.rack_size
    if count <= 0:
        raise PositionError("the bag is empty: this is an endgame, not a pre-endgame")
    tiles = counted(count, "tile")
    if count > MOST_IN_BAG:
        raise PositionError(
            f"{tiles} in the bag ({len(position.unseen)} unseen): with more than {MOST_IN_BAG} "
            "there are too many draws and racks to prove an answer",
            "a simulation, as of Quackle or Macondo, estimates one; to list plays: endgame positions --moves",
        )
    if count > most:
        hint = f"--max-bag {count} looks at this one{', which takes long' * (count > 2)}"
        raise PositionError(f"{tiles} in the bag; looked at are positions with up to {most}", hint)
    found = errors(position, may_have_bag=True)
    if position.rules.zero_play_is_scoreless:
        found.append("rules that count plays of 0 points as scoreless turns are supported in endgames only")
    if own < size:
        found.append(f"a rack of {own} tiles with {tiles} in the bag, expected {size}")
    if position.rules.scoreless_turns_limit is None:
        found.append(f"no number of scoreless turns ends a game by the rule set {position.rules.name}")
    if found:
        raise PositionError("; ".join(found))


def position_after(position: Position, move: Move, bag: bytes) -> Position:
    """Return the position after a move that draws from `bag`, the opponent to move.

    An unknown rack of the opponent holds what is unseen and not in the bag.
    """
    theirs = position.rack_codes[1] or without(position.unseen, bag)
    after = replace(position, rack_codes=(position.rack_codes[0], theirs)).play(move)
    mine = after.rack_codes[1] + bag[: len(move.placed)]
    return replace(after, rack_codes=(after.rack_codes[0], mine), previous=None)


def choices(tiles: bytes, count: int) -> list[tuple[bytes, int]]:
    """Return every choice of `count` tiles, sorted, with the number of ways to make it."""
    counts = sorted(Counter(tiles).items())
    found = [(b"", 1)]
    for code, there in counts:
        found = [
            (chosen + bytes([code]) * taken, ways * math.comb(there, taken))
            for chosen, ways in found
            for taken in range(min(there, count - len(chosen)) + 1)
        ]
    return [(chosen, ways) for chosen, ways in found if len(chosen) == count]


@lru_cache(maxsize=4096)
def without(tiles: bytes, taken: bytes) -> bytes:
    """Return the tiles that are left, sorted.  Raises ValueError if some are not there."""
    left = list(tiles)
    for code in taken:
        left.remove(code)
    return bytes(sorted(left))


def holds(tiles: bytes, wanted: bytes) -> bool:
    """Return whether all wanted tiles are among `tiles`."""
    return all(tiles.count(code) >= wanted.count(code) for code in set(wanted))
