"""How moves stand against each other, as far as is proven: sums of intervals, compared aim by aim."""

from __future__ import annotations

from collections.abc import Sequence

from bstar.unknown import Option, Question


class Standing:
    """Moves with what is proven of them."""

    def __init__(self, options: Sequence[Option]) -> None:
        self.options = list(options)
        self.questions = 0
        self._touched: set[tuple[int, int]] = set()

    @property
    def best(self) -> int:
        """The move to choose if nothing more is asked: the best lower value, then what is believed."""

        def promise(number: int) -> tuple[int, list[float], list[int]]:
            option = self.options[number]
            return option.lower[0], option.expected, option.lower

        return max(self._numbers(), key=promise)

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
