"""Which move is made exact first."""

from __future__ import annotations

from bstar.chance.interval_sum import BUDGET, PATIENCE, PROVE_BEST, IntervalSum, Term
from bstar.chance.search import FEW, ChanceSearch, IncumbentSearch

TOP = 40


def moves(*believed, draws=3):
    """Moves that are believed to be worth so much with each draw, of which nothing is known."""
    return [IntervalSum([Term(1, [0], [TOP], [each]) for _ in range(draws)]) for each in believed]


def ask(choice, truth, costs):
    """Let it ask of all moves; the moves asked about, in order, and the budgets."""
    asked = []
    while (question := choice.question()) is not None:
        part = choice.options[question.option].parts[question.part]
        lower, upper = list(part.lower), list(part.upper)
        is_done = question.budget >= costs[question.option]
        if is_done and truth[question.option] >= question.gamma:
            lower = [question.gamma]
        elif is_done:
            upper = [question.gamma - 1]
        asked.append((question.option, question.strategy, question.budget))
        choice.take(question, lower, upper, is_done)
    return asked


def test_the_most_promising_move_is_made_exact_before_others_are_asked_about():
    """It disappoints at once, but stays the one that is asked about."""
    choice = ChanceSearch(moves(30.0, 29.0, 28.0))
    asked = ask(choice, truth=[12, 11, 10], costs=[1, 1, 1])
    first = [option for option, _, _ in asked].index(1)
    assert first >= 3 and all(each[:2] == (0, PROVE_BEST) for each in asked[:first])
    assert choice.options[0].lower == choice.options[0].upper == [36] and choice.is_proven


def test_a_dear_move_is_given_up_for_the_next_one():
    choice = ChanceSearch(moves(30.0, 25.0, 20.0))
    asked = ask(choice, truth=[12, 14, 3], costs=[BUDGET * PATIENCE, 1, 1])
    assert asked[0] == (0, PROVE_BEST, BUDGET) and asked[1][0] == 1
    assert all(option == 1 for option, _, _ in asked[1:4])
    assert choice.is_proven and choice.best == 1


def test_when_all_are_dear_more_is_allowed():
    options = moves(30.0, 25.0)
    trials = IncumbentSearch(options, 0)
    assert trials.move([0], set()) == 0
    for part in options[0].parts:
        part.budget = PATIENCE * BUDGET
    assert trials.move([0], set()) == 1 and trials.patience == BUDGET
    for part in options[1].parts:
        part.budget = PATIENCE * BUDGET
    assert trials.move([0], set()) == 0 and trials.patience == PATIENCE * BUDGET


def test_only_a_few_are_tried_before_more_is_allowed():
    options = moves(*range(30, 30 - 2 * FEW, -1))
    for option in options[:-1]:
        option.parts[0].budget = PATIENCE * BUDGET
    trials = IncumbentSearch(options, 0)
    assert trials.move([0], set()) == 0 and trials.patience == PATIENCE * BUDGET


def test_moves_whose_answers_are_under_way_are_left_out():
    trials = IncumbentSearch(moves(30.0, 25.0), 0)
    assert trials.move([0], {0}) == 1
    assert trials.move([0], {0, 1}) is None and not trials.is_over
    assert trials.move([0], set()) == 0


def test_no_move_is_tried_that_cannot_be_worth_what_is_proven():
    options = moves(30.0, 25.0)
    trials = IncumbentSearch(options, 0)
    assert trials.move([0], set()) == 0
    options[0].upper[0] = 50
    assert trials.move([51], set()) == 1


def test_it_is_over_when_a_move_is_exact():
    options = moves(30.0, 25.0)
    trials = IncumbentSearch(options, 0)
    for part in options[0].parts:
        part.lower = part.upper = [5]
    options[0].add_up()
    assert trials.move([15], set()) == 1  # believed to be better
    for part in options[1].parts:
        part.lower = part.upper = [6]
    options[1].add_up()
    assert trials.move([18], set()) is None and trials.is_over
