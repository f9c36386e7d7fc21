"""The order of the moves by expected value, and suspended moves."""

from __future__ import annotations

from bstar.chance.interval_sum import IntervalSum, Ranking, Term


def ranking_of(*estimates):
    moves = [IntervalSum([Term(1, [0], [40], [each])]) for each in estimates]
    beaten = set()
    return moves, beaten, Ranking(moves, lambda number: number not in beaten)


def test_the_most_promising_is_first_and_the_others_follow():
    _, _, ranking = ranking_of(3.0, 9.0, 6.0)
    assert ranking.first() == 1
    assert list(ranking.rivals(1)) == [2, 0] == list(ranking.rivals(1))


def test_an_update_ranks_a_move_again():
    moves, _, ranking = ranking_of(3.0, 9.0, 6.0)
    moves[1].expected[0] = 1.0
    ranking.update(1)
    assert ranking.first() == 2
    assert list(ranking.rivals(2)) == [0, 1]


def test_beaten_moves_leave_for_good():
    _, beaten, ranking = ranking_of(3.0, 9.0, 6.0)
    beaten.add(1)
    assert ranking.first() == 2
    ranking.update(1)
    assert list(ranking.rivals(2)) == [0]


def test_suspended_moves_are_skipped_until_an_update_or_all_are_resumed():
    moves, beaten, ranking = ranking_of(3.0, 9.0, 6.0)
    for number in ranking.rivals(-1):
        ranking.suspend(number)
    assert ranking.first() is None
    moves[0].expected[0] = 5.0
    ranking.update(0)
    assert ranking.first() == 0
    beaten.add(2)
    ranking.resume_all()
    assert ranking.first() == 1 and list(ranking.rivals(1)) == [0]
