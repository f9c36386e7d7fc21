"""The second halves of an out-in-two, against a look at all pairs of plays."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scrabble.game import cgp
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.play_cache import new_cache
from scrabble.solver.games.play_rank import OUT_IN_THREE_BONUS, OUT_IN_TWO_BONUS, new_second_plays
from tests.doors import kernels
from tests.doors.bridge import enable, position_of, samples
from tests.worlds.mini import mini_world


def _all_plays(cache, n):
    """(direction, line, play) of every play found for side 0."""
    return [
        (direction, line, cache.plays[number])
        for direction in range(2)
        for line in range(n)
        for entry in [cache.lists[cache.found[0, direction, line]]]
        for number in range(entry["first"], entry["first"] + entry["count"])
    ]


def _squares(direction, line, play):
    """Row and column of each tile laid."""
    on_line = [square for square in range(32) if int(play["squares"]) >> square & 1]
    return {(line, square) if direction == 0 else (square, line) for square in on_line}


def _are_apart(one, other):
    """Do two plays lie on different lines with no tile of one beside a tile of the other?"""
    if one[0] == other[0]:
        return abs(one[1] - other[1]) > 1
    return all(abs(a - c) > 1 or abs(b - d) > 1 for a, b in _squares(*one) for c, d in _squares(*other))


def _finishes(seed):
    """A rack, its plays, and what going out in one or two more counts for each."""
    if seed < 4:
        state = compile_position(cgp.loads(samples()[seed]["cgp"]), enable())
    else:
        state = compile_position(*position_of(mini_world(seed, size=7, tiles=4)))
    n = state.board.letters.shape[1]
    rack, cache, best = state.hands.racks[0], new_cache(8 << 20, n), new_second_plays()
    assert kernels.lists(state, cache, np.int64(0), rack)
    plays = _all_plays(cache, n)
    worth = np.zeros((len(plays), 2), np.int64)
    assert kernels.finishes(cache, best, np.int64(0), rack, worth) == len(plays)
    return rack, plays, worth


@pytest.mark.parametrize("seed", range(20))
def test_what_counts_is_a_second_play_out_of_the_way(seed):
    rack, plays, worth = _finishes(seed)
    counts = worth[:, 0]
    for play, counted in random.Random(seed).sample([*zip(plays, counts, strict=True)], min(len(plays), 50)):
        rest = rack - play[2]["tiles"]
        best_of_line = {}
        for each in plays:  # a line's plays come best first
            if each[2]["tiles"] == rest and rest != rack:
                best_of_line.setdefault(each[:2], each)
        apart = [int(each[2]["score"]) for each in best_of_line.values() if _are_apart(play, each)]
        assert counted in {0} | {score + OUT_IN_TWO_BONUS for score in apart}
        if len(best_of_line) <= 2 and _is_alone(plays, rest):
            assert counted == max(apart, default=-OUT_IN_TWO_BONUS) + OUT_IN_TWO_BONUS


@pytest.mark.parametrize("seed", range(20))
def test_what_counts_are_the_two_best_plays_that_use_up_the_rest(seed):
    rack, plays, worth = _finishes(seed)
    best: dict[int, int] = {}
    for _, _, play in plays:
        if play["tiles"] != rack:
            best[int(play["tiles"])] = max(int(play["score"]), best.get(int(play["tiles"]), 0))
    rests = {int(rack - play["tiles"]) for _, _, play in plays}
    slots = [kernels.slot_of(need) for need in {*best, *rests}]
    several = 0
    for (_, _, play), counted in zip(plays, worth[:, 1], strict=True):
        rest = int(rack - play["tiles"])
        pairs = [best[one] + best[rest - one] for one in best if rest - one in best]
        most = max(pairs, default=-OUT_IN_THREE_BONUS) + OUT_IN_THREE_BONUS
        assert counted == most or len(slots) > len(set(slots))
        several += most > 0
    assert several or seed >= 4


def _is_alone(plays, need):
    """Does no other sub-rack fall on the slot of this one?"""
    others = {int(each[2]["tiles"]) for each in plays} - {int(need)}
    return all(kernels.slot_of(other) != kernels.slot_of(need) for other in others)
