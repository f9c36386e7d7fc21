"""Named kinds of positions in the corpus: the kind and its proof, found again."""

from __future__ import annotations

import pytest

from scrabble.answer.interval import from_wire, to_wire
from scrabble.game import cgp
from scrabble.solver import SolveOptions, solve
from tests.doors.bridge import enable
from tests.tools.find_bag_kinds import kinds
from tests.worlds.bundled_positions import records

RECORDS = records("preendgame")
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
@pytest.mark.parametrize("record", [pytest.param(each, id=each["id"]) for each in TOLD])
def test_a_kind_and_its_proof(record):
    position = cgp.loads(record["cgp"])
    found = solve(position, enable(), SolveOptions(memory=MEMORY, settle_ties=True))
    assert found.status == "proven" and found.text == record["best"]
    spread = from_wire(record["spread"])
    assert to_wire(found.win) == record["win"]
    assert spread.lower <= found.spread.lower and found.spread.upper <= spread.upper
    told = list(kinds(found, SECONDS))
    assert [kind for kind, _ in told] == record["kinds"]
    assert "; ".join(why for _, why in told) == record["why"]
