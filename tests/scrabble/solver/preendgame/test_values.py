"""The minimum over the opponent's replies."""

from __future__ import annotations

from scrabble.solver.preendgame.values import ALL_REPLIES, OpponentMin
from tests.worlds.known_spreads import MOST, Answer


def test_a_minimum_over_many_replies_takes_no_more_than_its_share():
    nodes = [0]

    class Costly(Answer):
        def ask_spread(self, least, allowed):
            nodes[0] += allowed
            return super().ask_spread(least, allowed)

    replies = [Costly(20, cost=1_000) for _ in range(300)]
    found = OpponentMin(replies, (-MOST, MOST), count_nodes=lambda: nodes[0])
    assert not found.ask_spread(10, 512) and nodes[0] <= (ALL_REPLIES + 1) * 512
    free = OpponentMin([Costly(20, cost=1_000) for _ in range(300)], (-MOST, MOST))
    assert not free.ask_spread(10, 512) and nodes[0] > 200 * 512
    assert found.ask_spread(10, 64_000) and found.lower == 10
