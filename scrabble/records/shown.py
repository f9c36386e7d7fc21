"""Tiles of the opponent's rack that the side to move has seen: those of phonies that were challenged off.

    >b: AEINRTX 8D TAXERIN +76 376     a phony of seven tiles
    >b: AEINRTX -- -76 300             back on the rack; nothing was drawn       a knows  A E I N R T X
    >a: ...
    >b: AEINRTX 4A AX +10 310          an A and an X leave, two tiles are drawn  a knows  E I N R T

What is known of a rack is the least that the rack must hold:

    phony taken back    known | its tiles       both are on the rack at once: of each tile the greater number
    play                known - its tiles       a tile that is laid counts as one of those shown
    exchange            nothing                 any tile may have been returned
    pass                known

Tiles that contradict the racks or the board are forgotten.  A rack of the record that was not shown is not
known to the opponent, and is only used for this check.
"""

from __future__ import annotations

from collections import Counter

from scrabble.game.tiles import BLANK
from scrabble.records.racks import RackInference, Tiles
from scrabble.records.record import EventKind
from scrabble.records.walk import NOTHING_SHOWN, ReplayedTurn, ShownTiles


class RackMemory:
    """The tiles of a player that the opponent knows."""

    def __init__(self) -> None:
        self._tiles: Tiles = Counter()
        self._turns: tuple[int, ...] = ()

    def follow(self, turn: ReplayedTurn) -> None:
        """Bring the memory up to date after a turn of the player."""
        if turn.is_taken_back and turn.move is not None:
            self._tiles |= Counter(0 if code & BLANK else code for _, _, code in turn.move.placed)
            self._turns = (*self._turns, turn.number)
        elif turn.event.kind is EventKind.EXCHANGE:
            self.forget()
        else:
            self._tiles -= Counter(turn.used)
        if not self._tiles:
            self.forget()

    def forget(self) -> None:
        """Forget all tiles."""
        self._tiles, self._turns = Counter(), ()

    def check(self, racks: RackInference, at: int, player: int) -> None:
        """Forget the tiles if they contradict the racks or the board before turn `at` (from 0)."""
        rack, other = racks.known[at][player] | self._tiles, racks.known[at][1 - player]
        if rack.total() > racks.sizes[at][player] or not rack + other <= racks.unseen[at]:
            self.forget()

    @property
    def shown(self) -> ShownTiles:
        """The tiles, and the phonies that showed them."""
        return ShownTiles(bytes(sorted(self._tiles.elements())), self._turns)


def shown_tiles(racks: RackInference, on_turn: int) -> list[ShownTiles]:
    """Return what the side to move knows of the other rack before each turn, and after the last one.

    `on_turn` is the player who moves after the last turn.  With an empty bag nothing is listed: both racks
    are known.
    """
    memories, found = (RackMemory(), RackMemory()), []
    movers = [*(turn.player for turn in racks.turns), on_turn]
    for at, mover in enumerate(movers):
        for player, memory in enumerate(memories):
            memory.check(racks, at, player)
        found.append(memories[1 - mover].shown if racks.bags[at] else NOTHING_SHOWN)
        if at < len(racks.turns):
            memories[mover].follow(racks.turns[at])
    return found
