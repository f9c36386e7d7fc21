"""The player's policies after a move that leaves one tile in the bag, the opponent to move.

    pass as often as the opponent passes, to the end
    play after the opponent's first pass: an endgame with each tile
    pass as well some times, then exchange: from then on the player knows the bag (`exchanges.py`)

A policy has a value for each tile that may be in the bag.  It is at most that of each reply which empties the
bag, and where the rules allow exchanges that of the player's best policy after one by the opponent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bstar.chance.choose import ChanceSearch
from bstar.chance.disproof import refutation
from bstar.chance.interval_sum import BUDGET, Answer, IntervalSum, Query, Term
from scrabble.answer.names import Objective
from scrabble.movegen.packed_move import PASS
from scrabble.solver.preendgame.emptying_replies import PART_BYTES, EmptyingReplies, ScorelessLeft, rating
from scrabble.solver.preendgame.endgames import Endgames
from scrabble.solver.preendgame.exchanges import OneTileGame, OpponentsExchange, TileState, Value
from scrabble.solver.preendgame.values import ByObjective, Minimum, ObjectiveBounds, Spread, estimate

NEXT = 12.0  # estimated points of the opponent's next turn


class Policy(NamedTuple):
    """A policy: its value for each tile that may be in the bag."""

    by_bag: list[Minimum]
    more: float  # estimated points that it brings
    is_private: bool = True  # what is not a reply of the opponent is asked here only


class Policies:
    """The policies of the player, by the tiles that may be in the bag, and the replies that all allow."""

    def __init__(self, game: OneTileGame, replies: EmptyingReplies, bags: Sequence[bytes]) -> None:
        self._endgames, self._game, self._bags = game.endgames, game, bags
        self._replies, self._after = replies, replies.after
        self.replies: list[list[Spread]] = [[] for _ in bags]  # by bag, as far as policies are found

    def all(self, has_plays: bool) -> list[Policy]:
        """Return the policies; those that begin with a play only if wanted."""
        ends = [self._replies.end(bag) for bag in self._bags]
        if self._after.left.is_over:
            return [Policy([self._minimum([end]) for end in ends], 0.0)]
        self.replies = [[self._replies.answers(bag, True)] for bag in self._bags]
        found: list[Policy] = []
        for turn, left in enumerate(self._opponents_turns()):
            if self._game.has_exchanges:
                for each, exchange in zip(self.replies, self._opponents_exchanges(left), strict=True):
                    each.append(exchange)
            if left.after_pass().is_over:
                break
            if has_plays and turn == 0:
                found += self._plays()
            if self._game.has_exchanges:
                found += self._own_exchanges(left.after_pass())
        passing = [self._minimum([*each, end]) for each, end in zip(self.replies, ends, strict=True)]
        return [Policy(passing, -NEXT), *found]

    def _opponents_turns(self) -> Iterator[ScorelessLeft]:
        """Yield the scoreless turns left at each turn of the opponent while both sides pass."""
        left = self._after.left
        while not left.is_over:
            yield left
            left = left.after_pass().after_pass()

    def _plays(self) -> Iterator[Policy]:
        """Yield the policies to play after the opponent's pass."""
        after, bags = self._after, self._bags
        racks = after.own, after.other_rack(bags[0])
        for play in self._endgames.plays((*after.path, PASS), racks):
            if not play.laid:
                continue
            by_bag = []
            self._endgames.reserve(2 * PART_BYTES * len(bags))
            for bag, terms in zip(bags, self.replies, strict=True):
                by_bag.append(self._minimum([after.after_pass(self._endgames, play, bag), *terms]))
            yield Policy(by_bag, rating(play))

    def _opponents_exchanges(self, left: ScorelessLeft) -> list[OpponentsExchange]:
        """Return the value after an exchange by the opponent, for each tile that may be in the bag."""
        game = self._game

        def value(bags: Sequence[bytes]) -> Value:
            return game.player(self._state(bags, left).after_opponents_exchange(game.rules))

        guaranteed = value(self._bags)
        return [OpponentsExchange(guaranteed, value([bag])) for bag in self._bags]

    def _own_exchanges(self, left: ScorelessLeft) -> Iterator[Policy]:
        """Yield the policies to exchange with a number of scoreless turns left."""
        for given in sorted(set(self._after.own.rack)):
            by_bag = []
            for bag, terms in zip(self._bags, self.replies, strict=True):
                [state] = self._state([bag], left).after_own_exchange(given, self._game.rules)
                by_bag.append(self._minimum([*terms, self._game.opponent(state)]))
            yield Policy(by_bag, -NEXT, is_private=False)

    def _state(self, bags: Sequence[bytes], left: ScorelessLeft) -> TileState:
        """Return the state in which any of these tiles may be in the bag."""
        return TileState(self._after.own.rack, self._after.others, b"".join(bags), left)

    def _minimum(self, spreads: Sequence[Spread]) -> Minimum:
        return Minimum(self._endgames, spreads)


