"""The oracle in C against the one in plain Python, both from the rules, on random small worlds."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from tests.campaign.odd_positions import RULES
from tests.campaign.oracle import Oracle, Worth
from tests.doors.bridge import position_of
from tests.oracles import naive
from tests.worlds.mini import mini_world

FEW, MANY = range(40), range(40, 3000)


@pytest.fixture
def oracle() -> Oracle:
    """The oracle, where there is a C compiler."""
    found = Oracle.start()
    if found is None:
        pytest.skip("there is no C compiler")
    return found


def compare(oracle: Oracle, seed: int) -> int:
    """Every move, its points and its worth; return how many there are."""
    rules: dict[str, Any] = RULES[seed % len(RULES)]
    world = mini_world(
        seed, tiles=3 if seed % 5 == 0 else 2, size=5 + seed % 3, phonies=seed % 2 == 0, **rules
    )
    passes = rules.get("pass_limit") or rules.get("scoreless_limit", 6)
    zeros = seed // 7 % passes
    worths = naive.value_of_moves(world.game, world.board, world.racks, zeros)
    scores = {**naive.plays(world.game, world.board, world.racks[0]), naive.PASS: 0}
    letters = sorted(world.game.values)
    words = [bytes(1 + letters.index(letter) for letter in word) for word in world.game.words]
    told = oracle.judge(position_of(world, zeros)[0], words)
    assert told == {text: Worth(scores[text], worth) for text, worth in worths.items()}, seed
    return len(worths)


def test_small_worlds(oracle: Oracle) -> None:
    assert sum(compare(oracle, seed) for seed in FEW) > 4 * len(FEW)


@pytest.mark.slow
def test_many_small_worlds(oracle: Oracle) -> None:
    for seed in MANY:
        compare(oracle, seed)


def test_too_much_work_is_said_and_the_next_position_is_answered(oracle: Oracle) -> None:
    world = mini_world(3)
    position, _ = position_of(world)
    letters = sorted(world.game.values)
    words = [bytes(1 + letters.index(letter) for letter in word) for word in world.game.words]
    assert oracle.judge(position, words, work=5) is None
    told = oracle.judge(position, words)
    assert told is not None and told == oracle.judge(dataclasses.replace(position, scores=(9, 0)), words)
