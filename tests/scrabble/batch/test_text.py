"""The tables of many games: base names, whole numbers, whatever the width."""

from __future__ import annotations

import io
import json
import re

import pytest
from rich.console import Console

from scrabble.analysis.data import analysis_data
from scrabble.batch.summary import summarize
from scrabble.batch.text import base_names, games_table, mistakes_text, players_table
from scrabble.report.tables import least_width
from tests.worlds.scrabble_games import analysed

LONG = "/home/someone/tournament 2025/round-07-board-12-smith-against-jones.gcg"


@pytest.fixture(scope="module")
def records():
    """Two games of players with long names, large numbers, and turns that are open."""
    names = [LONG, "/home/someone/tournament 2025/g0034.gcg"]
    found = [
        {**analysis_data(analysed(game), name), "key": f"{game:0<64}"}
        for game, name in zip(("g0030", "g0034"), names, strict=True)
    ]
    text = json.dumps(found).replace('"Alpha"', '"Bartholomew Featherstonehaugh"')
    found = json.loads(text)
    found[0]["summary"][0] |= {"lost_proven": 12345, "lost_open": 67, "stayed": 8}
    return found


def printed(table, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=max(width, least_width(table)))
    console.print(table)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_number_and_no_word_is_cut(records, width):
    tables = (games_table(records), players_table(summarize(records)))
    for table in tables:
        lines = printed(table, width)
        assert not any(mark in line for line in lines for mark in "…")
        numbers = {cell for column in table.columns if column.justify == "right" for cell in column.cells}
        assert numbers <= set(re.findall(r"\S+", " ".join(lines)))
        wide = "".join(printed(table, 1000))
        assert sorted("".join(lines).replace(" ", "")) == sorted(wide.replace(" ", ""))
    assert "12367  + 67 open" in " ".join(printed(tables[1], width))


def test_two_tables_fit_a_usual_terminal(records):
    assert least_width(games_table(records)) <= 80
    assert least_width(players_table(summarize(records[1:]))) <= 80


def test_base_names():
    assert base_names([LONG, "b.gcg"]) == ["round-07-board-12-smith-against-jones.gcg", "b.gcg"]
    assert base_names(["x/a.gcg", "y/a.gcg", "y/b.gcg"]) == ["x/a.gcg", "y/a.gcg", "b.gcg"]
    assert base_names(["x/1/a.gcg", "y/1/a.gcg", "a.gcg"]) == ["x/1/a.gcg", "y/1/a.gcg", "a.gcg"]
    assert base_names([]) == []


def test_what_has_no_points_is_told_with_the_mistakes(records):
    assert mistakes_text(records[0]) == "2 large, 1 medium, 2 small, 8 phony, 67 open, 1 thrown win"
