"""The wording of answers: every status, win and loss, ends by passes."""

from __future__ import annotations

import dataclasses
import io
import random
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace as with_fields
from rich.console import Console

from scrabble.answer.decisions import Belief
from scrabble.answer.format import worth_text
from scrabble.answer.interval import UNKNOWN, Interval, exactly, outcome_interval
from scrabble.answer.moves import A_PASS, Estimate, MoveResult, Scenario, Step, as_written
from scrabble.answer.names import MoveStatus, Objective, Status, StopReason
from scrabble.answer.plain import as_plain
from scrabble.answer.solution import PreendgameDetails, Snapshot, Solution, known_outcome, solution_json
from scrabble.game import cgp
from scrabble.game.move import ScoredMove
from scrabble.game.position import Position
from scrabble.report.solution import _are_ranked, moves_text, snapshot_text, solution_text

ROWS = "/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7)
POSITION = cgp.loads(f"{ROWS} S/QU 100/90 4")


def step(text: str, position: Position = POSITION) -> Step:
    return Step(text, 0 if text == "pass" else position.score(position.parse_move(text)))


def play(text: str, position: Position = POSITION) -> ScoredMove:
    move = position.parse_move(text)
    return ScoredMove(move, text, position.score(move))


LEAD = POSITION.spread
WIDE = Interval(-60, 90)


def candidate(
    text: str, searched: Interval, status: str, static: Interval = UNKNOWN, estimate: int | None = None
) -> MoveResult:
    """A move with the bounds of its value by the search, by static bounds, and its estimated value."""
    found, spread = step(text), searched.meet(static).plus(LEAD)
    return MoveResult(
        text=text,
        score=found.score,
        status=MoveStatus(status),
        value=int(spread.lower) - LEAD if spread.is_exact else None,
        spread=spread,
        win=outcome_interval(spread),
        lead=LEAD,
        estimate=estimate_of(estimate),
        searched=searched,
    )


def estimate_of(value: int | None) -> Estimate | None:
    return None if value is None else Estimate(value=value, spread=value + LEAD, win=float(value + LEAD > 0))


BEST = candidate("8G (CAT)S", exactly(20), "best")
AFTER = candidate("8F S(CAT)", Interval(upper=18), "worse")


VALUE = exactly(20)


def solution(bounds: Interval = VALUE, estimate: int | None = None, **changes: Any) -> Solution:
    """A proven answer with changes; `bounds` and `estimate` are those of the value."""
    fields: dict[str, Any] = {
        "position": POSITION,
        "solver": "alphabeta",
        "objective": Objective.VALUE,
        "status": Status.PROVEN,
        "spread": bounds.plus(LEAD),
        "regret": 0,
        "value": bounds.exact,
        "final": (120, 90),
        "moves": [BEST, AFTER],
        "estimate": estimate_of(estimate),
        "nodes": 1234,
        "seconds": 0.5,
    }
    fields |= changes
    return Solution(**fields | {"win": known_outcome(fields["position"], fields["spread"])})


def bounded(lower: int, upper: int, **changes: Any) -> Solution:
    """A stopped search."""
    fields = {"value": None, "final": None, "stopped_by": StopReason.TIME, "regret": upper - lower}
    return solution(Interval(lower, upper), status=Status.BOUNDED, **fields | changes)


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


