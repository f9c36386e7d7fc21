"""B* in Maven's way: estimates at every node, separation, widening."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bstar.depth_first.stack import new_stack
from bstar.tree.rounds import TreeBStar
from scrabble.game import cgp
from scrabble.movegen.compile_position import compile_position
from scrabble.solver.planner.game import PlannedGame, estimate_root, new_planned_game
from tests.doors.bridge import enable, samples

ROWS = samples()
SOLVED = [row for row in ROWS if row["value"] is not None]
STACK = new_stack(16, 1 << 16)


def planned(row: dict[str, Any]) -> PlannedGame:
    """A sample position as a game with a planner."""
    return new_planned_game(compile_position(cgp.loads(row["cgp"]), enable()), 16 << 20)


@cache
def believed(name: str) -> list[tuple[int, int, int, int, int, int]]:
    """Every move of a sample: number, proven bounds, believed interval."""
    game = planned(next(row for row in ROWS if row["id"] == name))
    seen = estimate_root(game)
    assert seen is not None
    columns = (seen.moves.move, seen.moves.lower, seen.moves.upper, *seen.estimates)
    return [tuple(int(column[at]) for column in columns) for at in range(seen.count)]  # type: ignore[misc]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["id"]))
def test_what_is_believed_lies_within_what_is_proven(row: dict[str, Any]) -> None:
    moves = believed(row["id"])
    assert moves
    for _, lower, upper, pessimistic, optimistic, realistic in moves:
        assert lower <= pessimistic <= realistic <= optimistic <= upper
        assert optimistic - pessimistic <= 120


def test_to_estimate_changes_nothing() -> None:
    game = planned(SOLVED[0])
    state = game.fast.state
    board = [array for name, array in state.board._asdict().items() if name != "runs"]  # they are remembered
    after = [*board, *state.hands, state.now, state.board_key]
    before = [array.copy() for array in after]
    estimate_root(game)
    assert all((one == other).all() for one, other in zip(before, after, strict=True))


def test_without_room_there_is_nothing_to_see(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrabble.solver.planner.game.MOST_MOVES", 4)
    assert estimate_root(planned(SOLVED[0])) is None


@pytest.mark.parametrize("row", SOLVED, ids=lambda row: str(row["id"]))
def test_widening_keeps_true_bounds(row: dict[str, Any]) -> None:
    """The proven bounds are true in every round, and the believed ones reach the value."""
    search = TreeBStar(planned(row), heuristic=True, stack=STACK)
    last = None
    for last in search.rounds(step=3, stable=4, most=8, expansions=1_500):
        assert last.verdict.lower <= row["value"] <= last.verdict.upper
    assert last is not None
    assert row["value"] - 6 <= last.verdict.optimistic


def test_the_search_is_the_same_every_time() -> None:
    runs = []
    for _ in range(2):
        search = TreeBStar(planned(SOLVED[1]), heuristic=True, stack=STACK)
        runs.append([each.verdict for each in search.rounds(step=3, most=3, expansions=500)])
    assert runs[0] == runs[1]
