"""The summary of many games, counted again from their turns."""

from __future__ import annotations

import json

import pytest

from scrabble.analysis.batch.jobs import FailedGame
from scrabble.analysis.batch.summary import COLUMNS, BatchData, rows, summarize
from scrabble.analysis.schema import to_json
from scrabble.report.pages.index import index_page, page_names
from tests.doors.schemas import check
from tests.worlds.scrabble_games import analysed

NAMES = ("g0010", "g0030", "g0034")


@pytest.fixture(scope="module")
def records():
    """A few results; in one of them the players have changed seats, as Beta and Gamma."""
    found = [{**to_json(analysed(name), f"games/{name}.gcg"), "key": f"{name:0<64}"} for name in NAMES]
    text = json.dumps(found[1]).replace('"Beta"', '"Gamma"').replace('"Alpha"', '"Beta"')
    return [found[0], json.loads(text), found[2]]


def test_the_figures_are_those_of_the_turns(records):
    summary = summarize(records, [FailedGame("bad.gcg", "line 1: no game")], left=2)
    check(summary, BatchData)
    assert [each["name"] for each in summary["players"]] == ["Alpha", "Beta", "Gamma"]
    assert [each["games"] for each in summary["players"]] == [2, 3, 1] and summary["games"] == 3
    assert summary["failed"] == [{"id": "bad.gcg", "error": "line 1: no game"}]
    assert not summary["is_complete"] and summary["left"] == 2
    assert summary["keys"] == [record["key"] for record in records]
    for each in [*summary["players"], summary["total"]]:
        turns = [
            turn
            for record in records
            for turn in record["turns"]
            if turn["endgame"] and each["name"] in ("", turn["name"])
        ]
        found = [turn["endgame"] for turn in turns]
        assert each["turns"] == len(turns)
        for grade in ("small", "medium", "large", "open"):
            assert each[grade] == sum(verdict["grade"] == grade for verdict in found)
        assert each["best"] == sum(verdict["grade"] == "none" for verdict in found)
        assert each["bounded"] == sum(turn["status"] == "bounded" for turn in turns)
        assert each["lost"] == [sum(verdict["loss"][0] for verdict in found)] * 2
        assert each["thrown_wins"] == sum(verdict["turning"].startswith("win to") for verdict in found)
    assert summary["total"]["thrown_wins"] and summary["total"]["lost"][0] > 50


def test_what_is_not_certain_stays_so(records):
    records = json.loads(json.dumps(records))
    records[0]["summary"][0]["lost"] = [2, None]
    records[0]["turns"][-1]["status"] = "bounded"
    alpha, beta, gamma = summarize(records)["players"]
    assert alpha["lost"][0] >= 2 and alpha["lost"][1] is None
    assert None not in beta["lost"] + gamma["lost"]
    assert (alpha["bounded"], beta["bounded"]) == (1, 0)


def test_both_seats_of_one_name_are_one_game(records):
    [one] = json.loads(json.dumps(records[:1]).replace('"Beta"', '"Alpha"'))
    [player] = summarize([one])["players"]
    assert player["games"] == 1 and player["turns"] == 2


def test_no_games():
    summary = summarize([])
    check(summary, BatchData)
    assert summary["players"] == [] and summary["total"]["lost"] == [0, 0] and summary["is_complete"]


def test_a_row_a_player(records):
    summary = summarize(records)
    table = rows(summary)
    assert [set(row) == set(COLUMNS) for row in table] == [True] * 3
    assert [(row["lost_lower"], row["lost_upper"]) for row in table] == [
        tuple(each["lost"]) for each in summary["players"]
    ]


def test_the_page_of_all_leads_to_each(records):
    records = json.loads(json.dumps(records))
    records[0]["id"] = "games/50 % <b>.gcg"
    names = page_names([record["id"] for record in records])
    page = index_page(records, summarize(records, [FailedGame("<i>.gcg", "a & b")]), names)
    assert 'href="50%20%25%20%3Cb%3E.html">' in page and "<small>50 % &lt;b&gt;.gcg</small>" in page
    assert f'href="{names[records[1]["id"]]}"' in page
    assert "<li>&lt;i&gt;.gcg: a &amp; b</li>" in page and "<b>" not in page.partition("<body>")[2]
    assert "http" not in page
