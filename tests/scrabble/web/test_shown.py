"""What the explorer shows of an answer: nothing open looks proven, and a number is written as everywhere."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from scrabble import solve
from scrabble.answer.interval import ANY_CHANCE, DRAWN, UNKNOWN, Interval
from scrabble.answer.moves import Estimate, Scenario
from scrabble.answer.names import MoveStatus, Status
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.report.view import line_steps
from scrabble.web.shown import Bar, answer_texts, draw_texts, move_rows, scale_of

FACTS = {"refuted": 1200, "exact_count": 3}


@cache
def endgame() -> Solution:
    return solve("out-in-two", exact=3)


@cache
def with_bag() -> Solution:
    return solve("preendgame:1", nodes=2_000)


def texts(solution: Solution, state: str = "searching") -> dict[str, str]:
    return answer_texts(solution, state, FACTS, 1.25)


def changed(solution: Solution, **values) -> Solution:
    """The solution with its first move changed, and the other moves left out."""
    return replace(solution, moves=(replace(solution.moves[0], **values),))


def row(solution: Solution, **values):
    """The row of the best move, with other bounds or another estimate."""
    return rows_of(changed(solution, **values))[solution.text]


def rows_of(solution: Solution) -> dict:
    return move_rows(solution, lambda move: line_steps(solution.position, move.line or (move.step,)))


def test_a_proven_endgame():
    found = texts(endgame())
    assert found["best"] == "3F (L)LANO" and found["worth"] == "+22"
    assert found["claim"] == "Proven, every other move is worse. Searching …"
    assert found["line"] == "3F (L)LANO 7 · G8 (GO)U(G)E 7 · 3B RA(J) 20; wins by 97, 499-402"
    assert found["summary"] == "3F (L)LANO +22"
    assert found["effort"].startswith("1,200 of 162 other moves refuted, 3 of 163 exact, ")
    assert found["effort"].endswith("nodes, 1.25 s")
    first, second, *_ = rows_of(endgame()).values()
    assert (first.cells, first.outcome, first.kind) == (("+22", "best"), "wins by 97", "wins")
    assert (first.title, first.bar_title) == (
        "3F (L)LANO: +22 (best)",
        "worth +22, proven",
    ) and first.is_exact
    assert [step.text for step in first.steps] == ["3F (L)LANO 7", "G8 (GO)U(G)E 7", "3B RA(J) 20"]
    assert [step.scores for step in first.steps] == [[477, 395], [477, 402], [497, 402]]
    assert (second.cells, second.lost, second.lost_text) == (("+19", "3"), 3.0, "3") and second.is_loss_known
    assert first.order > second.order


@pytest.mark.parametrize(
    ("bounds", "estimate", "value", "proven", "outcome", "kind"),
    [
        (Interval(-3, 8), 5, "about +5", "-3 to +8", "wins by about 80", "wins"),
        (Interval(-3), 5, "about +5", "at least -3", "wins by about 80", "wins"),
        (Interval(-2000, 2000), 5, "about +5", "", "about +80", ""),
        (UNKNOWN, None, "open", "", "open", ""),
        (Interval(upper=-80), -90, "about -90", "at most -80", "loses by about 15", "loses"),
        (Interval(-70), None, "at least -70", "at least -70", "wins by at least 5", "wins"),
        (Interval(-90, -60), -75, "about -75", "-90 to -60", "about a draw", ""),
        (Interval(-75, -75), None, "-75", "-75", "draws", "draws"),
    ],
)
def test_an_open_value_has_its_estimate_and_what_is_proven(bounds, estimate, value, proven, outcome, kind):
    lead = endgame().lead
    found = row(
        endgame(),
        spread=bounds.plus(lead),
        estimate=None if estimate is None else Estimate(value=estimate, spread=estimate + lead, win=0.5),
        status=MoveStatus.OPEN,
    )
    assert lead == 75
    assert (found.cells[0], found.outcome, found.kind) == (value, outcome, kind)
    is_exact = bounds.is_exact
    title = f"{value}, proven: {proven}" if proven and not is_exact else value
    assert found.title == f"3F (L)LANO: {title} (open)"
    beside = f"{value}; proven: {proven}" if proven else value
    assert found.bar_title == (f"worth {value}, proven" if is_exact else beside)
    limits = [None if abs(bound) == float("inf") else bound for bound in bounds]
    assert found.bar == Bar(*limits, None if is_exact else estimate)


def test_what_is_lost_is_exact_or_a_bound():
    best, other = endgame().moves[0], endgame().moves[1]
    for bounds, status, loss in (
        (other.spread, MoveStatus.WORSE, "3"),
        (Interval(other.spread.lower - 9, other.spread.upper), MoveStatus.WORSE, "≥ 3"),
        (Interval(other.spread.lower, best.spread.upper), MoveStatus.OPEN, ""),
    ):
        moves = best, replace(other, spread=bounds, estimate=None, status=status)
        found = rows_of(replace(endgame(), moves=moves))[other.text]
        assert found.cells[1] == found.lost_text == loss
        assert found.is_loss_known == bounds.is_exact


def test_a_chance_that_is_proven_while_the_spread_is_open():
    win, estimate = Interval(Fraction(5, 8), Fraction(5, 8)), Estimate(spread=8.2, win=0.625)
    assert with_bag().preendgame is not None
    for regret, best, claim in (
        (0, "best spread not proven", "Proven, no move wins more often; another that wins as often may"),
        (Fraction(1, 8), "not proven", "Not proven; another move may win more often, by up to 12.5 %"),
    ):
        details = replace(with_bag().preendgame, is_win_proven=not regret)
        solution = replace(
            changed(with_bag(), win=win, spread=Interval(-40, 60), estimate=estimate),
            win=win,
            spread=Interval(-40, 60),
            estimate=estimate,
            regret=regret,
            status=Status.BOUNDED,
            preendgame=details,
        )
        found = texts(solution)
        assert found["best"] == f"{solution.text} ({best})" and found["claim"].startswith(claim)
        assert found["worth"] == "wins 5/8 (62.5 %), spread about +8 on average (proven: -40.0 to +60.0)"
        assert found["summary"].endswith(" (open)")
        assert "(nothing more can be proven)" in texts(solution, "done")["claim"]
        assert "All moves are exact" not in texts(solution, "done")["claim"]


@pytest.mark.parametrize(
    ("win", "spread", "estimate", "cells", "title"),
    [
        (Interval(1, 1), Interval(-1, -1), None, ("100 %", "-1.0"), "wins 100 %, spread -1.0, proven"),
        (ANY_CHANCE, UNKNOWN, None, ("open", "open"), "wins open, spread open"),
        (
            Interval(0, Fraction(1, 2)),
            Interval(-3),
            Estimate(spread=2, win=0.25),
            ("about 25 %", "about +2"),
            "wins about 25 %, spread about +2; proven: wins at most 1/2 (50 %)",
        ),
    ],
)
def test_a_move_with_tiles_in_the_bag(win, spread, estimate, cells, title):
    found = row(with_bag(), win=win, spread=spread, estimate=estimate)
    assert found.cells == cells and found.bar_title == title and found.outcome == ""
    assert found.win_bar == Bar(100 * float(win.lower), 100 * float(win.upper), None)


@pytest.mark.parametrize(
    ("win", "is_one_game", "result"),
    [
        (Interval(1, 1), True, "wins"),
        (Interval(DRAWN, DRAWN), True, "draws"),
        (Interval(0, DRAWN), True, "draws or loses"),
        (Interval(DRAWN, 1), True, "wins or draws"),
        (ANY_CHANCE, True, "open"),
        (Interval(Fraction(1, 4), Fraction(1, 4)), False, "1/4 (25 %)"),
    ],
)
def test_the_result_of_a_draw(win, is_one_game, result):
    scenario = Scenario(tiles="A", probability=Fraction(1, 8), spread=Interval(-2, -2), win=win)
    assert draw_texts(scenario, is_one_game) == (result, "-2" if is_one_game else "-2.0")


@pytest.mark.parametrize(
    ("scores", "extra", "name", "texts"),
    [
        ((470, 395), (), "final spread", ("+76", "", "+97")),
        ((395, 410), (), "final spread", ("-14", "0", "+7")),
        ((0, 0), (cgp.UNKNOWN_SCORES,), "value", ("+1", "", "+22")),
    ],
)
def test_the_ends_of_the_bars_and_where_the_game_is_drawn(scores, extra, name, texts):
    position = dataclasses.replace(endgame().position, scores=scores, extra=extra)
    found = solve(position, exact=20)
    scale = scale_of(rows_of(found).values(), found)
    assert (scale.name, scale.bar, scale.texts) == (name, "bar", texts)


def test_with_a_bag_bars_are_of_chances_unless_all_moves_win_or_none():
    rows = list(rows_of(with_bag()).values())
    assert {row.wins for row in rows} == {0} and scale_of(rows, with_bag()).name == "mean final spread"
    open_ones = [replace(row, wins=40) for row in rows]
    scale = scale_of(open_ones, with_bag())
    assert scale.bar == "win_bar" and scale.texts == ("0 %", "50 %", "100 %")
