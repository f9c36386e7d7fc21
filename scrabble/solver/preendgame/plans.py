"""The player's plans after a move that leaves one tile in the bag, the opponent to move.

    pass as often as the opponent passes, to the end
    play after the opponent's first pass: an endgame with each tile
    pass as well some times, then exchange: from then on the player knows the bag (`exchanges.py`)

A plan has a value for each tile that may be in the bag.  It is at most that of each reply which empties the
bag, and where the rules allow exchanges that of the player's best plan after one by the opponent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scrabble.game.unseen import without
from scrabble.movegen.packed_move import PASS
from scrabble.solver.preendgame.dealer import SideTiles
from scrabble.solver.preendgame.emptying_replies import (
    PART_BYTES,
    Replies,
    ScorelessLeft,
    rating,
    sorted_side,
)
from scrabble.solver.preendgame.exchanges import OneTileGame, OpponentsExchange, TileState, Value
from scrabble.solver.preendgame.scenarios import ScenarioSpread
from scrabble.solver.preendgame.values import OpponentMin, Spread

NEXT = 12.0  # estimated points of the opponent's next turn


class Plan(NamedTuple):
    """A plan: its value for each tile that may be in the bag."""

    parts: list[OpponentMin]
    more: float  # estimated points that it brings


class LaterPlans:
    """The plans of the player, by the tiles that may be in the bag."""

    def __init__(self, game: OneTileGame, replies: Replies, bags: Sequence[bytes]) -> None:
        self._solver, self._game, self._bags = game.solver, game, bags
        self._replies, self._after, self.clock = replies, replies.after, replies.clock

    def plans(self, has_plays: bool) -> list[Plan]:
        """Return the plans; those that begin with a play only if wanted."""
        ends = [self._replies.end(bag) for bag in self._bags]
        if self._after.left.is_over:
            return [Plan([OpponentMin([end], self._solver.limits) for end in ends], 0.0)]
        replies: list[list[Spread]] = [[self._replies.answers(bag, True)] for bag in self._bags]
        found: list[Plan] = []
        for turn, left in enumerate(self._opponents_turns()):
            if self._game.has_exchanges:
                exchanges = self._opponents_exchanges(left)
                replies = [[*each, exchange] for each, exchange in zip(replies, exchanges, strict=True)]
            if left.after_pass().is_over:
                break
            if has_plays and turn == 0:
                found += self._plays(replies)
            if self._game.has_exchanges:
                found += self._own_exchanges(left.after_pass(), replies)
        passing = [self._part([*each, end]) for each, end in zip(replies, ends, strict=True)]
        return [Plan(passing, -NEXT), *found]

    def _opponents_turns(self) -> Iterator[ScorelessLeft]:
        """Yield the scoreless turns left at each turn of the opponent while both sides pass."""
        left = self._after.left
        while not left.is_over:
            yield left
            left = left.after_pass().after_pass()

    def _plays(self, replies: Sequence[list[Spread]]) -> Iterator[Plan]:
        """Yield the plans to play after the opponent's pass."""
        after, bags = self._after, self._bags
        path = (*after.path, PASS)
        for play in self._solver.plays(path, (after.own, after.other_rack(bags[0]))):
            if not play.laid:
                continue
            parts = []
            self._solver.reserve(2 * PART_BYTES * len(bags))
            for bag, terms in zip(bags, replies, strict=True):
                other = without(after.others, bag)
                own = SideTiles(without(after.own.rack, play.laid) + bag, after.own.pool + bag)
                racks = sorted_side(own), SideTiles(other, other)
                gained = after.gained + play.gain
                spread = ScenarioSpread(
                    self._solver, (*path, play.number), racks, gained, self._solver.limits
                )
                parts.append(self._part([spread, *terms]))
            yield Plan(parts, rating(play))

    def _opponents_exchanges(self, left: ScorelessLeft) -> list[OpponentsExchange]:
        """Return the value after an exchange by the opponent, for each tile that may be in the bag."""
        game = self._game

        def value(bags: Sequence[bytes]) -> Value:
            return game.player(self._state(bags, left).after_opponents_exchange(game.rules))

        guaranteed = value(self._bags)
        return [OpponentsExchange(guaranteed, value([bag])) for bag in self._bags]

    def _own_exchanges(self, left: ScorelessLeft, replies: Sequence[list[Spread]]) -> Iterator[Plan]:
        """Yield the plans to exchange with a number of scoreless turns left."""
        for given in sorted(set(self._after.own.rack)):
            parts = []
            for bag, terms in zip(self._bags, replies, strict=True):
                [state] = self._state([bag], left).after_own_exchange(given, self._game.rules)
                parts.append(self._part([*terms, self._game.opponent(state)]))
            yield Plan(parts, -NEXT)

    def _state(self, bags: Sequence[bytes], left: ScorelessLeft) -> TileState:
        """Return the state in which any of these tiles may be in the bag."""
        return TileState(self._after.own.rack, self._after.others, b"".join(bags), left)

    def _part(self, terms: Sequence[Spread]) -> OpponentMin:
        return OpponentMin(terms, self._solver.limits, True, self.clock)
