"""Estimates: within the proven bounds, near the truth, good enough to choose a move by."""

from __future__ import annotations

import io
from fractions import Fraction
from statistics import fmean

import pytest
from rich.console import Console

from bstar.chance.choose import ChanceSearch
from bstar.chance.interval_sum import IntervalSum
from bstar.options import Limit
from scrabble.answer.interval import Interval, from_wire
from scrabble.answer.moves import Estimate
from scrabble.answer.solution import solution_json
from scrabble.game import cgp
from scrabble.report.solution import solution_text
from scrabble.solver import PreendgameSearch, SolveOptions, solve
from scrabble.wording.chances import mean_text, proven_text, wins_text
from tests.doors.bridge import enable
from tests.scrabble.solver.preendgame.test_set_up import FOUR_IN_BAG, THREE_IN_BAG
from tests.worlds.bags import bag_world, position_of
from tests.worlds.bundled_positions import records
from tests.worlds.draws import new_term

MEMORY = 64 << 20
RECORDS = records("preendgame")
PROVEN = [each for each in RECORDS if each["bag"] == 1 and each["proven"] and each["id"].startswith("b1")]
SAMPLE = PROVEN[::28]
ONE_IN_BAG = SAMPLE[0]["cgp"]
NEAR = 10.0  # points that an estimate of a mean spread is off, in the mean


def looked_at(text):
    """Return a search stopped after its quick looks, before any query."""
    search = PreendgameSearch(cgp.loads(text), enable(), SolveOptions(memory=MEMORY))
    search._look()
    search.stop()
    return search.result()


def test_the_move_chosen_by_looks_alone_is_a_good_one():
    """Check that looks find the best move or one of nearly its spread; the score alone finds few."""
    off, right = [], 0
    for record in SAMPLE:
        found = looked_at(record["cgp"])
        assert found.preendgame.queries == 0 and found.status == "bounded" and found.estimate is not None
        truth = float(from_wire(record["spread"]).exact)
        off.append(abs(found.estimate.spread - truth))
        right += found.text == record["best"]
    assert fmean(off) < NEAR, off
    assert right >= len(SAMPLE) // 2


@pytest.mark.parametrize(
    "text",
    [ONE_IN_BAG, *(pytest.param(text, marks=pytest.mark.slow) for text in (THREE_IN_BAG, FOUR_IN_BAG))],
    ids=["one in the bag", "three", "four"],
)
def test_moves_stand_in_the_order_of_their_estimates(text):
    found = solve(cgp.loads(text), enable(), SolveOptions(nodes=500, memory=MEMORY))
    assert found.moves[0].status == "best so far" and found.moves[0].estimate == found.estimate
    known = [each.estimate for each in found.moves if each.estimate and not each.is_pass]
    believed = [(round(100 * each.win), round(each.spread)) for each in known]
    assert believed == sorted(believed, reverse=True) and len(set(believed)) > 5


@pytest.mark.parametrize("seed", range(8))
def test_an_estimate_lies_within_what_is_proven(seed):
    objective = ("win", "spread")[seed // 2 % 2]
    position, lexicon = position_of(bag_world(seed, 1 + seed % 2))
    for nodes in (1, 30, 200, 3_000):
        options = SolveOptions(objective=objective, nodes=nodes, memory=MEMORY)
        found = solve(position, lexicon, options)
        for each in found.moves:
            if each.estimate is None:
                assert each.win.is_exact and each.spread.is_exact
            else:
                assert each.win.lower - 1e-9 <= each.estimate.win <= each.win.upper + 1e-9
                assert each.spread.lower - 1e-6 <= each.estimate.spread <= each.spread.upper + 1e-6


def test_looks_are_made_once_and_stopped_in_time(monkeypatch):
    search = PreendgameSearch(cgp.loads(ONE_IN_BAG), enable(), SolveOptions(nodes=1, memory=MEMORY))
    calls = []
    spread = search._estimates._endgames.glance
    monkeypatch.setattr(search._endgames, "glance", lambda *args: calls.append(1) or spread(*args))
    search.run()
    count = len(calls)
    assert count > 100
    search.go_on(Limit(nodes=2))
    search.run()
    assert len(calls) == count
    stopped = PreendgameSearch(cgp.loads(ONE_IN_BAG), enable(), SolveOptions(memory=MEMORY))
    stopped.stop()
    assert stopped.result().preendgame.queries == 0 and not stopped._estimates._looks


def option(lower, upper, believed):
    return IntervalSum([new_term(1, lower, upper, list(believed))])


def test_the_move_to_choose():
    """Check the order: proven best, else by whole per cents of chance, then by spread."""
    doubtful, better = option((0, -50), (100, 50), (60.2, 1)), option((0, -50), (100, 50), (59.9, 9))
    sure = option((40, -50), (40, 50), (40, 0))
    assert ChanceSearch([doubtful, better, sure], [1, 1]).best == 1
    assert ChanceSearch([doubtful, better, sure]).best == 0
    proven = option((100, 3), (100, 3), (100, 3))
    assert ChanceSearch([doubtful, better, proven], [50, 1]).best == 2
    tie = option((100, 0), (100, 50), (100, 20))
    less = option((60, 0), (100, 50), (99.9, 40))  # believed to win as often: not known to
    assert ChanceSearch([proven, tie, less], [1, 1]).best == 1


HALF_OPEN = Interval(Fraction(1, 4), Fraction(1))


def test_estimates_in_words():
    about = Estimate(spread=12.4, win=0.618)
    nothing, wide = Interval(Fraction(0), Fraction(1)), Interval(Fraction(-4000), Fraction(1900))
    assert wins_text(nothing, (), about) == "wins about 62 %"
    assert wins_text(HALF_OPEN, (), about) == "wins about 62 % (proven: at least 1/4, 25 %)"
    assert mean_text(wide, about) == "about +12 on average"
    near = Interval(Fraction(25, 2), Fraction(1900))
    for spread, estimate, said in (
        (near, Estimate(spread=12.5, win=0.5), "+12.5 on average (proven: at least +12.5)"),
        (Interval(Fraction(-8), Fraction(1900)), about, "+12 on average (proven: at least -8.0)"),
        (Interval(Fraction(-8), Fraction(30)), about, "+12 on average (proven: -8.0 to +30.0)"),
    ):
        assert mean_text(spread, estimate) == f"about {said}"
    assert proven_text(nothing, wide) == "" and proven_text(HALF_OPEN, wide) == "at least 25 %"


def test_a_stopped_answer_in_all_forms():
    found = looked_at(ONE_IN_BAG)
    console = Console(file=io.StringIO(), width=120)
    console.print(solution_text(found, 3))
    told = console.file.getvalue()
    assert "Best so far  " in told and "not proven (interrupted)" in told
    assert "wins about " in told and "100 % worse" not in told and "-4" not in told
    data = solution_json(found)
    assert data["estimate"] == data["moves"][0]["estimate"]
    assert set(data["estimate"]) == {"value", "spread", "win"} and data["estimate"]["value"] is None
