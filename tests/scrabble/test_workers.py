"""Worker processes: order, deaths, Ctrl-C."""

from __future__ import annotations

import multiprocessing
import operator
import os
import signal
import subprocess
import sys
import threading
import time
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from scrabble.workers import WorkerDiedError, WorkerError, WorkerPool
from tests.conftest import REPOSITORY
from tests.worlds.jobs import dies, dies_at_first, hears_ctrl_c, refuses, slow_if_even, warns

TEN = range(10)


def test_results_in_order_and_as_they_come() -> None:
    with WorkerPool(2, int, ("5",)) as workers:
        assert list(workers.in_order(slow_if_even, TEN)) == [5 + job for job in TEN]
        assert sorted(workers.run(operator.add, TEN)) == [(job, 5 + job) for job in TEN]
    assert multiprocessing.active_children() == []


def test_a_job_is_tried_again_by_a_new_worker(tmp_path: Path) -> None:
    with WorkerPool(2, str, (str(tmp_path),), tries=2) as workers:
        assert list(workers.in_order(dies_at_first, range(3))) == [0, 1, 2]


def test_a_job_that_kills_its_workers() -> None:
    with WorkerPool(1, str, tries=2) as workers:
        assert list(workers.run(dies, "a", died=lambda job, tries: tries * ord(job))) == [(0, 194)]
        with pytest.raises(WorkerDiedError, match="a worker process died"):
            list(workers.run(dies, "a"))


def test_workers_that_cannot_get_ready() -> None:
    said = "cannot start: ValueError: no such"
    with WorkerPool(1, refuses, ("no such",)) as workers, pytest.raises(WorkerError, match=said):
        workers.wait_until_ready()
    with (
        WorkerPool(1, os._exit, (1,)) as workers,
        pytest.raises(WorkerDiedError, match="before it was ready"),
    ):
        list(workers.run(dies, "a"))


def test_stopping() -> None:
    stop = threading.Event()
    with WorkerPool(1, int) as workers:
        for number, _ in workers.run(operator.add, TEN, stop.is_set):
            if number == 3:
                stop.set()
        assert number == 3


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="masks no signals")
def test_workers_are_deaf_to_ctrl_c() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with WorkerPool(2, str) as workers:
        assert not any(workers.in_order(hears_ctrl_c, TEN))
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


def test_workers_do_not_repeat_that_kernels_cannot_be_kept(capfd: pytest.CaptureFixture[str]) -> None:
    with WorkerPool(1, str) as workers:
        list(workers.in_order(warns, ["compiled kernels cannot be kept in x", "something else"]))
    err = capfd.readouterr().err
    assert "something else" in err and "cannot be kept" not in err


def test_a_worker_that_cannot_be_started_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    start, started = SpawnProcess.start, []

    def refuse_the_second(process: SpawnProcess) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(process)
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", refuse_the_second)
    with pytest.raises(WorkerError, match="a worker process cannot start: can't start new thread"):
        WorkerPool(2, int)
    assert started and multiprocessing.active_children() == []


def test_an_exception_of_a_job_reaches_the_caller() -> None:
    with WorkerPool(1, int) as workers, pytest.raises(TypeError, match="unsupported operand"):
        list(workers.run(operator.add, ["a text"]))


def test_a_run_that_was_left_does_not_disturb_the_next() -> None:
    with WorkerPool(2, int) as workers:
        for _ in workers.run(slow_if_even, TEN):
            break
        assert list(workers.in_order(operator.add, TEN)) == list(TEN)


def test_nothing_is_left_of_a_process_that_ends_at_once() -> None:
    """As the command line ends at Ctrl-C: no warning of Python about semaphores, and no workers left."""
    code = (
        "import os, time\n"
        "from scrabble.workers import WorkerPool, kill_all\n"
        "if __name__ == '__main__':\n"
        "    workers = WorkerPool(2, time.sleep, (60,))\n"
        "    print(*(worker.process.pid for worker in workers._workers), flush=True)\n"
        "    time.sleep({seconds})\n"
        "    kill_all()\n"
        "    os._exit(130)\n"
    )
    for seconds in (0, 1):
        command = [sys.executable, "-c", code.replace("{seconds}", str(seconds))]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=REPOSITORY)
        assert (done.returncode, done.stderr) == (130, "")
        deadline = time.monotonic() + 30
        while any(is_alive(int(pid)) for pid in done.stdout.split()):
            assert time.monotonic() < deadline
            time.sleep(0.01)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads")
def test_ctrl_c_that_another_thread_takes_waits_until_a_worker_has_started() -> None:
    """It comes when the process is there and has not been sent its work: nothing may be printed of that."""
    code = (
        "import os, signal, threading, time\n"
        "from multiprocessing import util\n"
        "from scrabble.workers import WorkerPool, kill_all\n"
        "spawn = util.spawnv_passfds\n"
        "def interrupted(*arguments):\n"
        "    pid = spawn(*arguments)\n"
        "    if any('spawn_main' in str(each) for each in arguments[1]):\n"
        "        signal.pthread_kill(other.ident, signal.SIGINT)\n"
        "        time.sleep(0.2)\n"
        "    return pid\n"
        "if __name__ == '__main__':\n"
        "    other = threading.Thread(target=time.sleep, args=(30,), daemon=True)\n"
        "    other.start()\n"
        "    util.spawnv_passfds = interrupted\n"
        "    try:\n"
        "        WorkerPool(1, time.sleep, (60,))\n"
        "    except KeyboardInterrupt:\n"
        "        time.sleep(1)\n"
        "        kill_all()\n"
        "        os._exit(130)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=REPOSITORY
    )
    assert (done.returncode, done.stderr) == (130, "")


def is_alive(pid: int) -> bool:
    """Return whether a process runs; a dead one may still be a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
