"""What is known about a number of points, lower <= points <= upper, and how it is written.

                        points_text    points_words              worth_text
    Bounds(3, 3)        3   +3         3                         +3
    Bounds(3, 7)        3 to 7         3 to 7                    +3 to +7
    Bounds(3, None)     ≥ 3            at least 3                at least +3
    Bounds(None, 7)     ≤ 7            at most 7                 at most +7
    Bounds()            ?              nobody knows how much     not known yet

    points_text         the tables and pages of an analysis, where a cell is small
    points_words        its sentences
    worth_text          what a search says, or has said so far, of a worth or a value
    about_text          an estimate: about +54
    telling             the bounds that tell a reader something: within TELLING points
    sum_text            a sum of points: 745, or 745 + 5 open if five numbers are not known and not in it

A search that stopped early leaves bounds, and so does all that is worked out from them: final scores,
points lost.  Nothing here guesses.

`scrabble.endgame.solution.Interval` is a move with the same two numbers, `Candidate` one with more.  In the
search itself (`bstar.root`, `bstar.interval`) no bound is one beyond `bstar.game.INF`; `solution.known` makes
it None.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

TELLING = 300  # points of future spread: a bound beyond says nothing of any real game


class Bounds(NamedTuple):
    """An interval of points, its ends included."""

    lower: int | None = None
    upper: int | None = None

    @property
    def is_exact(self) -> bool:
        """Is the number known?"""
        return self.lower is not None and self.lower == self.upper

    @property
    def exact(self) -> int | None:
        """The number, if it is known."""
        return self.lower if self.is_exact else None

    @property
    def negated(self) -> Bounds:
        """The same points as the other side counts them."""
        return Bounds(
            None if self.upper is None else -self.upper,
            None if self.lower is None else -self.lower,
        )

    def plus(self, points: int) -> Bounds:
        """So many points more."""
        return Bounds(
            None if self.lower is None else self.lower + points,
            None if self.upper is None else self.upper + points,
        )

    def add(self, other: Bounds) -> Bounds:
        """The sum of two numbers."""
        return Bounds(
            None if self.lower is None or other.lower is None else self.lower + other.lower,
            None if self.upper is None or other.upper is None else self.upper + other.upper,
        )

    def meet(self, other: Bounds) -> Bounds:
        """What is known when both hold."""
        lowers = [bound for bound in (self.lower, other.lower) if bound is not None]
        uppers = [bound for bound in (self.upper, other.upper) if bound is not None]
        return Bounds(max(lowers, default=None), min(uppers, default=None))

    def clip(self, estimate: int | None) -> int | None:
        """Return an estimate as far as the bounds allow; None if there is none, or the number is known."""
        if estimate is None or self.is_exact:
            return None
        lower = estimate if self.lower is None else max(estimate, self.lower)
        return lower if self.upper is None else min(lower, self.upper)

    def at_least(self, points: int) -> Bounds:
        """What is known when the number cannot be less than `points` either."""
        return self.meet(Bounds(points, None))

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What a final spread may mean: win, draw, loss."""
        found = []
        if self.upper is None or self.upper > 0:
            found.append("win")
        if (self.lower is None or self.lower <= 0) and (self.upper is None or self.upper >= 0):
            found.append("draw")
        if self.lower is None or self.lower < 0:
            found.append("loss")
        return tuple(found)


UNKNOWN = Bounds()


def exactly(points: int) -> Bounds:
    """A number that is known."""
    return Bounds(points, points)


def total(numbers: Iterable[Bounds]) -> Bounds:
    """The sum of some numbers."""
    result = exactly(0)
    for each in numbers:
        result = result.add(each)
    return result


def result_text(spread: Bounds, estimate: int | None = None) -> str:
    """A spread at the end, as the result of a player; `estimate` is shown while it is open."""
    if spread.exact is None:
        if estimate is None:
            return f"ends at {points_text(spread, '+')}"
        if estimate == 0:
            return "about draws"
        return f"{'wins' if estimate > 0 else 'loses'} by about {abs(estimate)}"
    if spread.exact == 0:
        return "draws"
    return f"wins by {spread.exact}" if spread.exact > 0 else f"loses by {-spread.exact}"


def points_text(bounds: Bounds, sign: str = "") -> str:
    """An interval of points in a table; `sign` is + where a sign is to be seen."""
    return _text(bounds, sign, "≥ ", "≤ ", "?")


def points_words(bounds: Bounds) -> str:
    """An interval of points in a sentence."""
    return _text(bounds, "", "at least ", "at most ", "nobody knows how much")


def worth_text(lower: int | None, upper: int | None) -> str:
    """What a search knows of a worth or a value."""
    return _text(Bounds(lower, upper), "+", "at least ", "at most ", "not known yet")


def about_text(estimate: int) -> str:
    """Return an estimate as it is shown, wherever it is shown."""
    return f"about {estimate:+}"


def telling(lower: int | None, upper: int | None) -> Bounds:
    """Return the bounds that say something, without those beyond TELLING."""
    return Bounds(
        None if lower is None or lower < -TELLING else lower,
        None if upper is None or upper > TELLING else upper,
    )


def cell_text(bounds: Bounds, estimate: int | None, sign: str = "") -> str:
    """Return a number of points in a table: known, about so much, or between its bounds."""
    return points_text(bounds, sign) if estimate is None else f"about {estimate:{sign}}"


def value_text(estimate: int | None, lower: int | None, upper: int | None, what: str = "") -> str:
    """Return an open value: its estimate, and what is proven of it where that says something.

    `what` stands between the two.
    """
    if estimate is None:
        return f"{worth_text(lower, upper)}{what}"
    proven = telling(lower, upper)
    beside = "" if proven == UNKNOWN else f" (proven: {worth_text(*proven)})"
    return f"{about_text(estimate)}{what}{beside}"


def sum_text(known: int, open_count: int) -> str:
    """The sum of the numbers that are known, and apart from it how many are not."""
    return f"{known} {open_text(open_count)}".rstrip()


def open_text(count: int) -> str:
    """How many numbers a sum lacks."""
    return f"+ {count} open" if count else ""


def _text(bounds: Bounds, sign: str, least: str, most: str, unknown: str) -> str:
    lower, upper = (None if bound is None else f"{bound:{sign}}" for bound in bounds)
    if lower is not None and upper is not None:
        return lower if bounds.is_exact else f"{lower} to {upper}"
    if lower is not None:
        return f"{least}{lower}"
    return unknown if upper is None else f"{most}{upper}"
