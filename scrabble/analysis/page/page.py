"""The page: an analysis as one HTML file that opens from disk, without a network.

    head.html    the beginning
    game.html    the frame, with $name for what is put in       (string.Template)
    game.css     light and dark, narrow and wide, printed
    board.js     draws tiles on boards and racks; the explorer has it, too
    game.js      steps through the game and the lines; knows nothing of Scrabble

Everything to read is in the HTML itself, so that it prints and shows without scripts; the script gets
the tiles of each step as JSON, as `steps.py` makes them.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
from collections.abc import Iterator, Sequence
from html import escape
from string import Template

from scrabble.analysis import Analysis
from scrabble.analysis.bag import BagTurn
from scrabble.analysis.bag_text import lost_text as chance_lost_text
from scrabble.analysis.page.bag import bag_mistake, bag_section, now_section
from scrabble.analysis.page.chances import LEGEND
from scrabble.analysis.page.diagram import board_id, empty_board
from scrabble.analysis.page.graph import graph_svg
from scrabble.analysis.page.links import NO_LINKS, Links, links_head, links_nav
from scrabble.analysis.page.steps import script_data, stops
from scrabble.analysis.page.turn import to_play_section, turn_section
from scrabble.analysis.summary import summary_table
from scrabble.analysis.text import lexicon_text, lost_text, rules_needed, rules_of, turn_title, verdict_text
from scrabble.analysis.turn import AnyTurn
from scrabble.gcg.record import Kind
from scrabble.report.board_svg import board_svg
from scrabble.report.html import Markup, table
from scrabble.report.points import points_text


def game_page(analysis: Analysis, source: str = "", links: Links = NO_LINKS) -> str:
    """The whole page; `source` is the name of the record."""
    first, second = analysis.names
    one, two = analysis.replay.totals
    title = page_title(analysis.game.title, analysis.names)
    return page_head(title, links) + Template(part("game.html")).substitute(
        heading=f"{escape(analysis.game.title)}<br>" if analysis.game.title else "",
        style=part("game.css"),
        script=part("board.js") + part("game.js"),
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
        to_play=to_play_section(analysis.to_play) + now_section(analysis.bag_to_play),
        turns="".join(
            [
                *(bag_section(turn, analysis.names) for turn in analysis.bag_turns),
                *(turn_section(turn, analysis.names) for turn in analysis),
            ]
        ),
        sheet=_sheet(analysis),
        notes="".join(f"<li>{escape(note)}</li>" for note in _notes(analysis)),
    )


def page_title(title: str | None, names: Sequence[str]) -> str:
    """What the page of a game is called."""
    return title or " - ".join(names)


def page_head(title: str, links: Links) -> str:
    """What a page begins with: whatever begins like this is the page of this game, as it is written today."""
    parts = map(part, ("game.html", "game.css", "board.js", "game.js"))
    form = hashlib.sha256("".join(parts).encode()).hexdigest()
    return Template(part("head.html")).substitute(title=escape(title), links=links_head(links), form=form[:8])


def part(name: str) -> str:
    """A file that pages are made of."""
    return (importlib.resources.files("scrabble.analysis.page") / name).read_text("utf-8")


def _facts(analysis: Analysis, source: str) -> str:
    endgame = list(analysis)
    begins = f"the bag was empty from turn {endgame[0].number} on" if endgame else "the bag was never empty"
    over = "" if analysis.replay.is_over else " · the record breaks off"
    name = f"{source} · " if source else ""
    return f"{name}{len(analysis.turns)} turns, {begins} · lexicon {lexicon_text(analysis)}{over}"


def _mistakes(analysis: Analysis) -> Iterator[str]:
    shown, with_bag = stops(analysis), [turn for turn in analysis.bag_turns if turn.is_mistake]
    yield from map(bag_mistake, with_bag)
    for turn in shown:
        lost = f"−{points_text(turn.loss)}" if turn.is_mistake else "" if turn.is_valid else "phony"
        yield (
            f'<li><button type="button" class="mistake {turn.grade}" data-turn="{turn.number}">'
            f'<span class="lost">{lost}</span><span><b>{escape(turn_title(turn))}</b><br>'
            f"{escape(verdict_text(turn))}</span></button></li>"
        )
    if not shown and not with_bag:
        text = _without_mistakes(analysis)
        yield f'<li class="none">{text}</li>'


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
    """The score sheet, one row a turn."""
    bag = {each.on.number: each for each in analysis.bag_turns}
    rows: list[list[object]] = [
        [
            *(_address(turn), turn.player_name, _played(turn), turn.score, turn.turn.total),
            _mark(turn, bag.get(turn.number)),
        ]
        for turn in analysis.turns
    ]
    for event in analysis.game.events:
        if event.kind in (Kind.BONUS, Kind.END_RACK, Kind.TIME):
            name = analysis.names[event.player]
            rows.append(["", name, f"{event.move} {event.kind.value}", event.score, event.total, ""])
    return table(["turn", "player", "play", "points", "total", "lost"], rows, "sheet", range(3, 6))


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
    yield from (text.plain.capitalize() + "." for text in rules_of(*rules_needed(analysis.summaries)))
    if not analysis.is_complete:
        yield "The analysis was interrupted: values are bounds."
    yield from map(str, analysis.warnings)
