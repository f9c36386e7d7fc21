"""The page: an analysis as one HTML file that opens from disk, without a network.

    head.html    the beginning
    game.html    the frame, with $name for what is put in       (string.Template)
    game.css     light and dark, narrow and wide, printed
    board.js     draws tiles on boards and racks; the explorer has it, too
    game.js      steps through the game and the lines; knows nothing of Scrabble

Everything to read is in the HTML itself, so that it prints and shows without scripts; the script gets
the tiles of each step as JSON, as `steps.py` makes them.

Where a page of a game leads: to the page of all games, and to the games before and after it.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
from collections.abc import Iterator, Sequence
from html import escape
from string import Template
from typing import NamedTuple

from scrabble.analysis import Analysis
from scrabble.analysis.preendgame_turn import BagTurn
from scrabble.analysis.turn import AnalysedTurn, AnyTurn
from scrabble.records.record import TURNS, Event, EventKind
from scrabble.report.analysis_text import lexicon_text, lost_text, turn_title, verdict_text
from scrabble.report.board_svg import board_svg
from scrabble.report.pages.bag import bag_mistake, preendgame_next_move_section, preendgame_section
from scrabble.report.pages.diagram import board_id, empty_board
from scrabble.report.pages.graph import LEGEND, graph_svg
from scrabble.report.pages.steps import key_turns, script_data
from scrabble.report.pages.summary import summary_table, terms_html
from scrabble.report.pages.turn import next_move_section, turn_section, unjudged_section
from scrabble.report.preendgame_text import lost_text as chance_lost_text
from scrabble.report.tables import Markup, html_table
from scrabble.solver.format import points_text


class PageLinks(NamedTuple):
    """Addresses of other pages, as they stand in a page; empty where there is none."""

    all: str = ""
    before: str = ""
    after: str = ""


NO_LINKS = PageLinks()


def links_nav(links: PageLinks) -> str:
    """The links at the top of a page; nothing for a page by itself."""
    parts = "".join(
        f'<a href="{escape(address)}" rel="{rel}">{text}</a>' for rel, address, text in _targets(links)
    )
    return f'<nav aria-label="games">{parts}</nav>' if parts else ""


def links_head(links: PageLinks) -> str:
    """The same in the head of a page, one a line."""
    return "".join(f'<link rel="{rel}" href="{escape(address)}">\n' for rel, address, _ in _targets(links))


def _targets(links: PageLinks) -> Iterator[tuple[str, str, str]]:
    named = (
        ("prev", links.before, "← game before"),
        ("up", links.all, "all games"),
        ("next", links.after, "next game →"),
    )
    return ((rel, address, text) for rel, address, text in named if address)


def game_page(analysis: Analysis, source: str = "", links: PageLinks = NO_LINKS, key: str = "") -> str:
    """The whole page; `source` is the name of the record, `key` that of the analysis among many."""
    first, second = analysis.names
    one, two = analysis.replay.totals
    title = page_title(analysis.game.title, analysis.names)
    return page_head(title, links, key) + Template(load_asset("game.html")).substitute(
        heading=f"{escape(analysis.game.title)}<br>" if analysis.game.title else "",
        style=load_asset("game.css"),
        script=load_asset("board.js") + load_asset("game.js"),
        nav=links_nav(links),
        empty=empty_board(analysis.replay.final),
        data=json.dumps(script_data(analysis), ensure_ascii=False).replace("<", "\\u003c"),
        first=escape(first),
        second=escape(second),
        score=f"{one}–{two}",
        facts=escape(_facts(analysis, source)),
        board=board_svg(analysis.replay.final, shared=board_id(analysis.replay.final)),
        graph=graph_svg(analysis),
        chances=LEGEND if analysis.bag_turns else "",
        mistakes="".join(_mistakes(analysis)),
        summary=summary_table(analysis.summaries, analysis.replay.totals),
        terms=terms_html(len(analysis.bag_turns)),
        to_play=next_move_section(analysis.to_play) + preendgame_next_move_section(analysis.bag_to_play),
        turns="".join(
            [
                *_before(analysis),
                *(preendgame_section(turn, analysis.names) for turn in analysis.bag_turns),
                *(turn_section(turn, analysis.names) for turn in analysis),
            ]
        ),
        sheet=_sheet(analysis),
        notes="".join(f"<li>{escape(note)}</li>" for note in _notes(analysis)),
    )


def page_title(title: str | None, names: Sequence[str]) -> str:
    """What the page of a game is called."""
    return title or " - ".join(names)


def page_head(title: str, links: PageLinks, key: str = "") -> str:
    """The beginning of a page: a file that begins so is the page of this analysis, as written today."""
    parts = map(load_asset, ("game.html", "game.css", "board.js", "game.js"))
    form = hashlib.sha256("".join(parts).encode()).hexdigest()
    made = f"page {form[:8]}" + f", analysis {key[:16]}" * bool(key)
    return Template(load_asset("head.html")).substitute(
        title=escape(title), links=links_head(links), made=made
    )


def load_asset(name: str) -> str:
    """A file that pages are made of."""
    return (importlib.resources.files("scrabble.report.pages") / name).read_text("utf-8")


def _before(analysis: Analysis) -> Iterator[str]:
    """The notes on turns that are not judged."""
    judged = {turn.on.number for turn in analysis.bag_turns} | {turn.number for turn in analysis}
    return (unjudged_section(turn) for turn in analysis.turns if turn.number not in judged)


def _facts(analysis: Analysis, source: str) -> str:
    endgame = list(analysis)
    begins = f"the bag was empty from turn {endgame[0].number} on" if endgame else "the bag was never empty"
    over = "" if analysis.replay.is_over else " · the record breaks off"
    name = f"{source} · " if source else ""
    return f"{name}{len(analysis.turns)} turns, {begins} · lexicon {lexicon_text(analysis)}{over}"


def _mistakes(analysis: Analysis) -> Iterator[str]:
    shown, with_bag = key_turns(analysis), [turn for turn in analysis.bag_turns if turn.is_mistake]
    yield from map(bag_mistake, with_bag)
    for turn in shown:
        lost = _lost(turn) if turn.is_mistake else "" if turn.is_valid else "phony"
        yield (
            f'<li><button type="button" class="mistake {turn.grade}" data-turn="{turn.number}">'
            f'<span class="lost">{lost}</span><span><b>{escape(turn_title(turn))}</b><br>'
            f"{escape(verdict_text(turn))}</span></button></li>"
        )
    if not shown and not with_bag:
        text = _without_mistakes(analysis)
        yield f'<li class="none">{text}</li>'


def _lost(turn: AnyTurn) -> str:
    """The points that a mistake lost, or about lost, below 0."""
    about = turn.loss_estimate if isinstance(turn, AnalysedTurn) else None
    return f"−{points_text(turn.loss)}" if about is None else f"about −{about}"


def _without_mistakes(analysis: Analysis) -> str:
    """What is said where nothing is proven to be a mistake."""
    endgame, with_bag = list(analysis), analysis.bag_turns
    if not endgame and not with_bag:
        return "No endgame."
    is_best = all(turn.lost is not None and turn.lost.exact == 0 for turn in endgame)
    if is_best and all(turn.lost_chance is not None and turn.lost_chance.upper == 0 for turn in with_bag):
        return "No mistakes: every turn of the endgame was best."
    return "No mistake is proven; what is open stands with the turns."


def _sheet(analysis: Analysis) -> str:
    """The score sheet: one row a turn, and one for whatever else was counted, where it was counted."""
    bag = {each.on.number: each for each in analysis.bag_turns}
    turns = iter(analysis.turns)
    totals, number = [0, 0], 0
    rows: list[list[object]] = []
    steps = []  # what the board shows when a row is chosen: a turn, or the end of the game
    for event in analysis.game.events:
        name = analysis.names[event.player]
        if event.kind in TURNS:
            turn = next(turns)
            number = turn.number
            totals[event.player] = turn.turn.total - turn.turn.bonus
            cells = [_address(turn), name, _played(turn), turn.score, totals[event.player]]
            rows.append([*cells, _mark(turn, bag.get(number))])
        elif event.kind is not EventKind.TAKEN_BACK:  # that is told with its play
            gain = _gain(analysis, event, totals[event.player])
            totals[event.player] += gain
            rows.append(["", name, _extra(event), gain, totals[event.player], ""])
        else:
            continue
        is_of_turn = event.kind in TURNS or event.kind is EventKind.BONUS
        steps.append(number if is_of_turn else len(analysis.turns) + 1)
    headings = ["turn", "player", "play", "points", "total", "lost"]
    return html_table(headings, rows, "sheet", range(3, 6), [f'data-turn="{step}"' for step in steps])


def _gain(analysis: Analysis, event: Event, total: int) -> int:
    """The points of a bonus, a penalty or the tiles left; those that are not recorded complete the result."""
    if event.score is not None:
        return event.score
    events = analysis.game.events
    later = events[1 + next(at for at, each in enumerate(events) if each is event) :]
    return (
        analysis.replay.totals[event.player]
        - total
        - sum(each.score or 0 for each in later if each.player == event.player)
    )


def _extra(event: Event) -> str:
    """What a row without a turn is for."""
    tiles = f"{event.move} " if event.kind is EventKind.END_RACK else ""
    return f"{tiles}{event.kind.value}"


def _address(turn: AnyTurn) -> Markup:
    return Markup(f'<a href="#turn-{turn.number}">{turn.number}</a>')


def _played(turn: AnyTurn) -> str:
    fate = " (taken back)" if turn.turn.is_taken_back else ""
    return f"{turn.played}{'*' if turn.phonies else ''}{fate}"


def _mark(turn: AnyTurn, with_bag: BagTurn | None) -> str:
    if with_bag is not None:
        lost = with_bag.lost_chance
        return "best" if lost is not None and lost.upper == 0 else f"{chance_lost_text(lost)} chance"
    return "best" if turn.is_valid and turn.loss.exact == 0 else lost_text(turn)


def _notes(analysis: Analysis) -> Iterator[str]:
    for turn in analysis.turns:
        if turn.phonies:
            fate = "challenged off" if turn.turn.is_taken_back else "stayed on the board"
            yield f"Turn {turn.number}, {turn.player_name}: {', '.join(turn.phonies)} not valid, {fate}."
    if not analysis.is_complete:
        yield "The analysis was interrupted: values are bounds."
    yield from map(str, analysis.warnings)
