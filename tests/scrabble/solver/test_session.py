"""Searches that lead on from each other in one memory prove what fresh ones prove."""

from __future__ import annotations

import pytest

from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.game.move import PASS
from scrabble.solver import SolveOptions, solve
from scrabble.solver.session import AnalysisSession, SessionPosition
from scrabble.solver.setup import FARTHEST
from tests.doors.bridge import enable
from tests.worlds.bundled_positions import HARD, first_empty_bag

MEMORY = 64 << 20
LINES = [  # threads, positions to begin at, positions compared at least
    (1, ("g0004", "g0022"), 4),
    (2, ("g0008", "g0016"), 4),
    pytest.param(1, ("g0002", "g0008", "g0020"), 5, marks=pytest.mark.slow),
    pytest.param(2, ("g0004", "g0016", "g0022"), 5, marks=pytest.mark.slow),
]


def assert_agree(found: Solution, fresh: Solution) -> None:
    """Same value; of no move the bounds exclude each other."""
    assert (found.status, found.value) == ("proven", fresh.value)
    bounds = {each.text: each.bounds for each in fresh.moves}
    assert set(bounds) == {each.text for each in found.moves}
    for each in found.moves:
        (lower, upper), (least, most) = each.bounds, bounds[each.text]
        assert max(lower, least) <= min(upper, most), each.text


@pytest.mark.parametrize(("threads", "names", "enough"), LINES)
def test_along_a_line_and_back_everything_agrees_with_fresh_searches(threads, names, enough):
    compared = 0
    for name in names:
        position = first_empty_bag(name)
        walk = AnalysisSession(position, enable(), MEMORY, threads)
        solution = walk.search(walk.home).result()
        places = [walk.home]
        for step in solution.line[:3]:
            place = walk.after(places[-1], places[-1].position.parse_move(step.text))
            if place.position.is_over:
                break
            places.append(place)
            fresh = solve(place.position, enable(), SolveOptions(memory=MEMORY, value_of=PASS))
            assert_agree(walk.search(place).result(), fresh)
            # the true number of scoreless turns counts for a pass, and for a pass alone
            evaluated = walk.search(place, SolveOptions(value_of=PASS)).result().evaluated_move
            assert evaluated.bounds == fresh.evaluated_move.bounds
            compared += 1
        for place in reversed(places):
            fresh = solve(place.position, enable(), SolveOptions(memory=MEMORY, value_of=PASS))
            evaluated = walk.search(place, SolveOptions(value_of=PASS)).result().evaluated_move
            assert evaluated.bounds == fresh.evaluated_move.bounds
    assert compared >= enough


def test_after_passes_the_number_of_scoreless_turns_is_the_true_one():
    position = first_empty_bag("g0016")
    walk = AnalysisSession(position, enable(), MEMORY)
    place: SessionPosition = walk.home
    for _ in range(4):
        place = walk.after(place, PASS)
        fresh = solve(place.position, enable(), SolveOptions(memory=MEMORY, value_of=PASS))
        found = walk.search(place, SolveOptions(value_of=PASS)).result()
        assert_agree(found, fresh)
        assert found.evaluated_move.bounds == fresh.evaluated_move.bounds


def test_what_was_proven_stays_known_and_costs_nothing_again():
    walk = AnalysisSession(first_empty_bag("g0030"), enable(), MEMORY)
    first = walk.search(walk.home).result()
    again = walk.search(walk.home).result()
    assert again.value == first.value and again.nodes - first.nodes < first.nodes // 4
    after = walk.after(walk.home, first.move)
    before = again.nodes
    there = walk.search(after).result()
    assert there.value == first.moves[0].score - first.value
    assert there.nodes - before < first.nodes // 2


def test_a_stopped_search_goes_on_with_its_bounds():
    walk = AnalysisSession(cgp.loads(HARD), enable(), MEMORY)
    search = walk.search(walk.home, SolveOptions(seconds=0.1))
    seen = [search.solution_now.moves for _ in search]
    assert seen and all(each.lower <= each.upper for moves in seen for each in moves)
    first = {each.text: each.bounds for each in search.result().moves}
    second = walk.search(walk.home, SolveOptions(seconds=0.1)).result()
    for each in second.moves:
        lower, upper = first[each.text]
        assert lower <= each.lower and each.upper <= upper, each.text


def test_it_ends_before_the_log_is_full():
    walk = AnalysisSession(first_empty_bag("g0016"), enable(), MEMORY)
    place = SessionPosition(walk.home.position, (0,) * FARTHEST)
    assert walk.after(place, PASS) is None
