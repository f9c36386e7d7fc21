"""The bag of a game: tiles in an order that only the seed decides.

    Bag(alphabet, seed=1, number=12)     the bag of game 12 of seed 1, the same on every machine
    bag.draw(7)                          as many as there are
    bag.exchange(tiles)                  draw first, then put the tiles back and mix

The order comes from `random.Random.random` alone, the one method whose numbers Python promises to keep.

Invariant: no tile is made or lost: what is drawn, less what is put back, and the bag are the whole set.
"""

from __future__ import annotations

import random

from scrabble.game.tiles import Alphabet


class Bag:
    """Tiles still to be drawn, the next one last."""

    def __init__(self, alphabet: Alphabet, seed: int, number: int) -> None:
        self._random = random.Random(f"{seed} {number}")
        self._tiles = [code for code, count in enumerate(alphabet.counts) for _ in range(count)]
        self._mix()

    def __len__(self) -> int:
        return len(self._tiles)

    def draw(self, count: int) -> bytes:
        """Take so many tiles, or all there are."""
        count = min(count, len(self._tiles))
        return bytes(self._tiles.pop() for _ in range(count))

    def exchange(self, tiles: bytes) -> bytes:
        """Take as many tiles as are given, then put those back.  ValueError when there are too few."""
        if len(tiles) > len(self):
            raise ValueError(f"{len(tiles)} tiles cannot be exchanged, there are {len(self)} in the bag")
        drawn = self.draw(len(tiles))
        self._tiles += tiles
        self._mix()
        return drawn

    def _mix(self) -> None:
        keys = [self._random.random() for _ in self._tiles]
        self._tiles = [tile for _, tile in sorted(zip(keys, self._tiles, strict=True))]
