"""The bounds of the best policy follow all that is asked: of its policies, and of replies that they share."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bstar.engine import SearchStopped
from scrabble.answer.names import Objective
from scrabble.solver.preendgame.policies import BestPolicy, Policy
from scrabble.solver.preendgame.values import Minimum
from tests.worlds.known_spreads import MOST, Answer

OBJECTIVES = (Objective.WIN, Objective.SPREAD)
WEIGHTS = (3, 5)  # of the two tiles that may be in the bag
spreads = st.integers(-3, 3)
pairs = st.tuples(spreads, spreads)


class World:
    """Policies with a spread of their own for each tile, beside a reply that all of them allow.

    Another player asks about the spreads of the policy that is `shared`, too.
    """

    def __init__(self, replies, own, shared=0):
        self.endgames = SimpleNamespace(limits=(-MOST, MOST), nodes=0, clock=0)
        self.replies = [self.spread(truth) for truth in replies]
        self.own = [[self.spread(truth) for truth in each] for each in own]
        self.shared, self.is_stopped = shared, False

    def spread(self, truth):
        world = self

        class Counted(Answer):
            def ask(self, least, nodes):
                world.endgames.nodes += 1
                world.endgames.clock += 1
                is_done = super().ask(least, nodes)
                if world.is_stopped:
                    raise SearchStopped("interrupt")
                return is_done

        return Counted(truth)

    def best(self):
        """Return the best policy."""
        policies = []
        for number, own in enumerate(self.own):
            by_bag = [Minimum(self.endgames, each) for each in zip(own, self.replies, strict=True)]
            policies.append(Policy(by_bag, 0.0, is_private=number != self.shared))
        replies = [[reply] for reply in self.replies]
        return BestPolicy(self.endgames, policies, replies, WEIGHTS, OBJECTIVES, 0.0)


@given(pairs, st.lists(pairs, min_size=1, max_size=3), st.integers(0, 3), st.data())
def test_bounds_are_those_of_policies_that_are_looked_at_anew(replies, own, shared, data):
    world = World(replies, own, shared)
    best = world.best()
    elsewhere = [*world.replies, *(world.own[shared] if shared < len(own) else ())]
    for _ in range(data.draw(st.integers(1, 6))):
        for spread in data.draw(st.lists(st.sampled_from(elsewhere), max_size=6)):
            spread.ask(data.draw(spreads), 1)
        assert best.bounds() == world.best().bounds()
        world.is_stopped = data.draw(st.booleans())
        try:
            best.ask(data.draw(st.integers(0, 1)), data.draw(st.integers(1, 12)), 5)
        except SearchStopped:
            assert world.is_stopped
        world.is_stopped = False
        assert best.bounds() == world.best().bounds()


@pytest.mark.parametrize("is_looked_at", [False, True], ids=["replies and policy", "policy alone"])
def test_what_others_ask_about_a_policy_is_taken_over(is_looked_at):
    """With the replies that all policies share, or after these are known."""
    world = World((3, 3), [(1, 1), (2, 2)], shared=1)
    best = world.best()
    for spread in world.replies:
        spread.ask(2, 1)
    if is_looked_at:
        best.bounds()
    for spread in world.own[1]:
        spread.ask(2, 1)
    assert best.bounds().lower == (2 * sum(WEIGHTS), 2 * sum(WEIGHTS))


def test_a_policy_is_not_looked_at_while_nothing_that_it_rests_on_is_asked(monkeypatch):
    world = World((2, 1), [(0, 1), (1, 1), (3, 0)])
    best, seen = world.best(), []
    look = Minimum._look
    monkeypatch.setattr(Minimum, "_look", lambda self: (seen.append(self), look(self)))
    world.endgames.clock += 1
    best.bounds()
    few = len(seen)
    world.replies[0].ask(2, 1)
    best.bounds()
    assert few < len(seen) - few


@pytest.mark.parametrize("least", [-MOST, MOST + 1])
def test_what_the_bounds_tell_takes_no_query(least):
    world = World((2, 1), [(0, 1)])
    assert world.best().ask(1, sum(WEIGHTS) * least, 5) and world.endgames.nodes == 0
