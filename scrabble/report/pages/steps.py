"""Data of the script of a page: the tiles, racks and scores of every step of the game and of its lines.

{"turns": [{"turn", "player", "text", "placed", "stays", "racks", "scores", "lines"}]}

placed           [[row, col, letter, points or null for a blank]]
racks, scores    of players 1 and 2, before the step
lines            {move: [step, ...]} for each candidate; a step after which nothing was searched has
                 "breaks_off"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrabble.analysis import Analysis
from scrabble.analysis.turn import AnalysedTurn, AnyTurn, shown_moves
from scrabble.game.move import Move, ScoredMove
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.report.board_svg import MARGIN, SIDE, letter_of

Rack = list[list[Any]]  # [[letter, points or null]]


def script_data(analysis: Analysis) -> dict[str, Any]:
    """Return the steps, the turns to stop at and the sizes of the board."""
    final = analysis.game.final
    on_turn = analysis.game.on_turn
    one, two = analysis.game.totals
    end = "end of the game" if analysis.game.is_over else "unfinished game"
    return {
        "names": list(analysis.names),
        "margin": MARGIN,
        "side": SIDE,
        "turns": [_turn(turn) for turn in analysis.turns],
        "final": {  # the step after the last turn
            "player": -1,
            "text": f"{end}: {one}-{two}",
            "score": 0,
            "placed": [],
            "stays": True,
            "bag": analysis.game.bag,
            "lines": {},
            "scores": [one, two],
            "racks": _by_player([_rack(final, rack) for rack in final.rack_codes], on_turn),
        },
        "mistakes": [turn.number for turn in key_turns(analysis)],
        "first": min((turn.number for turn in analysis), default=len(analysis.turns)),
    }


def key_turns(analysis: Analysis) -> list[AnalysedTurn]:
    """Return the turns to stop at: mistakes, and turning points and phonies of the endgame."""
    return [
        turn
        for turn in analysis
        if isinstance(turn, AnalysedTurn)
        and (turn.is_mistake or turn.result_change or (turn.phonies and turn.is_endgame))
    ]


def _turn(turn: AnyTurn) -> dict[str, Any]:
    replayed = turn.turn
    step = _step(replayed.position, turn.played, turn.score, replayed.move, replayed.player)
    return step | {
        "turn": turn.number,
        "stays": not replayed.is_taken_back,
        "bag": replayed.bag,
        "lines": _lines(turn),
    }


def _lines(turn: AnyTurn) -> dict[str, list[dict[str, Any]]]:
    if not isinstance(turn, AnalysedTurn) or not turn.is_endgame:
        return {}
    position, player = turn.turn.position, turn.turn.player
    firsts = {each.text: ScoredMove(each.move, each.text, each.score) for each in shown_moves(turn)}
    if turn.turn.move is not None:
        firsts.setdefault(turn.played, ScoredMove(turn.turn.move, turn.played, turn.score))
    lines = {
        move: line_steps(position, [first, *turn.choice.replies.get(move, ())], player)
        for move, first in firsts.items()
    }
    for move, steps in lines.items():
        if len(steps) == 1 and not position.play(firsts[move].move).is_over:
            steps[0]["breaks_off"] = True
    return lines


def line_steps(position: Position, line: Sequence[ScoredMove], player: int) -> list[dict[str, Any]]:
    """Return the steps of a line; `player` (0 or 1) begins."""
    steps = []
    for step in line:
        steps.append(_step(position, step.text, step.score, step.move, player))
        position, player = position.play(step.move), 1 - player
    return steps


def _step(position: Position, text: str, score: int, move: Move | None, player: int) -> dict[str, Any]:
    placed = [[row, col, *_tile(position, code)] for row, col, code in (move.placed if move else [])]
    return {
        "player": player,
        "text": text,
        "score": score,
        "placed": placed,
        "racks": _by_player([_rack(position, rack) for rack in position.rack_codes], player),
        "scores": _by_player(list(position.scores), player),
    }


def _rack(position: Position, codes: bytes) -> Rack:
    return [_tile(position, code) for code in sorted(codes, key=lambda code: (code == 0, code))]


def _tile(position: Position, code: int) -> list[Any]:
    is_blank = code & BLANK or not code
    return [letter_of(position, code), None if is_blank else position.alphabet.value_of(code)]


def _by_player(pair: list[Any], on_turn: int) -> list[Any]:
    return pair if on_turn == 0 else pair[::-1]
