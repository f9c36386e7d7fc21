"""A running search, of an endgame or a pre-endgame, as a program sees it.

with scrabble.search("late:17", seconds=60) as search:      leaving the block stops it
    for snapshot in search:                                 several times a second
        print(snapshot.text, snapshot.estimate)
    print(search.solution)

solution = search.result()                                  without looking on
solution = await search                                     in a coroutine; `async for` for snapshots
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from types import TracebackType
from typing import Any, Self

from bstar.background import BackgroundTask, with_answer
from scrabble.answer.names import StopReason
from scrabble.answer.solution import Snapshot, Solution


class RunningSearch(ABC):
    """A search: iterate over it for snapshots, `stop()` it at any time, take its `result()`.

    Ctrl-C raises KeyboardInterrupt with the solution to that moment as its attribute `solution`.
    """

    @abstractmethod
    def __iter__(self) -> Iterator[Snapshot]: ...

    @property
    @abstractmethod
    def _task(self) -> BackgroundTask:
        """The work in its thread."""

    @property
    @abstractmethod
    def solution(self) -> Solution:
        """The answer of a search that has ended.  Raises RuntimeError before the end."""

    @abstractmethod
    def stop(self, reason: str = StopReason.INTERRUPT) -> None:
        """Stop the search as soon as possible."""

    def result(self, watch: Callable[[Snapshot], None] | None = None) -> Solution:
        """Run the search to its end or its limit, unless it has ended, and return the answer.

        `watch` is called with a snapshot a few times a second.
        """
        with with_answer("solution", self._so_far):
            if watch is not None:
                for snapshot in self:
                    watch(snapshot)
            self._task.run()
        return self.solution

    def _so_far(self) -> Solution | None:
        """Stop, and return the answer; None if the search was not started."""
        self._task.end()
        return self.solution if self._task.has_ended else None

    def _require_end(self) -> None:
        if not self._task.has_ended:
            raise RuntimeError("the search has not ended: call result(), or iterate over it")

    def __repr__(self) -> str:
        state = repr(self.solution) if self._task.has_ended else "not ended"
        return f"<{type(self).__name__}: {state}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._task.end()

    def __await__(self) -> Generator[Any, None, Solution]:
        return self._awaited().__await__()

    async def _awaited(self) -> Solution:
        import asyncio

        async for _ in self:
            pass
        return await asyncio.to_thread(lambda: self.solution)  # for a hard position it takes a while

    async def __aiter__(self) -> AsyncIterator[Snapshot]:
        """Yield snapshots without blocking the event loop; leaving the loop stops the search."""
        import asyncio  # with it come sockets and TLS, which the command line starts without

        if self._task.has_ended:
            return
        snapshots = iter(self)
        try:
            while (found := await asyncio.to_thread(next, snapshots, None)) is not None:
                yield found
        finally:
            await asyncio.to_thread(self._task.end)
