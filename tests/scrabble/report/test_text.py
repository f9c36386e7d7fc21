"""The tables of many games: base names, whole numbers, whatever the width."""

from __future__ import annotations

import json

import pytest

from scrabble.analysis.batch.summary import summarize
from scrabble.report.analysis_text import games_table, mistakes_text, players_table
from scrabble.report.tables import short_names
from tests.scrabble.report.test_tables import printed
from tests.worlds.scrabble_games import analysed, as_record, record_data

GAMES = ("g0030", "g0034")
LONG = "/home/someone/tournament 2025/round-07-board-12-smith-against-jones.gcg"


@pytest.fixture(scope="module")
def data():
    """Two games of players with long names, large numbers, and turns that are open."""
    names = [LONG, "/home/someone/tournament 2025/g0034.gcg"]
    found = [record_data(analysed(game), name, game) for game, name in zip(GAMES, names, strict=True)]
    text = json.dumps(found).replace('"Alpha"', '"Bartholomew Featherstonehaugh"')
    found = json.loads(text)
    found[0]["summary"][0] |= {"loss": [12345, None], "loss_undecided": 67, "unchallenged_phonies": 8}
    return found


@pytest.fixture(scope="module")
def records(data):
    return list(map(as_record, data))


def test_names_of_files_stay_whole(data, records):
    """In columns on a usual terminal, and where they would be broken, in blocks."""
    name = "josh-nationals-round-20.gcg"
    text = json.dumps([data[0] | {"id": name}, data[1]])
    usual = list(map(as_record, json.loads(text.replace("Featherstonehaugh", "Smith"))))
    assert printed(games_table(usual), 80)[0].split()[:2] == ["game", "first"]
    headings = [line.split()[:2] for line in printed(players_table(summarize(usual)), 80)]
    assert ["player", "games"] in headings
    for width in (60, 80, 120):
        assert any(name in line for line in printed(games_table(usual), width))
    assert printed(games_table(records), 80)[0] == "game round-07-board-12-smith-against-jones.gcg"


def test_base_names():
    assert short_names([LONG, "b.gcg"]) == ["round-07-board-12-smith-against-jones.gcg", "b.gcg"]
    assert short_names(["x/a.gcg", "y/a.gcg", "y/b.gcg"]) == ["x/a.gcg", "y/a.gcg", "b.gcg"]
    assert short_names(["x/1/a.gcg", "y/1/a.gcg", "a.gcg"]) == ["x/1/a.gcg", "y/1/a.gcg", "a.gcg"]
    assert short_names([]) == []


def test_what_has_no_points_is_told_with_the_mistakes(records):
    assert mistakes_text(records[0]) == "2 large, 1 medium, 2 small, 8 phony, 67 open, 1 win thrown away"
