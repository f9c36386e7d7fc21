"""Refutation of a move: how its slack is divided among its terms."""

from __future__ import annotations

import random
from collections import Counter

from bstar.chance.disproof import disproof_goals, refutation
from bstar.chance.interval_sum import BUDGET, BUDGET_GROWTH, IntervalSum
from tests.worlds.draws import new_term


def test_a_term_that_is_a_sum_gets_its_share_of_the_slack():
    """Check that 60 points above the estimates are divided as 1 : 5 between terms of 1 and 5 scenarios."""
    gammas = {}
    for upper in ([1_000, 100], [20, 1_000]):  # the one that can fall further is queried
        terms = [
            new_term(1, [-1_000], [most], [10.0 * n], scale=n) for n, most in zip((1, 5), upper, strict=True)
        ]
        query, _ = refutation([IntervalSum(terms)], [0], 120, BUDGET)
        gammas[terms[query.term].scale] = query.gamma
    assert gammas == {1: 10 + 10 + 1, 5: 50 + 50 + 1}


def test_goals_are_there_where_a_move_can_come_down_and_would_then_be_refuted():
    rng, said = random.Random(1), Counter[str]()
    for _ in range(3_000):
        terms = []
        for _ in range(rng.randint(1, 4)):
            lower = rng.randint(-40, 40)
            upper = lower + rng.choice((0, 1, 5, 60))
            budget = BUDGET * rng.choice((1, 1, 1, BUDGET_GROWTH))
            terms.append(
                new_term(
                    rng.randint(1, 3), [lower], [upper], [rng.uniform(lower - 5, upper + 5)], budget=budget
                )
            )
        move, target = IntervalSum(terms), rng.randint(-150, 150)
        if move.upper[0] <= target:
            continue
        assert (refutation([move], [0], target, BUDGET)[0] is None) == (move.lower[0] > target)
        goals = disproof_goals(move, 0, target, BUDGET)
        affordable = [at for at, term in enumerate(terms) if term.is_open(0) and term.budget == BUDGET]
        if move.lower[0] > target or not affordable:
            assert goals == {}
            said["impossible"] += move.lower[0] > target and bool(affordable)
            continue
        if not goals:
            assert any(term.is_open(0) and term.budget > BUDGET for term in terms)
            said["not without costly terms"] += 1
            continue
        assert sorted(goals) == affordable
        assert all(terms[at].lower[0] <= goal < terms[at].upper[0] for at, goal in goals.items())
        if all(terms[at].lower[0] < goal for at, goal in goals.items()) and len(affordable) == len(terms):
            assert sum(terms[at].weight * goal for at, goal in goals.items()) <= target
            said["enough"] += 1
    assert min(said.values()) > 50 and len(said) == 3, said
