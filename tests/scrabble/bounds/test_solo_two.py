"""Solo bounds of one or two tiles: never less than the best of all sequences of plays.

The bound is the fast game's of a play that leaves one or two tiles, all other features off; the sequences are
tried out by the oracle.  Mostly it is exact.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from bstar.game import INF, new_moves
from scrabble.movegen.features import SearchFeatures
from scrabble.solver.games.fast import new_fast_game
from tests.doors import kernels
from tests.oracles import naive
from tests.worlds.play_by_play import Case, cases

MOVES = new_moves(1 << 12)
ENOUGH = {1: 300, 2: 200}  # bounds that are a number, by tiles left


@cache
def made_alone(game: naive.Game, board: naive.Board, rack: str, other: str) -> int:
    """Return the most that a side scores if the opponent always passes, including the end of the game."""
    best = game.scoreless_loss * (game.value(other) - game.value(rack))
    for text, score in naive.plays(game, board, rack).items():
        later, rest = naive.apply(board, rack, text)
        end = (game.out_gain + game.out_loss) * game.value(other)
        best = max(best, score + (made_alone(game, later, rest, other) if rest else end))
    return best


def check(case: Case, tiles: int, said: Counter[str]) -> None:
    """Bound every play that leaves the given number of tiles, for every threshold."""
    game, (_, other) = case.world.game, case.world.racks
    fast = new_fast_game(case.state, 1 << 20, SearchFeatures(tiles, 0, False))
    count, _ = kernels.fast_moves(fast, MOVES, -INF)
    listed = {int(MOVES.move[index]): index for index in range(count)}
    for text, score in case.own.items():
        board, rest = case.after(text)
        if len(rest) != tiles:
            continue
        worth = score + made_alone(game, board, rest, other)
        index = np.int64(listed[case.number(text)])
        for alpha in (worth + 5, worth, worth - 1):
            MOVES.upper[index] = INF
            kernels.fast_settle(fast, MOVES, index, alpha)
            upper = int(MOVES.upper[index])
            assert upper >= worth, (case.world, text, upper, worth)
            said["bounded"] += upper < INF
            said["exact"] += upper == worth


@pytest.mark.parametrize("tiles", [1, 2])
def test_no_sequence_makes_more(tiles: int) -> None:
    said: Counter[str] = Counter()
    for case in cases(150, tiles=4):
        check(case, tiles, said)
    assert said["bounded"] >= ENOUGH[tiles], said
    assert said["exact"] > said["bounded"] // 2, said
