"""Worker processes of this machine: the one pool that there is, with one answer to Ctrl-C.

    with Workers(2, get_ready, (solver,)) as workers:        get_ready(solver) in each, once
        for number, result in workers.run(work, jobs):       as they come: work(ready, jobs[number])
            ...
        for result in workers.in_order(work, jobs):          the same in the order of the jobs
            ...

    ready = get_ready(solver)       what a worker keeps from its start, the first argument of its work

A worker is a spawned process that takes one job at a time.  What may happen to it:

    Ctrl-C                    reaches all processes of a terminal; workers are deaf to it from their first
                              moment on, and the first process decides
    the first process dies    its workers end too, even after kill -9
    a worker dies             a new one takes its place; it gets the job, too, up to `tries` times in all
    the block ends            the workers are killed, whatever they are doing
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Self, TypeVar

from scrabble.processes.worker import Start, begin, do, make_ready

POLL_SECONDS = 0.2  # from one look at `is_stopped` to the next

Ready = TypeVar("Ready")
Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkerError(Exception):
    """Why worker processes cannot do their work; one line."""


class WorkerDiedError(WorkerError):
    """A worker process ended before its time."""


class Workers(Generic[Ready]):
    """Some worker processes; `get_ready` and `work` are functions of modules, sent by name."""

    def __init__(
        self, count: int, get_ready: Callable[..., Ready], arguments: tuple[Any, ...] = (), tries: int = 1
    ) -> None:
        # the lock starts a process of Python's own that must not be deaf; so it comes before all workers
        compiling = multiprocessing.get_context("spawn").Lock()
        self._start = Start(compiling, get_ready, arguments)
        self._tries = tries
        self._workers = {_Worker(self._start) for _ in range(count)}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        for worker in self._workers:
            worker.end()

    def wait_until_ready(self) -> None:
        """Wait for all workers to load or compile what they run.  Raises WorkerError."""
        for worker in self._workers:
            worker.wait_until_ready()

    def run(
        self,
        work: Callable[[Ready, Job], Result],
        jobs: Sequence[Job],
        is_stopped: Callable[[], bool] = lambda: False,
        died: Callable[[Job, int], Result] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """Yield number and result of each job, as they come, until stopped; jobs begin in their order.

        `died` makes the result of a job whose workers died, so many of them.  Without it raises
        WorkerDiedError.  Raises WorkerError when a worker cannot get ready: another one could not either.
        """
        waiting = deque((number, 1) for number in range(len(jobs)))
        idle = list(self._workers)
        busy: dict[Future[Result], tuple[_Worker, int, int]] = {}
        while waiting or busy:
            while waiting and idle and not is_stopped():
                worker, (number, tries) = idle.pop(), waiting.popleft()
                try:
                    busy[worker.submit(work, jobs[number])] = worker, number, tries
                except BrokenExecutor:  # it died while it had nothing to do
                    idle.append(self._replaced(worker))
                    waiting.appendleft((number, tries))
            done, _ = wait(busy, POLL_SECONDS, FIRST_COMPLETED)
            if is_stopped():
                return
            for future in done:
                worker, number, tries = busy.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    idle.append(self._replaced(worker))
                    if tries < self._tries:
                        waiting.appendleft((number, tries + 1))
                        continue
                    if died is None:
                        raise WorkerDiedError("a worker process died; try fewer --jobs") from None
                    result = died(jobs[number], tries)
                else:
                    idle.append(worker)
                yield number, result

    def in_order(
        self,
        work: Callable[[Ready, Job], Result],
        jobs: Sequence[Job],
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[Result]:
        """Yield the result of each job, in the order of the jobs, until stopped.  Raises WorkerError."""
        early: dict[int, Result] = {}
        following = 0
        for number, result in self.run(work, jobs, is_stopped):
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1

    def _replaced(self, dead: _Worker) -> _Worker:
        dead.wait_until_ready()  # it was, or a new one would die as well
        dead.end()
        self._workers.remove(dead)
        worker = _Worker(self._start)
        self._workers.add(worker)
        return worker


class _Worker:
    """A process, as a pool of one: when it breaks, one knows whose job broke it."""

    def __init__(self, start: Start) -> None:
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(1, context, initializer=begin, initargs=(start,))
        before = set(multiprocessing.active_children())
        with _ctrl_c_held_back():
            self.start = self._executor.submit(make_ready)
        self.processes: set[BaseProcess] = set(multiprocessing.active_children()) - before

    def wait_until_ready(self) -> None:
        """Wait until the worker has started.  Raises WorkerError when it has not."""
        try:
            self.start.result()
        except BrokenExecutor:
            text = "a worker process ended before it was ready; try fewer --jobs"
            raise WorkerDiedError(text) from None
        except Exception as error:
            raise WorkerError(f"a worker process cannot start: {type(error).__name__}: {error}") from None

    def submit(self, work: Callable[[Ready, Job], Result], job: Job) -> Future[Result]:
        """Hand over a job.  BrokenExecutor when the process is dead."""
        return self._executor.submit(do, work, job)

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        for process in self.processes:
            process.kill()
        self._executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Let a process be started that Ctrl-C does not reach; it reaches this one afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
