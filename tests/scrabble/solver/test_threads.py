"""One position, several threads: the same value, true bounds, a best move."""

import json

import pytest

from bstar import parallel
from bstar.options import Limit
from scrabble.game import cgp
from scrabble.solver import SolveOptions, solve
from tests.doors.bridge import enable, samples

KNOWN = [sample for sample in samples() if sample["proven"]][:8]


@pytest.mark.parametrize("sample", KNOWN, ids=lambda sample: sample["id"])
@pytest.mark.parametrize("solver", ["mtdf", "bstar", "alphabeta"])
def test_the_known_values(sample, solver, monkeypatch):
    monkeypatch.setattr(parallel, "HEAD_START", 0)
    monkeypatch.setattr(parallel, "ALONE", 0)
    position = cgp.loads(sample["cgp"])
    found = solve(position, enable(), solver, memory=32 << 20, threads=2)
    assert (found.status, found.value) == ("proven", sample["value"])
    exact = solve(position, enable(), "mtdf", memory=32 << 20, wants=SolveOptions(worth_of=found.move))
    assert exact.asked.lower == exact.asked.upper == sample["value"]


def test_a_limit_holds_for_all_threads_together():
    hardest = next(sample for sample in samples() if sum(sample["tiles"]) > 8)
    found = solve(cgp.loads(hardest["cgp"]), enable(), "mtdf", Limit(nodes=50), 32 << 20, threads=2)
    assert found.nodes <= 60 or found.status == "proven"
    assert found.lower <= hardest["value"] <= found.upper or not hardest["proven"]


def test_no_threads_and_solvers_that_work_alone():
    position = cgp.loads(KNOWN[0]["cgp"])
    with pytest.raises(ValueError, match="0 threads, expected at least 1"):
        solve(position, enable(), threads=0)
    with pytest.raises(ValueError, match="negascout searches in one thread only"):
        solve(position, enable(), "negascout", threads=2)


def test_on_the_command_line(endgame):
    text = KNOWN[0]["cgp"]
    outcome = endgame("solve", text, "--solver", "mtdf", "--threads", "2", "--json")
    assert outcome.status == 0 and json.loads(outcome.out)["value"] == KNOWN[0]["value"]
    refused = endgame("solve", text, "--solver", "maven", "--threads", "2")
    assert refused.status == 2 and "maven searches in one thread only" in refused.err
    refused = endgame("solve", text, "--threads", "0")
    assert refused.status == 2 and "--threads" in refused.err
