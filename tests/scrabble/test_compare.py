"""`endgame compare`: who takes part, trials and their referee, figures by hand, and the command."""

from __future__ import annotations

import csv
import json
import signal
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import POSITIONS

from bstar.strategies import STRATEGIES
from scrabble import bench_machine, compare, plots, trial
from scrabble.bench import BenchError, Task
from scrabble.bench_figures import Outcome
from scrabble.compare import Plan, gather, trials_of
from scrabble.compare_figures import Summary, summary, widenings
from scrabble.compare_text import disagreement_lines, missed_lines, verdict_text
from scrabble.contender import Contender, contender, contenders
from scrabble.convergence import convergence
from scrabble.endgame import SOLVERS
from scrabble.referee import judged
from scrabble.trial_record import Choice, Trial, from_data

LATE = [json.loads(line) for line in (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()[:3]]
REAL = (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines()
HARD, HARDEST = json.loads(REAL[1]), json.loads(REAL[33])
TWO = str(POSITIONS / "out-in-two.cgp")
MEMORY = 16 << 20
OUTCOME = Outcome(0, "a", "x", "proven", "8D CAT", 5, 5, 5, 5, 0.01, 0.05, 100, 90, None, 1 << 20)


def text_of(*records: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(record)}\n" for record in records)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A set of three easy positions."""
    path = tmp_path / "small.jsonl"
    path.write_text(text_of(*LATE))
    return path


@cache
def task(record: str) -> Task:
    """The position of a line of JSON, or of a file."""
    [found], unread = gather([record], None)
    assert not unread
    return found


def gathered(record: str) -> Task:
    """The position of a line of JSON."""
    [found], _ = gather([json.loads(record)["cgp"]], None)
    return found


def hard(tmp_path: Path, entry: dict[str, Any] = HARD) -> Task:
    path = tmp_path / "hard.jsonl"
    path.write_text(text_of(entry))
    return task(str(path))


def made(number: int, solver: str, lost: int | None = 0, **changes: Any) -> Trial:
    """A trial by hand."""
    return Trial(replace(OUTCOME, number=number, id=f"p{number}", setting=solver, **changes), lost)


# who takes part


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
        ("mtdf,foo", "^unknown solver 'foo', expected one of .*, bstar, maven$"),
        (
            "mtdf:2D",
            "^no such way of mtdf: 'mtdf:2D', expected bstar:move, maven:0 to maven:100, or bstar: and",
        ),
        ("bstar:4D", "^no such way of bstar: 'bstar:4D'"),
        ("bstar:", "^no such way of bstar: 'bstar:'"),
        ("maven:101", "^no such way of maven: 'maven:101'"),
        ("maven:-1", "^no such way of maven: 'maven:-1'"),
        ("mtdf, mtdf", "^the same solver twice: mtdf, mtdf$"),
    ],
)
def test_names_that_are_none(names: str, said: str) -> None:
    with pytest.raises(BenchError, match=said):
        contenders(names)


# trials


@pytest.mark.parametrize("name", ["alphabeta", "bstar", "bstar:move", "bstar:2D", "bstar:less-work"])
def test_a_proof_has_a_best_move_and_true_bounds(name: str) -> None:
    for record in [TWO, json.dumps(LATE[0])]:
        position = task(TWO) if record == TWO else gathered(record)
        value = 22 if record == TWO else LATE[0]["value"]
        found = trial.trial(position, contender(name), 30, MEMORY)
        assert found.outcome.setting == name and found.outcome.status == "proven"
        assert found.outcome.lower == value and found.outcome.value in (None, value)
        assert found.outcome.upper is None or found.outcome.upper >= value
        assert 0 < found.outcome.set_up < found.outcome.seconds and found.outcome.limit is None
        [told] = judged(position, [replace(found, outcome=replace(found.outcome, value=value))], 30, MEMORY)
        assert told.lost == 0


