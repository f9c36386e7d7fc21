"""Quick looks at how a move with a draw ends, before anything is proven: by the planner.

    a play that empties the bag      the opponent's best move in the endgame after it, as the planner sees it
    a play that leaves tiles         the replies that look best and empty the bag; the least of them counts
    a pass                           the same, or nobody goes on

A look takes about a millisecond.  The moves that score well are looked at with one draw, the better ones
with more (`FIRST`, `ROUNDS`): the same draws for all of them, so that luck cancels out.  Nothing is proven by
it: it tells `SpreadEstimates` where to begin, and is what is shown of a move while its worth is open.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence

from scrabble.game.unseen import BagContents, without
from scrabble.movegen.packed_move import PASS
from scrabble.solver.preendgame.moves import CandidateMove
from scrabble.solver.preendgame.scenarios import ScenarioSolver, SideTiles

FIRST = 200  # moves that are looked at with one draw
ROUNDS = ((64, 2), (32, 4), (16, 8))  # moves, draws of each
REPLIES = 2  # of the opponent to a play that leaves tiles
TILE = 2.0  # points that a tile laid is worth to who lays it, about
SEED = 1

Seen = Callable[
    [int, BagContents, int], None
]  # number of the move, what is in the bag, the spread at the end


class Looks:
    """Looks at the moves of a position."""

    def __init__(self, deals: ScenarioSolver, candidates: Sequence[CandidateMove]) -> None:
        self._deals, self._candidates, self._unseen = deals, candidates, deals.unseen
        self._draws = list(self._unseen.draws)
        random.Random(SEED).shuffle(self._draws)
        self._draws.sort(key=lambda draw: -math.log2(draw.weight) // 1)  # the likelier ones first, about

    def rounds(self, order: Callable[[], list[int]], seen: Seen) -> Iterator[None]:
        """Look at all moves, and then at the best ones again; a pause after each look.

        `order` gives the moves, the most promising first, and is asked before each round; `seen` is told what
        was seen.  Raises Stopped.
        """
        done = [0] * len(self._candidates)
        for moves, draws in ((FIRST, 1), *ROUNDS):
            for number in order()[:moves]:
                for draw in self._draws[done[number] : draws]:
                    seen(number, draw, self.spread(number, draw))
                    yield
                done[number] = max(done[number], draws)

    def spread(self, number: int, draw: BagContents) -> int:
        """How a move ends for the player on turn, about, with these tiles in the bag.  Raises Stopped."""
        play, deals, unseen = self._candidates[number].play, self._deals, self._unseen
        laid, rack = len(play.laid), deals.position.racks[0]
        tiles = list(draw.tiles)
        random.Random(number).shuffle(tiles)
        drawn, left = bytes(tiles[:laid]), bytes(tiles[laid:])
        other, others = without(unseen.tiles, draw.tiles), without(unseen.tiles, drawn)
        own = SideTiles(bytes(sorted(without(rack, play.laid) + drawn)), bytes(sorted(rack + drawn)))
        ahead = deals.ahead + play.gain
        if not left:
            return ahead - deals.glance((play.number,), (own, SideTiles(other, other)))
        replies = deals.plays((play.number,), (own, SideTiles(other, others)))
        replies = [each for each in replies if len(each.laid) >= len(left)]
        replies.sort(key=lambda each: each.gain + TILE * len(each.laid), reverse=True)
        found = []
        for reply in replies[:REPLIES]:
            theirs = SideTiles(without(others, reply.laid), others)
            found.append(ahead - reply.gain + deals.glance((play.number, reply.number), (own, theirs)))
        if play.number == PASS or not found:
            found.append(ahead + self._passed_out(own.rack, other))
        return min(found)

    def _passed_out(self, own: bytes, other: bytes) -> int:
        """What the tiles left on both racks bring if nobody goes on."""
        position = self._deals.position
        value = position.alphabet.value
        return position.rules.scoreless_loss * (value(other) - value(own))
