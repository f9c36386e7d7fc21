"""Each static bound of the fast game on its own, against the exact worth of every move.

Every idea alone, all others off, so that no bound can hide behind a tighter one; never a violation.  What is
counted are bounds that say something: an upper bound that is a number, a worth that is settled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from bstar.game import INF, new_moves
from scrabble.games.fast import new_fast_game
from scrabble.ideas import Ideas
from scrabble.movegen.packed_move import PASS, placement
from scrabble.movegen.state import TURN, ZEROS_LEFT
from tests.doors import kernels
from tests.worlds.small_positions import FAR, Small, late_positions, mini_positions, waiting_positions

ALONE = {
    "no idea": Ideas(0, 0, False),
    "footprints": Ideas(0, 16, False),
    "footprint of one out-play": Ideas(0, 1, False),
    "solo bounds of one tile": Ideas(1, 0, False),
    "of two": Ideas(2, 0, False),
    "of three": Ideas(3, 0, False),
    "of four": Ideas(4, 0, False),
    "one tile each": Ideas(0, 0, True),
    "all": Ideas(),
}
MOVES = new_moves(1 << 14)


def checked(positions: Iterable[Small]) -> Counter[str]:
    """Check every bound of every position under every setting; count those that say something."""
    said: Counter[str] = Counter()
    for small in positions:
        for move in small.path:
            kernels.play(small.state, np.int64(move))
        for name, ideas in ALONE.items():
            _check(small, name, ideas, said)
        for _ in small.path:
            kernels.undo(small.state)
        said["positions"] += 1
    return said


def _check(small: Small, name: str, ideas: Ideas, said: Counter[str]) -> None:
    state, worths = small.state, small.worths
    game = new_fast_game(state, 1 << 20, ideas)
    for alpha in (-INF, small.value - 1, small.value + 3):
        count, dropped = kernels.fast_moves(game, MOVES, alpha)
        seen = set()
        for index in range(count):
            move = int(MOVES.move[index])
            seen.add(move)
            kind = f"{name}: {_kind(small, move, int(MOVES.gain[index]))}"
            _hold(small, index, kind, said)
            if MOVES.lower[index] != MOVES.upper[index]:
                kernels.fast_settle(game, MOVES, np.int64(index), alpha if alpha > -INF else INF)
                _hold(small, index, f"{kind}, settled", said)
        assert seen <= set(worths)
        left_out = [worths[move] for move in set(worths) - seen]
        assert dropped <= alpha and all(worth <= dropped for worth in left_out), (small.name, name)
        said[f"{name}: left out"] += len(left_out)


def _hold(small: Small, index: int, kind: str, said: Counter[str]) -> None:
    lower, upper, move = int(MOVES.lower[index]), int(MOVES.upper[index]), int(MOVES.move[index])
    assert lower <= small.worths[move] <= upper, (small.name, kind, move, lower, small.worths[move], upper)
    said[kind] += upper < INF
    said[f"{kind}, tight"] += upper == small.worths[move]
    assert upper < FAR or upper == INF


def _kind(small: Small, move: int, gain: int) -> str:
    now, racks = small.state.now, small.state.hands.racks
    if move == PASS:
        return "last pass" if now[ZEROS_LEFT] == 1 else "pass"
    if len(placement(move).codes) == kernels.count(racks[now[TURN]]):
        return "out-play"
    return "play of no points on the last turn" if gain == 0 and now[ZEROS_LEFT] == 1 else "play"


ENOUGH = {  # how often a kind of bound must have been met, by the positions looked at
    "mini": {
        "positions": 500,
        "no idea: out-play": 400,
        "no idea: last pass": 100,
        "no idea: play of no points on the last turn": 1,
        "footprints: play": 300,
        "footprints: pass": 100,
        "footprints: left out": 200,
        "footprint of one out-play: play": 100,
        "solo bounds of one tile: play, settled": 200,
        "of two: play, settled": 300,
        "of three: play, settled": 300,
        "of four: play, settled": 300,
        "one tile each: play, settled": 20,
        "one tile each: play, settled, tight": 20,
        "all: play, settled": 100,
    },
    "waiting": {"positions": 81},
    "late": {"positions": 30, "footprints: play": 50, "one tile each: play, settled": 200},
    "more late": {"positions": 101, "footprints: play": 1000, "of two: play, settled": 1000},
}


def enough(said: Counter[str], positions: str, times: int = 1) -> None:
    """Every kind of bound was met, and often."""
    short = {kind: said[kind] for kind, count in ENOUGH[positions].items() if said[kind] < times * count}
    assert not short, (short, said)


def test_mini_positions() -> None:
    enough(checked(mini_positions(400)), "mini")


def test_a_side_that_can_only_wait() -> None:
    """Three and four tiles against one, which is where their bounds are used."""
    said = checked(waiting_positions(300))
    enough(said, "waiting")
    few, many = said["of two: play, settled"], said["of four: play, settled"]
    assert many > said["of three: play, settled"] > few, said


@pytest.mark.slow
def test_thousands_of_mini_positions() -> None:
    enough(checked(mini_positions(4000, first=1000)), "mini", 10)


def test_real_positions() -> None:
    """Real words, premium squares and cross words; at most three tiles in all."""
    enough(checked(late_positions(3, every=2)), "late")


@pytest.mark.slow
def test_more_real_positions() -> None:
    """With blanks and up to four tiles."""
    enough(checked(late_positions(4)), "more late")