def test_the_value_is_only_proven_when_it_is_wanted() -> None:
    move = trial.trial(task(TWO), contender("bstar:move"), 30, MEMORY).outcome
    value = trial.trial(task(TWO), contender("bstar"), 30, MEMORY).outcome
    assert (value.value, move.move) == (22, value.move)
    assert move.expansions <= value.expansions


def test_maven_goes_in_rounds() -> None:
    trial.trial(task(TWO), contender("maven:1"), 600, MEMORY)  # compiled, it does not count
    found = trial.trial(task(TWO), contender("maven:4"), 30, MEMORY)
    assert [each.number for each in found.rounds] == list(range(5))
    assert found.outcome.status == "estimated" and found.outcome.move == found.rounds[-1].move
    costs = [(each.expansions, each.seconds) for each in found.rounds]
    assert costs == sorted(costs) and costs[-1][1] <= found.outcome.seconds
    stable = trial.trial(task(TWO), contender("maven"), 30, MEMORY)
    assert len(stable.rounds) >= 4 and stable.rounds[0].expansions == found.rounds[0].expansions
    assert found.after(2) == found.rounds[2] and found.after(99) == found.rounds[-1]
    assert Trial(OUTCOME).after(0) is None


@pytest.mark.parametrize("name", ["bstar:2D", "maven:100", "bstar"])
def test_a_trial_that_is_stopped(name: str, tmp_path: Path) -> None:
    position = hard(tmp_path)
    late = trial.trial(position, contender(name), 0.05, MEMORY).outcome
    assert (late.status, late.limit) in (("bounded", "time"), ("estimated", "time"))
    assert late.lower is None or (late.lower <= 17 and late.upper is None) or late.upper >= 17
    asked = trial.trial(position, contender(name), 30, MEMORY, lambda: True).outcome
    assert asked.limit == "interrupt" and asked.move


def test_a_tree_has_a_limit_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TREE", 20)
    found = trial.trial(hard(tmp_path), contender("bstar:2D"), 30, MEMORY).outcome
    assert (found.status, found.limit) == ("bounded", "expansions") and found.expansions in (20, 21)


def test_trials_survive_being_written() -> None:
    rounds = (Choice(0, "8D CAT", 3, 2, 0.01, 4), Choice(1, "8D DOG", 5, 4, 0.02, 0))
    found = Trial(OUTCOME, 0, rounds)
    assert from_data(json.loads(json.dumps(found.as_data()))) == found
    assert from_data(Trial(OUTCOME).as_data()) == Trial(OUTCOME)


# the referee


def test_the_referee_says_what_a_move_loses() -> None:
    position = task(TWO)
    best, worse = "3F (L)LANO", "3F (L)OAN"
    tried = [made(0, "x", None, value=22, move=best), made(0, "y", None, value=None, move=worse)]
    tried[1] = replace(tried[1], rounds=(Choice(0, "3F (L)ORN", 1, 1, 0.1), Choice(1, best, 2, 2, 0.2)))
    first, second = judged(position, tried, 30, MEMORY)
    assert first.lost == 0 and second.lost is not None and second.lost >= 2
    assert [each.lost for each in second.rounds][1] == 0 and (second.rounds[0].lost or 0) >= 1
    assert second.is_refuted and not first.is_refuted


def test_the_referee_finds_a_value_that_is_too_low() -> None:
    [told] = judged(task(TWO), [made(0, "x", None, value=20, move="3F (L)LANO")], 30, MEMORY)
    assert told.lost == -2 and told.is_refuted


def test_the_referee_has_no_say_without_a_value_or_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = hard(tmp_path, HARDEST)
    unknown = [made(0, "x", None, value=None, move="10L SEG", known=None)]
    assert judged(replace(position, known=None), unknown, 30, MEMORY) == unknown
    monkeypatch.setattr("scrabble.bench.POLL_SECONDS", 0)
    late = judged(replace(position, known=17), unknown, 30, MEMORY, lambda: True)
    assert late[0].lost is None


