"""Moves by what is believed of them."""

from __future__ import annotations

from bstar.chance.interval_sum import IntervalSum, Term
from bstar.chance.ranking import Ranking


def ranking_of(*believed):
    options = [IntervalSum([Term(1, [0], [40], [each])]) for each in believed]
    beaten = set()
    return options, beaten, Ranking(options, lambda number: number not in beaten)


def test_the_most_promising_is_first_and_the_others_follow():
    _, _, ranking = ranking_of(3.0, 9.0, 6.0)
    assert ranking.first() == 1
    assert list(ranking.others(1)) == [2, 0] == list(ranking.others(1))


def test_what_has_changed_is_ranked_anew():
    options, _, ranking = ranking_of(3.0, 9.0, 6.0)
    options[1].expected[0] = 1.0
    ranking.changed(1)
    assert ranking.first() == 2
    assert list(ranking.others(2)) == [0, 1]


def test_beaten_moves_leave_for_good():
    _, beaten, ranking = ranking_of(3.0, 9.0, 6.0)
    beaten.add(1)
    assert ranking.first() == 2
    ranking.changed(1)
    assert list(ranking.others(2)) == [0]


def test_moves_at_rest_are_passed_over_until_they_change_or_all_are_woken():
    options, beaten, ranking = ranking_of(3.0, 9.0, 6.0)
    for number in ranking.others(-1):
        ranking.rest(number)
    assert ranking.first() is None
    options[0].expected[0] = 5.0
    ranking.changed(0)
    assert ranking.first() == 0
    beaten.add(2)
    ranking.wake()
    assert ranking.first() == 1 and list(ranking.others(1)) == [0]
