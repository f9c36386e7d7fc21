"""`endgame bench`: statistics by hand, small measurements, and errors."""

from __future__ import annotations

import json
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bstar.solvers import SOLVERS
from scrabble.answer.interval import Interval, exactly
from scrabble.bench import compare_checkouts
from scrabble.bench.figures import Measurement, disagreements, figures, ratio
from scrabble.bench.machine import describe, peak_memory, time_loop
from scrabble.bench.measure import SolverConfig, load_set, measure, prepare_setting
from scrabble.movegen.features import SearchFeatures
from tests.conftest import REPOSITORY
from tests.worlds.bundled_positions import records
from tests.worlds.compared import OUTCOME

EASY = records("late")[:3]
HARD = next(row for row in records("first-empty-bag") if row["id"] == "g0062")  # more than twenty seconds


def outcome(
    number: int, setting: str, seconds: float | None, nodes: int = 100, **changes: object
) -> Measurement:
    """Return an outcome proven in the given seconds, or not at all."""
    if seconds is None:
        changes = {"status": "bounded", "bounds": Interval(3, 9), "stopped_by": "time"} | changes
    time = 10.0 if seconds is None else seconds
    return replace(
        OUTCOME, number=number, id=f"p{number}", setting=setting, seconds=time, nodes=nodes, **changes
    )


IN_USE = [name for name in SearchFeatures.names() if getattr(SearchFeatures(), name)]


@pytest.fixture
def small(tmp_path):
    """A set of three easy positions."""
    path = tmp_path / "small.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in EASY))
    return path


# figures


def test_figures():
    found = figures([outcome(at, "x", time) for at, time in enumerate([0.05, 0.5, 5, None])], "x", 10)
    assert (found.positions, found.proven, found.known, found.reproduced) == (4, 3, 4, 3)
    assert found.within == {"0.1": 1, "1": 2, "10": 3}
    assert (found.median, found.p90) == (0.5, None)
    assert found.total == pytest.approx(15.55) and found.set_up == pytest.approx(0.04)
    assert found.nodes == 400 and found.nodes_per_second == pytest.approx(400 / 15.51)


def test_figures_of_nothing():
    found = figures([], "x", 10)
    assert (found.positions, found.median, found.memory, found.nodes_per_second) == (0, None, None, 0)


def test_ratio_is_of_what_both_have_proven():
    outcomes = [outcome(0, "x", 1), outcome(1, "x", 1), outcome(2, "x", 1), outcome(3, "x", None)]
    outcomes += [
        outcome(0, "y", 4, 50),
        outcome(1, "y", 1, 100),
        outcome(2, "y", None),
        outcome(3, "y", 1),
        outcome(4, "y", 1),
    ]
    found = ratio(outcomes, "x", "y")
    assert found is not None
    assert (found.positions, found.only_first, found.only_other) == (2, 1, 1)
    assert (found.time_median, found.time_mean) == (2.5, pytest.approx(2))
    assert (found.nodes_median, found.nodes_mean) == (0.75, pytest.approx(0.5**0.5))
    assert ratio(outcomes, "x", "z") is None


def test_disagreements():
    agreed = [outcome(0, "x", 1), outcome(0, "y", None)]
    assert disagreements(agreed) == []
    values = [outcome(1, "x", 1), outcome(1, "y", 1, bounds=exactly(6), known=None)]
    bounds = [outcome(2, "x", None, known=None, bounds=Interval(upper=4)), outcome(2, "y", 1, known=None)]
    known = [outcome(3, "x", None, known=10)]
    found = disagreements([*agreed, *values, *bounds, *known])
    assert [each.id for each in found] == ["p1", "p2", "p3"]
    assert found[1].claims == {"x": Interval(upper=4), "y": exactly(5)}
    assert found[2].claims == {"known": exactly(10), "x": Interval(3, 9)}


def test_outcomes_survive_being_written():
    stopped = outcome(0, "x", None, bounds=Interval(upper=4))
    for found in (OUTCOME, stopped):
        written = json.loads(json.dumps(found.as_data()))
        assert Measurement.from_data({**written, "new": 1}, setting="y") == replace(found, setting="y")


