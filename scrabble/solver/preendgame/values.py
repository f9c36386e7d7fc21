"""Values of a move with one draw: intervals that queries narrow.

    Endgame       a leaf: the search of an endgame answers (endgames.py)
    Known         the game is over
    Minimum       the opponent chooses a reply, with full knowledge of the bag
    PlayerToMove  the player chooses, knowing the tiles that may be in the bag (exchanges.py)
    BestPolicy    the player chooses one policy for all contents of the bag (policies.py)

The first four are spreads in points, for the player to move at the root: lower <= spread <= upper, and a
query asks whether it is at least `least`.  B* compares objectives: a spread is one of its values as
`ByObjective`; a best policy, a sum over the contents of the bag, is one as it is.

    win              0 lost, 1 drawn, 2 won: half wins
    spread           final spread in points, for the player to move
    objectives       (win, spread) or (spread, win): compared in this order

A lower bound of a minimum needs all of its spreads, an upper bound any one of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from bstar.chance.interval_sum import Lazy, Value
from scrabble.answer.names import Objective
from scrabble.solver.preendgame.endgames import Endgame, Endgames

WON, DRAWN, LOST = 2, 1, 0
WIDTH = 15.0  # points of spread at which a win is estimated at about 73 %
SHARES, FEWER = 64, 8  # a reply first gets 1/64 of the nodes of a query, then 1/8, then all of them
ALL_REPLIES = 32  # times the nodes of a query: what tests of all replies may take

_WIN = Objective.WIN  # looked up once: the attribute costs more than the rest of `estimate`


class ObjectiveBounds(NamedTuple):
    """lower <= truth <= upper, one entry per objective in the order of comparison."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]


class Spread(Protocol):
    """A spread for the player to move at the root: lower <= truth <= upper."""

    @property
    def lower(self) -> int:
        """The proven lower bound."""

    @property
    def upper(self) -> int:
        """The proven upper bound."""

    def ask(self, least: int, nodes: int) -> bool:
        """Test whether the spread is at least `least`; return whether `nodes` were enough.

        Raises SearchStopped.
        """


def outcome(spread: int) -> int:
    """Return LOST, DRAWN or WON."""
    return WON if spread > 0 else DRAWN if spread == 0 else LOST


def threshold(objective: Objective, gamma: int) -> int:
    """Return the least spread that makes an objective at least gamma."""
    return gamma - 1 if objective is _WIN else gamma


def by_objective(objectives: Sequence[Objective], lower: int, upper: int) -> ObjectiveBounds:
    """Convert bounds of a spread to bounds of each objective."""
    return ObjectiveBounds(
        tuple([outcome(lower) if objective is _WIN else lower for objective in objectives]),
        tuple([outcome(upper) if objective is _WIN else upper for objective in objectives]),
    )


def in_each(objectives: Sequence[Objective], spreads: np.ndarray) -> list[np.ndarray]:
    """Convert many spreads: one array per objective."""
    return [DRAWN + np.sign(spreads) if objective is _WIN else spreads for objective in objectives]


class ByObjective(NamedTuple):
    """A spread as a value of B*: what it is in each objective, in the order of comparison."""

    spread: Spread
    objectives: tuple[Objective, ...]

    def bounds(self) -> ObjectiveBounds:
        """Return the proven bounds."""
        return by_objective(self.objectives, self.spread.lower, self.spread.upper)

    def ask(self, objective: int, gamma: int, nodes: int) -> bool:
        """Test whether the value is at least gamma; return whether `nodes` were enough."""
        return self.spread.ask(threshold(self.objectives[objective], gamma), nodes)


def endgame_of(value: Value) -> Endgame | None:
    """Return the endgame that a value of B* is, built if need be; None if it is made of several."""
    built = value.built if isinstance(value, Lazy) else value
    spread = built.spread if isinstance(built, ByObjective) else None
    return spread if isinstance(spread, Endgame) else None


class Known(NamedTuple):
    """The spread of a game that has ended."""

    lower: int
    upper: int

    def ask(self, least: int, nodes: int) -> bool:
        """Return True: nothing is open."""
        return True


def ask_all(
    spreads: Iterable[Spread],
    least: int,
    nodes: int,
    is_over: Callable[[], bool] = lambda: False,
    asked: set[int] | None = None,
) -> bool:
    """Test whether all spreads are at least `least`; return whether `nodes` for each were enough.

    The one with the smallest upper bound comes first, and one below `least` is enough.  The test ends without
    an answer when `is_over` says so.  Spreads with an id in `asked` are left out, and those asked are added.
    """
    is_done = True
    for each in sorted(spreads, key=lambda each: each.upper):
        if asked is not None and each.upper >= least:
            if id(each) in asked:
                continue
            asked.add(id(each))
        is_done = each.ask(least, nodes) and is_done
        if each.upper < least:
            return True
        if is_over():
            return False
    return is_done


class Minimum:
    """The minimum of several spreads.

    If not all of them are listed, it is not `is_whole`: then nothing is proven from below.
    """

    __slots__ = ("_endgames", "_is_whole", "_lower", "_seen_at", "_spreads", "_upper")

    def __init__(self, endgames: Endgames, spreads: Sequence[Spread], is_whole: bool = True) -> None:
        self._endgames, self._spreads, self._is_whole = endgames, list(spreads), is_whole
        self._seen_at = -1
        self._lower, self._upper = endgames.limits

    @property
    def lower(self) -> int:
        """The proven lower bound."""
        self._look()
        return self._lower

    @property
    def upper(self) -> int:
        """The proven upper bound."""
        self._look()
        return self._upper

    def ask(self, least: int, nodes: int) -> bool:
        """Test whether all spreads are at least `least`, with few nodes for each before one gets many."""
        endgames, is_done = self._endgames, False
        until = endgames.nodes + ALL_REPLIES * nodes

        def is_over() -> bool:
            return endgames.nodes > until

        for budget in (nodes,) if len(self._spreads) == 1 else (nodes // SHARES, nodes // FEWER, nodes):
            is_done = ask_all(self._spreads, least, budget, is_over)
            if is_done or is_over():
                break
        return is_done

    def _look(self) -> None:
        """Take over the bounds of the spreads, which other values share, if any has been asked since."""
        if self._seen_at == self._endgames.clock:
            return
        least, most = self._endgames.limits
        self._upper = min((each.upper for each in self._spreads), default=most)
        self._lower = min((each.lower for each in self._spreads), default=most) if self._is_whole else least
        self._seen_at = self._endgames.clock


def estimate(objectives: Sequence[Objective], spread: float, scale: int = 1) -> list[float]:
    """Convert an estimated spread to each objective, times `scale`; spread 0 is a chance of one half."""
    off = spread / WIDTH
    chance = 2 / (1 + math.exp(-6.0 if off > 6.0 else 6.0 if off < -6.0 else -off))
    return [scale * (chance if objective is _WIN else spread) for objective in objectives]


def estimate_all(objectives: Sequence[Objective], spreads: np.ndarray) -> list[np.ndarray]:
    """Apply `estimate` to many spreads: one array per objective."""
    off = np.clip(spreads / WIDTH, -6.0, 6.0)
    return [2 / (1 + np.exp(-off)) if objective is _WIN else spreads for objective in objectives]
