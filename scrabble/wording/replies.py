"""Practical chances in words: which reply the opponent must find, and how easily it is missed.

    To win, the opponent must find 3B RA(J) for 20 or 8A OX for 18, 2 of 90 replies, easy to miss: 12th
    by score. The highest-scoring reply, 8A QUIZ for 40, costs the opponent 12 points and the win.

In a table it is "the opponent must find 2A QIS, 1 of 148, easy to find: the highest score".  In a lost
position a reply is right if it wins, in any other if it is best (`scrabble.answer.practical`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scrabble.answer.interval import DRAWN, Interval
from scrabble.answer.moves import Step
from scrabble.answer.practical import PracticalChances, hardest, right_replies
from scrabble.english import capitalized, join_words, ordinal
from scrabble.wording.points import points_phrase, points_text

NAMED = 5  # right replies that are named
HARDEST_NAMED = 4  # moves that are equally hard to answer
MEANING = "below a move: what the opponent must find, the replies that win or else the best ones"


def sentences(each: PracticalChances) -> Iterator[str]:
    """Yield what is known of the replies to a move."""
    if each.replies is None:
        yield "Replies not searched."
    elif not each.replies:
        yield "Ends the game."
    elif not can_be_missed(each):
        yield _not_missed(each)
    else:
        yield f"{capitalized(_right_ones(each))}."
        yield from _highest(each)


def all_win(each: PracticalChances) -> bool:
    """Return whether it is proven that the opponent wins with every reply."""
    kept = each.keeping_result
    return each.is_lost and bool(each.replies) and kept is not None and kept.lower == each.replies


def can_be_missed(each: PracticalChances) -> bool:
    """Return whether it is proven that some reply is not right."""
    return bool(each.replies) and right_replies(each)[0].upper < (each.replies or 0)


def _not_missed(each: PracticalChances) -> str:
    """Return that no reply is wrong, or that none is proven to be."""
    replies, right = each.replies or 0, right_replies(each)[0]
    if not right.lower:
        return "Replies not searched."
    if not right.is_exact:
        return f"At least {right.lower:,} of {replies:,} replies {_verb(each)}; the others were not searched."
    if replies == 1:
        return f"The only reply {'wins' if each.is_lost else 'is best'}."
    return f"All {replies:,} replies {_verb(each)}."


def _goal(each: PracticalChances) -> str:
    """Return what the right replies bring, if that is more than points."""
    if each.keeping_result is None or each.spread > 0:
        return ""
    return "to win, " if each.spread else "to draw, "


def _right_ones(each: PracticalChances) -> str:
    """Return the right replies by name, how many there are, and how easily they are missed."""
    right, rank = right_replies(each)
    names = [_named(reply) for reply in each.right[:NAMED]]
    share = f"{points_text(right)} of {each.replies:,} replies"
    if names and right.lower > NAMED:
        return f"{share} {_verb(each)}, {names[0]} among them, {_ease(rank)}"
    return f"{_goal(each)}the opponent must find {_or_others(names, right)}, {share}, {_ease(rank)}"


def _right_ones_in_short(each: PracticalChances) -> str:
    """Return the first of the right replies, how many there are, and how easily they are missed."""
    right, rank = right_replies(each)
    share = f"{points_text(right)} of {each.replies:,}"
    if not each.right or right.lower > NAMED:
        return f"{share} replies {_verb(each)}, {_ease(rank)}"
    others = "" if right.exact == 1 else " or ..."
    return f"the opponent must find {each.right[0].text}{others}, {share}, {_ease(rank)}"


def _named(reply: Step) -> str:
    return f"{reply.text} for {reply.score}" if reply.is_play else reply.text


def _verb(each: PracticalChances) -> str:
    return "win" if each.is_lost else "are best"


def _ease(rank: Interval) -> str:
    """Return how easy right replies are to find, by the rank by score of the first of them."""
    if rank.upper == 1:
        return "easy to find: the highest score"
    places = " to ".join(ordinal(int(place)) for place in dict.fromkeys(rank))
    return f"{'easy to miss: ' if rank.lower > 1 else ''}{places} by score"


def _or_others(names: Sequence[str], right: Interval) -> str:
    """Return right replies by name, and how many others there may be."""
    most = int(right.upper) - len(names)
    count = f"{'' if right.is_exact else 'at most '}{most:,}"
    if not names:
        return f"one of {count}"
    others = f"one of {count} others" if most > 1 else "one other" if right.is_exact else "perhaps one other"
    return join_words([*names, *[others] * (most > 0)], "or")


def _highest(each: PracticalChances) -> Iterator[str]:
    """Yield what the highest-scoring reply costs, unless it is right."""
    if each.highest is None or each.highest in each.right:
        return
    name = f"The highest-scoring reply, {_named(each.highest)},"
    yield f"{name} costs the opponent {points_phrase(each.cost)}{_effect(each)}."


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
    """Return which replies are right in a few words."""
    if each.replies and can_be_missed(each):
        return _right_ones_in_short(each)
    text = next(sentences(each)).removesuffix(".")
    return f"{text[0].lower()}{text[1:]}"
