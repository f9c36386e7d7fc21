"""The proof mode: B* that begins with the planner proves the same as everybody else, for less."""

from __future__ import annotations

import json
import math
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bstar.options import Limit
from scrabble.answer.interval import exactly, from_wire
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.game.move import move_text, parse_move
from scrabble.game.position import PositionError
from scrabble.solver import EndgameSearch, SolveOptions, solve
from tests.conftest import POSITIONS
from tests.doors.bridge import enable, samples

MEMORY = 32 << 20
ROWS = samples()
SAMPLES = {row["id"]: row for row in ROWS}
KNOWN = [row for row in ROWS if row["value"] is not None]
QUICK = [row for row in KNOWN if sum(row["tiles"]) < 14]
ZEROS = (POSITIONS / "zeros-4-pass-ties.cgp").read_text("utf-8").splitlines()[-1]


def proven(row: dict[str, Any], solver: str = "bstar", **options: Any) -> Solution:
    """The answer to a sample position."""
    return solve(cgp.loads(row["cgp"]), enable(), SolveOptions(solver=solver, memory=MEMORY, **options))


def limited(row: dict[str, Any], limit: Limit) -> Solution:
    """The answer to a position within a limit."""
    return proven(row, seconds=limit.seconds, nodes=limit.nodes)


@cache
def best_moves(name: str) -> Solution:
    """The answer of another solver with all best moves."""
    return proven(SAMPLES[name], "alphabeta", all_best=True)


@pytest.mark.parametrize("row", QUICK, ids=lambda row: str(row["id"]))
def test_value_move_and_bounds(row: dict[str, Any]) -> None:
    found, other = proven(row), best_moves(row["id"])
    assert (found.solver, found.status, found.value) == ("bstar", "proven", row["value"])
    assert found.text in other.best
    for move in found.moves:
        assert math.isfinite(move.searched.upper)
        [same] = [each for each in other.moves if each.text == move.text]
        for found_bounds, bounds in ((move.searched, same.searched), (move.bounds, same.bounds)):
            assert bounds.lower <= found_bounds.upper and found_bounds.lower <= bounds.upper


@pytest.mark.parametrize("row", QUICK, ids=lambda row: str(row["id"]))
def test_the_move_without_its_value(row: dict[str, Any]) -> None:
    found = proven(row, objective="move")
    assert (found.status, found.regret, found.stopped_by) == ("proven", 0, None)
    assert found.text in best_moves(row["id"]).best
    assert found.value in (None, row["value"])


@pytest.mark.parametrize("number", range(len(QUICK)), ids=[str(row["id"]) for row in QUICK])
def test_bounds_are_true_at_any_limit(number: int) -> None:
    has_true_bounds(limited(QUICK[number], Limit(nodes=(20, 1000)[number % 2])), QUICK[number])


def test_a_search_stopped_early() -> None:
    row = SAMPLES["g0030t23"]
    found = has_true_bounds(limited(row, Limit(nodes=20)), row)
    assert (found.status, found.stopped_by) == ("bounded", "nodes") and found.regret > 0
    named = next(each for each in found.moves if each.text == found.text)
    assert named.searched.lower == named.lower == found.lower


def has_true_bounds(found: Solution, row: dict[str, Any]) -> Solution:
    """Check an answer, and the bounds of every move, against what another solver has proven."""
    assert found.status in ("proven", "bounded")
    # a limit may come between the value and its line
    assert (found.stopped_by is None) == (found.status == "proven" and found.line_kind == "whole")
    assert found.lower <= row["value"] <= found.upper
    truth = {move.text: move.searched for move in best_moves(row["id"]).moves}
    for move in found.moves:
        lower, upper = truth[move.text]
        least, most = move.bounds
        assert math.isfinite(least) and math.isfinite(most) and least <= most
        assert least <= upper and lower <= most
    assert row["value"] - truth[found.text].upper <= found.regret
    return found


HARDEST = ["g0062", "g0066", "g0068", "g0074", "g0106", "g0128", "g0192", "g0222", "g0230", "g0356"]

STOPPED = Limit(nodes=1), Limit(nodes=1000), None  # by Ctrl-C at the first sign of life
WAYS = [
    pytest.param(name, limit, marks=[] if number < 3 and number % len(STOPPED) == way else pytest.mark.slow)
    for number, name in enumerate(HARDEST)
    for way, limit in enumerate(STOPPED)
]


@cache
def hardest() -> dict[str, dict[str, Any]]:
    """Ten positions with a bag just empty that took longest, or were never solved."""
    lines = (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines) if row["id"] in HARDEST}


@pytest.mark.parametrize(("name", "limit"), WAYS, ids=str)
def test_the_hardest_positions_stopped_early(name: str, limit: Limit | None) -> None:
    """Status, and bounds that are numbers and fit each other whatever is known."""
    if limit is not None:
        is_bounded(limited(hardest()[name], limit), name)
        return
    search = EndgameSearch(cgp.loads(hardest()[name]["cgp"]), enable(), SolveOptions(memory=MEMORY))
    snapshots = []
    for snapshot in search:
        snapshots.append(snapshot)
        search.stop()
    found = is_bounded(search.result(), name)
    assert found.stopped_by == "interrupt"
    assert all(each.lower <= found.upper and found.lower <= each.upper for each in snapshots)


