"""The wording of answers: every status, win and loss, ends by passes."""

from __future__ import annotations

import dataclasses
import io
from typing import Any

import pytest
from rich.console import Console

from scrabble.game import cgp
from scrabble.game.move import PASS, parse_move
from scrabble.game.position import Position
from scrabble.report.solution import candidate_json, moves_text, snapshot_text, solution_json, solution_text
from scrabble.solver import MoveResult, ScoredMove, Snapshot, Solution
from scrabble.solver.format import worth_text
from scrabble.solver.names import MoveStatus

ROWS = "/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7)
POSITION = cgp.loads(f"{ROWS} S/QU 100/90 4")


def step(text: str, position: Position = POSITION) -> ScoredMove:
    move = PASS if text == "pass" else parse_move(text, position)
    return ScoredMove(move, text, 0 if text == "pass" else position.score(move))


def candidate(text: str, lower: int | None, upper: int | None, status: str) -> MoveResult:
    found = step(text)
    return MoveResult(found.move, text, found.score, lower, upper, MoveStatus(status))


BEST = candidate("8G (CAT)S", 20, 20, "best")
AFTER = candidate("8F S(CAT)", None, 18, "worse")


def solution(**changes: Any) -> Solution:
    """A proven answer with changes."""
    fields: dict[str, Any] = {
        "position": POSITION,
        "solver": "alphabeta",
        "move": BEST.move,
        "text": BEST.text,
        "status": "proven",
        "value": 20,
        "lower": 20,
        "upper": 20,
        "regret": 0,
        "line": [],
        "final": (120, 90),
        "moves": [BEST, AFTER],
        "nodes": 1234,
        "seconds": 0.5,
    }
    return Solution(**fields | changes)


def bounded(lower: int, upper: int, **changes: Any) -> Solution:
    """A stopped search."""
    fields = {"status": "bounded", "value": None, "final": None, "limit": "time", "regret": upper - lower}
    return solution(lower=lower, upper=upper, **fields | changes)


def text(found: Any) -> str:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(found)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def test_a_whole_answer():
    assert text(solution_text(solution(line=[step(BEST.text)]), 0)) == (
        "Best move  8G (CAT)S for 6: proven, every other move is worse\n"
        "Value      +20 from here on\n"
        "Result     120-90, won by 30\n"
        "Line       8G (CAT)S 6\n"
        "Search     alphabeta, 1,234 nodes, 0.50 s\n"
        "\n"
        "   move       points        value\n"
        "1  8G (CAT)S       6          +20  best\n"
        "2  8F S(CAT)       6  at most +18  worse by at least 2"
    )


EQUAL = candidate("8F S(CAT)", 20, 20, "best")
LEVEL = candidate("8F S(CAT)", None, 20, "not better")
OPEN = candidate("8F S(CAT)", None, None, "open")
BLANK, TWIN, LOWER = (  # by text only: the rack has no blank
    dataclasses.replace(each, text=f"8G (CAT){letter}")
    for each, letter in ((BEST, "s"), (EQUAL, "e"), (candidate("8F S(CAT)", None, 12, "worse"), "o"))
)
ONE = {"moves": [BLANK, TWIN], "text": "8G (CAT)s"}
UNSURE = candidate("8G (CAT)S", 12, 20, "best so far")
NEXT = candidate("pass", -5, -5, "best")


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({}, "8G (CAT)S for 6: proven, every other move is worse"),
        ({"moves": [BEST]}, "8G (CAT)S for 6: proven, the only move"),
        ({"moves": [BEST, LEVEL]}, "8G (CAT)S for 6: proven, no other move is better"),
        ({"moves": [BEST, EQUAL]}, "8G (CAT)S for 6: proven, 1 other is as good"),
        ({"moves": [BEST, EQUAL, NEXT]}, "8G (CAT)S for 6: proven, 2 others are as good"),
        (
            {"moves": [BLANK, TWIN], "text": "8G (CAT)s"},
            "8G (CAT)s (or (CAT)e) for 6: proven, the only move",
        ),
        (
            {"moves": [BLANK, TWIN, NEXT], "text": "8G (CAT)s"},
            "8G (CAT)s (or (CAT)e) for 6: proven, 1 other is as good",
        ),
        ({"moves": [NEXT], "move": PASS, "text": "pass"}, "pass: proven, the only move"),
        ({"status": "estimated"}, "8G (CAT)S for 6: an estimate, not proven"),
    ],
)
def test_claims(changes, claim):
    assert f"Best move  {claim}\n" in text(solution_text(solution(**changes), 0))


