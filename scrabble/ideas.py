"""The ideas that make the fast game fast, each with a switch: for ablation, and to test them one by one.

    solo_tiles   a play that leaves so many tiles or fewer is bounded by what they make alone (scrabble.solo);
                 more than two only against a single tile, which can do little else but wait (scrabble.alone)
    outs         the opponent's best out-plays looked at for the footprint bound (scrabble.footprint)
    last_pair    one tile against one is settled by a formula (scrabble.last_pair)
    tile_rank    what a tile laid counts in the order of moves
    out_in_two   what going out with the rest of the rack counts there (scrabble.by_need)
    out_in_three the same with two more plays
    rough        bounds without the lexicon come first (scrabble.rough)
    filters      lists of a smaller rack are filtered from those of a larger one (scrabble.plays)

No switch changes a value.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields, replace
from typing import Any

import numpy as np

# indices into `Ideas.switches`
SOLO_TILES, OUTS, LAST_PAIR, TILE_RANK, OUT_IN_TWO, OUT_IN_THREE, ROUGH, FILTERS = range(8)
MOST_OUTS = 16


@dataclass(frozen=True, slots=True)
class Ideas:
    """Which ideas are used, and how far."""

    solo_tiles: int = 4
    outs: int = MOST_OUTS
    last_pair: bool = True
    tile_rank: int = 12
    out_in_two: int = 2
    out_in_three: int = 1
    rough: bool = True
    filters: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.solo_tiles <= 4:
            raise ValueError(f"{self.solo_tiles} tiles for solo bounds, expected 0 to 4")
        if not 0 <= self.outs <= MOST_OUTS:
            raise ValueError(f"{self.outs} out-plays, expected 0 to {MOST_OUTS}")

    @classmethod
    def names(cls) -> list[str]:
        """The names of all ideas."""
        return [field.name for field in fields(cls)]

    def off(self, name: str) -> Ideas:
        """The same without one idea; raises ValueError for an unknown one."""
        if name not in self.names():
            raise ValueError(f"unknown idea {name!r}, expected one of {', '.join(self.names())}")
        switched: dict[str, Any] = {name: 0}
        return replace(self, **switched)

    @property
    def switches(self) -> np.ndarray:
        """The switches as the kernels read them, int64[8]."""
        return np.array(astuple(self), np.int64)
