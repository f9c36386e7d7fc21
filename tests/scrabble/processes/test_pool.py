"""Worker processes: order, deaths, Ctrl-C.  What they run here loads nothing."""

from __future__ import annotations

import multiprocessing
import operator
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from scrabble.processes import WorkerDiedError, WorkerError, Workers

TEN = range(10)


def slow_if_even(ready: int, job: int) -> int:
    time.sleep(0.05 * (job % 2 == 0))
    return ready + job


def dies_at_first(folder: str, job: int) -> int:
    """End the process unless another one has done so at this job."""
    try:
        (Path(folder) / f"{job}").touch(exist_ok=False)
    except FileExistsError:
        return job
    os._exit(1)


def dies(ready: object, job: object) -> int:
    os._exit(1)


def hears_ctrl_c(ready: object, job: object) -> bool:
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    return signal.SIGINT not in mask or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def refuses(text: str) -> None:
    raise ValueError(text)


def test_results_in_order_and_as_they_come() -> None:
    with Workers(2, int, ("5",)) as workers:
        assert list(workers.in_order(slow_if_even, TEN)) == [5 + job for job in TEN]
        assert sorted(workers.run(operator.add, TEN)) == [(job, 5 + job) for job in TEN]
    assert multiprocessing.active_children() == []


def test_a_job_is_tried_again_by_a_new_worker(tmp_path: Path) -> None:
    with Workers(2, str, (str(tmp_path),), tries=2) as workers:
        assert list(workers.in_order(dies_at_first, range(3))) == [0, 1, 2]


def test_a_job_that_kills_its_workers() -> None:
    with Workers(1, str, tries=2) as workers:
        assert list(workers.run(dies, "ab", died=lambda job, tries: tries * ord(job))) == [(0, 194), (1, 196)]
        with pytest.raises(WorkerDiedError, match="a worker process died"):
            list(workers.run(dies, "a"))


def test_workers_that_cannot_get_ready() -> None:
    said = "cannot start: ValueError: no such"
    with Workers(1, refuses, ("no such",)) as workers, pytest.raises(WorkerError, match=said):
        workers.wait_until_ready()
    with Workers(1, os._exit, (1,)) as workers, pytest.raises(WorkerDiedError, match="before it was ready"):
        list(workers.run(dies, "a"))


def test_stopping() -> None:
    stop = threading.Event()
    with Workers(1, int) as workers:
        for number, _ in workers.run(operator.add, TEN, stop.is_set):
            if number == 3:
                stop.set()
        assert number == 3


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="masks no signals")
def test_workers_are_deaf_to_ctrl_c() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with Workers(2, str) as workers:
        assert not any(workers.in_order(hears_ctrl_c, TEN))
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
