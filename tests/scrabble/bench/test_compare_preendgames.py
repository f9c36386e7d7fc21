"""`endgame compare --preendgames` on the command line."""

from __future__ import annotations

import csv
import json
import signal
from fractions import Fraction
from typing import Any

import pytest

from scrabble.bench import compare
from scrabble.bench.measure import BenchPosition
from scrabble.bench.trial import Trial
from scrabble.solver.interval import exactly, to_wire
from tests.docs.pages import CODE, section
from tests.worlds.bag_targets import BEST, ONE, SPREAD, WIN

TWO_NAMES = ("--solvers", "bstar,all:won")
OPTIONS = ("--json", "--memory", "256")
LEAD = -6  # of the side to move in ONE

_one_job: list[Any] = []  # what the command left behind


@pytest.fixture
def small(tmp_path):
    """A set of one position twice, with its proven answer."""
    path = tmp_path / "small.jsonl"
    known = {"proven": True, "win": to_wire(exactly(WIN)), "spread": to_wire(exactly(SPREAD))}
    path.write_text("".join(f"{json.dumps({'id': name, 'cgp': ONE, **known})}\n" for name in "ab"))
    return path


def answers(out: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    *lines, last = map(json.loads, out.splitlines())
    return lines, last


@pytest.fixture
def one_job(endgame, small):
    """The command with `small` in this process, run once for all tests."""
    if not _one_job:
        _one_job.append(endgame("compare", small, "--preendgames", *TWO_NAMES, *OPTIONS))
    return _one_job[0]


def test_text(endgame: Any) -> None:
    result = endgame("compare", ONE, "--preendgames", "--solvers", "bstar,halving:2", "--memory", "16")
    assert result.status == 0, result.err
    assert "1 position, at most 10 s of CPU time per search" in " ".join(result.out.split())
    rows = [line.split() for line in result.out.splitlines()]
    assert any(row[:6] == ["bstar", "5/8", "(62.5", "%)", "D11", "(T)EPEE"] for row in rows)
    assert any(row[:3] == ["bstar", "1/1", "1/1"] for row in rows)
    agreed, missed = result.out.splitlines()[-2:]
    assert agreed == "no disagreement" and "halving:2 chose C3 APE, which wins 37.5 % less often" in missed


def test_json_and_its_keys(one_job: Any) -> None:
    assert one_job.status == 0, one_job.err
    lines, last = answers(one_job.out)
    assert [(each["id"], each["solver"]) for each in lines] == [
        (name, solver) for name in "ab" for solver in ("bstar", "all:won")
    ]
    assert all(each["win"] == [str(WIN)] * 2 and each["known_win"] == str(WIN) for each in lines)
    assert {each["lost_win"] for each in lines} == {0}
    assert lines[0]["move"] == BEST and lines[0]["status"] == "proven" and lines[0]["lost"] == 0
    assert Fraction(lines[0]["value"]) == Fraction(lines[0]["known"]) == SPREAD - LEAD
    assert lines[0]["evaluated"] < lines[0]["scenario_pairs"]
    told = set(CODE.findall(section("scrabble/bench/compare.md", "For programs")))
    assert {*lines[0], *last, *last["solvers"][0]} - {"version"} <= told
    assert last["positions"] == 2 and last["disagreements"] == last["unread"] == []
    assert [each["wins_most"] for each in last["solvers"]] == [2, 2]
    assert [each["positions"] for each in last["ratios"]] == [2]


def test_jobs_find_the_same(endgame: Any, small: Any, one_job: Any) -> None:
    keys = ("id", "solver", "status", "move", "win", "bounds", "evaluated", "queries", "nodes", "lost")
    two_jobs = endgame("compare", small, "--preendgames", *TWO_NAMES, *OPTIONS, "--jobs", "2")
    found = [[[each[key] for key in keys] for each in answers(done.out)[0]] for done in (one_job, two_jobs)]
    assert found[0] == found[1] and len(found[0]) == 4


def test_csv(endgame: Any) -> None:
    out = endgame("compare", ONE, "--preendgames", "--solvers", "bstar", "--csv", "--memory", "16").out
    [row] = csv.DictReader(out.splitlines())
    assert (row["solver"], row["move"], row["win_lower"]) == ("bstar", BEST, str(WIN))


def test_a_set_that_is_wrong_is_a_disagreement(endgame: Any, tmp_path: Any) -> None:
    path = tmp_path / "wrong.jsonl"
    record = {"id": "x", "cgp": ONE, "proven": True, "win": ["3/4", "3/4"], "spread": [0, 0]}
    path.write_text(json.dumps(record))
    result = endgame("compare", path, "--preendgames", "--solvers", "bstar", "--memory", "16")
    assert result.status == 1 and "DISAGREEMENT on x: known 3/4 (75 %), bstar 5/8 (62.5 %)" in result.out
    assert "DISAGREEMENT on x: known +6, bstar +4.5" in result.out
    path.write_text(json.dumps(record | {"win": to_wire(exactly(WIN)), "spread": [-9, 9]}))
    assert endgame("compare", path, "--preendgames", "--solvers", "bstar", "--memory", "16").status == 0


def test_ctrl_c_prints_what_there_is(endgame: Any, small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    trials_of = compare.trials_of

    def stopped(each: BenchPosition, *arguments: Any) -> list[Trial]:
        if each.number == 1:
            signal.raise_signal(signal.SIGINT)
            return []
        return trials_of(each, *arguments)

    monkeypatch.setattr(compare, "trials_of", stopped)
    result = endgame("compare", small, "--preendgames", "--solvers", "bstar", "--json", "--memory", "16")
    lines, last = answers(result.out)
    assert result.status == 130 and len(lines) == last["positions"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([ONE, "--solvers", "mtdf"], "unknown solver 'mtdf' with tiles in the bag, expected one of bstar, "),
        ([ONE, "--solvers", "halving:0"], "unknown solver 'halving:0'"),
        (["out-in-two"], "the bag is empty: leave --preendgames out"),
        ([ONE, "--position", "x"], "--position is for endgames only: leave it or --preendgames out"),
        ([ONE, "--json", "--csv"], "choose one of --json and --csv"),
    ],
)
def test_what_is_refused(endgame: Any, arguments: list[str], said: str) -> None:
    result = endgame("compare", "--preendgames", *arguments)
    assert result.status == 2 and result.out == ""
    assert said in result.err and result.err.count("\n") == 1
