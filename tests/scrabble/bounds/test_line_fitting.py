"""Sums over lines: the best of all ways to share tiles out among them, by trying all of them."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from scrabble.bounds.line_fitting import WIDTH, FittingSums, add_lines, new_fitting_sums, note_line

ALONG, ACROSS = 1, 2
Tile = tuple[int, int]  # its number, and how it is laid: ALONG or ACROSS
Line = dict[frozenset[Tile], int]  # what it brings with these tiles


def sums_of(tables: list[Line], tiles: int) -> FittingSums:
    """Return the sums over some lines."""
    sums = new_fitting_sums(tiles, len(tables))
    for number, table in enumerate(tables):
        line = np.zeros((1 << tiles, 1 << tiles), np.int64)
        for laid, worth in table.items():
            along, across = (sum(1 << tile for tile, way in laid if way == each) for each in (ALONG, ACROSS))
            line[along, across] = worth
        note_line(sums, number, line)
    add_lines(sums, 0, tiles)
    return sums


def shares(tables: list[Line], tiles: int) -> dict[tuple[frozenset[Tile], int, int], int]:
    """The most by tiles laid, the most on a line, and how many more than lines; the others lie alone."""
    best: Counter[tuple[frozenset[Tile], int, int]] = Counter()
    places = [(way, line) for way in (ALONG, ACROSS) for line in (*range(len(tables)), None)]
    for chosen in itertools.product([None, *places], repeat=tiles):
        laid = {number: place for number, place in enumerate(chosen) if place is not None}
        on = [
            frozenset((tile, way) for tile, (way, line) in laid.items() if line == number)
            for number in range(len(tables))
        ]
        alone = sum(line is None for _, line in laid.values())
        longest = max([1, *map(len, on)])
        saved = len(laid) - alone - sum(map(bool, on))
        key = frozenset((tile, way) for tile, (way, _) in laid.items()), longest, saved
        best[key] = max(best[key], sum(table[each] for table, each in zip(tables, on, strict=True)))
    return best


def sets_of(tiles: int) -> list[frozenset[Tile]]:
    """All sets of tiles with the way in which each is laid."""
    ways = itertools.product([None, ALONG, ACROSS], repeat=tiles)
    return [frozenset((at, way) for at, way in enumerate(each) if way is not None) for each in ways]


@pytest.mark.parametrize(("seeds", "tiles", "lines"), [(30, 2, 4), (12, 3, 3), (1, 3, 5)])
def test_they_are_the_best_of_all_ways_to_share_tiles_out(seeds: int, tiles: int, lines: int) -> None:
    """With few numbers, so that many lines bring the same, or less with more tiles."""
    for seed in range(seeds):
        random = np.random.default_rng(seed)
        tables = [
            {each: int(random.integers(4)) * len(each) if each else 0 for each in sets_of(tiles)}
            for _ in range(lines)
        ]
        sums, best = sums_of(tables, tiles), shares(tables, tiles)
        for laid in sets_of(tiles):
            pair = sum(way * 3**tile for tile, way in laid)
            for longest, saved in itertools.product(range(1, tiles + 1), range(tiles)):
                expected = max(
                    worth
                    for (those, most, fewer), worth in best.items()
                    if those == laid and most <= longest and fewer <= saved
                )
                found = sums.best[0, pair, (longest - 1) * WIDTH + saved]
                assert found == expected, (seed, laid, longest, saved)
