"""The figures of a comparison by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrabble.answer.interval import exactly
from scrabble.bench.compare_figures import ComparisonSummary, summary, widenings
from scrabble.bench.text import disagreement_lines, missed_lines, move_quality_text
from scrabble.bench.trial import MavenChoice
from tests.worlds.compared import made


def test_figures_by_hand() -> None:
    trials = [
        made(0, "mtdf"),
        made(0, "sss", nodes=200, expansions=180),
        made(0, "maven", 3, status="estimated"),
    ]
    trials += [
        made(1, "mtdf"),
        made(1, "sss", 2, status="bounded", stopped_by="time"),
        made(1, "maven", status="estimated"),
    ]
    found = summary(trials, ["mtdf", "sss", "maven"], 10)
    assert found.positions == 2 and found.is_agreed
    assert [(each.best, each.judged, each.lost) for each in found.standings] == [
        (2, 2, 0),
        (1, 2, 1),
        (1, 2, 1.5),
    ]
    [ratio] = found.ratios  # estimates are no proofs
    assert (ratio.first, ratio.setting, ratio.positions, ratio.only_first) == ("mtdf", "sss", 1, 1)
    assert ratio.nodes_mean == ratio.expansions_mean == pytest.approx(2)
    assert [(each.id, each.lost) for each in found.missed] == [("p0", 3)]
    assert list(missed_lines(found)) == ["p0: maven chose 8D CAT, +3 points worse than the best"]


def test_disagreements_are_listed() -> None:
    trials = [made(0, "mtdf"), made(0, "sss", 4), made(1, "mtdf"), made(1, "sss", bounds=exactly(6))]
    found = summary(trials, ["mtdf", "sss"], 10)
    assert not found.is_agreed
    assert list(disagreement_lines(found)) == [
        "DISAGREEMENT on p1: known +5, mtdf +5, sss +6",
        "DISAGREEMENT on p0: sss chose 8D CAT, +4 points worse than the best, and proven",
    ]


def test_missed_estimates_are_cut() -> None:
    trials = [made(number, "maven", 1, status="estimated") for number in range(30)]
    found = summary(trials, ["maven"], 10)
    *_, last = missed_lines(found)
    assert last == "and 10 more estimates that are not best (--json has all)"


def test_widenings() -> None:
    rounds = [
        (MavenChoice(0, "a", 1, 1, 0.1, 4), MavenChoice(1, "b", 9, 9, 0.3, 0)),
        (MavenChoice(0, "c", 3, 3, 0.3, 0),),
    ]
    trials = [replace(made(at, "maven"), rounds=each) for at, each in enumerate(rounds)]
    zero, one, ten = widenings(trials, (0, 1, 10))
    assert (zero.best, zero.judged, zero.lost, zero.expansions) == (1, 2, 2, 2)
    assert (one.best, one.lost, one.expansions, one.expansions_median) == (2, 0, 6, 6)
    assert replace(ten, number=1) == one and one.seconds == pytest.approx(0.3)
    assert widenings([made(0, "mtdf")], (0,)) == []


def test_verdicts() -> None:
    stopped = made(0, "x", None, status="bounded", stopped_by="time")
    assert move_quality_text(stopped) == "stopped (time)"
    assert move_quality_text(made(0, "x")) == "proven, best"
    assert move_quality_text(made(0, "x", 3, status="estimated")) == "estimated, loses 3"


def test_summary_of_nothing() -> None:
    assert summary([], ["mtdf"], 1) == ComparisonSummary(
        0, summary([], ["mtdf"], 1).standings, [], [], [], []
    )
