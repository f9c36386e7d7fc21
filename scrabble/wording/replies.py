"""Practical chances in words (`scrabble.answer.practical` defines the numbers).

"2 of 90 replies win, the highest-scoring of them ranked 12 by score: 3B RA(J) for 20, 8A OX for 18."
"The highest-scoring reply, 8A QUIZ for 40, costs the opponent 12 points."
"""

from __future__ import annotations

from collections.abc import Iterator

from scrabble.answer.interval import DRAWN
from scrabble.answer.practical import PracticalChances, right_replies
from scrabble.wording.points import points_text

NAMED = 5  # right replies that are named


def count_text(each: PracticalChances) -> str:
    """Return how many of the replies are right."""
    kept, replies = right_replies(each)[0], each.replies or 0
    verbs = ("wins", "win") if each.is_lost else ("is best", "are best")
    what = verbs[kept.exact != 1]
    return f"{points_text(kept)} of {replies:,} {'reply' if replies == 1 else 'replies'} {what}"


def sentences(each: PracticalChances) -> Iterator[str]:
    """Yield what is known of the replies to a move."""
    if each.replies is None:
        yield "Replies not searched."
    elif not each.replies:
        yield "Ends the game."
    elif all_win(each):
        yield "The only reply wins." if each.replies == 1 else f"All {each.replies:,} replies win."
    else:
        yield _kept(each)
        yield from _highest(each)


def all_win(each: PracticalChances) -> bool:
    """Return whether it is proven that the opponent wins with every reply."""
    kept = each.keeping_result
    return each.is_lost and bool(each.replies) and kept is not None and kept.lower == each.replies


def can_be_missed(each: PracticalChances) -> bool:
    """Return whether it is proven that some reply is not right."""
    return bool(each.replies) and right_replies(each)[0].upper < (each.replies or 0)


def _kept(each: PracticalChances) -> str:
    """Return how many replies are good enough, and the rank of the highest-scoring of them."""
    kept, rank = right_replies(each)
    which = "" if kept.exact == 1 else " the highest-scoring of them"
    names = ", ".join(f"{reply.text} for {reply.score}" for reply in each.right[:NAMED])
    others = len(each.right) - NAMED
    more = f" and {others:,} more" if others > 0 else ""
    return (
        f"{count_text(each)},{which} ranked {points_text(rank)} by score{': ' if names else ''}{names}{more}."
    )


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
