"""Refutation of a move: the level that each of its terms has to come down to, and the query to begin with.

A move is refuted when its upper value is at most a target.  What it may be worth above the target is divided
among its open terms, so that a "no" to each of them is enough (DISPROVEREST of `bstar.chance.choose`).
"""

from __future__ import annotations

from collections.abc import Mapping

from bstar.chance.interval_sum import DISPROVE_REST, MARGINS, IntervalSum, Query, Term


def open_terms(move: IntervalSum, objective: int, budget_limit: int) -> tuple[list[int], list[int]]:
    """Return the terms that queries can still narrow in an objective: all, and the affordable ones."""
    open_ = [number for number, term in enumerate(move.terms) if term.is_open(objective)]
    return open_, [number for number in open_ if move.terms[number].budget <= budget_limit]


def best_disproof_query(
    move: IntervalSum, number: int, objective: int, target: int, budget_limit: int
) -> Query | None:
    """Return the query with the best expected reduction per node that could bring a move down to `target`.

    None if the upper value cannot come down that far, or not within `budget_limit`.
    """
    return best_of_goals(move, number, objective, disproof_goals(move, objective, target, budget_limit))


def disproof_goals(move: IntervalSum, objective: int, target: int, budget_limit: int) -> dict[int, int]:
    """Return upper bounds of the affordable terms that bring a move down to `target`.

    What the move may be worth above the target is divided among its open terms in proportion to their
    estimates: if each of them is shown to be worth no more than its share, so is the move.  Empty if
    the upper value cannot come down that far, or not within `budget_limit`.
    """
    terms = move.terms
    open_, affordable = open_terms(move, objective, budget_limit)
    if not affordable or move.lower[objective] > target:
        return {}
    weight = sum(terms[at].weight * terms[at].scale for at in affordable)
    fixed = move.upper[objective] - sum(terms[at].weight * terms[at].upper[objective] for at in affordable)
    expected = sum(terms[at].weight * terms[at].expected(objective) for at in affordable)
    if len(affordable) < len(open_) and fixed + expected > target:
        return {}  # not without the costly terms

    def easy_level(term: Term) -> float:
        """Return an upper bound that is expected to be cheap to prove."""
        margin = MARGINS[term.deferred[objective]] * term.scale
        return min(term.expected(objective) + margin, term.upper[objective])

    slack = (target - fixed - sum(terms[at].weight * easy_level(terms[at]) for at in affordable)) / weight

    def goal(term: Term) -> int:
        """Return the upper bound to aim for: the term's share."""
        least = term.least_threshold(objective) - 1
        return min(max(int((easy_level(term) + slack * term.scale) // 1), least), term.upper[objective] - 1)

    return {at: goal(terms[at]) for at in affordable}


def best_of_goals(move: IntervalSum, number: int, objective: int, goals: Mapping[int, int]) -> Query | None:
    """Return the query for the goal with the best expected reduction of the upper value per node."""

    def reduction(at: int) -> float:
        term = move.terms[at]
        lowered = term.upper[objective] - max(term.expected(objective), goals[at])
        return term.weight * lowered / term.price(objective)

    if not goals:
        return None
    chosen = max(goals, key=lambda at: (reduction(at), -at))
    return Query(number, chosen, objective, goals[chosen] + 1, move.terms[chosen].budget, DISPROVE_REST)
