"""Spreads that are known, in place of endgames, for what is made of several of them."""

from __future__ import annotations

MOST = 500  # the greatest spread


class Answer:
    """A spread that a query of enough nodes reveals."""

    def __init__(self, truth, cost=0):
        self.truth, self.lower, self.upper, self.asked, self._cost = truth, -MOST, MOST, [], cost

    def ask(self, least, nodes):
        self.asked.append((least, nodes))
        if nodes < self._cost:
            return False
        if self.truth >= least:
            self.lower = max(self.lower, least)
        else:
            self.upper = min(self.upper, least - 1)
        return True
