"""Solo bounds of the last tiles: never less than the best of all sequences of plays.

The bounds lean on what was found on the boards before, so every board is reached play by play, with all moves
bounded on the way; the sequences are tried out by the rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bstar.engine import Engine
from bstar.game import INF, new_moves
from scrabble.bounds.solo_game import LIMIT, NO_LIMIT
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import ALL_FEATURES
from scrabble.movegen.packed_move import PASS, placement
from scrabble.movegen.scoring import LOSS, OUT
from scrabble.movegen.state import GameState
from scrabble.solver.games.fast import FastGame, new_fast_game
from scrabble.solver.games.reference import new_reference_game
from tests.doors import kernels
from tests.doors.bridge import position_of
from tests.oracles.naive import BLANK
from tests.worlds.mini import END_RULES, mini_world

MOVES = new_moves(1 << 14)
SOLO_ALONE = replace(ALL_FEATURES, reply_bounds=0)  # which would bound by what the other side can do
ENOUGH = {  # or nothing has been tested; `tight` are bounds that are the best that can be made
    "bounded, 3 left": 5,
    "bounded, 4 left": 10,
    "tight, 3 left": 3,
    "tight, 4 left": 8,
    "reached by plays": 12,
}
ENOUGH_OF_MORE = {
    "bounded, 5 left": 50,
    "bounded, 6 left": 15,
    "tight, 5 left": 35,
    "tight, 6 left": 7,
    "reached by plays": 25,
}
BOUNDED = (  # seeds of worlds with bounds of five and six tiles, but for those that take the oracle a second
    *(47, 183, 204, 206, 213, 214, 267, 467, 524, 536, 537, 563, 595, 708, 738, 865, 886),
    *(1020, 1046, 1145, 1221, 1241, 1283, 1347),
)


@pytest.mark.parametrize(
    ("tiles", "least", "enough", "seeds", "times"),
    [
        (6, 4, ENOUGH, range(40, 80), 1),
        (7, 6, ENOUGH_OF_MORE, BOUNDED[:17], 1),
        pytest.param(6, 4, ENOUGH, range(80, 640), 14, marks=pytest.mark.slow),
        pytest.param(7, 6, ENOUGH_OF_MORE, range(1400), 2, marks=pytest.mark.slow),
    ],
    ids=["few seeds-6", "few seeds-7", "many seeds-6", "many seeds-7"],
)
def test_no_sequence_of_plays_makes_more_than_the_bound(tiles, least, enough, seeds, times):
    said = _said_on_the_way(seeds, least, tiles)
    assert not {kind: said[kind] for kind, count in enough.items() if said[kind] <= times * count}, said


def _said_on_the_way(seeds: Iterable[int], least: int, tiles: int) -> Counter[str]:
    """Return what was said of all plays of the worlds with these seeds, play by play."""
    said: Counter[str] = Counter()
    for seed in seeds:
        state = _tiles_against_a_stuck_one(seed, least, tiles)
        if state is None:
            continue
        rng = random.Random(seed)
        fast = new_fast_game(state, 1 << 22, SOLO_ALONE)
        reference = Engine(new_reference_game(state), "memoryless")
        most = _most_alone(seed)
        while kernels.count(state.hands.racks[0]) >= 4 and (later := _check(fast, reference, most, said)):
            kernels.play(state, np.int64(rng.choice(later)))
            kernels.play(state, np.int64(PASS))
            said["reached by plays"] += 1
    return said


def test_what_may_not_be_looked_at_stays_unknown():
    free, little, none = (_said_with_work(most) for most in (NO_LIMIT, 200, -1))
    for kind in ("bounded, 3 left", "bounded, 4 left"):
        assert none[kind] == 0 < free[kind]
        assert little[kind] <= free[kind]
    assert sum(little.values()) < sum(free.values())


def _said_with_work(most: int) -> Counter[str]:
    """Return the bounds of the first plays when the number of plays searched on each board is limited."""
    said: Counter[str] = Counter()
    for seed in range(40, 80):
        state = _tiles_against_a_stuck_one(seed, least=4, tiles=6)
        if state is not None:
            fast, reference = (
                new_fast_game(state, 1 << 22, SOLO_ALONE),
                Engine(new_reference_game(state), "memoryless"),
            )
            fast.solo.work[LIMIT] = most
            _check(fast, reference, _most_alone(seed), said)
    return said


def _tiles_against_a_stuck_one(seed: int, least: int, tiles: int) -> GameState | None:
    """A small board where one side has `least` tiles to `tiles` and the other one; None if it has fewer."""
    world = mini_world(seed, size=6, tiles=tiles, **END_RULES[seed % len(END_RULES)])
    mine, his = world.racks
    if len(mine) < least or (BLANK in mine and tiles == 7):  # it has ten times as many plays
        return None
    world = world._replace(game=replace(world.game, rack_size=tiles), racks=(mine, his[-1]))
    return compile_position(*position_of(world, 0))


def _check(fast: FastGame, reference: Engine, most: dict[bytes, int], said: Counter[str]) -> list[int]:
    """Bound every play of the side on turn; return those that leave three tiles or more."""
    state, later = fast.state, []
    own = kernels.count(state.hands.racks[0])
    count, _ = kernels.fast_moves(fast, MOVES, -INF)
    for index in range(count):
        move, gain = int(MOVES.move[index]), int(MOVES.gain[index])
        left = own - (len(placement(move).codes))
        if move == PASS or left < 3:
            continue
        later.append(move)
        kernels.play(state, np.int64(move))
        kernels.play(state, np.int64(PASS))
        worth = gain + _made_alone(state, reference, most)
        kernels.undo(state)
        kernels.undo(state)
        for alpha in (worth + 5, worth, worth - 1):
            MOVES.upper[index] = INF
            kernels.fast_tighten(fast, MOVES, np.int64(index), alpha)
            upper = int(MOVES.upper[index])
            assert upper >= worth, (move, upper, worth)
            said[f"bounded, {left} left"] += upper < INF
            said[f"tight, {left} left"] += upper == worth
    return later


@cache
def _most_alone(seed: int) -> dict[bytes, int]:
    """What has been found of the world of this seed by `_made_alone`."""
    return {}


def _made_alone(state: GameState, reference: Engine, most: dict[bytes, int]) -> int:
    """Return the most that side 0, to move, scores if the opponent always passes."""
    racks, rules = state.hands.racks, state.rules
    at = state.board.letters.tobytes() + racks.tobytes()
    if at not in most:
        his, mine = (int(kernels.value(state, np.int64(side), racks[side])) for side in (1, 0))
        best = int(rules[LOSS]) * (his - mine)
        for move, gain, _, _ in reference.moves():
            if move == PASS:
                continue
            kernels.play(state, np.int64(move))
            if racks[0] == 0:
                best = max(best, gain + int(rules[OUT]) * his)
            else:
                kernels.play(state, np.int64(PASS))
                best = max(best, gain + _made_alone(state, reference, most))
                kernels.undo(state)
            kernels.undo(state)
        most[at] = best
    return most[at]
