"""The best words on lines, and the best way to share tiles out among them, against their definitions."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

from scrabble.bounds.line_best_words import ACROSS, ALL, NONE, ONE, PASSES, line_words
from scrabble.bounds.line_packing import (
    GROUPS,
    ScoreContext,
    most_of_lines,
    new_packing_workspace,
)
from tests.oracles import line_definitions, naive
from tests.worlds.play_by_play import cases

SLOW = [pytest.param(size, 60, 40, marks=pytest.mark.slow) for size in (5, 6)]
KINDS = {line_definitions.ALL: ALL, line_definitions.ONE: ONE, line_definitions.ACROSS: ACROSS}


@pytest.mark.parametrize(("size", "worlds", "enough"), [(5, 15, 10), (6, 10, 9), *SLOW])
def test_the_best_words_of_every_line_and_every_set_of_tiles(size: int, worlds: int, enough: int) -> None:
    said: Counter[str] = Counter()
    for case in cases(worlds, tiles=3, size=size):
        world = case.world
        held = set("".join(world.racks))
        held = set(world.game.values) if naive.BLANK in held else held
        rack = "".join(
            case.position.alphabet.decode(bytes([code])) for code in sorted(case.position.rack_codes[0])
        )
        expected = line_definitions.best_words(world.game, world.board, rack, held, PASSES)
        found = line_words(case.state, len(rack))
        assert found is not None
        for down, line, tiles in product((False, True), range(size), range(1, 1 << len(rack))):
            signs = "".join(sorted(sign for at, sign in enumerate(rack) if tiles >> at & 1))
            for (name, kind), premium in product(KINDS.items(), (False, True)):
                most = expected.get(((down, line), signs, name, premium), NONE)
                assert found[int(down), line, tiles, kind, int(premium)] == most, (
                    world,
                    down,
                    line,
                    signs,
                    name,
                )
                said[f"{name}, {premium}"] += most != NONE
    assert len(said) == 6 and min(said.values()) > enough, said


# in the last one it pays to lay a tile across a line in its second group
@pytest.mark.parametrize("seed", [*range(40), 182])
def test_the_tiles_are_shared_out_in_the_best_way(seed: int) -> None:
    """Any words, whether a board could have them or not, so that each part of the sum matters somewhere."""
    rng = random.Random(seed)
    lines, tiles = rng.choice([(2, 3), (3, 3), (3, 2), (2, 4)])
    density = rng.choice((0.2, 0.5))
    words = np.full((2, lines, 1 << tiles, 3, 2), NONE, np.int64)
    table = {}
    for direction, line, some, (name, kind), premium in product(
        range(2), range(lines), range(1, 1 << tiles), KINDS.items(), range(2)
    ):
        if rng.random() < density:
            points = rng.randint(0, 30)
            words[direction, line, some, kind, premium] = points
            held = frozenset(tile for tile in range(tiles) if some >> tile & 1)
            table[direction, line, held, name, bool(premium)] = points
    premiums = np.zeros((2, lines, GROUPS), np.int64)
    for direction, line in product(range(2), range(lines)):
        counts = sorted((rng.randint(0, 2) for _ in range(rng.randint(0, 2))), reverse=True)
        premiums[direction, line, : len(counts)] = counts
    values = [rng.randint(0, 12) for _ in range(tiles)]
    others, out, loss = rng.randint(0, 10), rng.randint(0, 3), rng.randint(0, 3)
    bonus_from, bonus = rng.randint(1, tiles + 1), rng.randint(5, 20)

    def end(kept: frozenset[int]) -> int:
        return loss * (others - sum(values[tile] for tile in kept)) if kept else out * others

    counted = line_definitions.Counts(bonus_from, bonus, end)
    expected = line_definitions.most_of_lines(table, lines, tiles, premiums.tolist(), counted)
    points_beside = ScoreContext(np.array(values, np.int64), others, out, loss, bonus_from, bonus)
    room = new_packing_workspace(tiles, premiums)
    assert most_of_lines(words, points_beside, room) == expected
