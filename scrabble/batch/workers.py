"""Run jobs in this process, or in worker processes of this machine.

    with processes(2, "mtdf") as run:
        for outcome in run(jobs, stop):        as they come; ends early when `stop` is set
            ...

A worker is a process that takes one job at a time, with a lexicon and compiled kernels of its own.  When
one dies, a new one takes its place and its job, once; the others go on.  When the command dies, even by
kill -9, its workers end too.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import connection
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Lock
from typing import Any

from scrabble.batch.jobs import BatchError, Job
from scrabble.batch.one_game import InterruptedAnalysisError, Outcome, analyse, get_ready

Runner = Callable[[Sequence[Job], threading.Event], Iterator[Outcome]]

TRIES = 2  # of a job whose worker dies
POLL_SECONDS = 0.2
PATIENCE = 300.0  # seconds to wait for another worker that compiles

_compiling: Lock | None = None  # in a worker


@contextmanager
def serial(solver: str) -> Iterator[Runner]:
    """Run jobs in this process, one after the other."""
    get_ready(solver)
    yield _serially


@contextmanager
def processes(count: int, solver: str) -> Iterator[Runner]:
    """Run jobs in `count` processes of this machine.  Raises BatchError when they cannot start."""
    pool = _Pool(count, solver)
    try:
        pool.wait_until_ready()
        yield pool.run
    finally:
        pool.end()


def _serially(jobs: Sequence[Job], stop: threading.Event) -> Iterator[Outcome]:
    for job in jobs:
        if stop.is_set():
            return
        try:
            yield analyse(job, stop)
        except InterruptedAnalysisError:
            return


class _Worker:
    """A process, as a pool of one: when it breaks, one knows whose job broke it."""

    def __init__(self, context: SpawnContext, compiling: Lock, solver: str) -> None:
        self._executor = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(compiling,))
        before = set(multiprocessing.active_children())
        with _ctrl_c_held_back():
            self.start = self._executor.submit(_get_ready, solver)
        self._processes: set[BaseProcess] = set(multiprocessing.active_children()) - before

    def submit(self, job: Job) -> Future[Outcome]:
        """Hand over a job.  BrokenExecutor when the process is dead."""
        return self._executor.submit(analyse, job)

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        for process in self._processes:
            process.kill()
        self._executor.shutdown(wait=True, cancel_futures=True)


class _Pool:
    """Some workers, and the jobs they are at."""

    def __init__(self, count: int, solver: str) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._compiling = self._context.Lock()
        self._solver = solver
        self._workers = {self._new_worker() for _ in range(count)}

    def wait_until_ready(self) -> None:
        """Wait for all workers to load or compile what they run."""
        for worker in self._workers:
            self._check(worker)

    def run(self, jobs: Sequence[Job], stop: threading.Event) -> Iterator[Outcome]:
        """Run the jobs, in their order as far as workers are free."""
        waiting = deque((job, 1) for job in jobs)
        idle = list(self._workers)
        busy: dict[Future[Outcome], tuple[_Worker, Job, int]] = {}
        while waiting or busy:
            while waiting and idle:
                worker, (job, tries) = idle.pop(), waiting.popleft()
                try:
                    busy[worker.submit(job)] = worker, job, tries
                except BrokenExecutor:  # it died while it had nothing to do
                    idle.append(self._replaced(worker))
                    waiting.appendleft((job, tries))
            done, _ = wait(busy, POLL_SECONDS, FIRST_COMPLETED)
            if stop.is_set():
                return
            for future in done:
                worker, job, tries = busy.pop(future)
                try:
                    outcome = future.result()
                except BrokenExecutor:
                    idle.append(self._replaced(worker))
                    if tries < TRIES:
                        waiting.appendleft((job, tries + 1))
                        continue
                    outcome = Outcome(job, error=f"the worker process died, {tries} times")
                else:
                    idle.append(worker)
                yield outcome

    def end(self) -> None:
        """Kill all workers."""
        for worker in self._workers:
            worker.end()

    def _new_worker(self) -> _Worker:
        return _Worker(self._context, self._compiling, self._solver)

    def _replaced(self, dead: _Worker) -> _Worker:
        self._check(dead)
        dead.end()
        self._workers.remove(dead)
        worker = self._new_worker()
        self._workers.add(worker)
        return worker

    def _check(self, worker: _Worker) -> None:
        """Wait until a worker has started.  Raises BatchError when it has not: another would not."""
        try:
            worker.start.result()
        except BrokenExecutor:
            raise BatchError("a worker process ended before it was ready; try fewer --jobs") from None
        except Exception as error:
            raise BatchError(f"a worker process cannot start: {type(error).__name__}: {error}") from None


def _begin(compiling: Lock) -> None:
    """Begin as a worker process."""
    global _compiling
    _compiling = compiling
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one decides
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _get_ready(solver: str) -> None:
    """Make a worker ready; one after the other, so that only the first one compiles."""
    assert _compiling is not None
    has_lock = _compiling.acquire(timeout=PATIENCE)
    try:
        get_ready(solver)
    finally:
        if has_lock:
            _compiling.release()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


@contextmanager
def _ctrl_c_held_back() -> Iterator[Any]:
    """Let a process be started that Ctrl-C does not reach; it reaches this one afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
