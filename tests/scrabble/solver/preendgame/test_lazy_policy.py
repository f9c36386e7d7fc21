"""Quick upper bounds by a few replies, and the policy that is built only if they do not answer."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scrabble.answer.names import Objective
from scrabble.game.unseen import BagContents
from scrabble.solver.preendgame.lazy_policy import LazyPolicy, QuickUpperBound
from scrabble.solver.preendgame.values import ObjectiveBounds
from tests.worlds.known_spreads import MOST, Answer

WIN, SPREAD = (Objective.WIN, Objective.SPREAD), (Objective.SPREAD, Objective.WIN)
BAGS = (BagContents("a", 3), BagContents("b", 5))
ENDGAMES = SimpleNamespace(limits=(-MOST, MOST), nodes=0)
NODES = 10_000  # of a query for which a policy is built


class Listed:
    """All replies to each bag, which are listed when they are needed."""

    def __init__(self, **truths):
        answers = {truth: Answer(truth) for each in truths.values() for truth in each}
        self._answers = {bag: [answers[truth] for truth in each] for bag, each in truths.items()}
        self.listed, self.kept = [], None

    def emptying(self, bag):
        self.listed.append(bag)
        return self._answers.get(bag, [])

    @property
    def size(self):
        return len(self.listed)

    def keep_only(self, kept):
        self.kept = {answer.truth for answer in kept}


def quick(*truths):
    """Return a bound by some replies to each bag; equal spreads are the same reply."""
    answers = {truth: Answer(truth) for each in truths for truth in each}
    return bound([[answers[truth] for truth in each] for each in truths]), answers


def bound(few, replies=None):
    """Return a bound by a few replies to each bag, and all of them; by default there are no others."""
    return QuickUpperBound(ENDGAMES, replies or Listed(), BAGS, few)


def test_a_bag_without_a_reply_is_bounded_by_the_maximum():
    found, _ = quick([10], [])
    assert found.upper(WIN) == (2 * 8, MOST * 8) and found.upper(SPREAD) == (MOST * 8, 2 * 8)


@pytest.mark.parametrize(
    ("truths", "gamma", "is_less"),
    [
        (([-4, 7], [-4, 9]), 1, True),  # lost with both bags
        (([-4], [20]), 2 * 5, False),  # won with the second
        (([-4], [20]), 2 * 5 + 1, True),
        (([0], [20]), 2 * 5 + 3 + 1, True),  # a draw with the first
        (([0], [20]), 2 * 5 + 3, False),
        (([-4], []), 2 * 5, False),  # nothing is known of the second
    ],
)
def test_chances_of_few_answers(truths, gamma, is_less):
    found, _ = quick(*truths)
    assert found.is_less(Objective.WIN, gamma, 100) == is_less
    assert (found.upper([Objective.WIN])[0] < gamma) == is_less


@pytest.mark.parametrize(("gamma", "is_less"), [(8 * 5 + 1, True), (8 * 5, False), (8 * 9, True)])
def test_spreads_of_few_answers(gamma, is_less):
    found, _ = quick([5], [5])
    assert found.is_less(Objective.SPREAD, gamma, 100) == is_less


def test_an_answer_with_several_bags_is_asked_once_for_each_level():
    found, answers = quick([0, 30], [0, 30])
    assert not found.is_less(Objective.WIN, 1, 100)
    assert answers[0].asked == [(1, 100), (0, 100), (0, 800)]  # first with few nodes each
    assert answers[30].asked == [(0, 100), (0, 800)]


def test_a_bag_that_is_not_below_a_level_is_not_asked_for_a_lower_one():
    found, answers = quick([30], [-4])
    assert not found.is_less(Objective.WIN, 1, 100)
    assert answers[30].asked == [(1, 100), (1, 800)]


def test_the_spreads_of_bags_make_up_for_one_another():
    found, _ = quick([100], [-60])
    assert found.is_less(Objective.SPREAD, 8 * 40, 100)  # the sum is 0
    assert not found.is_less(Objective.SPREAD, 0, 100)


@pytest.mark.parametrize(
    ("gamma", "is_less", "listed"),
    [
        (2 * 8, True, ["a"]),  # the first bag is not won
        (2 * 5, True, ["a", "b"]),  # nor the second
        (1, False, ["a", "b"]),  # but it may be a draw
    ],
)
def test_all_replies_are_listed_where_few_are_not_enough(gamma, is_less, listed):
    few, replies = [Answer(30)], Listed(a=[30, -4, 8], b=[30, 0])
    found = bound([few, few], replies)
    assert found.is_less(Objective.WIN, gamma, 100) == is_less
    assert replies.listed == listed
    assert (replies.kept is not None) == is_less  # the others may be needed for a policy
    if gamma == 2 * 5:
        assert replies.kept == {30, -4, 0}  # the few, and what helped
        assert found.upper([Objective.WIN]) == (8,)
    few[0].asked.clear()
    assert found.is_less(Objective.WIN, gamma, 100) == is_less
    assert not is_less or (replies.listed == listed and not few[0].asked)


@pytest.mark.parametrize("objective", WIN)
def test_a_few_replies_get_more_nodes_where_they_were_not_enough(objective):
    hard, replies = Answer(-4, cost=800), Listed(a=[30], b=[])
    found = bound([[hard], [Answer(-4)]], replies)
    assert found.is_less(objective, 1, 100) and hard.upper < 1
    assert replies.listed == (["a"] if objective is Objective.WIN else [])
    assert {nodes for _, nodes in hard.asked} == {100, 800}


def test_no_reply_is_listed_for_the_spread():
    replies = Listed(a=[-90], b=[-90])
    found = bound([[Answer(30)], [Answer(30)]], replies)
    assert not found.is_less(Objective.SPREAD, 8 * 30, 100) and not replies.listed
    assert found.is_less(Objective.SPREAD, 8 * 31, 100)


def test_a_spread_is_given_up_once_other_bags_cannot_make_up_for_one():
    second = Answer(-60)
    found = bound([[], [second]])
    assert not found.is_less(Objective.SPREAD, 8 * 40, 100) and not second.asked


def test_no_more_is_listed_once_too_much_is_above():
    replies = Listed(a=[30, 40], b=[-4])
    found = bound([[], []], replies)
    assert not found.is_less(Objective.WIN, 2 * 3, 100) and replies.listed == ["a"]
    assert found.is_less(Objective.WIN, 2 * 3 + 1, 100)  # it is lost with the second bag


def test_the_whole_is_made_only_when_it_has_to_be():
    queries = []

    class Policy:
        def bounds(self):
            return ObjectiveBounds((6, -80), (16, 90))

        def ask(self, objective, gamma, nodes):
            queries.append((objective, gamma, nodes))
            return True

    first = ObjectiveBounds((0, -8 * MOST), (16, 8 * MOST))
    lazy = LazyPolicy(lambda: quick([-4, 7], [9])[0], Policy, first, WIN, None, NODES - 1)
    assert lazy.bounds() == first
    assert lazy.ask(0, 2 * 5 + 1, NODES) and not queries
    assert lazy.bounds().lower == first.lower and lazy.bounds().upper[0] == 2 * 5
    assert not lazy.ask(0, 2 * 5, NODES - 1) and not queries
    assert lazy.ask(0, 2 * 5, NODES) and queries == [(0, 2 * 5, NODES)]
    assert lazy.bounds() == ObjectiveBounds((6, -80), (2 * 5, 90))


def test_a_policy_that_has_refuted_the_move_is_forgotten():
    class Policy:
        made = 0

        def __init__(self):
            Policy.made += 1
            memory.room -= 1_000
            self.upper = [16, 90]

        def bounds(self):
            return ObjectiveBounds((4, -80), tuple(self.upper))

        def ask(self, objective, gamma, nodes):
            if gamma > 4:
                self.upper[objective] = gamma - 1
            return True

    class Memory:
        room = 10_000

        def count_bytes(self, size):
            self.room -= size

    memory, first = Memory(), ObjectiveBounds((0, -8 * MOST), (16, 8 * MOST))
    lazy = LazyPolicy(lambda: quick([30], [30])[0], Policy, first, WIN, memory)
    assert lazy.ask(0, 4, NODES) and Policy.made == 1  # at least 4: the policy is kept
    assert lazy.ask(0, 10, NODES) and Policy.made == 1
    assert memory.room == 10_000
    assert lazy.bounds() == ObjectiveBounds((4, -80), (9, 90))  # known without the policy
    assert lazy.ask(1, 2, NODES) and Policy.made == 2  # needed again
    assert memory.room == 9_000 and lazy.bounds().upper == (9, 90)
    assert lazy.ask(1, 50, NODES) and Policy.made == 2
    assert memory.room == 10_000 and lazy.bounds().upper == (9, 49)
