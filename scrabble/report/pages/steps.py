"""Data of the script of a page: the tiles, racks and scores of every turn of a game, and its lines.

{"turns": [{"turn", "player", "move", "score", "placed", "stays", "bag", "racks", "scores", "lines"}], ...}

racks, scores    of players 1 and 2, before the turn
lines            {move: [step, ...]} for each candidate
"""

from __future__ import annotations

from typing import Any

from scrabble.analysis.analysis import Analysis
from scrabble.analysis.turn import AnalysedTurn, AnyTurn, shown_moves
from scrabble.answer.moves import Step, played_out
from scrabble.report.view import LineStep, line_steps, placed_by, racks


def script_data(analysis: Analysis) -> dict[str, Any]:
    """Return the steps, the turns to stop at and the sizes of the board."""
    final = analysis.game.final
    on_turn = analysis.game.on_turn
    one, two = analysis.game.totals
    end = "end of the game" if analysis.game.is_over else "unfinished game"
    return {
        "names": list(analysis.names),
        "turns": [_turn(turn) for turn in analysis.turns],
        "final": {  # the step after the last turn
            "player": -1,
            "move": f"{end}: {one}-{two}",
            "score": 0,
            "placed": [],
            "stays": True,
            "bag": analysis.game.bag,
            "lines": {},
            "scores": [one, two],
            "racks": _by_player(racks(final), on_turn),
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
    position, player = replayed.position, replayed.player
    return {
        "turn": turn.number,
        "player": player,
        "move": turn.played,
        "score": turn.score,
        "placed": placed_by(position, replayed.move),
        "racks": _by_player(racks(position), player),
        "scores": _by_player(list(position.scores), player),
        "stays": not replayed.is_taken_back,
        "bag": replayed.bag,
        "lines": _lines(turn),
    }


def _lines(turn: AnyTurn) -> dict[str, list[LineStep]]:
    if not isinstance(turn, AnalysedTurn) or not turn.is_endgame:
        return {}
    position = turn.turn.position
    firsts = {each.text: each.step for each in shown_moves(turn)}
    if turn.turn.move is not None:
        firsts.setdefault(turn.played, Step(turn.played, turn.score))
    lines = {
        move: line_steps(position, [first, *turn.choice.replies.get(move, ())])
        for move, first in firsts.items()
    }
    for move, steps in lines.items():
        steps[0].breaks_off = len(steps) == 1 and not played_out(position, [firsts[move]]).is_over
    return lines


def _by_player(pair: list[Any], on_turn: int) -> list[Any]:
    return pair if on_turn == 0 else pair[::-1]
