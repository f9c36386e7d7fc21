"""One position, several threads: the same value, true bounds, a best move."""

import pytest

from bstar import parallel
from scrabble.game import cgp
from scrabble.solver import SolveOptions, solve
from tests.doors.bridge import enable, samples

KNOWN = [sample for sample in samples() if sample["proven"]][:8]


def few_tiles(sample):
    return sum(sample["tiles"]) < 14


@pytest.mark.parametrize(
    ("solver", "sample"),
    [
        pytest.param(solver, sample, marks=[] if solver == "bstar" or few_tiles(sample) else pytest.mark.slow)
        for solver in ("mtdf", "bstar", "alphabeta")
        for sample in KNOWN
    ],
    ids=lambda each: each if isinstance(each, str) else each["id"],
)
def test_the_known_values(solver, sample, monkeypatch):
    monkeypatch.setattr(parallel, "HEAD_START", 0)
    monkeypatch.setattr(parallel, "ALONE", 0)
    position = cgp.loads(sample["cgp"])
    found = solve(position, enable(), SolveOptions(solver=solver, memory=32 << 20, workers=2))
    assert (found.status, found.value) == ("proven", sample["value"])
    options = SolveOptions(solver="mtdf", memory=32 << 20, value_of=found.move)
    assert solve(position, enable(), options).evaluated_move.value == sample["value"]


def test_a_limit_holds_for_all_threads_together():
    hardest = next(sample for sample in samples() if sum(sample["tiles"]) > 8)
    options = SolveOptions(solver="mtdf", nodes=50, memory=32 << 20, workers=2)
    found = solve(cgp.loads(hardest["cgp"]), enable(), options)
    assert found.nodes <= 60 or found.status == "proven"
    assert found.lower <= hardest["value"] <= found.upper or not hardest["proven"]
