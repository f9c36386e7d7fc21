"""Threads by default: the cores that nobody uses, and never for what is to be repeated."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from scrabble.cli import options, solve
from tests.conftest import Outcome


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Make a machine of so many cores, on which so many threads are running, this one included."""

    def machine(count: int, running: str) -> int:
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(count)), raising=False)
        told = tmp_path / "loadavg"
        told.write_text(running, "ascii")
        monkeypatch.setattr(options, "LOAD", told)
        return options.idle_cores()

    return machine


def test_cores_in_use_are_left_alone(cores) -> None:
    assert cores(2, "0.10 0.20 0.30 1/345 999") == 2
    assert cores(2, "0.10 0.20 0.30 2/345 999") == 1
    assert cores(8, "0.10 0.20 0.30 1/345 999") == 4
    assert cores(8, "9.10 9.20 9.30 6/345 999") == 3
    assert cores(2, "9.10 9.20 9.30 20/345 999") == 1


def test_where_nothing_is_told_all_cores_are_free(cores, monkeypatch, tmp_path: Path) -> None:
    assert cores(3, "nothing") == 3
    monkeypatch.setattr(options, "LOAD", tmp_path / "none")
    assert options.idle_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert options.idle_cores() == 1


def test_a_search_to_be_repeated_has_one_thread(endgame, monkeypatch) -> None:
    monkeypatch.delenv("ENDGAME_THREADS")
    asked = []
    monkeypatch.setattr(solve, "idle_cores", lambda: asked.append(1) or 2)
    for option in (["--nodes", "30"], ["--trace"], ["--solver", "maven"], ["--threads", "1"]):
        assert endgame("solve", "out-in-two", "--no-board", *option).status == 0
    assert not asked
    found: Outcome = endgame("solve", "out-in-two", "--json")
    assert asked and json.loads(found.out)["status"] == "proven"
