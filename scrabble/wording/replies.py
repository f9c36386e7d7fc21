"""Practical chances in words (`scrabble.answer.practical` defines the numbers).

"2 of 90 replies win, the highest-scoring of them ranked 12 by score: 3B RA(J) for 20, 8A OX for 18."
"The highest-scoring reply, 8A QUIZ for 40, costs the opponent 12 points."
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scrabble.answer.interval import DRAWN
from scrabble.answer.practical import PracticalChances, hardest, right_replies
from scrabble.wording.points import points_text

NAMED = 5  # right replies that are named
HARDEST_NAMED = 4  # moves that are equally hard to answer


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


def hardest_text(chances: Sequence[PracticalChances]) -> str:
    """Return which of the moves looked at are hardest to answer; "" if there is nothing to compare."""
    if all(each.replies == 0 for each in chances):
        return ""
    is_lost = all(each.is_lost for each in chances if each.replies is not None)
    if is_lost and _no_try(chances):
        return f"No try: every reply to {'this move' if len(chances) == 1 else 'these moves'} wins."
    if len(chances) < 2:
        return ""
    name = "Best try" if is_lost else "Hardest to answer"
    if any(not each.is_known for each in chances):
        return f"{name}: open, as some replies were not searched."
    most = hardest(chances)
    if len(most) == len(chances):
        return "All these moves are equally hard to answer."
    others = f" and {len(most) - HARDEST_NAMED} more" if len(most) > HARDEST_NAMED else ""
    return f"{name}: {', '.join(each.text for each in most[:HARDEST_NAMED])}{others}"


def _no_try(chances: Sequence[PracticalChances]) -> bool:
    """Return whether the opponent wins with every reply to the moves, if there is one."""
    return all(each.replies == 0 or all_win(each) for each in chances)


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
        if names and each.is_lost and _no_try(chances):
            name = ""
        notes[each.text] = f"{name}{_note(each)}", " ".join(sentences(each))
    return notes


def _note(each: PracticalChances) -> str:
    """Return how many replies are good enough and the rank of the highest-scoring of them, in a few words."""
    if not each.replies or all_win(each):
        return next(sentences(each)).removesuffix(".").lower()
    return f"{count_text(each)} · rank {points_text(right_replies(each)[1])}"
