"""What a move is worth with one draw: intervals that questions narrow.

    Least    the opponent answers as if he saw everything:      the least spread of some endgames
                 of a play that empties the bag there is one
    Plan     a tile is still in the bag when the player is on turn again, and he has to choose once for all
             it may be: the best of his moves there, each with one Least a tile, found by B* as at the root

    chance   0 lost, 1 drawn, 2 won: halves of a win            spread   points
    aims     (chance, spread), or the other way round           compared in this order

A lower bound needs all answers of the opponent, an upper one needs any.  `Least` says so by `is_whole`: if he
has answers that are not among those listed, nothing is proven from below.

What a play that leaves a tile in the bag is worth with a draw, made no sooner than it is asked about.

    Rough    the opponent makes the least of a few answers: from above only, and quickly made
    Plan     all his answers, and all that the player may do when the opponent passes (worth)

Nearly all such plays are no better than others, and one answer shows it: for them the Plan, which takes a
tenth of a second to make, is never made.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np

from bstar.chance.interval_sum import IntervalSum, Query, Term
from bstar.chance.search import ChanceSearch
from scrabble.solver.preendgame.scenarios import ScenarioSpread

WON, DRAWN, LOST = 2, 1, 0
WIDTH = 15.0  # points of spread by which the chance of a win is believed to be some three quarters


class Objective(StrEnum):
    """What is to be as much as possible."""

    CHANCE = "chance"
    SPREAD = "spread"


_CHANCE = Objective.CHANCE  # looked up once: a member costs more than all the rest of `believed`


class ObjectiveBounds(NamedTuple):
    """lower <= truth <= upper, by aim in the order in which they are compared."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]


class ScenarioTerm(Protocol):
    """One unknown of a move."""

    def bounds(self, aims: Sequence[Objective]) -> ObjectiveBounds:
        """What is proven of it."""

    def ask(self, aim: Objective, gamma: int, nodes: int) -> bool:
        """Find out whether it is at least gamma; were so many nodes enough?  Raises Stopped."""


def outcome(spread: int) -> int:
    """Lost, drawn or won."""
    return WON if spread > 0 else DRAWN if spread == 0 else LOST


def threshold(aim: Objective, gamma: int) -> int:
    """The spread that is asked for when an aim is to be at least gamma."""
    return gamma - 1 if aim is Objective.CHANCE else gamma


def by_objective(aims: Sequence[Objective], lower: int, upper: int) -> ObjectiveBounds:
    """The bounds of a spread, by aim."""

    def of(spread: int) -> tuple[int, ...]:
        return tuple(outcome(spread) if aim is Objective.CHANCE else spread for aim in aims)

    return ObjectiveBounds(of(lower), of(upper))


class KnownSpread(NamedTuple):
    """A spread that is known: of a game that has ended."""

    lower: int
    upper: int

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Nothing is left to be asked."""
        return True


class OpponentMin:
    """The least of some spreads; the likeliest to be small first.  `clock`, int[1], counts the questions of
    all that share spreads with this one."""

    __slots__ = ("_clock", "_is_whole", "_limits", "_lower", "_seen_at", "_spreads", "_upper")

    def __init__(
        self,
        spreads: Sequence[ScenarioSpread | KnownSpread | OpponentMin],
        limits: tuple[int, int],
        is_whole: bool = True,
        clock: list[int] | None = None,
    ) -> None:
        self._spreads, self._limits, self._is_whole = list(spreads), limits, is_whole
        self._clock = [0] if clock is None else clock
        self._seen_at, self._lower, self._upper = -1, *limits

    @property
    def lower(self) -> int:
        """The truth is not less."""
        self._look()
        return self._lower

    @property
    def upper(self) -> int:
        """The truth is not more."""
        self._look()
        return self._upper

    def bounds(self, aims: Sequence[Objective]) -> ObjectiveBounds:
        """What is proven of it, by aim."""
        self._look()
        return by_objective(aims, self._lower, self._upper)

    def ask(self, aim: Objective, gamma: int, nodes: int) -> bool:
        """Find out whether all of them are at least gamma; were so many nodes for each enough?"""
        return self.ask_spread(threshold(aim, gamma), nodes)

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Find out whether all of them are at least so much."""
        is_done = True
        self._spreads.sort(key=lambda each: each.upper)
        try:
            for each in self._spreads:
                is_done = each.ask_spread(least, nodes) and is_done
                if each.upper < least:
                    return True
        finally:
            self._clock[0] += 1
        return is_done

    def _look(self) -> None:
        if self._seen_at == self._clock[0]:
            return
        least, most = self._limits
        self._upper = min((each.upper for each in self._spreads), default=most)
        self._lower = min((each.lower for each in self._spreads), default=most) if self._is_whole else least
        self._seen_at = self._clock[0]


