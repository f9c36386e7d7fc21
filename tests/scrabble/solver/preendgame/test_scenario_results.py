"""Bounds of a move with a draw by lines, checked against the endgames after it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scrabble.game.move import PASS
from scrabble.game.unseen import UnseenTiles
from scrabble.movegen.packed_move import unpack
from scrabble.solver import Interval, MoveResult, PreendgameSearch, SolveOptions, solve
from scrabble.solver.names import MoveStatus, Objective
from scrabble.solver.preendgame.evaluator import PreendgameTask, ScenarioEvaluator
from scrabble.solver.preendgame.scenario_results import after_draw, line_bounds
from scrabble.solver.preendgame.search import open_interval
from tests.worlds.bags import bag_world, position_of

MEMORY = 16 << 20
LIMITS = -10_000, 10_000


@pytest.mark.parametrize("seed", range(30))
def test_the_endgame_lies_between(seed):
    position, lexicon = position_of(bag_world(seed, 1 + seed % 2))
    unseen = UnseenTiles(position)
    told = 0
    moves = ScenarioEvaluator(PreendgameTask(position, lexicon, MEMORY)).moves
    emptying = [each for each in moves if len(each.play.laid) >= unseen.count][:6]
    for candidate in emptying:
        move = unpack(candidate.play.number, position)
        for draw in unseen.draws:
            endgame = after_draw(position, move, draw.tiles, unseen)
            value = solve(endgame, lexicon, SolveOptions(memory=MEMORY)).value
            truth = endgame.scores[1] - endgame.scores[0] - value
            least, most = line_bounds(unseen, lexicon, move, draw.tiles, LIMITS)
            assert least <= truth <= most, (seed, move, draw)
            told += (least, most) != LIMITS
    assert told or not emptying


def test_a_search_that_is_left_says_how_little_its_move_may_be_worth():
    position, lexicon = position_of(bag_world(3, 1))
    found = PreendgameSearch(position, lexicon, SolveOptions(nodes=1, memory=MEMORY)).result()
    least, most = ScenarioEvaluator(PreendgameTask(position, lexicon, MEMORY)).solver.limits
    assert found.stopped_by == "nodes"
    assert found.moves[0].spread.lower > least and found.moves[0].spread.upper < most
    options = SolveOptions(memory=MEMORY, settle_ties=True, value_of=found.text)
    truth = solve(position, lexicon, options).evaluated_move.spread
    assert truth.is_exact and found.moves[0].spread.lower <= truth.lower <= found.moves[0].spread.upper


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
