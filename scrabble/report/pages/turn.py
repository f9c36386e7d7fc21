"""Turns on a page: verdict, reasons, and the moves; in an endgame with their bounds as bars.

    lowest bound shown                    0                       highest bound shown
         |-----------------------------------------------------------------|
               o                       a value that is known
            ========                   a value between two bounds
         ........====                  no lower bound: the bar fades

With tiles in the bag tables show the win probabilities of the moves, and of the best one with each draw.

The views here hold the texts that turn.html, evaluation.html and next_move.html put into HTML.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from scrabble.analysis.explain.draw_rules import KNOWN, draws_of, known_text
from scrabble.analysis.turn import AnalysedTurn, AnyTurn, NextMove, remaining_moves, shown_moves
from scrabble.answer.format import (
    TELLING,
    cell_text,
    interval_phrase,
    joined,
    line_text,
    telling,
    variants_text,
)
from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, Interval, Number
from scrabble.answer.moves import MoveResult
from scrabble.answer.reasons import Reason
from scrabble.game import cgp
from scrabble.records.walk import ReplayedTurn
from scrabble.report.chances import chance_cell, chance_text, proven_text, spread_cell, wins_text
from scrabble.report.pages.diagram import PositionFigure, diagram_of
from scrabble.report.pages.templates import HtmlTable
from scrabble.report.verdicts import (
    best_text,
    draw_chances,
    final_texts,
    next_move_text,
    turn_title,
    verdict_text,
)

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


class EvaluationView(NamedTuple):
    """An analysed position; the parts that are empty are left out."""

    numbers: str  # the result before and after the turn, or what is in the bag
    reasons: Sequence[Reason]
    # of endgames
    line: str = ""
    best: str = ""
    played: str = ""  # the move that was played, if it is not best and its line is known
    best_title: str = ""
    rows: Sequence[CandidateRow] = ()
    rest: str = ""  # about the moves that are not shown
    # with tiles in the bag
    tables: Sequence[tuple[str, HtmlTable]] = ()  # with a label


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
    evaluation: EvaluationView | None = None


class NextMoveView(NamedTuple):
    """The move to play now, where a record breaks off."""

    player: str
    verdict: str
    cgp: str
    line: str = ""
    evaluation: EvaluationView | None = None  # with tiles in the bag


def turn_view(turn: AnyTurn, names: Sequence[str]) -> TurnView:
    """Return a turn of the endgame or one that was analysed; `names` are those of players 1 and 2."""
    on_turn = turn.turn.player
    position = turn.turn.position if turn.choice is None else turn.choice.position
    view = TurnView(
        turn.number,
        turn_title(turn),
        notes_of(turn.turn),
        capitalized(verdict_text(turn)),
        turn.grade if turn.is_mistake or turn.grade in ("open", "phony") else "none",
        diagram_of(position, (names[on_turn], names[1 - on_turn])),
    )
    if not isinstance(turn, AnalysedTurn):
        return view
    choice = turn.choice
    limit = f", stopped by {choice.stopped_by}" if choice.stopped_by else ""
    return view._replace(
        cgp=cgp.dumps(replace(position, extra=())),
        effort=f"{turn.status}, {choice.nodes:,} nodes, {choice.seconds:.2f} s{limit}",
        evaluation=_endgame(turn) if turn.is_endgame else _preendgame(turn, f"of turn {turn.number}"),
    )


def unanalysed_views(turns: Sequence[AnyTurn]) -> Iterator[TurnView]:
    """Yield those of some turns before the endgame that have notes."""
    for turn in turns:
        notes = notes_of(turn.turn)
        if notes:
            yield TurnView(turn.number, turn_title(turn), notes)


def next_move_view(found: NextMove) -> NextMoveView:
    """Return the move to play now."""
    choice = found.choice
    return NextMoveView(
        found.player_name,
        capitalized(next_move_text(found)) if found.bag_count else next_move_text(found),
        cgp.dumps(found.position),
        "" if choice is None else line_text(choice.line),
        _preendgame(found, "of what to play") if found.bag_count and choice is not None else None,
    )


def notes_of(turn: ReplayedTurn) -> list[str]:
    """Return what the record says about a turn."""
    return [note for note in turn.notes if note]


def capitalized(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _endgame(turn: AnalysedTurn) -> EvaluationView:
    choice = turn.choice
    best = choice.moves[0].text
    has_line = turn.played != best and bool(choice.replies.get(turn.played))
    so_far = "" if turn.spread.is_exact else " so far"
    return EvaluationView(
        numbers=_finals(turn),
        line=line_text(choice.line),
        best=best,
        played=turn.played if has_line else "",
        reasons=turn.reasons,
        best_title=f"best{so_far}: {best_text(choice, 4)}",
        rows=list(_rows(turn)),
        rest=_rest(turn),
    )


def _finals(turn: AnalysedTurn) -> str:
    """Return how the game ends with best play from before the turn, and from after it."""
    before, after = final_texts(turn)
    then = f"; after this turn {turn.player_name} {after}" if before != after else ""
    return f"With best play {turn.player_name} {before}{then}."


def _rows(turn: AnalysedTurn) -> Iterator[CandidateRow]:
    moves = shown_moves(turn)
    bounds = [number for each in moves for number in _scale_numbers(each)]
    is_open = any(not each.spread.is_exact for each in moves)
    high = max(bounds, default=0) + FADE * is_open
    low = max(min(bounds, default=0), high - WIDEST) - 1
    best = set(turn.choice.best)
    for group in joined(
        moves, lambda each: (each.score, _shown_spread(each), each.estimate, each.text in best)
    ):
        yield _row(turn, group, low, high)


def _row(turn: AnalysedTurn, group: Sequence[MoveResult], low: Number, high: Number) -> CandidateRow:
    each, names = group[0], [move.text for move in group]
    estimate = None if each.estimate is None else int(each.estimate.spread)
    spread = _shown_spread(each)
    bounds = spread.plus(-each.lead)
    is_played = turn.played in names
    return CandidateRow(
        moves=names,
        kinds=" ".join(["best"] * (each.text in turn.choice.best) + ["made"] * is_played),
        is_played=is_played,
        points=each.score,
        value=cell_text(bounds, each.value_estimate, "+"),
        final=cell_text(spread, estimate, "+"),
        result=spread.outcomes[0] if len(spread.outcomes) == 1 else "",
        proven=_proven(each),
        bar=_bar(bounds, low, high),
    )


def _rest(turn: AnalysedTurn) -> str:
    """Return what is known about the moves that are not shown."""
    count, upper = remaining_moves(turn)
    if not count:
        return ""
    if upper is None or (upper > TELLING and not turn.spread.is_exact):
        known = ""
    elif upper <= turn.choice.moves[0].lower:
        known = ", none of them better"
    else:
        known = f", worth {upper:+} at most"
    return f"and {count:,} more{known}"


def _scale_numbers(each: MoveResult) -> list[Number]:
    """Return the numbers that the scale of the bars must include: an estimate, or the bounds."""
    if each.value_estimate is not None:
        return [each.value_estimate]
    return [bound - each.lead for bound in _shown_spread(each) if not math.isinf(bound)]


def _shown_spread(each: MoveResult) -> Interval:
    """Return the bounds to show: of a move that is refuted, only how much it is worth at most."""
    if each.spread.is_exact or each.estimate is not None or not each.status.is_refuted:
        return each.spread
    return Interval(upper=each.spread.upper)


def _proven(each: MoveResult) -> str:
    """Return what is proven about a move beside its estimate, if that is of interest."""
    bounds = telling(each.bounds)
    return "" if each.estimate is None or bounds == UNKNOWN else interval_phrase(bounds)


def _bar(bounds: Interval, low: Number, high: Number) -> Bar:
    """Return the bar of an interval on a scale from `low` to `high`."""
    span = max(1, high - low)
    left = 100 * (max(low, bounds.lower) - low) / span
    right = 100 * (min(max(low, bounds.upper), high) - low) / span
    kind = "exact" if bounds.is_exact else "open" if math.isinf(bounds.lower) else "between"
    return Bar(kind, f"{left:.1f}", f"{max(left, right):.1f}")


def _preendgame(found: AnalysedTurn | NextMove, whose: str) -> EvaluationView:
    """Return a position with tiles in the bag; `whose` names it."""
    headings = ["move", "points", "wins", "spread", "status", "proven"]
    moves = HtmlTable("chances", headings, list(_chance_rows(found)), range(1, 4))
    return EvaluationView(
        _in_bag(found),
        found.reasons,
        tables=((f"moves {whose}", moves), (f"draws {whose}", _draws(found))),
    )


def _in_bag(found: AnalysedTurn | NextMove) -> str:
    """Return what is in the bag, and how often the best move wins."""
    choice = found.choice
    assert choice is not None
    tiles = "1 tile" if choice.bag_count == 1 else f"{choice.bag_count} tiles"
    unseen = choice.position.alphabet.rack_text(choice.unseen.hidden)
    wins = wins_text(choice.win, draw_chances(choice), choice.moves[0].estimate)
    if found.status == "proven" or choice.win.is_exact:
        wins = f"the best move {wins}"
    elif choice.moves[0].estimate is not None or choice.win != ANY_CHANCE:
        wins = f"the best move so far {wins}"
    tense = "is" if isinstance(found, NextMove) else "was"
    is_told = any(reason.kind == KNOWN for reason in found.reasons)
    known = f"; {known_text(choice, tense)}" if choice.unseen.known and not is_told else ""
    return f"{tiles} of {unseen} in the bag{known}; {wins}."


def _chance_rows(found: AnalysedTurn | NextMove) -> Iterator[Sequence[object]]:
    choice, mine = found.choice, found.made_move
    assert choice is not None
    for group in joined(choice.moves, lambda move: (move.score, _chance_cells(move), move.status)):
        each, name = group[0], variants_text([move.text for move in group])
        played = "played" if any(move is mine for move in group) else ""
        best = str(each.status) if each.text in choice.best else ""  # best, or best so far
        chance, spread, proven = _chance_cells(each)
        yield name, each.score, chance, spread, ", ".join(filter(None, (best, played))), proven


def _chance_cells(move: MoveResult) -> tuple[str, str, str]:
    """Return chance and spread, known or estimated, and what is proven about them."""
    proven = proven_text(move.win, move.spread)
    return chance_cell(move.win, move.estimate), spread_cell(move.spread, move.estimate), proven


def _draws(found: AnalysedTurn | NextMove) -> HtmlTable:
    """Return the win probability after each draw, of the best move and of the one that was played."""
    choice, mine = found.choice, found.made_move
    assert choice is not None
    best = choice.best_move
    moves = [best] if mine is None or mine is best else [best, mine]
    draws = [draws_of(each) for each in moves]
    rows = [
        [
            f"{tiles} (held)" if tiles == found.actual_bag else tiles,
            *(chance_text(each[tiles]) if tiles in each else "" for each in draws),
        ]
        for tiles in dict.fromkeys(tiles for each in draws for tiles in each)
    ]
    first = "in the bag" if any(each.is_pass for each in moves) else "draw"
    return HtmlTable("draws", [first, *(each.text for each in moves)], rows)
