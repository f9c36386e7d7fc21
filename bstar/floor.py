"""Which move is made exact first in an aim, so that all others have something to be held against.

The most promising move may be a dear one: what it is worth with one of the draws may take more than all the
rest together.  And while nothing is known from below there is always another that looks better than the one
that has just disappointed.  So a few of the most promising moves are tried, one at a time: each until it is
exact, or until one of its unknowns has cost more than all have been allowed.  Then they are allowed more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bstar.unknown import BUDGET, PATIENCE, Option

FEW = 4  # moves are tried before more is allowed


class Trials:
    """The moves that are tried, one at a time, in one aim."""

    def __init__(self, options: Sequence[Option], aim: int) -> None:
        self._options, self._aim = options, aim
        self._now: int | None = None
        self._tried: set[int] = set()
        self.patience = BUDGET
        self.is_over = False  # a move is exact, or as exact as it can be

    def move(self, floor: Sequence[int], left_out: Collection[int]) -> int | None:
        """The move to ask about, one that may be worth `floor`, by aim, up to this one; None if there is none
        but those left out, or if it is over."""
        while self._now is None or not self._is_fit(self._now, floor, left_out) or self._is_dear(self._now):
            if self._now is not None and self._now not in left_out:
                self._tried.add(self._now)
            self._now = self._most_promising(floor, left_out) if len(self._tried) < FEW else None
            if self._now is None:
                if not self._tried:
                    return None
                self._tried.clear()
                self.patience *= PATIENCE
        self.is_over = not any(part.is_open(self._aim) for part in self._options[self._now].parts)
        return None if self.is_over else self._now

    def _most_promising(self, floor: Sequence[int], left_out: Collection[int]) -> int | None:
        others = (number for number in range(len(self._options)) if number not in self._tried)
        fit = [number for number in others if self._is_fit(number, floor, left_out)]
        return max(fit, key=lambda number: self._options[number].expected[self._aim], default=None)

    def _is_fit(self, number: int, floor: Sequence[int], left_out: Collection[int]) -> bool:
        """May a move be worth the floor?"""
        aims = self._aim + 1
        return number not in left_out and self._options[number].upper[:aims] >= list(floor[:aims])

    def _is_dear(self, number: int) -> bool:
        parts = self._options[number].parts
        return any(part.is_open(self._aim) and part.budget > self.patience for part in parts)
