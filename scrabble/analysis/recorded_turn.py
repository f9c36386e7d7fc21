"""Turns of a record before they are evaluated: what was played and known, and why a turn may not count."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scrabble.analysis.turn import RecordedTurn, UnanalysedTurn, effective_move
from scrabble.game.move import IllegalMoveError, Move, move_text
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.game.tiles import BLANK
from scrabble.game.unseen import tiles_in_bag
from scrabble.lexicon import Lexicon
from scrabble.records.record import Event, GcgError
from scrabble.records.replay import Game
from scrabble.records.walk import ReplayedTurn, missing_text
from scrabble.wording import counted


def unseen_position(turn: RecordedTurn) -> Position:
    """Return the position before a turn as its player sees it, with tiles in the bag."""
    return with_known(turn.turn.position, turn.turn.shown.tiles)


def with_known(position: Position, known: bytes = b"") -> Position:
    """Return a position with what is known of the opponent's rack; the other tiles count as unseen."""
    return replace(position, rack_codes=(position.rack_codes[0], known), previous=None)


def knows_bag(position: Position) -> bool:
    """Return whether all tiles of the opponent's rack are known, by `with_known`; then so is the bag."""
    return len(position.rack_codes[1]) >= position.rules.rack_size


def actual_bag(on: UnanalysedTurn, following: UnanalysedTurn | None) -> str | None:
    """Return the content of the bag before a turn, if the next turn gives the opponent's rack."""
    if following is None or following.turn.player == on.turn.player or following.turn.missing[0]:
        return None
    unseen, other = (
        Counter(with_known(on.turn.position).unseen),
        Counter(following.turn.position.rack_codes[0]),
    )
    if other - unseen or unseen.total() - other.total() != on.turn.bag:
        return None
    return on.turn.position.alphabet.rack_text(sorted((unseen - other).elements()))


def describe_turn(turn: ReplayedTurn, replayed: Game, lexicon: Lexicon) -> UnanalysedTurn:
    """Return the turn, not yet evaluated; in an endgame with the reason if it cannot be."""
    position, move = turn.position, turn.move
    phonies: tuple[str, ...] = ()
    if move is not None and not move.is_pass:
        fitting = replace(
            position, rack_codes=(bytes(0 if code & BLANK else code for _, _, code in move.placed), b"")
        )
        words = fitting.new_words(move)
        phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    return UnanalysedTurn(
        turn=turn,
        player_name=replayed.record.names[turn.player],
        played=turn.event.move if move is None else move_text(move, position),
        phonies=phonies,
        score=0 if turn.is_taken_back else turn.score,
        reason=_lost_tiles(turn) or ("" if turn.bag else _objection(turn, replayed.record.source)),
    )


def _lost_tiles(turn: ReplayedTurn) -> str:
    """Return why a turn is not judged whose player may have lost a tile on the way; "" otherwise."""
    return f"{counted(turn.lost, 'tile')} of the rack not recorded" if turn.lost else ""


def _objection(turn: ReplayedTurn, source: str) -> str:
    """Return why the endgame position before a turn cannot be searched; "" if it can.

    Raises GcgError for impossible racks.
    """
    if any(turn.missing):
        return missing_text(turn.missing)
    if turn.position.is_over:
        return "the game was over"
    if turn.move is None:
        return "an exchange, though the bag is empty"
    try:
        require_solvable(turn.position)
        turn.position.check(effective_move(turn))
    except (PositionError, IllegalMoveError) as error:
        raise GcgError(f"turn {turn.number}: {error}", turn.event.line, source) from None
    return ""


def turn_of_move(
    position: Position, move: Move, text: str, lexicon: Lexicon, names: tuple[str, str]
) -> UnanalysedTurn:
    """Return a move as the turn of a game."""
    score = position.score(move)
    words = [] if move.is_pass else position.new_words(move)
    phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    turn = ReplayedTurn(
        number=1,
        event=Event(0, position.racks[0], text, score),
        position=position,
        move=move,
        score=score,
        total=position.scores[0] + score,
        bag=tiles_in_bag(position) if position.bag else 0,
        held=(len(position.rack_codes[0]), len(position.rack_codes[1])),
        used=None,
        drawn=0,
    )
    return UnanalysedTurn(turn, names[0], text, phonies, score)
