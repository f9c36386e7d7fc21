"""Counts, names and figures that pages state."""

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
    assert int(told["[`games/`](games/README.md)"][0]) == len([*(POSITIONS / "games").rglob("*.gcg")])


def test_the_contenders_are_named():
    told = section("scrabble/bench/compare.md", "compare: solvers side by side")
    assert {*re.findall(r"`bstar:(\w[\w-]*)`", told)} - {"move"} <= {*STRATEGIES}


def test_the_figures_of_the_front_page_are_those_of_the_benchmark():
    told = " ".join(section("README.md", "Compared with MAGPIE, Macondo and Quackle").split())
    [row] = [row for row in rows(text_of("scrabble/bench/README.md"), "proven") if row[0].endswith("/200")]
    proven, tenth, *_ = row
    assert f"{proven.partition('/')[0]} are proven within a minute each, {tenth} within 0.1 s" in told
    assert f"median is {float(row[5].removesuffix(' s')):.2f} s" in told
