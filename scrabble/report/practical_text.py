"""Practical chances as sentences (`scrabble.answer.practical` defines the numbers).

Practical chances
  14F LOAN  2 of 90 replies win, the highest-scoring of them ranked 12 by score:
            3B RA(J) for 20, 8A OX for 18. The highest-scoring reply, 8A QUIZ for 40,
            costs the opponent 12 points and the win.
Best try: 14F LOAN
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.answer.practical import PracticalChances, hardest, right_replies
from scrabble.wording.points import points_text
from scrabble.wording.replies import all_win, can_be_missed, count_text, sentences

NAMED = 4  # moves that are equally hard to answer


def practical_text(
    chances: Sequence[PracticalChances], shown: int, is_brief: bool = False
) -> Iterator[RenderableType]:
    """Yield the practical chances of moves: of the first `shown` (0: all) and of those hardest to answer.

    In brief there are only the first move to which a reply can be wrong beside those hardest to answer, and
    nothing if there is none.
    """
    tries = [each for each in chances if can_be_missed(each)]
    if is_brief and not tries:
        return
    yield Text()
    yield Text("Practical chances", "dim")
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    first, most = chances[: shown or None], hardest(chances)
    if is_brief:
        first = tries[:1]
    rows = [*first, *(each for each in most[:NAMED] if each not in first)]
    for each in rows:
        table.add_row(each.text, " ".join(sentences(each)))
    yield table
    if len(chances) > len(rows):
        option = "--practical --show 0" if is_brief else "--show 0"
        yield Text(f"and {len(chances) - len(rows):,} more ({option} shows all)", "dim")
    if verdict := hardest_text(chances):
        yield Text(verdict)


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
    others = f" and {len(most) - NAMED} more" if len(most) > NAMED else ""
    return f"{name}: {', '.join(each.text for each in most[:NAMED])}{others}"


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
