"""Features that make the fast game fast, each with a switch for ablation and for tests of one at a time.

    solo_tiles               a play that leaves at most this many tiles is bounded by what they make alone
                             (bounds/solo.py); more than two only against a single tile, which can do little
                             but wait
    out_play_bounds          the opponent's best out-plays used for the footprint bound (games/fast.py)
    reply_bounds             replies tried, with tables of what follows (games/reply_frames.py), or, with solo
                             bounds of all tiles, the best one that leaves a stuck tile
                             (games/lone_replies.py)
    last_pair                one tile against one is settled by a formula (bounds/one_tile.py)
    tile_rank                weight of each tile laid in the order of moves
    out_in_two               weight of going out with the rest of the rack there (games/play_rank.py)
    out_in_three             the same with two more plays
    superset_filter          lists of a smaller rack are filtered from those of a larger one
                             (movegen/play_cache.py)
    play_cache               lists of plays are kept for other positions with the same line
                             (movegen/play_cache.py)
    incremental_cross_sets   cross-sets are brought up to date only where a play changes them
                             (movegen/state.py)

No switch changes a value.  Null windows are a matter of the solver: alphabeta has none, mtdf nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

# indices into `SearchFeatures.switches`; the others take effect when a state, a cache or a game is made
SOLO_TILES, OUT_PLAY_BOUNDS, LAST_PAIR, TILE_RANK, OUT_IN_TWO, OUT_IN_THREE, PLAY_CACHE = range(7)
REPLY_BOUNDS = 7
MOST_SOLO_TILES = 6  # left by a play
MOST_OUT_PLAYS = 16
MOST_REPLIES = 16


@dataclass(frozen=True, slots=True)
class SearchFeatures:
    """The features in use, and how far each goes."""

    solo_tiles: int = MOST_SOLO_TILES
    out_play_bounds: int = MOST_OUT_PLAYS
    last_pair: bool = True
    tile_rank: int = 12
    out_in_two: int = 2
    out_in_three: int = 1
    superset_filter: bool = True
    play_cache: bool = True
    reply_bounds: int = 4
    incremental_cross_sets: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.solo_tiles <= MOST_SOLO_TILES:
            raise ValueError(f"{self.solo_tiles} tiles for solo bounds, expected 0 to {MOST_SOLO_TILES}")
        if not 0 <= self.out_play_bounds <= MOST_OUT_PLAYS:
            raise ValueError(f"{self.out_play_bounds} out-plays, expected 0 to {MOST_OUT_PLAYS}")
        if not 0 <= self.reply_bounds <= MOST_REPLIES:
            raise ValueError(f"{self.reply_bounds} replies, expected 0 to {MOST_REPLIES}")

    @classmethod
    def names(cls) -> list[str]:
        """The names of all features."""
        return [field.name for field in fields(cls)]

    def off(self, name: str) -> SearchFeatures:
        """Return the same without one feature; raises ValueError for an unknown one."""
        if name not in self.names():
            raise ValueError(f"unknown feature {name!r}, expected one of {', '.join(self.names())}")
        switched: dict[str, Any] = {name: 0}
        return replace(self, **switched)

    @property
    def switches(self) -> np.ndarray:
        """The switches as the kernels of a game read them, int64[8]."""
        switches = np.zeros(8, np.int64)
        switches[SOLO_TILES] = self.solo_tiles
        switches[OUT_PLAY_BOUNDS] = self.out_play_bounds
        switches[LAST_PAIR] = self.last_pair
        switches[TILE_RANK] = self.tile_rank
        switches[OUT_IN_TWO] = self.out_in_two
        switches[OUT_IN_THREE] = self.out_in_three
        switches[PLAY_CACHE] = self.play_cache
        switches[REPLY_BOUNDS] = self.reply_bounds
        return switches


ALL_FEATURES = SearchFeatures()
