"""What an answer says of its moves: statuses from bounds, lines to the end, scores as one sees them."""

from __future__ import annotations

import pytest

from bstar.game import INF
from bstar.root import RootMove
from bstar.tree.rounds import TreeMove
from scrabble.answer.decisions import Belief
from scrabble.answer.interval import UNKNOWN, Interval, exactly
from scrabble.game import cgp
from scrabble.game.move import parse_move
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import number_of
from scrabble.solver.maven import beliefs_of
from scrabble.solver.move_bounds import (
    StaticMoveBounds,
    final_scores,
    interval_of,
    move_results,
    play_out,
    tightest,
)
from tests.conftest import POSITIONS

LANO, ANAL, PASS = "3F (L)LANO", "2F (C)ANAL", 0
WIDE = (-1000, 1000)


@pytest.fixture(scope="module")
def position() -> Position:
    """positions/out-in-two.cgp."""
    lines = (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()
    return cgp.loads(next(line for line in lines if not line.startswith("#")))


def static_bounds_of(position: Position, moves: list[RootMove], bounds: tuple[int, int]) -> StaticMoveBounds:
    """The static bounds of some moves, the same for all."""
    static = StaticMoveBounds(position, Lexicon("ENABLE"), moves)
    static.bounds = {move.move: bounds for move in moves}
    return static


def statuses(position: Position, *bounds: tuple[int, int]) -> list[str]:
    """The statuses of the pass and two plays, the first one best, from their bounds."""
    numbers = [PASS, *(number_of(parse_move(text, position), position) for text in (LANO, ANAL))]
    moves = [RootMove(number, 0, *each) for number, each in zip(numbers, bounds, strict=True)]
    static = static_bounds_of(position, moves, WIDE)
    tight = tightest(moves, static.bounds)
    return [each.status for each in move_results(moves, tight, position, static, {})]


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ([(5, 5), (-3, 4), (-3, 2)], ["best", "worse", "worse"]),
        ([(5, 5), (-3, 5), (-3, 2)], ["best", "not better", "worse"]),
        ([(5, 5), (5, 5), (-3, 4)], ["best", "best", "worse"]),
        ([(5, 9), (-3, 5), (-3, 4)], ["best", "not better", "worse"]),  # proven, whatever it is worth
        ([(5, 9), (5, 5), (-3, 4)], ["best", "not better", "worse"]),  # the second one may be worth less
        ([(5, 9), (5, 6), (-3, 4)], ["best so far", "open", "worse"]),
        ([(5, 9), (-3, 5), (5, 9)], ["best so far", "not better", "open"]),
        ([(-INF, INF), (-INF, INF), (-INF, INF)], ["best so far", "open", "open"]),
        ([(1000, INF), (-INF, INF), (-INF, 999)], ["best", "not better", "worse"]),  # by static bounds
    ],
)
def test_what_bounds_say_of_moves(
    position: Position, bounds: list[tuple[int, int]], expected: list[str]
) -> None:
    assert statuses(position, *bounds) == expected


def test_static_bounds_tighten_and_what_is_known_is_kept_apart(position: Position) -> None:
    [tight] = tightest([RootMove(PASS, 0, -INF, INF)], {PASS: (-7, 30)})
    assert (tight.lower, tight.upper) == (-7, 30)
    belief = TreeMove(PASS, 0, -INF, INF, 2, 9, 4)
    moves = [RootMove(PASS, 0, -INF, 20)]
    static = static_bounds_of(position, moves, (-7, 30))
    [candidate] = move_results(moves, tightest(moves, static.bounds), position, static, {})
    assert candidate.searched == Interval(upper=20)
    assert candidate.bounds == Interval(-7, 20) == Interval(candidate.lower, candidate.upper)
    assert candidate.spread == Interval(-7 + position.spread, 20 + position.spread)
    assert beliefs_of(moves, {PASS: belief}, static.text) == (Belief("pass", 2, 4, 9),)


def test_a_bound_beyond_all_points_is_missing() -> None:
    assert interval_of(-INF, INF) == UNKNOWN and interval_of(0, 0) == exactly(0)
    assert interval_of(-300, INF) == Interval(-300) and interval_of(-INF, -300) == Interval(upper=-300)


def test_a_line_is_played_out(position: Position) -> None:
    numbers, at = [], position
    for text in (LANO, "G8 (GO)U(G)E", "3B RA(J)"):
        move = parse_move(text, at)
        numbers.append(number_of(move, at))
        at = at.play(move)
    steps, end = play_out(position, numbers, is_whole=True)
    assert [(step.text, step.score) for step in steps] == [(LANO, 7), ("G8 (GO)U(G)E", 7), ("3B RA(J)", 20)]
    assert end.is_over
    mine, other = final_scores(end, len(steps))
    assert (mine - other) - position.spread == 22
    assert final_scores(end, len(steps) + 1) == (other, mine)


def test_two_passes_go_on_to_the_end(position: Position) -> None:
    """A search stops there: more of them change nothing."""
    steps, end = play_out(position, [PASS, PASS], is_whole=True)
    assert end.is_over and len(steps) == position.rules.scoreless_limit
    assert {step.text for step in steps} == {"pass"}
    steps, end = play_out(position, [PASS], is_whole=True)
    assert len(steps) == 1 and not end.is_over
    steps, end = play_out(position, [PASS, PASS], is_whole=False)
    assert len(steps) == 2 and not end.is_over  # cut off: whether more passes are best play is not known
