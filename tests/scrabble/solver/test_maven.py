"""B* in Maven's way from the command down: rounds, changes of mind, estimates, limits."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from bstar.options import Limit
from scrabble.answer.interval import from_wire
from scrabble.answer.solution import Solution
from scrabble.cli import terminal
from scrabble.game import cgp
from scrabble.solver import MAVEN, SolveOptions, solve
from tests.conftest import POSITIONS
from tests.doors.bridge import enable, samples
from tests.scrabble.cli.test_solve import interrupted_progress
from tests.worlds.bundled_positions import first_empty_bag

MEMORY = 32 << 20
ROWS = samples()
SAMPLES = {row["id"]: row for row in ROWS}
KNOWN = [row["id"] for row in ROWS if row["value"] is not None]
TWO = POSITIONS / "out-in-two.cgp"
OPEN = "first-empty-bag:6"  # where the moves that are not best stay open


@cache
def estimated(name: str, rounds: int = 3, trace: bool = False, limit: Limit | None = None) -> Solution:
    """Maven's answer to a sample position."""
    position = cgp.loads(SAMPLES[name]["cgp"])
    seconds, nodes = (limit.seconds, limit.nodes) if limit else (None, 20_000)
    options = SolveOptions(
        solver=MAVEN, seconds=seconds, nodes=nodes, memory=MEMORY, stable_rounds=rounds, trace=trace
    )
    return solve(position, enable(), options)


@pytest.mark.parametrize("name", KNOWN)
def test_bounds_are_true_and_the_status_is_honest(name: str) -> None:
    found, value = estimated(name), SAMPLES[name]["value"]
    assert found.solver == "maven"
    assert found.lower <= value <= found.upper
    assert found.value in (None, value)
    assert found.status in ("estimated", "proven")
    assert (found.status == "proven") == (found.regret == 0)
    assert found.final is None or found.value is not None
    assert found.line[0].text == found.text


def test_most_choices_are_best_moves() -> None:
    good = 0
    some = [name for name in KNOWN if sum(SAMPLES[name]["tiles"]) < 14]
    for name in some:
        position = cgp.loads(SAMPLES[name]["cgp"])
        exact = solve(position, enable(), SolveOptions(memory=MEMORY, all_best=True))
        good += estimated(name).text in exact.best
    assert good >= len(some) - 1


@pytest.mark.parametrize("name", KNOWN)
def test_rounds_go_on_until_the_choice_is_stable(name: str) -> None:
    found = estimated(name)
    assert found.rounds is not None
    assert [each.number for each in found.rounds] == list(range(len(found.rounds)))
    assert [each.widened for each in found.rounds] == [3 * each.number for each in found.rounds]
    assert [each.expansions for each in found.rounds] == sorted(each.expansions for each in found.rounds)
    if found.status == "estimated" and found.stopped_by is None:
        assert len(found.rounds) >= 4
        assert len({each.text for each in found.rounds[-4:]}) == 1
        assert not any(each.is_new for each in found.rounds[-3:])
    for before, after in zip(found.rounds, found.rounds[1:], strict=False):
        assert after.is_new == (after.text != before.text)
        assert after.pessimistic <= after.optimistic
    assert found.text == found.rounds[-1].text


def test_fewer_rounds_cost_less() -> None:
    one, more = estimated("g0026t19", rounds=0), estimated("g0026t19")
    assert one.rounds is not None and len(one.rounds) == 1
    assert one.expansions <= more.expansions


def test_the_answer_is_the_same_every_time() -> None:
    first, second = estimated("g0000"), estimated("g0000", limit=Limit(nodes=20_001))
    assert (first.text, first.rounds, first.moves) == (second.text, second.rounds, second.moves)


@pytest.mark.parametrize("limit", [Limit(nodes=30), Limit(nodes=200), Limit(seconds=0.1)], ids=str)
def test_limits_leave_true_bounds(limit: Limit) -> None:
    options = SolveOptions(
        solver=MAVEN, seconds=limit.seconds, nodes=limit.nodes, memory=MEMORY, stable_rounds=1000
    )
    found = solve(first_empty_bag("g0188"), enable(), options)
    assert found.stopped_by == ("time" if limit.seconds else "nodes")
    assert found.lower <= 15 <= found.upper
    assert found.status == ("estimated" if found.rounds else "bounded")


def test_a_limit_before_anything_is_known() -> None:
    options = SolveOptions(solver=MAVEN, seconds=1e-9, memory=MEMORY)
    found = solve(first_empty_bag("g0188"), enable(), options)
    assert (found.status, found.value) in (("bounded", None), ("estimated", None))


def test_a_trace_changes_nothing_and_replays_to_the_end() -> None:
    silent, told = estimated("g0026t19"), estimated("g0026t19", trace=True)
    assert told.trace is not None and silent.trace is None
    assert (silent.moves, silent.rounds) == (told.moves, told.rounds)
    assert {each.strategy for each in told.trace} <= {"", "PROVEBEST", "DISPROVEREST"}
    believed = {}
    for decision in told.trace:
        for change in decision.changes:
            believed[change.text] = change.bounds
    assert set(believed) == {each.text for each in told.moves}
    assert all(each.text in believed for each in told.trace[1:])
    expansions = [each.expansions for each in told.trace]
    assert expansions == sorted(expansions)


def test_ctrl_c_leaves_an_answer(endgame: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "progress", interrupted_progress)
    monkeypatch.setattr(terminal, "has_progress", lambda: True)
    monkeypatch.setattr("scrabble.solver.maven.STABLE_ROUNDS", 1000)
    outcome = endgame("solve", "first-empty-bag:95", "--json", "--solver", "maven")
    assert outcome.status == terminal.INTERRUPTED
    found = json.loads(outcome.out)
    assert found["stopped_by"] == "interrupt" and found["status"] in ("bounded", "estimated")
    spread = from_wire(found["spread"])
    assert spread.lower <= 15 + first_empty_bag("g0188").spread <= spread.upper
