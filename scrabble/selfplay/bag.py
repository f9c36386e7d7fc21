"""The bag of a game: tiles in an order that depends on the seed only.

    Bag(alphabet, seed=1, number=12)     the bag of game 12 of seed 1, the same on every machine
    bag.draw(7)                          seven tiles, or all that are left
    bag.exchange(tiles)                  draw first, then put the tiles back and mix

The order comes from `random.Random.random` alone, the one method whose numbers Python promises to keep.

Invariant: no tile is created or lost: the drawn tiles not put back and the bag are the whole set.
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
        """Draw `count` tiles, or all that are left."""
        count = min(count, len(self._tiles))
        return bytes(self._tiles.pop() for _ in range(count))

    def exchange(self, tiles: bytes) -> bytes:
        """Draw as many tiles as are given, then put those back.  Raises ValueError if too few are left."""
        if len(tiles) > len(self):
            raise ValueError(f"{len(tiles)} tiles cannot be exchanged: the bag holds {len(self)}")
        drawn = self.draw(len(tiles))
        self._tiles += tiles
        self._mix()
        return drawn

    def _mix(self) -> None:
        keys = [self._random.random() for _ in self._tiles]
        self._tiles = [tile for _, tile in sorted(zip(keys, self._tiles, strict=True))]
