"""The wording of answers: every status, win and loss, ends by passes; see golden/solution.txt."""

from __future__ import annotations

import dataclasses
import io
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as with_fields
from rich.console import Console

from scrabble.answer.decisions import Belief
from scrabble.answer.interval import UNKNOWN, Interval, exactly, outcome_interval
from scrabble.answer.moves import A_PASS, Estimate, MoveResult, Scenario, Step, as_written
from scrabble.answer.names import MoveStatus, Objective, Status, StopReason
from scrabble.answer.plain import as_plain
from scrabble.answer.solution import PreendgameDetails, Snapshot, Solution, known_outcome, solution_json
from scrabble.game import cgp
from scrabble.game.move import ScoredMove
from scrabble.game.position import Position
from scrabble.report.solution import _are_ranked, moves_text, solution_text
from scrabble.wording.claims import snapshot_text
from scrabble.wording.points import worth_text

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


EQUAL = candidate("8F S(CAT)", exactly(20), "best")
LEVEL = candidate("8F S(CAT)", Interval(upper=20), "not better")
OPEN = candidate("8F S(CAT)", UNKNOWN, "open")
LESS = candidate("8F S(CAT)", Interval(upper=12), "worse", Interval(-4, 90))
BLANK, TWIN, LOWER = (  # by text only: the rack has no blank
    with_fields(each, text=f"8G (CAT){letter}") for each, letter in ((BEST, "s"), (EQUAL, "e"), (LESS, "o"))
)
UNSURE = candidate("8G (CAT)S", Interval(12, 20), "best so far")
NEXT = candidate("pass", exactly(-5), "best")
ESTIMATED = with_fields(UNSURE, estimate=estimate_of(17))
NO_SCORES = dataclasses.replace(POSITION, extra=(("scores", "unknown"),))
FAR = Interval(-1631, 299)


def stopped(lower: int = 12, upper: int = 20, **changes: Any) -> Solution:
    """A search that was stopped with two moves left."""
    return bounded(lower, upper, moves=[UNSURE, OPEN], **changes)


def believed(static: Interval) -> Solution:
    """An answer of Maven, which shows what it believes in place of estimates."""
    moves = [UNSURE, candidate("8F S(CAT)", UNKNOWN, "open", static)]
    return bounded(12, 390, moves=moves, believed=tuple(Belief(each.text, 1, 2, 3) for each in moves))


def outcome_asked() -> Solution:
    wins = candidate("8G (CAT)S", Interval(-9), "best so far", WIDE, 1)
    loses = candidate("8F S(CAT)", Interval(upper=-11), "worse", WIDE, -20)
    moves = [wins, loses, candidate("8F S(CAT)", UNKNOWN, "open", WIDE, 5)]
    return solution(Interval(-9, 90), 5, objective=Objective.OUTCOME, moves=moves, final=None)


def estimated() -> Solution:
    moves = [
        ESTIMATED,
        candidate("8F S(CAT)", UNKNOWN, "open", WIDE, 15),
        candidate("8F S(CAT)", UNKNOWN, "open", FAR, 14),
        candidate("8F S(CAT)", Interval(upper=90), "open", FAR, 13),
        candidate("8F S(CAT)", Interval(upper=7), "worse", Interval(-60, 299), 7),
    ]
    return bounded(12, 299, moves=moves, estimate=17)


ANSWERS = {  # of which the lines before the table are shown
    "the only move": solution(moves=[BEST]),
    "no other is better": solution(moves=[BEST, LEVEL]),
    "another is as good": solution(moves=[BEST, EQUAL]),
    "two are as good": solution(moves=[BEST, EQUAL, NEXT]),
    "the only move, with a blank for two letters": solution(moves=[BLANK, TWIN]),
    "another is as good as one with a blank": solution(moves=[BLANK, TWIN, NEXT]),
    "only a pass": solution(moves=[NEXT]),
    "an estimate": solution(status=Status.ESTIMATED),
    "stopped by time": stopped(),
    "a regret that says nothing": stopped(regret=301),
    "nothing is proven": stopped(-301, 301, regret=602),
    "something is proven": stopped(-301, 300, regret=602),
    "stopped by memory": stopped(regret=3, stopped_by="memory"),
    "stopped for no reason": stopped(regret=1, stopped_by=None),
    "proven best, interrupted": stopped(regret=0, stopped_by="interrupt"),
    **{
        f"between {lower:+} and {upper:+}": bounded(lower, upper)
        for lower, upper in ((-3, 90), (-95, -11), (-30, -10), (-12, 5), (-10, -10))
    },
    **{
        f"about {about:+}, between {lower:+} and {upper:+}": bounded(lower, upper, estimate=about)
        for lower, upper, about in (
            *((-3, 90, 40), (-12, 5, 2), (-12, 5, -10)),
            *((-12, 301, 4), (-301, -4, -40), (-301, 301, -40)),
        )
    },
    "a draw": solution(final=(90, 90)),
    "lost": solution(final=(80, 90)),
    "without scores": solution(position=NO_SCORES),
    "without scores, to the end": solution(position=NO_SCORES, final=(90, 80)),
    "without scores, stopped": bounded(30, 90, position=NO_SCORES),
    "two passes": solution(line=[A_PASS, A_PASS]),
}
TABLES = {  # and how many moves are shown, 0 for all
    "every other move is worse": (solution(line=[step(BEST.text)]), 0),
    "moves that differ only in the blank": (solution(moves=[BLANK, LOWER, TWIN, NEXT]), 0),
    "the first of them": (solution(moves=[BLANK, LOWER, TWIN, NEXT]), 1),
    "estimates, and what is proven where it says something": (estimated(), 0),
    "who wins": (outcome_asked(), 0),
    "no rank is proven": (
        bounded(12, 90, moves=[UNSURE, candidate("8F S(CAT)", UNKNOWN, "open", WIDE), AFTER]),
        2,
    ),
    "the cap below a move that is worse": (
        solution(moves=[BEST, candidate("8F S(CAT)", Interval(upper=18), "worse", WIDE)]),
        0,
    ),
}
STATIC = (  # bounds of a move without an estimate
    *(WIDE, Interval(-1290, 296), Interval(-60, 390)),
    *(Interval(-1290, 390), exactly(9), exactly(390)),
)


