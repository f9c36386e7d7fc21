"""What a play that leaves a tile in the bag is worth with a draw, made no sooner than it is asked about.

    Rough    the opponent makes the least of a few answers: from above only, and quickly made
    Plan     all his answers, and all that the player may do when the opponent passes (worth)

Nearly all such plays are no better than others, and one answer shows it: for them the Plan, which takes a
tenth of a second to make, is never made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrabble.preendgame.deals import Spread
from scrabble.preendgame.worth import Aim, Bounds, Constant, Part, in_aims

SHARES = 64  # of the nodes of a question: one for each answer of the opponent that is looked at


class Later:
    """A part of which a rough bound is asked first, and the rest is made if that does not answer."""

    def __init__(self, rough: Callable[[], Rough], whole: Callable[[], Part], bounds: Bounds) -> None:
        self._make_rough, self._make_whole, self._first = rough, whole, bounds
        self._rough: Rough | None = None
        self._whole: Part | None = None

    def bounds(self, aims: Sequence[Aim]) -> Bounds:
        """What is proven of it."""
        known = self._first if self._whole is None else self._whole.bounds(aims)
        if self._rough is None:
            return known
        most = self._rough.upper(aims)
        return Bounds(known.lower, tuple(map(min, known.upper, most)))

    def ask(self, aim: Aim, gamma: int, nodes: int) -> bool:
        """Find out whether it is at least gamma; were so many nodes enough?  Raises Stopped."""
        if self._whole is None:
            if self._rough is None:
                self._rough = self._make_rough()
            if self._rough.is_less(aim, gamma, max(nodes // SHARES, 1)):
                return True
            self._whole = self._make_whole()
        return self._whole.ask(aim, gamma, nodes)


class Rough:
    """The sum over what is in the bag of what some of the opponent's answers leave at most."""

    def __init__(
        self, answers: Sequence[Sequence[Spread | Constant]], weights: Sequence[int], most: int
    ) -> None:
        """With each bag, of that weight, some answers; without one it is `most`, the most there is."""
        self._answers, self._weights, self._most = answers, weights, most

    def upper(self, aims: Sequence[Aim]) -> tuple[int, ...]:
        """It is at most so much, by aim."""
        whole = [0] * len(aims)
        for answers, weight in zip(self._answers, self._weights, strict=True):
            most = min((answer.upper for answer in answers), default=self._most)
            for at, each in enumerate(in_aims(aims, most, most).upper):
                whole[at] += weight * each
        return tuple(whole)

    def is_less(self, aim: Aim, gamma: int, nodes: int) -> bool:
        """Show that it is less than gamma, if a few questions do; so many nodes for each.  Raises Stopped."""
        # of a game won a draw is less, and a loss; of points all bags are to be a little less
        levels = (1, 0) if aim is Aim.CHANCE else (-(-gamma // sum(self._weights)),)
        for level in levels:
            asked: set[int] = set()
            for answers in self._answers:
                if self.upper([aim])[0] < gamma:
                    return True
                if not _is_below(answers, level, nodes, asked) and aim is Aim.SPREAD:
                    return False
        return self.upper([aim])[0] < gamma


def _is_below(answers: Sequence[Spread | Constant], level: int, nodes: int, asked: set[int]) -> bool:
    """Is one of the answers below a level?  Those asked already are not asked again."""
    for answer in sorted(answers, key=lambda answer: answer.upper):
        if answer.upper >= level and id(answer) not in asked:
            asked.add(id(answer))
            answer.ask_spread(level, nodes)
        if answer.upper < level:
            return True
    return False
