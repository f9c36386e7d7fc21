"""Turns of a record before they are evaluated: what was played and known, and why a turn may not count."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scrabble.answer.turns import NOT_ANALYSED, NOTHING_KNOWN, UNKNOWN_STATUS, NextMove, Turn, position_keys
from scrabble.english import counted
from scrabble.game.move import IllegalMoveError, Move, move_text
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.game.unseen import tiles_in_bag
from scrabble.lexicon import Lexicon
from scrabble.records.record import Event, GcgError
from scrabble.records.replay import Game
from scrabble.records.walk import ReplayedTurn, missing_text


def unseen_position(turn: Turn) -> Position:
    """Return the position before a turn as its player sees it, with tiles in the bag."""
    return with_known(turn.replayed.position, turn.replayed.shown.tiles)


def with_known(position: Position, known: bytes = b"") -> Position:
    """Return a position with what is known of the opponent's rack; the other tiles count as unseen."""
    return replace(position, rack_codes=(position.rack_codes[0], known), previous=None)


def knows_bag(position: Position) -> bool:
    """Return whether all tiles of the opponent's rack are known, by `with_known`; then so is the bag."""
    return len(position.rack_codes[1]) >= position.rules.rack_size


def actual_bag(on: Turn, following: Turn | None) -> str | None:
    """Return the content of the bag before a turn, if the next turn gives the opponent's rack."""
    if following is None or following.player == on.player or following.replayed.missing[0]:
        return None
    unseen, other = (
        Counter(with_known(on.replayed.position).unseen),
        Counter(following.replayed.position.rack_codes[0]),
    )
    if other - unseen or unseen.total() - other.total() != on.bag:
        return None
    return on.replayed.position.alphabet.rack_text(sorted((unseen - other).elements()))


def describe_turn(turn: ReplayedTurn, replayed: Game, lexicon: Lexicon) -> Turn:
    """Return the turn, not yet evaluated; in an endgame with the reason if it cannot be."""
    position, move = turn.position, turn.move
    phonies: tuple[str, ...] = ()
    if move is not None:
        phonies = _phonies(replace(position, rack_codes=(move.from_rack, b"")), move, lexicon)
    name, played = replayed.record.names[turn.player], turn.event.move
    if turn.lost:  # the player may have lost a tile on the way
        reason = f"{counted(turn.lost, 'tile')} of the rack not recorded"
    else:
        reason = "" if turn.bag else _objection(turn, replayed.record.source)
    return _as_turn(turn, name, played if move is None else move_text(move, position), phonies, reason)


def _as_turn(turn: ReplayedTurn, name: str, played: str, phonies: tuple[str, ...], reason: str = "") -> Turn:
    return Turn(
        number=turn.number,
        line=turn.event.line,
        player=1 + turn.player,
        player_name=name,
        played=played,
        score=0 if turn.is_taken_back else turn.score,
        lead=turn.position.spread,
        total=turn.total,
        bag=turn.bag,
        phonies=phonies,
        is_taken_back=turn.is_taken_back,
        status=NOT_ANALYSED if turn.bag else UNKNOWN_STATUS,
        reason=reason,
        replayed=turn,
    )


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
        turn.position.check(turn.effective_move)
    except (PositionError, IllegalMoveError) as error:
        raise GcgError(f"turn {turn.number}: {error}", turn.event.line, source) from None
    return ""


def turn_of_move(position: Position, move: Move, text: str, lexicon: Lexicon, names: tuple[str, str]) -> Turn:
    """Return a move as the turn of a game."""
    score = position.score(move)
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
    return _as_turn(turn, names[0], text, _phonies(position, move, lexicon))


def _phonies(position: Position, move: Move, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the words of a move that are not in the lexicon."""
    words = [] if move.is_pass else position.new_words(move)
    return tuple(position.alphabet.decode(word) for word in words if word not in lexicon)


def position_to_play(replayed: Game) -> Position | None:
    """Return the position after the last turn, as the player to move sees it; None if the game is over."""
    if replayed.is_over or replayed.final.is_over:
        return None
    return with_known(replayed.final, replayed.shown.tiles) if replayed.bag else replayed.final


def unsearched_next_move(replayed: Game, position: Position, lexicon: str) -> NextMove:
    """Return the next move of a game in this position, about which nothing is known yet."""
    bag = max(0, tiles_in_bag(position))
    return NextMove(
        **position_keys(position, lexicon, bool(bag) and knows_bag(position)),
        **NOTHING_KNOWN,
        kind="preendgame" if bag else "endgame",
        player=1 + replayed.on_turn,
        player_name=replayed.record.names[replayed.on_turn],
        status=UNKNOWN_STATUS,
    )
