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

`scrabble.solver.solution.MoveInterval` is a move with the same two numbers, `Candidate` one with more.  In
the search itself (`bstar.root`, `bstar.tree.interval`) no bound is one beyond `bstar.game.INF`;
`solution.known` makes it None.

Moves and lines of play as text.

B6 PRO 26 · B1 SEER 15        line_text: moves with their scores
Beta B6 PRO 26, Alpha pass    with_names
six passes                    in both: passes in a row are one text
A5 GROWl (or GROWn)           variants_text: equal moves that differ only in the blank are one move
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from scrabble.game.move import ScoredMove

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


def interval_phrase(bounds: Bounds) -> str:
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


TILE = re.compile(r"\[[^\]]*\]|.")  # of a word in a move: [CH] is one
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class HasText(Protocol):
    """A move with its text."""

    @property
    def text(self) -> str: ...


Item = TypeVar("Item")
Named = TypeVar("Named", bound=HasText)


def line_text(line: Sequence[ScoredMove]) -> str:
    """Moves with their scores."""
    return " · ".join(text for _, text in _moves(line))


def labelled_line(line: Sequence[ScoredMove], names: Sequence[str]) -> str:
    """A line as text, the side of `names[0]` first."""
    return ", ".join(text if at is None else f"{names[at % 2]} {text}" for at, text in _moves(line))


def _moves(line: Sequence[ScoredMove]) -> Iterator[tuple[int | None, str]]:
    """The moves of a line with their places in it; passes in a row are one text, without a place."""
    at = 0
    for is_play, steps in itertools.groupby(line, key=lambda step: bool(step.move.tiles)):
        run = list(steps)
        if is_play:
            yield from ((at + ahead, f"{step.text} {step.score}") for ahead, step in enumerate(run))
        elif len(run) == 1:
            yield at, run[0].text
        else:
            yield None, f"{_count(len(run))} passes"
        at += len(run)


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def variants(moves: Iterable[str]) -> list[list[str]]:
    """Group moves that differ only in the blank, in the order of the first of each group.

    Such moves have another letter for the blank (GROWl, GROWn), or the blank in another place of the same
    word (JeE, JEe); that they are worth the same is for the caller to know.
    """
    return _grouped(moves, _forms)


def joined(moves: Iterable[Named], known: Callable[[Named], Hashable]) -> list[list[Named]]:
    """Group the moves of a list that differ only in the blank, if `known` says the same of them."""
    return _grouped(moves, lambda move: {(known(move), form) for form in _forms(move.text)})


def _grouped(moves: Iterable[Item], forms: Callable[[Item], Iterable[Hashable]]) -> list[list[Item]]:
    """Group what has a form in common, directly or through others."""
    groups: list[list[Item]] = []
    numbers: dict[Hashable, int] = {}  # of the group of each form
    for move in moves:
        mine = list(forms(move))
        found = sorted({numbers[form] for form in mine if form in numbers})
        number = found[0] if found else len(groups)
        if not found:
            groups.append([])
        groups[number].append(move)
        for other in found[1:]:  # this move connects them
            groups[number] += groups[other]
            groups[other] = []
            numbers |= {form: number for form, at in numbers.items() if at == other}
        numbers |= dict.fromkeys(mine, number)
    return [group for group in groups if group]


def variants_text(group: Sequence[str]) -> str:
    """A group of moves as one: `A5 GROWl (or GROWn)`."""
    first, *others = group
    square = first.partition(" ")[0]
    if not others:
        return first
    return f"{first} (or {', '.join(other.removeprefix(f'{square} ') for other in others)})"


def _forms(move: str) -> set[str]:
    """Return what a move has in common with those that differ only in the blank; nothing without one."""
    square, _, word = move.partition(" ")
    masked = TILE.sub(lambda tile: "?" if tile[0].islower() else tile[0], word)
    if masked == word:
        return set()
    return {f"{square} {masked}", f"{square} {word.upper()}"}
