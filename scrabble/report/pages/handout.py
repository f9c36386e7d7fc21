"""Positions to print and give to others, "what would you play?": four a sheet, the answers on their own.

handout.html   the frame; what is shown is chosen on the page: mistakes only, with answers or without
handout.css    four positions on a sheet of A4 or Letter

A position is asked if its answer is proven and if there is something to decide; nothing in it tells what was
played.  A later position of the same game would: so a sheet has one position of a game at most, and those of
a game are on sheets in the order in which they were played.

The sheets are made twice, of all positions and of those with a mistake; one of both is shown.  The style
sheet counts, so that the numbers of positions and answers agree whatever is shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import PurePath
from string import Template
from typing import NamedTuple

from scrabble.analysis import Analysis
from scrabble.analysis.turn import AnalysedTurn
from scrabble.game.position import Position
from scrabble.report.analysis_text import best_text, turn_title, verdict_text
from scrabble.report.board_svg import board_svg
from scrabble.report.pages.diagram import board_id, empty_board, position_figure
from scrabble.report.pages.game import load_asset
from scrabble.report.pages.steps import key_turns
from scrabble.solver.format import line_text, points_text, result_text

ON_SHEET = 4
NONE = '<p class="none">There is no position with a proven answer and a choice to make.</p>'


class Puzzle(NamedTuple):
    """A position to ask."""

    turn: AnalysedTurn
    names: tuple[str, str]  # the player on turn first
    game: str  # its name; no two games have the same
    where: str  # game and turn, to be shown
    lexicon: str
    is_mistake: bool  # of the player who was on turn


def puzzles_of(analysis: Analysis, source: str = "") -> Iterator[Puzzle]:
    """The positions of a game that can be asked."""
    mistakes = {turn.number for turn in key_turns(analysis)}
    game = PurePath(source).stem or analysis.game.title or " - ".join(analysis.names)
    for turn in analysis:
        if isinstance(turn, AnalysedTurn) and _is_question(turn):
            me = turn.turn.player
            names = analysis.names[me], analysis.names[1 - me]
            where = f"{game}, turn {turn.number}"
            is_mistake = turn.number in mistakes
            yield Puzzle(turn, names, source or game, where, analysis.lexicon.name, is_mistake)


def sheets_of(puzzles: Iterable[Puzzle]) -> list[list[Puzzle]]:
    """Put the positions on as few sheets as can be, none with two of a game, each game in its order."""
    games: dict[str, deque[Puzzle]] = {}
    for each in puzzles:
        games.setdefault(each.game, deque()).append(each)
    sheets = []
    while left := [name for name, waiting in games.items() if waiting]:
        most = sorted(left, key=lambda name: -len(games[name]))[:ON_SHEET]
        sheets.append([games[name].popleft() for name in left if name in most])
    return sheets


def puzzle_sheet(puzzles: Iterable[Puzzle]) -> str:
    """The whole page."""
    found = list(puzzles)
    boards: dict[str, Position] = {}
    for each in found:
        position = each.turn.turn.position
        boards.setdefault(position.layout.name, position)
    mistakes = [each for each in found if each.is_mistake]
    kinds = [("", found)] if len(mistakes) == len(found) else [("of-all", found), ("of-mistakes", mistakes)]
    arranged = [(kind, sheets_of(chosen)) for kind, chosen in kinds]
    return Template(load_asset("handout.html")).substitute(
        style=load_asset("game.css") + load_asset("handout.css"),
        boards="".join(map(empty_board, boards.values())),
        count=f"{len(found)} position{'s' if len(found) != 1 else ''}, {len(mistakes)} with a mistake",
        chosen="checked" if mistakes else "",
        puzzles="".join(_sheets(kind, sheets) for kind, sheets in arranged) if found else NONE,
        answers="".join(_answers(kind, sheets) for kind, sheets in arranged),
    )


def _sheets(kind: str, sheets: Sequence[Sequence[Puzzle]]) -> str:
    parts = "".join(f'<div class="sheet">{"".join(map(_puzzle, sheet))}</div>' for sheet in sheets)
    return f'<div class="puzzles {kind}">{parts}</div>'


def _answers(kind: str, sheets: Sequence[Sequence[Puzzle]]) -> str:
    answers = "".join(_answer(each) for sheet in sheets for each in sheet)
    return f'<ol class="{kind}">{answers}</ol>'


def _is_question(turn: AnalysedTurn) -> bool:
    """Is the answer proven, and is there a move that is worse?"""
    choice = turn.choice
    moves = len(choice.candidates) + choice.unlisted.number
    return turn.value.is_exact and choice.has_all_best and len(choice.best) < moves


def _puzzle(puzzle: Puzzle) -> str:
    spread = puzzle.turn.spread
    ahead = f"{abs(spread)} {'ahead' if spread > 0 else 'behind'}" if spread else "level"
    return (
        f'<section class="puzzle"><h2>{escape(puzzle.names[0])} to move, {ahead}</h2>'
        f'<p class="where">{escape(puzzle.where)} · {escape(puzzle.lexicon)}</p>'
        f"{position_figure(puzzle.turn.turn.position, puzzle.names)}"
        '<p class="write">What would you play?</p></section>'
    )


def _answer(puzzle: Puzzle) -> str:
    """The best move on the board, what it is worth, why, and what was played."""
    turn, position = puzzle.turn, puzzle.turn.turn.position
    best = turn.choice.candidates[0]
    score = f" {best.score:+}" if best.move.tiles and len(turn.choice.names) == 1 else ""
    result = f"{puzzle.names[0]} {result_text(turn.final_before)} with best play"
    played = f"Played: {turn_title(turn).partition(': ')[2]}, {verdict_text(turn)}."
    claims = "".join(f"<li>{escape(each.text)}</li>" for each in turn.claims)
    return (
        f'<li class="answer"><div class="solved">{board_svg(position, best.move, board_id(position))}</div>'
        f"<h3>{escape(best_text(turn.choice, 4))}{score}</h3>"
        f'<p class="where">{escape(puzzle.where)}</p>'
        f"<p>{escape(result)} (value {points_text(turn.value, '+')}).</p>"
        f'<p class="line-text">{escape(line_text(turn.choice.line))}</p>'
        f'{f"""<ul class="claims">{claims}</ul>""" if claims else ""}<p>{escape(played)}</p></li>'
    )
