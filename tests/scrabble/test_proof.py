"""The proof mode: B* that begins with the planner proves the same as everybody else, for less."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from bridge import DATA, enable
from conftest import POSITIONS

from bstar.search import Limit
from scrabble import cgp
from scrabble.endgame import Solution, Wants, solve
from scrabble.move import move_text, parse_move
from scrabble.position import PositionError

MEMORY = 32 << 20
ROWS = [json.loads(line) for line in (DATA / "sample_positions.jsonl").read_text("utf-8").splitlines()]
SAMPLES = {row["id"]: row for row in ROWS}
KNOWN = [row for row in ROWS if row["value"] is not None]
QUICK = [row for row in KNOWN if sum(row["tiles"]) < 14]
ZEROS = (POSITIONS / "zeros-4-pass-ties.cgp").read_text("utf-8").splitlines()[-1]


def proven(row: dict[str, Any], solver: str = "bstar", **wants: Any) -> Solution:
    """The answer to a sample position."""
    return solve(cgp.parse(row["cgp"]), enable(), solver, memory=MEMORY, wants=Wants(**wants))


@cache
def truth(name: str) -> dict[str, tuple[int | None, int | None]]:
    """The bounds of all moves when the value is known."""
    moves = proven(SAMPLES[name], "alphabeta").moves
    return {move.text: (move.lower, move.upper) for move in moves}


@pytest.mark.parametrize("row", QUICK, ids=lambda row: str(row["id"]))
def test_value_move_and_bounds(row: dict[str, Any]) -> None:
    found, other = proven(row, top=1), proven(row, "alphabeta", all_best=True)
    assert (found.solver, found.status, found.value) == ("bstar", "proven", row["value"])
    assert found.text in other.best
    for move in found.moves:
        assert move.upper is not None
        [same] = [each for each in other.moves if each.text == move.text]
        assert same.lower is None or same.lower <= move.upper
        assert same.upper is None or move.lower is None or move.lower <= same.upper


@pytest.mark.parametrize("row", QUICK, ids=lambda row: str(row["id"]))
def test_the_move_without_its_value(row: dict[str, Any]) -> None:
    found = proven(row, value=False)
    assert (found.status, found.regret, found.limit) == ("proven", 0, None)
    assert found.text in proven(row, "mtdf", all_best=True).best
    assert found.value in (None, row["value"])


@pytest.mark.parametrize("row", KNOWN, ids=lambda row: str(row["id"]))
@pytest.mark.parametrize("limit", [Limit(nodes=20), Limit(nodes=1000), Limit(seconds=0.2)], ids=str)
def test_bounds_are_true_at_any_limit(row: dict[str, Any], limit: Limit) -> None:
    found = solve(cgp.parse(row["cgp"]), enable(), limit=limit, memory=MEMORY)
    assert found.status in ("proven", "bounded")
    assert (found.limit is None) == (found.status == "proven")
    assert found.lower is None or found.lower <= row["value"]
    assert found.upper is None or row["value"] <= found.upper
    for move in found.moves:  # every move's own bounds
        lower, upper = truth(row["id"])[move.text]
        assert move.lower is None or upper is None or move.lower <= upper
        assert move.upper is None or lower is None or lower <= move.upper
    _, upper = truth(row["id"])[found.text]
    if found.regret is not None and upper is not None:
        assert row["value"] - upper <= found.regret


def test_a_hard_position_stopped_early() -> None:
    row = SAMPLES["g0024"]
    found = solve(cgp.parse(row["cgp"]), enable(), limit=Limit(nodes=1_000), memory=MEMORY)
    assert (found.status, found.limit) == ("bounded", "nodes")
    assert found.lower is not None and found.lower <= row["value"]
    named = next(each for each in found.moves if each.text == found.text)
    assert named.lower == found.lower


def test_all_best_moves() -> None:
    position = cgp.parse(ZEROS)
    answers = {
        solver: sorted(solve(position, enable(), solver, wants=Wants(all_best=True)).best)
        for solver in ("bstar", "alphabeta", "mtdf", "alphabeta-plain")
    }
    assert len(set(map(tuple, answers.values()))) == 1
    assert len(answers["bstar"]) > 1


def test_the_worth_of_one_move() -> None:
    row = SAMPLES["g0000"]
    position = cgp.parse(row["cgp"])
    move = proven(row).moves[5].move
    found = proven(row, worth_of=move)
    assert found.status == "proven" and found.asked is not None
    assert found.asked.text == move_text(move, position)
    assert found.asked.lower == found.asked.upper
    everything = proven(row, "alphabeta", top=10_000)
    assert next(each for each in everything.moves if each.move == move).lower == found.asked.lower


def test_a_move_that_cannot_be_played_is_refused() -> None:
    row = SAMPLES["g0000"]
    move = parse_move("8H ROUTIER", cgp.parse("/".join(["15"] * 15) + " EIORRTU/EM 0/0 0"))
    with pytest.raises(PositionError, match="cannot be played here"):
        proven(row, worth_of=move)


def test_a_trace_tells_every_test_and_changes_nothing() -> None:
    row = {"cgp": (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1], "value": 22}
    silent, told = proven(row), proven(row, trace=True)
    assert silent.trace is None and told.trace
    assert (silent.nodes, silent.moves) == (told.nodes, told.moves)
    assert told.trace[0].strategy == "PROVEBEST"
    assert {each.strategy for each in told.trace} == {"PROVEBEST", "DISPROVEREST"}
    bounds: dict[str, tuple[int | None, int | None]] = {}
    for each in told.trace:
        assert each.goal is not None
        [change] = each.changes
        bounds[change.text] = (change.lower, change.upper)
    assert bounds[told.text] == (row["value"], row["value"])


def test_it_costs_less_than_null_windows_from_a_greedy_guess() -> None:
    """Which is why it is the default."""
    rows = [
        json.loads(line) for line in (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines()
    ]
    rows = [row for row in rows if row["proven"] and row["cpu_seconds"] < 0.1][:20]
    nodes = {solver: sum(proven(row, solver).nodes for row in rows) for solver in ("bstar", "mtdf")}
    assert nodes["bstar"] < nodes["mtdf"]


def test_json_and_text(endgame: Any) -> None:
    two = POSITIONS / "out-in-two.cgp"
    options = ("--value-of", "2F (C)ANAL", "--trace", "--all-best")
    found = json.loads(endgame("solve", two, "--json", *options).out)
    assert found["asked"] == {"move": "2F (C)ANAL", "score": 9, "lower": 12, "upper": 12, "status": "worse"}
    assert found["best"] == ["3F (L)LANO"]
    assert {"strategy", "reason", "move", "goal", "expansions", "changes"} == set(found["trace"][0])
    text = endgame("solve", two, "--no-board", *options).out
    assert "Asked: 2F (C)ANAL for 9 is worth +12, 10 less than the best\n" in text
    assert "PROVEBEST     3F (L)LANO" in text and "DISPROVEREST" in text
    assert all(len(line) <= 80 for line in text.splitlines())
    text = endgame("solve", two, "--no-board", "--value-of", "3F (L)LANO").out
    assert "Asked: 3F (L)LANO for 7 is worth +22: it is a best move\n" in text


def test_move_only(endgame: Any) -> None:
    found = json.loads(endgame("solve", POSITIONS / "out-in-two.cgp", "--json", "--move-only").out)
    assert (found["status"], found["regret"], found["best"]) == ("proven", 0, ["3F (L)LANO"])
    text = endgame("solve", POSITIONS / "out-in-two.cgp", "--no-board", "--move-only").out
    assert "Best move  3F (L)LANO for 7: proven" in text


def test_an_only_move_needs_no_rival(endgame: Any) -> None:
    found = json.loads(endgame("solve", POSITIONS / "must-pass.cgp", "--json", "--move-only").out)
    assert (found["status"], found["best"]) == ("proven", ["pass"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--move-only", "--top", "2"], "the value is needed for that"),
        (["--move-only", "--all-best"], "the value is needed for that"),
        (["--move-only", "--solver", "mtdf"], "only bstar can do that."),
        (["--rounds", "2"], "only maven goes in rounds."),
        (["--trace", "--solver", "sss"], "only bstar and maven"),
        (["--solver", "maven", "--top", "2"], "an estimate has no exact values."),
        (["--solver", "maven", "--all-best"], "an estimate has no exact values."),
        (["--solver", "maven", "--value-of", "pass"], "an estimate has no exact values."),
        (["--value-of", "nowhere"], "expected a square and a word"),
        (["--value-of", "3F (L)ZZ"], "cannot be played here"),
    ],
)
def test_options_that_do_not_go_together(endgame: Any, options: list[str], message: str) -> None:
    outcome = endgame("solve", POSITIONS / "out-in-two.cgp", *options)
    assert outcome.status == 2 and message in outcome.err
