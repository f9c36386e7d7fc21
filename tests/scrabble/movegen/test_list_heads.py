"""The heads of a list: of each set of tiles the first play, which is the best."""

from __future__ import annotations

import numpy as np
import pytest

from bstar.jit import kernel
from scrabble.game import cgp
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.list_heads import best_by_tiles, new_seen
from scrabble.movegen.play_cache import new_cache
from tests.doors import kernels
from tests.doors.bridge import enable, samples


@kernel
def heads(cache, seen, first, count):
    best_by_tiles(cache, seen, first, count)


@pytest.mark.parametrize("number", range(8))
def test_each_set_of_tiles_has_its_first_play(number: int) -> None:
    state, seen, sizes = compile_position(cgp.loads(samples()[number]["cgp"]), enable()), new_seen(), []
    for side in range(2):
        cache = new_cache(8 << 20, state.board.letters.shape[1])
        assert kernels.lists(state, cache, np.int64(side), state.hands.racks[side])
        for entry in [cache.lists[found] for found in cache.found[side].ravel()]:
            first, count = int(entry["first"]), int(entry["count"])
            if count == 0:
                continue
            assert cache.heads[first] == 0  # nobody has asked yet
            heads(cache, seen, np.int64(first), np.int64(count))
            size = int(cache.heads[first])
            best: dict[int, int] = {}
            for play in range(first, first + count):
                best.setdefault(int(cache.plays[play]["tiles"]), play)
            assert [first, *cache.heads[first + 1 : first + size]] == list(best.values())
            sizes.append(size)
    assert sizes
