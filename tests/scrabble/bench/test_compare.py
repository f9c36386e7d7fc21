"""`endgame compare`: several processes, and the command."""

from __future__ import annotations

import json
import re
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from scrabble.bench import compare, text
from scrabble.bench.compare import CompareSettings, load_positions, trials_of
from scrabble.bench.measure import BenchError, BenchPosition
from scrabble.bench.trial import MOST_TILES, USUAL, Competitor, Trial
from scrabble.cli.options import title_of
from scrabble.solver.names import SolverName
from scrabble.workers import WorkerDiedError
from tests.conftest import POSITIONS
from tests.worlds.compared import HARD, LATE, MEMORY, OPEN, TWO, text_of


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A set of three easy positions."""
    path = tmp_path / "small.jsonl"
    path.write_text(text_of(*LATE))
    return path


# the order does not depend on the number of processes


def untimed(trials: list[list[Trial]]) -> list[tuple[object, ...]]:
    return [
        (each.outcome.id, each.outcome.setting, each.outcome.move, each.outcome.nodes, each.lost)
        for group in trials
        for each in group
    ]


def test_processes(small: Path) -> None:
    tasks, _ = load_positions([str(small)], None)
    terms = CompareSettings((Competitor("mtdf"), Competitor("bstar")), 600, MEMORY, "ENABLE")
    one, two = (list(compare.compare(tasks, terms, jobs)) for jobs in (1, 2))
    assert untimed(one) == untimed(two)
    assert [each[1] for each in untimed(one)] == ["mtdf", "bstar"] * 3
    assert [group[0].outcome.value for group in one] == [record["value"] for record in LATE]


def test_processes_stop(tmp_path: Path) -> None:
    path = tmp_path / "hard.jsonl"
    path.write_text(text_of(*[HARD] * 4))
    tasks, _ = load_positions([str(path)], None)
    terms = CompareSettings((Competitor("sss"),), 600, MEMORY, "ENABLE")
    stop = threading.Event()
    stop.set()
    began = time.monotonic()
    assert list(compare.compare(tasks, terms, 2, stop)) == []
    assert time.monotonic() - began < 300


def test_a_process_that_dies(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks, _ = load_positions([str(small)], None)

    def died(*arguments: object) -> None:
        raise WorkerDiedError

    monkeypatch.setattr(compare.WorkerPool, "in_order", died)
    terms = CompareSettings((Competitor("mtdf"),), 30, MEMORY)
    with pytest.raises(BenchError, match="a process ended unexpectedly"):
        list(compare.compare(tasks, terms, 2))


# the command


def test_the_help_and_the_page_name_all_solvers(endgame: Any) -> None:
    page = (POSITIONS / "README.md").read_text("utf-8")
    told = endgame("compare", "--help").out.partition("Solvers")[2]
    for solver in SolverName:
        assert re.search(rf"(?<![\w-]){solver}(?![\w:-])", " ".join(told.split())), solver
        assert f"`{solver}`" in page.partition("| solver |")[2], solver


def test_text(endgame: Any) -> None:
    out = endgame("compare", OPEN, "--solvers", "mtdf,bstar,maven:2").out
    assert "1 position, at most 10 s of CPU time per search" in " ".join(out.split())
    rows = [line.split() for line in out.splitlines()]
    assert ["g0010"] in rows
    shown = {row[0]: row for row in rows if row and row[0] in ("mtdf", "bstar", "maven:2") and "B6" in row}
    assert shown["mtdf"][1:6] == ["+3", "B6", "PRO", "proven,", "best"]
    assert "estimated," in shown["maven:2"]
    assert any(row[:4] == ["bstar", "/", "mtdf", "1"] for row in rows)
    assert any(row[:3] == ["2", "1/1", "(100.0"] for row in rows)  # two widenings
    assert out.endswith("no disagreement\n")


def test_json(endgame: Any, small: Path) -> None:
    result = endgame("compare", small, "--solvers", "mtdf,bstar:2D", "--json")
    assert result.status == 0, result.err
    *lines, last = map(json.loads, result.out.splitlines())
    assert [(each["number"], each["solver"]) for each in lines[:3]] == [
        (0, "mtdf"),
        (0, "bstar:2D"),
        (1, "mtdf"),
    ]
    assert [each["value"] for each in lines[::2]] == [record["value"] for record in LATE]
    assert all(each["lost"] == 0 for each in lines)
    assert [each["setting"] for each in last["solvers"]] == ["mtdf", "bstar:2D"]
    assert last["solvers"][0]["best"] == 3 and last["disagreements"] == last["refuted"] == []
    assert last["ratios"][0]["positions"] == 3 and last["rounds"] == []


def test_an_exhaustive_search_takes_part_where_the_position_is_small(endgame: Any, tmp_path: Path) -> None:
    """By default only, and position by position: B* is compared with minimax where that ends."""
    few = POSITIONS / "out-in-one.cgp"
    tasks, _ = load_positions([str(few), TWO], None)
    sizes = [sum(map(len, task.reading.position.rack_codes)) for task in tasks]
    assert sizes[0] <= MOST_TILES < sizes[1]
    result = endgame("compare", few, TWO, "--json")
    assert result.status == 0, result.err
    *lines, last = map(json.loads, result.out.splitlines())
    names = USUAL.split(",")
    assert [each["solver"] for each in lines] == [*names, "minimax", *names]
    assert {each["status"] for each in lines} == {"proven"}
    assert lines[5]["value"] == lines[4]["value"] and lines[5]["nodes"] >= lines[4]["nodes"]
    exhaustive = last["solvers"][-1]
    assert (exhaustive["setting"], exhaustive["positions"], exhaustive["proven"]) == ("minimax", 1, 1)
    assert [each["positions"] for each in last["ratios"] if each["setting"] == "minimax"] == [1] * len(names)
    result = endgame("compare", few, "--solvers", "bstar", "--json")
    assert [json.loads(line).get("solver") for line in result.out.splitlines()] == ["bstar", None]
    shown = endgame("compare", few, "--solvers", "minimax,bstar").out
    assert shown.count("minimax") == 4  # asked for: once, as all others


def test_the_first_positions_are_shown(endgame: Any, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "MOST_POSITIONS", 1)
    result = endgame("compare", small, "--solvers", "mtdf")
    assert result.status == 0 and "and 2 more (--json has all)\n" in result.out


@pytest.mark.parametrize(
    ("positions", "title"),
    [
        (["late", "-", "/home/someone/a.jsonl"], "late, standard input, a.jsonl"),
        (["x/a.jsonl", "y/a.jsonl"], "x/a.jsonl, y/a.jsonl"),
        ([HARD["cgp"], TWO], f"'{HARD['cgp'][:30]} … {HARD['cgp'][-20:]}', out-in-two.cgp"),
    ],
)
def test_the_title_has_base_names(positions: list[str], title: str) -> None:
    assert title_of(positions, 1) == f"{title}: 1 position"
    assert title_of(positions, 2) == f"{title}: 2 positions"


def test_what_cannot_be_read_is_said(endgame: Any, tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text(text_of(LATE[0]) + "{nonsense\n" + text_of({"id": "x", "value": 3}))
    result = endgame("compare", path, "--solvers", "mtdf", "--json")
    assert result.status == 2 and result.err.count("error: ") == 2
    *lines, last = map(json.loads, result.out.splitlines())
    assert [each["id"] for each in lines] == [LATE[0]["id"]]
    assert [each["where"] for each in last["unread"]] == [f"{path}:2", f"{path}:3"]


def test_a_wrong_value_is_a_disagreement(endgame: Any, small: Path) -> None:
    small.write_text(text_of(LATE[0] | {"value": LATE[0]["value"] + 1}))
    result = endgame("compare", small, "--solvers", "mtdf")
    assert result.status == 1
    assert f"DISAGREEMENT on {LATE[0]['id']}: known +19, mtdf +18\n" in result.out


def test_ctrl_c_prints_what_there_is(endgame: Any, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(each: BenchPosition, *arguments: Any) -> list[Trial]:
        if each.number == 1:
            signal.raise_signal(signal.SIGINT)
            return []
        return trials_of(each, *arguments)

    monkeypatch.setattr(compare, "trials_of", stopped)
    result = endgame("compare", small, "--solvers", "mtdf", "--json")
    assert result.status == 130
    *lines, last = map(json.loads, result.out.splitlines())
    assert len(lines) == last["positions"] == 1


def test_ctrl_c_at_once(endgame: Any, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "trials_of", lambda *arguments: signal.raise_signal(signal.SIGINT) or [])
    result = endgame("compare", small, "--solvers", "mtdf")
    assert result.status == 130 and result.out.endswith("nothing was compared\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["late", "--solvers", "mtdf,foo"], "unknown solver 'foo', expected one of "),
        (["nix.cgp"], "nix.cgp: not a file, a bundled position or a CGP"),
        ([TWO, "--time", "0"], "0 is not more than 0"),
        ([TWO, "--jobs", "0"], "0 is not in the range 1 or more"),
    ],
)
def test_bad_arguments(endgame: Any, arguments: list[str], said: str) -> None:
    result = endgame("compare", *arguments)
    assert result.status == 2 and result.out == ""
    assert said in result.err and result.err.count("\n") == 1
