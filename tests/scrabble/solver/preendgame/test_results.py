"""Chances and spreads of positions whose best move is open, from the bounds of their moves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scrabble.game.move import PASS
from scrabble.solver import Interval, MoveResult, SolveOptions, solve
from scrabble.solver.names import MoveStatus, Objective
from scrabble.solver.preendgame.results import open_interval
from tests.worlds.bags import bag_world, position_of


def result(status: str, win: tuple[int, int], spread: tuple[int, int]) -> MoveResult:
    wins, spreads = (Interval(Fraction(lower, 4), Fraction(upper, 4)) for lower, upper in (win, spread))
    return MoveResult(PASS, "", 0, MoveStatus(status), spreads, wins)


@pytest.mark.parametrize(
    ("moves", "spread"),
    [
        # whatever is best is as good as the first one, which wins as often as any
        ([("best so far", (4, 4), (-8, 40)), ("open", (0, 4), (-400, 400))], (-8, 400)),
        # the other one may win more often, and lose by more when it loses
        ([("best so far", (3, 3), (-8, 40)), ("open", (0, 4), (-400, 400))], (-400, 400)),
        ([("best so far", (4, 4), (-8, 40)), ("worse", (0, 3), (-400, 400))], (-8, 40)),
    ],
)
def test_the_spread_of_a_position_that_is_open(moves, spread):
    found = open_interval([result(*move) for move in moves], Objective.SPREAD, Objective.WIN)
    assert found == Interval(*(Fraction(each, 4) for each in spread))


def test_what_is_compared_first_is_at_least_what_any_move_has():
    moves = [result("best so far", (1, 2), (0, 0)), result("open", (2, 3), (0, 0))]
    found = open_interval(moves, Objective.WIN, Objective.WIN)
    assert (found.lower, found.upper) == (Fraction(1, 2), Fraction(3, 4))


@pytest.mark.parametrize("seed", [3, 4])
def test_the_best_moves_come_first(seed):
    position, lexicon = position_of(bag_world(seed, 1))
    found = solve(position, lexicon, SolveOptions(memory=16 << 20, settle_ties=True))
    are_best = [move.status is MoveStatus.BEST for move in found.moves]
    assert found.status == "proven" and 0 < sum(are_best) < len(are_best)
    assert are_best == sorted(are_best, reverse=True)
