"""The part of the page on one turn of the endgame: verdict, reasons, candidate moves with interval bars."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from html import escape

from scrabble.analysis.turn import AnalysedTurn, AnyTurn, NextMove, shown_moves, unlisted_moves
from scrabble.game import cgp
from scrabble.records.walk import ReplayedTurn
from scrabble.report.analysis_text import best_text, final_texts, to_play_text, turn_title, verdict_text
from scrabble.report.pages.diagram import position_figure
from scrabble.solver import MoveResult
from scrabble.solver.format import TELLING, Bounds, cell_text, interval_phrase, joined, line_text, telling

WIDEST = 60  # points that a bar can show
FADE = 8  # points beyond the highest bound, where there is none


def turn_section(judged: AnyTurn, names: Sequence[str]) -> str:
    """The verdict on a turn; `names` are those of players 1 and 2."""
    on_turn = judged.turn.player
    before = position_figure(judged.turn.position, (names[on_turn], names[1 - on_turn]))
    return (
        f'<section class="turn" id="turn-{judged.number}" data-turn="{judged.number}">'
        f"<h2>{escape(turn_title(judged))}</h2>"
        f'<div class="print-only">{before}</div>{"".join(_content(judged))}'
        f"{notes_of(judged.turn)}</section>"
    )


def unjudged_section(turn: AnyTurn) -> str:
    """The notes on a turn before the endgame; empty when there are none."""
    notes = notes_of(turn.turn)
    if not notes:
        return ""
    return (
        f'<section class="turn" id="turn-{turn.number}" data-turn="{turn.number}">'
        f"<h2>{escape(turn_title(turn))}</h2>{notes}"
        '<p class="rest">The bag was not empty yet: this turn is not analysed.</p></section>'
    )


def notes_of(turn: ReplayedTurn) -> str:
    """What the record itself says of a turn."""
    notes = "".join(f"<p>{escape(note)}</p>" for note in turn.notes if note)
    return f'<div class="note"><h3>In the record</h3>{notes}</div>' if notes else ""


def next_move_section(to_play: NextMove | None) -> str:
    """What to play now, of a record that breaks off; empty when there is nothing to say."""
    if to_play is None:
        return ""
    line = line_text(to_play.choice.line) if to_play.choice is not None else ""
    position = escape(cgp.dumps(to_play.position))
    return (
        f'<section class="to-play"><h2>To play: {escape(to_play.player_name)}</h2>'
        f'<p class="verdict none">{escape(to_play_text(to_play))}</p>'
        f'<p class="line-text">{escape(line)}</p>'
        f"<details><summary>Position as text</summary><code>{position}</code></details></section>"
    )


def _content(judged: AnyTurn) -> Iterator[str]:
    grade = judged.grade if judged.is_mistake or judged.grade in ("open", "phony") else "none"
    yield f'<p class="verdict {grade}">{escape(_sentence(judged))}</p>'
    if not isinstance(judged, AnalysedTurn):
        return
    choice = judged.choice
    yield f'<p class="numbers">{escape(_numbers(judged))}</p>'
    yield _line(judged)
    if judged.claims:
        claims = "".join(f'<li class="{each.kind}">{escape(each.text)}</li>' for each in judged.claims)
        yield f'<ul class="claims">{claims}</ul>'
    yield _candidates(judged)
    position = dataclasses.replace(judged.turn.position, extra=())
    limit = f", stopped by {choice.limit}" if choice.limit else ""
    effort = f"{choice.nodes:,} nodes, {choice.seconds:.2f} s{limit}"
    yield f"<details><summary>Position as text</summary><code>{escape(cgp.dumps(position))}</code>"
    yield f"<p>{judged.status}, {effort}</p></details>"


def _sentence(judged: AnyTurn) -> str:
    text = verdict_text(judged)
    return text[:1].upper() + text[1:]


def _numbers(judged: AnalysedTurn) -> str:
    """What the turn does to the end of the game."""
    before, after = final_texts(judged)
    then = f"; after this turn {judged.player_name} {after}" if before != after else ""
    return f"With best play {judged.player_name} {before}{then}."


def _line(judged: AnalysedTurn) -> str:
    """Buttons that step through the best line and through what follows from the play made."""
    choice = judged.choice
    best = choice.candidates[0].text
    buttons = [f'<button type="button" class="open-line" data-line="{escape(best)}">Best line</button>']
    if judged.played != best and choice.replies.get(judged.played):
        text = "What follows from the play made"
        buttons.append(
            f'<button type="button" class="open-line" data-line="{escape(judged.played)}">{text}</button>'
        )
    return (
        f'<p class="line-text">{escape(line_text(choice.line))}</p><p class="buttons">{"".join(buttons)}</p>'
    )


def _candidates(judged: AnalysedTurn) -> str:
    moves = shown_moves(judged)
    known = [number for each in moves for number in _numbers_of(each)]
    high = max(known, default=0) + FADE * any(
        each.lower is None or each.lower != each.upper for each in moves
    )
    low = max(min(known, default=0), high - WIDEST) - 1
    best = judged.choice.best
    groups = joined(
        moves, lambda each: (each.score, each.lower, each.upper, each.estimate, each.text in best)
    )
    rows = "".join(_row(judged, group, low, high) for group in groups)
    rest = _rest(judged)
    bars = '<span class="unseen">bounds</span>'
    names = "".join(f"<th class=number>{name}</th>" for name in ("points", "value", "ends"))
    head = f"<th>move</th>{names}<th class=bars>{bars}</th>"
    so_far = "" if judged.value.is_exact else " so far"
    title = f"Candidate moves; best{so_far}: {escape(best_text(judged.choice, 4))}"
    return f'<table class="candidates"><caption>{title}</caption><tr>{head}</tr>{rows}</table>{rest}'


def _rest(judged: AnalysedTurn) -> str:
    """What is known of the moves that are not shown."""
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
    return f'<p class="rest">and {count:,} more{known}</p>'


def _row(judged: AnalysedTurn, group: Sequence[MoveResult], low: int, high: int) -> str:
    choice, each = judged.choice, group[0]
    bounds = Bounds(each.lower, each.upper)
    is_made = judged.played in (move.text for move in group)
    kinds = ["best"] * (each.text in choice.best) + ["made"] * is_made
    moves = [escape(move.text) for move in group]
    names = " or ".join(
        f'<button type="button" class="open-line" data-line="{move}">{move}</button>' for move in moves
    )
    made = " <small>played</small>" if is_made else ""
    return (
        f'<tr class="{" ".join(kinds)}"><td>{names}{made}</td><td class=number>{each.score}</td>'
        f"<td class=number>{cell_text(bounds, each.estimate, '+')}</td>{_ends(judged, each)}"
        f"<td class=bars{_proven_title(each)}>{_bar(bounds, low, high)}</td></tr>"
    )


def _ends(judged: AnalysedTurn, each: MoveResult) -> str:
    """The spread at the end of the game after a move, and who wins, if that is known."""
    spread = Bounds(each.lower, each.upper).plus(judged.spread)
    about = None if each.estimate is None else each.estimate + judged.spread
    result = spread.outcomes[0] if len(spread.outcomes) == 1 else ""
    word = f" <small>{result}</small>" if result else ""
    return f'<td class="number {result}">{cell_text(spread, about, "+")}{word}</td>'


def _numbers_of(each: MoveResult) -> list[int]:
    """The numbers that the scale of the bars must hold: an estimate, or the bounds."""
    if each.estimate is not None:
        return [each.estimate]
    return [bound for bound in (each.lower, each.upper) if bound is not None]


def _proven_title(each: MoveResult) -> str:
    """What is proven of a move beside its estimate, where that says something."""
    bounds = telling(*each.bounds)
    if each.estimate is None or not any(bound is not None for bound in bounds):
        return ""
    return f' title="proven: {interval_phrase(bounds)}"'


def _bar(bounds: Bounds, low: int, high: int) -> str:
    """An interval as a bar from `low` to `high`; without a bound it fades away on that side."""
    span = max(1, high - low)
    left = 100 * (max(low, bounds.lower) - low) / span if bounds.lower is not None else 0.0
    right = 100 * (min(max(low, bounds.upper), high) - low) / span if bounds.upper is not None else 100.0
    kind = "exact" if bounds.is_exact else "open" if bounds.lower is None else "between"
    return f'<i class="bar {kind}" style="--from:{left:.1f};--to:{max(left, right):.1f}"></i>'