def is_bounded(found: Solution, name: str) -> Solution:
    """Check an answer to one of the hardest positions that came too early."""
    assert found.status == "bounded" and found.value is None and found.stopped_by is not None
    assert -5000 < found.lower < found.upper < 5000
    least, _ = next(each for each in found.moves if each.text == found.text).bounds
    assert math.isfinite(least) and least <= found.lower
    assert 0 < found.regret <= found.upper - least
    value = hardest()[name]["value"] if hardest()[name]["proven"] else None
    assert value is None or found.lower <= value <= found.upper
    return found


@pytest.mark.parametrize("name", ["g0068", pytest.param("g0106", marks=pytest.mark.slow)])
def test_true_bounds_from_a_longer_search_lie_within_those_of_a_short_one(name: str) -> None:
    """What is proven of a hard position later never contradicts what was said before."""
    spans = [limited(hardest()[name], Limit(nodes=nodes)) for nodes in (1, 300, 3_000)]
    for short, long in pairwise(spans):
        assert short.lower <= long.lower <= long.upper <= short.upper
        worths = {each.text: each.bounds for each in short.moves}
        for each in long.moves:
            (least, most), (lower, upper) = each.bounds, worths[each.text]
            assert all(map(math.isfinite, (least, most, lower, upper)))
            assert lower <= most and least <= upper


def test_all_best_moves() -> None:
    position = cgp.loads(ZEROS)
    answers = {
        solver: sorted(solve(position, enable(), SolveOptions(solver=solver, all_best=True)).best)
        for solver in ("bstar", "alphabeta", "mtdf", "alphabeta-plain")
    }
    assert len(set(map(tuple, answers.values()))) == 1
    assert len(answers["bstar"]) > 1


def test_the_worth_of_one_move() -> None:
    row = SAMPLES["g0000"]
    position = cgp.loads(row["cgp"])
    move = position.parse_move(proven(row).moves[5].text)
    found = proven(row, value_of=move)
    assert found.status == "proven" and found.evaluated_move is not None
    assert found.evaluated_move.text == move_text(move, position)
    assert found.evaluated_move.searched.is_exact and found.evaluated_move.spread.is_exact
    everything = proven(row, "alphabeta", exact=10_000)
    [same] = [each for each in everything.moves if each.text == found.evaluated_move.text]
    assert same.searched == found.evaluated_move.searched


def test_a_move_that_cannot_be_played_is_refused() -> None:
    row = SAMPLES["g0000"]
    move = parse_move("8H ROUTIER", cgp.loads("/".join(["15"] * 15) + " EIORRTU/EM 0/0 0"))
    with pytest.raises(PositionError, match="cannot be played here"):
        proven(row, value_of=move)


def test_a_trace_tells_every_test_and_changes_nothing() -> None:
    row = {"cgp": (POSITIONS / "out-in-two.cgp").read_text("utf-8").splitlines()[-1], "value": 22}
    silent, told = proven(row), proven(row, trace=True)
    assert silent.trace is None and told.trace
    assert (silent.nodes, silent.moves) == (told.nodes, told.moves)
    start, *tests = told.trace
    assert (start.strategy, start.reason, start.expansions) == ("", "the root's moves", 0)
    bounds = {each.text: each.bounds for each in start.changes}
    assert set(bounds) == {move.text for move in told.moves}
    assert tests[0].strategy == "PROVEBEST"
    assert {each.strategy for each in tests} == {"PROVEBEST", "DISPROVEREST"}
    for each in tests:
        assert each.goal is not None
        [change] = each.changes
        bounds[change.text] = change.bounds
    assert bounds[told.text] == exactly(row["value"])


def test_it_costs_hardly_more_than_null_windows_from_a_greedy_guess() -> None:
    """And proves the best move on its way to the value."""
    lines = (POSITIONS / "first-empty-bag.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["proven"] and 0.1 < row["cpu_seconds"] < 0.5][:10]
    nodes = {solver: sum(proven(row, solver).nodes for row in rows) for solver in ("bstar", "mtdf")}
    assert nodes["bstar"] < 1.1 * nodes["mtdf"]


def test_a_limit_after_the_proof_is_said(endgame: Any) -> None:
    options = (POSITIONS / "out-in-two.cgp", "--exact", "40", "--nodes", "110")
    found = json.loads(endgame("solve", *options, "--json").out)
    assert (found["status"], found["value"], found["stopped_by"]) == ("proven", 22, "nodes")
    bounds = {move["move"]: from_wire(move["spread"]) for move in found["moves"]}
    unresolved = found["unresolved_moves"]
    assert unresolved and all(bounds[move].lower < bounds[move].upper for move in unresolved)
    text = endgame("solve", *options, "--no-board").out
    assert "(node limit); no exact value for" in " ".join(text.split())
    found = json.loads(endgame("solve", *options[:-2], "--json").out)
    assert (found["stopped_by"], found["unresolved_moves"]) == (None, [])
    assert all(move["line"][0]["move"] == move["move"] for move in found["moves"][:40])


def test_a_move_that_ends_the_game_has_no_reply(endgame: Any) -> None:
    text = endgame("solve", "late:17", "--no-board", "--lines", "all").out
    assert "2  B5 ANA " in text and "Best replies" not in text


def test_an_only_move_needs_no_rival(endgame: Any) -> None:
    found = json.loads(endgame("solve", POSITIONS / "must-pass.cgp", "--json", "--objective", "move").out)
    assert (found["status"], found["best"]) == ("proven", ["pass"])
