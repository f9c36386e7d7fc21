"""Run jobs in this process, or in worker processes of this machine.

    with processes(2, "bstar") as run:
        for outcome in run(jobs, stop):        as they come; ends early when `stop` is set
            ...

A worker has a lexicon and compiled kernels of its own.  When one dies, a new one takes its place and its
job, once; the others go on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from scrabble.batch.jobs import BatchError, Job
from scrabble.batch.one_game import GameOutcome, InterruptedAnalysisError, analyse, get_ready
from scrabble.processes import WorkerError, Workers

Runner = Callable[[Sequence[Job], threading.Event], Iterator[GameOutcome]]

TRIES = 2  # of a job whose worker dies


@contextmanager
def serial(solver: str) -> Iterator[Runner]:
    """Run jobs in this process, one after the other."""
    get_ready(solver)
    yield _serially


@contextmanager
def processes(count: int, solver: str) -> Iterator[Runner]:
    """Run jobs in `count` processes of this machine.  Raises BatchError when they cannot start."""
    with new_workers(count, solver) as workers:
        try:
            workers.wait_until_ready()
        except WorkerError as error:
            raise BatchError(str(error)) from None
        yield runner(workers)


def new_workers(count: int, solver: str) -> Workers[None]:
    """Start processes that get ready to analyse games."""
    return Workers(count, get_ready, (solver,), TRIES)


def runner(workers: Workers[None]) -> Runner:
    """Run jobs in these processes, in their order as far as workers are free."""

    def run(jobs: Sequence[Job], stop: threading.Event) -> Iterator[GameOutcome]:
        try:
            for _, outcome in workers.run(_analyse_there, jobs, stop.is_set, _died):
                yield outcome
        except WorkerError as error:
            raise BatchError(str(error)) from None

    return run


def _serially(jobs: Sequence[Job], stop: threading.Event) -> Iterator[GameOutcome]:
    for job in jobs:
        if stop.is_set():
            return
        try:
            yield analyse(job, stop)
        except InterruptedAnalysisError:
            return


def _analyse_there(ready: None, job: Job) -> GameOutcome:
    """Analyse a game in a worker."""
    return analyse(job)


def _died(job: Job, tries: int) -> GameOutcome:
    return GameOutcome(job, error=f"the worker process died, {tries} times")