EQUAL = candidate("8F S(CAT)", exactly(20), "best")
LEVEL = candidate("8F S(CAT)", Interval(upper=20), "not better")
OPEN = candidate("8F S(CAT)", UNKNOWN, "open")
LESS = candidate("8F S(CAT)", Interval(upper=12), "worse", Interval(-4, 90))
BLANK, TWIN, LOWER = (  # by text only: the rack has no blank
    with_fields(each, text=f"8G (CAT){letter}")
    for each, letter in (
        (BEST, "s"),
        (EQUAL, "e"),
        (LESS, "o"),
    )
)
UNSURE = candidate("8G (CAT)S", Interval(12, 20), "best so far")
NEXT = candidate("pass", exactly(-5), "best")


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({}, "8G (CAT)S for 6: proven, every other move is worse"),
        ({"moves": [BEST]}, "8G (CAT)S for 6: proven, the only move"),
        ({"moves": [BEST, LEVEL]}, "8G (CAT)S for 6: proven, no other move is better"),
        ({"moves": [BEST, EQUAL]}, "8G (CAT)S for 6: proven, 1 other is as good"),
        ({"moves": [BEST, EQUAL, NEXT]}, "8G (CAT)S for 6: proven, 2 others are as good"),
        (
            {"moves": [BLANK, TWIN]},
            "8G (CAT)s (or (CAT)e) for 6: proven, the only move",
        ),
        (
            {"moves": [BLANK, TWIN, NEXT]},
            "8G (CAT)s (or (CAT)e) for 6: proven, 1 other is as good",
        ),
        ({"moves": [NEXT]}, "pass: proven, the only move"),
        ({"status": Status.ESTIMATED}, "8G (CAT)S for 6: an estimate, not proven"),
    ],
)
def test_claims(changes, claim):
    assert f"Best move  {claim}\n" in text(solution_text(solution(**changes), 0))


def test_moves_that_differ_only_in_the_blank_are_one_row():
    found = solution(moves=[BLANK, LOWER, TWIN, NEXT])
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
            {"regret": 3, "stopped_by": "memory"},
            "not proven (memory limit); at most 3 points short of the best move",
        ),
        (
            {"regret": 1, "stopped_by": None},
            "not proven (stopped early); at most 1 point short of the best move",
        ),
        ({"regret": 0, "stopped_by": "interrupt"}, "proven best, but its value is open (interrupted)"),
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
    far_off = Interval(-1631, 299)
    chosen = with_fields(UNSURE, estimate=estimate_of(17))
    near = candidate("8F S(CAT)", UNKNOWN, "open", WIDE, 15)
    far = candidate("8F S(CAT)", UNKNOWN, "open", far_off, 14)
    bounded_above = candidate("8F S(CAT)", Interval(upper=90), "open", far_off, 13)
    worse = candidate("8F S(CAT)", Interval(upper=7), "worse", Interval(-60, 299), 7)
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
    wins = candidate("8G (CAT)S", Interval(-9), "best so far", WIDE, 1)
    loses = candidate("8F S(CAT)", Interval(upper=-11), "worse", WIDE, -20)
    unknown = candidate("8F S(CAT)", UNKNOWN, "open", WIDE, 5)
    moves = [wins, loses, unknown]
    found = solution(Interval(-9, 90), 5, objective=Objective.OUTCOME, moves=moves, final=None)
    last = text(solution_text(found, 0)).splitlines()[-3:]
    assert [line.split("  ")[-1] for line in last] == ["proven: wins", "proven: loses", "open"]


@pytest.mark.parametrize(("final", "result"), [((90, 90), "90-90, a draw"), ((80, 90), "80-90, lost by 10")])
def test_final_scores(final, result):
    assert f"Result     {result}\n" in text(solution_text(solution(final=final), 0))


def test_without_scores_there_is_no_result():
    unknown = dataclasses.replace(POSITION, extra=(("scores", "unknown"),))
    for found in (
        solution(position=unknown),
        solution(position=unknown, final=(90, 80)),
        bounded(30, 90, position=unknown),
    ):
        assert " Result unknown: no scores are given " in " ".join(text(solution_text(found, 0)).split())
        data = solution_json(found)
        assert (data["final"], data["outcome"]) == (None, None)


def test_standings():
    capped = candidate("8F S(CAT)", UNKNOWN, "open", WIDE)
    found = text(solution_text(bounded(12, 90, moves=[UNSURE, capped, AFTER]), 2))
    assert found.splitlines()[-3:] == [
        "  8G (CAT)S       6  +12 to +20  best so far",  # no rank is proven
        "  8F S(CAT)       6  -60 to +90  open",
        "and 1 more (--show 0 shows all)",
    ]


