"""Estimates of the root's moves, and which move a stopped search calls the best so far, in every answer."""

from __future__ import annotations

import math
from typing import Any

import pytest

from bstar.game import INF
from bstar.root import RootMove
from bstar.tree.rounds import TreeBStar
from scrabble.answer.moves import Estimate
from scrabble.answer.solution import Solution, solution_json
from scrabble.game import cgp
from scrabble.solver import SMALLEST_MEMORY, EndgameSearch, SolveOptions
from scrabble.solver.move_bounds import DOUBT, StaticMoveBounds
from scrabble.solver.names import BSTAR, MAVEN, ON_REFERENCE_GAME, SolverName
from scrabble.solver.session import AnalysisSession
from scrabble.solver.setup import estimates, new_tree_search
from tests.claims import check_estimates
from tests.conftest import POSITIONS
from tests.doors.bridge import enable, samples
from tests.worlds.bundled_positions import first_empty_bag

KNOWN = [sample for sample in samples() if sample["proven"]]
HARD = first_empty_bag("g0278")
LOSING = first_empty_bag("g0264")  # nothing is worth 0
WIDE = (-500, 500)


@pytest.mark.parametrize("sample", KNOWN, ids=lambda sample: sample["id"])
def test_estimates_are_what_the_planner_sees_at_one_look(sample: dict[str, Any]) -> None:
    position = cgp.loads(sample["cgp"])
    engine, planned, _ = new_tree_search(position, enable(), SMALLEST_MEMORY)
    seen = TreeBStar(planned, heuristic=True, stack=engine.stack).run(expansions=1)
    assert estimates(position, enable()) == {each.move: each.realistic for each in seen.moves}


