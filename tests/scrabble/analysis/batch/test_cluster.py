"""The same results from a dask cluster: a real scheduler, two worker processes, one of them killed."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from scrabble.analysis.batch.cluster import dask_runner
from scrabble.analysis.batch.results import BatchError
from tests.conftest import REPOSITORY
from tests.worlds.many_games import (
    HARD,
    OPTIONS,
    QUICK,
    batch_of,
    copy_games,
    plain,
    read,
    run,
    serial_results,
)

SCHEDULER = ("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
WORKER = ("dask_worker", "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard")


@contextlib.contextmanager
def dask(folder: Path, name: str, *options: str):
    """A process of a cluster."""
    command = [sys.executable, "-m", f"distributed.cli.{name}", *options]
    with (folder / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            [*command, "--scheduler-file", str(folder / "cluster.json")],
            cwd=REPOSITORY,
            stdout=log,
            stderr=log,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The folder of a scheduler with a worker, and this."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("cluster")
    with dask(folder, *SCHEDULER):
        while not (folder / "cluster.json").exists():
            time.sleep(0.05)
        with dask(folder, *WORKER, "--local-directory", str(folder)) as worker:
            yield folder, worker


@pytest.mark.slow  # processes that load kernels twice
def test_a_cluster_gives_the_same_and_survives_the_death_of_a_worker(scheduler, tmp_path):
    folder, last = scheduler
    games = copy_games(tmp_path / "games", HARD[0], *QUICK[:4])
    (games / "02-bad.gcg").write_text("#player1 A A\n#player2 B B\n>A: AB 8H AB +8 9\n>C: ", "utf-8")
    (games / "03-bad.gcg").write_text("#player1 A A\n#player2 B B\n>A: AB 16A AB +8 8\n", "utf-8")
    batch = batch_of(games)
    with dask(folder, *WORKER, "--local-directory", str(folder)) as other:
        with dask_runner(str(folder / "cluster.json")) as runner:
            for _ in batch.run(runner, threading.Event()):
                if other.poll() is None:
                    other.kill()
        assert other.wait() == -9 and last.poll() is None
    assert [Path(each.id).name for each in batch.failures] == ["02-bad.gcg", "03-bad.gcg"]
    assert plain(batch.records) == serial_results(games) and len(batch.records) == 5


@pytest.fixture
def address():
    """The address of a cluster in this process."""
    distributed = pytest.importorskip("distributed")
    given = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(protocol="tcp", **given) as cluster:
        yield cluster.scheduler_address


def test_the_command_and_a_stop(address, tmp_path, endgame):
    games = copy_games(tmp_path / "games", *QUICK[:2])
    command = ("analyse", games, *OPTIONS, "--out", tmp_path / "out")
    status, out, _ = endgame(*command, "--cluster", address)
    assert status == 0 and "2 games analysed" in out
    assert plain(read(tmp_path / "out")) == serial_results(games)
    file = tmp_path / "cluster.json"
    file.write_text(json.dumps({"address": address}), "utf-8")
    status, _, err = endgame(*command, "--cluster", file)
    assert status == 0 and "2 of 2 games are already done" in err
    stop = threading.Event()
    stop.set()
    batch = batch_of(games)
    with dask_runner(address) as runner:
        assert run(batch, runner, stop) == [] and batch.left == 2


def test_what_is_not_there(tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("scrabble.analysis.batch.cluster.SECONDS_TO_CONNECT", 1)
    odd = tmp_path / "odd.json"
    odd.write_text("{}")
    cases = [
        ("127.0.0.1:9", "127.0.0.1:9: no scheduler answers"),
        ("nonsense://1", "nonsense://1: no scheduler answers"),
        (str(tmp_path / "none.json"), "none.json: cannot be read: No such file"),
        (str(odd), "odd.json: expected the file of a dask scheduler"),
    ]
    os.mkfifo(tmp_path / "pipe")
    cases.append((str(tmp_path / "pipe"), "pipe: cannot be read: a device or a pipe, expected a file"))
    for where, text in cases:
        with pytest.raises(BatchError, match=text), dask_runner(where):
            pass


def test_without_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(BatchError, match=r"pip install 'distributed>=2024.1', or .* the extra cluster"),
        dask_runner("127.0.0.1:1"),
    ):
        pass
