"""Refutation of a move: the level that each of its terms has to come down to, and the query to begin with.

A move is refuted when its upper value is at most a target.  What its estimates leave up to the target is
divided among its open terms, so that a "no" to each of them is enough (DISPROVEREST of
`bstar.chance.choose`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bstar.chance.interval_sum import BUDGET_GROWTH, DISPROVE_REST, MARGINS, IntervalSum, Query


def open_terms(move: IntervalSum, objective: int, budget_limit: int) -> tuple[list[int], list[int]]:
    """Return the terms that queries can still narrow in an objective: all, and the affordable ones."""
    open_ = [number for number, term in enumerate(move.terms) if term.is_open(objective)]
    return open_, [number for number in open_ if move.terms[number].budget <= budget_limit]


def disproof_goals(move: IntervalSum, objective: int, target: int, budget_limit: int) -> dict[int, int]:
    """Return upper bounds of the affordable terms that bring a move down to `target`.

    Each affordable term may keep its estimate and an equal part, for each unit of weight, of what the
    estimates leave up to the target, rounded down, but at most one less than its upper bound: if each is
    shown to be worth no more than that, so is the move.  Empty if the upper value cannot come down that far,
    or not within `budget_limit`.
    """
    terms = move.terms
    open_, affordable = open_terms(move, objective, budget_limit)
    if not affordable or move.lower[objective] > target:
        return {}
    levels: dict[int, float] = {}  # upper bounds that are expected to be cheap to prove
    weight, fixed, expected, easy = 0, move.upper[objective], 0.0, 0.0
    for at in affordable:
        term = terms[at]
        upper, value = term.upper[objective], term.expected(objective)
        level = min(value + MARGINS[term.deferred[objective]] * term.scale, upper)
        levels[at] = level
        weight += term.weight * term.scale
        fixed -= term.weight * upper
        expected += term.weight * value
        easy += term.weight * level
    if len(affordable) < len(open_) and fixed + expected > target:
        return {}  # not without the costly terms
    slack = (target - fixed - easy) / weight

    def goal(at: int) -> int:
        """Return the upper bound to aim for: the term's share."""
        term, share = terms[at], int((levels[at] + slack * terms[at].scale) // 1)
        return min(max(share, term.least_threshold(objective) - 1), term.upper[objective] - 1)

    return {at: goal(at) for at in affordable}


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


def refutation(
    moves: Sequence[IntervalSum], numbers: Collection[int], target: int, budget_limit: int
) -> tuple[Query | None, int]:
    """Return a query that may bring one of some moves down to `target` in the first objective.

    The move with the highest estimate comes first.  The budget limit grows until there is a query within it,
    and is the second result.  None if no query can bring a move down.
    """
    left = [number for number in numbers if moves[number].lower[0] <= target]
    left.sort(key=lambda number: moves[number].expected[0], reverse=True)
    while True:
        for number in left:
            goals = disproof_goals(moves[number], 0, target, budget_limit)
            found = best_of_goals(moves[number], number, 0, goals)
            if found is not None:
                return found, budget_limit
        if not any(term.is_open(0) for number in left for term in moves[number].terms):
            return None, budget_limit
        budget_limit *= BUDGET_GROWTH
