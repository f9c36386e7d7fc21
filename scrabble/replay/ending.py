"""The end of a recorded game: points for the tiles left on the racks, in the ways they are written.

    >Dave: (G) +4 539             Dave goes out and gains twice the value of the other rack
    >Paul: (T) +1 360             Paul goes out and gains its value once,
    >Ganesh: T (T) -1 452           and the other side loses as much
    >Pakorn: FWLI (FWLI) -10 426  too many scoreless turns: each side loses the value of its own rack

Points are taken as recorded, for what the players agreed on is the result; what the rules say is a
warning where it differs.
"""

from __future__ import annotations

from collections import Counter

from scrabble.game.tiles import TileError
from scrabble.gcg.record import Event, GcgError
from scrabble.replay.walk import Walk


def check_ending(walk: Walk) -> None:
    """Warn of end-rack lines that are missing or wrong.  Raises GcgError for tiles that cannot be left."""
    endings = walk.endings
    players = [event.player for event in endings]
    for at, event in enumerate(endings):
        if event.player in players[:at]:
            walk.notices.add(event.line, f"a second end-rack line of {walk.name(event.player)}")
        right = _after_going_out(walk, event) if walk.is_out else _after_scoreless_turns(walk, event)
        if event.score not in (None, right):
            walk.notices.add(event.line, f"{event.move} counts {right:+}, recorded with {event.score:+}")
    if not walk.is_over or set(players) == {0, 1} or (walk.is_out and players):
        return
    line = walk.game.events[-1].line
    if walk.is_out:
        left = walk.board.unseen
        gain = walk.rules.out_gain * walk.alphabet.value(left)
        winner = walk.name(walk.held.index(0))
        walk.notices.add(
            line, f"{winner} is out: expected ({walk.alphabet.rack_text(left)}) {gain:+} at the end"
        )
    else:
        names = " and ".join(walk.name(player) for player in (0, 1) if player not in players)
        walk.notices.add(line, f"the game is over: expected the tiles left of {names} at the end")


def _after_going_out(walk: Walk, event: Event) -> int:
    """The right points of a line when a side has gone out."""
    left = walk.board.unseen
    if sorted(walk.codes(event.tiles, event)) != sorted(left):
        walk.notices.add(event.line, f"{event.move} is left, expected ({walk.alphabet.rack_text(left)})")
    value = walk.alphabet.value(left)
    if {other.player for other in walk.endings} == {0, 1}:
        return -value if walk.held[event.player] else value
    return -value if walk.held[event.player] else walk.rules.out_gain * value


def _after_scoreless_turns(walk: Walk, event: Event) -> int:
    """The right points of a line when nobody has gone out."""
    tiles = walk.codes(event.tiles, event)
    if not walk.is_over:
        walk.notices.add(event.line, f"{event.move} before the end of the game")
    if too_many := Counter(tiles) - Counter(walk.board.unseen):
        raise GcgError(f"{event.move} has {walk.too_many(too_many)}", event.line)
    try:
        rack = sorted(walk.alphabet.encode(event.rack))
    except TileError:
        rack = []  # said where racks are read
    if rack and rack != sorted(tiles):
        walk.notices.add(event.line, f"{event.move} is left, the rack is {event.rack}")
    return -walk.rules.scoreless_loss * walk.alphabet.value(tiles)
