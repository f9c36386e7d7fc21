"""Chances and spreads of positions whose best move is open, from the bounds of their moves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from scrabble.answer.interval import Interval, Number
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import MoveStatus, Objective
from scrabble.answer.solution import Solution
from scrabble.solver import PreendgameSearch, SolveOptions, solve
from scrabble.solver.preendgame.results import open_interval
from tests.worlds.bags import bag_world, exchange_world, position_of


def result(win: tuple[int, int], spread: tuple[int, int]) -> MoveResult:
    wins, spreads = (Interval(Fraction(lower, 4), Fraction(upper, 4)) for lower, upper in (win, spread))
    return MoveResult(text="", score=0, status=MoveStatus.OPEN, spread=spreads, win=wins)


@pytest.mark.parametrize(
    ("moves", "spread"),
    [
        # whatever is best is as good as the first one, which wins as often as any
        ([((4, 4), (-8, 40)), ((0, 4), (-400, 400))], (-8, 400)),
        # the other one may win more often, and lose by more when it loses
        ([((3, 3), (-8, 40)), ((0, 4), (-400, 400))], (-400, 400)),
        ([((4, 4), (-8, 40))], (-8, 40)),
    ],
)
def test_the_spread_of_a_position_that_is_open(moves, spread):
    found = open_interval([result(*move) for move in moves], Objective.SPREAD, Objective.WIN)
    assert found == Interval(*(Fraction(each, 4) for each in spread))


def test_what_is_compared_first_is_at_least_what_any_move_has():
    moves = [result((1, 2), (0, 0)), result((2, 3), (0, 0))]
    found = open_interval(moves, Objective.WIN, Objective.WIN)
    assert (found.lower, found.upper) == (Fraction(1, 2), Fraction(3, 4))


def status_by_bounds(move: MoveResult, chosen: MoveResult, solution: Solution) -> str:
    """Return the status that follows from the bounds of a move and of the chosen one."""
    (lower, upper), (least, most) = (bounds_of(each, solution.objective) for each in (move, chosen))
    if move is chosen:
        return "best" if solution.status == "proven" else "best so far"
    if upper > least:
        return "open"
    if solution.status == "proven" and lower == most:
        return "best"
    return "worse" if upper < least else "not better"


def bounds_of(move: MoveResult, objective: Objective) -> Iterator[list[Number]]:
    """Yield the lower and the upper bounds, what is compared first in front."""
    compared = {Objective.OUTCOME: [move.win], Objective.SPREAD: [move.spread, move.win]}
    for side in range(2):
        yield [tuple(each)[side] for each in compared.get(objective, [move.win, move.spread])]


@pytest.mark.parametrize("seed", range(12))
def test_each_status_compares_a_move_with_the_chosen_one(seed):
    """Check it at many node limits, but for passes: the bounds shown hold those of plays that may follow."""
    objective = (Objective.WIN, Objective.SPREAD, Objective.OUTCOME)[seed % 3]
    position, lexicon = position_of((bag_world, exchange_world)[seed % 2](seed, 1))
    for nodes in (1, 4, 10, 25, 60, 150, None):
        options = SolveOptions(objective=objective, nodes=nodes, memory=16 << 20)
        found = solve(position, lexicon, options)
        for move in found.moves if not found.move.is_pass else ():
            if not move.is_pass:
                assert move.status == status_by_bounds(move, found.moves[0], found), (nodes, move)


@pytest.mark.parametrize("seed", [3, 4])
def test_the_best_moves_come_first(seed):
    position, lexicon = position_of(bag_world(seed, 1))
    found = solve(position, lexicon, SolveOptions(memory=16 << 20, settle_ties=True))
    are_best = [move.status is MoveStatus.BEST for move in found.moves]
    assert found.status == "proven" and 0 < sum(are_best) < len(are_best)
    assert are_best == sorted(are_best, reverse=True)


def test_only_a_move_as_good_as_all_that_the_best_may_be_worth_is_best():
    """Check two equal moves: with the best spread of one open, the other is not proven to be as good."""
    world = exchange_world(161, 1)
    position, lexicon = position_of(world, world.known)
    run = PreendgameSearch(position, lexicon, SolveOptions(memory=16 << 20, settle_ties=True))
    before = run.result()
    assert len(before.best) == 2 and before.moves[1].status == "best" and "1 other is as good" in str(before)
    run._search.moves[run._search.best].upper[1] += 1
    found = run.solution
    assert (found.status, found.best) == ("proven", [found.text]) and found.moves[1].status == "not better"
    assert "no other move is better" in str(found) and found.to_dict()["best"] == [found.text]
