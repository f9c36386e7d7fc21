"""Which move is shown where only the winner is asked for."""

from __future__ import annotations

import pytest

from bstar.pv import PART, WHOLE
from bstar.root import RootMove
from bstar.task import Result
from scrabble.solver.endgame import is_outcome_known, put_proven_move_first

WIDE = (-500, 500)
OPEN, BETTER, THIRD = RootMove(1, 9, -20, 40), RootMove(2, 5, 0, 40), RootMove(3, 4, -90, 7)
MOVES = [OPEN, BETTER, THIRD]


def result(lines: dict[int, list[int]] | None = None) -> Result:
    return Result(1, None, -20, 40, "bounded", [1, 9], PART, list(MOVES), lines or {})


@pytest.mark.parametrize(
    ("caps", "level", "first"),
    [
        ({}, 0, 1),  # nothing is known to win
        ({}, -1, 2),  # the second one is, by its own bounds
        ({}, -21, 1),  # all are: the first one stays
        ({3: (6, 500)}, 5, 3),  # the third one, by its cap
        ({1: (-500, 7), 2: (-500, 7), 3: (7, 500)}, 7, 3),  # nobody wins, and it draws
        ({1: (-500, 7), 2: (-500, 7), 3: (7, 500)}, 8, 1),  # everything loses
    ],
)
def test_a_move_that_is_known_to_win_comes_first(caps, level, first):
    bounds = {each.move: WIDE for each in MOVES} | caps
    before = result()
    found = put_proven_move_first(before, bounds, level)
    assert (found.move, found.moves[0].move) == (first, first)
    assert sorted(each.move for each in found.moves) == [1, 2, 3]
    assert found.line == ([1, 9] if first == 1 else [first]) and found.line_kind == PART
    assert before.moves == MOVES


def test_its_whole_line_is_shown_if_there_is_one():
    found = put_proven_move_first(result({2: [2, 8, 5]}), dict.fromkeys((1, 2, 3), WIDE), -1)
    assert (found.line, found.line_kind) == ([2, 8, 5], WHOLE)


def test_what_decides():
    assert is_outcome_known([BETTER, OPEN], -1) and not is_outcome_known([OPEN, BETTER], -1)
    assert is_outcome_known([OPEN, BETTER], 41) and not is_outcome_known([OPEN, BETTER], 40)
    assert is_outcome_known([RootMove(1, 9, 7, 7), THIRD], 7)
    assert not is_outcome_known([THIRD, RootMove(1, 9, 7, 7)], 7)
