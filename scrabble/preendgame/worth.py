"""What a move is worth with one draw: intervals that questions narrow.

    Least    the opponent answers as if he saw everything:      the least spread of some endgames
                 of a play that empties the bag there is one
    Plan     a tile is still in the bag when the player is on turn again, and he has to choose once for all
             it may be: the best of his moves there, each with one Least a tile, found by B* as at the root

    chance   0 lost, 1 drawn, 2 won: halves of a win            spread   points
    aims     (chance, spread), or the other way round           compared in this order

A lower bound needs all answers of the opponent, an upper one needs any.  `Least` says so by `is_whole`: if he
has answers that are not among those listed, nothing is proven from below.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np

from bstar.draws import Choice
from bstar.unknown import Option, Question, Unknown
from scrabble.preendgame.deals import Spread

WON, DRAWN, LOST = 2, 1, 0
WIDTH = 15.0  # points of spread by which the chance of a win is believed to be some three quarters


class Aim(StrEnum):
    """What is to be as much as possible."""

    CHANCE = "chance"
    SPREAD = "spread"


_CHANCE = Aim.CHANCE  # looked up once: a member costs more than all the rest of `believed`


class Bounds(NamedTuple):
    """lower <= truth <= upper, by aim in the order in which they are compared."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]


class Part(Protocol):
    """One unknown of a move."""

    def bounds(self, aims: Sequence[Aim]) -> Bounds:
        """What is proven of it."""

    def ask(self, aim: Aim, gamma: int, nodes: int) -> bool:
        """Find out whether it is at least gamma; were so many nodes enough?  Raises Stopped."""


def outcome(spread: int) -> int:
    """Lost, drawn or won."""
    return WON if spread > 0 else DRAWN if spread == 0 else LOST


def points(aim: Aim, gamma: int) -> int:
    """The spread that is asked for when an aim is to be at least gamma."""
    return gamma - 1 if aim is Aim.CHANCE else gamma


def in_aims(aims: Sequence[Aim], lower: int, upper: int) -> Bounds:
    """The bounds of a spread, by aim."""

    def of(spread: int) -> tuple[int, ...]:
        return tuple(outcome(spread) if aim is Aim.CHANCE else spread for aim in aims)

    return Bounds(of(lower), of(upper))


class Constant(NamedTuple):
    """A spread that is known: of a game that has ended."""

    lower: int
    upper: int

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Nothing is left to be asked."""
        return True


class Least:
    """The least of some spreads; the likeliest to be small first.  `clock`, int[1], counts the questions of
    all that share spreads with this one."""

    __slots__ = ("_clock", "_is_whole", "_limits", "_lower", "_seen_at", "_spreads", "_upper")

    def __init__(
        self,
        spreads: Sequence[Spread | Constant | Least],
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

    def bounds(self, aims: Sequence[Aim]) -> Bounds:
        """What is proven of it, by aim."""
        self._look()
        return in_aims(aims, self._lower, self._upper)

    def ask(self, aim: Aim, gamma: int, nodes: int) -> bool:
        """Find out whether all of them are at least gamma; were so many nodes for each enough?"""
        return self.ask_spread(points(aim, gamma), nodes)

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


class Plan:
    """The best of several moves when the same one has to be chosen for all draws: each a Least a draw."""

    def __init__(
        self,
        moves: Sequence[Sequence[Least]],
        weights: Sequence[int],
        aims: Sequence[Aim],
        believed: Sequence[float],
        clock: list[int],
    ) -> None:
        self._moves, self._aims, self._clock = moves, tuple(aims), clock
        self._seen_at = clock[0]
        self._choice = Choice(
            [
                Option(
                    [
                        _unknown(part, weight, self._aims, guess)
                        for part, weight in zip(parts, weights, strict=True)
                    ]
                )
                for parts, guess in zip(moves, believed, strict=True)
            ]
        )

    def bounds(self, aims: Sequence[Aim]) -> Bounds:
        """The bounds of the best move, in sums over the draws."""
        self._refresh()
        options = self._choice.options
        least = max(option.lower[0] for option in options)
        most = max(option.upper[0] for option in options)
        left = [option for option in options if option.upper[0] >= least]  # the best move is one of them
        sure = [option.lower[1] for option in left if option.lower[0] == most]  # as good as any in this aim
        second = max(sure) if sure else min(option.lower[1] for option in left)
        return Bounds((least, second), (most, max(option.upper[1] for option in left)))

    def ask(self, aim: Aim, gamma: int, nodes: int) -> bool:
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

    def _answer(self, question: Question) -> None:
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


def _unknown(part: Least, weight: int, aims: Sequence[Aim], spread: float) -> Unknown:
    """A part as B* sees it, with a spread that is believed."""
    lower, upper = part.bounds(aims)
    return Unknown(weight, list(lower), list(upper), believed(aims, spread))


def believed(aims: Sequence[Aim], spread: float, scale: int = 1) -> list[float]:
    """What a believed spread means by aim, `scale` times: at 0 the chance is one half."""
    off = spread / WIDTH
    chance = 2 / (1 + math.exp(-6.0 if off > 6.0 else 6.0 if off < -6.0 else -off))
    return [scale * (chance if aim is _CHANCE else spread) for aim in aims]


def believed_of_all(aims: Sequence[Aim], spreads: np.ndarray) -> list[np.ndarray]:
    """The same of many spreads: for each aim a number a spread."""
    off = np.clip(spreads / WIDTH, -6.0, 6.0)
    return [2 / (1 + np.exp(-off)) if aim is _CHANCE else spreads for aim in aims]
