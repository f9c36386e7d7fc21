"""Ctrl-C in the library: KeyboardInterrupt, with what was known by then; attributes start no search."""

from __future__ import annotations

import _thread
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import scrabble
from bstar.background import BackgroundTask
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.solver.verify import FAST
from tests.conftest import REPOSITORY
from tests.doors.bridge import enable
from tests.worlds import bundled_positions
from tests.worlds.bundled_positions import records

SEVENS = next(row for row in records("first-empty-bag") if row["id"] == "g0024")  # seven tiles each
HARD, VALUE = SEVENS["cgp"], SEVENS["value"]
BAG = "preendgame:1"
LOOP = f"""
import scrabble
scrabble.solve("out-in-two")
print("ready", flush=True)
for _ in range(50):
    scrabble.solve({bundled_positions.HARD!r})
"""


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A function that lets Ctrl-C be pressed at the first look at the search of this number, from 0 on."""
    watch, left = BackgroundTask.watch, [sys.maxsize]

    def pressed(self: BackgroundTask, look: Callable[[], Any]) -> Iterator[Any]:
        left[0] -= 1
        for seen in watch(self, look):
            if left[0] < 0:
                left[0] = sys.maxsize
                raise KeyboardInterrupt
            yield seen
        if left[0] < 0:  # the search had ended before the first look
            left[0] = sys.maxsize
            raise KeyboardInterrupt

    def press(number: int) -> None:
        left[0] = number

    monkeypatch.setattr(BackgroundTask, "watch", pressed)
    return press


def is_true_and_open(solution: Any) -> bool:
    return (
        (solution.status, solution.stopped_by) == ("bounded", "interrupt")
        and solution.lower <= VALUE <= solution.upper
        and solution.lower < solution.upper
    )


def test_a_loop_is_left_at_the_first_ctrl_c() -> None:
    command, pipe = [sys.executable, "-c", LOOP], subprocess.PIPE
    process = subprocess.Popen(command, cwd=REPOSITORY, stdout=pipe, stderr=pipe, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT and err.splitlines()[-1] == "KeyboardInterrupt"


@pytest.mark.parametrize("is_watched", [False, True])
def test_solve(ctrl_c: Callable[[int], None], is_watched: bool) -> None:
    ctrl_c(0)
    with pytest.raises(KeyboardInterrupt) as caught:
        scrabble.solve(HARD, solver="minimax", watch=print if is_watched else None)
    assert is_true_and_open(caught.value.solution)  # type: ignore[attr-defined]


def test_the_signal_itself_leaves_no_search_behind() -> None:
    """A thread whose join is interrupted is taken for dead by Python 3.11, and would search on."""
    before = _thread._count()

    def press() -> None:  # once the search runs, in a thread beside this one
        while _thread._count() < before + 2:
            time.sleep(0.01)
        time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        scrabble.solve(HARD, solver="minimax")
    assert is_true_and_open(caught.value.solution)  # type: ignore[attr-defined]
    deadline = time.monotonic() + 10
    while _thread._count() > before:
        assert time.monotonic() < deadline, "the search goes on"
        time.sleep(0.01)


def test_solve_while_the_caller_is_shown_a_snapshot() -> None:
    def refuse(snapshot: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        scrabble.solve(HARD, solver="minimax", watch=refuse)
    assert is_true_and_open(caught.value.solution)  # type: ignore[attr-defined]


def test_a_search_that_is_looked_at(ctrl_c: Callable[[int], None]) -> None:
    search = scrabble.search(HARD, solver="minimax")
    ctrl_c(0)
    with pytest.raises(KeyboardInterrupt) as caught:
        for _ in search:
            pass
    assert caught.value.solution is search.result() is search.solution  # type: ignore[attr-defined]
    assert is_true_and_open(search.solution) and repr(search).startswith("<EndgameSearch: <Solution ")


def test_ctrl_c_while_a_snapshot_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    search = scrabble.search(HARD, solver="minimax")

    def refuse(progress: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "_snapshot", refuse)
    with pytest.raises(KeyboardInterrupt) as caught:
        list(search)
    assert is_true_and_open(caught.value.solution)  # type: ignore[attr-defined]


def test_an_attribute_starts_no_search() -> None:
    search = scrabble.search(HARD)
    with pytest.raises(RuntimeError, match=r"has not ended: call result\(\)"):
        _ = search.solution
    assert repr(search) == "<EndgameSearch: not ended>"
    search.stop()
    assert is_true_and_open(search.result())
    with_bag = scrabble.search(BAG)
    with pytest.raises(RuntimeError, match="has not ended"):
        _ = with_bag.solution
    assert repr(with_bag) == "<PreendgameSearch: not ended>"


def test_with_tiles_in_the_bag(ctrl_c: Callable[[int], None]) -> None:
    ctrl_c(0)
    with pytest.raises(KeyboardInterrupt) as caught:
        scrabble.solve(BAG)
    solution: Any = caught.value.solution  # type: ignore[attr-defined]
    assert (solution.status, solution.stopped_by) == ("bounded", "interrupt")
    assert 0 <= solution.win.lower <= solution.win.upper <= 1


def test_a_search_with_tiles_in_the_bag_that_is_looked_at(ctrl_c: Callable[[int], None]) -> None:
    search = scrabble.search(BAG)
    ctrl_c(0)
    with pytest.raises(KeyboardInterrupt) as caught:
        for _ in search:
            pass
    assert repr(caught.value.solution) == repr(search.result())  # type: ignore[attr-defined]
    assert search.solution.stopped_by == "interrupt" and repr(search).startswith(
        "<PreendgameSearch: <Solution "
    )


def test_verify(ctrl_c: Callable[[int], None]) -> None:
    ctrl_c(2)
    with pytest.raises(KeyboardInterrupt) as caught:
        scrabble.verify("out-in-two")
    verification: Any = caught.value.verification  # type: ignore[attr-defined]
    assert [check.solver for check in verification.checks] == list(FAST[:2])
    assert verification.disagreement is None


def test_analyse(ctrl_c: Callable[[int], None]) -> None:
    ctrl_c(1)
    with pytest.raises(KeyboardInterrupt) as caught:
        scrabble.analyse("g0010", "ENABLE")
    analysis: Any = caught.value.analysis  # type: ignore[attr-defined]
    assert not analysis.is_complete and len(list(analysis)) == 2
    assert "interrupted" in repr(analysis) and "\n" not in repr(analysis)


def test_an_evaluator_that_was_interrupted_can_be_used_again(ctrl_c: Callable[[int], None]) -> None:
    evaluator = PositionEvaluator(enable())
    ctrl_c(0)
    position = scrabble.cgp.loads(_cgp("out-in-two"))
    evaluator.solution(position)
    assert evaluator.is_stopped and evaluator.interrupt is not None
    evaluator.resume()
    assert not evaluator.is_stopped and evaluator.interrupt is None
    assert evaluator.solution(position).value == 22


def _cgp(name: str) -> str:
    from scrabble import sources

    return next(sources.entries([name])).text