class BestPolicy:
    """The value of the best policy, one for all contents of the bag: a sum over these, found by B*."""

    def __init__(
        self,
        endgames: Endgames,
        policies: Sequence[Policy],
        replies: Sequence[Sequence[Spread]],
        weights: Sequence[int],
        objectives: tuple[Objective, ...],
        guess: float,
    ) -> None:
        """Take the policies, the replies that all of them allow with each content of the bag, the weight of
        each content, and the spread that passing may bring.
        """
        self._endgames, self._budget_limit = endgames, BUDGET
        self._replies, self._seen_at = replies, endgames.clock
        self._reply_bounds = self._bounds_of_replies()
        self._asked = {number for number, policy in enumerate(policies) if not policy.is_private}
        self._last = 0  # the policy asked last

        def sum_of(policy: Policy) -> IntervalSum:
            spread, values = guess + policy.more, [ByObjective(each, objectives) for each in policy.by_bag]
            pairs = zip(weights, values, strict=True)
            return IntervalSum([Term(weight, each, estimate(objectives, spread)) for weight, each in pairs])

        self._search = ChanceSearch([sum_of(policy) for policy in policies])

    def bounds(self) -> ObjectiveBounds:
        """Return the bounds of the best policy."""
        self._refresh()
        options = self._search.moves
        least = max(option.lower[0] for option in options)
        most = max(option.upper[0] for option in options)
        left = [option for option in options if option.upper[0] >= least]  # the best policy is one of them
        sure = [option.lower[1] for option in left if option.lower[0] == most]  # proven best in the first
        second = max(sure) if sure else min(option.lower[1] for option in left)
        return ObjectiveBounds((least, second), (most, max(option.upper[1] for option in left)))

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Test whether the best policy is worth at least gamma; return whether `nodes` were enough."""
        until = self._endgames.nodes + nodes
        while self._endgames.nodes < until:
            lower, upper = self.bounds()
            if lower[objective] >= gamma or upper[objective] < gamma:
                return True
            query = self._search.next_query() if objective > 0 else self._query_first(gamma)
            if query is None:
                return True
            before, self._last = self._endgames.nodes, query.move
            is_done = self._search.term_of(query).ask(query)
            self._search.update(Answer(query, is_done, is_free=self._endgames.nodes == before))
        return False

    def _query_first(self, gamma: int) -> Query | None:
        """Return the next query whether a policy is worth gamma in the first objective; None at the end."""
        options = self._search.moves
        left = [number for number, option in enumerate(options) if option.upper[0] >= gamma]
        query, self._budget_limit = refutation(options, left, gamma - 1, self._budget_limit)
        return query

    def _refresh(self) -> None:
        """Take over new bounds: of what was asked, and of the replies, which all policies share."""
        if self._seen_at == self._endgames.clock:
            return
        options, before = self._search.moves, self._reply_bounds
        self._reply_bounds = self._bounds_of_replies()
        for number in {*self._asked, self._last}:
            options[number].refresh()
        pairs = enumerate(zip(before, self._reply_bounds, strict=True))
        changed = [bag for bag, (old, new) in pairs if old != new]
        for option in options if changed else ():
            option.refresh(changed)
        self._seen_at = self._endgames.clock

    def _bounds_of_replies(self) -> list[list[tuple[int, int]]]:
        """Return the bounds of the replies to all policies, with each content of the bag."""
        return [[(each.lower, each.upper) for each in spreads] for spreads in self._replies]
