"""Moves of a position with tiles in the bag, and their values by draw ("parts").

    play that empties the bag               one part per draw: the endgame after it
    play that leaves one tile               one part per draw: a plan for the tile that is left
    play that leaves more than one tile     one part per draw and rest of the bag, bounded from above only
    pass                                    one part per bag: the mover passes as long as the opponent does

After a play that leaves tiles in the bag the opponent may empty it.  Then it is an endgame, whatever was in
the bag: the opponent has all unseen tiles, and the mover knows it.  Or the opponent passes: then the mover is
to move, with the same unseen tiles, and may play or pass again.

A mover who passes and plays after the opponent's pass is no better off than one who plays at once, as the
opponent has had more replies.  So a pass is better than all plays only if the mover goes on passing, to the
end of the game if need be: that is the value of its parts.  Anything else that a pass guarantees is at most
the value of the best other move.

Where the rules allow exchanges with this few tiles in the bag, the opponent has replies that are not listed:
nothing is proven from below then, except for plays that empty the bag.

With three or four tiles in the bag there are up to a million parts: each is built when it is first queried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from scrabble.game.unseen import BagContents, holds, may_exchange, without
from scrabble.movegen.packed_move import PASS
from scrabble.solver.names import Objective
from scrabble.solver.preendgame.scenarios import FirstMove, ScenarioSolver, ScenarioSpread, SideTiles
from scrabble.solver.preendgame.values import (
    BestPlan,
    KnownSpread,
    LazyPlan,
    ObjectiveBounds,
    OpponentMin,
    QuickUpperBound,
    ScenarioTerm,
    by_objective,
)

TILE = 2.0  # estimated points for each tile laid
NEXT = 12.0  # estimated points of the opponent's next turn
LOOKED_AT, FEW = 40, 3  # replies in a quick upper bound: in all, and per content of the bag
PART_BYTES = 800  # of Python objects for each endgame that may be queried


class Parts(Sequence[ScenarioTerm]):
    """The parts of a move, each built when it is first used."""

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

    def bounds(self, at: int, objectives: Sequence[Objective]) -> ObjectiveBounds:
        """Return the bounds of a part, without building it."""
        return self._made[at].bounds(objectives) if at in self._made else self._bounds(at)


class Scenarios(NamedTuple):
    """The draws that a value is summed over: the same for all plays of equally many tiles."""

    draws: tuple[BagContents, ...]  # by part: the contents of the bag, or only the tiles drawn first
    weights: tuple[int, ...]  # by part; 1 for a part that is itself a sum over draws
    later: tuple[tuple[BagContents, ...], ...]  # by part: what the bag may hold then; () if it is empty


class CandidateMove(NamedTuple):
    """A move and its parts."""

    play: FirstMove
    parts: Parts
    scenarios: Scenarios
    guess: float  # the final spread, estimated from its score
    is_whole: bool  # its bounds take every reply into account

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
        """Return whether each part is a sum over the tiles left in the bag."""
        return bool(self.scenarios.later)


class _StateAfter(NamedTuple):
    """The game after a move that leaves tiles in the bag, and its draw."""

    path: tuple[int, ...]
    gained: int
    own: SideTiles  # the mover's, after the draw
    others: bytes  # the unseen tiles
    in_bag: int  # tiles, now
    zeros_left: int  # scoreless turns before the game ends


class _Replies:
    """The opponent's plays that empty the bag: shared by all its contents, listed for one at a time."""

    def __init__(self, after: _StateAfter) -> None:
        self.after = after
        self.found: dict[int, ScenarioSpread] = {}  # by number of the play
        self.clock = [0]