# settings and sets


def test_settings_name_themselves():
    full = SolverConfig("mtdf")
    assert full.name == "mtdf" and full.without([]) == full
    assert (
        full.without(["out_play_bounds", "last_pair"]).name
        == "mtdf without out_play_bounds, without last_pair"
    )
    assert full.changed(["tile_rank=8", "last_pair=0"]).name == "mtdf without last_pair, tile_rank=8"
    names = [setting.name for setting in full.ablated()]
    assert names == [f"mtdf without {name}" for name in IN_USE]


def test_sets_of_the_program():
    tasks = load_set("first-empty-bag")
    assert len(tasks) == 200 and sum(task.known is not None for task in tasks) == 124


def test_only_proven_values_are_known(tmp_path):
    path = tmp_path / "set.jsonl"
    lines = [EASY[0], EASY[1] | {"proven": False}, {"cgp": EASY[2]["cgp"], "value": 14}]
    path.write_text("# three\n\n" + "".join(f"{json.dumps(line)}\n" for line in lines))
    assert [(task.id, task.known) for task in load_set(str(path))] == [
        (EASY[0]["id"], EASY[0]["value"]),
        (EASY[1]["id"], None),
        ("set.jsonl:5", 14),
    ]


# measuring


@pytest.mark.parametrize("solver", ["mtdf", "negascout", "sss"])
def test_measure(small, solver):
    tasks = load_set(str(small))
    prepare_setting(tasks[0], [SolverConfig(solver)])
    for task in tasks:
        found = measure(task, SolverConfig(solver), 30, 16 << 20)
        assert found.is_proven and found.value == task.known
        assert 0 < found.set_up < found.seconds and found.expansions > 0 and found.has_ended


def test_a_measurement_that_is_stopped(tmp_path):
    path = tmp_path / "hard.jsonl"
    path.write_text(json.dumps(HARD))
    [task] = load_set(str(path))
    prepare_setting(task, [SolverConfig("mtdf")])
    late = measure(task, SolverConfig("mtdf"), 0.05, 16 << 20)
    assert (late.status, late.stopped_by, late.value) == ("bounded", "time", None)
    stopped = measure(task, SolverConfig("mtdf"), 30, 16 << 20, lambda: True)
    assert (stopped.status, stopped.stopped_by) == ("bounded", "interrupt")


def test_an_error_of_a_search_is_not_lost(small, monkeypatch):
    def fails(*arguments: object) -> None:
        raise OverflowError("too much")

    driver = SOLVERS["mtdf"]._replace(driver=fails)
    monkeypatch.setitem(SOLVERS, "mtdf", driver)
    with pytest.raises(OverflowError, match="too much"):
        measure(load_set(str(small))[0], SolverConfig("mtdf"), 1, 16 << 20)


def test_machine(monkeypatch):
    machine = describe(time_loop(), 0.5)
    assert machine.cpu and machine.cores >= 1 and machine.loop_before > 0
    monkeypatch.setattr("scrabble.bench.machine.CPU_INFO", Path("missing"))
    assert describe(0.5, 0.5).cpu
    assert sys.platform == "win32" or 1 << 20 < (peak_memory() or 0) < 1 << 40


# the command


def test_bench(endgame, small):
    result = endgame("bench", "--set", small, "--time", "30")
    assert result.status == 0 and result.err.replace("note:", "") == result.err
    title, times, efforts, last = result.out.split("\n\n")
    assert " ".join(title.split()) == f"{small}: 3 positions, at most 30 s of CPU time each"
    heading, times = times.splitlines()
    assert " ".join(heading.split()) == "CPU time proven in 0.1 s in 1 s in 10 s median p90 total"
    assert times.split()[:2] == ["mtdf", "3/3"] and efforts.endswith(" 3/3")
    assert last.startswith("no disagreement\n")


