"""Parallel search: an engine whose threads all work on the same position (Lazy SMP with ABDADA).

Every thread has a game of its own, in the same position; all share one table.  They run the same search from
the same root.  A thread defers a move that leads to a position another thread is searching
(depth_first/alphabeta.py), so they do different work, and each profits from what the others store in the
table. The first answer stops all of them.  Most calls are answered sooner than a thread wakes up, so the
first thread starts alone; the helpers join once it has spent some nodes, and it starts again with the table
as it is by then.

    engine = ParallelEngine([game, its_twin], "alphabeta")
    engine.bound([], -INF, INF)            as Engine.bound

Bounds are proven whichever thread finds them.  Which of several best moves is found, and how many nodes that
takes, depends on timing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from bstar.depth_first.transposition_table import FROZEN, new_table, prepare_for_threads
from bstar.engine import Engine, SearchStopped
from bstar.search_control import (
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

SHARING = ("alphabeta",)  # the algorithms that defer what another thread is searching
LEAST_SHARED = 16 << 20  # bytes: least size of the table, which cannot grow while it is shared
HEAD_START = 0.001  # seconds that the first thread searches alone, in each call
ALONE = 0.01  # seconds in all before the helpers join: they generate all its move lists again
FIRST_NODES = 32  # node budget that a head start begins with


class ParallelEngine(Engine):
    """An engine with one thread per game; with one game it is an ordinary engine."""

    def __init__(self, games: Sequence[Any], algorithm: str = "alphabeta", memory_bytes: int = 64 << 20):
        from concurrent.futures import ThreadPoolExecutor  # here, as most searches take one thread

        if algorithm not in SHARING:
            raise ValueError(f"{algorithm} searches in one thread only, expected {', '.join(SHARING)}")
        super().__init__(games[0], algorithm, 0)
        self.threads = len(games)
        self.memory = new_table(memory_bytes, is_shared=self.threads > 1)
        self.helpers = [Engine(game, algorithm, 0) for game in games[1:]]
        for helper in self.helpers:
            helper.memory = self.memory
        self._alone = 0.0  # seconds
        self._pool = ThreadPoolExecutor(max(1, len(self.helpers)), thread_name_prefix="helper")

    def bound(self, path: Sequence[int], alpha: int, beta: int) -> int:
        """As Engine.bound, answered by the first thread to finish; each gets a share of a node limit."""
        if not self.helpers:
            return super().bound(path, alpha, beta)
        value = self._search_alone(path, alpha, beta)
        if value is not None:
            return value
        limit, part = self._share()
        prepare_for_threads(self.memory, LEAST_SHARED)
        tasks = [self._pool.submit(self._help, helper, part, path, alpha, beta) for helper in self.helpers]
        failure = None
        try:
            value = super().bound(path, alpha, beta)
        except SearchStopped as stopped:
            failure = stopped
            value = 0
        finally:
            if str(failure) != REASONS[NODE_LIMIT_REACHED]:  # else the others may have some nodes left
                self._stop_helpers()
            answers = [task.result() for task in tasks]
            self.memory.size[FROZEN] = 0
            self.control[NODE_LIMIT] = limit
            self._gather()
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

    def _search_alone(self, path: Sequence[int], alpha: int, beta: int) -> int | None:
        """Return the answer of the first thread, or None if its head start does not suffice."""
        limit, wanted = int(self.control[NODE_LIMIT]), FIRST_NODES
        began = time.perf_counter()
        until = began + max(HEAD_START, ALONE - self._alone)
        try:
            while time.perf_counter() < until:
                least = self.nodes + wanted
                if 0 < limit <= least:
                    self.control[NODE_LIMIT] = limit
                    return super().bound(path, alpha, beta)
                self.control[NODE_LIMIT] = least
                try:
                    return super().bound(path, alpha, beta)
                except SearchStopped as stopped:
                    if str(stopped) != REASONS[NODE_LIMIT_REACHED]:
                        raise
                    self.control[REASON] = FINISHED
                wanted *= 2
            return None
        finally:
            self.control[NODE_LIMIT] = limit
            self._alone += time.perf_counter() - began

    def _help(
        self, helper: Engine, nodes: int, path: Sequence[int], alpha: int, beta: int
    ) -> tuple[int, int] | None:
        """Search as a helper: (value, best move), or None without an answer."""
        helper.limit_nodes(nodes)
        helper.resume()
        try:
            value = helper.bound(path, alpha, beta)
        except SearchStopped:
            return None
        self.control[ANSWERED] = 1
        return value, helper.best_move

    def _share(self) -> tuple[int, int]:
        """Divide the remaining nodes evenly among the threads: (limit, share); 0 is no limit."""
        limit = int(self.control[NODE_LIMIT])
        if limit == 0:
            return 0, 0
        part = max(1, (limit - self.nodes) // (1 + len(self.helpers)))
        self.control[NODE_LIMIT] = self.nodes + part
        return limit, part

    def _stop_helpers(self) -> None:
        for helper in self.helpers:
            helper.control[ANSWERED] = 1

    def _gather(self) -> None:
        """Add the helpers' counters to those of the first thread."""
        self.control[ANSWERED] = 0
        for helper in self.helpers:
            helper.control[ANSWERED] = 0
            for counter in (NODES, EXPANSIONS, LEAVES):
                self.control[counter] += helper.control[counter]
                helper.control[counter] = 0
