"""Intervals of points, and points, moves and lines as text.

                        points_text    interval_phrase           worth_text
    Interval(3, 3)      3   +3         3                         +3
    Interval(3, 7)      3 to 7         3 to 7                    +3 to +7
    Interval(3)         ≥ 3            at least 3                at least +3
    Interval(upper=7)   ≤ 7            at most 7                 at most +7
    UNKNOWN             ?              an unknown number         not known yet

    points_text         in tables and pages, where a cell is small
    interval_phrase     in sentences
    worth_text          the value of a move or a position, by a search
    about_text          an estimate: about +54
    telling             the informative bounds, those within TELLING points
    sum_text            a sum of points: 745, or ≥ 745 (5 open) if five of the numbers may be greater

    line_text           B6 PRO 26 · B1 SEER 15       moves with their scores
    labelled_line       Beta B6 PRO 26, Alpha pass   the same with names; "six passes" for passes in a row
    variants_text       A5 GROWl (or GROWn)          moves that differ only in the blank

A search that stopped early leaves bounds, and so does everything computed from them: final scores, points
lost.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from scrabble.answer.interval import UNKNOWN, Interval, Number
from scrabble.answer.moves import Step

TELLING = 300  # points of future spread: wider bounds say nothing about any real game


def result_text(spread: Interval, estimate: int | None = None) -> str:
    """Return a final spread as the result of a player; while it is open, by its `estimate`."""
    if spread.exact is None:
        if estimate is None:
            return f"ends at {points_text(spread, '+')}"
        if estimate == 0:
            return "about a draw"
        return f"{'wins' if estimate > 0 else 'loses'} by about {abs(estimate)}"
    if spread.exact == 0:
        return "draws"
    return f"wins by {spread.exact}" if spread.exact > 0 else f"loses by {-spread.exact}"


def outcome_text(ahead: int) -> str:
    """Return how a game ended for a player, by the final spread: "won by 3", "lost by 3" or "a draw"."""
    if ahead == 0:
        return "a draw"
    return f"won by {ahead}" if ahead > 0 else f"lost by {-ahead}"


def lead_text(lead: int) -> str:
    """Return how far a player is ahead: "12 ahead", "12 behind" or "level"."""
    return f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}" if lead else "level"


def points_text(bounds: Interval, sign: str = "") -> str:
    """Return an interval for a table; with the `sign` "+" numbers have signs."""
    return _text(bounds, sign, "≥ ", "≤ ", "?")


def interval_phrase(bounds: Interval) -> str:
    """Return an interval for a sentence."""
    return _text(bounds, "", "at least ", "at most ", "an unknown number")


def worth_text(bounds: Interval) -> str:
    """Return the proven bounds of a value."""
    return _text(bounds, "+", "at least ", "at most ", "not known yet")


def about_text(estimate: int) -> str:
    """Return an estimate as text."""
    return f"about {estimate:+}"


def telling(bounds: Interval) -> Interval:
    """Return the informative bounds: those beyond TELLING are left out."""
    lower, upper = bounds
    return Interval(-math.inf if lower < -TELLING else lower, math.inf if upper > TELLING else upper)


def cell_text(bounds: Interval, estimate: int | None, sign: str = "") -> str:
    """Return a number of points for a table: exact, estimated, or its bounds."""
    return points_text(bounds, sign) if estimate is None else f"about {estimate:{sign}}"


def value_text(estimate: int | None, bounds: Interval, what: str = "") -> str:
    """Return an open value: its estimate, the text `what`, and the informative proven bounds."""
    if estimate is None:
        return f"{worth_text(bounds)}{what}"
    proven = telling(bounds)
    beside = "" if proven == UNKNOWN else f" (proven: {worth_text(proven)})"
    return f"{about_text(estimate)}{what}{beside}"


def sum_text(least: Number, open_count: int) -> str:
    """Return the sum of what is proven and, in parentheses, how many of the numbers may be greater."""
    return f"{least_text(least, open_count)} {open_text(open_count)}".rstrip()


def least_text(least: Number, open_count: int) -> str:
    """Return the sum of what is proven, as a bound if any of the numbers may be greater."""
    return points_text(Interval(least) if open_count else Interval(least, least))


def open_text(count: int) -> str:
    """Return how many numbers of a sum are open; "" if there are none."""
    return f"({count} open)" if count else ""


def _text(bounds: Interval, sign: str, least: str, most: str, unknown: str) -> str:
    lower, upper = (None if math.isinf(bound) else _number(bound, sign) for bound in bounds)
    if lower is not None and upper is not None:
        return lower if bounds.is_exact else f"{lower} to {upper}"
    if lower is not None:
        return f"{least}{lower}"
    return unknown if upper is None else f"{most}{upper}"


def _number(number: Number, sign: str) -> str:
    """Return a number: a whole one without decimals, a mean with one."""
    return f"{int(number):{sign}}" if number == int(number) else f"{float(number):{sign}.1f}"


TILE = re.compile(r"\[[^\]]*\]|.")  # a tile of the word in a move: [CH] is one
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class HasText(Protocol):
    """A move with its text."""

    @property
    def text(self) -> str: ...


Item = TypeVar("Item")
Named = TypeVar("Named", bound=HasText)


def line_text(line: Sequence[Step]) -> str:
    """Return moves with their scores."""
    return " · ".join(text for _, text in _moves(line))


def labelled_line(line: Sequence[Step], names: Sequence[str]) -> str:
    """Return a line with the names of the players, the first move by `names[0]`."""
    return ", ".join(text if at is None else f"{names[at % 2]} {text}" for at, text in _moves(line))


def _moves(line: Sequence[Step]) -> Iterator[tuple[int | None, str]]:
    """Yield the moves of a line with their indices; passes in a row are one text, without an index."""
    at = 0
    for is_play, steps in itertools.groupby(line, key=lambda step: step.is_play):
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
    word (JeE, JEe).  The caller makes sure that they have the same value.
    """
    return _grouped(moves, _forms)


