"""Many games in one process and in several: the same results, whatever goes wrong on the way."""

from __future__ import annotations

import multiprocessing
import threading
import time
from types import SimpleNamespace

import pytest

from scrabble.analysis.batch import run as one_game
from scrabble.analysis.batch.results import FailedGame, results_in
from scrabble.analysis.batch.run import run_in_processes, run_serially
from scrabble.workers import WorkerError
from tests.worlds.many_games import HARD, QUICK, batch_of, copy_games, plain, read, run, serial_results


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of quick games."""
    return copy_games(tmp_path_factory.mktemp("batch") / "games", *QUICK[:4])


@pytest.fixture(scope="module")
def expected(folder):
    """The results of the games of the folder."""
    return serial_results(folder)


def test_results_are_kept_and_what_is_done_is_not_done_again(folder, expected, tmp_path):
    stop = threading.Event()
    with run_serially("mtdf") as runner:
        with results_in(tmp_path) as results:
            batch = batch_of(folder, results)
            for outcome in batch.run(runner, stop):
                assert read(tmp_path)[-1]["id"] == outcome.job.id
                if len(batch.records) == 2:
                    stop.set()
        assert len(read(tmp_path)) == 2 and batch.left == 2 and not batch.summary.is_complete
        with results_in(tmp_path) as results:
            batch = batch_of(folder, results)
            assert len(batch.due) == 2 and len(batch.records) == 2
            assert len(run(batch, runner)) == 2 and not batch.left
            assert not batch_of(folder, results).due
    assert plain(read(tmp_path)) == plain(batch.records) == expected


def test_a_changed_file_is_analysed_again(folder, tmp_path):
    games = copy_games(tmp_path / "games", *QUICK[:3])
    with run_serially("mtdf") as runner, results_in(tmp_path / "out") as results:
        run(batch_of(games, results), runner)
        path = sorted(games.iterdir())[1]
        path.write_text(path.read_text("utf-8").replace("#title ", "#title another "), "utf-8")
        batch = batch_of(games, results)
        assert [job.id for job in batch.due] == [str(path)]
        run(batch, runner)
    titles = [record.title for record in batch.records]
    assert titles[1].startswith("another ") and len(titles) == 3 and len(read(tmp_path / "out")) == 4


def test_one_bad_game_does_not_stop_the_rest(folder, expected, tmp_path, monkeypatch):
    games = copy_games(tmp_path / "games", *QUICK[:4])
    (games / "00-a.gcg").write_text("no game", "utf-8")
    text = (games / "01-g0010.gcg").read_text("utf-8")
    last = next(line for line in reversed(text.splitlines()) if " (" not in line)
    word = last.split()[3]
    (games / "01-b.gcg").write_text(text.replace(last, last.replace(word, "QQQQ")), "utf-8")
    with run_serially("mtdf") as runner, results_in(tmp_path / "out") as results:
        batch = batch_of(games, results)
        run(batch, runner)
    assert [each.id for each in batch.failures] == [str(games / "00-a.gcg"), str(games / "01-b.gcg")]
    assert batch.failures[0].error.startswith("line 1: ") and "QQQQ" in batch.failures[1].error
    assert len(read(tmp_path / "out")) == len(expected) and not batch.left
    assert [each.id for each in batch.summary.failed] == [each.id for each in batch.failures]


def test_faults_of_the_program_are_reasons_too(folder, monkeypatch):
    faults = iter([MemoryError(), ZeroDivisionError("by 0")])

    def study(*arguments):
        raise next(faults)

    monkeypatch.setattr(one_game, "analyse_replay", study)
    with run_serially("mtdf") as runner:
        batch = batch_of(folder)
        batch.due = batch.due[:2]
        run(batch, runner)
    first, second = (each.error for each in batch.failures)
    assert first.startswith("out of memory") and second == "a fault of the program: ZeroDivisionError: by 0"


def test_a_worker_with_another_lexicon_refuses(folder, monkeypatch):
    batch = batch_of(folder)
    other = SimpleNamespace(name="ENABLE", sha256="0" * 64)
    monkeypatch.setattr(one_game.choice, "load", lambda name: other)
    outcome = one_game.analyse(batch.due[0])
    assert outcome.record is None
    assert outcome.error.startswith("ENABLE of this worker has sha256 0000000000000000…, expected ")


def test_the_summary_that_cannot_be_written(folder, tmp_path):
    (tmp_path / "file").write_text("")
    batch = batch_of(folder)
    batch.write_summary(tmp_path / "file", "")
    expected = [str(tmp_path / "file" / name) for name in ("summary.json", "summary.csv")]
    assert [each.id for each in batch.unwritten] == expected
    assert all(each.error.startswith("cannot be written: ") for each in batch.unwritten)


def test_stopping_in_the_middle_of_a_position(tmp_path):
    games = copy_games(tmp_path / "games", *HARD)
    stop = threading.Event()
    batch = batch_of(games)
    timer = threading.Timer(0.1, stop.set)
    with run_serially("mtdf") as runner:
        timer.start()
        assert run(batch, runner, stop) == [] and batch.left == len(HARD)


def test_two_processes_give_the_same_and_survive_the_death_of_one(tmp_path, folder, expected):
    games = copy_games(tmp_path / "games", HARD[0], *QUICK[:4])
    batch, victims = batch_of(games), []
    with run_in_processes(2, "mtdf") as runner:
        began = multiprocessing.active_children()
        for _ in batch.run(runner, threading.Event()):
            if not victims:
                victims = multiprocessing.active_children()
                victims[0].kill()  # one of the two is at the first game all the while
        assert len(began) == 2 and len(set(multiprocessing.active_children()) - set(began)) == 1
    assert multiprocessing.active_children() == []
    assert batch.failures == [] and len(batch.records) == len(expected) + 1
    names = {record["id"][-9:] for record in expected}
    quick = [record for record in plain(batch.records) if record["id"][-9:] in names]
    assert [record["turns"] for record in quick] == [record["turns"] for record in expected]


class DyingPool:
    """Workers of which the first job has killed as many as it may."""

    def run(self, work, jobs, is_stopped, died):
        yield 0, died(jobs[0], one_game.TRIES)
        yield 1, work(None, jobs[1])


def test_a_game_whose_workers_have_died_has_failed(tmp_path):
    batch = batch_of(copy_games(tmp_path / "games", *QUICK[:2]))
    run(batch, one_game.runner(DyingPool()))
    assert batch.failures == [FailedGame(batch.jobs[0].id, "the worker process died, 2 times")]
    assert [record.id for record in batch.records] == [batch.jobs[1].id]


@pytest.mark.slow  # three processes that load kernels
def test_a_game_that_kills_its_worker_twice_has_failed(tmp_path):
    games = copy_games(tmp_path / "games", HARD[1], QUICK[0])
    batch = batch_of(games)
    pool = one_game.new_workers(1, "mtdf")

    def kill_twice() -> None:
        for tries in (1, 2):
            while not (pool._workers and tries == len(started) + 1):
                time.sleep(0.01)
            [worker] = pool._workers
            while not worker.is_ready:
                time.sleep(0.01)
            started.append(worker)
            time.sleep(0.05)
            worker.process.kill()
            while worker in pool._workers and tries == 1:
                time.sleep(0.01)

    started: list[object] = []
    killer = threading.Thread(target=kill_twice)
    with pool:
        pool.wait_until_ready()
        killer.start()
        try:
            run(batch, one_game.runner(pool))
        finally:
            killer.join()
    assert batch.failures == [FailedGame(batch.jobs[0].id, "the worker process died, 2 times")]
    assert [record.id for record in batch.records] == [batch.jobs[1].id]


def test_workers_that_cannot_start(monkeypatch):
    with (
        pytest.raises(WorkerError, match="cannot start: KeyError: 'no such"),
        run_in_processes(1, "no such solver"),
    ):
        pass
