"""Thresholds of terms; the order of the moves by expected value, and suspended moves."""

from __future__ import annotations

import pytest

from bstar.chance.interval_sum import (
    BUDGET_GROWTH,
    DISPROVE_REST,
    PROVE_BEST,
    IntervalSum,
    Query,
    Ranking,
)
from tests.worlds.draws import answered, new_term


def ranking_of(*estimates):
    moves = [IntervalSum([new_term(1, [0], [40], [each])]) for each in estimates]
    beaten = set()
    return moves, beaten, Ranking(moves, lambda number: number not in beaten)


def in_order(ranking):
    """All that are in a ranking, the most promising first; none is left in it."""
    found = []
    for number in ranking.contenders():
        found.append(number)
        ranking.suspend(number, is_costly=False)
    return found


def test_the_most_promising_comes_first_until_it_is_suspended():
    _, _, ranking = ranking_of(3.0, 9.0, 6.0)
    assert next(ranking.contenders()) == next(ranking.contenders()) == 1
    assert in_order(ranking) == [1, 2, 0] and in_order(ranking) == []


def test_an_update_ranks_a_move_again():
    moves, _, ranking = ranking_of(3.0, 9.0, 6.0)
    moves[1].expected[0] = 1.0
    ranking.update(1)
    assert in_order(ranking) == [2, 0, 1]


def test_beaten_moves_leave_for_good():
    _, beaten, ranking = ranking_of(3.0, 9.0, 6.0)
    beaten.add(1)
    ranking.update(1)
    assert in_order(ranking) == [2, 0]
    ranking.resume_all()
    assert in_order(ranking) == [2, 0]


def test_suspended_moves_are_skipped_until_an_update_or_all_are_resumed():
    moves, beaten, ranking = ranking_of(3.0, 9.0, 6.0)
    assert in_order(ranking) == [1, 2, 0] and not ranking.has_costly
    moves[0].expected[0] = 5.0
    ranking.update(0)
    assert next(ranking.contenders()) == 0
    ranking.suspend(0, is_costly=True)
    assert ranking.has_costly
    beaten.add(2)
    ranking.resume_all()
    assert not ranking.has_costly and in_order(ranking) == [1, 0]


def thresholds(value: int, lower: int, upper: int, estimate: float) -> list[int]:
    """What is asked of a term until its value is known, each answer as narrow as it can be."""
    term, asked = new_term(1, [lower], [upper], [estimate]), []
    while term.is_open(0):
        gamma = term.next_threshold(0)
        asked.append(gamma)
        bounds = (gamma, upper) if value >= gamma else (lower, gamma - 1)
        query = Query(0, 0, 0, gamma, term.budget, PROVE_BEST)
        term.update(answered(term, query, [bounds[0]], [bounds[1]], True, nodes=1))
    return asked


def test_an_exact_value_is_approached_from_above():
    assert thresholds(37, -500, 500, 40.0)[:6] == [56, 55, 54, 52, 50, 47]
    assert thresholds(55, -500, 500, 40.0) == [56, 55]
    assert thresholds(120, -500, 500, 40.0)[:4] == [56, 73, 106, 171]


@pytest.mark.parametrize(("value", "asked"), [(2, [2]), (1, [2, 1]), (0, [2, 1])])
@pytest.mark.parametrize("estimate", [0.6, 1.1, 1.9])
def test_a_win_is_looked_for_before_a_draw(value, asked, estimate):
    assert thresholds(value, 0, 2, estimate) == asked


@pytest.mark.parametrize(("value", "asked"), [(2, [1, 2]), (1, [1, 2]), (0, [1])])
def test_an_expected_loss_is_tested_at_once(value, asked):
    assert thresholds(value, 0, 2, 0.3) == asked


def test_a_query_without_an_answer_is_asked_again_with_more_nodes():
    term = new_term(1, [-500], [500], [40.0])
    gamma, budget = term.next_threshold(0), term.budget
    term.update(answered(term, Query(0, 0, 0, gamma, budget, PROVE_BEST), [-500], [500], False))
    assert (term.next_threshold(0), term.budget) == (gamma, BUDGET_GROWTH * budget)


def test_only_the_highest_threshold_follows_an_answer_that_brought_and_cost_nothing():
    term = new_term(1, [-500], [500], [40.0])

    def answer(gamma: int, upper: int, nodes: int) -> None:
        query = Query(0, 0, 0, gamma, term.budget, PROVE_BEST)
        term.update(answered(term, query, [-500], [upper], True, nodes=nodes))

    answer(56, 500, nodes=1)  # "yes", but it cannot be proven from below
    assert term.least_threshold(0) == 57
    answer(60, 500, nodes=0)
    assert term.is_open(0) and term.least_threshold(0) == term.next_threshold(0) == 500
    answer(500, 300, nodes=0)  # "no": there is something to narrow
    assert term.is_open(0) and term.least_threshold(0) == 61
    answer(80, 300, nodes=0)
    answer(300, 300, nodes=0)
    assert not term.is_open(0)


def test_a_query_is_not_asked_again_as_it_was():
    """Check that its budget grows where it took no nodes, while another one is made easier first."""
    for nodes, grown in ((0, BUDGET_GROWTH), (500, 1)):
        term = new_term(1, [-500], [500], [40.0])
        query = Query(0, 0, 0, 56, term.budget, DISPROVE_REST)
        term.update(answered(term, query, [-500], [500], False, nodes=nodes))
        assert (term.budget, term.deferred) == (grown * query.budget, (int(grown == 1),))
