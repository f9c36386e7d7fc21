"""How a game may end: a move, a draw, and from there on both sides play what scores most.

    move, draw     then the highest-scoring play of either side in turn, to the end of the game

An estimate, nothing that is proven.  After a move that leaves tiles in the bag the opponent's first play is
the one that scores most among those that empty it; if he has none the game is taken to end there.
"""

from __future__ import annotations

from scrabble.game.unseen import Draw, without
from scrabble.preendgame.deals import Deals, Play, Side


class Playouts:
    """Games played out from one position."""

    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        self._rack, self._unseen = deals.position.racks[0], deals.unseen

    def spread(self, play: Play, draw: Draw) -> int:
        """The final spread, seen by the player on turn, if the bag holds this."""
        laid, count = len(play.laid), self._unseen.count
        drawn, left = draw.tiles[:laid], draw.tiles[laid:]
        other = without(self._unseen.tiles, draw.tiles)
        own = bytes(sorted(without(self._rack, play.laid) + drawn))
        racks = Side(own, bytes(sorted(self._rack + drawn))), Side(other, other)
        ahead = self._deals.ahead + play.gain
        if laid >= count:
            return ahead - self._rest((play.number,), racks)
        replies = self._deals.plays((play.number,), racks)
        emptying = [each for each in replies if len(each.laid) >= len(left)]
        if not emptying:
            return ahead
        reply = max(emptying, key=lambda each: each.gain)
        rack = bytes(sorted(without(other, reply.laid) + left))
        racks = racks[0], Side(rack, bytes(sorted(other + left)))
        return ahead - reply.gain + self._rest((play.number, reply.number), racks)

    def _rest(self, path: tuple[int, ...], racks: tuple[Side, Side]) -> int:
        """What the side on turn gains to the end of an endgame."""
        self._deals.plays(path, racks)  # deals
        engine = self._deals.engine
        moves: list[int] = []
        gained, sign = 0, 1
        while (final := engine.final(moves)) is None:
            move, gain, _, _ = max(engine.moves(moves), key=lambda each: each[1])
            moves.append(move)
            gained += sign * gain
            sign = -sign
        return gained + sign * final