def test_bench_compares(endgame, small):
    result = endgame("bench", "--set", small, "--solvers", "mtdf,dual", "--json")
    *measured, summary = map(json.loads, result.out.splitlines())
    turns = [(each["number"], each["setting"]) for each in measured]
    assert turns == [(0, "mtdf"), (0, "dual"), (1, "dual"), (1, "mtdf"), (2, "mtdf"), (2, "dual")]
    assert [each["value"] for each in measured[::2]] == [record["value"] for record in EASY]
    assert [each["setting"] for each in summary["settings"]] == ["mtdf", "dual"]
    [compared] = summary["ratios"]
    assert (compared["first"], compared["setting"], compared["positions"]) == ("mtdf", "dual", 3)
    assert summary["disagreements"] == [] and not summary["is_interrupted"]
    assert summary["machine"]["python"] == sys.version.split()[0]


def test_bench_without_each_idea(endgame, small):
    result = endgame("bench", "--set", small, "--every", 3, "--ablate", "--enable", "tile_rank=8")
    assert result.status == 0
    shown = [line for line in result.out.splitlines() if line.startswith("mtdf ")]
    assert len(shown) == 3 * (1 + len(IN_USE)) + 2
    assert all(len(line) <= 80 for line in result.out.splitlines())


def test_bench_finds_a_wrong_value(endgame, small):
    small.write_text(json.dumps(EASY[0] | {"value": EASY[0]["value"] + 1}))
    result = endgame("bench", "--set", small)
    assert result.status == 1
    assert "DISAGREEMENT on g0000t20: known +19, mtdf +18\n" in result.out
    [_, summary] = map(json.loads, endgame("bench", "--set", small, "--json").out.splitlines())
    assert summary["disagreements"] == [
        {"id": "g0000t20", "about": "value", "claims": {"known": [19, 19], "mtdf": [18, 18]}}
    ]


def test_ctrl_c_prints_what_there_is(endgame, small, monkeypatch):
    def measured(task, *arguments):
        if task.number == 1:
            signal.raise_signal(signal.SIGINT)
        return measure(task, *arguments)

    monkeypatch.setattr("scrabble.bench.measure.prepare_setting", lambda *arguments: None)
    monkeypatch.setattr("scrabble.bench.measure.measure", measured)
    hard = json.dumps(HARD)
    small.write_text(f"{json.dumps(EASY[0])}\n{hard}\n{hard}\n")
    result = endgame("bench", "--set", small, "--json")
    assert result.status == 130
    *outcomes, summary = map(json.loads, result.out.splitlines())
    assert [each["number"] for each in outcomes] == [0] and summary["is_interrupted"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "nix"], "no set 'nix': neither a file nor one of first-empty-bag, late"),
        (["--set", "LICENSE"], "LICENSE: not a position: expected CGP"),
        (["--solvers", "mtdf,foo"], "unknown solver 'foo', expected one of alphabeta, "),
        (["--solvers", "mtdf,mtdf"], "the same setting twice: mtdf"),
        (["--disable", "foo"], "unknown feature 'foo', expected one of solo_tiles, "),
        (["--enable", "tile_rank"], "expected NAME=NUMBER, NAME one of solo_tiles, "),
        (["--enable", "solo_tiles=7"], "solo_tiles=7: 7 tiles"),
        (["--solvers", "minimax", "--ablate"], "the solver minimax uses no features"),
        (["--solvers", "mtdf,sss", "--ablate"], "features are switched for one solver, not several"),
        (["--ablate", "--compare-checkout", "."], "it compares one solver with all features on"),
        (["--compare-checkout", "tests"], "tests: no checkout of this program"),
        (["--time", "0"], "0 is not more than 0"),
    ],
)
def test_bad_arguments(endgame, arguments, said):
    result = endgame("bench", *arguments)
    assert result.status == 2 and result.out == ""
    assert said in result.err and result.err.count("\n") == 1


# two checkouts