def joined(moves: Iterable[Named], key: Callable[[Named], Hashable]) -> list[list[Named]]:
    """Group the moves of a list that differ only in the blank and have the same `key`."""

    def forms(move: Named) -> set[Hashable]:
        found = _forms(move.text)
        known = key(move) if found else None
        return {(known, form) for form in found}

    return _grouped(moves, forms)


def _grouped(moves: Iterable[Item], forms: Callable[[Item], Iterable[Hashable]]) -> list[list[Item]]:
    """Group items that share a form, directly or through others."""
    groups: list[list[Item]] = []
    forms_of: list[list[Hashable]] = []  # of each group
    numbers: dict[Hashable, int] = {}  # of the group of each form
    for move in moves:
        mine = list(forms(move))
        found = sorted({numbers[form] for form in mine if form in numbers})
        number = found[0] if found else len(groups)
        if not found:
            groups.append([])
            forms_of.append([])
        groups[number].append(move)
        for other in found[1:]:  # this move connects them
            groups[number] += groups[other]
            mine += forms_of[other]
            groups[other], forms_of[other] = [], []
        forms_of[number] += mine
        numbers |= dict.fromkeys(mine, number)
    return [group for group in groups if group]


def variants_text(group: Sequence[str]) -> str:
    """Return a group of moves as one text: `A5 GROWl (or GROWn)`."""
    first, *others = group
    square = first.partition(" ")[0]
    if not others:
        return first
    return f"{first} (or {', '.join(other.removeprefix(f'{square} ') for other in others)})"


def _forms(move: str) -> set[str]:
    """Return the forms that a move shares with those that differ only in the blank; none without a blank."""
    square, _, word = move.partition(" ")
    masked = TILE.sub(lambda tile: "?" if tile[0].islower() else tile[0], word)
    if masked == word:
        return set()
    return {f"{square} {masked}", f"{square} {word.upper()}"}
