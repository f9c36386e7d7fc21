"""The positions of a recorded game that one may ask about: before each turn, and after the last one.

    turn   1 .. 25   26  27 ..                   26: the first with an empty bag, where the endgame begins
           bag > 0   bag = 0        28           28: the position now, of a record of 27 turns that breaks off

Nothing is guessed: a position with an empty bag whose racks are not known comes with the objection, one with
tiles in the bag with a note when the rack of the player on turn is not known in full.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from scrabble.game.position import Position
from scrabble.gcg.record import GcgError
from scrabble.replay.run import Replay
from scrabble.replay.turn import missing_text


class Place(NamedTuple):
    """A position of the game."""

    number: int  # of the turn to be made here
    position: Position
    objection: str = ""  # why it cannot be searched
    note: str = ""


def places(replayed: Replay, number: int | None = None, is_every: bool = False) -> list[Place]:
    """The position before turn `number`, or every one with an empty bag and a move to find.

    Without a number it is the position now, if the record breaks off, else the first with an empty bag.
    Raises GcgError when there is none.
    """
    count, is_open = len(replayed.turns), not replayed.is_over
    last = count + is_open
    if number is not None:
        if not 1 <= number <= last:
            raise GcgError(f"no turn {number}: the game has {count} turns{' so far' * is_open}")
        return [_place(replayed, number)]
    numbers = [turn.number for turn in replayed.endgame if not turn.position.is_over]
    if is_open and (not replayed.bag or not is_every):
        numbers.append(last)
    if not numbers:
        raise GcgError(f"the bag was never empty before a turn: there is no endgame in these {count} turns")
    if is_every:
        return [_place(replayed, each) for each in numbers]
    return [_place(replayed, numbers[-1] if is_open else numbers[0])]


def _place(replayed: Replay, number: int) -> Place:
    if number > len(replayed.turns):
        position, bag, missing = replayed.final, replayed.bag, replayed.missing
    else:
        turn = replayed.turns[number - 1]
        position, bag, missing = turn.position, turn.bag, turn.missing
    if bag:  # nobody knows the other rack, and what the record tells of a part of it the player did not know
        own, other = position.racks
        if len(other) < position.rules.rack_size:
            position = dataclasses.replace(position, racks=(own, b""))
        return Place(number, position, note=missing_text((missing[0], 0)))
    return Place(number, position, missing_text(missing))
