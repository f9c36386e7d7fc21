"""A turn of the record before anybody judges it: who played what, and whether it can be judged at all."""

from __future__ import annotations

import dataclasses

from scrabble.analysis.turn import Unjudged
from scrabble.game.move import PASS, IllegalMoveError, Move, move_text
from scrabble.game.position import PositionError, refuse
from scrabble.game.tiles import BLANK
from scrabble.gcg.record import GcgError
from scrabble.lexicon import Lexicon
from scrabble.replay import Replay, missing_text
from scrabble.replay.turn import Turn


def introduced(turn: Turn, replayed: Replay, lexicon: Lexicon) -> Unjudged:
    """A turn without a verdict; in an endgame with the reason why there will be none, if so."""
    position, move = turn.position, turn.move
    phonies: tuple[str, ...] = ()
    if move is not None and not move.is_pass:
        fitting = dataclasses.replace(
            position, racks=(bytes(0 if code & BLANK else code for _, _, code in move.placed), b"")
        )
        words = fitting.new_words(move)
        phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    return Unjudged(
        turn=turn,
        player_name=replayed.game.names[turn.player],
        played=turn.event.move if move is None else move_text(move, position),
        phonies=phonies,
        score=0 if turn.is_taken_back else turn.score,
        reason="" if turn.bag else _objection(turn, replayed.game.source),
    )


def made(turn: Turn) -> Move:
    """What a turn came to: a phony that is taken back is a pass."""
    return PASS if turn.is_taken_back or turn.move is None else turn.move


def _objection(turn: Turn, source: str) -> str:
    """Why the endgame position before a turn cannot be searched.  Raises GcgError for impossible racks."""
    if any(turn.missing):
        return missing_text(turn.missing)
    if turn.position.is_over:
        return "the game was over"
    if turn.move is None:
        return "an exchange, though the bag is empty"
    try:
        refuse(turn.position)
        turn.position.check(made(turn))
    except (PositionError, IllegalMoveError) as error:
        raise GcgError(f"turn {turn.number}: {error}", turn.event.line, source) from None
    return ""