class BestPlan:
    """The best of several moves when the same one has to be chosen for all draws: each a Least a draw."""

    def __init__(
        self,
        moves: Sequence[Sequence[OpponentMin]],
        weights: Sequence[int],
        aims: Sequence[Objective],
        believed: Sequence[float],
        clock: list[int],
    ) -> None:
        self._moves, self._aims, self._clock = moves, tuple(aims), clock
        self._seen_at = clock[0]
        self._choice = ChanceSearch(
            [
                IntervalSum(
                    [
                        _unknown(part, weight, self._aims, guess)
                        for part, weight in zip(parts, weights, strict=True)
                    ]
                )
                for parts, guess in zip(moves, believed, strict=True)
            ]
        )

    def bounds(self, aims: Sequence[Objective]) -> ObjectiveBounds:
        """The bounds of the best move, in sums over the draws."""
        self._refresh()
        options = self._choice.options
        least = max(option.lower[0] for option in options)
        most = max(option.upper[0] for option in options)
        left = [option for option in options if option.upper[0] >= least]  # the best move is one of them
        sure = [option.lower[1] for option in left if option.lower[0] == most]  # as good as any in this aim
        second = max(sure) if sure else min(option.lower[1] for option in left)
        return ObjectiveBounds((least, second), (most, max(option.upper[1] for option in left)))

    def ask(self, aim: Objective, gamma: int, nodes: int) -> bool:
        """Ask what is needed to know whether the best move is worth gamma."""
        at, spent = self._aims.index(aim), 0
        while spent < nodes:
            lower, upper = self.bounds(self._aims)
            question = self._choice.question()
            if lower[at] >= gamma or upper[at] < gamma or question is None:
                return True
            spent += question.budget
            self._answer(question)
        return False

    def _answer(self, question: Query) -> None:
        """Answer a question about one move and one draw."""
        part = self._moves[question.option][question.part]
        is_done = part.ask(self._aims[question.aim], question.gamma, question.budget)
        self._choice.take(question, *part.bounds(self._aims), is_done)

    def _refresh(self) -> None:
        """Take over what was shown of the opponent's answers, which all moves share."""
        if self._seen_at == self._clock[0]:
            return
        for option, parts in zip(self._choice.options, self._moves, strict=True):
            is_new = False
            for unknown, part in zip(option.parts, parts, strict=True):
                lower, upper = part.bounds(self._aims)
                if lower != tuple(unknown.lower) or upper != tuple(unknown.upper):
                    unknown.lower, unknown.upper, is_new = list(lower), list(upper), True
            if is_new:
                option.add_up()
        self._seen_at = self._clock[0]


def _unknown(part: OpponentMin, weight: int, aims: Sequence[Objective], spread: float) -> Term:
    """A part as B* sees it, with a spread that is believed."""
    lower, upper = part.bounds(aims)
    return Term(weight, list(lower), list(upper), estimate(aims, spread))


