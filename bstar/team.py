"""Several threads that search one position together: an engine whose questions all members work on.

Every member has a game of its own, in the same position, and all share one table.  They run the same search
from the same root; what keeps them apart is that a move which leads where another member is searching is put
off (bstar.alphabeta), and what makes them faster is what the others leave in the table.  The first to have
the answer stops the rest.

    team = Team([game, its_twin], "alphabeta")
    team.bound([], -INF, INF)            as an Engine

Bounds are proven whoever finds them.  Which of several best moves is found, and how many nodes it takes,
depends on the clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bstar.control import (
    ANSWERED,
    BEST,
    EXPANSIONS,
    FINISHED,
    LEAVES,
    NODE_LIMIT,
    NODE_LIMIT_REACHED,
    NODES,
    REASON,
    REASONS,
    STOP,
)
from bstar.engine import Engine, Stopped
from bstar.table import new_table

SHARING = ("alphabeta",)  # the algorithms that know how to stay apart
MOST_SHARED = 32 << 20  # bytes of a table that cannot grow: each page of it is touched early and at random
HEAD_START = 0.002  # seconds that the first member has for itself: most questions are answered by then
ALONE = 0.2  # seconds that it searches before the others join: they have all its lists of moves to make anew


class Team(Engine):
    """An engine of several threads; one game makes an ordinary engine of it."""

    def __init__(self, games: Sequence[Any], algorithm: str = "alphabeta", memory_bytes: int = 64 << 20):
        if algorithm not in SHARING:
            raise ValueError(f"{algorithm} searches in one thread only, expected {', '.join(SHARING)}")
        super().__init__(games[0], algorithm, 0)
        is_shared = len(games) > 1
        self.memory = new_table(min(memory_bytes, MOST_SHARED) if is_shared else memory_bytes, is_shared)
        self.mates = [Engine(game, algorithm, 0) for game in games[1:]]
        for mate in self.mates:
            mate.memory = self.memory
        self._searched = 0.0  # seconds
        self._pool = ThreadPoolExecutor(max(1, len(self.mates)), thread_name_prefix="mate")

    def bound(self, path: Sequence[int], alpha: int, beta: int) -> int:
        """As Engine.bound, by whichever member is first; of a limit of nodes each takes its share."""
        if not self.mates:
            return super().bound(path, alpha, beta)
        limit, share = self._share()
        done, began = threading.Event(), time.perf_counter()
        wait = max(HEAD_START, ALONE - self._searched)
        tasks = [
            self._pool.submit(self._help, mate, share, (done, wait), path, alpha, beta) for mate in self.mates
        ]
        failure = None
        try:
            value = super().bound(path, alpha, beta)
        except Stopped as stopped:
            failure = stopped
            value = 0
        finally:
            if str(failure) != REASONS[NODE_LIMIT_REACHED]:  # else the others may have some nodes left
                self._stop_mates(done)
            answers = [task.result() for task in tasks]
            self.control[NODE_LIMIT] = limit
            self._gather()
            self._searched += time.perf_counter() - began
        if failure is None:
            return value
        if self.control[STOP]:
            raise failure
        for answer in answers:
            if answer is not None:
                self.control[REASON] = FINISHED
                value, self.control[BEST] = answer
                return value
        raise failure

    def _help(
        self,
        mate: Engine,
        share: int,
        start: tuple[threading.Event, float],
        path: Sequence[int],
        alpha: int,
        beta: int,
    ) -> tuple[int, int] | None:
        """Search as a mate, after a while: (value, best move), or None without an answer."""
        done, seconds = start
        if done.wait(seconds):
            return None
        mate.limit_nodes(share)
        mate.resume()
        try:
            value = mate.bound(path, alpha, beta)
        except Stopped:
            return None
        self.control[ANSWERED] = 1
        return value, mate.best_move

    def _share(self) -> tuple[int, int]:
        """Let every member take the same part of the nodes left: (the limit, the part); 0 is no limit."""
        limit = int(self.control[NODE_LIMIT])
        if limit == 0:
            return 0, 0
        share = max(1, (limit - self.nodes) // (1 + len(self.mates)))
        self.control[NODE_LIMIT] = self.nodes + share
        return limit, share

    def _stop_mates(self, done: threading.Event) -> None:
        done.set()
        for mate in self.mates:
            mate.control[ANSWERED] = 1

    def _gather(self) -> None:
        """Count what the mates have done as done by the first member."""
        self.control[ANSWERED] = 0
        for mate in self.mates:
            mate.control[ANSWERED] = 0
            for counter in (NODES, EXPANSIONS, LEAVES):
                self.control[counter] += mate.control[counter]
                mate.control[counter] = 0
