"""The page of a game: its analysis as one HTML file that opens from disk, without a network.

Everything to read is in the HTML itself, so that it prints and shows without scripts.  game.js steps through
the game and the lines; it knows nothing of Scrabble, and gets the tiles of each step as JSON (steps.py).
board.js, which the explorer has too, draws tiles.

A page of a batch has links to the index of all games, and to the games before and after it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from scrabble.analysis import Analysis
from scrabble.analysis.preendgame_turn import BagTurn
from scrabble.analysis.turn import AnalysedTurn, AnyTurn
from scrabble.records.record import TURNS, Event, EventKind
from scrabble.report.analysis_text import lexicon_text, lost_text, turn_title, verdict_text
from scrabble.report.board_svg import board_svg
from scrabble.report.pages.diagram import board_id, empty_board
from scrabble.report.pages.graph import graph_svg
from scrabble.report.pages.preendgame import preendgame_to_play_view, preendgame_turn_view
from scrabble.report.pages.steps import key_turns, script_data
from scrabble.report.pages.summary import summary_table, term_meanings
from scrabble.report.pages.templates import fingerprint, render
from scrabble.report.pages.turn import ToPlayView, TurnView, to_play_view, turn_view, unanalysed_views
from scrabble.report.preendgame_text import lost_text as chance_lost_text
from scrabble.report.preendgame_text import turn_title as preendgame_title
from scrabble.report.preendgame_text import verdict_text as chance_verdict_text
from scrabble.solver.format import points_text


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


class Mistake(NamedTuple):
    """An entry of the list of turning points and mistakes."""

    number: int  # of the turn
    grade: str
    lost: str
    title: str
    verdict: str


class ScoreSheetRow(NamedTuple):
    """A turn, or points that are counted without one."""

    step: int  # shown on the board when the row is chosen: a turn, or the end of the game
    number: int | None  # of the turn
    player: str
    play: str
    points: int
    total: int
    lost: str


NO_LINKS = PageLinks()


def game_page(analysis: Analysis, source: str = "", links: PageLinks = NO_LINKS, key: str = "") -> str:
    """Return the page; `source` is the name of the record, `key` identifies the analysis in a batch."""
    final = analysis.game.final
    return render(
        "game.html",
        **_head_values(page_title(analysis.record.title, analysis.names), links, key),
        heading=analysis.record.title,
        names=analysis.names,
        totals=analysis.game.totals,
        facts=_facts(analysis, source),
        empty_board=empty_board(final),
        board=board_svg(final, shared=board_id(final)),
        next_moves=list(_next_moves(analysis)),
        mistakes=list(_mistakes(analysis)),
        no_mistakes=_no_mistakes(analysis),
        turns=list(_turns(analysis)),
        graph=graph_svg(analysis),
        has_chances=bool(analysis.bag_turns),
        summary=summary_table(analysis.summaries, analysis.game.totals),
        meanings=term_meanings(len(analysis.bag_turns)),
        notes=list(_notes(analysis)),
        sheet=list(_score_sheet(analysis)),
        data=Markup(json.dumps(script_data(analysis), ensure_ascii=False).replace("<", "\\u003c")),
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
    endgame = list(analysis)
    begins = f"the bag was empty from turn {endgame[0].number} on" if endgame else "the bag was never empty"
    over = "" if analysis.game.is_over else " · unfinished game"
    name = f"{source} · " if source else ""
    return f"{name}{len(analysis.turns)} turns, {begins} · lexicon {lexicon_text(analysis)}{over}"


def _next_moves(analysis: Analysis) -> Iterator[ToPlayView]:
    if analysis.to_play is not None:
        yield to_play_view(analysis.to_play)
    if analysis.bag_to_play is not None:
        yield preendgame_to_play_view(analysis.bag_to_play)


def _turns(analysis: Analysis) -> Iterator[TurnView]:
    """Yield the turns that were analysed, after those that only have notes."""
    analysed = {turn.on.number for turn in analysis.bag_turns} | {turn.number for turn in analysis}
    yield from unanalysed_views([turn for turn in analysis.turns if turn.number not in analysed])
    for with_bag in analysis.bag_turns:
        yield preendgame_turn_view(with_bag, analysis.names)
    for turn in analysis:
        yield turn_view(turn, analysis.names)


def _mistakes(analysis: Analysis) -> Iterator[Mistake]:
    for with_bag in analysis.bag_turns:
        if with_bag.is_mistake:
            chance = with_bag.lost_chance
            lost = f"−{chance_lost_text(chance)}" if chance and chance.is_exact else "?"
            yield Mistake(
                with_bag.on.number, "large", lost, preendgame_title(with_bag), chance_verdict_text(with_bag)
            )
    for turn in key_turns(analysis):
        lost = _lost(turn) if turn.is_mistake else "" if turn.is_valid else "phony"
        yield Mistake(turn.number, turn.grade, lost, turn_title(turn), verdict_text(turn))


def _lost(turn: AnyTurn) -> str:
    """Return the points that a mistake lost, or its estimate, with a minus sign."""
    estimate = turn.loss_estimate if isinstance(turn, AnalysedTurn) else None
    return f"−{points_text(turn.loss)}" if estimate is None else f"about −{estimate}"


def _no_mistakes(analysis: Analysis) -> str:
    """Return the sentence of a page on which the list of mistakes is empty."""
    endgame, with_bag = list(analysis), analysis.bag_turns
    if not endgame and not with_bag:
        return "No endgame."
    is_best = all(turn.lost is not None and turn.lost.exact == 0 for turn in endgame)
    if is_best and all(turn.lost_chance is not None and turn.lost_chance.upper == 0 for turn in with_bag):
        return "No mistakes: every endgame turn was best."
    return "No mistake is proven; see the turns for open losses."


def _score_sheet(analysis: Analysis) -> Iterator[ScoreSheetRow]:
    """Yield a row for each turn, and one for everything else that was counted, in the order of the record."""
    bag = {each.on.number: each for each in analysis.bag_turns}
    turns = iter(analysis.turns)
    totals, number = [0, 0], 0
    for event in analysis.record.events:
        player, name = event.player, analysis.names[event.player]
        if event.kind in TURNS:
            turn = next(turns)
            number = turn.number
            totals[player] = turn.turn.total - turn.turn.bonus
            lost = _lost_cell(turn, bag.get(number))
            yield ScoreSheetRow(number, number, name, _played(turn), turn.score, totals[player], lost)
        elif event.kind is not EventKind.TAKEN_BACK:  # that is said in the row of the play
            points = _points_without_turn(analysis, event, totals[player])
            totals[player] += points
            step = number if event.kind is EventKind.BONUS else len(analysis.turns) + 1
            tiles = f"{event.move} " if event.kind is EventKind.END_RACK else ""
            yield ScoreSheetRow(step, None, name, f"{tiles}{event.kind.value}", points, totals[player], "")


def _points_without_turn(analysis: Analysis, event: Event, total: int) -> int:
    """Return the points of a bonus, a penalty or the tiles left; those not recorded complete the result."""
    if event.score is not None:
        return event.score
    events = analysis.record.events
    later = events[1 + next(at for at, each in enumerate(events) if each is event) :]
    return (
        analysis.game.totals[event.player]
        - total
        - sum(each.score or 0 for each in later if each.player == event.player)
    )


def _played(turn: AnyTurn) -> str:
    taken_back = " (challenged off)" if turn.turn.is_taken_back else ""
    return f"{turn.played}{'*' if turn.phonies else ''}{taken_back}"


def _lost_cell(turn: AnyTurn, with_bag: BagTurn | None) -> str:
    if with_bag is not None:
        lost = with_bag.lost_chance
        return "best" if lost is not None and lost.upper == 0 else f"{chance_lost_text(lost)} chance"
    return "best" if turn.is_valid and turn.loss.exact == 0 else lost_text(turn)


def _notes(analysis: Analysis) -> Iterator[str]:
    for turn in analysis.turns:
        if turn.phonies:
            fate = "challenged off" if turn.turn.is_taken_back else "not challenged"
            yield f"Turn {turn.number}, {turn.player_name}: {', '.join(turn.phonies)} not valid, {fate}."
    if not analysis.is_complete:
        yield "The analysis was interrupted; values that are not proven are bounds."
    yield from map(str, analysis.warnings)
