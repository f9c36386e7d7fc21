"""The page of a game: its analysis as one HTML file that opens from disk, without a network.

It is the page of positions (positions.py): those before the turns and at the end, with the turning points and
mistakes as its list, and below them the graph, the summary and the score sheet.

A page of a batch has links to the index of all games, and to the games before and after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from scrabble.analysis.mistakes import MEANINGS, OTHER, key_turns, kinds_of_turn, kinds_text
from scrabble.answer.analysis import Analysis
from scrabble.answer.turns import Turn
from scrabble.records.record import TURNS, Event, EventKind
from scrabble.report.analysis_text import lexicon_text
from scrabble.report.board_svg import board_svg
from scrabble.report.columns import SHEET, turn_columns
from scrabble.report.pages.diagram import board_id
from scrabble.report.pages.graph import graph_svg
from scrabble.report.pages.page_puzzle import PagePuzzle, puzzles_of
from scrabble.report.pages.positions import ListedPosition, page_values
from scrabble.report.pages.summary import summary_table, term_meanings
from scrabble.report.pages.templates import embedded, fingerprint, render
from scrabble.report.pages.turn import shown_end, shown_turn
from scrabble.wording.verdicts import INTERRUPTED, mistake_text, phony_text, turn_title, verdict_text


class PageLinks(NamedTuple):
    """Addresses of other pages, as they stand in a page; empty where there is none."""

    all: str = ""
    before: str = ""
    after: str = ""


class Link(NamedTuple):
    """One link, in the head of a page and at its top."""

    rel: str
    address: str
    text: str


class ScoreSheetRow(NamedTuple):
    """A turn, or points that are counted without one."""

    step: int  # shown on the board when the row is chosen: a turn, or the end of the game
    number: int | None  # of the turn
    cells: list[object]  # as the columns of the sheet are declared


class FoundMistake(Struct):
    """A mistake as a puzzle, for find.js."""

    turn: int
    number: str  # among those of the game
    puzzle: PagePuzzle


NO_LINKS = PageLinks()


def game_page(analysis: Analysis, source: str = "", links: PageLinks = NO_LINKS, key: str = "") -> str:
    """Return the page; `source` is the name of the record, `key` identifies the analysis in a batch."""
    turns = len(analysis.turns)
    end, listed = shown_end(analysis), [_listed(turn) for turn in key_turns(analysis)]
    stops = [each.number for each in listed]
    first = stops[0] if stops else min((turn.number for turn in analysis), default=max(1, turns))
    if end.section is not None:  # what to play now
        first = turns + 1
        listed.append(ListedPosition(first, end.section.title, end.section.verdict))
    found = _mistakes_to_find(analysis, source)
    shown = [
        shown_turn(turn, analysis.players, turns, any(turn.number == each.turn for each in found))
        for turn in analysis.turns
    ]
    return render(
        "game.html",
        **_head_values(page_title(analysis.title, analysis.players), links, key),
        **page_values([*shown, end], [each.number for each in listed], first),
        heading=analysis.title,
        names=analysis.players,
        totals=analysis.final,
        facts=_facts(analysis, source),
        listed_title="Turning points and mistakes",
        listed=listed,
        none_listed=_no_mistakes(analysis),
        stop="mistake",
        found=embedded(found) if found else "",
        graph=graph_svg(analysis),
        has_chances=bool(analysis.preendgame),
        summary=summary_table(analysis),
        meanings=term_meanings(len(analysis.preendgame)),
        kind_meanings=[(kind, MEANINGS[kind]) for kind in _kinds_made(analysis)],
        notes=list(_notes(analysis)),
        sheet_columns=turn_columns(SHEET),
        sheet=list(_score_sheet(analysis)),
        board=board_svg(analysis.game.final, shared=board_id(analysis.game.final.layout)),
    )


def page_title(title: str | None, names: Sequence[str]) -> str:
    """Return the title of the page of a game."""
    return title or " - ".join(names)


def page_head(title: str, links: PageLinks, key: str = "") -> str:
    """Return the beginning of a page.

    A file that begins like this is the page of this analysis, made from the templates as they are now.
    """
    return render("head.html", **_head_values(title, links, key))


def _head_values(title: str, links: PageLinks, key: str) -> dict[str, object]:
    generator = f"scrabble-endgame, page {fingerprint()}" + f", analysis {key[:16]}" * bool(key)
    return {"title": title, "links": list(_links(links)), "generator": generator}


def _links(links: PageLinks) -> Iterator[Link]:
    for rel, address, text in (
        ("prev", links.before, "← previous game"),
        ("up", links.all, "all games"),
        ("next", links.after, "next game →"),
    ):
        if address:
            yield Link(rel, address, text)


def _facts(analysis: Analysis, source: str) -> str:
    endgame = analysis.endgame
    begins = f"the bag was empty from turn {endgame[0].number} on" if endgame else "the bag was never empty"
    over = "" if analysis.is_over else " · unfinished game"
    name = f"{source} · " if source else ""
    return f"{name}{len(analysis.turns)} turns, {begins} · lexicon {lexicon_text(analysis)}{over}"


def _listed(turn: Turn) -> ListedPosition:
    lost = mistake_text(turn) if turn.is_mistake else "" if turn.is_valid else "phony"
    kinds = kinds_text(kinds_of_turn(turn))
    return ListedPosition(turn.number, turn_title(turn), verdict_text(turn), turn.grade, lost, kinds)


def _mistakes_to_find(analysis: Analysis, source: str) -> list[FoundMistake]:
    """Return the mistakes that make puzzles; each tells what was played."""
    puzzles = {
        each.turn.number: each.view
        for each in puzzles_of(analysis, source)
        if each.turn is not None and each.is_mistake
    }
    for number, view in puzzles.items():
        view.question = f"{view.names[0]} played {analysis.turns[number - 1].played}. Find better."
    return [
        FoundMistake(turn, f"Mistake {at} of {len(puzzles)}", view)
        for at, (turn, view) in enumerate(puzzles.items(), 1)
    ]


def _kinds_made(analysis: Analysis) -> list[str]:
    made = {kind for turn in key_turns(analysis) for kind in kinds_of_turn(turn)}
    return [kind for kind in MEANINGS if kind in made and kind != OTHER]


def _no_mistakes(analysis: Analysis) -> str:
    """Return the sentence of a page on which the list of mistakes is empty."""
    turns = list(analysis)
    if not turns:
        return "No endgame."
    if all(turn.is_counted and turn.graded_loss.upper == 0 for turn in turns):
        return "No mistakes: every endgame turn was best."
    return "No mistake is proven; see the turns for open losses."


def _score_sheet(analysis: Analysis) -> Iterator[ScoreSheetRow]:
    """Yield a row for each turn, and one for everything else that was counted, in the order of the record."""
    columns = turn_columns(SHEET)
    turns = iter(analysis.turns)
    totals, number = [0, 0], 0
    for event in analysis.game.record.events:
        player, name = event.player, analysis.players[event.player]
        if event.kind in TURNS:
            turn = next(turns)
            number = turn.number
            totals[player] = turn.total - turn.replayed.bonus
            yield ScoreSheetRow(number, number, [each.cell(turn) for each in columns])
        elif event.kind is not EventKind.TAKEN_BACK:  # that is said in the row of the play
            points = _points_without_turn(analysis, event, totals[player])
            totals[player] += points
            step = number if event.kind is EventKind.BONUS else len(analysis.turns) + 1
            tiles = f"{event.move} " if event.kind is EventKind.END_RACK else ""
            known = {
                "player": name,
                "played": f"{tiles}{event.kind.value}",
                "pts": points,
                "total": totals[player],
            }
            yield ScoreSheetRow(step, None, [known.get(each.heading, "") for each in columns])


def _points_without_turn(analysis: Analysis, event: Event, total: int) -> int:
    """Return the points of a bonus, a penalty or the tiles left; those not recorded complete the result."""
    if event.score is not None:
        return event.score
    events = analysis.game.record.events
    later = events[1 + next(at for at, each in enumerate(events) if each is event) :]
    return (
        analysis.final[event.player]
        - total
        - sum(each.score or 0 for each in later if each.player == event.player)
    )


def _notes(analysis: Analysis) -> Iterator[str]:
    for turn in analysis.turns:
        if turn.phonies:
            yield phony_text(turn)
    if not analysis.is_complete:
        yield INTERRUPTED
    yield from analysis.warnings
