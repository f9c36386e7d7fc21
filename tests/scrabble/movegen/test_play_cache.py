"""The cache of plays: what it answers is what a fresh generation gives, whatever was asked before."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from scrabble.game import cgp
from scrabble.movegen.bits import counts_of, packed_rack
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.play_cache import PLAYS_USED, PlayCache, new_cache
from scrabble.movegen.state import GameState
from tests.doors import kernels
from tests.doors.bridge import enable, position_of, samples
from tests.worlds.mini import mini_world


def plays(state: GameState, cache: PlayCache, side: int, rack: np.uint32) -> list[list[tuple[int, int]]]:
    """The plays of each line as (move, score), as the cache gives them."""
    assert kernels.lists(state, cache, np.int64(side), rack)
    entries = [cache.lists[number] for number in cache.found[side].ravel()]
    return [
        [
            (int(play["move"]), int(play["score"]))
            for play in cache.plays[entry["first"] : entry["first"] + entry["count"]]
        ]
        for entry in entries
    ]


def sub_racks(rack: np.uint32) -> list[np.uint32]:
    """Every rack that can be left of a packed one, the empty one included."""
    smaller = itertools.product(*(range(count + 1) for count in counts_of(rack)))
    return [np.uint32(packed_rack(counts)) for counts in smaller]


@pytest.mark.parametrize("seed", range(20))
def test_filtered_lists_equal_generated_ones(seed: int) -> None:
    """Sub-racks asked in random order: filtered from larger ones or generated, the lists are the same."""
    if seed < 4:
        state = compile_position(cgp.loads(samples()[seed]["cgp"]), enable())
    else:
        state = compile_position(*position_of(mini_world(seed, size=7, tiles=4)))
    rng = random.Random(seed)
    shared = new_cache(8 << 20, state.board.letters.shape[1])
    racks = sub_racks(state.hands.racks[0])
    for rack in rng.sample(racks, min(len(racks), 12)):
        fresh = new_cache(1 << 20, state.board.letters.shape[1])
        found = plays(state, shared, 0, rack)
        assert found == plays(state, fresh, 0, rack)
        for line in found:
            assert line == sorted(line, key=lambda play: (-play[1], play[0]))
            assert len({move for move, _ in line}) == len(line)


def test_best_out_play_is_noted() -> None:
    """`out` is the best score of a play that lays the whole rack."""
    state = compile_position(cgp.loads(samples()[0]["cgp"]), enable())
    cache = new_cache(8 << 20, 15)
    rack = state.hands.racks[1]
    plays(state, cache, 1, rack)
    tiles = kernels.count(rack)
    for number in cache.found[1].ravel():
        entry = cache.lists[number]
        outs = [
            int(play["score"])
            for play in cache.plays[entry["first"] : entry["first"] + entry["count"]]
            if play["laid"] == tiles
        ]
        assert entry["out"] == max(outs, default=-1)


def test_full_cache_says_so_and_can_be_emptied() -> None:
    """No room is reported, not overrun; an emptied cache answers again."""
    state = compile_position(cgp.loads(samples()[0]["cgp"]), enable())
    cache = new_cache(8 << 20, 15)
    small = cache._replace(plays=cache.plays[:40].copy())
    assert not kernels.lists(state, small, np.int64(0), state.hands.racks[0])
    assert small.used[PLAYS_USED] <= 40
    kernels.forget(small)
    assert small.used[PLAYS_USED] == 0
    few = cache._replace(lists=cache.lists[:20].copy())
    assert not kernels.lists(state, few, np.int64(0), state.hands.racks[0])
    kernels.forget(cache)
    assert kernels.lists(state, cache, np.int64(0), state.hands.racks[0])
