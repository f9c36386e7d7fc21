"""The contenders of a comparison, their trials, and the ground truth."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bstar.solvers import SOLVERS
from bstar.tree.strategies import STRATEGIES
from scrabble.answer.interval import UNKNOWN, exactly
from scrabble.bench import trial
from scrabble.bench.compare import score_trials
from scrabble.bench.measure import BenchError
from scrabble.bench.trial import MavenChoice, Trial, contender, contenders
from tests.worlds.compared import HARDEST, LATE, MEMORY, OPEN, OUTCOME, TWO, gathered, hard, made, task


def test_names_of_contenders() -> None:
    names = [
        *SOLVERS,
        "maven",
        "maven:0",
        "maven:10",
        "bstar:move",
        *(f"bstar:{name}" for name in STRATEGIES),
    ]
    found = contenders(",".join(names))
    assert [each.name for each in found] == names
    assert [each.rounds for each in found if each.solver == "maven"] == [None, 0, 10]
    assert {each.strategy for each in found} == {None, *STRATEGIES}
    assert contender("bstar").wants_value and not contender("bstar:move").wants_value


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("mtdf,foo", "^unknown solver 'foo', expected one of bstar, alphabeta, .*, minimax, maven$"),
        (
            "mtdf:2D",
            "^unknown variant of mtdf: 'mtdf:2D', expected bstar:move, maven:0 to maven:100, or bstar: and",
        ),
        ("bstar:4D", "^unknown variant of bstar: 'bstar:4D'"),
        ("bstar:", "^unknown variant of bstar: 'bstar:'"),
        ("maven:101", "^unknown variant of maven: 'maven:101'"),
        ("maven:-1", "^unknown variant of maven: 'maven:-1'"),
        ("mtdf, mtdf", "^a solver is given twice: mtdf, mtdf$"),
    ],
)
def test_names_that_are_none(names: str, said: str) -> None:
    with pytest.raises(BenchError, match=said):
        contenders(names)


# trials

PROOFS = ["alphabeta", "bstar", "bstar:move", "bstar:2D"]


@pytest.mark.parametrize("name", ["alphabeta", "bstar", "bstar:move", "bstar:2D"])
def test_a_proof_has_a_best_move_and_true_bounds(name: str) -> None:
    for record in [TWO, json.dumps(LATE[0])]:
        position = task(TWO) if record == TWO else gathered(record)
        value = 22 if record == TWO else LATE[0]["value"]
        found = trial.trial(position, contender(name), 600, MEMORY)  # may have to compile
        assert found.outcome.setting == name and found.outcome.status == "proven"
        assert found.outcome.bounds.lower == value <= found.outcome.bounds.upper
        assert 0 < found.outcome.set_up < found.outcome.seconds and found.outcome.has_ended
        known = replace(found, outcome=replace(found.outcome, bounds=exactly(value)))
        [told] = score_trials(position, [known], 30, MEMORY)
        assert told.lost == 0


def test_the_value_is_only_proven_when_it_is_wanted() -> None:
    move = trial.trial(task(TWO), contender("bstar:move"), 30, MEMORY).outcome
    value = trial.trial(task(TWO), contender("bstar"), 30, MEMORY).outcome
    assert (value.value, move.move) == (22, value.move)
    assert move.expansions <= value.expansions


def test_maven_goes_in_rounds() -> None:
    trial.trial(task(OPEN), contender("maven:1"), 600, MEMORY)  # compiled, it does not count
    found = trial.trial(task(OPEN), contender("maven:4"), 30, MEMORY)
    assert [each.number for each in found.rounds] == list(range(5))
    assert found.outcome.status == "estimated" and found.outcome.move == found.rounds[-1].move
    costs = [(each.expansions, each.seconds) for each in found.rounds]
    assert costs == sorted(costs) and costs[-1][1] <= found.outcome.seconds
    stable = trial.trial(task(OPEN), contender("maven"), 30, MEMORY)
    assert len(stable.rounds) >= 4 and stable.rounds[0].expansions == found.rounds[0].expansions
    assert found.after(2) == found.rounds[2] and found.after(99) == found.rounds[-1]
    assert Trial(OUTCOME).after(0) is None


@pytest.mark.parametrize("name", ["bstar:2D", "maven:100", "bstar"])
def test_a_trial_that_is_stopped(name: str) -> None:
    position = task("first-empty-bag:140")  # -7 is proven in about a second
    late = trial.trial(position, contender(name), 0.05, 8 * MEMORY).outcome  # which 2D fills in 0.1 s
    assert (late.status, late.stopped_by) in (("bounded", "time"), ("estimated", "time"))
    assert late.bounds.lower <= -7 <= late.bounds.upper
    asked = trial.trial(gathered(json.dumps(HARDEST)), contender(name), 30, MEMORY, lambda: True).outcome
    assert asked.stopped_by == "interrupt" and asked.move


def test_a_tree_has_a_limit_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TREE", 20)
    found = trial.trial(hard(tmp_path), contender("bstar:2D"), 30, MEMORY).outcome
    assert (found.status, found.stopped_by) == ("bounded", "expansions") and found.expansions in (20, 21)


# the referee


def test_the_referee_says_what_a_move_loses() -> None:
    position = task(TWO)
    best, worse = "3F (L)LANO", "3F (L)OAN"
    tried = [
        made(0, "x", None, bounds=exactly(22), move=best),
        made(0, "y", None, bounds=UNKNOWN, move=worse),
    ]
    tried[1] = replace(
        tried[1], rounds=(MavenChoice(0, "3F (L)ORN", 1, 1, 0.1), MavenChoice(1, best, 2, 2, 0.2))
    )
    first, second = score_trials(position, tried, 30, MEMORY)
    assert first.lost == 0 and second.lost is not None and second.lost >= 2
    assert [each.lost for each in second.rounds][1] == 0 and (second.rounds[0].lost or 0) >= 1
    assert second.is_refuted and not first.is_refuted


def test_the_referee_finds_a_value_that_is_too_low() -> None:
    [told] = score_trials(task(TWO), [made(0, "x", None, bounds=exactly(20), move="3F (L)LANO")], 30, MEMORY)
    assert told.lost == -2 and told.is_refuted


def test_the_referee_has_no_say_without_a_value_or_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = hard(tmp_path, HARDEST)
    unknown = [made(0, "x", None, bounds=UNKNOWN, move="10L SEG", known=None)]
    assert score_trials(replace(position, known=None), unknown, 30, MEMORY) == unknown
    monkeypatch.setattr("bstar.background.POLL_SECONDS", 0)
    late = score_trials(replace(position, known=17), unknown, 30, MEMORY, lambda: True)
    assert late[0].lost is None
