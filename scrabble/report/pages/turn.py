"""Turns on a page: verdict, reasons, and the candidate moves with their bounds as bars.

    lowest bound shown                    0                       highest bound shown
         |-----------------------------------------------------------------|
               o                       a value that is known
            ========                   a value between two bounds
         ........====                  no lower bound: the bar fades

The views here hold the texts that turn.html and to_play.html put into HTML.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scrabble.analysis.turn import AnalysedTurn, AnyTurn, NextMove, Reason, shown_moves, unlisted_moves
from scrabble.game import cgp
from scrabble.records.walk import ReplayedTurn
from scrabble.report.analysis_text import best_text, final_texts, to_play_text, turn_title, verdict_text
from scrabble.report.pages.diagram import PositionFigure, diagram_of
from scrabble.report.pages.templates import HtmlTable
from scrabble.solver import MoveResult
from scrabble.solver.format import TELLING, Bounds, cell_text, interval_phrase, joined, line_text, telling

WIDEST = 60  # points that a bar can show
FADE = 8  # points beyond the highest bound, where a value is open


class Bar(NamedTuple):
    """An interval, in per cent of the width of its cell."""

    kind: str  # exact, between, or open: without a lower bound
    left: str
    right: str


class CandidateRow(NamedTuple):
    """Moves that differ only in the letter of a blank, as a row of the candidates."""

    moves: list[str]
    kinds: str  # best, made: classes in the style sheet
    is_played: bool
    points: int
    value: str
    final: str  # the spread at the end of the game
    result: str  # win, draw or loss, if that is proven
    proven: str  # the proven bounds beside an estimate
    bar: Bar


class EndgameView(NamedTuple):
    """An analysed turn with an empty bag."""

    finals: str  # the result before and after the turn
    line: str
    best: str
    played: str  # the move that was played, if it is not best and its line is known
    claims: Sequence[Reason]
    best_title: str
    rows: list[CandidateRow]
    rest: str  # about the moves that are not shown


class PreendgameView(NamedTuple):
    """The moves of a position with tiles in the bag, as far as they are known."""

    summary: str
    claims: Sequence[Reason]
    moves: HtmlTable
    draws: HtmlTable
    whose: str  # which position the tables are about


class TurnView(NamedTuple):
    """A turn of a game; `verdict` is empty if it was not analysed."""

    number: int
    title: str
    notes: list[str]  # of the record
    verdict: str = ""
    grade: str = ""
    before: PositionFigure | None = None
    cgp: str = ""  # if it was analysed, as is `effort`
    effort: str = ""
    endgame: EndgameView | None = None
    preendgame: PreendgameView | None = None


class ToPlayView(NamedTuple):
    """The move to play now, where a record breaks off."""

    player: str
    verdict: str
    cgp: str
    line: str = ""
    preendgame: PreendgameView | None = None


def turn_view(judged: AnyTurn, names: Sequence[str]) -> TurnView:
    """Return a turn with an empty bag; `names` are those of players 1 and 2."""
    on_turn = judged.turn.player
    view = TurnView(
        judged.number,
        turn_title(judged),
        notes_of(judged.turn),
        capitalized(verdict_text(judged)),
        judged.grade if judged.is_mistake or judged.grade in ("open", "phony") else "none",
        diagram_of(judged.turn.position, (names[on_turn], names[1 - on_turn])),
    )
    if not isinstance(judged, AnalysedTurn):
        return view
    choice = judged.choice
    limit = f", stopped by {choice.limit}" if choice.limit else ""
    return view._replace(
        cgp=cgp.dumps(dataclasses.replace(judged.turn.position, extra=())),
        effort=f"{judged.status}, {choice.nodes:,} nodes, {choice.seconds:.2f} s{limit}",
        endgame=_endgame(judged),
    )


def unanalysed_views(turns: Sequence[AnyTurn]) -> Iterator[TurnView]:
    """Yield those of some turns before the endgame that have notes."""
    for turn in turns:
        notes = notes_of(turn.turn)
        if notes:
            yield TurnView(turn.number, turn_title(turn), notes)


def to_play_view(to_play: NextMove) -> ToPlayView:
    """Return the move to play with an empty bag."""
    line = line_text(to_play.choice.line) if to_play.choice is not None else ""
    return ToPlayView(to_play.player_name, to_play_text(to_play), cgp.dumps(to_play.position), line)


def notes_of(turn: ReplayedTurn) -> list[str]:
    """Return what the record says about a turn."""
    return [note for note in turn.notes if note]


def capitalized(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _endgame(judged: AnalysedTurn) -> EndgameView:
    choice = judged.choice
    best = choice.candidates[0].text
    has_line = judged.played != best and bool(choice.replies.get(judged.played))
    so_far = "" if judged.value.is_exact else " so far"
    return EndgameView(
        finals=_finals(judged),
        line=line_text(choice.line),
        best=best,
        played=judged.played if has_line else "",
        claims=judged.claims,
        best_title=f"best{so_far}: {best_text(choice, 4)}",
        rows=list(_rows(judged)),
        rest=_rest(judged),
    )


def _finals(judged: AnalysedTurn) -> str:
    """Return how the game ends with best play from before the turn, and from after it."""
    before, after = final_texts(judged)
    then = f"; after this turn {judged.player_name} {after}" if before != after else ""
    return f"With best play {judged.player_name} {before}{then}."


def _rows(judged: AnalysedTurn) -> Iterator[CandidateRow]:
    moves = shown_moves(judged)
    bounds = [number for each in moves for number in _scale_numbers(each)]
    is_open = any(each.lower is None or each.lower != each.upper for each in moves)
    high = max(bounds, default=0) + FADE * is_open
    low = max(min(bounds, default=0), high - WIDEST) - 1
    best = judged.choice.best
    for group in joined(
        moves, lambda each: (each.score, each.lower, each.upper, each.estimate, each.text in best)
    ):
        yield _row(judged, group, low, high)


def _row(judged: AnalysedTurn, group: Sequence[MoveResult], low: int, high: int) -> CandidateRow:
    each, names = group[0], [move.text for move in group]
    bounds = Bounds(each.lower, each.upper)
    final = bounds.plus(judged.spread)
    estimate = None if each.estimate is None else each.estimate + judged.spread
    is_played = judged.played in names
    return CandidateRow(
        moves=names,
        kinds=" ".join(["best"] * (each.text in judged.choice.best) + ["made"] * is_played),
        is_played=is_played,
        points=each.score,
        value=cell_text(bounds, each.estimate, "+"),
        final=cell_text(final, estimate, "+"),
        result=final.outcomes[0] if len(final.outcomes) == 1 else "",
        proven=_proven(each),
        bar=_bar(bounds, low, high),
    )


def _rest(judged: AnalysedTurn) -> str:
    """Return what is known about the moves that are not shown."""
    count, upper = unlisted_moves(judged)
    if not count:
        return ""
    least = judged.choice.candidates[0].lower
    if upper is None or (upper > TELLING and not judged.value.is_exact):
        known = ""
    elif least is not None and upper <= least:
        known = ", none of them better"
    else:
        known = f", worth {upper:+} at most"
    return f"and {count:,} more{known}"


def _scale_numbers(each: MoveResult) -> list[int]:
    """Return the numbers that the scale of the bars must include: an estimate, or the bounds."""
    if each.estimate is not None:
        return [each.estimate]
    return [bound for bound in (each.lower, each.upper) if bound is not None]


def _proven(each: MoveResult) -> str:
    """Return what is proven about a move beside its estimate, if that is of interest."""
    bounds = telling(*each.bounds)
    if each.estimate is None or not any(bound is not None for bound in bounds):
        return ""
    return interval_phrase(bounds)


def _bar(bounds: Bounds, low: int, high: int) -> Bar:
    """Return the bar of an interval on a scale from `low` to `high`."""
    span = max(1, high - low)
    left = 100 * (max(low, bounds.lower) - low) / span if bounds.lower is not None else 0.0
    right = 100 * (min(max(low, bounds.upper), high) - low) / span if bounds.upper is not None else 100.0
    kind = "exact" if bounds.is_exact else "open" if bounds.lower is None else "between"
    return Bar(kind, f"{left:.1f}", f"{max(left, right):.1f}")
