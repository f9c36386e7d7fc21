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

With three or four tiles in the bag there are up to a million parts: a part is made when it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from scrabble.game.unseen import BagContents, holds, may_exchange, without
from scrabble.movegen.packed_move import PASS
from scrabble.solver.preendgame.scenarios import FirstMove, ScenarioSolver, ScenarioSpread, SideTiles
from scrabble.solver.preendgame.values import (
    BestPlan,
    KnownSpread,
    LazyPlan,
    Objective,
    ObjectiveBounds,
    OpponentMin,
    QuickUpperBound,
    ScenarioTerm,
    by_objective,
)

TILE = 2.0  # points that a tile laid is worth to who lays it, about
NEXT = 12.0  # what the opponent gains with the next turn, about
LOOKED_AT, FEW = 40, 3  # answers of the opponent for a rough bound: in all, and with a bag
PART_BYTES = 800  # that an endgame takes which may be asked about


class Parts(Sequence[ScenarioTerm]):
    """The parts of a move, each made when it is first asked about."""

    def __init__(
        self, count: int, make: Callable[[int], ScenarioTerm], bounds: Callable[[int], ObjectiveBounds]
    ) -> None:
        self._count, self._make, self._bounds = count, make, bounds
        self._made: dict[int, ScenarioTerm] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> ScenarioTerm:  # type: ignore[override]
        if not 0 <= at < self._count:
            raise IndexError(at)
        if at not in self._made:
            self._made[at] = self._make(at)
        return self._made[at]

    def bounds(self, at: int, aims: Sequence[Objective]) -> ObjectiveBounds:
        """What is proven of a part, without making it."""
        return self._made[at].bounds(aims) if at in self._made else self._bounds(at)


class Scenarios(NamedTuple):
    """What the worth of a move is summed over: the same for all plays of as many tiles."""

    draws: tuple[BagContents, ...]  # of the parts: what is in the bag, or only what is drawn first
    weights: tuple[int, ...]  # of the parts; 1 for one that is a sum over draws itself
    later: tuple[
        tuple[BagContents, ...], ...
    ]  # by part: what the bag may hold then; none if nothing is left open


