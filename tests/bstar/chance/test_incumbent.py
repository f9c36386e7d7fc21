"""The choice of the move that is solved exactly first."""

from __future__ import annotations

from bstar.chance.incumbent import MOST_CANDIDATES, IncumbentSearch
from bstar.chance.interval_sum import BUDGET, BUDGET_GROWTH
from tests.worlds.draws import new_moves


def test_the_budget_limit_grows_when_all_candidates_are_costly():
    moves = new_moves(30.0, 25.0)
    incumbents = IncumbentSearch(moves, 0)
    assert incumbents.candidate([0]) == 0
    for term in moves[0].terms:
        term.budget = BUDGET_GROWTH * BUDGET
    assert incumbents.candidate([0]) == 1 and incumbents.budget_limit == BUDGET
    for term in moves[1].terms:
        term.budget = BUDGET_GROWTH * BUDGET
    assert incumbents.candidate([0]) == 0 and incumbents.budget_limit == BUDGET_GROWTH * BUDGET


def test_only_a_few_candidates_are_tried_before_the_budget_limit_grows():
    moves = new_moves(*range(30, 30 - 2 * MOST_CANDIDATES, -1))
    incumbents = IncumbentSearch(moves, 0)
    for number in range(MOST_CANDIDATES):
        assert incumbents.candidate([0]) == number and incumbents.budget_limit == BUDGET
        moves[number].terms[0].budget = BUDGET_GROWTH * BUDGET  # its query was put off
    assert incumbents.candidate([0]) == 0 and incumbents.budget_limit == BUDGET_GROWTH * BUDGET


def test_moves_that_are_costly_from_the_start_are_passed_over():
    moves = new_moves(*range(30, 30 - 2 * MOST_CANDIDATES, -1))
    for move in moves[:-1]:
        move.terms[0].budget = BUDGET_GROWTH * BUDGET
    incumbents, last = IncumbentSearch(moves, 0), len(moves) - 1
    assert incumbents.candidate([0]) == last and incumbents.budget_limit == BUDGET
    moves[last].terms[0].budget = BUDGET_GROWTH * BUDGET
    assert incumbents.candidate([0]) == 0 and incumbents.budget_limit == BUDGET_GROWTH * BUDGET


def test_a_term_that_is_a_sum_costs_the_first_budget_for_each_of_its_parts():
    moves = new_moves(30.0, 25.0)
    moves[0].terms[0].scale = BUDGET_GROWTH
    incumbents = IncumbentSearch(moves, 0)
    assert incumbents.candidate([0]) == 1 and incumbents.budget_limit == BUDGET
    moves[1].terms[0].budget = BUDGET_GROWTH * BUDGET
    assert incumbents.candidate([0]) == 0 and incumbents.budget_limit == BUDGET_GROWTH * BUDGET


def test_a_move_below_the_bound_is_not_a_candidate():
    moves = new_moves(30.0, 25.0)
    incumbents = IncumbentSearch(moves, 0)
    assert incumbents.candidate([0]) == 0
    moves[0].upper[0] = 50
    assert incumbents.candidate([51]) == 1


def test_the_search_is_over_when_the_candidate_is_exact():
    moves = new_moves(30.0, 25.0)
    incumbents = IncumbentSearch(moves, 0)
    for term in moves[0].terms:
        term.lower = term.upper = [5]
    moves[0].add_up()
    assert incumbents.candidate([15]) == 1  # expected to be better
    for term in moves[1].terms:
        term.lower = term.upper = [6]
    moves[1].add_up()
    assert incumbents.candidate([18]) is None and incumbents.is_over
