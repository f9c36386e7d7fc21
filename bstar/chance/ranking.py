"""The moves that may still be best, by what is believed of them; those of which nothing can be asked rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from bstar.chance.interval_sum import IntervalSum


class Ranking:
    """Moves in the order of what they are expected to be worth, aim by aim, as long as each `may_be_best`."""

    def __init__(self, options: Sequence[IntervalSum], may_be_best: Callable[[int], bool]) -> None:
        self._options, self._may_be_best = options, may_be_best
        self._version = [0] * len(options)
        self._resting: dict[int, int] = {}  # as of a version
        self._ranked = [self._entry(number) for number in range(len(options))]
        heapify(self._ranked)

    def _entry(self, number: int) -> tuple[list[float], int, int]:
        return [-expected for expected in self._options[number].expected], number, self._version[number]

    def changed(self, number: int) -> None:
        """Rank a move anew; one that was at rest no longer is."""
        self._version[number] += 1
        if self._may_be_best(number):
            heappush(self._ranked, self._entry(number))

    def rest(self, number: int) -> None:
        """Pass over a move until it has changed, or all are woken."""
        self._resting[number] = self._version[number]

    def wake(self) -> None:
        """No move is at rest any longer."""
        for number, version in self._resting.items():
            if version == self._version[number] and self._may_be_best(number):
                heappush(self._ranked, self._entry(number))
        self._resting.clear()

    def first(self) -> int | None:
        """The move believed to be best, as far as what is proven allows; None if all rest."""
        while self._ranked:
            _, number, version = self._ranked[0]
            if version == self._version[number] and self._may_be_best(number):
                return number
            heappop(self._ranked)
        return None

    def others(self, leader: int) -> Iterator[int]:
        """The moves but the leader, the most promising first; not those at rest."""
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
                if self._resting.get(entry[1]) != entry[2]:
                    heappush(self._ranked, entry)
