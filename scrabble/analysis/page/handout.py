"""Positions to print and give to others, "what would you play?": four a sheet, the answers on their own.

handout.html   the frame; what is shown is chosen on the page: mistakes only, with answers or without
handout.css    four positions on a sheet of A4 or Letter

A position is asked if its answer is proven and if there is something to decide; nothing in it tells what was
played.  The style sheet counts, so that the numbers of positions and answers agree whatever is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import PurePath
from string import Template
from typing import NamedTuple

from scrabble.analysis import Analysis
from scrabble.analysis.page.diagram import diagram, empty_board
from scrabble.analysis.page.page import part
from scrabble.analysis.page.steps import stops
from scrabble.analysis.text import best_text, turn_title, verdict_text
from scrabble.analysis.turn import Judged
from scrabble.game.position import Position
from scrabble.report.lines import line_text
from scrabble.report.points import points_text, result_text

NONE = '<p class="none">There is no position with a proven answer and a choice to make.</p>'


class Puzzle(NamedTuple):
    """A position to ask."""

    turn: Judged
    names: tuple[str, str]  # the player on turn first
    where: str  # game and turn
    lexicon: str
    is_mistake: bool  # of whoever played it


def puzzles_of(analysis: Analysis, source: str = "") -> Iterator[Puzzle]:
    """The positions of a game that can be asked."""
    mistakes = {turn.number for turn in stops(analysis)}
    game = PurePath(source).stem or analysis.game.title or " - ".join(analysis.names)
    for turn in analysis:
        if isinstance(turn, Judged) and _is_question(turn):
            me = turn.turn.player
            names = analysis.names[me], analysis.names[1 - me]
            where = f"{game}, turn {turn.number}"
            yield Puzzle(turn, names, where, analysis.lexicon.name, turn.number in mistakes)


def handout_page(puzzles: Iterable[Puzzle]) -> str:
    """The whole page."""
    found = list(puzzles)
    boards: dict[str, Position] = {}
    for each in found:
        position = each.turn.turn.position
        boards.setdefault(position.layout.name, position)
    mistakes = sum(each.is_mistake for each in found)
    return Template(part("handout.html")).substitute(
        style=part("game.css") + part("handout.css"),
        boards="".join(map(empty_board, boards.values())),
        count=f"{len(found)} position{'s' if len(found) != 1 else ''}, {mistakes} with a mistake",
        chosen="checked" if mistakes else "",
        puzzles="".join(map(_puzzle, found)) or NONE,
        answers="".join(map(_answer, found)),
    )


def _is_question(turn: Judged) -> bool:
    """Is the answer proven, and is there a move that is worse?"""
    choice = turn.choice
    moves = len(choice.candidates) + choice.unlisted.number
    return turn.value.is_exact and choice.has_all_best and len(choice.best) < moves


def _kind(puzzle: Puzzle) -> str:
    return "erred" if puzzle.is_mistake else "found"


def _puzzle(puzzle: Puzzle) -> str:
    spread = puzzle.turn.spread
    ahead = f"{abs(spread)} {'ahead' if spread > 0 else 'behind'}" if spread else "level"
    return (
        f'<section class="puzzle {_kind(puzzle)}"><h2>{escape(puzzle.names[0])} to move, {ahead}</h2>'
        f'<p class="where">{escape(puzzle.where)} · {escape(puzzle.lexicon)}</p>'
        f"{diagram(puzzle.turn.turn.position, puzzle.names)}"
        '<p class="write">What would you play?</p></section>'
    )


def _answer(puzzle: Puzzle) -> str:
    turn = puzzle.turn
    best = turn.choice.candidates[0]
    score = f" {best.score:+}" if best.move.tiles and len(turn.choice.best) == 1 else ""
    result = f"{puzzle.names[0]} {result_text(turn.final_before)}"
    texts = [f"Value {points_text(turn.value, '+')}: {result} with best play, {line_text(turn.choice.line)}."]
    texts += [each.text for each in turn.claims]
    texts.append(f"Played: {turn_title(turn).partition(': ')[2]}, {verdict_text(turn)}.")
    return (
        f'<li class="{_kind(puzzle)}"><b>{escape(best_text(turn.choice, 4))}{score}</b> '
        f"<small>{escape(puzzle.where)}</small><br>{escape(' '.join(texts))}</li>"
    )
