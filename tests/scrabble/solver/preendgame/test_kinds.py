"""Named kinds of positions in the corpus: the kind and its proof, found again."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from scrabble.game import cgp
from scrabble.report.preendgame_solution import interval_json
from scrabble.solver.preendgame.search import PreendgameTask, solve
from tests.conftest import POSITIONS
from tests.doors.bridge import enable
from tests.tools.find_bag_kinds import kinds

RECORDS = [json.loads(line) for line in (POSITIONS / "preendgame.jsonl").read_text("utf-8").splitlines()]
TOLD = [record for record in RECORDS if record.get("kinds")]
KINDS = {"pass", "fewer points", "fish", "one play"}
MEMORY = 128 << 20
SECONDS = 120.0


def test_kinds_are_told_of_what_is_proven():
    assert TOLD
    for record in TOLD:
        assert record["proven"] and set(record["kinds"]) <= KINDS
        assert record["best"] in record["why"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "record",
    [pytest.param(each, id=each["id"]) for each in TOLD],
)
def test_a_kind_and_its_proof(record):
    order = PreendgameTask(cgp.loads(record["cgp"]), enable(), MEMORY)
    found = solve(order, settle_ties=True)
    assert found.status == "proven" and found.text == record["best"]
    assert interval_json(found.chance) == record["chance"]
    assert Fraction(record["spread"]["lower"]) <= found.spread.lower
    assert found.spread.upper <= Fraction(record["spread"]["upper"])
    told = list(kinds(order, found, SECONDS))
    assert [kind for kind, _ in told] == record["kinds"]
    assert "; ".join(why for _, why in told) == record["why"]
