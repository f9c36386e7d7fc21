"""How moves stand against each other, as far as is proven: sums of intervals, compared aim by aim."""

from __future__ import annotations

from collections.abc import Sequence

from bstar.unknown import Option, Question


class Standing:
    """Moves with what is proven of them."""

    def __init__(self, options: Sequence[Option], grain: Sequence[float] = ()) -> None:
        """`grain`: by aim, what is believed of two moves is the same if it differs by less."""
        self.options = list(options)
        self._grain = list(grain)
        self.questions = 0
        self._touched: set[tuple[int, int]] = set()

    @property
    def holder(self) -> int:
        """The move with the best lower value."""
        return max(self._numbers(), key=lambda number: self.options[number].lower)

    @property
    def best(self) -> int:
        """The move to choose if nothing more is asked: one that is proven best, or else believed to be."""
        holder, numbers = self.holder, self._numbers()
        if not any(at != holder and self.may_beat(at, holder) for at in numbers):
            return holder
        floor = self.options[holder].lower[0]
        if all(option.upper[0] <= floor for option in self.options):  # that is all there is
            return max((at for at in numbers if self.options[at].lower[0] == floor), key=self.promise)
        return max(numbers, key=self.promise)

    def promise(self, number: int) -> tuple[list[float], int, list[float], list[int]]:
        """What moves are ranked by while nothing is proven: what is believed, in grains, then the rest."""
        option = self.options[number]
        grain = self._grain or [0.0] * len(option.expected)
        pairs = zip(option.expected, grain, strict=True)
        believed = [round(each / fine) if fine else each for each, fine in pairs]
        return believed, option.lower[0], option.expected, option.lower

    def may_beat(self, rival: int, other: int) -> bool:
        """May one move still be better than another, as far as is proven?"""
        return self.options[rival].upper > self.options[other].lower

    @property
    def is_proven(self) -> bool:
        """Is no other move better than `best`?"""
        best = self.best
        return not any(at != best and self.may_beat(at, best) for at in self._numbers())

    def regret(self, aim: int = 0) -> int:
        """By how much `best` can at most be worse than another move, in an aim."""
        best = self.best
        floor = self.options[best].lower[aim]
        rivals = (at for at in self._numbers() if at != best and self.may_beat(at, best))
        return max(0, max((self.options[at].upper[aim] - floor for at in rivals), default=0))

    @property
    def asked(self) -> int:
        """Of how many unknowns something was asked."""
        return len(self._touched)

    @property
    def unknowns(self) -> int:
        """How many unknowns there are in all."""
        return sum(option.count for option in self.options)

    def note(
        self, question: Question, lower: Sequence[int], upper: Sequence[int], is_done: bool, nodes: int
    ) -> None:
        """Take down an answer, the true bounds by aim."""
        self.options[question.option].parts[question.part].take(question, lower, upper, is_done, nodes)
        self.questions += 1
        self._touched.add((question.option, question.part))

    def _numbers(self) -> range:
        return range(len(self.options))
