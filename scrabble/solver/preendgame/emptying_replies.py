"""The game after a move that leaves tiles in the bag, and the opponent's plays that empty it.

    state_after        racks, tiles in the bag, scoreless turns left; the opponent to move
    EmptyingReplies    the plays that empty the bag, listed for one content of the bag at a time

After such a reply the opponent has all unseen tiles but those of the reply, whatever was in the bag, and the
mover knows it.  So a reply has one value, which all contents of the bag share.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.unseen import UnseenTiles, without
from scrabble.movegen.packed_move import PASS
from scrabble.solver.preendgame.dealer import SideTiles
from scrabble.solver.preendgame.endgames import Endgame, Endgames, FirstMove
from scrabble.solver.preendgame.values import Known, Minimum, Spread

TILE = 2.0  # estimated points for each tile laid
PART_BYTES = 800  # of Python objects for each endgame that may be queried


class ScorelessLeft(NamedTuple):
    """The scoreless turns in a row before the game ends; infinite where the rules have no such end."""

    passes: float
    turns: float  # passes and exchanges

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return min(self) <= 0

    def after_pass(self) -> ScorelessLeft:
        """Return what is left after a pass."""
        return ScorelessLeft(self.passes - 1, self.turns - 1)

    def after_exchange(self, rules: Rules) -> ScorelessLeft:
        """Return what is left after an exchange, which ends a run of passes."""
        return ScorelessLeft(_limit(rules.pass_limit), self.turns - 1)


def scoreless_left(position: Position) -> ScorelessLeft:
    """Return the scoreless turns left in a position; those before it count as passes."""
    rules, so_far = position.rules, position.scoreless_turns
    return ScorelessLeft(_limit(rules.pass_limit) - so_far, _limit(rules.scoreless_limit) - so_far)


def scoreless_left_after_play(rules: Rules) -> ScorelessLeft:
    """Return what is left after a play."""
    return ScorelessLeft(_limit(rules.pass_limit), _limit(rules.scoreless_limit))


def _limit(number: int | None) -> float:
    return math.inf if number is None else number


class StateAfter(NamedTuple):
    """The game after a move that leaves tiles in the bag, and its draw; the opponent to move."""

    path: tuple[int, ...]
    gained: int
    own: SideTiles  # the mover's, after the draw
    others: bytes  # the tiles on the opponent's rack and in the bag
    in_bag: int  # tiles, now
    left: ScorelessLeft

    def other_rack(self, gone: bytes) -> SideTiles:
        """Return the opponent's tiles without these: those in the bag, or those that the opponent lays."""
        return SideTiles(without(self.others, gone), self.others)

    def after_pass(self, endgames: Endgames, play: FirstMove, drawn: bytes) -> Endgame:
        """Return the endgame after the opponent's pass and a play of the mover, who draws all of the bag."""
        other = without(self.others, drawn)
        racks = self.own.after(play.laid, drawn), SideTiles(other, other)
        return Endgame(endgames, (*self.path, PASS, play.number), racks, self.gained + play.gain)

    def end(self, endgames: Endgames, bag: bytes) -> Known:
        """Return the spread when the game ends by scoreless turns."""
        value, other = endgames.position.alphabet.value, without(self.others, bag)
        left = endgames.position.rules.scoreless_loss * (value(other) - value(self.own.rack))
        spread = endgames.ahead + self.gained + left
        return Known(spread, spread)


def state_after(unseen: UnseenTiles, play: FirstMove, drawn: bytes) -> StateAfter:
    """Return the state after a first move and its draw."""
    kept = without(unseen.position.rack_codes[0], play.laid + play.exchanged) + drawn
    return StateAfter(
        (play.number,),
        play.gain,
        SideTiles.in_order(kept, kept + play.laid),
        bytes(sorted(without(unseen.tiles, drawn) + play.exchanged)),
        unseen.count - len(drawn) + len(play.exchanged),
        _left_after(unseen.position, play),
    )


def _left_after(position: Position, play: FirstMove) -> ScorelessLeft:
    """Return the scoreless turns left after a first move."""
    if play.laid:
        return scoreless_left_after_play(position.rules)
    left = scoreless_left(position)
    return left.after_exchange(position.rules) if play.exchanged else left.after_pass()


class EmptyingReplies:
    """The opponent's plays that empty the bag."""

    def __init__(self, endgames: Endgames, after: StateAfter) -> None:
        self.after, self._endgames = after, endgames
        self._found: dict[int, Endgame] = {}  # by number of the play

    def answers(self, bag: bytes, is_whole: bool) -> Minimum:
        """Return the minimum over the plays that can be made when the bag holds these tiles."""
        return Minimum(self._endgames, self.emptying(bag), is_whole)

    def emptying(self, bag: bytes, most: int | None = None) -> list[Endgame]:
        """Return the endgames after these plays, the promising ones first; at most `most` of them."""
        return [self.answer(play) for play in self.plays(bag)[:most]]

    def plays(self, bag: bytes) -> list[FirstMove]:
        """Return the plays that can be made when the bag holds these tiles, the promising ones first."""
        after = self.after
        found = self._endgames.plays(after.path, (after.own, after.other_rack(bag)))
        return sorted((each for each in found if len(each.laid) >= after.in_bag), key=rating, reverse=True)

    def answer(self, play: FirstMove) -> Endgame:
        """Return the endgame after a play that empties the bag.  Raises SearchStopped."""
        if play.number not in self._found:
            self._endgames.reserve(PART_BYTES)
            after = self.after
            racks, path = (after.own, after.other_rack(play.laid)), (*after.path, play.number)
            self._found[play.number] = Endgame(self._endgames, path, racks, after.gained - play.gain)
        return self._found[play.number]

    @property
    def size(self) -> int:
        """The bytes of all endgames listed."""
        return PART_BYTES * len(self._found)

    def keep_only(self, kept: Collection[Spread]) -> None:
        """Forget all endgames but these; they are made again when they are needed."""
        found = {number: answer for number, answer in self._found.items() if answer in kept}
        self._endgames.count_bytes(PART_BYTES * (len(found) - len(self._found)))
        self._found = found

    def end(self, bag: bytes) -> Known:
        """Return the spread when the game ends without a further play."""
        return self.after.end(self._endgames, bag)


def rating(play: FirstMove) -> float:
    """Return a quick rating of a play."""
    return play.gain + TILE * len(play.laid)