def test_a_game_that_is_over_has_no_estimates() -> None:
    position = cgp.loads("/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7) + " /QU 100/90 0")
    assert estimates(position, enable()) == {}


class KnownEstimates(StaticMoveBounds):
    """Static bounds with estimates by hand."""

    def __init__(self, guesses: dict[int, int]) -> None:
        self.bounds = dict.fromkeys(guesses, WIDE)
        self.estimates = guesses


@pytest.mark.parametrize(
    ("moves", "chosen"),
    [
        ({1: (10, -INF, INF), 2: (12, -INF, INF)}, 2),  # by estimate alone
        ({1: (10, 10, INF), 2: (10 + DOUBT, -INF, INF)}, 1),  # what is proven is preferred to what is near
        ({1: (10, 10, INF), 2: (11 + DOUBT, -INF, INF)}, 2),  # and not to what is far better
        ({1: (60, 10, 10), 2: (31, -INF, INF)}, 2),  # an estimate is taken within what is proven
        ({1: (60, -INF, 5), 2: (7, -INF, INF)}, 2),
        ({1: (60, -INF, -5), 2: (70, -INF, -5)}, 2),  # among equals what was expected to be worth more
        ({1: (60, -INF, -5), 2: (-5, -INF, 9)}, 2),  # but first what may be worth more
        ({1: (10, 10, 40), 2: (60, 10, 10)}, 1),
        ({1: (10, 10, 10), 2: (60, -INF, 10)}, 1),  # proven best
        ({1: (-60, 10, 10), 2: (60, 12, 12)}, 2),
    ],
)
def test_the_best_move_so_far(moves: dict[int, tuple[int, int, int]], chosen: int) -> None:
    static = KnownEstimates({move: guess for move, (guess, _, _) in moves.items()})
    roots = [RootMove(move, 0, lower, upper) for move, (_, lower, upper) in moves.items()]
    assert static.choice(roots).move == chosen
    assert static.choice(roots[::-1]).move == chosen


def test_moves_are_in_the_order_of_their_estimates() -> None:
    static = KnownEstimates({1: 5, 2: 9, 3: 70, 4: -3})
    roots = [
        RootMove(1, 0, -INF, INF),
        RootMove(2, 0, -INF, INF),
        RootMove(3, 0, -INF, 7),
        RootMove(4, 0, 8, 8),
    ]
    assert [each.move for each in static.by_promise(roots)] == [2, 4, 3, 1]


def given(estimate: Estimate) -> tuple[int | None, float, float]:
    return estimate.value, estimate.spread, estimate.win


def check(solution: Solution) -> None:
    """The same best move everywhere, while it is not proven."""
    check_estimates(solution)
    assert solution.status in ("bounded", "estimated") and solution.estimate is not None
    data = solution_json(solution)
    assert data["best"] == [data["moves"][0]["move"]] == [solution.text]
    assert estimates_of(data) == given(solution.estimate)
    assert data["moves"][0]["status"] == "best so far"
    assert [estimates_of(each) for each in data["moves"]] == [
        each.estimate and given(each.estimate) for each in solution.moves
    ]
    assert str(solution).split()[0] == "Best" and f"  {solution.text} for " in str(solution)


def estimates_of(data: dict[str, Any]) -> tuple[int, int, float] | None:
    """The estimates of a move or a solution in its JSON: value, final spread, win probability."""
    estimate = data["estimate"]
    return None if estimate is None else (estimate["value"], estimate["spread"], estimate["win"])


@pytest.mark.parametrize(
    ("solver", "position"),
    [
        pytest.param(solver, position, marks=[] if (number + at) % 2 else pytest.mark.slow)
        for number, solver in enumerate(each for each in SolverName if each not in ON_REFERENCE_GAME)
        for at, position in enumerate((HARD, LOSING))
    ],
    ids=str,
)
def test_every_solver_that_is_stopped_names_one_move(solver: SolverName, position: cgp.Position) -> None:
    nodes = 40 if solver is MAVEN else 100
    options = SolveOptions(solver=solver, nodes=nodes, memory=SMALLEST_MEMORY)
    check(EndgameSearch(position, enable(), options).result())


@pytest.mark.parametrize("solver", sorted(ON_REFERENCE_GAME))
def test_so_do_those_without_shortcuts(solver: SolverName) -> None:
    options = SolveOptions(solver=solver, nodes=30, memory=SMALLEST_MEMORY)
    solution = EndgameSearch(LOSING, enable(), options).result()
    check_estimates(solution)
    assert solution.status == "bounded" and solution.moves[0].status == "best so far"


@pytest.mark.parametrize("reason", ["time", "memory", "interrupt"])
def test_whatever_stops_a_search(reason: str) -> None:
    search = EndgameSearch(HARD, enable(), SolveOptions(seconds=0.1 if reason == "time" else None))
    named = []
    for snapshot in search:
        named.append((snapshot.text, snapshot.estimate))
        assert snapshot.value_estimate is not None
        assert snapshot.lower <= snapshot.value_estimate <= snapshot.upper
        if reason != "time":
            search.stop(reason)
    solution = search.solution
    check(solution)
    assert solution.stopped_by == reason and named[-1] == (solution.text, solution.estimate)


def test_the_line_begins_with_the_move_that_is_chosen_by_estimate() -> None:
    """Nothing but upper bounds is proven, and the one with the best lower bound is any move."""
    solution = EndgameSearch(LOSING, enable(), SolveOptions(nodes=1_000)).result()
    assert all(math.isinf(move.searched.lower) for move in solution.moves)
    assert solution.value_estimate == max(move.value_estimate for move in solution.moves)
    assert solution.line[0].text == solution.text


def test_who_wins_is_shown_by_a_sure_move_and_the_value_by_the_best_estimate() -> None:
    text = next(
        line for line in (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines() if line[0] != "#"
    )
    position = cgp.loads(text)
    solution = EndgameSearch(position, enable(), SolveOptions(objective="outcome")).result()
    first = solution.moves[0]
    assert solution.outcome == "won" and solution.text == first.text
    assert solution.value_estimate == max(
        first.lower if move.value_estimate is None else move.value_estimate for move in solution.moves
    )


def test_a_proven_value_has_no_estimate() -> None:
    for solver in (BSTAR, MAVEN):
        solution = EndgameSearch(cgp.loads(KNOWN[0]["cgp"]), enable(), SolveOptions(solver=solver)).result()
        assert solution.status == "proven" and solution.estimate is None
        assert all(move.estimate is None for move in solution.moves)


def test_on_a_walk_the_list_agrees_with_what_is_told_at_any_moment() -> None:
    walk = AnalysisSession(LOSING, enable(), 64 << 20)
    search = walk.search(walk.home, SolveOptions(seconds=0.1))
    for snapshot in search:
        moves = search.solution_now.moves
        assert [move.status for move in moves].count("best so far") == 1 and moves[0].status == "best so far"
        assert snapshot.text in {move.text for move in moves}
        expected = [move.lower if move.value_estimate is None else move.value_estimate for move in moves[1:]]
        assert expected == sorted(expected, reverse=True)
    check(search.solution)


def test_on_a_walk_open_moves_are_estimated_when_the_value_is_proven_too() -> None:
    walk = AnalysisSession(cgp.loads(KNOWN[0]["cgp"]), enable(), 64 << 20)
    solution = walk.search(walk.home).result()
    assert solution.status == "proven" and solution.estimate is None
    for move in solution.moves:
        lower, upper = move.bounds
        assert (move.estimate is None) == (lower == upper)
        assert move.estimate is None or lower <= move.value_estimate <= upper
    assert any(move.estimate is not None for move in solution.moves)
