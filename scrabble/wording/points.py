"""Intervals of points, and points, as text.

                        points_text    interval_phrase           worth_text
    Interval(3, 3)      3              3                         +3
    Interval(3, 7)      3 to 7         3 to 7                    +3 to +7
    Interval(3)         ≥ 3            at least 3                at least +3
    Interval(upper=7)   ≤ 7            at most 7                 at most +7
    UNKNOWN             ?              an unknown number         not known yet

    points_text         a loss or a sum in tables, where a cell is small; value_cell is a value there
    interval_phrase     in sentences
    points_phrase       the same with its unit: at least 1 point
    worth_text          the value of a move or a position, by a search
    about_text          an estimate: about +54
    telling             the informative bounds, those within TELLING points
    sum_text            a sum of points: 745, or ≥ 745 (5 open) if five of the numbers may be greater

A search that stopped early leaves bounds, and so does everything computed from them: final scores, points
lost.
"""

from __future__ import annotations

import math

from scrabble.answer.interval import UNKNOWN, Interval, Number, exactly

TELLING = 300  # points of future spread: wider bounds say nothing about any real game


def result_text(spread: Interval, estimate: int | None = None) -> str:
    """Return a final spread as the result of a player; while it is open, by its `estimate`."""
    lower, upper = spread
    if spread.exact is not None:
        return _margin(spread.exact) or "draws"
    if estimate is not None:
        return _margin(estimate, "about ") or "about a draw"
    if lower <= 0 <= upper:
        return f"ends at {worth_text(spread)}"
    return _margin(lower if lower > 0 else upper, "at least ")


def _margin(spread: Number, about: str = "") -> str:
    """Return by how much a player wins or loses; "" for a draw."""
    return f"{'wins' if spread > 0 else 'loses'} by {about}{abs(spread)}" if spread else ""


def final_text(final: tuple[int, int]) -> str:
    """Return the result of a game for the player whose score is first: "wins by 32, 402-370"."""
    mine, theirs = final
    return f"{result_text(exactly(mine - theirs))}, {mine}-{theirs}"


def lead_text(lead: int) -> str:
    """Return how far a player is ahead: "12 ahead", "12 behind" or "level"."""
    return f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}" if lead else "level"


def points_text(bounds: Interval) -> str:
    """Return a loss or a sum for a table."""
    return _text(bounds, "", "≥ ", "≤ ", "?")


def interval_phrase(bounds: Interval) -> str:
    """Return an interval for a sentence."""
    return _text(bounds, "", "at least ", "at most ", "an unknown number")


def points_phrase(bounds: Interval) -> str:
    """Return a number of points for a sentence, with the unit."""
    last = bounds.lower if math.isinf(bounds.upper) else bounds.upper
    return f"{interval_phrase(bounds)} {'point' if last == 1 else 'points'}"


def worth_text(bounds: Interval) -> str:
    """Return the proven bounds of a value."""
    return _text(bounds, "+", "at least ", "at most ", "not known yet")


def about_text(estimate: int) -> str:
    """Return an estimate as text."""
    return f"about {_number(estimate, '+')}"


def telling(bounds: Interval) -> Interval:
    """Return the informative bounds: those beyond TELLING are left out."""
    lower, upper = bounds
    return Interval(-math.inf if lower < -TELLING else lower, math.inf if upper > TELLING else upper)


def telling_text(bounds: Interval) -> str:
    """Return the informative bounds of a value; "" if there are none."""
    proven = bounds if bounds.is_exact else telling(bounds)
    return "" if proven == UNKNOWN else worth_text(proven)


def value_cell(bounds: Interval, estimate: int | None) -> str:
    """Return a value for a small cell: exact, estimated, or its bounds, as in ≥ +3."""
    return _text(bounds, "+", "≥ ", "≤ ", "?") if estimate is None else about_text(estimate)


def value_text(estimate: int | None, bounds: Interval, what: str = "") -> str:
    """Return an open value: its estimate, the text `what`, and the informative proven bounds."""
    if estimate is None:
        return f"{worth_text(bounds)}{what}"
    proven = telling_text(bounds)
    return f"{about_text(estimate)}{what}{f' (proven: {proven})' * bool(proven)}"


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
    """Return a number: a whole one without decimals, a mean with one, and no sign before 0."""
    if not number:
        return "0"
    return f"{int(number):{sign}}" if number == int(number) else f"{float(number):{sign}.1f}"
