"""Moves of a position with tiles in the bag, and their values by draw ("parts").

    play that empties the bag               one part per draw: the endgame after it
    play that leaves one tile               one part per draw: a plan for the tile that is left
    play that leaves more than one tile     one part per draw and rest of the bag, bounded from above only
    pass                                    one part per bag: the mover passes as long as the opponent does
    exchange of one tile, one in the bag    one part per draw: a game in which the mover knows the bag
    other exchanges                         one part per draw and rest of the bag, bounded from above only

After a play that leaves tiles in the bag the opponent may empty it.  Then it is an endgame, whatever was in
the bag: the opponent has all unseen tiles, and the mover knows it.  Or the opponent passes: then the mover is
to move, with the same unseen tiles, and may play or pass again.

A mover who passes and plays after the opponent's pass is no better off than one who plays at once, as the
opponent has had more replies.  So a pass is better than all plays only if the mover goes on passing, to the
end of the game if need be: that is the value of its parts.  Anything else that a pass guarantees is at most
the value of the best other move.

Where the rules allow exchanges, a pass with one tile in the bag is one part, a sum over its contents: the
best plan without a play (`plans.py`), as the mover may pass and exchange later.  With more tiles in the bag
it is bounded from above only.

With three or four tiles in the bag there are up to a million parts: each is built when it is first queried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from bstar.chance.interval_sum import BUDGET, Lazy, Value
from scrabble.answer.names import Objective
from scrabble.game.unseen import BagContents, choices, holds, may_exchange, without
from scrabble.movegen.packed_move import PASS
from scrabble.solver.preendgame.dealer import SideTiles
from scrabble.solver.preendgame.emptying_replies import (
    PART_BYTES,
    TILE,
    Replies,
    ScorelessLeft,
    StateAfter,
    rating,
    scoreless_left,
    scoreless_left_after_play,
    sorted_side,
)
from scrabble.solver.preendgame.exchanges import OneTileGame, TileState
from scrabble.solver.preendgame.first_bounds import most_by_draw
from scrabble.solver.preendgame.lazy_plan import LazyPlan, QuickUpperBound
from scrabble.solver.preendgame.plans import NEXT, LaterPlans
from scrabble.solver.preendgame.scenarios import FirstMove, ScenarioSolver, ScenarioSpread
from scrabble.solver.preendgame.values import (
    SHARES,
    BestPlan,
    ByObjective,
    ObjectiveBounds,
    OpponentMin,
    Spread,
    by_objective,
)

QUICK_NODES = SHARES * BUDGET  # of a query up to which the player's plans after a play are not built
LOOKED_AT, FEW = 40, 3  # replies in a quick upper bound: in all, and per content of the bag
GLANCED_AT = 12  # of these replies, the best-rated: ordered by what the planner expects


class Scenarios(NamedTuple):
    """The draws that a value is summed over: the same for all plays of equally many tiles."""

    draws: tuple[BagContents, ...]  # by part: the contents of the bag, or only the tiles drawn first
    weights: tuple[int, ...]  # by part; 1 for a part that is itself a sum over draws
    later: tuple[tuple[BagContents, ...], ...]  # by part: what the bag may hold then; () if it is empty


class CandidateMove(NamedTuple):
    """A move, with what builds its values by draw and bounds them before that."""

    play: FirstMove
    build: Callable[[int], Value]  # by number of the part
    bounds: Callable[[int], ObjectiveBounds]
    scenarios: Scenarios
    guess: float  # the final spread, estimated from its score
    most: np.ndarray | None = None  # int64[parts]   that the spread can be, if it is known before a search

    def value(self, part: int) -> Lazy:
        """Return the value of a part, not yet built."""
        return Lazy(partial(self.build, part), self.bounds(part))

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


class MoveEnumerator:
    """All moves of the player to move."""

    def __init__(self, solver: ScenarioSolver, objectives: Sequence[Objective]) -> None:
        self._solver, self._unseen, self._objectives = solver, solver.unseen, tuple(objectives)
        self._position = solver.position
        self._limits = solver.limits
        self._widest = by_objective(self._objectives, *self._limits)
        self._may_exchange = may_exchange(self._position)
        self._scenarios: dict[tuple[int, bool, bool], Scenarios] = {}
        self._games: dict[int, OneTileGame] = {}  # by number of the first move
        self._most: dict[int, np.ndarray] = {}  # the spread by draw, by number of the first move
        rack = self._position.rack_codes[0]
        some = self._unseen.tiles[: len(self._unseen.tiles) - self._unseen.count]
        plays = solver.plays((), (SideTiles(rack, rack), SideTiles(some, some)))
        self._plays = [*plays, *self._exchanges()]

    def candidates(self) -> list[CandidateMove]:
        """Return the moves.  They refer to this object, which keeps none, so that memory is freed."""
        return [self._candidate(play) for play in self._plays]

    def _by_objective(self, build: Callable[[int], Spread], part: int) -> ByObjective:
        return ByObjective(build(part), self._objectives)

    def bound_plays(self) -> bool:
        """Bound plays that empty the bag; return whether candidates made from now on have more bounds.

        Raises SearchStopped.
        """
        self._most = most_by_draw(self._solver, self._plays, self._unseen.draws)
        return bool(self._most)

    def _exchanges(self) -> Iterator[FirstMove]:
        """Yield the player's exchanges: of as many tiles as the bag holds, or fewer."""
        rack = self._position.rack_codes[0]
        for count in range(1, min(self._unseen.count, len(rack)) + 1 if self._may_exchange else 1):
            for tiles, _ in choices(rack, count):
                yield FirstMove(PASS, 0, b"", tiles)

    def _candidate(self, play: FirstMove) -> CandidateMove:
        count, laid = self._unseen.count, len(play.laid)
        drawn = len(play.exchanged) or min(laid, count)
        is_plan = count == 1 if play.is_pass and self._may_exchange else 0 < laid == count - 1
        scenarios = self._scenarios_of(drawn, is_plan, bool(play.exchanged))
        most = self._most.get(play.number) if play.laid else None
        make, bounds = partial(self._emptying, play, scenarios, most), self._any_bounds
        build: Callable[[int], Value]
        if most is not None:
            bounds = partial(self._bounds_at_most, most)
        guess = self._solver.ahead + play.gain + TILE * laid - NEXT
        if laid < count:
            guess -= NEXT  # the opponent sees everything and chooses
        if is_plan:
            build = partial(self._later, play, scenarios, guess)
            bounds = partial(self._bounds_of_sum, scenarios)
        elif play.is_pass:
            replies = Replies(self._solver, self._after(play, b""))
            make = partial(self._if_passed_on, replies, scenarios)
            bounds = partial(self._bounds_if_passed_on, replies, scenarios)
        elif play.exchanged and count == 1:
            make = partial(self._exchanging, play, scenarios)
        elif laid < count:
            make = partial(self._from_above, play, scenarios, {})
        if not is_plan:
            build = partial(self._by_objective, make)
        return CandidateMove(play, build, bounds, scenarios, guess, most)

    def _scenarios_of(self, drawn: int, is_plan: bool, is_exchange: bool) -> Scenarios:
        """Return the scenarios of moves that draw a number of tiles; a pass draws none."""
        key = drawn, is_plan, is_exchange
        if key not in self._scenarios:
            unseen, draws = self._unseen, self._unseen.draws
            later: tuple[tuple[BagContents, ...], ...] = ()
            if is_plan:
                firsts = unseen.first_drawn(drawn)
                draws = tuple(first for first, _ in firsts)
                later = tuple(tuple(rest) for _, rest in firsts)
            elif 0 < drawn < unseen.count:
                draws = tuple(
                    BagContents(first.tiles + draw.tiles, draw.weight)
                    for first, rest in unseen.first_drawn(drawn)
                    for draw in rest
                )
            weights = tuple(1 if later else draw.weight for draw in draws)
            self._scenarios[key] = Scenarios(draws, weights, later)
        return self._scenarios[key]

    def _any_bounds(self, part: int) -> ObjectiveBounds:
        """Return the widest bounds, of a part of which nothing is known."""
        return self._widest

    def _bounds_at_most(self, most: np.ndarray, part: int) -> ObjectiveBounds:
        """Return the bounds of a part whose spread is at most known."""
        return by_objective(self._objectives, self._limits[0], int(most[part]))

    def _bounds_of_sum(self, scenarios: Scenarios, part: int) -> ObjectiveBounds:
        """Return the widest bounds of a part that is a sum over draws."""
        weight = scenarios.draws[part].weight
        return ObjectiveBounds(*(tuple(weight * bound for bound in each) for each in self._widest))

    def _emptying(self, play: FirstMove, scenarios: Scenarios, most: np.ndarray | None, part: int) -> Spread:
        """Build the part of a play that empties the bag: an endgame."""
        bag = scenarios.draws[part].tiles
        own = SideTiles(
            without(self._position.rack_codes[0], play.laid) + bag, self._position.rack_codes[0] + bag
        )
        other = without(self._unseen.tiles, bag)
        racks = sorted_side(own), SideTiles(other, other)
        self._solver.reserve(PART_BYTES)
        limits = self._limits if most is None else (self._limits[0], int(most[part]))
        return ScenarioSpread(self._solver, (play.number,), racks, play.gain, limits)

    def _if_passed_on(self, replies: Replies, scenarios: Scenarios, part: int) -> Spread:
        """Build the part of a pass: the mover's value with one content of the bag when passing to the end."""
        after, bag = replies.after, scenarios.draws[part].tiles
        end = replies.end(bag)
        if after.left.is_over:
            return OpponentMin([end], self._limits)
        is_whole = after.in_bag == 1
        if self._may_exchange and not after.left.after_pass().is_over:
            return replies.answers(bag, False)  # the mover may exchange after the opponent's pass
        return OpponentMin([replies.answers(bag, is_whole), end], self._limits, is_whole, replies.clock)

    def _bounds_if_passed_on(self, replies: Replies, scenarios: Scenarios, part: int) -> ObjectiveBounds:
        """Return its bounds before the opponent's plays are listed: at most the value if both sides pass."""
        after = replies.after
        if self._may_exchange and not after.left.is_over:
            return self._widest
        (end, _), (least, most) = replies.end(scenarios.draws[part].tiles), self._limits
        return by_objective(self._objectives, end if after.left.is_over else least, min(end, most))

    def _later(self, play: FirstMove, scenarios: Scenarios, guess: float, part: int) -> Value:
        """Build the part of a move that leaves one tile in the bag, for one draw."""
        rest, after = scenarios.later[part], self._after(play, scenarios.draws[part].tiles)
        replies = Replies(self._solver, after)
        quick, plan = partial(self._quick, replies, rest), partial(self._plan, play, replies, rest, guess)
        bounds, memory = self._bounds_of_sum(scenarios, part), None if self._may_exchange else self._solver
        most_quick = 0 if play.is_pass else QUICK_NODES  # a pass has few plans
        return LazyPlan(quick, plan, bounds, self._objectives, memory, most_quick)

    def _exchanging(self, play: FirstMove, scenarios: Scenarios, part: int) -> Spread:
        """Build the part of an exchange with one tile in the bag, which the player draws."""
        after = self._after(play, scenarios.draws[part].tiles)
        state = TileState(after.own.rack, after.others, play.exchanged, after.left)
        return OpponentMin([self._game_after(play, after).opponent(state)], self._limits)

    def _from_above(
        self, play: FirstMove, scenarios: Scenarios, known: dict[bytes, Replies], part: int
    ) -> Spread:
        """Build the part of a move that leaves more than one tile, for one draw and one rest of the bag."""
        drawn_count, tiles = len(play.laid or play.exchanged), scenarios.draws[part].tiles
        drawn, bag = tiles[:drawn_count], tiles[drawn_count:] + play.exchanged
        if drawn not in known:
            known[drawn] = Replies(self._solver, self._after(play, drawn))
        if known[drawn].after.left.is_over:
            return OpponentMin([known[drawn].end(bag)], self._limits)
        return known[drawn].answers(bag, False)

    def _after(self, play: FirstMove, drawn: bytes) -> StateAfter:
        """Return the state after a move that leaves tiles in the bag."""
        rack = self._position.rack_codes[0]
        kept = without(rack, play.laid + play.exchanged) + drawn
        return StateAfter(
            (play.number,),
            play.gain,
            sorted_side(SideTiles(kept, kept + play.laid)),
            bytes(sorted(without(self._unseen.tiles, drawn) + play.exchanged)),
            self._unseen.count - len(drawn) + len(play.exchanged),
            self._left_after(play),
        )

    def _left_after(self, play: FirstMove) -> ScorelessLeft:
        """Return the scoreless turns left after a move."""
        rules = self._position.rules
        if play.laid:
            return scoreless_left_after_play(rules)
        left = scoreless_left(self._position)
        return left.after_exchange(rules) if play.exchanged else left.after_pass()

    def _quick(self, replies: Replies, rest: Sequence[BagContents]) -> QuickUpperBound:
        """Return the bound by a few promising replies, listed as if the likeliest tile were in the bag."""
        after, weights = replies.after, [draw.weight for draw in rest]
        if after.left.is_over:
            return QuickUpperBound([[replies.end(draw.tiles)] for draw in rest], weights, self._limits[1])
        plays = replies.plays(max(rest, key=lambda draw: draw.weight).tiles)
        plays = sorted(plays, key=rating, reverse=True)[:LOOKED_AT]
        if self._solver.has_fast_game:
            plays = [*sorted(plays[:GLANCED_AT], key=replies.glance), *plays[GLANCED_AT:]]
        answers = []
        for draw in rest:
            possible = (play for play in plays if holds(after.other_rack(draw.tiles).rack, play.laid))
            answers.append([replies.answer(play) for play in islice(possible, FEW)])
        bags = [draw.tiles for draw in rest]
        return QuickUpperBound(answers, weights, self._limits[1], replies, bags, lambda: self._solver.nodes)

    def _plan(self, play: FirstMove, replies: Replies, rest: Sequence[BagContents], guess: float) -> Value:
        """Build the mover's best plan with one tile in the bag and the opponent to move.

        Plays that may follow a pass at the root are no better than at once.
        """
        ahead = LaterPlans(self._game_after(play, replies.after), replies, [draw.tiles for draw in rest])
        plans = ahead.plans(has_plays=not play.is_pass)
        return BestPlan(
            [plan.parts for plan in plans],
            [draw.weight for draw in rest],
            self._objectives,
            [guess + plan.more for plan in plans],
            ahead.clock,
            lambda: self._solver.nodes,
        )

    def _game_after(self, play: FirstMove, after: StateAfter) -> OneTileGame:
        """Return the game with one tile in the bag, the same for the pass and all exchanges."""
        if play.number not in self._games:
            self._games[play.number] = OneTileGame(self._solver, after)
        return self._games[play.number]