def test_against_itself(endgame, small):
    result = endgame("bench", "--set", small, "--every", 2, "--compare-checkout", REPOSITORY, "--json")
    assert result.status == 0, result.err
    *outcomes, summary = map(json.loads, result.out.splitlines())
    assert [(each["setting"], each["number"]) for each in outcomes] == [
        ("here", 0),
        ("here", 2),
        (str(REPOSITORY), 0),
        (str(REPOSITORY), 2),
    ]
    assert summary["ratios"][0]["nodes_mean"] == 1


def printed(number: int, folder: Path) -> str:
    """Return the output of a process for one position."""
    return f"{json.dumps(outcome(number, 'mtdf', 1).as_data())}\n{json.dumps({'folder': str(folder)})}\n"


def test_blocks_take_turns(tmp_path, monkeypatch):
    ran = []

    def run(command, folder, stop):
        assert command[1:7] == ["-m", "scrabble", "bench", "--json", "--x", "--set"]
        block = [json.loads(line)["id"] for line in Path(command[7]).read_text().splitlines()]
        ran.append((folder == REPOSITORY, block))
        if len(ran) == 5:
            stop.set()
        return 0, printed(0, folder), ""

    monkeypatch.setattr(compare_checkouts, "_run", run)
    monkeypatch.setattr(compare_checkouts, "BLOCK", 1)
    (tmp_path / "scrabble").mkdir()
    (tmp_path / "scrabble" / "__main__.py").touch()
    position = load_set(str(REPOSITORY / "positions" / "out-in-one.cgp"))[0]
    tasks = [replace(position, number=10 * at, id=f"p{at}") for at in range(4)]
    stop = compare_checkouts.threading.Event()
    blocks = list(compare_checkouts.compare_checkouts(tmp_path, tasks, ["--x"], stop))
    assert ran == [(True, ["p0"]), (False, ["p0"]), (False, ["p1"]), (True, ["p1"]), (True, ["p2"])]
    assert [(block[0].setting == "here", block[0].number) for block in blocks] == [
        (True, 0),
        (False, 0),
        (False, 10),
        (True, 10),
        (True, 20),
    ]


@pytest.mark.parametrize(
    ("status", "out", "err", "said"),
    [
        (2, "", "note: x\nerror: No such command 'bench'.\n", "No such command 'bench'."),
        (-9, "", "", "exit status -9"),
        (1, "", "Traceback\nImportError: no x", "ImportError: no x"),
        (0, printed(0, Path("elsewhere")), "", "the command ran elsewhere instead"),
        (0, "up\n", "", "expected measurements in JSON, got 'up'"),
        (
            0,
            printed(0, REPOSITORY).replace('"id"', '"name"'),
            "",
            "expected a measurement, got one where Object missing required field `id`",
        ),
    ],
)
def test_a_checkout_that_does_not_answer(endgame, small, monkeypatch, status, out, err, said):
    monkeypatch.setattr(compare_checkouts, "_run", lambda *arguments: (status, out, err))
    result = endgame("bench", "--set", small, "--compare-checkout", REPOSITORY)
    assert (result.status, result.err) == (2, f"error: {REPOSITORY}: {said}\n")


def test_ctrl_c_reaches_the_other_process(tmp_path):
    code = "import signal, time\nsignal.signal(2, lambda *a: (print('told'), exit(130)))\n"
    code += "print('up', flush=True); time.sleep(30)"
    stop = compare_checkouts.threading.Event()
    compare_checkouts.threading.Timer(1, stop.set).start()
    assert compare_checkouts._run([sys.executable, "-c", code], tmp_path, stop) == (130, "up\ntold\n", "")


def test_a_checkout_that_is_stopped_before_it_has_measured(monkeypatch, tmp_path):
    """Ctrl-C while the other process still loads: it prints nothing."""
    (tmp_path / "scrabble").mkdir()
    (tmp_path / "scrabble" / "__main__.py").touch()
    stop = compare_checkouts.threading.Event()

    def run(*arguments):
        stop.set()
        return 130, "", ""

    monkeypatch.setattr(compare_checkouts, "_run", run)
    tasks = load_set(str(REPOSITORY / "positions" / "out-in-one.cgp"))
    assert list(compare_checkouts.compare_checkouts(tmp_path, tasks, [], stop)) == [[]]