def estimate(aims: Sequence[Objective], spread: float, scale: int = 1) -> list[float]:
    """What a believed spread means by aim, `scale` times: at 0 the chance is one half."""
    off = spread / WIDTH
    chance = 2 / (1 + math.exp(-6.0 if off > 6.0 else 6.0 if off < -6.0 else -off))
    return [scale * (chance if aim is _CHANCE else spread) for aim in aims]


def believed_of_all(aims: Sequence[Objective], spreads: np.ndarray) -> list[np.ndarray]:
    """The same of many spreads: for each aim a number a spread."""
    off = np.clip(spreads / WIDTH, -6.0, 6.0)
    return [2 / (1 + np.exp(-off)) if aim is _CHANCE else spreads for aim in aims]


SHARES = 64  # of the nodes of a question: one for each answer of the opponent that is looked at


class LazyPlan:
    """A part of which a rough bound is asked first, and the rest is made if that does not answer."""

    def __init__(
        self, rough: Callable[[], QuickUpperBound], whole: Callable[[], ScenarioTerm], bounds: ObjectiveBounds
    ) -> None:
        self._make_rough, self._make_whole, self._first = rough, whole, bounds
        self._rough: QuickUpperBound | None = None
        self._whole: ScenarioTerm | None = None

    def bounds(self, aims: Sequence[Objective]) -> ObjectiveBounds:
        """What is proven of it."""
        known = self._first if self._whole is None else self._whole.bounds(aims)
        if self._rough is None:
            return known
        most = self._rough.upper(aims)
        return ObjectiveBounds(known.lower, tuple(map(min, known.upper, most)))

    def ask(self, aim: Objective, gamma: int, nodes: int) -> bool:
        """Find out whether it is at least gamma; were so many nodes enough?  Raises Stopped."""
        if self._whole is None:
            if self._rough is None:
                self._rough = self._make_rough()
            if self._rough.is_less(aim, gamma, max(nodes // SHARES, 1)):
                return True
            self._whole = self._make_whole()
        return self._whole.ask(aim, gamma, nodes)


class QuickUpperBound:
    """The sum over what is in the bag of what some of the opponent's answers leave at most."""

    def __init__(
        self, answers: Sequence[Sequence[ScenarioSpread | KnownSpread]], weights: Sequence[int], most: int
    ) -> None:
        """With each bag, of that weight, some answers; without one it is `most`, the most there is."""
        self._answers, self._weights, self._most = answers, weights, most

    def upper(self, aims: Sequence[Objective]) -> tuple[int, ...]:
        """It is at most so much, by aim."""
        whole = [0] * len(aims)
        for answers, weight in zip(self._answers, self._weights, strict=True):
            most = min((answer.upper for answer in answers), default=self._most)
            for at, each in enumerate(by_objective(aims, most, most).upper):
                whole[at] += weight * each
        return tuple(whole)

    def is_less(self, aim: Objective, gamma: int, nodes: int) -> bool:
        """Show that it is less than gamma, if a few questions do; so many nodes for each.  Raises Stopped."""
        # of a game won a draw is less, and a loss; of points all bags are to be a little less
        levels = (1, 0) if aim is Objective.CHANCE else (-(-gamma // sum(self._weights)),)
        for level in levels:
            asked: set[int] = set()
            for answers in self._answers:
                if self.upper([aim])[0] < gamma:
                    return True
                if not _is_below(answers, level, nodes, asked) and aim is Objective.SPREAD:
                    return False
        return self.upper([aim])[0] < gamma


def _is_below(
    answers: Sequence[ScenarioSpread | KnownSpread], level: int, nodes: int, asked: set[int]
) -> bool:
    """Is one of the answers below a level?  Those asked already are not asked again."""
    for answer in sorted(answers, key=lambda answer: answer.upper):
        if answer.upper >= level and id(answer) not in asked:
            asked.add(id(answer))
            answer.ask_spread(level, nodes)
        if answer.upper < level:
            return True
    return False
