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

from scrabble.answer.practical import PracticalChances, hardest
from scrabble.wording.replies import HARDEST_NAMED, can_be_missed, hardest_text, sentences


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
    rows = [*first, *(each for each in most[:HARDEST_NAMED] if each not in first)]
    for each in rows:
        table.add_row(each.text, " ".join(sentences(each)))
    yield table
    if len(chances) > len(rows):
        option = "--practical --show 0" if is_brief else "--show 0"
        yield Text(f"and {len(chances) - len(rows):,} more ({option} shows all)", "dim")
    if verdict := hardest_text(chances):
        yield Text(verdict)
