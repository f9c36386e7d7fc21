"""The difficulty: by its formula, and in the order of the facts."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scrabble.game.move import PASS, ScoredMove
from scrabble.puzzles.difficulty import Facts, difficulty, points_of, rank_by_score

GAPS = st.integers(1, 60)
CHANCES = st.fractions(Fraction(1, 100), 1)
FACTS = st.builds(
    Facts,
    rank=st.integers(1, 60),
    length=st.integers(1, 12),
    gap=GAPS,
    tempting=st.integers(0, 15),
    is_plausible=st.booleans(),
)
WITH_BAG = st.builds(
    Facts,
    rank=st.integers(1, 60),
    length=st.none(),
    gap=CHANCES,
    tempting=st.integers(0, 15),
    is_plausible=st.booleans(),
)


@given(FACTS | WITH_BAG, st.data())
def test_no_fact_makes_a_puzzle_easier_as_it_gets_harder(facts, data):
    harder = [
        facts._replace(rank=facts.rank + data.draw(st.integers(0, 50))),
        facts._replace(gap=facts.gap * data.draw(st.sampled_from([Fraction(1, 2), Fraction(1, 10)]))),
        facts._replace(tempting=facts.tempting + data.draw(st.integers(0, 9))),
        facts._replace(is_plausible=False),
    ]
    if facts.length is not None:
        harder.append(facts._replace(length=facts.length + data.draw(st.integers(0, 9))))
    for each in harder:
        assert points_of(each) >= points_of(facts)
        assert difficulty(each) >= difficulty(facts)


EASIEST = Facts(rank=1, length=1, gap=60, tempting=0, is_plausible=True)


def test_each_fact_counts_as_the_table_says():
    """Points by each fact alone, written out."""
    ranks = [0, 1, 1, *[2] * 6, *[3] * 15, *[4] * 10]
    assert [points_of(EASIEST._replace(rank=at + 1)) for at in range(len(ranks))] == ranks
    lengths = [0, 0, 1, 1, 2, 2, 2]
    assert [points_of(EASIEST._replace(length=at + 1)) for at in range(len(lengths))] == lengths
    gaps = [*[2] * 6, *[1] * 13, 0, 0]
    assert [points_of(EASIEST._replace(gap=at + 1)) for at in range(len(gaps))] == gaps
    chances = {(1, 20): 2, (99, 1000): 2, (1, 10): 1, (249, 1000): 1, (1, 4): 0, (1, 1): 0}
    for chance, points in chances.items():
        assert points_of(EASIEST._replace(length=None, gap=Fraction(*chance))) == 2 + points
    assert [points_of(EASIEST._replace(tempting=at)) for at in range(8)] == [0, 0, 0, 0, 0, 0, 1, 1]
    assert points_of(EASIEST._replace(is_plausible=False)) == 1


def test_the_levels_are_those_of_the_table():
    by_points = {}
    for rank in (1, 2, 4, 10, 25):
        for length in (1, 3, 5):
            for gap in (20, 7, 1):
                for tempting, is_plausible in ((0, True), (6, True), (6, False)):
                    facts = Facts(rank, length, gap, tempting, is_plausible)
                    by_points.setdefault(points_of(facts), set()).add(difficulty(facts))
    levels = [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [by_points[points] for points in range(11)] == [{level} for level in levels]


def test_a_rank_counts_the_plays_that_score_more():
    plays = [ScoredMove(PASS, "", score) for score in (9, 7, 7, 5)]
    assert [rank_by_score(score, plays) for score in (9, 7, 5)] == [1, 2, 4]
