"""The summary of many games, counted again from their turns."""

from __future__ import annotations

import json
import math

import pytest

from scrabble.analysis.batch.results import FailedGame
from scrabble.analysis.batch.summary import BatchData, summarize
from scrabble.answer.analysis import read_data
from scrabble.answer.interval import exactly, total
from scrabble.answer.plain import as_plain
from scrabble.report.pages.index import index_page, page_names
from tests.worlds.scrabble_games import analysed, as_record, record_data

NAMES = ("g0010", "g0030", "g0034")


@pytest.fixture(scope="module")
def data():
    """A few results; in one of them the players have changed seats, as Beta and Gamma."""
    found = [record_data(analysed(name), f"games/{name}.gcg", name) for name in NAMES]
    text = json.dumps(found[1]).replace('"Beta"', '"Gamma"').replace('"Alpha"', '"Beta"')
    return [found[0], json.loads(text), found[2]]


@pytest.fixture(scope="module")
def records(data):
    """The same as objects."""
    return list(map(as_record, data))


def test_the_figures_are_those_of_the_turns(records):
    summary = summarize(records, [FailedGame("bad.gcg", "line 1: no game")], left=2)
    assert read_data(json.loads(json.dumps(as_plain(summary))), BatchData) == summary
    assert [each.name for each in summary.players] == ["Alpha", "Beta", "Gamma"]
    assert [each.games for each in summary.players] == [2, 3, 1] and summary.games == 3
    assert summary.failed == [FailedGame("bad.gcg", "line 1: no game")]
    assert not summary.is_complete and summary.left == 2
    assert summary.keys == [record.key for record in records]
    for each in [*summary.players, summary.total]:
        turns = [
            turn
            for record in records
            for turn in record.turns
            if turn.evaluation and each.name in ("", turn.player_name)
        ]
        found = [turn.evaluation for turn in turns]
        assert each.turns == len(turns)
        for grade in ("small", "medium", "large", "open"):
            assert getattr(each, grade) == sum(verdict.grade == grade for verdict in found)
        assert each.best == sum(verdict.grade == "none" for verdict in found)
        assert each.bounded == sum(turn.status == "bounded" for turn in turns)
        assert each.loss == exactly(sum(verdict.loss.lower for verdict in found))
        assert each.thrown_wins == sum(verdict.result_change.startswith("win to") for verdict in found)
    assert summary.total.thrown_wins and summary.total.loss.lower > 50


def test_what_is_not_certain_stays_so(data):
    changed = json.loads(json.dumps(data))
    changed[0]["summary"][0]["loss"] = [2, None]
    changed[0]["turns"][-1]["status"] = "bounded"
    alpha, beta, gamma = summarize(list(map(as_record, changed))).players
    assert alpha.loss.lower >= 2 and alpha.loss.upper == math.inf
    assert math.inf not in (beta.loss.upper, gamma.loss.upper)
    assert (alpha.bounded, beta.bounded) == (1, 0)


def test_both_seats_of_one_name_are_one_game(data):
    [one] = json.loads(json.dumps(data[:1]).replace('"Beta"', '"Alpha"'))
    [player] = summarize([as_record(one)]).players
    assert player.games == 1 and player.turns == 2


def test_the_dates_of_a_player_are_in_order(data):
    changed = json.loads(json.dumps(data))
    for record, date in zip(changed, ("2024-05-02", None, "2024-05-01"), strict=True):
        record["date"] = date
    losing = max(changed[0]["summary"], key=lambda figures: figures["loss_proven"])
    losing["loss"] = [losing["loss_proven"], losing["loss_proven"] + 9]
    changed.append(changed[0] | {"key": "again", "id": "again"})  # two games of one day
    summary = summarize(list(map(as_record, changed)))
    assert [day.date for day in summary.total.dates] == ["2024-05-01", "2024-05-02"]
    for each in summary.players:
        seats = [
            (record, figures)
            for record in changed
            for figures in record["summary"]
            if figures["name"] == each.name and record["date"]
        ]
        assert sum(day.games for day in each.dates) == len(seats)
        assert sum(day.turns for day in each.dates) == sum(figures["turns"] for _, figures in seats)
        for end, bound in enumerate(total(day.loss for day in each.dates)):
            assert bound == sum(figures["loss"][end] for _, figures in seats)
    names = page_names([record["id"] for record in changed])
    page = index_page(list(map(as_record, changed)), summary, names)
    charts = sum(len(each.dates) > 1 for each in summary.players)
    assert charts and page.count('<svg class="graph trend"') == charts
    assert page.index("2024-05-01") < page.index("2024-05-02") and "<th>date</th>" in page


def test_no_games():
    summary = summarize([])
    assert summary.players == [] and summary.total.loss == exactly(0) and summary.is_complete


def test_the_page_of_all_leads_to_each(data):
    changed = json.loads(json.dumps(data))
    changed[0]["id"] = "games/50 % <b>.gcg"
    records = list(map(as_record, changed))
    names = page_names([record.id for record in records])
    page = index_page(records, summarize(records, [FailedGame("<i>.gcg", "a & b")]), names)
    assert 'href="50%20%25%20%3Cb%3E.html">' in page and "<small>50 % &lt;b&gt;.gcg</small>" in page
    assert f'href="{names[records[1].id]}"' in page
    assert "<li>&lt;i&gt;.gcg: a &amp; b</li>" in page and "<b>" not in page.partition("<body>")[2]
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
