"""Tables of pages: what each player lost in the endgame, and what the words of the tables mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scrabble.analysis.summary import PlayerSummary
from scrabble.analysis.turn import GRADES
from scrabble.report.pages.templates import HtmlTable
from scrabble.report.preendgame_solution import chance_sum_text
from scrabble.solver.format import sum_text


def summary_table(summaries: Iterable[PlayerSummary], totals: Sequence[int]) -> HtmlTable:
    """Return a row for each player; with turns with tiles in the bag, also the win probability lost."""
    players = list(summaries)
    headings = ["player", "final", "lost", "turns", "best", "small", "medium", "large", "phony"]
    rows = [
        [
            *(each.name, final, sum_text(each.lost_proven, each.lost_open), each.turns),
            *(each.best, each.small, each.medium, each.large, each.stayed),
        ]
        for each, final in zip(players, totals, strict=True)
    ]
    if any(each.bag_turns for each in players):
        headings.append("win % lost")
        for row, each in zip(rows, players, strict=True):
            row.append(chance_sum_text(each.lost_chance, each.lost_chance_open) if each.bag_turns else "")
    return HtmlTable("summary", headings, rows, range(1, len(headings)))


def term_meanings(bag_turns: int, has_thrown: bool = False) -> list[tuple[str, str]]:
    """Return the words of the tables with their meanings.

    `bag_turns` is the number of analysed turns with tiles in the bag; `has_thrown` says whether a table
    counts the wins that were thrown away.
    """
    (_, large), (_, medium), (_, small) = GRADES
    terms = [
        ("best", "proven to lose nothing"),
        ("small", f"a mistake that costs {small} to {medium - 1} points"),
        ("medium", f"{medium} to {large - 1} points"),
        ("large", f"{large} points or more, or a win thrown away"),
        ("lost", "points lost by mistakes, against best play by both sides"),
        ("open", "a turn whose loss is not proven; not in the sums"),
        ("phony", "not in the lexicon, but left on the board, so not graded"),
    ]
    if has_thrown:
        terms.append(("wins thrown away", "turns after which a won game was no longer won"))
    if bag_turns:
        turns = f"{bag_turns} turn{'s' * (bag_turns > 1)}"
        terms.append(("win % lost", f"win probability lost in {turns} with tiles in the bag"))
    return terms
