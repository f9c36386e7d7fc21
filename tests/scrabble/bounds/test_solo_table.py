"""The table of solo bounds: the latest entry of a slot stays, and no other entry is returned."""

import random

import numpy as np

from bstar.game import INF
from scrabble.bounds.solo_table import ENTRY, FIRST_MASK, MASK, USED, new_solo_table, share
from scrabble.game import cgp
from scrabble.movegen.compile_position import compile_position
from scrabble.solver.games.fast import clone_for_thread, new_fast_game
from tests.doors import kernels
from tests.doors.bridge import enable, samples

NOTHING = (-INF, INF)


def _filled(table, count, seed=0, of=(1, 2, 3, 5)):
    rng = random.Random(seed)
    told = {}
    for _ in range(count):
        key, tiles = rng.getrandbits(64), rng.choice(of)
        lower, more = rng.randrange(-500, 500), rng.randrange(500)
        kernels.remember(table, np.uint64(key), tiles, lower, lower + more, INF)
        told[key, tiles] = lower, lower + more
    return told


def _found(table, told):
    return {(key, tiles): kernels.recall(table, np.uint64(key), tiles) for key, tiles in told}


def test_what_is_recalled_was_remembered_of_that_key():
    table = new_solo_table(1 << 16)
    told = _filled(table, 20000)
    found = _found(table, told)
    assert all(found[key] in (NOTHING, told[key]) for key in told)
    assert sum(pair != NOTHING for pair in found.values()) > 0.8 * len(table.entries)
    others = random.Random(1)
    assert all(kernels.recall(table, np.uint64(others.getrandbits(64)), 2) == NOTHING for _ in range(5000))


def test_nothing_is_lost_while_it_grows():
    table = new_solo_table(1 << 20)
    told = _filled(table, 3000)
    assert FIRST_MASK < table.size[MASK] < len(table.entries) - 1
    kept = sum(pair == told[key] for key, pair in _found(table, told).items())
    assert kept == table.size[USED] > 1500


def test_bounds_of_fewer_or_more_tiles_leave_those_of_others_where_they_are():
    for own in ((1, 2), (3,), (4, 5, 6)):
        table = new_solo_table(1 << 16)
        told = _filled(table, 400, of=own)
        kept = _found(table, told)
        others = tuple(tiles for tiles in range(1, 7) if tiles not in own)
        _filled(table, 20000, seed=1, of=others)
        assert sum(pair != NOTHING for pair in kept.values()) > 150 and _found(table, told) == kept


def test_an_infinite_bound_is_not_kept_and_one_above_the_target_only_as_a_lower_one():
    table = new_solo_table(1 << 14)
    kernels.remember(table, np.uint64(7), 2, 3, INF, INF)
    assert kernels.recall(table, np.uint64(7), 2) == NOTHING
    kernels.remember(table, np.uint64(7), 2, 3, 12, 11)
    assert kernels.recall(table, np.uint64(7), 2) == (3, INF)


def test_an_entry_that_two_threads_have_written_at_once_belongs_to_no_key():
    table = new_solo_table(1 << 14)
    kernels.remember(table, np.uint64(7), 2, 3, 12, INF)
    [at] = np.flatnonzero(table.entries["key"])
    for part, value in (("lower", 4), ("upper", 5), ("key", 8)):
        whole = table.entries[at].copy()
        table.entries[at][part] = value
        assert kernels.recall(table, np.uint64(7), 2) == NOTHING
        table.entries[at] = whole
    assert kernels.recall(table, np.uint64(7), 2) == (3, 12)


def test_twins_share_what_is_found_and_it_does_not_grow():
    position = cgp.loads(samples()[0]["cgp"])
    game = new_fast_game(compile_position(position, enable()), 1 << 20)
    twin = clone_for_thread(game, compile_position(position, enable()), 1 << 20)
    assert twin.solo.table is game.solo.table and twin.cache is not game.cache
    table = game.solo.table
    assert table.size[MASK] == len(table.entries) - 1
    _filled(table, 2 * len(table.entries))
    assert table.size[MASK] == len(table.entries) - 1


def test_an_empty_slot_is_no_bound():
    table = new_solo_table(1 << 14)
    share(table)
    assert table.entries.dtype == ENTRY and not table.entries["key"].any()
    for key in (0, 1, (INF + 1) << 32 | (INF + 1)):  # the last one is the seal of an entry of zeros
        assert kernels.recall(table, np.uint64(key), 2) == NOTHING
