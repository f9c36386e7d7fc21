"""Several threads that search one position together: an engine whose questions all members work on.

Every member has a game of its own, in the same position, and all share one table.  They run the same search
from the same root; what keeps them apart is that a move which leads where another member is searching is put
off (depth_first/alphabeta.py), and what makes them faster is what the others leave in the table.  The first
to have the answer stops the rest.  Most questions are answered sooner than a thread wakes up: the others join
when the first member has spent some nodes on one alone, and it begins again with what the table knows by
then.

    team = Team([game, its_twin], "alphabeta")
    team.bound([], -INF, INF)            as an Engine

Bounds are proven whoever finds them.  Which of several best moves is found, and how many nodes it takes,
depends on the clock.
"""

from __future__ import annotations

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
from bstar.depth_first.table import FROZEN, new_table, prepare_for_threads
from bstar.engine import Engine, SearchStopped

SHARING = ("alphabeta",)  # the algorithms that know how to stay apart
LEAST_SHARED = 16 << 20  # bytes of the table, which cannot grow while it is shared
HEAD_START = 0.001  # seconds that the first member searches alone, for each question
ALONE = 0.01  # seconds that it searches before the others join: they have all its lists of moves to make anew
FIRST_NODES = 32  # of a head start


class ParallelEngine(Engine):
    """An engine of several threads; one game makes an ordinary engine of it."""

    def __init__(self, games: Sequence[Any], algorithm: str = "alphabeta", memory_bytes: int = 64 << 20):
        if algorithm not in SHARING:
            raise ValueError(f"{algorithm} searches in one thread only, expected {', '.join(SHARING)}")
        super().__init__(games[0], algorithm, 0)
        self.memory = new_table(memory_bytes, is_shared=len(games) > 1)
        self.mates = [Engine(game, algorithm, 0) for game in games[1:]]
        for mate in self.mates:
            mate.memory = self.memory
        self._alone = 0.0  # seconds
        self._pool = ThreadPoolExecutor(max(1, len(self.mates)), thread_name_prefix="mate")

    def bound(self, path: Sequence[int], alpha: int, beta: int) -> int:
        """As Engine.bound, by whichever member is first; of a limit of nodes each takes its share."""
        if not self.mates:
            return super().bound(path, alpha, beta)
        value = self._ask_alone(path, alpha, beta)
        if value is not None:
            return value
        limit, part = self._share()
        prepare_for_threads(self.memory, LEAST_SHARED)
        tasks = [self._pool.submit(self._help, mate, part, path, alpha, beta) for mate in self.mates]
        failure = None
        try:
            value = super().bound(path, alpha, beta)
        except SearchStopped as stopped:
            failure = stopped
            value = 0
        finally:
            if str(failure) != REASONS[NODE_LIMIT_REACHED]:  # else the others may have some nodes left
                self._stop_mates()
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

    def _ask_alone(self, path: Sequence[int], alpha: int, beta: int) -> int | None:
        """The answer of the first member, if its head start is enough for it."""
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
        self, mate: Engine, nodes: int, path: Sequence[int], alpha: int, beta: int
    ) -> tuple[int, int] | None:
        """Search as a mate: (value, best move), or None without an answer."""
        mate.limit_nodes(nodes)
        mate.resume()
        try:
            value = mate.bound(path, alpha, beta)
        except SearchStopped:
            return None
        self.control[ANSWERED] = 1
        return value, mate.best_move

    def _share(self) -> tuple[int, int]:
        """Let every member take the same part of the nodes left: (the limit, the part); 0 is no limit."""
        limit = int(self.control[NODE_LIMIT])
        if limit == 0:
            return 0, 0
        part = max(1, (limit - self.nodes) // (1 + len(self.mates)))
        self.control[NODE_LIMIT] = self.nodes + part
        return limit, part

    def _stop_mates(self) -> None:
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