def preendgame(count: int = 1) -> PreendgameDetails:
    return PreendgameDetails(
        bag_count=count, unseen="AB", bag_is_known=False, evaluated=2, scenario_pairs=2, queries=2
    )


def stopped_with_bag(win: Interval, others: Fraction, objective: Objective) -> Solution:
    """A stopped search with a tile in the bag; other moves win this often at most, or are better by this."""
    best = with_fields(
        BEST, status=MoveStatus.BEST_SO_FAR, win=win, spread=WIDE, estimate=Estimate(spread=2.5, win=0.1)
    )
    return Solution(
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
        preendgame=preendgame(),
    )


NEVER, HALF, OFTEN, ALWAYS = (exactly(Fraction(each, 8)) for each in (0, 4, 5, 8))
STOPPED_WITH_BAG = (
    (NEVER, Fraction(5, 8), Objective.WIN),
    (Interval(Fraction(0), Fraction(1, 4)), Fraction(5, 8), Objective.WIN),
    (OFTEN, Fraction(5, 8), Objective.WIN),
    (ALWAYS, Fraction(1), Objective.WIN),
    (NEVER, Fraction(0), Objective.WIN),
    (OFTEN, Fraction(5, 8), Objective.SPREAD),
    (HALF, Fraction(5, 8), Objective.OUTCOME),
    (NEVER, Fraction(7, 2), Objective.SPREAD),
)


def even(played: str, count: int, scenarios: tuple[Scenario, ...] = ()) -> Solution:
    """An answer that wins every other time; the chance is guaranteed if tiles are left."""
    best = with_fields(candidate(played, exactly(0), "best"), win=HALF, scenarios=scenarios)
    more = {"spread": exactly(Fraction(0))} if scenarios else {}
    return solution(objective=Objective.WIN, moves=(best,), win=HALF, preendgame=preendgame(count), **more)


SCENARIOS = tuple(
    Scenario(tiles=tiles, probability=Fraction(1, 2), spread=exactly(spread), win=exactly(win))
    for tiles, spread, win in (("A", 4, Fraction(1)), ("B", -4, Fraction(0)))
)


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


WITH_BAG = snapshot(Interval(Fraction(-13, 2), Fraction(9, 2)), queries=7)
PROVEN_WITH_BAG = dataclasses.replace(WITH_BAG, win=OFTEN, refuted=8, moves=9)
SNAPSHOTS = (
    snapshot(Interval(3, 40)),
    snapshot(Interval(3, 400), 7),
    snapshot(Interval(3, 40), refuted=5, moves=9),
    dataclasses.replace(
        WITH_BAG, win=Interval(Fraction(1, 4), Fraction(1)), estimate=Estimate(spread=2.5, win=0.618)
    ),
    PROVEN_WITH_BAG,
    dataclasses.replace(PROVEN_WITH_BAG, is_win_proven=True, refuted=2),
)


def told() -> Iterator[tuple[str, str]]:
    """The wording of each case, under its name."""
    for name, found in ANSWERS.items():
        yield name, text(solution_text(found, 0)).split("\n\n")[0]
    for name, (found, shown) in TABLES.items():
        yield name, text(solution_text(found, shown))
    last = [text(solution_text(believed(static), 0)).splitlines()[-1] for static in STATIC]
    yield "moves without an estimate", "\n".join(last)
    for case in STOPPED_WITH_BAG:
        yield "stopped, with a tile in the bag", text(solution_text(stopped_with_bag(*case), 1))
    for played, count in (("8G (CAT)S", 1), ("pass", 1), ("8G (CAT)S", 2)):
        yield f"{played}, {count} in the bag", text(solution_text(even(played, count), 1))
    found = even("8G (CAT)S", 1, SCENARIOS)
    yield "draws of 8G (CAT)S", text(solution_text(found, 1, draws=SCENARIOS))
    yield "while it searches", "\n".join(map(snapshot_text, SNAPSHOTS))
    yield (
        "numbers",
        "\n".join(map(worth_text, (UNKNOWN, Interval(3), Interval(upper=-3), Interval(0, 3), exactly(3)))),
    )
    yield "moves", text(moves_text([play("8G (CAT)S"), play("8F S(CAT)")], POSITION, 1))
    blank = cgp.loads(f"{ROWS} ?S/QU 100/90 0")
    yield "what a blank leaves", text(moves_text([play("8G (CAT)s", blank)], blank, 0))


def test_wording(golden: Callable[[Path, str], None]) -> None:
    lines = "".join(f"--- {name}\n{lines}\n" for name, lines in told())
    golden(Path(__file__).with_name("golden") / "solution.txt", lines)


def test_without_scores_there_is_no_result():
    for name in ("without scores", "without scores, to the end", "without scores, stopped"):
        data = solution_json(ANSWERS[name])
        assert (data["final"], data["outcome"]) == (None, None)


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
