"""What the explorer shows of an answer: nothing open looks proven, and a number is written as everywhere.

See golden/shown.txt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

from msgspec.structs import asdict, replace

from scrabble import solve
from scrabble.answer.interval import ANY_CHANCE, DRAWN, UNKNOWN, Interval, exactly
from scrabble.answer.moves import Estimate, Scenario
from scrabble.answer.names import MoveStatus, Status
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.report.view import line_steps
from scrabble.web.shown import MoveRow, answer_texts, draw_texts, move_rows, scale_of

REFUTED, EXACT = 1200, 3
VALUES = (  # bounds of a value, and its estimate, where the lead is 75
    (Interval(-3, 8), 5),
    (Interval(-3), 5),
    (Interval(-2000, 2000), 5),
    (UNKNOWN, None),
    (Interval(upper=-80), -90),
    (Interval(-70), None),
    (Interval(-90, -60), -75),
    (Interval(-75, -75), None),
)
CHANCES = (  # of a move with tiles in the bag: win probability, spread, estimate
    (exactly(1), exactly(-1), None),
    (ANY_CHANCE, UNKNOWN, None),
    (Interval(0, Fraction(1, 2)), Interval(-3), Estimate(spread=2, win=0.25)),
)
DRAWS = (  # the win probability with a draw, and whether one game follows
    *((exactly(1), True), (exactly(DRAWN), True), (Interval(0, DRAWN), True), (Interval(DRAWN, 1), True)),
    *((ANY_CHANCE, True), (exactly(Fraction(1, 4)), False)),
)
SCALES = (((470, 395), ()), ((395, 410), ()), ((0, 0), (cgp.UNKNOWN_SCORES,)))


@cache
def endgame() -> Solution:
    return replace(solve("out-in-two", exact=3), nodes=1234)


@cache
def with_bag() -> Solution:
    found = solve("preendgame:1", nodes=2_000)
    assert found.preendgame is not None
    return replace(found, nodes=1234, preendgame=replace(found.preendgame, queries=56))


def rows_of(solution: Solution) -> dict[str, MoveRow]:
    return move_rows(solution, lambda move: line_steps(solution.position, move.line or (move.step,)))


def row(solution: Solution, **values: object) -> MoveRow:
    """The row of the best move, with other bounds or another estimate, where there are no other moves."""
    [found] = rows_of(replace(solution, moves=(replace(solution.moves[0], **values),))).values()
    return found


def shown(found: MoveRow) -> Iterator[str]:
    """A row, field by field; what is empty is left out."""
    fields = asdict(found) | {"bar": asdict(found.bar), "win_bar": found.win_bar and asdict(found.win_bar)}
    for name in ("order", "steps"):
        del fields[name]
    yield from (f"  {name}: {value}" for name, value in fields.items() if value not in (None, "", ("", "")))


def chance_proven(regret: Fraction, state: str) -> dict[str, str]:
    """The texts where a chance of 5/8 is proven while the spread is open."""
    known = {
        "win": exactly(Fraction(5, 8)),
        "spread": Interval(-40, 60),
        "estimate": Estimate(spread=8.2, win=0.625),
    }
    found = with_bag()
    assert found.preendgame is not None
    details = replace(found.preendgame, is_win_proven=not regret)
    moves = (replace(found.moves[0], **known),)
    changed = replace(found, **known, moves=moves, regret=regret, status=Status.BOUNDED, preendgame=details)
    return answer_texts(changed, state, REFUTED, EXACT, 1.25)


def told() -> Iterator[str]:
    """The wording of each case."""
    yield "--- a proven endgame"
    yield from (
        f"{name}: {text}" for name, text in answer_texts(endgame(), "searching", REFUTED, EXACT, 1.25).items()
    )
    for name, found in [*rows_of(endgame()).items()][:2]:
        yield from (name, *shown(found), *(f"  step: {step.text}, {step.scores}" for step in found.steps))
    best, other = endgame().moves[:2]
    lead = endgame().lead
    for bounds, about in VALUES:
        yield f"--- a value of {bounds}, about {about}"
        estimate = None if about is None else Estimate(value=about, spread=about + lead, win=0.5)
        changed = row(endgame(), spread=bounds.plus(lead), estimate=estimate, status=MoveStatus.OPEN)
        yield from shown(changed)
    for spread in (Interval(other.spread.lower - 9, other.spread.upper), Interval(80, best.spread.upper)):
        yield f"--- a move beside the best one, which ends at {spread}"
        status = MoveStatus.WORSE if spread.upper < best.spread.lower else MoveStatus.OPEN
        moves = best, replace(other, spread=spread, estimate=None, status=status)
        yield from shown(rows_of(replace(endgame(), moves=moves))[other.text])
    for win, spread, estimate in CHANCES:
        yield f"--- a win probability of {win}, a spread of {spread}"
        yield from shown(row(with_bag(), win=win, spread=spread, estimate=estimate))
    for regret, state in ((Fraction(0), "searching"), (Fraction(1, 8), "searching"), (Fraction(0), "done")):
        yield f"--- a chance that is proven, a regret of {regret}, {state}"
        yield from (f"{name}: {text}" for name, text in chance_proven(regret, state).items())
    for win, is_one_game in DRAWS:
        scenario = Scenario(tiles="A", probability=Fraction(1, 8), spread=exactly(-2), win=win)
        yield f"--- a draw that wins {win}, {'one game' if is_one_game else 'several games'}"
        yield ", ".join(draw_texts(scenario, is_one_game))
    for scores, extra in SCALES:
        solution = solve(dataclasses.replace(endgame().position, scores=scores, extra=extra), exact=20)
        scale = scale_of(rows_of(solution).values(), solution)
        yield f"--- the axis at {scores[0]}-{scores[1]}{', not known' * bool(extra)}"
        yield f"{scale.name}, {scale.bar}, {scale.texts}"


def test_what_is_shown(golden: Callable[[Path, str], None]) -> None:
    lines = "".join(f"{line}\n" for line in told()).replace(with_bag().text, "MOVE")
    golden(Path(__file__).with_name("golden") / "shown.txt", lines)


def test_moves_are_in_order() -> None:
    first, second, *_ = rows_of(endgame()).values()
    assert first.order > second.order


def test_with_a_bag_bars_are_of_chances_unless_all_moves_win_or_none() -> None:
    rows = list(rows_of(with_bag()).values())
    assert {row.wins for row in rows} == {0} and scale_of(rows, with_bag()).name == "mean final spread"
    open_ones = [replace(row, wins=40) for row in rows]
    scale = scale_of(open_ones, with_bag())
    assert scale.bar == "win_bar" and scale.texts == ("0 %", "50 %", "100 %")
