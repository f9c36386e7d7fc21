"""Practical chances in a terminal (`scrabble.answer.practical` defines the numbers).

Practical chances
  14F LOAN  To win, the opponent must find 3B RA(J) for 20 or 8A OX for 18, 2 of 90
            replies, easy to miss: 12th by score. The highest-scoring reply,
            8A QUIZ for 40, costs the opponent 12 points and the win.
Best try: 14F LOAN
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scrabble.answer.practical import PracticalChances, hardest
from scrabble.english import counted
from scrabble.report.blocks import Block, Text
from scrabble.report.tables import new_list
from scrabble.wording.replies import HARDEST_NAMED, can_be_missed, hardest_text, sentences


def practical_text(
    chances: Sequence[PracticalChances], shown: int, is_brief: bool = False
) -> Iterator[Block]:
    """Yield the practical chances of moves: of the first `shown` (0: all) and of those hardest to answer.

    In brief there are only the first move to which a reply can be wrong beside those hardest to answer, and
    nothing if there is none.
    """
    replied = [each for each in chances if each.replies != 0]
    tries = [each for each in replied if can_be_missed(each)]
    if is_brief and not tries:
        return
    yield Text()
    yield Text("Practical chances", "dim")
    table = new_list()
    first = tries[:1] if is_brief else replied[: shown or None]
    rows = [*first, *(each for each in hardest(replied)[:HARDEST_NAMED] if each not in first)]
    for each in rows:
        table.add_row(each.text, " ".join(sentences(each)))
    if rows:
        yield table
    if not chances:
        yield Text("Replies not searched.")
    if len(replied) > len(rows):
        option = "--practical --show 0" if is_brief else "--show 0"
        yield Text(f"and {len(replied) - len(rows):,} more ({option} shows all)", "dim")
    if not is_brief and (ends := len(chances) - len(replied)):
        yield Text(f"{counted(ends, 'move')} {'ends' if ends == 1 else 'end'} the game", "dim")
    if verdict := hardest_text(chances):
        yield Text(verdict)
