"""Candidate moves ordered by expected value; moves without an affordable query are suspended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from bstar.chance.interval_sum import IntervalSum


class Ranking:
    """A priority queue of moves by expected value, objective by objective.

    A move for which `may_be_best` is False leaves the queue for good.  Entries are versioned: an update
    pushes a new entry, and outdated ones are dropped when they surface.
    """

    def __init__(self, moves: Sequence[IntervalSum], may_be_best: Callable[[int], bool]) -> None:
        self._moves, self._may_be_best = moves, may_be_best
        self._version = [0] * len(moves)
        self._suspended: dict[int, int] = {}  # move: version at which it was suspended
        self._ranked = [self._entry(number) for number in range(len(moves))]
        heapify(self._ranked)

    def _entry(self, number: int) -> tuple[list[float], int, int]:
        return [-expected for expected in self._moves[number].expected], number, self._version[number]

    def update(self, number: int) -> None:
        """Rank a move again after its values changed; this also ends its suspension."""
        self._version[number] += 1
        if self._may_be_best(number):
            heappush(self._ranked, self._entry(number))

    def suspend(self, number: int) -> None:
        """Skip a move until its next update or `resume_all`."""
        self._suspended[number] = self._version[number]

    def resume_all(self) -> None:
        """End the suspension of all moves."""
        for number, version in self._suspended.items():
            if version == self._version[number] and self._may_be_best(number):
                heappush(self._ranked, self._entry(number))
        self._suspended.clear()

    def first(self) -> int | None:
        """Return the move with the highest expected value, or None if all are suspended."""
        while self._ranked:
            _, number, version = self._ranked[0]
            if version == self._version[number] and self._may_be_best(number):
                return number
            heappop(self._ranked)
        return None

    def rivals(self, leader: int) -> Iterator[int]:
        """Yield the moves other than the leader that are not suspended, the most promising first."""
        put_aside = []
        try:
            while self._ranked:
                entry = heappop(self._ranked)
                _, number, version = entry
                if version != self._version[number] or not self._may_be_best(number):
                    continue
                put_aside.append(entry)
                if number != leader:
                    yield number
        finally:
            for entry in put_aside:
                if self._suspended.get(entry[1]) != entry[2]:
                    heappush(self._ranked, entry)