def test_moves_that_differ_only_in_the_blank_are_one_row():
    found = solution(moves=[BLANK, LOWER, TWIN, NEXT], text="8G (CAT)s")
    rows = text(solution_text(found, 0)).splitlines()[-3:]
    assert [" ".join(row.split()) for row in rows] == [
        "1 8G (CAT)s (or (CAT)e) 6 +20 best",
        "2 8G (CAT)o 6 at most +12 worse by at least 8",
        "3 pass 0 -5 best",
    ]
    assert text(solution_text(found, 1)).endswith("and 2 more (--show 0 shows all)")


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({}, "not proven (time limit); at most 8 points short of the best move"),
        ({"regret": 301}, "not proven (time limit)"),
        ({"regret": 602, "lower": -301, "upper": 301}, "nothing proven yet (time limit)"),
        ({"regret": 602, "lower": -301, "upper": 300}, "not proven (time limit)"),
        (
            {"regret": 3, "limit": "memory"},
            "not proven (memory limit); at most 3 points short of the best move",
        ),
        ({"regret": 1, "limit": None}, "not proven (stopped early); at most 1 point short of the best move"),
        ({"regret": 0, "limit": "interrupt"}, "proven best, but its value is open (interrupted)"),
    ],
)
def test_claims_of_stopped_searches(changes, claim):
    fields = {"moves": [UNSURE, OPEN], "lower": 12, "upper": 20} | changes
    found = text(solution_text(bounded(**fields), 0)).split("\n\n")[0]
    told = " ".join(found.split())
    assert (
        f"{'Best so far' if changes.get('regret', 8) else 'Best move'} 8G (CAT)S for 6: {claim} Value" in told
    )


OPEN_RESULT = "open: {} (lost by 2 at worst, won by 15 at best)"


@pytest.mark.parametrize(
    ("lower", "upper", "value", "result"),
    [
        (-3, 90, "-3 to +90", "won by at least 7"),
        (-95, -11, "-95 to -11", "lost by at least 1"),
        (-30, -10, "-30 to -10", "open, lost by 20 at worst, a draw at best"),
        (-12, 5, "-12 to +5", "open, lost by 2 at worst, won by 15 at best"),
        (-10, -10, "-10", "a draw"),
    ],
)
def test_bounds_and_results(lower, upper, value, result):
    found = text(solution_text(bounded(lower, upper), 0))
    assert f" Value {value} from here on Result {result} " in " ".join(found.split())


@pytest.mark.parametrize(
    ("lower", "upper", "estimate", "value", "result"),
    [
        (-3, 90, 40, "about +40 from here on (proven: -3 to +90)", "won by at least 7"),
        (-12, 5, 2, "about +2 from here on (proven: -12 to +5)", OPEN_RESULT.format("won by about 12")),
        (-12, 5, -10, "about -10 from here on (proven: -12 to +5)", OPEN_RESULT.format("about a draw")),
        (-12, 301, 4, "about +4 from here on (proven: at least -12)", "open: won by about 14"),
        (-301, -4, -40, "about -40 from here on (proven: at most -4)", "open: lost by about 30"),
        (-301, 301, -40, "about -40 from here on", "open: lost by about 30"),
    ],
)
def test_an_open_value_is_shown_by_its_estimate(lower, upper, estimate, value, result):
    found = text(solution_text(bounded(lower, upper, estimate=estimate), 0))
    assert f"Value        {value}\nResult       {result}\n" in found


def test_open_moves_are_shown_by_their_estimates_and_what_is_proven_where_it_says_something():
    chosen = dataclasses.replace(UNSURE, estimate=17)
    near = dataclasses.replace(OPEN, caps=(-60, 90), estimate=15)
    far = dataclasses.replace(OPEN, caps=(-1631, 299), estimate=14)
    bounded_above = dataclasses.replace(OPEN, upper=90, caps=(-1631, 299), estimate=13)
    worse = dataclasses.replace(AFTER, upper=7, caps=(-60, 299), estimate=7)
    moves = [chosen, near, far, bounded_above, worse]
    found = text(solution_text(bounded(12, 299, moves=moves, estimate=17), 0))
    assert found.splitlines()[-6:] == [
        "  move       points      value       proven",
        "  8G (CAT)S       6  about +17   +12 to +20  best so far",
        "  8F S(CAT)       6  about +15   -60 to +90  open",
        "  8F S(CAT)       6  about +14               open",
        "  8F S(CAT)       6  about +13  at most +90  open",
        "  8F S(CAT)       6   about +7   at most +7  worse by at least 5",
    ]


def test_who_wins_is_said_of_each_move_where_that_is_asked():
    wins = candidate("8G (CAT)S", -9, None, "best so far")
    loses = dataclasses.replace(AFTER, upper=-11, estimate=-20, caps=(-60, 90))
    unknown = dataclasses.replace(OPEN, caps=(-60, 90), estimate=5)
    moves = [dataclasses.replace(wins, estimate=1, caps=(-60, 90)), loses, unknown]
    found = solution(status="proven", value=None, lower=-9, upper=90, asks="outcome", moves=moves, estimate=5)
    last = text(solution_text(dataclasses.replace(found, final=None), 0)).splitlines()[-3:]
    assert [line.split("  ")[-1] for line in last] == ["proven: wins", "proven: loses", "open"]


