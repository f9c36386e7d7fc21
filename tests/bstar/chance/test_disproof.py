"""Refutation of a move: how its slack is divided among its terms."""

from __future__ import annotations

from bstar.chance.disproof import best_disproof_query
from bstar.chance.interval_sum import BUDGET, IntervalSum, Term


def test_a_term_that_is_a_sum_gets_its_share_of_the_slack():
    """Check that 60 points above the estimates are divided as 1 : 5 between terms of 1 and 5 scenarios."""
    gammas = {}
    for upper in ([1_000, 100], [20, 1_000]):  # the one that can fall further is queried
        terms = [
            Term(1, [-1_000], [most], [10.0 * n], scale=n) for n, most in zip((1, 5), upper, strict=True)
        ]
        query = best_disproof_query(IntervalSum(terms), 0, 0, 120, BUDGET)
        gammas[terms[query.term].scale] = query.gamma
    assert gammas == {1: 10 + 10 + 1, 5: 50 + 50 + 1}