@pytest.mark.parametrize(
    ("searched", "static", "bounds", "spread", "win"),
    [
        (UNKNOWN, UNKNOWN, UNKNOWN, [None, None], [0, 1]),
        (Interval(3), UNKNOWN, Interval(3), [13, None], [1, 1]),
        (UNKNOWN, WIDE, WIDE, [-50, 100], [0, 1]),
        (Interval(3), WIDE, Interval(3, 90), [13, 100], [1, 1]),
        (Interval(upper=18), WIDE, Interval(-60, 18), [-50, 28], [0, 1]),
        (Interval(-70, 95), WIDE, WIDE, [-50, 100], [0, 1]),
        (Interval(-10, -10), WIDE, exactly(-10), [0, 0], ["1/2", "1/2"]),
        (Interval(-60, -10), WIDE, Interval(-60, -10), [-50, 0], [0, "1/2"]),
    ],
)
def test_a_static_bound_holds_where_there_is_no_better_one(searched, static, bounds, spread, win):
    found = candidate("8F S(CAT)", searched, "open", static)
    assert found.bounds == bounds == Interval(found.lower, found.upper) and found.value == bounds.exact
    assert as_plain(as_written(found)) == {
        "move": "8F S(CAT)",
        "score": 6,
        "status": "open",
        "value": bounds.exact,
        "spread": spread,
        "win": win,
        "estimate": None,
        "line": [],
        "scenarios": [],
    }


@pytest.mark.parametrize(
    ("static", "told"),
    [
        (WIDE, "-60 to +90"),
        (Interval(-1290, 296), "at most +296"),
        (Interval(-60, 390), "at least -60"),
        (Interval(-1290, 390), "not known yet"),
        (exactly(9), "+9"),
        (exactly(390), "+390"),
    ],
)
def test_without_an_estimate_bounds_that_say_nothing_are_left_out(static, told):
    """As of Maven, which shows what it believes in their place."""
    moves = [UNSURE, candidate("8F S(CAT)", UNKNOWN, "open", static)]
    believed = tuple(Belief(each.text, 1, 2, 3) for each in moves)
    last = text(solution_text(bounded(12, 390, moves=moves, believed=believed), 0)).splitlines()[-1]
    assert last.endswith(f"  {told}  open")


def test_the_place_of_a_move_is_proven_if_no_move_before_it_is_worth_less_and_none_after_it_more():
    rng = random.Random(5)
    for _ in range(300):
        lows = sorted((rng.randint(0, 12) for _ in range(rng.randint(1, 6))), reverse=True)
        moves = [
            candidate("8F S(CAT)", Interval(low, low + rng.choice((0, 0, 0, 2))), "open") for low in lows
        ]
        assert _are_ranked(moves) == [
            all(each.lower >= move.upper for each in moves[:at])
            and all(each.upper <= move.lower for each in moves[at + 1 :])
            for at, move in enumerate(moves)
        ]


def test_the_cap_below_a_move_that_is_worse_is_not_told():
    worse = candidate("8F S(CAT)", Interval(upper=18), "worse", WIDE)
    assert "at most +18  worse by at least 2" in text(solution_text(solution(moves=[BEST, worse]), 0))


@pytest.mark.parametrize(
    ("bounds", "known"),
    [
        (UNKNOWN, "not known yet"),
        (Interval(3), "at least +3"),
        (Interval(upper=-3), "at most -3"),
        (Interval(0, 3), "+0 to +3"),
        (exactly(3), "+3"),
    ],
)
def test_what_is_known_of_a_number(bounds, known):
    assert worth_text(bounds) == known


