"""Turns with tiles in the bag on a page: verdict, reasons, the moves, and the chances after each draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scrabble.analysis.preendgame_turn import BagMove, BagToPlay, BagTurn
from scrabble.game import cgp
from scrabble.report.pages.diagram import diagram_of
from scrabble.report.pages.templates import HtmlTable
from scrabble.report.pages.turn import PreendgameView, ToPlayView, TurnView, capitalized, notes_of
from scrabble.report.preendgame_solution import ANY, chance_cell, proven_text, spread_cell, wins_text
from scrabble.report.preendgame_text import (
    draws_of,
    next_move_line,
    turn_title,
    verdict_text,
    win_chance_text,
)
from scrabble.solver.format import joined, variants_text


def preendgame_turn_view(turn: BagTurn, names: Sequence[str]) -> TurnView:
    """Return a turn with tiles in the bag; `names` are those of players 1 and 2."""
    on_turn, lost = turn.on.turn.player, turn.lost_chance
    grade = "open" if lost is None or (lost.upper and not lost.lower) else "large" if lost.lower else "none"
    return TurnView(
        turn.on.number,
        turn_title(turn),
        notes_of(turn.on.turn),
        capitalized(verdict_text(turn)),
        grade,
        diagram_of(turn.position, (names[on_turn], names[1 - on_turn])),
        cgp.dumps(turn.position),
        f"{turn.status}, {turn.nodes:,} nodes, {turn.seconds:.2f} s",
        preendgame=_view(turn, f"of turn {turn.on.number}"),
    )


def preendgame_to_play_view(now: BagToPlay) -> ToPlayView:
    """Return the move to play with tiles in the bag."""
    return ToPlayView(
        now.player_name,
        capitalized(next_move_line(now)),
        cgp.dumps(now.position),
        preendgame=_view(now, "of what to play") if now.best else None,
    )


def _view(turn: BagTurn | BagToPlay, whose: str) -> PreendgameView:
    headings = ["move", "points", "chance", "spread", "status", "proven"]
    moves = HtmlTable("chances", headings, list(_moves(turn)), range(1, 4))
    return PreendgameView(_summary(turn), turn.claims, moves, _draws(turn), whose)


def _summary(turn: BagTurn | BagToPlay) -> str:
    """Return what is in the bag, and how often the best move wins."""
    tiles = "1 tile" if turn.count == 1 else f"{turn.count} tiles"
    wins = wins_text(turn.chance, draws_of(turn), turn.moves[0].estimate)
    if turn.status == "proven" or turn.chance.is_exact:
        wins = f"the best move {wins}"
    elif turn.moves[0].estimate is not None or turn.chance != ANY:
        wins = f"the best move so far {wins}"
    return f"{tiles} of {turn.unseen} in the bag; {wins}."


def _moves(turn: BagTurn | BagToPlay) -> Iterator[Sequence[object]]:
    for group in joined(turn.moves, lambda move: (move.score, _cells(move), move.status)):
        each, name = group[0], variants_text([move.text for move in group])
        played = "played" if any(move is turn.played for move in group) else ""
        best = each.status if each.text in turn.best else ""  # best, or best so far
        chance, spread, proven = _cells(each)
        yield name, each.score, chance, spread, ", ".join(filter(None, (best, played))), proven


def _cells(move: BagMove) -> tuple[str, str, str]:
    """Return chance and spread, known or estimated, and what is proven about them."""
    proven = proven_text(move.chance, move.spread)
    return chance_cell(move.chance, move.estimate), spread_cell(move.spread, move.estimate), proven


def _draws(turn: BagTurn | BagToPlay) -> HtmlTable:
    """Return the win chance after each draw, of the best move and of the one that was played."""
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
    return HtmlTable("draws", ["draw", *(each.text for each in moves)], rows)
