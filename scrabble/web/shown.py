"""An answer as the page of the explorer shows it: texts, and the numbers behind bars and sorting.

    answer_texts(solution)    the best move, what it is worth, what is proven, the line
    scale_of(rows)            the axis of the bars
    move_rows(solution)       a `MoveRow` for each move
    draw_texts(scenario)      the result with one content of the bag
    draws_texts(move)         what the draws of a move mean

An endgame has values: the future spread, which is the final one without the lead before the move.  With tiles
in the bag there are win probabilities and mean final spreads.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from msgspec import Struct

from scrabble.answer.interval import ANY_CHANCE, Interval, Number
from scrabble.answer.moves import MoveResult, Scenario
from scrabble.answer.names import LineKind, Status
from scrabble.answer.solution import Solution
from scrabble.english import capitalized, counted
from scrabble.game import cgp
from scrabble.report.view import LineStep
from scrabble.wording.chances import chance_cell, chance_text, draw_result_text, percent, spread_cell
from scrabble.wording.claims import (
    NOTHING_MORE,
    claim_text,
    effort_text,
    refuted_text,
    standing,
    value_or_chances,
)
from scrabble.wording.lines import line_text
from scrabble.wording.points import about_text, final_text, result_text, telling_text
from scrabble.wording.replies import practical_notes

FAR = 1e6  # points: in place of a bound that is missing, for sorting
OPEN = "open"
EXACT_VALUES = "exact values"  # the state in which all other moves are worked out
NAMED = 3  # best moves
SCALED = 25  # moves that the axis of the bars is made for
WIDEST = 80  # points that a bar can show
NEAR = 15  # per cent of the axis: closer marks are left out
PROGRESS = {  # what a search does, by the state of its session
    "starting": "Starting …",
    "getting ready": "Loading the search; its first run on a machine compiles it for a minute or two …",
    "searching": "Searching …",
    "done": "All moves are exact.",
    "stopped": "Stopped.",
    "time": "Time limit reached. Continue to search on.",
    "memory": "Memory limit reached; all bounds still hold.",
}


class Bar(Struct):
    """A bar beside a move: its bounds, null where there is none, and its estimate while they differ."""

    lower: float | None
    upper: float | None
    expected: float | None = None


class MoveRow(Struct, kw_only=True):
    """A move in the list."""

    move: str
    score: int
    cells: tuple[str, str]  # value and loss; with tiles in the bag win probability and spread
    outcome: str = ""  # how an endgame ends after it
    kind: str = ""  # what is proven of that: wins, draws, loses, or nothing
    title: str  # of its line
    steps: list[LineStep]  # of its line: the move alone while no more is known
    has_line: bool  # best play after it is known
    bar: Bar  # of values, or of spreads
    win_bar: Bar | None = None  # with tiles in the bag: of win probabilities, in per cent
    wins: int | None = None  # the win probability, or its estimate, in whole per cent
    bar_title: str
    note: tuple[str, str] = ("", "")  # on the replies to it: in short, and all that is known
    lost: float  # in points or in win probability, exactly or at least
    lost_text: str  # exactly, or with "≥"; empty if nothing is proven to be lost
    is_best: bool
    is_exact: bool  # everything is known of it
    is_loss_known: bool
    order: list[float]  # of the list, the greatest first


class Scale(Struct):
    """The axis of the bars."""

    name: str  # what they measure
    bar: str  # the field of a row that they show: bar or win_bar
    low: float
    high: float
    drawn: float  # where the game is drawn, in per cent of the axis
    texts: tuple[str, str, str]  # at its left end, where the game is drawn, at its right end


def scale_of(rows: Iterable[MoveRow], solution: Solution) -> Scale:
    """Return the axis for the best moves; those that are worth less have their bars at its left end.

    It has values, as final spreads where these are known; with tiles in the bag win probabilities in per
    cent, or spreads where all those moves always win, or never.
    """
    best = heapq.nlargest(SCALED, rows, key=lambda row: row.order)
    is_bag = solution.preendgame is not None
    if is_bag and not any(all(row.wins == wins for row in best) for wins in (0, 100)):
        return Scale("win probability", "win_bar", 0, 100, 50, ("0 %", "50 %", "100 %"))
    if is_bag:
        name, lead, drawn = "mean final spread", 0, 0.0
    elif cgp.has_scores(solution.position):
        name, lead, drawn = "final spread", solution.lead, float(-solution.lead)
    else:
        name, lead, drawn = "value", 0, math.inf
    lowers = [-math.inf if row.bar.lower is None else row.bar.lower for row in best]
    uppers = [math.inf if row.bar.upper is None else row.bar.upper for row in best]
    middle = max(*lowers, *(row.bar.expected for row in best if row.bar.expected is not None), -FAR)
    low = max(middle - WIDEST, min(lowers)) - 1
    high = max(low + 1, min(middle + WIDEST, max(uppers)))
    at = 100 * (drawn - low) / (high - low)
    has_drawn = 0 < at < 100
    ends = [f"{round(end + lead):+}" for end in (low, high)]
    texts = (
        ends[0] if at > NEAR or not has_drawn else "",
        "0" if has_drawn else "",
        ends[1] if at < 100 - NEAR or not has_drawn else "",
    )
    return Scale(name, "bar", low, high, at if has_drawn else 0.0, texts)


def move_rows(solution: Solution, steps_of: Callable[[MoveResult], list[LineStep]]) -> dict[str, MoveRow]:
    """Return the row of each move, with the steps of its line."""
    notes = practical_notes(solution.practical or ())
    if solution.preendgame is not None:
        best = max(move.win.lower for move in solution.moves)
        return {move.text: _chance_row(move, solution, best, steps_of(move)) for move in solution.moves}
    best = max(move.lower for move in solution.moves)
    return {
        move.text: _value_row(move, solution, best, notes.get(move.text, ("", "")), steps_of(move))
        for move in solution.moves
    }


def _value_row(
    move: MoveResult, solution: Solution, best: Number, note: tuple[str, str], steps: list[LineStep]
) -> MoveRow:
    text, expected = _value_text(move.bounds, move.value_estimate), move.value_estimate
    lost = max(0, best - move.upper) if move.upper < math.inf else 0
    is_exact, is_best = move.spread.is_exact, move.status.is_best
    outcome, kind = _outcome(move.spread, None if expected is None else expected + move.lead)
    proven = "" if is_exact or expected is None else telling_text(move.bounds)  # else the text says it
    known = f"{text}; proven: {proven}" if proven else text
    is_loss_known = is_exact and solution.spread.is_exact
    lost_text = _loss(str(lost), is_loss_known) if lost else ""
    loss = move.status.value if is_best else lost_text or "0" * is_loss_known
    return MoveRow(
        move=move.text,
        score=move.score,
        cells=(text, loss),
        outcome=outcome,
        kind=kind,
        title=f"{move.text}: {known} ({standing(move, solution)})",
        steps=steps,
        has_line=bool(move.line),
        bar=_bar(move.bounds, expected),
        bar_title=f"worth {text}, proven" if is_exact else known,
        note=note,
        lost=float(lost),
        lost_text=lost_text,
        is_best=is_best,
        is_exact=is_exact,
        is_loss_known=is_loss_known,
        order=[
            float(is_best),
            _finite(move.upper) if expected is None else float(expected),
            _finite(move.upper),
            _finite(move.lower),
            float(move.score),
        ],
    )


def _chance_row(move: MoveResult, solution: Solution, best: Number, steps: list[LineStep]) -> MoveRow:
    win, spread, estimate = move.win, move.spread, move.estimate
    cells = chance_cell(win, estimate), spread_cell(spread, estimate) or OPEN
    title = f"wins {cells[0]}, spread {cells[1]}"
    is_exact, is_best = win.is_exact and spread.is_exact, move.status.is_best
    open_win = "" if win.is_exact or win == ANY_CHANCE else f"; proven: wins {chance_text(win)}"
    lost = Fraction(max(0, best - win.upper))
    is_loss_known = win.is_exact and solution.win.is_exact
    expected = (win.upper, spread.upper) if estimate is None else (estimate.win, estimate.spread)
    return MoveRow(
        move=move.text,
        score=move.score,
        cells=cells,
        title=f"{move.text}: {title} ({move.status})",
        steps=steps,
        has_line=bool(move.line),
        bar=_bar(spread, None if estimate is None else estimate.spread),
        win_bar=_bar(Interval(100 * win.lower, 100 * win.upper), None),
        wins=round(100 * win.lower)
        if win.is_exact
        else None
        if estimate is None
        else round(100 * estimate.win),
        bar_title=f"{title}, proven" if is_exact else f"{title}{open_win}",
        lost=float(lost),
        lost_text=_loss(percent(lost), is_loss_known) if lost else "",
        is_best=is_best,
        is_exact=is_exact,
        is_loss_known=is_loss_known,
        order=[
            float(is_best),
            float(round(100 * expected[0])),
            _finite(expected[1]),
            float(win.upper),
            _finite(spread.upper),
            float(move.score),
        ],
    )


def answer_texts(solution: Solution, state: str, refuted: int, exact: int, seconds: float) -> dict[str, str]:
    """Return the texts about an answer.

    `state` is that of the search; `refuted` and `exact` are numbers of moves.
    """
    best, is_proven = solution.best, solution.status == Status.PROVEN
    named = ", ".join(best[:NAMED]) + " …" * (len(best) > NAMED)
    bag = solution.preendgame
    unproven = " (best spread not proven)" if bag and bag.is_win_proven else " (not proven)"
    worth = value_or_chances(solution)
    is_finished = bag is not None and state == "done"
    claim = claim_text(solution, NOTHING_MORE if is_finished else "")
    progress = "" if is_finished else PROGRESS.get(state, "")
    if state == EXACT_VALUES:
        progress = f"Working out the other moves ({exact:,} of {len(solution.moves):,}) …"
    return {
        "best": named + unproven * (not is_proven),
        "worth": worth,
        "claim": f"{capitalized(claim)}. {progress}".rstrip(),
        "line": _line(solution),
        "effort": _effort(solution, refuted, exact, seconds),
        "count": counted(len(solution.moves), "move"),
        "summary": f"{best[0]} {worth}{'' if is_proven else ' (open)'}",
    }


def _line(solution: Solution) -> str:
    """Return the best line; one that was cut to its first move adds nothing."""
    is_whole = solution.line_kind == LineKind.WHOLE
    if not solution.line or (not is_whole and len(solution.line) == 1):
        return ""
    end = ""
    if solution.final and cgp.has_scores(solution.position):
        end = f"; {final_text(solution.final)}"
    return f"{'' if is_whole else 'so far: '}{line_text(solution.line)}{end}"


def _effort(solution: Solution, refuted: int, exact: int, seconds: float) -> str:
    """Return what the search has done."""
    moves, bag = len(solution.moves), solution.preendgame
    searches = f"{bag.queries:,} searches" if bag else ""
    done = (refuted_text(refuted, moves), f"{exact:,} of {moves:,} exact", searches)
    return ", ".join(filter(None, (*done, effort_text(solution.nodes, seconds))))


def draw_texts(scenario: Scenario, is_one_game: bool) -> tuple[str, str]:
    """Return the result with one content of the bag, and the spread: of one game, or the mean of several."""
    if is_one_game:
        return draw_result_text(scenario.win), telling_text(scenario.spread) or OPEN
    return chance_text(scenario.win), spread_cell(scenario.spread, None) or OPEN


def draws_texts(move: MoveResult, empties_bag: bool, is_settled: bool) -> dict[str, str]:
    """Return the texts about the draws of a move: what they are, what they mean, what is to be chosen."""
    if empties_bag:
        note = "Click a draw to explore the endgame after it."
    else:
        whence = "by passing to the end" if move.is_pass else "with each draw, with tiles left in the bag"
        note = (
            f"Guaranteed {whence}. Click a draw to explore the position after it, "
            "with the opponent to move and not seeing the bag."
        )
    if is_settled and not (move.win.is_exact and move.spread.is_exact):
        note += " Nothing more can be proven about this move."
    first, choose = ("in the bag", "what the bag holds") if move.is_pass else ("draw", "the draw")
    return {"first": first, "note": note, "choose": f"Choose {choose}."}


def _loss(text: str, is_known: bool) -> str:
    return text if is_known else f"≥ {text}"


def _value_text(bounds: Interval, estimate: int | None) -> str:
    """Return a value, or its estimate while it is open."""
    return (telling_text(bounds) or OPEN) if estimate is None or bounds.is_exact else about_text(estimate)


def _outcome(spread: Interval, about: int | None) -> tuple[str, str]:
    """Return how the game ends, by its final spread or an estimate of it, and what is proven of that."""
    lower, upper = spread
    kind = "wins" if lower > 0 else "loses" if upper < 0 else "draws" if lower == upper == 0 else ""
    if kind:
        return result_text(spread, about), kind
    if about is None:
        return OPEN, kind
    return (about_text(about) if about else "about a draw"), kind


def _bar(bounds: Interval, expected: float | None) -> Bar:
    lower, upper = (None if math.isinf(bound) else float(bound) for bound in bounds)
    return Bar(lower, upper, None if bounds.is_exact else expected)


def _finite(number: Number) -> float:
    return float(min(max(number, -FAR), FAR))