class CandidateMove(NamedTuple):
    """A move and its parts."""

    play: FirstMove
    parts: Parts
    scenarios: Scenarios
    guess: float  # the spread it leads to, as far as its score tells
    is_whole: bool  # nothing is left out of its bounds

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights of the parts."""
        return self.scenarios.weights

    @property
    def draws(self) -> tuple[BagContents, ...]:
        """The draws of the parts."""
        return self.scenarios.draws

    @property
    def are_sums(self) -> bool:
        """Return whether each part is the sum over what is in the bag later on."""
        return bool(self.scenarios.later)


class _StateAfter(NamedTuple):
    """A move that leaves tiles in the bag, and what was drawn after it."""

    path: tuple[int, ...]
    gained: int
    own: SideTiles  # the mover, after his draw
    others: bytes  # the unseen tiles
    in_bag: int  # tiles, now
    zeros_left: int  # scoreless turns before the game ends


class _Replies:
    """The plays of the opponent that empty the bag, shared by all that it may hold; listed for one content of
    the bag at a time."""

    def __init__(self, after: _StateAfter) -> None:
        self.after = after
        self.found: dict[int, ScenarioSpread] = {}  # by number of the play
        self.clock = [0]


class MoveEnumerator:
    """All moves of the player on turn."""

    def __init__(self, deals: ScenarioSolver, aims: Sequence[Objective]) -> None:
        self._deals, self._unseen, self._aims = deals, deals.unseen, tuple(aims)
        self._position = deals.position
        self._limits = deals.limits
        self._widest = by_objective(self._aims, *self._limits)
        self._may_exchange = may_exchange(self._position)
        self._scenarios: dict[int, Scenarios] = {}
        rack = self._position.racks[0]
        some = self._unseen.tiles[: len(self._unseen.tiles) - self._unseen.count]
        plays = deals.plays((), (SideTiles(rack, rack), SideTiles(some, some)))
        self.candidates = [self._candidate(play) for play in plays]

    def _candidate(self, play: FirstMove) -> CandidateMove:
        count, laid = self._unseen.count, len(play.laid)
        scenarios = self._scenarios_of(min(laid, count))
        make, bounds = partial(self._emptying, play, scenarios), self._any_bounds
        guess = self._deals.ahead + play.gain + TILE * laid - NEXT
        if laid < count:
            guess -= NEXT  # the opponent sees everything and chooses
        if play.number == PASS:
            replies = _Replies(self._after(play, b""))
            make = partial(self._if_passed_on, replies, scenarios)
            bounds = partial(self._bounds_if_passed_on, replies.after, scenarios)
        elif scenarios.later:
            make = partial(self._later, play, scenarios, guess)
            bounds = partial(self._bounds_of_sum, scenarios)
        elif laid < count:
            make = partial(self._from_above, play, scenarios, {})
        is_whole = laid >= count or (count - laid == 1 and not self._may_exchange)
        return CandidateMove(play, Parts(len(scenarios.draws), make, bounds), scenarios, guess, is_whole)

    def _scenarios_of(self, laid: int) -> Scenarios:
        """What plays of as many tiles are summed over; 0 is a pass."""
        if laid not in self._scenarios:
            unseen, draws = self._unseen, self._unseen.draws
            later: tuple[tuple[BagContents, ...], ...] = ()
            if 0 < laid < unseen.count:
                firsts = unseen.first_drawn(laid)
                if unseen.count - laid == 1 and not self._may_exchange:
                    draws = tuple(first for first, _ in firsts)
                    later = tuple(tuple(rest) for _, rest in firsts)
                else:
                    draws = tuple(
                        BagContents(first.tiles + draw.tiles, draw.weight)
                        for first, rest in firsts
                        for draw in rest
                    )
            weights = tuple(1 if later else draw.weight for draw in draws)
            self._scenarios[laid] = Scenarios(draws, weights, later)
        return self._scenarios[laid]

    def _any_bounds(self, part: int) -> ObjectiveBounds:
        """The bounds of a part of which nothing is known."""
        return self._widest

    def _bounds_of_sum(self, scenarios: Scenarios, part: int) -> ObjectiveBounds:
        """The same of a part that is a sum over draws."""
        weight = scenarios.draws[part].weight
        return ObjectiveBounds(*(tuple(weight * bound for bound in each) for each in self._widest))

    def _emptying(self, play: FirstMove, scenarios: Scenarios, part: int) -> ScenarioTerm:
        """The endgame after a play that empties the bag."""
        bag = scenarios.draws[part].tiles
        own = SideTiles(without(self._position.racks[0], play.laid) + bag, self._position.racks[0] + bag)
        other = without(self._unseen.tiles, bag)
        racks = _sorted(own), SideTiles(other, other)
        self._deals.reserve(PART_BYTES)
        return OpponentMin(
            [ScenarioSpread(self._deals, (play.number,), racks, play.gain, self._limits)], self._limits
        )

    def _if_passed_on(self, replies: _Replies, scenarios: Scenarios, part: int) -> ScenarioTerm:
        """What the mover has with one content of the bag if he passes on."""
        after, bag = replies.after, scenarios.draws[part].tiles
        end = self._end(after, bag)
        if after.zeros_left <= 0:
            return OpponentMin([end], self._limits)
        is_whole = after.in_bag == 1 and not self._may_exchange
        return OpponentMin(
            [self._answers(replies, bag, is_whole), end], self._limits, is_whole, replies.clock
        )

    def _bounds_if_passed_on(self, after: _StateAfter, scenarios: Scenarios, part: int) -> ObjectiveBounds:
        """The same before the opponent's plays are listed: no more than if he passes on, too."""
        end, (least, most) = self._end(after, scenarios.draws[part].tiles).upper, self._limits
        return by_objective(self._aims, least if after.zeros_left > 0 else end, min(end, most))

    def _later(self, play: FirstMove, scenarios: Scenarios, guess: float, part: int) -> ScenarioTerm:
        """A play that leaves one tile in the bag, with what is drawn."""
        rest, after = scenarios.later[part], self._after(play, scenarios.draws[part].tiles)
        rough, plan = partial(self._rough, after, rest), partial(self._plan, after, rest, guess)
        return LazyPlan(rough, plan, self._bounds_of_sum(scenarios, part))

    def _from_above(
        self, play: FirstMove, scenarios: Scenarios, known: dict[bytes, _Replies], part: int
    ) -> ScenarioTerm:
        """A play that leaves more than one tile in the bag, with what is drawn and what is left."""
        laid, tiles = len(play.laid), scenarios.draws[part].tiles
        drawn = tiles[:laid]
        if drawn not in known:
            known[drawn] = _Replies(self._after(play, drawn))
        return self._answers(known[drawn], tiles[laid:], False)

    def _after(self, play: FirstMove, drawn: bytes) -> _StateAfter:
        """What there is after a move that leaves tiles in the bag."""
        rules, rack = self._position.rules, self._position.racks[0]
        is_scoreless = play.number == PASS or (play.gain == 0 and rules.zero_play_is_scoreless)
        assert rules.zeros_limit is not None
        left = rules.zeros_limit - (self._position.zeros + 1 if is_scoreless else 0)
        return _StateAfter(
            (play.number,),
            play.gain,
            _sorted(SideTiles(without(rack, play.laid) + drawn, rack + drawn)),
            without(self._unseen.tiles, drawn),
            self._unseen.count - len(drawn),
            left,
        )

    def _end(self, after: _StateAfter, bag: bytes) -> KnownSpread:
        """Both go on to pass."""
        value, loss = self._position.alphabet.value, self._position.rules.scoreless_loss
        left = value(without(after.others, bag)) - value(after.own.rack)
        spread = self._deals.ahead + after.gained + loss * left
        return KnownSpread(spread, spread)

    def _answers(self, replies: _Replies, bag: bytes, is_whole: bool) -> OpponentMin:
        """The least of the opponent's plays that empty the bag, which holds these tiles."""
        after, other = replies.after, without(replies.after.others, bag)
        plays = self._deals.plays(after.path, (after.own, SideTiles(other, after.others)))
        plays = [play for play in plays if play.laid and len(play.laid) >= after.in_bag]
        new = [play for play in plays if play.number not in replies.found]
        self._deals.reserve(PART_BYTES * (1 + len(new)))
        replies.found.update((play.number, self._answer(after, play)) for play in new)
        ranked = [replies.found[play.number] for play in sorted(plays, key=lambda play: -_looks(play))]
        return OpponentMin(ranked, self._limits, is_whole, replies.clock)

    def _answer(self, after: _StateAfter, play: FirstMove) -> ScenarioSpread:
        """A play of the opponent that empties the bag."""
        racks = after.own, SideTiles(without(after.others, play.laid), after.others)
        path, gained = (*after.path, play.number), after.gained - play.gain
        return ScenarioSpread(self._deals, path, racks, gained, self._limits)

    def _rough(self, after: _StateAfter, rest: Sequence[BagContents]) -> QuickUpperBound:
        """The few answers of the opponent that look best, listed as if the likeliest were in the bag."""
        weights = [draw.weight for draw in rest]
        if after.zeros_left <= 0:
            return QuickUpperBound(
                [[self._end(after, draw.tiles)] for draw in rest], weights, self._limits[1]
            )
        likeliest = max(rest, key=lambda draw: draw.weight)
        other = without(after.others, likeliest.tiles)
        plays = self._deals.plays(after.path, (after.own, SideTiles(other, after.others)))
        best = sorted((play for play in plays if play.laid), key=lambda play: -_looks(play))[:LOOKED_AT]
        found = [(play, self._answer(after, play)) for play in best]
        answers = [_with(after, draw.tiles, found)[:FEW] for draw in rest]
        return QuickUpperBound(answers, weights, self._limits[1])

    def _plan(self, after: _StateAfter, rest: Sequence[BagContents], guess: float) -> ScenarioTerm:
        """What the mover has with one tile in the bag after his move, the opponent on turn."""
        bags, weights = [draw.tiles for draw in rest], [draw.weight for draw in rest]
        replies = _Replies(after)
        clock = replies.clock
        ends = [self._end(after, bag) for bag in bags]
        if after.zeros_left <= 0:
            moves = [[OpponentMin([end], self._limits) for end in ends]]
            return BestPlan(moves, weights, self._aims, [guess], clock)
        answers = [self._answers(replies, bag, True) for bag in bags]
        passing = [
            OpponentMin([answer, end], self._limits, True, clock)
            for answer, end in zip(answers, ends, strict=True)
        ]
        moves, guesses = [passing], [guess - NEXT]
        if after.zeros_left >= 2:
            for play, parts in self._next_plays(after, bags, answers, clock):
                moves.append(parts)
                guesses.append(guess + play.gain + TILE * len(play.laid))
        return BestPlan(moves, weights, self._aims, guesses, clock)

    def _next_plays(
        self, after: _StateAfter, bags: Sequence[bytes], answers: Sequence[OpponentMin], clock: list[int]
    ) -> list[tuple[FirstMove, list[OpponentMin]]]:
        """The plays of the mover after the opponent's pass, with what they are worth for each bag."""
        path = (*after.path, PASS)
        some = without(after.others, bags[0])
        found = []
        for play in self._deals.plays(path, (after.own, SideTiles(some, after.others))):
            if play.number == PASS:
                continue
            parts = []
            self._deals.reserve(2 * PART_BYTES * len(bags))
            for bag, answer in zip(bags, answers, strict=True):
                other = without(after.others, bag)
                own = SideTiles(without(after.own.rack, play.laid) + bag, after.own.pool + bag)
                racks = _sorted(own), SideTiles(other, other)
                gained = after.gained + play.gain
                spread = ScenarioSpread(self._deals, (*path, play.number), racks, gained, self._limits)
                parts.append(OpponentMin([spread, answer], self._limits, True, clock))
            found.append((play, parts))
        return found


def _looks(play: FirstMove) -> float:
    """How good a play looks."""
    return play.gain + TILE * len(play.laid)


def _with(
    after: _StateAfter, bag: bytes, answers: Sequence[tuple[FirstMove, ScenarioSpread]]
) -> list[ScenarioSpread]:
    """Those of the opponent's answers that can be made with this in the bag."""
    held = without(after.others, bag)
    return [spread for play, spread in answers if holds(held, play.laid)]


def _sorted(side: SideTiles) -> SideTiles:
    return SideTiles(bytes(sorted(side.rack)), bytes(sorted(side.pool)))
