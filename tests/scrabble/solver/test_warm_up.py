"""The kernels of the root are compiled by a second process while the first one compiles the search."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from bstar.engine import Engine
from bstar.jit import is_cached
from scrabble.game import cgp
from scrabble.solver import SMALLEST_MEMORY, setup
from scrabble.solver.setup import new_search
from tests.doors.bridge import enable


class Helper:
    """A process that is told to compile, and says what happens to it."""

    def __init__(self, command: list[str], **options: Any) -> None:
        self.command, self.options, self.calls = command, options, list[str]()
        STARTED.append(self)

    def wait(self) -> None:
        self.calls.append("wait")

    def kill(self) -> None:
        self.calls.append("kill")


STARTED: list[Helper] = []


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    STARTED.clear()
    monkeypatch.setattr(setup, "Popen", Helper)
    return new_search(cgp.loads(setup.ANY_POSITION), enable(), "mtdf", SMALLEST_MEMORY).engine


@pytest.mark.parametrize(("cores", "is_kept", "started"), [(2, False, 1), (1, False, 0), (2, True, 0)])
def test_who_compiles(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, cores: int, is_kept: bool, started: int
) -> None:
    monkeypatch.setattr(setup.os, "cpu_count", lambda: cores)
    monkeypatch.setattr(Engine, "is_compiled", is_kept)
    with setup._root_compiled_meanwhile(engine, "mtdf"):
        assert [helper.calls for helper in STARTED] == [[]] * started
    assert [helper.calls for helper in STARTED] == [["wait", "kill", "wait"]] * started
    assert all(helper.command[-2:] == ["scrabble.solver.setup", "mtdf"] for helper in STARTED)


def test_who_is_interrupted_leaves_no_process(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(Engine, "is_compiled", False)
    with pytest.raises(KeyboardInterrupt), setup._root_compiled_meanwhile(engine, "mtdf"):
        raise KeyboardInterrupt
    assert [helper.calls for helper in STARTED] == [["kill", "wait"]]


def test_the_second_process_leaves_machine_code_behind() -> None:
    command = [sys.executable, "-m", "scrabble.solver.setup", "bstar"]
    done = subprocess.run(command, cwd=setup.HOME, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    engine = new_search(cgp.loads(setup.ANY_POSITION), enable(), "bstar", SMALLEST_MEMORY).engine
    assert is_cached(engine._moves)
