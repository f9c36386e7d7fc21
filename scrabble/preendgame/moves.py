"""The moves of a position with tiles in the bag, and what each is worth with which draw.

    play of as many tiles as the bag holds, or more     one part a draw: the endgame after it
    play of fewer, the bag down to one tile             one part for what is drawn: a Plan, for what is left
    play of fewer, more than one tile left              one part for all that is drawn and left, from above
    pass                                                one part a draw: he passes on while the opponent does

After a play that leaves tiles in the bag the opponent may empty it, which makes an endgame of it whatever was
in the bag: he has all unseen tiles then, and the mover knows it.  Or he passes: then the mover is on turn,
with the same unseen tiles, and may play or pass on.

If the mover passes, the opponent passes, and the mover then plays, he is no better off than if he had played
at once, as the opponent has had more answers.  So a pass can only be better than all plays if he goes on to
pass, to the end of the game if need be: that is what its parts say.  What else a pass guarantees is at most
what the best other move does.

Where the rules allow exchanges with so few tiles in the bag, the opponent has answers that are not listed:
nothing is proven from below then but of plays that empty the bag.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from scrabble.game.unseen import Draw, holds, without
from scrabble.movegen.packed_move import PASS
from scrabble.preendgame.deals import Deals, Play, Side, Spread
from scrabble.preendgame.later import Later, Rough
from scrabble.preendgame.worth import Aim, Bounds, Constant, Least, Part, Plan, in_aims

TILE = 2.0  # points that a tile laid is worth to who lays it, about
NEXT = 12.0  # what the opponent gains with the next turn, about
LOOKED_AT, FEW = 40, 3  # answers of the opponent for a rough bound: in all, and with a bag


class Candidate(NamedTuple):
    """A move and its parts."""

    play: Play
    parts: list[Part]
    weights: list[int]  # of the parts; 1 for one that is a sum over draws itself
    draws: list[Draw]  # of the parts
    guess: float  # the spread it leads to, as far as its score tells
    is_whole: bool  # nothing is left out of its bounds

    def is_sum(self, part: int) -> bool:
        """Is a part the sum over what is in the bag later on?"""
        return isinstance(self.parts[part], Later)


class _After(NamedTuple):
    """A move that leaves tiles in the bag, and what was drawn after it."""

    path: tuple[int, ...]
    gained: int
    own: Side  # the mover, after his draw
    others: bytes  # the unseen tiles
    in_bag: int  # tiles, now
    zeros_left: int  # scoreless turns before the game ends


class Moves:
    """All moves of the player on turn."""

    def __init__(self, deals: Deals, aims: Sequence[Aim]) -> None:
        self._deals, self._unseen, self._aims = deals, deals.unseen, tuple(aims)
        self._position = deals.position
        self._limits = deals.limits
        rules = self._position.rules
        self._may_exchange = rules.exchange_limit <= self._unseen.count
        rack = self._position.racks[0]
        some = self._unseen.tiles[: len(self._unseen.tiles) - self._unseen.count]
        plays = deals.plays((), (Side(rack, rack), Side(some, some)))
        self.candidates = [self._candidate(play) for play in plays]

    def _candidate(self, play: Play) -> Candidate:
        unseen = self._unseen
        laid = len(play.laid)
        guess = self._deals.ahead + play.gain + TILE * laid - NEXT
        if laid >= unseen.count:
            parts: list[Part] = [self._emptying(play, draw.tiles) for draw in unseen.draws]
            return Candidate(
                play, parts, [draw.weight for draw in unseen.draws], list(unseen.draws), guess, True
            )
        if play.number == PASS:
            after = self._after(play, b"")
            least = self._leasts(after, [draw.tiles for draw in unseen.draws])
            weights = [draw.weight for draw in unseen.draws]
            is_whole = unseen.count == 1 and not self._may_exchange
            return Candidate(play, [*least], weights, list(unseen.draws), guess - NEXT, is_whole)
        parts, weights, draws = [], [], []
        guess -= NEXT  # the opponent sees everything and chooses
        for first, rest in unseen.first_drawn(laid):
            after = self._after(play, first.tiles)
            if after.in_bag == 1 and not self._may_exchange:
                widest = self._widest(rest)
                parts.append(
                    Later(partial(self._rough, after, rest), partial(self._plan, after, rest, guess), widest)
                )
                weights.append(1)
                draws.append(first)
            else:
                clock = [0]
                parts += self._answers(after, [draw.tiles for draw in rest], clock, False)
                weights += [draw.weight for draw in rest]
                draws += [Draw(first.tiles + draw.tiles, draw.weight) for draw in rest]
        return Candidate(
            play, parts, weights, draws, guess, unseen.count - laid == 1 and not self._may_exchange
        )

    def _emptying(self, play: Play, bag: bytes) -> Least:
        """The endgame after a play that empties the bag."""
        own = Side(without(self._position.racks[0], play.laid) + bag, self._position.racks[0] + bag)
        other = without(self._unseen.tiles, bag)
        racks = _sorted(own), Side(other, other)
        return Least([Spread(self._deals, (play.number,), racks, play.gain, self._limits)], self._limits)

    def _after(self, play: Play, drawn: bytes) -> _After:
        """What there is after a move that leaves tiles in the bag."""
        rules, rack = self._position.rules, self._position.racks[0]
        is_scoreless = play.number == PASS or (play.gain == 0 and rules.zero_play_is_scoreless)
        assert rules.zeros_limit is not None
        left = rules.zeros_limit - (self._position.zeros + 1 if is_scoreless else 0)
        return _After(
            (play.number,),
            play.gain,
            _sorted(Side(without(rack, play.laid) + drawn, rack + drawn)),
            without(self._unseen.tiles, drawn),
            self._unseen.count - len(drawn),
            left,
        )

    def _end(self, after: _After, bag: bytes) -> Constant:
        """Both go on to pass."""
        value, loss = self._position.alphabet.value, self._position.rules.scoreless_loss
        left = value(without(after.others, bag)) - value(after.own.rack)
        spread = self._deals.ahead + after.gained + loss * left
        return Constant(spread, spread)

    def _leasts(self, after: _After, bags: Sequence[bytes]) -> list[Least]:
        """What the mover has if he passes on, for each of these contents of the bag."""
        if after.zeros_left <= 0:
            return [Least([self._end(after, bag)], self._limits) for bag in bags]
        clock = [0]
        is_whole = after.in_bag == 1 and not self._may_exchange
        answers = self._answers(after, bags, clock, is_whole)
        return [
            Least([answer, self._end(after, bag)], self._limits, is_whole, clock)
            for bag, answer in zip(bags, answers, strict=True)
        ]

    def _answers(self, after: _After, bags: Sequence[bytes], clock: list[int], is_whole: bool) -> list[Least]:
        """The plays of the opponent that empty the bag, the least of them for each content of it."""
        found: dict[int, tuple[Play, Spread]] = {}
        for bag in bags:
            other = without(after.others, bag)
            for play in self._deals.plays(after.path, (after.own, Side(other, after.others))):
                if len(play.laid) >= after.in_bag and play.number not in found:
                    found[play.number] = play, self._answer(after, play)
        ranked = sorted(found.values(), key=lambda pair: -_looks(pair[0]))
        return [Least(_with(after, bag, ranked), self._limits, is_whole, clock) for bag in bags]

    def _answer(self, after: _After, play: Play) -> Spread:
        """A play of the opponent that empties the bag."""
        racks = after.own, Side(without(after.others, play.laid), after.others)
        path, gained = (*after.path, play.number), after.gained - play.gain
        return Spread(self._deals, path, racks, gained, self._limits)

    def _rough(self, after: _After, rest: Sequence[Draw]) -> Rough:
        """The few answers of the opponent that look best, listed as if the likeliest were in the bag."""
        weights = [draw.weight for draw in rest]
        if after.zeros_left <= 0:
            return Rough([[self._end(after, draw.tiles)] for draw in rest], weights, self._limits[1])
        likeliest = max(rest, key=lambda draw: draw.weight)
        other = without(after.others, likeliest.tiles)
        plays = self._deals.plays(after.path, (after.own, Side(other, after.others)))
        best = sorted((play for play in plays if play.laid), key=lambda play: -_looks(play))[:LOOKED_AT]
        found = [(play, self._answer(after, play)) for play in best]
        answers = [_with(after, draw.tiles, found)[:FEW] for draw in rest]
        return Rough(answers, weights, self._limits[1])

    def _widest(self, draws: Sequence[Draw]) -> Bounds:
        """What a sum over draws is at least and at most."""
        weight, bounds = sum(draw.weight for draw in draws), in_aims(self._aims, *self._limits)
        return Bounds(*(tuple(weight * bound for bound in each) for each in bounds))

    def _plan(self, after: _After, rest: Sequence[Draw], guess: float) -> Part:
        """What the mover has with one tile in the bag after his move, the opponent on turn."""
        bags, weights = [draw.tiles for draw in rest], [draw.weight for draw in rest]
        clock = [0]
        ends = [self._end(after, bag) for bag in bags]
        if after.zeros_left <= 0:
            moves = [[Least([end], self._limits) for end in ends]]
            return Plan(moves, weights, self._aims, [guess], clock)
        answers = self._answers(after, bags, clock, True)
        passing = [
            Least([answer, end], self._limits, True, clock) for answer, end in zip(answers, ends, strict=True)
        ]
        moves, guesses = [passing], [guess - NEXT]
        if after.zeros_left >= 2:
            for play, parts in self._next_plays(after, bags, answers, clock):
                moves.append(parts)
                guesses.append(guess + play.gain + TILE * len(play.laid))
        return Plan(moves, weights, self._aims, guesses, clock)

    def _next_plays(
        self, after: _After, bags: Sequence[bytes], answers: Sequence[Least], clock: list[int]
    ) -> list[tuple[Play, list[Least]]]:
        """The plays of the mover after the opponent's pass, with what they are worth for each bag."""
        path = (*after.path, PASS)
        some = without(after.others, bags[0])
        found = []
        for play in self._deals.plays(path, (after.own, Side(some, after.others))):
            if play.number == PASS:
                continue
            parts = []
            for bag, answer in zip(bags, answers, strict=True):
                other = without(after.others, bag)
                own = Side(without(after.own.rack, play.laid) + bag, after.own.pool + bag)
                racks = _sorted(own), Side(other, other)
                gained = after.gained + play.gain
                spread = Spread(self._deals, (*path, play.number), racks, gained, self._limits)
                parts.append(Least([spread, answer], self._limits, True, clock))
            found.append((play, parts))
        return found


def _looks(play: Play) -> float:
    """How good a play looks."""
    return play.gain + TILE * len(play.laid)


def _with(after: _After, bag: bytes, answers: Sequence[tuple[Play, Spread]]) -> list[Spread]:
    """Those of the opponent's answers that he can make with this in the bag."""
    held = without(after.others, bag)
    return [spread for play, spread in answers if holds(held, play.laid)]


def _sorted(side: Side) -> Side:
    return Side(bytes(sorted(side.rack)), bytes(sorted(side.pool)))
