"""Moves of a position with tiles in the bag, and their values by draw ("terms").

    play that empties the bag               one term per draw: the endgame after it
    play that leaves one tile               one term per draw: a policy for the tile that is left
    play that leaves more than one tile     one term per draw and rest of the bag, bounded from above only
    pass                                    one term per bag: the mover passes as long as the opponent does
    exchange of one tile, one in the bag    one term per draw: a game in which the mover knows the bag
    other exchanges                         one term per draw and rest of the bag, bounded from above only

After a play that leaves tiles in the bag the opponent may empty it.  Then it is an endgame, whatever was in
the bag: the opponent has all unseen tiles, and the mover knows it.  Or the opponent passes: then the mover is
to move, with the same unseen tiles, and may play or pass again.

A mover who passes and plays after the opponent's pass is no better off than one who plays at once, as the
opponent has had more replies.  So a pass is better than all plays only if the mover goes on passing, to the
end of the game if need be: that is the value of its terms.  Anything else that a pass guarantees is at most
the value of the best other move.

Where the rules allow exchanges, a pass with one tile in the bag is one term, a sum over its contents: the
best policy without a play (`policies.py`), as the mover may pass and exchange later.  With more tiles in the
bag it is bounded from above only.

With three or four tiles in the bag there are up to a million terms: each is built when it is first queried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from bstar.chance.interval_sum import BUDGET, BUDGET_GROWTH, Lazy, Value
from scrabble.answer.names import Objective
from scrabble.game.unseen import BagContents, choices, holds, may_exchange, without
from scrabble.movegen.packed_move import PASS
from scrabble.solver.preendgame.dealer import SideTiles
from scrabble.solver.preendgame.emptying_replies import (
    PART_BYTES,
    TILE,
    EmptyingReplies,
    StateAfter,
    state_after,
)
from scrabble.solver.preendgame.endgames import Endgame, Endgames, FirstMove
from scrabble.solver.preendgame.exchanges import OneTileGame, TileState
from scrabble.solver.preendgame.first_bounds import most_by_draw
from scrabble.solver.preendgame.lazy_policy import LazyPolicy, QuickUpperBound
from scrabble.solver.preendgame.policies import NEXT, BestPolicy, Policies
from scrabble.solver.preendgame.values import (
    ByObjective,
    Minimum,
    ObjectiveBounds,
    Spread,
    by_objective,
)

# of a query up to which the player's policies after a play are not built
QUICK_NODES = BUDGET_GROWTH * BUDGET
FEW = 3  # replies in a quick upper bound, per content of the bag


class Draws(NamedTuple):
    """The draws that a value is summed over: the same for all plays of equally many tiles."""

    each: tuple[BagContents, ...]  # by term: the contents of the bag, or only the tiles drawn first
    weights: tuple[int, ...]  # by term; 1 for a term that is itself a sum over draws
    later: tuple[tuple[BagContents, ...], ...]  # by term: what the bag may hold then; () if it is empty

    @property
    def are_sums(self) -> bool:
        """Return whether each term is a sum over the tiles left in the bag."""
        return bool(self.later)


class CandidateMove(NamedTuple):
    """A move, with what builds its values by draw and bounds them before that."""

    play: FirstMove
    build: Callable[[int], Value]  # by number of the term
    bounds: Callable[[int], ObjectiveBounds]
    draws: Draws
    guess: float  # the final spread, estimated from its score
    most: np.ndarray | None = None  # int64[terms]   that the spread can be, if it is known before a search

    def value(self, term: int) -> Lazy:
        """Return the value of a term, not yet built."""
        return Lazy(self.build, term, self.bounds(term))


class MoveEnumerator:
    """All moves of the player to move."""

    def __init__(self, endgames: Endgames, objectives: Sequence[Objective]) -> None:
        self._endgames, self._unseen, self._objectives = endgames, endgames.unseen, tuple(objectives)
        self._position = endgames.position
        self._limits = endgames.limits
        self._widest = by_objective(self._objectives, *self._limits)
        self._may_exchange = may_exchange(self._position)
        self._draws: dict[tuple[int, bool, bool], Draws] = {}
        self._games: dict[int, OneTileGame] = {}  # by number of the first move
        self._most: dict[int, np.ndarray] = {}  # the spread by draw, by number of the first move
        rack = self._position.rack_codes[0]
        some = self._unseen.tiles[: len(self._unseen.tiles) - self._unseen.count]
        plays = endgames.plays((), (SideTiles(rack, rack), SideTiles(some, some)))
        self._plays = [*plays, *self._exchanges()]

    def candidates(self) -> list[CandidateMove]:
        """Return the moves.  They refer to this object, which keeps none, so that memory is freed."""
        return [self._candidate(play) for play in self._plays]

    def _by_objective(self, build: Callable[[int], Spread], term: int) -> ByObjective:
        return ByObjective(build(term), self._objectives)

    def bound_plays(self, is_over: Callable[[], bool]) -> bool:
        """Bound plays that empty the bag until `is_over`; return whether new candidates have more bounds.

        Raises SearchStopped.
        """
        self._most = most_by_draw(self._endgames, self._plays, self._unseen.draws, is_over)
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
        is_policy = count == 1 if play.is_pass and self._may_exchange else 0 < laid == count - 1
        draws = self._draws_of(drawn, is_policy, bool(play.exchanged))
        most = self._most.get(play.number) if play.laid else None
        guess = self._endgames.ahead + play.gain + TILE * laid - NEXT
        if laid < count:
            guess -= NEXT  # the opponent sees everything and chooses
        if is_policy:
            build, bounds = partial(self._later, play, draws, guess), partial(self._bounds_of_sum, draws)
            return CandidateMove(play, build, bounds, draws, guess)
        spread, bounds = partial(self._emptying, play, draws, most), partial(self._bounds_at_most, most)
        if play.is_pass:
            replies = EmptyingReplies(self._endgames, state_after(self._unseen, play, b""))
            spread = partial(self._if_passed_on, replies, draws)
            bounds = partial(self._bounds_if_passed_on, replies, draws)
        elif play.exchanged and count == 1:
            spread = partial(self._exchanging, play, draws)
        elif laid < count:
            spread = partial(self._from_above, play, draws, {})
        return CandidateMove(play, partial(self._by_objective, spread), bounds, draws, guess, most)

    def _draws_of(self, drawn: int, is_policy: bool, is_exchange: bool) -> Draws:
        """Return the draws of moves that draw a number of tiles; a pass draws none."""
        key = drawn, is_policy, is_exchange
        if key not in self._draws:
            unseen, each = self._unseen, self._unseen.draws
            later: tuple[tuple[BagContents, ...], ...] = ()
            if is_policy:
                firsts = unseen.first_drawn(drawn)
                each = tuple(first for first, _ in firsts)
                later = tuple(tuple(rest) for _, rest in firsts)
            elif 0 < drawn < unseen.count:
                each = tuple(
                    BagContents(first.tiles + draw.tiles, draw.weight)
                    for first, rest in unseen.first_drawn(drawn)
                    for draw in rest
                )
            weights = tuple(1 if later else draw.weight for draw in each)
            self._draws[key] = Draws(each, weights, later)
        return self._draws[key]

    def _bounds_at_most(self, most: np.ndarray | None, term: int) -> ObjectiveBounds:
        """Return the bounds of a term, of whose spread at best the most is known."""
        return self._widest if most is None else self._compared(self._limits[0], int(most[term]))

    def _bounds_of_sum(self, draws: Draws, term: int) -> ObjectiveBounds:
        """Return the widest bounds of a term that is a sum over draws."""
        weight = draws.each[term].weight
        return ObjectiveBounds(*(tuple(weight * bound for bound in each) for each in self._widest))

    def _emptying(self, play: FirstMove, draws: Draws, most: np.ndarray | None, term: int) -> Spread:
        """Build the term of a play that empties the bag: an endgame."""
        bag, rack = draws.each[term].tiles, self._position.rack_codes[0]
        other = without(self._unseen.tiles, bag)
        racks = SideTiles(rack, rack).after(play.laid, bag), SideTiles(other, other)
        self._endgames.reserve(PART_BYTES)
        upper = None if most is None else int(most[term])
        return Endgame(self._endgames, (play.number,), racks, play.gain, upper)

    def _if_passed_on(self, replies: EmptyingReplies, draws: Draws, term: int) -> Spread:
        """Build the term of a pass: the mover's value with one content of the bag when passing to the end."""
        after, bag = replies.after, draws.each[term].tiles
        end = replies.end(bag)
        if after.left.is_over:
            return Minimum(self._endgames, [end])
        is_whole = after.in_bag == 1
        if self._may_exchange and not after.left.after_pass().is_over:
            return replies.answers(bag, False)  # the mover may exchange after the opponent's pass
        return Minimum(self._endgames, [replies.answers(bag, is_whole), end], is_whole)

    def _bounds_if_passed_on(self, replies: EmptyingReplies, draws: Draws, term: int) -> ObjectiveBounds:
        """Return its bounds before the opponent's plays are listed: at most the value if both sides pass."""
        after = replies.after
        if self._may_exchange and not after.left.is_over:
            return self._widest
        (end, _), (least, most) = replies.end(draws.each[term].tiles), self._limits
        return self._compared(end if after.left.is_over else least, min(end, most))

    def _compared(self, lower: int, upper: int) -> ObjectiveBounds:
        return by_objective(self._objectives, lower, upper)

    def _later(self, play: FirstMove, draws: Draws, guess: float, term: int) -> Value:
        """Build the term of a move that leaves one tile in the bag, for one draw."""
        rest, after = draws.later[term], state_after(self._unseen, play, draws.each[term].tiles)
        replies = EmptyingReplies(self._endgames, after)
        quick, policy = partial(self._quick, replies, rest), partial(self._policy, play, replies, rest, guess)
        if after.left.is_over:
            return policy()
        bounds, memory = self._bounds_of_sum(draws, term), None if self._may_exchange else self._endgames
        most_quick = 0 if play.is_pass else QUICK_NODES  # a pass has few policies
        return LazyPolicy(quick, policy, bounds, self._objectives, memory, most_quick)

    def _exchanging(self, play: FirstMove, draws: Draws, term: int) -> Spread:
        """Build the term of an exchange with one tile in the bag, which the player draws."""
        after = state_after(self._unseen, play, draws.each[term].tiles)
        state = TileState(after.own.rack, after.others, play.exchanged, after.left)
        return self._game_after(play, after).opponent(state)

    def _from_above(
        self, play: FirstMove, draws: Draws, known: dict[bytes, EmptyingReplies], term: int
    ) -> Spread:
        """Build the term of a move that leaves more than one tile, for one draw and one rest of the bag."""
        drawn_count, tiles = len(play.laid or play.exchanged), draws.each[term].tiles
        drawn, bag = tiles[:drawn_count], tiles[drawn_count:] + play.exchanged
        if drawn not in known:
            known[drawn] = EmptyingReplies(self._endgames, state_after(self._unseen, play, drawn))
        if known[drawn].after.left.is_over:
            return known[drawn].end(bag)
        return known[drawn].answers(bag, False)

    def _quick(self, replies: EmptyingReplies, rest: Sequence[BagContents]) -> QuickUpperBound:
        """Return the bound by a few promising replies, listed as if the likeliest tile were in the bag."""
        plays = replies.plays(max(rest, key=lambda draw: draw.weight).tiles)
        answers = []
        for draw in rest:
            rack = replies.after.other_rack(draw.tiles).rack
            possible = (play for play in plays if holds(rack, play.laid))
            answers.append([replies.answer(play) for play in islice(possible, FEW)])
        return QuickUpperBound(self._endgames, replies, rest, answers)

    def _policy(
        self, play: FirstMove, replies: EmptyingReplies, rest: Sequence[BagContents], guess: float
    ) -> Value:
        """Build the mover's best policy with one tile in the bag and the opponent to move.

        Plays that may follow a pass at the root are no better than at once.
        """
        policies = Policies(self._game_after(play, replies.after), replies, [draw.tiles for draw in rest])
        weights = [draw.weight for draw in rest]
        all_ = policies.all(has_plays=not play.is_pass)
        return BestPolicy(self._endgames, all_, policies.replies, weights, self._objectives, guess)

    def _game_after(self, play: FirstMove, after: StateAfter) -> OneTileGame:
        """Return the game with one tile in the bag, the same for the pass and all exchanges."""
        if play.number not in self._games:
            self._games[play.number] = OneTileGame(self._endgames, after)
        return self._games[play.number]