class MoveEnumerator:
    """All moves of the player to move, as `candidates`."""

    def __init__(self, solver: ScenarioSolver, objectives: Sequence[Objective]) -> None:
        self._solver, self._unseen, self._objectives = solver, solver.unseen, tuple(objectives)
        self._position = solver.position
        self._limits = solver.limits
        self._widest = by_objective(self._objectives, *self._limits)
        self._may_exchange = may_exchange(self._position)
        self._scenarios: dict[int, Scenarios] = {}
        rack = self._position.rack_codes[0]
        some = self._unseen.tiles[: len(self._unseen.tiles) - self._unseen.count]
        plays = solver.plays((), (SideTiles(rack, rack), SideTiles(some, some)))
        self.candidates = [self._candidate(play) for play in plays]

    def _candidate(self, play: FirstMove) -> CandidateMove:
        count, laid = self._unseen.count, len(play.laid)
        scenarios = self._scenarios_of(min(laid, count))
        make, bounds = partial(self._emptying, play, scenarios), self._any_bounds
        guess = self._solver.ahead + play.gain + TILE * laid - NEXT
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
        """Return the scenarios of plays that lay `laid` tiles; 0 is a pass."""
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
        """Return the widest bounds, of a part of which nothing is known."""
        return self._widest

    def _bounds_of_sum(self, scenarios: Scenarios, part: int) -> ObjectiveBounds:
        """Return the widest bounds of a part that is a sum over draws."""
        weight = scenarios.draws[part].weight
        return ObjectiveBounds(*(tuple(weight * bound for bound in each) for each in self._widest))

    def _emptying(self, play: FirstMove, scenarios: Scenarios, part: int) -> ScenarioTerm:
        """Build the part of a play that empties the bag: an endgame."""
        bag = scenarios.draws[part].tiles
        own = SideTiles(
            without(self._position.rack_codes[0], play.laid) + bag, self._position.rack_codes[0] + bag
        )
        other = without(self._unseen.tiles, bag)
        racks = _sorted(own), SideTiles(other, other)
        self._solver.reserve(PART_BYTES)
        return OpponentMin(
            [ScenarioSpread(self._solver, (play.number,), racks, play.gain, self._limits)], self._limits
        )

    def _if_passed_on(self, replies: _Replies, scenarios: Scenarios, part: int) -> ScenarioTerm:
        """Build the part of a pass: the mover's value with one content of the bag when passing to the end."""
        after, bag = replies.after, scenarios.draws[part].tiles
        end = self._end(after, bag)
        if after.zeros_left <= 0:
            return OpponentMin([end], self._limits)
        is_whole = after.in_bag == 1 and not self._may_exchange
        return OpponentMin(
            [self._answers(replies, bag, is_whole), end], self._limits, is_whole, replies.clock
        )

    def _bounds_if_passed_on(self, after: _StateAfter, scenarios: Scenarios, part: int) -> ObjectiveBounds:
        """Return its bounds before the opponent's plays are listed: at most the value if both sides pass."""
        end, (least, most) = self._end(after, scenarios.draws[part].tiles).upper, self._limits
        return by_objective(self._objectives, least if after.zeros_left > 0 else end, min(end, most))

    def _later(self, play: FirstMove, scenarios: Scenarios, guess: float, part: int) -> ScenarioTerm:
        """Build the part of a play that leaves one tile in the bag, for one draw."""
        rest, after = scenarios.later[part], self._after(play, scenarios.draws[part].tiles)
        quick, plan = partial(self._quick, after, rest), partial(self._plan, after, rest, guess)
        return LazyPlan(quick, plan, self._bounds_of_sum(scenarios, part))

    def _from_above(
        self, play: FirstMove, scenarios: Scenarios, known: dict[bytes, _Replies], part: int
    ) -> ScenarioTerm:
        """Build the part of a play that leaves more than one tile, for one draw and one rest of the bag."""
        laid, tiles = len(play.laid), scenarios.draws[part].tiles
        drawn = tiles[:laid]
        if drawn not in known:
            known[drawn] = _Replies(self._after(play, drawn))
        return self._answers(known[drawn], tiles[laid:], False)

    def _after(self, play: FirstMove, drawn: bytes) -> _StateAfter:
        """Return the state after a move that leaves tiles in the bag."""
        rules, rack = self._position.rules, self._position.rack_codes[0]
        is_scoreless = play.number == PASS or (play.gain == 0 and rules.zero_play_is_scoreless)
        assert rules.scoreless_turns_limit is not None
        left = rules.scoreless_turns_limit - (self._position.scoreless_turns + 1 if is_scoreless else 0)
        return _StateAfter(
            (play.number,),
            play.gain,
            _sorted(SideTiles(without(rack, play.laid) + drawn, rack + drawn)),
            without(self._unseen.tiles, drawn),
            self._unseen.count - len(drawn),
            left,
        )

    def _end(self, after: _StateAfter, bag: bytes) -> KnownSpread:
        """Return the spread when both sides pass to the end."""
        value, loss = self._position.alphabet.value, self._position.rules.scoreless_loss
        left = value(without(after.others, bag)) - value(after.own.rack)
        spread = self._solver.ahead + after.gained + loss * left
        return KnownSpread(spread, spread)

    def _answers(self, replies: _Replies, bag: bytes, is_whole: bool) -> OpponentMin:
        """Return the minimum over the opponent's plays that empty the bag, which holds these tiles."""
        after, other = replies.after, without(replies.after.others, bag)
        plays = self._solver.plays(after.path, (after.own, SideTiles(other, after.others)))
        plays = [play for play in plays if play.laid and len(play.laid) >= after.in_bag]
        new = [play for play in plays if play.number not in replies.found]
        self._solver.reserve(PART_BYTES * (1 + len(new)))
        replies.found.update((play.number, self._answer(after, play)) for play in new)
        ranked = [replies.found[play.number] for play in sorted(plays, key=lambda play: -_looks(play))]
        return OpponentMin(ranked, self._limits, is_whole, replies.clock)

    def _answer(self, after: _StateAfter, play: FirstMove) -> ScenarioSpread:
        """Return the endgame after an opponent's play that empties the bag."""
        racks = after.own, SideTiles(without(after.others, play.laid), after.others)
        path, gained = (*after.path, play.number), after.gained - play.gain
        return ScenarioSpread(self._solver, path, racks, gained, self._limits)

    def _quick(self, after: _StateAfter, rest: Sequence[BagContents]) -> QuickUpperBound:
        """Return the bound by a few promising replies, listed as if the likeliest tile were in the bag."""
        weights = [draw.weight for draw in rest]
        if after.zeros_left <= 0:
            return QuickUpperBound(
                [[self._end(after, draw.tiles)] for draw in rest], weights, self._limits[1]
            )
        likeliest = max(rest, key=lambda draw: draw.weight)
        other = without(after.others, likeliest.tiles)
        plays = self._solver.plays(after.path, (after.own, SideTiles(other, after.others)))
        best = sorted((play for play in plays if play.laid), key=lambda play: -_looks(play))[:LOOKED_AT]
        found = [(play, self._answer(after, play)) for play in best]
        answers = [_with(after, draw.tiles, found)[:FEW] for draw in rest]
        return QuickUpperBound(answers, weights, self._limits[1])

    def _plan(self, after: _StateAfter, rest: Sequence[BagContents], guess: float) -> ScenarioTerm:
        """Build the mover's best plan with one tile in the bag and the opponent to move."""
        bags, weights = [draw.tiles for draw in rest], [draw.weight for draw in rest]
        replies = _Replies(after)
        clock = replies.clock
        ends = [self._end(after, bag) for bag in bags]
        if after.zeros_left <= 0:
            moves = [[OpponentMin([end], self._limits) for end in ends]]
            return BestPlan(moves, weights, self._objectives, [guess], clock)
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
        return BestPlan(moves, weights, self._objectives, guesses, clock)

    def _next_plays(
        self, after: _StateAfter, bags: Sequence[bytes], answers: Sequence[OpponentMin], clock: list[int]
    ) -> list[tuple[FirstMove, list[OpponentMin]]]:
        """List the mover's plays after the opponent's pass, each with its value for each bag."""
        path = (*after.path, PASS)
        some = without(after.others, bags[0])
        found = []
        for play in self._solver.plays(path, (after.own, SideTiles(some, after.others))):
            if play.number == PASS:
                continue
            parts = []
            self._solver.reserve(2 * PART_BYTES * len(bags))
            for bag, answer in zip(bags, answers, strict=True):
                other = without(after.others, bag)
                own = SideTiles(without(after.own.rack, play.laid) + bag, after.own.pool + bag)
                racks = _sorted(own), SideTiles(other, other)
                gained = after.gained + play.gain
                spread = ScenarioSpread(self._solver, (*path, play.number), racks, gained, self._limits)
                parts.append(OpponentMin([spread, answer], self._limits, True, clock))
            found.append((play, parts))
        return found


def _looks(play: FirstMove) -> float:
    """Return a quick rating of a play."""
    return play.gain + TILE * len(play.laid)


def _with(
    after: _StateAfter, bag: bytes, answers: Sequence[tuple[FirstMove, ScenarioSpread]]
) -> list[ScenarioSpread]:
    """Return the replies that can be made with these tiles in the bag."""
    held = without(after.others, bag)
    return [spread for play, spread in answers if holds(held, play.laid)]


def _sorted(side: SideTiles) -> SideTiles:
    return SideTiles(bytes(sorted(side.rack)), bytes(sorted(side.pool)))
