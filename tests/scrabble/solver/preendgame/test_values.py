"""The minimum over the opponent's replies."""

from __future__ import annotations

from types import SimpleNamespace

from scrabble.solver.preendgame.values import ALL_REPLIES, Minimum
from tests.worlds.known_spreads import MOST, Answer


def test_a_minimum_over_many_replies_takes_no_more_than_its_share():
    endgames = SimpleNamespace(limits=(-MOST, MOST), nodes=0, clock=0)

    class Costly(Answer):
        def ask(self, least, allowed):
            endgames.nodes += allowed
            endgames.clock += 1
            return super().ask(least, allowed)

    found = Minimum(endgames, [Costly(20, cost=1_000) for _ in range(300)])
    assert not found.ask(10, 512) and endgames.nodes <= (ALL_REPLIES + 1) * 512
    assert found.ask(10, 64_000) and found.lower == 10
