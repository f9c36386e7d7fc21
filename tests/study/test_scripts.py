"""The scripts of `positions/study`: each on a position or two, stopped and gone on with; and its page."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from positions.study import options, planner, preendgames, records, solvers, stopped, time_limits
from scrabble._version import version_text
from tests.conftest import POSITIONS, REPOSITORY
from tests.worlds.bag_targets import ONE

EASY = (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()[:2]
LONG = "g0234t18"  # a blank, and 2,900 moves


@pytest.fixture
def easy(tmp_path: Path) -> str:
    """Two positions that are solved at once."""
    path = tmp_path / "easy.jsonl"
    path.write_text("\n".join(EASY), "utf-8")
    return str(path)


@pytest.fixture
def bag(tmp_path: Path) -> str:
    """A position with a tile in the bag."""
    path = tmp_path / "bag.cgp"
    path.write_text(ONE, "utf-8")
    return str(path)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def shown_by(main: Callable[[list[str]], object], arguments: list[str], out: Path, capsys: Any) -> str:
    """Return what a script prints, and prints again from its results."""
    main([*arguments, "--out", str(out)])
    shown, written = capsys.readouterr().out, out.read_text("utf-8")
    assert {each["version"] for each in lines_of(out)} == {version_text()}
    main([*arguments, "--out", str(out)])
    assert (capsys.readouterr().out, out.read_text("utf-8")) == (shown, written)
    return shown


def test_solvers(easy: str, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "results.jsonl"
    shown = shown_by(solvers.main, ["--set", easy, "--sample", "1"], out, capsys)
    assert "| `mtdf` | 1/1 | 1 | 1 |" in shown and "| `bstar:2D` | 1/1 |" in shown
    assert "| 0 | 1/1 (100.0 %) |" in shown and "DISAGREEMENT" not in shown
    from positions.study import plots  # and matplotlib

    plots.main(["--results", str(out), "--out", str(tmp_path)])
    names = {"solved.svg", "nodes.svg", "strategies.svg", "maven.svg"}
    assert names <= {path.name for path in tmp_path.iterdir()}


def test_preendgames(bag: str, tmp_path: Path, capsys: Any) -> None:
    given = ["--set", bag, "--strategies", "bstar", "--seconds", "20"]
    shown = shown_by(preendgames.main, given, tmp_path / "out.jsonl", capsys)
    assert "| `bstar` | 1/1 | 1/1 |" in shown


def test_stopped_searches(easy: str, bag: str, tmp_path: Path, capsys: Any) -> None:
    given = ["0.00001", "10", "--judge", "10"]
    shown = shown_by(stopped.main, [*given, "--set", easy], tmp_path / "out.jsonl", capsys)
    assert "| 10 s, `bstar` | 0/2 | 2/2 | 0.00 % | 0.00, 0 |" in shown
    stopped.main([*given, "--set", bag, "--out", str(tmp_path / "bags.jsonl")])
    shown = capsys.readouterr().out
    assert "| 10 s, `bstar` | 0/1 | 1/1 | 0.00 % | 0.00, 0 |" in shown


def test_options(easy: str, tmp_path: Path, capsys: Any) -> None:
    given, out = ["solver=mtdf", "objective=outcome", "--set", easy], tmp_path / "out.jsonl"
    shown = shown_by(options.main, given, out, capsys)
    assert "| `solver=mtdf` | 2/2 |" in shown and "| `objective=outcome` | 2/2 |" in shown
    before = out.read_text("utf-8")
    out.write_text(before[:-5], "utf-8")
    options.main([*given, "--out", str(out)])
    after = out.read_text("utf-8").splitlines()
    assert after[: len(before.splitlines()) - 1] == before.splitlines()[:-1] and len(after) == 4


def test_time_limits(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "hard.jsonl"
    lines = (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()
    path.write_text(next(line for line in lines if LONG in line), "utf-8")
    given = ["0.1", "--load", "1", "--set", str(path)]
    shown = shown_by(time_limits.main, given, tmp_path / "out.jsonl", capsys)
    assert "| 1 | 0.1 | 1/1 |" in shown


def test_switches_among_the_options() -> None:
    found = options.options_of("settle_ties=1,workers=2", 3.0)
    assert (found.settle_ties, found.workers, found.seconds) == (True, 2, 3.0)
    assert options.options_of("late_tests=0", 3.0).late_tests is False


def test_the_planner_is_measured(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "truth.jsonl"
    for _ in range(2):
        planner.main(["truth", str(file), "200"])
        assert [each["set"] for each in lines_of(file)].count("late") == 3
    planner.main(["cover", str(file)])
    planner.main(["rounds", str(file)])
    assert "first empty bag, tested" in capsys.readouterr().out


def test_the_page_has_the_tables_of_its_results() -> None:
    page = (POSITIONS / "README.md").read_text("utf-8")
    results = solvers.open_results(POSITIONS / "study" / "results.jsonl")
    for part in solvers.tables(results):
        assert part in page


def test_a_script_runs_as_its_page_says() -> None:
    command = [sys.executable, "positions/study/options.py", "--help"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: options.py ")


def test_figures() -> None:
    assert records.geometric([0.5, 2]) == pytest.approx(1) and str(records.geometric([])) == "nan"
    assert records.resampled([0.5, 0.6, 0.7, 0.8] * 5) == records.resampled([0.5, 0.6, 0.7, 0.8] * 5)
    assert records.wilson(50, 100) == "40.4 to 59.6 %" and records.wilson(8, 8).endswith("100.0 %")