def test_the_end_of_a_line():
    set_up = cgp.loads("/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7) + " S/QU 100/90 4")
    two_passes = [A_PASS, A_PASS]
    assert "Line       two passes (end of game, -1 and -11)\n" in text(
        solution_text(solution(position=set_up, line=two_passes), 0)
    )


def test_moves():
    assert text(moves_text([play("8G (CAT)S"), play("8F S(CAT)")], POSITION, 1)) == (
        "2 plays\n   play       points  leaves\n1  8G (CAT)S       6\nand 1 more (--show 0 shows all)"
    )


def test_what_a_blank_leaves():
    position = cgp.loads(f"{ROWS} ?S/QU 100/90 0")
    assert text(moves_text([play("8G (CAT)s", position)], position, 0)).endswith("8G (CAT)s       5  S")


def snapshot(bounds: Interval, estimate: int | None = None, **changes: Any) -> Snapshot:
    spread = bounds.plus(LEAD)
    fields: dict[str, Any] = {
        "text": "8G (CAT)S",
        "spread": spread,
        "win": outcome_interval(spread),
        "lead": LEAD,
        "estimate": estimate_of(estimate),
        "refuted": 0,
        "moves": 1,
        "nodes": 12345,
        "seconds": 1.26,
        "expansions": 99,
    }
    return Snapshot(**fields | changes)


def test_snapshot():
    assert snapshot_text(snapshot(Interval(3, 40))) == (
        "1.3 s, 12,345 nodes: 8G (CAT)S so far, value +3 to +40"
    )
    assert snapshot_text(snapshot(Interval(3, 400), 7)) == (
        "1.3 s, 12,345 nodes: 8G (CAT)S so far, value about +7 (proven: at least +3)"
    )
    assert snapshot_text(snapshot(Interval(3, 40), refuted=5, moves=9)).endswith(
        "value +3 to +40, 5 of 8 moves refuted"
    )


def test_snapshot_of_a_pre_endgame():
    found = snapshot(Interval(Fraction(-13, 2), Fraction(9, 2)), queries=7)
    about = Estimate(spread=2.5, win=0.618)
    open_chance = dataclasses.replace(found, win=Interval(Fraction(1, 4), Fraction(1)), estimate=about)
    assert snapshot_text(open_chance) == (
        "1.3 s, 12,345 nodes: 8G (CAT)S so far, wins about 62 % (proven: at least 1/4, 25 %)"
    )
    known = dataclasses.replace(found, win=exactly(Fraction(5, 8)), refuted=8, moves=9)
    assert snapshot_text(known).endswith("8G (CAT)S so far, wins 5/8 (62.5 %), 8 of 8 moves refuted")
    is_open = dataclasses.replace(known, is_win_proven=True, refuted=2)
    assert snapshot_text(is_open).endswith(
        "wins 5/8 (62.5 %); proven, no move wins more often, best spread still open, 2 of 8 moves refuted"
    )


@pytest.mark.parametrize(
    ("win", "others", "objective", "claim", "chance"),
    [
        (
            exactly(Fraction(0)),
            Fraction(5, 8),
            Objective.WIN,
            "not proven (time limit); another move may win more often, by up to 62.5 %",
            "never wins, proven",
        ),
        (
            Interval(Fraction(0), Fraction(1, 4)),
            Fraction(5, 8),
            Objective.WIN,
            "not proven (time limit); another move may win more often, by up to 62.5 %",
            "wins about 10 % (proven: at most 1/4, 25 %)",
        ),
        (
            exactly(Fraction(5, 8)),
            Fraction(5, 8),
            Objective.WIN,
            "proven, no move wins more often; another that wins as often may have a better spread "
            "(time limit)",
            "wins 5/8 (62.5 %), proven",
        ),
        (
            exactly(Fraction(1)),
            Fraction(1),
            Objective.WIN,
            "proven to win; another may win by more on average (time limit)",
            "always wins, proven",
        ),
        (
            exactly(Fraction(0)),
            Fraction(0),
            Objective.WIN,
            "proven that every move loses; another may lose by less on average (time limit)",
            "never wins, proven",
        ),
        (
            exactly(Fraction(5, 8)),
            Fraction(5, 8),
            Objective.SPREAD,
            "proven, no move scores more; another that scores as much may win more often (time limit)",
            "wins 5/8 (62.5 %), proven",
        ),
        (
            exactly(Fraction(1, 2)),
            Fraction(5, 8),
            Objective.OUTCOME,
            "not proven (time limit); another move may win more often, by up to 12.5 %",
            "wins 1/2 (50 %), proven",
        ),
        (
            exactly(Fraction(0)),
            Fraction(7, 2),
            Objective.SPREAD,
            "not proven (time limit); another move may be better by up to 3.5 points",
            "never wins, proven",
        ),
    ],
)
def test_what_is_proven_of_a_pre_endgame_is_told_from_what_is_estimated(
    win, others, objective, claim, chance
):
    best = with_fields(
        BEST, status=MoveStatus.BEST_SO_FAR, win=win, spread=WIDE, estimate=Estimate(spread=2.5, win=0.1)
    )
    found = Solution(
        position=POSITION,
        solver="bstar",
        objective=objective,
        status=Status.BOUNDED,
        spread=WIDE,
        win=Interval(win.lower, max(win.upper, others)),
        regret=others - (win.lower if objective != Objective.SPREAD or others == win.lower else 0),
        moves=(best,),
        estimate=best.estimate,
        stopped_by=StopReason.TIME,
        preendgame=PreendgameDetails(
            bag_count=1, unseen="A", bag_is_known=False, evaluated=1, scenario_pairs=2, queries=1
        ),
    )
    told = " ".join(text(solution_text(found, 1)).split())
    assert f"8G (CAT)S for 6: {claim} Win probability {chance} Spread" in told


@pytest.mark.parametrize(
    ("played", "count", "guarantee"),
    [
        ("8G (CAT)S", 1, ""),
        ("pass", 1, ", guaranteed whatever the opponent does"),
        ("8G (CAT)S", 2, ", guaranteed whatever the opponent does"),
    ],
)
def test_a_chance_is_guaranteed_if_tiles_are_left(played, count, guarantee):
    half = exactly(Fraction(1, 2))
    best = with_fields(candidate(played, exactly(0), "best"), win=half)
    details = PreendgameDetails(
        bag_count=count, unseen="AB", bag_is_known=False, evaluated=2, scenario_pairs=2, queries=2
    )
    found = solution(objective=Objective.WIN, moves=(best,), win=half, preendgame=details)
    told = " ".join(text(solution_text(found, 1)).split())
    assert f"Win probability wins 1/2 (50 %){guarantee} Spread" in told


@pytest.mark.parametrize(
    ("played", "wins", "heading"),
    [("8G (CAT)S", "wins with 1 of 2 draws (50 %)", "draw"), ("pass", "wins 1/2 (50 %)", "in the bag")],
)
def test_a_pass_draws_nothing(played, wins, heading):
    half = Fraction(1, 2)
    scenarios = tuple(
        Scenario(tiles=tiles, probability=half, spread=exactly(spread), win=exactly(win))
        for tiles, spread, win in (("A", 4, Fraction(1)), ("B", -4, Fraction(0)))
    )
    mean = {"spread": exactly(Fraction(0)), "win": exactly(half)}
    best = with_fields(candidate(played, exactly(0), "best"), scenarios=scenarios, **mean)
    details = PreendgameDetails(
        bag_count=1, unseen="AB", bag_is_known=False, evaluated=2, scenario_pairs=2, queries=2
    )
    found = solution(objective=Objective.WIN, moves=(best,), preendgame=details, **mean)
    told = " ".join(text(solution_text(found, 1, draws=scenarios)).split())
    assert f"Win probability {wins}" in told and f"{heading} share spread" in told
