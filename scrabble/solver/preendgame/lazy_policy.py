"""Plays that leave a tile in the bag: a quick upper bound, then the player's policies if that is not enough.

    QuickUpperBound  the minimum over a few replies of the opponent, or (who wins) over all that empty the bag
    LazyPolicy       a `BestPolicy` that is built only if the quick bound does not answer the query

Nearly all plays that leave a tile in the bag are no better than others, and one reply to each bag shows it:
their policies, which take up to a second and 10 MB, are never built.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from bstar.chance.interval_sum import Value
from scrabble.answer.names import Objective
from scrabble.game.unseen import BagContents
from scrabble.solver.preendgame.emptying_replies import EmptyingReplies
from scrabble.solver.preendgame.endgames import Endgames
from scrabble.solver.preendgame.values import (
    ALL_REPLIES,
    FEWER,
    LOST,
    SHARES,
    ObjectiveBounds,
    Spread,
    ask_all,
    by_objective,
)

OFF_MEAN = (192, 96, 48, 24, 0, -24, -48, -96)  # levels of spread, as differences from the mean asked for


class LazyPolicy:
    """A term that tries a quick upper bound first and is built in full only if that does not answer.

    The policy is built again if it is needed after it has refuted the move: it takes up to 30 MB.
    """

    def __init__(
        self,
        quick: Callable[[], QuickUpperBound],
        whole: Callable[[], Value],
        bounds: ObjectiveBounds,
        objectives: tuple[Objective, ...],
        memory: Endgames | None = None,
        most_quick_nodes: int = 0,
    ) -> None:
        """Take what builds the upper bound and the policy, and the bounds before that.

        `memory` is that of the policy; None: it is shared with others, and the policy is kept.  No policy is
        built for a query of up to `most_quick_nodes`.
        """
        self._make_quick, self._make_whole, self._first = quick, whole, bounds
        self._objectives, self._memory = objectives, memory
        self._most_quick_nodes = most_quick_nodes
        self._quick: QuickUpperBound | None = None
        self._whole: Value | None = None
        self._bytes = 0  # of the policy

    def bounds(self) -> ObjectiveBounds:
        """Return the proven bounds."""
        lower, upper = self._first
        if self._quick is not None:
            upper = tuple(map(min, upper, self._quick.upper(self._objectives)))
        if self._whole is not None:
            least, most = self._whole.bounds()
            lower, upper = tuple(map(max, lower, least)), tuple(map(min, upper, most))
        return ObjectiveBounds(lower, upper)

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Test whether the value is at least gamma; return whether `nodes` were enough.

        Raises SearchStopped.
        """
        if self._quick is None:
            self._quick = self._make_quick()
        if self._whole is None:
            if self._quick.is_less(self._objectives[objective], gamma, max(nodes // SHARES, 1)):
                return True
            if nodes <= self._most_quick_nodes:
                self._quick.forget_replies()
                return False
            self._build(self._quick)
        assert self._whole is not None
        is_done = self._whole.ask(objective, gamma, nodes)
        if self._memory is not None and self._whole.bounds()[1][objective] < gamma:
            self._forget(self._quick, self._memory)
        return is_done

    def _build(self, quick: QuickUpperBound) -> None:
        """Build the policy, and note what it takes beside the replies."""
        before = self._memory.room + quick.reply_bytes if self._memory else 0
        self._whole = self._make_whole()
        self._bytes = before - self._memory.room - quick.reply_bytes if self._memory else 0

    def _forget(self, quick: QuickUpperBound, memory: Endgames) -> None:
        """Keep the bounds, and forget the policy and the replies."""
        self._first = self.bounds()
        self._whole = None
        quick.forget_replies()
        memory.count_bytes(-self._bytes)


class QuickUpperBound:
    """An upper bound: the sum over the contents of the bag of the minimum over some replies of the opponent.

    Where a few replies do not refute a win, all are listed; of these, the ones that were of use are kept.
    """

    def __init__(
        self,
        endgames: Endgames,
        replies: EmptyingReplies,
        bags: Sequence[BagContents],
        few: Sequence[Sequence[Spread]],
    ) -> None:
        """Take what lists the replies, the contents that the bag may have, and a few replies to each."""
        self._endgames, self._replies = endgames, replies
        self._bags, self._weights = [bag.tiles for bag in bags], [bag.weight for bag in bags]
        self._answers = [list(each) for each in few]

    def upper(self, objectives: Sequence[Objective]) -> tuple[int, ...]:
        """Return the upper bound of each objective."""
        return self._sum(objectives, range(len(self._weights)))

    def _sum(self, objectives: Sequence[Objective], bags: Iterable[int]) -> tuple[int, ...]:
        """Return the sum of the upper bounds with some contents of the bag."""
        whole = [0] * len(objectives)
        for at in bags:
            most = self._upper_with(at)
            for number, each in enumerate(by_objective(objectives, most, most).upper):
                whole[number] += self._weights[at] * each
        return tuple(whole)

    def is_less(self, objective: Objective, gamma: int, nodes: int) -> bool:
        """Return whether a few replies with `nodes` each, or eight times as many, prove it less than gamma.

        Whether it wins is tested by all replies in between, with one node each.  Raises SearchStopped.
        """
        mean = -(-gamma // sum(self._weights))
        # chance: refute the win with each bag, then the draw; spread: bags make up for one another
        levels = (1, 0) if objective is Objective.WIN else [mean + off for off in OFF_MEAN]
        if self._is_less_by(self._few, nodes, objective, gamma, levels):
            return True
        if objective is Objective.WIN:
            until = self._endgames.nodes + ALL_REPLIES * nodes
            if self._is_less_by(cache(self._every), 1, objective, gamma, levels, until):
                self.forget_replies()
                return True
        return self._is_less_by(self._few, FEWER * nodes, objective, gamma, levels)

    @property
    def reply_bytes(self) -> int:
        """The bytes of all replies listed."""
        return self._replies.size

    def forget_replies(self) -> None:
        """Forget all replies but those of use."""
        self._replies.keep_only({answer for answers in self._answers for answer in answers})

    def _few(self, at: int) -> Sequence[Spread]:
        return self._answers[at]

    def _every(self, at: int) -> Sequence[Spread]:
        return self._replies.emptying(self._bags[at])

    def _is_less_by(
        self,
        replies: Callable[[int], Sequence[Spread]],
        nodes: int,
        objective: Objective,
        gamma: int,
        levels: Sequence[int],
        until: float = math.inf,
    ) -> bool:
        """Return whether it is less than gamma once replies to each bag were tested for levels of spread.

        The levels fall; a bag that is not below one is left out at the next, and the tests end when the other
        bags cannot make up for it, or at the node count `until`.
        """
        above: set[int] = set()
        least = LOST if objective is Objective.WIN else levels[-1] - 1
        for level in levels:
            asked: set[int] = set()
            for at in range(len(self._weights)):
                if self.upper([objective])[0] < gamma:
                    return True
                if at in above or self._upper_with(at) < level:
                    continue
                answers = replies(at)
                is_below = self._is_below(answers, level, nodes, asked, until)
                if (
                    answers
                    and (best := min(answers, key=lambda answer: answer.upper)) not in self._answers[at]
                ):
                    self._answers[at].append(best)
                if not is_below:
                    above.add(at)
                    below = sum(weight for other, weight in enumerate(self._weights) if other not in above)
                    if self._sum([objective], above)[0] + least * below >= gamma:
                        return False
        return self.upper([objective])[0] < gamma

    def _upper_with(self, at: int) -> int:
        """Return the upper bound of the spread with one content of the bag."""
        return min((answer.upper for answer in self._answers[at]), default=self._endgames.limits[1])

    def _is_below(
        self, answers: Sequence[Spread], level: int, nodes: int, asked: set[int], until: float
    ) -> bool:
        """Return whether one of the replies is below a level; those in `asked` are not queried again."""

        def is_over() -> bool:
            return self._endgames.nodes >= until

        if not is_over():
            ask_all(answers, level, nodes, is_over, asked)
        return any(answer.upper < level for answer in answers)
