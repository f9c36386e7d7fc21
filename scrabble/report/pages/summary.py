"""Tables of pages: what each player lost, and what the words of the tables mean."""

from __future__ import annotations

from collections.abc import Sequence

from scrabble.answer.analysis import Analysis
from scrabble.answer.turns import GRADES
from scrabble.report.columns import PAGE, PlayerRow, TableKind, player_table
from scrabble.report.pages.templates import HtmlTable
from scrabble.wording.verdicts import TERMS, win_lost_meaning


def summary_table(analysis: Analysis) -> HtmlTable:
    """Return a row for each player; with turns with tiles in the bag, also the win probability lost."""
    rows = [PlayerRow(each, final) for each, final in zip(analysis.summary, analysis.final, strict=True)]
    return html_player_table("summary", PAGE, rows)


def html_player_table(style: str, kind: TableKind, rows: Sequence[PlayerRow]) -> HtmlTable:
    """Return a table of players; `style` is its class in the style sheet."""
    headings, cells = player_table(kind, rows)
    return HtmlTable(style, headings, cells, range(1, len(headings)))


def term_meanings(preendgame_turns: int, has_thrown: bool = False) -> list[tuple[str, str]]:
    """Return the words of the tables with their meanings.

    `preendgame_turns` is the number of analysed turns with tiles in the bag; `has_thrown` says whether a
    table is about many games: it counts wins that were thrown away, and has a rate.
    """
    (_, large), (_, medium) = GRADES
    terms = [
        ("best", "proven to lose nothing"),
        ("small", f"a mistake that costs less than {medium} points"),
        ("medium", f"{medium} points or more, less than {large}"),
        ("large", f"{large} points or more, or a win thrown away"),
        ("lost", "points lost by mistakes, against best play by both sides"),
        *TERMS.items(),
    ]
    if has_thrown:
        terms.append(("per turn", "points lost, divided by the number of endgame turns"))
        terms.append(("wins thrown away", "turns after which a won game was no longer won"))
    if preendgame_turns:
        terms.append(("win % lost", win_lost_meaning(preendgame_turns)))
    return terms
