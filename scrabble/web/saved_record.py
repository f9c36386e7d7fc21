"""What was looked at, to keep as a record: the game that was opened up to the turn explored, the line, notes.

A record begins with the first turn of a game, so only what was explored from a game can be one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scrabble import gcg
from scrabble.analysis.judge import key
from scrabble.game.position import Position
from scrabble.gcg.record import Event, Game, Pragma
from scrabble.web import steps
from scrabble.web.judging import JudgedGame, before
from scrabble.web.looked_at import LookedAt, found_text


class NoRecordError(ValueError):
    """There is no game to write."""


def saved_record(looked_at: LookedAt, game: JudgedGame | None) -> str:
    """The record; the last of the lines is the one that was gone along.  Raises NoRecordError."""
    turn = None if game is None else _turn_of(game, looked_at.home)
    if game is None or turn is None:
        raise NoRecordError(
            "a GCG begins with the first turn of a game, and has no way to begin with a position: open the "
            "record of the game, and explore from one of its turns"
        )
    record = game.replay.game
    items = list(_until(record, turn.turn.event))
    totals = list(_totals(game, turn.number))
    position, player = looked_at.home, turn.turn.player
    items += _notes(looked_at, position)
    for text in looked_at.lines[-1] if looked_at.lines else ():
        move = steps.move_of(position, text)
        score = position.score(move)
        totals[player] += score
        rack = position.alphabet.rack_text(position.racks[0])
        written = "-" if move.is_pass else _in_dots(position.move_text(move))
        items.append(Event(player, rack, written, score, totals[player]))
        position, player = steps.go(position, (text,)).position, 1 - player
        items += _notes(looked_at, position)
    return gcg.dumps(Game(record.players, tuple(items), record.encoding))


def _turn_of(game: JudgedGame, home: Position) -> Any:
    """The turn of a game that has this position before it."""
    return next((each for each in game.turns if key(before(each)) == key(home)), None)


def _until(record: Game, event: Event) -> Iterator[Pragma | Event]:
    """The record up to an event."""
    for item in record.items:
        if item is event:
            return
        yield item


def _totals(game: JudgedGame, number: int) -> tuple[int, int]:
    """What both players had before a turn, the first player first."""
    turn = game.turns[number - 1].turn
    mine, theirs = turn.position.scores
    return (mine, theirs) if turn.player == 0 else (theirs, mine)


def _notes(looked_at: LookedAt, position: Position) -> list[Pragma]:
    found = looked_at.found_at(position)
    return [Pragma("note", f"Explored: {found_text(found)}")] if found else []


def _in_dots(text: str) -> str:
    """A move as records write it: tiles on the board are dots."""
    square, _, word = text.partition(" ")
    inside, written = False, ""
    for character in word:
        if character in "()":
            inside = character == "("
        else:
            written += "." if inside else character
    return f"{square} {written}".strip()
