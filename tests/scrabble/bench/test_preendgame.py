"""`endgame bench` on positions with tiles in the bag: what is measured, here and in another checkout."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from scrabble.answer.interval import Interval, exactly
from scrabble.bench import compare_checkouts
from scrabble.bench.figures import Measurement, disagreements, figures, ratio
from scrabble.bench.measure import SolverConfig, load_set, measure
from scrabble.cli import main
from tests.conftest import POSITIONS, REPOSITORY
from tests.worlds.bag_targets import BEST, MEMORY, ONE, SPREAD, WIN, target
from tests.worlds.bundled_positions import records

BSTAR = SolverConfig("bstar")
HARD = records("preendgame")[0]


@pytest.fixture
def one(tmp_path: Path) -> str:
    """A set with a position that is proven at once, and its answer."""
    known = {"win": [str(WIN)] * 2, "spread": [str(SPREAD)] * 2}
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"id": "one", "cgp": ONE} | known), "utf-8")
    return str(path)


@pytest.mark.parametrize("seed", range(6))
def test_the_answer_is_that_of_the_oracle(seed: int) -> None:
    given, truth = target(seed)
    found = measure(given, BSTAR, 60, MEMORY)
    best = max(truth.values())
    assert found.is_proven and found.has_ended and found.win == exactly(best[0])
    assert found.value == best[1] - given.reading.position.spread
    assert 0 < found.set_up < found.seconds and found.queries is not None and found.nodes > 0
    known = replace(found, known=Fraction(1, 2), known_win=Fraction(1, 3))
    written = json.loads(json.dumps(known.as_data()))
    assert Measurement.from_data(written, seconds=0, set_up=0) == replace(known, seconds=0, set_up=0)


def test_a_search_that_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "hard.jsonl"
    path.write_text(json.dumps(HARD), "utf-8")
    [task] = load_set(str(path), bag_limit=1)
    for is_stopped, reason in ((False, "time"), (True, "interrupt")):
        found = measure(task, BSTAR, 0.05, MEMORY, lambda is_stopped=is_stopped: is_stopped)
        assert (found.status, found.stopped_by) == ("bounded", reason)
        assert found.win is not None and found.win.lower <= task.known_win <= found.win.upper


@pytest.mark.parametrize("win", ["[1e999, 1]", '["1/0", 1]', '["a", "a"]', "[1]", "{}", "null", "3"])
def test_what_a_set_states_that_is_no_number(tmp_path: Path, win: str) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(f'{{"cgp": {json.dumps(ONE)}, "win": {win}, "spread": [1, 1]}}', "utf-8")
    [task] = load_set(str(path), bag_limit=1)
    assert (task.known, task.known_win) == (None, None)


def made(setting: str, queries: int, win: Interval, **changes: Any) -> Measurement:
    """A measurement by hand."""
    found = Measurement(0, "p", setting, "proven", "8D CAT", exactly(4), 0.1, 0.5, 9, known=4)
    return replace(found, known_win=Fraction(1, 2), queries=queries, win=win, **changes)


def test_figures_by_hand() -> None:
    outcomes = [made("x", 10, exactly(Fraction(1, 2))), made("y", 40, Interval(0, 1), bounds=Interval(4, 5))]
    x, y = (figures(outcomes, name, 10) for name in "xy")
    assert (x.chance_exact, x.both_exact, x.queries, x.reproduced) == (1, 1, 10, 1)
    assert (y.chance_exact, y.both_exact, y.queries, y.reproduced) == (0, 0, 40, 0)
    found = ratio(outcomes, "x", "y")
    assert found is not None and (found.queries_median, found.queries_mean) == (4, pytest.approx(4))
    assert disagreements(outcomes) == []
    [wrong] = disagreements([*outcomes, made("z", 1, exactly(1))])
    assert (wrong.about, wrong.claims["z"]) == ("win", exactly(1))


def test_bench(endgame: Any, one: str) -> None:
    result = endgame("bench", "--set", one, "--json")
    assert result.status == 0, result.err
    [found, summary] = map(json.loads, result.out.splitlines())
    assert (found["id"], found["move"], found["win"]) == ("one", BEST, [str(WIN)] * 2)
    assert (found["known_win"], found["value"], found["known"]) == (str(WIN), "9/2", "9/2")
    [setting] = summary["settings"]
    assert (setting["chance_exact"], setting["both_exact"]) == (1, 1)
    assert setting["queries"] == found["queries"] > 0


def test_a_wrong_chance_is_a_disagreement(endgame: Any, tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    known = {"win": ["1/2", "1/2"], "spread": [str(SPREAD)] * 2}
    path.write_text(json.dumps({"id": "one", "cgp": ONE} | known), "utf-8")
    result = endgame("bench", "--set", path)
    assert result.status == 1
    _, times, efforts, last = result.out.split("\n\n")
    assert " ".join(times.split()).startswith("CPU time chance exact both in 0.1 s in 1 s in 10 s")
    assert times.splitlines()[-1].split()[:3] == ["bstar", "1/1", "1/1"]
    assert efforts.split()[:2] == ["effort", "queries"] and efforts.endswith(" 0/1")
    assert last.startswith("DISAGREEMENT on one: known 1/2 (50 %), bstar 5/8 (62.5 %)\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--solvers", "mtdf"], "--solvers has no effect here: with tiles in the bag there is one search"),
        (["--ablate"], "--ablate has no effect here: with tiles in the bag there is one search"),
        (["--disable", "tile_rank"], "--disable has no effect here: "),
    ],
)
def test_options_for_endgames(endgame: Any, one: str, arguments: list[str], said: str) -> None:
    result = endgame("bench", "--set", one, *arguments)
    assert (result.status, result.out) == (2, "") and said in result.err


def test_a_set_of_both_kinds(endgame: Any, tmp_path: Path) -> None:
    path = tmp_path / "both.cgp"
    path.write_text(f"{ONE}\n{(POSITIONS / 'out-in-one.cgp').read_text('utf-8')}", "utf-8")
    result = endgame("bench", "--set", path)
    assert result.status == 2
    assert "expected positions with an empty bag or with tiles in it, got both" in result.err


def test_two_checkouts_are_compared_by_their_queries(
    endgame: Any, one: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (made(name, count, exactly(WIN)) for name, count in (("here", 10), (str(REPOSITORY), 40)))
    monkeypatch.setattr(compare_checkouts, "compare_checkouts", lambda *given: [[here], [there]])
    out = endgame("bench", "--set", one, "--compare-checkout", REPOSITORY).out
    assert "queries: median  queries: mean" in out
    rows = [line.split() for line in out.splitlines() if line.startswith(str(REPOSITORY))]
    assert rows[-1][1:4] == ["1", "4.000", "4.000"]


def test_a_checkout_is_told_a_spread_that_is_a_fraction(
    endgame: Any, one: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both commands run in this process: `test_measure.py` runs them in others."""
    told = []

    def run(command: list[str], folder: Path, stop: object) -> tuple[int, str, str]:
        told.append(json.loads(Path(command[-1]).read_text("utf-8")))
        with redirect_stdout(StringIO()) as out:
            return main(command[3:]), out.getvalue(), ""

    monkeypatch.setattr(compare_checkouts, "_run", run)
    result = endgame("bench", "--set", one, "--compare-checkout", REPOSITORY, "--json")
    assert result.status == 0, result.err
    *outcomes, summary = map(json.loads, result.out.splitlines())
    assert [(each["win"], each["spread"]) for each in told] == [([str(WIN)] * 2, [str(SPREAD)] * 2)] * 2
    assert [(each["known"], each["known_win"]) for each in outcomes] == [("9/2", str(WIN))] * 2
    assert [each["reproduced"] for each in summary["settings"]] == [1, 1]