# figures


def test_figures_by_hand() -> None:
    trials = [
        made(0, "mtdf"),
        made(0, "sss", nodes=200, expansions=180),
        made(0, "maven", 3, status="estimated"),
    ]
    trials += [made(1, "mtdf"), made(1, "sss", 2, status="bounded"), made(1, "maven", status="estimated")]
    found = summary(trials, ["mtdf", "sss", "maven"], 10)
    assert found.positions == 2 and found.is_agreed
    assert [(each.best, each.judged, each.lost) for each in found.standings] == [
        (2, 2, 0),
        (1, 2, 1),
        (1, 2, 1.5),
    ]
    [ratio] = found.ratios  # estimates are no proofs
    assert (ratio.first, ratio.setting, ratio.positions, ratio.only_first) == ("mtdf", "sss", 1, 1)
    assert ratio.nodes_mean == ratio.expansions_mean == pytest.approx(2)
    assert [(each.id, each.lost) for each in found.missed] == [("p0", 3)]
    assert list(missed_lines(found)) == ["p0: maven chose 8D CAT, +3 points worse than the best"]


def test_disagreements_are_listed() -> None:
    trials = [made(0, "mtdf"), made(0, "sss", 4), made(1, "mtdf"), made(1, "sss", value=6, lower=6, upper=6)]
    found = summary(trials, ["mtdf", "sss"], 10)
    assert not found.is_agreed
    assert list(disagreement_lines(found)) == [
        "DISAGREEMENT on p1: known +5, mtdf +5, sss +6",
        "DISAGREEMENT on p0: sss chose 8D CAT, +4 points worse than the best, and proven",
    ]


def test_missed_estimates_are_cut() -> None:
    trials = [made(number, "maven", 1, status="estimated") for number in range(30)]
    found = summary(trials, ["maven"], 10)
    *_, last = missed_lines(found)
    assert last == "and 10 more estimates that are not best (--json has all)"


def test_widenings() -> None:
    rounds = [(Choice(0, "a", 1, 1, 0.1, 4), Choice(1, "b", 9, 9, 0.3, 0)), (Choice(0, "c", 3, 3, 0.3, 0),)]
    trials = [replace(made(at, "maven"), rounds=each) for at, each in enumerate(rounds)]
    zero, one, ten = widenings(trials, (0, 1, 10))
    assert (zero.best, zero.judged, zero.lost, zero.expansions) == (1, 2, 2, 2)
    assert (one.best, one.lost, one.expansions, one.expansions_median) == (2, 0, 6, 6)
    assert replace(ten, number=1) == one and one.seconds == pytest.approx(0.3)
    assert widenings([made(0, "mtdf")], (0,)) == []


def test_verdicts() -> None:
    stopped = made(0, "x", None, status="bounded", limit="time")
    assert verdict_text(stopped) == "stopped (time)"
    assert verdict_text(made(0, "x")) == "proven, best"
    assert verdict_text(made(0, "x", 3, status="estimated")) == "estimated, loses 3"


# bounds at the root


@pytest.mark.parametrize("solver", ["bstar", "maven"])
def test_convergence(solver: str) -> None:
    found = convergence(task(TWO), solver)
    assert (found.id, found.move) == ("out-in-two", "3F (L)LANO")
    last, steps = found.stages[-1], [each.expansions for each in found.stages]
    assert steps == sorted(steps)
    if solver == "bstar":
        assert (found.status, last.lower, last.upper, last.open) == ("proven", 22, 22, 0)
        assert last.others is not None and last.others <= 22
        lowers = [each.lower for each in found.stages if each.lower is not None]
        assert lowers == sorted(lowers) and found.stages[0].open > 0
    else:
        assert found.status == "estimated"


# the order does not depend on the number of processes


