"""The list of moves of a position: each with its points, what it is worth, and what is proven about that.

In an endgame the bounds of a value are a bar as well:

    lowest bound shown                    0                       highest bound shown
         |-----------------------------------------------------------------|
               o                       a value that is known
            ========                   a value between two bounds
         ........====                  no lower bound: the bar fades

With tiles in the bag a move has a win probability and a mean spread.  Moves that differ only in the letter of
a blank are one row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from scrabble.answer.interval import UNKNOWN, Interval, Number
from scrabble.answer.moves import MoveResult
from scrabble.answer.variants import joined
from scrabble.wording.chances import chance_cell, proven_text, spread_cell
from scrabble.wording.points import interval_phrase, telling, value_cell

WIDEST = 60  # points that a bar can show
FADE = 8  # points beyond the highest bound, where a value is open


class CellBar(NamedTuple):
    """An interval, in per cent of the width of its cell."""

    kind: str  # exact, between, or open: without a lower bound
    left: str
    right: str


class Cell(NamedTuple):
    """A cell of a row."""

    text: object
    kinds: str = "number"  # classes in the style sheet
    small: str = ""  # behind the text


class MoveGroup(NamedTuple):
    """Moves that differ only in the letter of a blank."""

    moves: list[str]
    kinds: str  # best, made: classes in the style sheet
    is_played: bool
    cells: list[Cell]
    note: str = ""  # below the moves
    bar: CellBar | None = None
    proven: str = ""  # beside an estimate, in a title


class MoveList(NamedTuple):
    """The list, as the macro `move_list` draws it."""

    headings: list[Cell]  # of the cells
    rows: list[MoveGroup]
    has_bars: bool = False
    caption: str = ""
    rest: str = ""  # about the moves that are not listed


NO_NOTES: Mapping[str, str] = {}
WORDS, PROVEN = "words", "words proven"


def endgame_moves(
    moves: Sequence[MoveResult],
    best: Collection[str],
    played: str = "",
    *,
    standing: Callable[[MoveResult], str] | None = None,
    notes: Mapping[str, str] = NO_NOTES,
    has_scores: bool = True,
) -> MoveList:
    """Return moves of an endgame, with the `notes` on them; a column has their `standing`."""
    bounds = [number for each in moves for number in _scale_numbers(each)]
    is_open = any(not each.spread.is_exact for each in moves)
    high = max(bounds, default=0) + FADE * is_open
    low = max(min(bounds, default=0), high - WIDEST) - 1

    def words(each: MoveResult) -> list[Cell]:
        return [] if standing is None else [Cell(standing(each), WORDS)]

    def row(group: Sequence[MoveResult]) -> MoveGroup:
        each = group[0]
        spread = _shown_spread(each)
        value = value_cell(spread.plus(-each.lead), each.value_estimate)
        numbers = [Cell(each.score), Cell(value), *[_end(each, spread)] * has_scores, *words(each)]
        bar = _bar(spread.plus(-each.lead), low, high)
        note = notes.get(each.text, "")
        return _row(group, best, played, numbers)._replace(note=note, bar=bar, proven=_proven(each))

    def same(each: MoveResult) -> tuple[object, ...]:
        note = notes.get(each.text, "")
        return each.score, _shown_spread(each), each.estimate, each.text in best, note, *words(each)

    headings = [Cell("points"), Cell("value"), *[Cell("ends", "number ends")] * has_scores]
    headings += [Cell("status", WORDS)] * (standing is not None)
    return MoveList(headings, [row(group) for group in joined(moves, same)], has_bars=True)


def bag_moves(moves: Sequence[MoveResult], best: Collection[str], made: MoveResult | None = None) -> MoveList:
    """Return moves with tiles in the bag; `made` is the one that was played."""
    proven = {each.text: proven_text(each.win, each.spread) for each in moves}
    has_proven = any(proven.values())

    def cells(each: MoveResult) -> list[Cell]:
        chance = chance_cell(each.win, each.estimate), spread_cell(each.spread, each.estimate) or "open"
        words = [Cell(each.status, WORDS), *[Cell(proven[each.text], PROVEN)] * has_proven]
        return [Cell(each.score), *map(Cell, chance), *words]

    played = "" if made is None else made.text
    groups = joined(moves, lambda each: (*cells(each), each.text in best))
    headings = [*map(Cell, ("points", "wins", "spread")), Cell("status", WORDS)]
    headings += [Cell("proven", PROVEN)] * has_proven
    return MoveList(headings, [_row(group, best, played, cells(group[0])) for group in groups])


def _row(group: Sequence[MoveResult], best: Collection[str], played: str, cells: list[Cell]) -> MoveGroup:
    names = [each.text for each in group]
    is_played = played in names
    kinds = " ".join(["best"] * (names[0] in best) + ["made"] * is_played)
    return MoveGroup(names, kinds, is_played, cells)


def _end(each: MoveResult, spread: Interval) -> Cell:
    """Return the spread at the end of the game, with the result if that is proven."""
    estimate = None if each.estimate is None else int(each.estimate.spread)
    result = spread.outcomes[0] if len(spread.outcomes) == 1 else ""
    return Cell(value_cell(spread, estimate), f"number ends {result}".rstrip(), result)


def _scale_numbers(each: MoveResult) -> Iterator[Number]:
    """Yield the numbers that the scale of the bars must include: an estimate, or the bounds."""
    if each.value_estimate is not None:
        yield each.value_estimate
    else:
        yield from (bound - each.lead for bound in _shown_spread(each) if not math.isinf(bound))


def _shown_spread(each: MoveResult) -> Interval:
    """Return the bounds to show: of a move that is refuted, only how much it is worth at most."""
    if each.spread.is_exact or each.estimate is not None or not each.status.is_refuted:
        return each.spread
    return Interval(upper=each.spread.upper)


def _proven(each: MoveResult) -> str:
    """Return what is proven about a move beside its estimate, if that is of interest."""
    bounds = telling(each.bounds)
    return "" if each.estimate is None or bounds == UNKNOWN else interval_phrase(bounds)


def _bar(bounds: Interval, low: Number, high: Number) -> CellBar:
    """Return the bar of an interval on a scale from `low` to `high`."""
    span = max(1, high - low)
    left = 100 * (max(low, bounds.lower) - low) / span
    right = 100 * (min(max(low, bounds.upper), high) - low) / span
    kind = "exact" if bounds.is_exact else "open" if math.isinf(bounds.lower) else "between"
    return CellBar(kind, f"{left:.1f}", f"{max(left, right):.1f}")
