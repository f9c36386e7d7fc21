"""Counts and names that pages state."""

from __future__ import annotations

import json
import re

from bstar.tree.strategies import STRATEGIES
from tests.conftest import POSITIONS
from tests.docs.pages import rows, section, text_of


def test_the_counts_of_the_sets():
    told = {row[0].strip("`"): row[1:] for row in rows(text_of("positions/README.md"), "set")}
    for path in POSITIONS.glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        count, answers = told[path.name]
        assert int(count) == len(lines)
        assert int(answers.split()[0]) == sum(line.get("proven", "solution" in line) for line in lines)
    assert int(told["*.cgp"][0]) == len([*POSITIONS.glob("*.cgp")])
    assert int(told["games/"][0]) == len([*(POSITIONS / "games").rglob("*.gcg")])


def test_the_contenders_are_named():
    told = section("positions/README.md", "How to measure")
    assert {*re.findall(r"`bstar:(\w[\w-]*)`", told)} - {"move"} <= {*STRATEGIES}