@pytest.mark.parametrize(("final", "result"), [((90, 90), "90-90, a draw"), ((80, 90), "80-90, lost by 10")])
def test_final_scores(final, result):
    assert f"Result     {result}\n" in text(solution_text(solution(final=final), 0))


def test_without_scores_there_is_no_result():
    unknown = dataclasses.replace(POSITION, extra=(("scores", "unknown"),))
    for found in (solution(position=unknown), solution(position=unknown, final=(90, 80)), bounded(30, 90)):
        found = dataclasses.replace(found, position=unknown)
        assert " Result unknown: no scores are given " in " ".join(text(solution_text(found, 0)).split())
        data = solution_json(found, "x", [])
        assert (data["final"], data["outcome"]) == (None, None)


def test_standings():
    capped = dataclasses.replace(OPEN, caps=(-60, 90))
    found = text(solution_text(bounded(12, 90, moves=[UNSURE, capped, AFTER]), 2))
    assert found.splitlines()[-3:] == [
        "  8G (CAT)S       6  +12 to +20  best so far",  # no rank is proven
        "  8F S(CAT)       6  -60 to +90  open",
        "and 1 more (--show 0 shows all)",
    ]


@pytest.mark.parametrize(
    ("lower", "upper", "caps", "bounds"),
    [
        (None, None, None, (None, None)),
        (3, None, None, (3, None)),
        (None, None, (-60, 90), (-60, 90)),
        (3, None, (-60, 90), (3, 90)),
        (None, 18, (-60, 90), (-60, 18)),
        (-70, 95, (-60, 90), (-60, 90)),
    ],
)
def test_a_cap_is_the_bound_where_there_is_no_better_one(lower, upper, caps, bounds):
    found = dataclasses.replace(OPEN, lower=lower, upper=upper, caps=caps)
    assert found.bounds == bounds
    assert candidate_json(found) == {
        "move": "8F S(CAT)",
        "score": 6,
        "lower": bounds[0],
        "upper": bounds[1],
        "estimate": None,
        "status": "open",
        "line": [],
    }


@pytest.mark.parametrize(
    ("caps", "told"),
    [
        ((-60, 90), "-60 to +90"),
        ((-1290, 296), "at most +296"),
        ((-60, 390), "at least -60"),
        ((-1290, 390), "not known yet"),
        ((9, 9), "+9"),
        ((390, 390), "+390"),
    ],
)
def test_without_an_estimate_bounds_that_say_nothing_are_left_out(caps, told):
    """As of Maven, which shows what it believes in their place."""
    moves = [dataclasses.replace(each, caps=caps, believed=(1, 2, 3)) for each in (UNSURE, OPEN)]
    last = text(solution_text(bounded(12, 390, moves=moves), 0)).splitlines()[-1]
    assert last.endswith(f"  {told}  open")


def test_the_cap_below_a_move_that_is_worse_is_not_told():
    worse = dataclasses.replace(AFTER, caps=(-60, 90))
    assert "at most +18  worse by at least 2" in text(solution_text(solution(moves=[BEST, worse]), 0))


@pytest.mark.parametrize(
    ("lower", "upper", "known"),
    [
        (None, None, "not known yet"),
        (3, None, "at least +3"),
        (None, -3, "at most -3"),
        (0, 3, "+0 to +3"),
        (3, 3, "+3"),
    ],
)
def test_what_is_known_of_a_number(lower, upper, known):
    assert worth_text(lower, upper) == known


def test_the_end_of_a_line():
    set_up = cgp.loads("/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7) + " S/QU 100/90 4")
    two_passes = [ScoredMove(PASS, "pass", 0), ScoredMove(PASS, "pass", 0)]
    assert "Line       two passes (end of game, -1 and -11)\n" in text(
        solution_text(solution(position=set_up, line=two_passes), 0)
    )


def test_moves():
    assert text(moves_text([step("8G (CAT)S"), step("8F S(CAT)")], POSITION, 1)) == (
        "2 plays\n   play       points  leaves\n1  8G (CAT)S       6\nand 1 more (--show 0 shows all)"
    )


def test_what_a_blank_leaves():
    position = cgp.loads(f"{ROWS} ?S/QU 100/90 0")
    assert text(moves_text([step("8G (CAT)s", position)], position, 0)).endswith("8G (CAT)s       5  S")


def test_snapshot():
    assert snapshot_text(Snapshot("8G (CAT)S", 3, 40, 12345, 99, 1.26)) == (
        "1.3 s, 12,345 nodes: 8G (CAT)S so far, value +3 to +40"
    )
    assert snapshot_text(Snapshot("8G (CAT)S", 3, 400, 12345, 99, 1.26, estimate=7)) == (
        "1.3 s, 12,345 nodes: 8G (CAT)S so far, value about +7 (proven: at least +3)"
    )