def untimed(trials: list[list[Trial]]) -> list[tuple[object, ...]]:
    return [
        (each.outcome.id, each.outcome.setting, each.outcome.move, each.outcome.nodes, each.lost)
        for group in trials
        for each in group
    ]


def test_processes(small: Path) -> None:
    tasks, _ = gather([str(small)], None)
    plan = Plan((Contender("mtdf"), Contender("bstar")), 30, MEMORY, "ENABLE")
    one, two = (list(compare.compare(tasks, plan, jobs)) for jobs in (1, 2))
    assert untimed(one) == untimed(two)
    assert [each[1] for each in untimed(one)] == ["mtdf", "bstar"] * 3
    assert [group[0].outcome.value for group in one] == [record["value"] for record in LATE]


def test_processes_stop(tmp_path: Path) -> None:
    path = tmp_path / "hard.jsonl"
    path.write_text(text_of(*[HARD] * 4))
    tasks, _ = gather([str(path)], None)
    plan = Plan((Contender("sss"),), 600, MEMORY, "ENABLE")
    stop = compare.new_stop(2)
    stop.set()
    began = time.monotonic()
    assert list(compare.compare(tasks, plan, 2, stop)) == []
    assert time.monotonic() - began < 300


def test_a_process_that_dies(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks, _ = gather([str(small)], None)
    monkeypatch.setattr(compare, "_start", _dies)
    plan = Plan((Contender("mtdf"),), 30, MEMORY)
    with pytest.raises(BenchError, match="a process ended before its time"):
        list(compare.compare(tasks, plan, 2))


def _dies(*arguments: object) -> None:
    import os

    os._exit(1)


# the command


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short look at the speed of the machine."""
    monkeypatch.setattr(bench_machine, "LOOPS", 1)


def test_text(endgame: Any) -> None:
    out = endgame("compare", TWO, "--solvers", "mtdf,bstar,maven:2", "--memory", "16").out
    assert " ".join(out.split()).startswith(f"{TWO}: 1 position, at most 10 s of CPU time a search ")
    rows = [line.split() for line in out.splitlines()]
    assert ["out-in-two"] in rows
    shown = {row[0]: row for row in rows if row and row[0] in ("mtdf", "bstar", "maven:2") and "3F" in row}
    assert shown["mtdf"][1:6] == ["+22", "3F", "(L)LANO", "proven,", "best"]
    assert "estimated," in shown["maven:2"]
    assert any(row[:4] == ["bstar", "/", "mtdf", "1"] for row in rows)
    assert any(row[:3] == ["2", "1/1", "(100.0"] for row in rows)  # two widenings
    assert out.endswith("no disagreement\n")


def test_json(endgame: Any, small: Path) -> None:
    result = endgame("compare", small, "--solvers", "mtdf,bstar:2D", "--json", "--memory", "16")
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


def test_csv(endgame: Any, small: Path) -> None:
    out = endgame("compare", small, "--solvers", "mtdf", "--csv", "--lexicon", "ENABLE", "--memory", "16").out
    rows = list(csv.DictReader(out.splitlines()))
    assert [(row["id"], row["solver"], row["value"]) for row in rows] == [
        (record["id"], "mtdf", str(record["value"])) for record in LATE
    ]


def test_files(endgame: Any, small: Path, tmp_path: Path) -> None:
    page, picture = tmp_path / "a.html", tmp_path / "a.svg"
    options = [
        "--solvers",
        "mtdf,bstar,maven:1",
        "--html",
        page,
        "--plot",
        picture,
        "--position",
        LATE[1]["id"],
    ]
    result = endgame("compare", small, "--lines", "1", "--memory", "16", *options)
    assert result.status == 0 and "and 2 more (--lines 0 shows all)\n" in result.out
    assert result.err.endswith(f"note: wrote {picture}\nnote: wrote {page}\n")
    html = page.read_text("utf-8")
    assert html.count("<svg") == 4 and "3 positions, no disagreement" in html
    assert html.count("<tr>") == (1 + 3) * 2 + 1 + 1 + (1 + 2) + (1 + 9)
    assert "http://" not in html.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )
    shown = "".join(ElementTree.parse(picture).getroot().itertext())
    assert f"{LATE[1]['id']}: proven bounds at the root, bstar" in shown


def test_what_cannot_be_read_is_said(endgame: Any, tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text(text_of(LATE[0]) + "{nonsense\n" + text_of({"id": "x", "value": 3}))
    result = endgame("compare", path, "--solvers", "mtdf", "--json", "--memory", "16")
    assert result.status == 2 and result.err.count("error: ") == 2
    *lines, last = map(json.loads, result.out.splitlines())
    assert [each["id"] for each in lines] == [LATE[0]["id"]]
    assert [each["where"] for each in last["unread"]] == [f"{path}, line 2", f"{path}, line 3"]


def test_a_wrong_value_is_a_disagreement(endgame: Any, small: Path) -> None:
    small.write_text(text_of(LATE[0] | {"value": LATE[0]["value"] + 1}))
    result = endgame("compare", small, "--solvers", "mtdf", "--memory", "16")
    assert result.status == 1
    assert f"DISAGREEMENT on {LATE[0]['id']}: known +19, mtdf +18\n" in result.out


def test_ctrl_c_prints_what_there_is(endgame: Any, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(each: Task, *arguments: Any) -> list[Trial]:
        if each.number == 1:
            signal.raise_signal(signal.SIGINT)
            return []
        return trials_of(each, *arguments)

    monkeypatch.setattr(compare, "trials_of", stopped)
    result = endgame("compare", small, "--solvers", "mtdf", "--json", "--memory", "16")
    assert result.status == 130
    *lines, last = map(json.loads, result.out.splitlines())
    assert len(lines) == last["positions"] == 1


def test_ctrl_c_at_once(endgame: Any, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "trials_of", lambda *arguments: signal.raise_signal(signal.SIGINT) or [])
    result = endgame("compare", small, "--solvers", "mtdf", "--memory", "16")
    assert result.status == 130 and result.out.endswith("nothing was compared\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["late", "--solvers", "mtdf,foo"], "unknown solver 'foo', expected one of "),
        (["late", "--json", "--csv"], "choose one of --json and --csv"),
        (["nix.cgp"], "nix.cgp: no such file, and no position in CGP either"),
        (["late", "--html", "nix/a.html"], "nix/a.html: there is no folder nix"),
        (["late", "--plot", "a.pdf"], "a.pdf: a plot is a file .svg or .png"),
        ([TWO, "--position", "x"], "no position 'x' among those given"),
        ([TWO, "--time", "0"], "greater than or equal to 0.001"),
        ([TWO, "--jobs", "0"], "greater than or equal to 1"),
    ],
)
def test_bad_arguments(endgame: Any, arguments: list[str], said: str) -> None:
    result = endgame("compare", *arguments)
    assert result.status == 2 and result.out == ""
    assert said in result.err and result.err.count("\n") == 1


def test_without_matplotlib(endgame: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(path: object = None) -> None:
        raise plots.PlotError(plots.MISSING)

    monkeypatch.setattr(plots, "check", missing)
    result = endgame("compare", TWO, "--html", "a.html")
    assert (result.status, result.err) == (2, f"error: {plots.MISSING}\n")


def test_a_file_that_cannot_be_written(endgame: Any, tmp_path: Path) -> None:
    (tmp_path / "a.html").mkdir()
    result = endgame("compare", TWO, "--solvers", "mtdf", "--memory", "16", "--html", tmp_path / "a.html")
    assert result.status == 2 and "a.html: cannot be written: " in result.err


def test_summary_of_nothing() -> None:
    assert summary([], ["mtdf"], 1) == Summary(0, summary([], ["mtdf"], 1).standings, [], [], [], [])
