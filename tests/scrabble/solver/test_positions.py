"""The positions that come with the project: every answer that a line states is the one that is found.

    positions/*.cgp                  composed and real endgames, each with its proven answer in the line
    positions/late.jsonl             real positions with few tiles left, values found by another engine
    positions/first-empty-bag.jsonl  the first position of a game with an empty bag, the same

The default run takes a sample of the two large sets; all of them:

    python -m pytest -m slow tests/scrabble/solver/test_positions.py
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from scrabble.answer.solution import Solution
from scrabble.files import bundled
from scrabble.game import cgp
from scrabble.solver import SolveOptions, solve
from tests.doors.bridge import enable

POSITIONS = bundled("positions")
SECONDS = 30
GOAL = 90  # of the 124 proven positions with a bag just empty, within SECONDS each
SOLVER = "mtdf"


def composed() -> list[Any]:
    """The lines of positions/*.cgp."""
    return [
        pytest.param(line, id=path.stem)
        for path in sorted(POSITIONS.glob("*.cgp"))
        for line in path.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]


def proven(name: str) -> list[dict[str, Any]]:
    """The positions of a set whose value another engine has proven."""
    lines = (POSITIONS / name).read_text("utf-8").splitlines()
    return [record for record in map(json.loads, lines) if record["proven"]]


def solved(record: dict[str, Any]) -> Solution:
    """The solution of a record; checks that whatever it claims contains the given value."""
    options = SolveOptions(solver=SOLVER, seconds=SECONDS, memory=256 << 20)
    solution = solve(cgp.loads(record["cgp"]), enable(), options)
    assert solution.lower <= record["value"] <= solution.upper, record["id"]
    return solution


def test_there_are_enough_positions() -> None:
    """At least twenty composed ones, each naming itself."""
    assert len(composed()) >= 20
    for path in POSITIONS.glob("*.cgp"):
        assert f"id {path.stem};" in path.read_text("utf-8")


@pytest.mark.parametrize("line", composed())
def test_composed_position(line: str) -> None:
    """Value, a best move, and a line to the end of the game that pays what was promised."""
    position = cgp.loads(line)
    stated = dict(position.extra)
    solution = solve(position, enable(), SolveOptions(solver=SOLVER, memory=64 << 20))
    assert (solution.status, solution.value) == ("proven", int(stated["spread"]))
    [named] = [move for move in solution.moves if move.text == stated["move"]]
    assert named.upper >= solution.value and named.searched.upper >= solution.value
    assert solution.final is not None
    before, after = position.scores, solution.final
    assert (after[0] - after[1]) - (before[0] - before[1]) == solution.value


QUICK = [record for record in proven("first-empty-bag.jsonl") if record["cpu_seconds"] < 1]


@pytest.mark.parametrize("record", [*proven("late.jsonl")[::18], *QUICK[::4]], ids=lambda each: each["id"])
def test_a_real_position(record: dict[str, Any]) -> None:
    """A sample of those with few tiles, and of first empty bags that the other engine found easy."""
    assert solved(record).value == record["value"]


@pytest.mark.slow
def test_all_late_positions() -> None:
    """Every proven one."""
    wrong = {record["id"] for record in proven("late.jsonl") if solved(record).value != record["value"]}
    assert wrong == set()


@pytest.mark.slow
def test_all_first_empty_bags() -> None:
    """At least GOAL of the proven ones within SECONDS each; no bound contradicts a known value."""
    records = proven("first-empty-bag.jsonl")
    values = [(solved(record).value, record["value"]) for record in records]
    assert all(found in (None, known) for found, known in values)
    assert sum(found is not None for found, _ in values) >= GOAL
