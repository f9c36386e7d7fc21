"""Practical chances as sentences (`scrabble.solver.practical` defines the numbers).

Practical chances
  14F LOAN  5 of 90 replies win, the highest-scoring of them ranked 12 by score.
            The highest-scoring reply, 8A QUIZ for 40, costs the opponent 12 points and the win.
Best try: 14F LOAN
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.solver.format import points_text
from scrabble.solver.interval import Interval
from scrabble.solver.practical import hardest
from scrabble.solver.solution import DRAWN

if TYPE_CHECKING:
    from scrabble.solver.solution import PracticalChances

NAMED = 4  # moves that are equally hard to answer


def practical_text(chances: Sequence[PracticalChances], shown: int) -> Iterator[RenderableType]:
    """Yield the practical chances of moves: of the first `shown` (0: all) and of those hardest to answer."""
    yield Text("Practical chances", "dim")
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    first, most = chances[: shown or None], hardest(chances)
    rows = [*first, *(each for each in most[:NAMED] if each not in first)]
    for each in rows:
        table.add_row(each.text, " ".join(sentences(each)))
    yield table
    if len(chances) > len(rows):
        yield Text(f"and {len(chances) - len(rows):,} more (--show 0 shows all)", "dim")
    if verdict := hardest_text(chances):
        yield Text(verdict)


def hardest_text(chances: Sequence[PracticalChances]) -> str:
    """Return which of the moves looked at are hardest to answer; "" if there is nothing to compare."""
    if all(each.replies == 0 for each in chances):
        return ""
    is_lost = all(each.is_lost for each in chances)
    if is_lost and all(_all_win(each) for each in chances):
        return f"No try: every reply to {'this move' if len(chances) == 1 else 'these moves'} wins."
    if len(chances) < 2:
        return ""
    name = "Best try" if is_lost else "Hardest to answer"
    if any(not each.is_known for each in chances):
        return f"{name}: open, as some replies were not searched."
    most = hardest(chances)
    if len(most) == len(chances):
        return "All these moves are equally hard to answer."
    others = f" and {len(most) - NAMED} more" if len(most) > NAMED else ""
    return f"{name}: {', '.join(each.text for each in most[:NAMED])}{others}"


def practical_notes(chances: Sequence[PracticalChances]) -> dict[str, tuple[str, str]]:
    """Return a short note on the replies to each move, and all that is known of them, by move.

    There are none where all moves end the game.
    """
    if all(each.replies == 0 for each in chances):
        return {}
    most = hardest(chances)
    names = {each.text for each in most} if len(most) < len(chances) else set()
    notes = {}
    for each in chances:
        name = ("best try: " if each.is_lost else "hardest to answer: ") if each.text in names else ""
        if names and each.is_lost and all(map(_all_win, chances)):
            name = ""
        notes[each.text] = f"{name}{_note(each)}", " ".join(sentences(each))
    return notes


def _note(each: PracticalChances) -> str:
    """Return how many replies are good enough and the rank of the highest-scoring of them, in a few words."""
    if not each.replies or _all_win(each):
        return next(sentences(each)).removesuffix(".").lower()
    return f"{_count(each)} · rank {points_text(_right(each)[1])}"


def _right(each: PracticalChances) -> tuple[Interval, Interval]:
    """Return the number of right replies, and the rank by score of the highest-scoring of them."""
    if each.is_lost and each.keeping_result is not None:
        return each.keeping_result, each.result_rank
    return each.keeping_value, each.best_rank


def _count(each: PracticalChances) -> str:
    """Return how many of the replies are right."""
    kept, replies = _right(each)[0], each.replies or 0
    verbs = ("wins", "win") if each.is_lost else ("is best", "are best")
    what = verbs[kept.exact != 1]
    return f"{points_text(kept)} of {replies:,} {'reply' if replies == 1 else 'replies'} {what}"


def sentences(each: PracticalChances) -> Iterator[str]:
    """Yield what is known of the replies to a move."""
    if each.replies is None:
        yield "Replies not searched."
    elif not each.replies:
        yield "Ends the game."
    elif _all_win(each):
        yield "The only reply wins." if each.replies == 1 else f"All {each.replies:,} replies win."
    else:
        yield _kept(each)
        yield from _highest(each)


def _all_win(each: PracticalChances) -> bool:
    """Return whether it is proven that the opponent wins with every reply."""
    kept = each.keeping_result
    return each.is_lost and bool(each.replies) and kept is not None and kept.lower == each.replies


def _kept(each: PracticalChances) -> str:
    """Return how many replies are good enough, and the rank of the highest-scoring of them."""
    kept, rank = _right(each)
    best = None if each.is_lost else each.best_reply
    name = f", {best.text} for {best.score}," if best is not None else ""
    if kept.exact == 1:
        return f"{_count(each)}{name or ','} ranked {points_text(rank)} by score."
    return f"{_count(each)}, the highest-scoring of them{name} ranked {points_text(rank)} by score."


def _highest(each: PracticalChances) -> Iterator[str]:
    """Yield the cost of the highest-scoring reply."""
    if each.highest is None or each.best_reply == each.highest:
        return
    name = f"The highest-scoring reply, {each.highest.text} for {each.highest.score},"
    if each.cost.exact == 0:
        yield f"{name} is best."
    else:
        points = "1 point" if each.cost.exact == 1 else f"{points_text(each.cost)} points"
        yield f"{name} costs the opponent {points}{_effect(each)}."


def _effect(each: PracticalChances) -> str:
    """Return what the highest-scoring reply does to the result, if that is proven."""
    win = each.win_after_highest
    before = 0 if each.spread < 0 else DRAWN if each.spread == 0 else 1
    if each.keeping_result is None or win.lower <= before:
        return ""
    return " and the win" if before == 0 else " and the draw"
