"""The part of the page on a turn with tiles in the bag: verdict, reasons, moves, a table of draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from scrabble.analysis.preendgame_turn import BagMove, BagToPlay, BagTurn
from scrabble.game import cgp
from scrabble.report.pages.diagram import position_figure
from scrabble.report.pages.turn import notes_of
from scrabble.report.preendgame_solution import chance_cell, proven_text, spread_cell, wins_text
from scrabble.report.preendgame_text import (
    draws_of,
    lost_text,
    next_move_line,
    turn_title,
    verdict_text,
    win_chance_text,
)
from scrabble.report.tables import html_table
from scrabble.solver.format import joined, variants_text


def preendgame_section(turn: BagTurn, names: Sequence[str]) -> str:
    """The verdict on a turn; `names` are those of players 1 and 2."""
    on_turn = turn.on.turn.player
    before = position_figure(turn.position, (names[on_turn], names[1 - on_turn]))
    return (
        f'<section class="turn" id="turn-{turn.on.number}" data-turn="{turn.on.number}">'
        f"<h2>{escape(turn_title(turn))}</h2>"
        f'<div class="print-only">{before}</div>{"".join(_content(turn))}'
        f"{notes_of(turn.on.turn)}</section>"
    )


def _content(turn: BagTurn) -> Iterator[str]:
    lost, number = turn.lost_chance, turn.on.number
    grade = "open" if lost is None or (lost.upper and not lost.lower) else "large" if lost.lower else "none"
    text = verdict_text(turn)
    yield f'<p class="verdict {grade}">{escape(text[:1].upper() + text[1:])}</p>'
    yield _told(turn) + _claims(turn)
    yield from _tables(turn, f"of turn {number}")
    yield f"<details><summary>Position as text</summary><code>{escape(cgp.dumps(turn.position))}</code>"
    yield f"<p>{turn.status}, {turn.nodes:,} nodes, {turn.seconds:.2f} s</p></details>"


def preendgame_next_move_section(now: BagToPlay | None) -> str:
    """What to play now, of a record that breaks off; empty when there is nothing to say."""
    if now is None:
        return ""
    told = next_move_line(now)
    parts = [f'<p class="verdict none">{escape(told[:1].upper() + told[1:])}</p>']
    if now.best:
        parts += [_told(now), _claims(now), *_tables(now, "of what to play")]
    position = f"<code>{escape(cgp.dumps(now.position))}</code>"
    return (
        f'<section class="to-play"><h2>To play: {escape(now.player_name)}</h2>{"".join(parts)}'
        f"<details><summary>Position as text</summary>{position}</details></section>"
    )


def bag_mistake(turn: BagTurn) -> str:
    """The entry of a turn that threw chance away in the list of mistakes."""
    lost = f"−{lost_text(turn.lost_chance)}" if turn.lost_chance and turn.lost_chance.is_exact else "?"
    return (
        f'<li><button type="button" class="mistake large" data-turn="{turn.on.number}">'
        f'<span class="lost">{lost}</span><span><b>{escape(turn_title(turn))}</b><br>'
        f"{escape(verdict_text(turn))}</span></button></li>"
    )


def _told(turn: BagTurn | BagToPlay) -> str:
    """What is in the bag, and what the best move makes of it."""
    tiles = "1 tile" if turn.count == 1 else f"{turn.count} tiles"
    wins = wins_text(turn.chance, draws_of(turn), turn.moves[0].estimate)
    best = "the best move" if turn.status == "proven" or turn.chance.is_exact else "the best move so far"
    wins = wins if wins.endswith("is open") else f"{best} {wins}"
    told = f"{tiles} of {turn.unseen} in the bag; {wins}."
    return f'<p class="numbers">{escape(told)}</p>'


def _claims(turn: BagTurn | BagToPlay) -> str:
    claims = "".join(f'<li class="{each.kind}">{escape(each.text)}</li>' for each in turn.claims)
    return f'<ul class="claims">{claims}</ul>' if claims else ""


def _tables(turn: BagTurn | BagToPlay, whose: str) -> Iterator[str]:
    """The moves, and the draws."""
    moves = html_table(
        ["move", "points", "chance", "spread", "status", "proven"], _moves(turn), "chances", range(1, 4)
    )
    yield _scrolling(f"moves {whose}", moves)
    yield _scrolling(f"draws {whose}", _draws(turn))


def _scrolling(name: str, content: str) -> str:
    """A table that may be wider than a telephone."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">{content}</div>'


def _moves(turn: BagTurn | BagToPlay) -> Iterator[Sequence[object]]:
    for group in joined(turn.moves, lambda move: (move.score, _cells(move), move.status)):
        each, name = group[0], variants_text([move.text for move in group])
        made = "played" if any(move is turn.played for move in group) else ""
        best = each.status if each.text in turn.best else ""  # best, or best so far
        chance, spread, proven = _cells(each)
        yield name, each.score, chance, spread, ", ".join(filter(None, (best, made))), proven


def _cells(move: BagMove) -> tuple[str, str, str]:
    """Chance and spread, known or estimated, and what is proven of them."""
    proven = proven_text(move.chance, move.spread)
    return chance_cell(move.chance, move.estimate), spread_cell(move.spread, move.estimate), proven


def _draws(turn: BagTurn | BagToPlay) -> str:
    """With each draw the chance of the best move and of the one that was made."""
    best = next(each for each in turn.moves if each.text == turn.best[0])
    shown = [best] if turn.played in (None, best) else [best, turn.played]
    moves = [each for each in shown if each is not None]
    rows = [
        [
            f"{tiles} (held)" if tiles == turn.held else tiles,
            *(win_chance_text(each.draws[tiles]) if tiles in each.draws else "" for each in moves),
        ]
        for tiles in dict.fromkeys(tiles for each in moves for tiles in each.draws)
    ]
    return html_table(["draw", *(each.text for each in moves)], rows, "draws", ())
