"""The puzzle sheet: positions to print and give to others, four a sheet, with the answers at the end.

A position is taken if its answer is proven and there is a choice to make.  Nothing in it tells what was
played.  A later position of the same game would; so a sheet has at most one position of a game, and the
positions of a game are on sheets in the order in which they were played.

The page has the sheets twice, with all positions and with those in which there was a mistake, and shows one
of the two.  The style sheet counts, so that the numbers of positions and answers agree with what is shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from markupsafe import Markup

from scrabble.analysis import Analysis
from scrabble.analysis.turn import AnalysedTurn, Reason
from scrabble.game.position import Position
from scrabble.report.board_svg import board_svg
from scrabble.report.pages.diagram import PositionFigure, board_id, diagram_of, empty_board
from scrabble.report.pages.steps import key_turns
from scrabble.report.pages.templates import render
from scrabble.report.verdicts import best_text, turn_title, verdict_text
from scrabble.solver.format import line_text, points_text, result_text

ON_SHEET = 4


class Puzzle(NamedTuple):
    """A position to solve."""

    turn: AnalysedTurn
    names: tuple[str, str]  # the player on turn first
    game: str  # its name; no two games have the same
    where: str  # game and turn, to be shown
    lexicon: str
    is_mistake: bool  # of the player to move


class PuzzleView(NamedTuple):
    """A puzzle and its answer, as the template shows them."""

    heading: str
    where: str
    lexicon: str
    diagram: PositionFigure
    solved: Markup  # the board with the best move on it
    best: str
    result: str
    line: str
    reasons: Sequence[Reason]
    played: str


class Selection(NamedTuple):
    """Sheets of which the page shows one selection."""

    kind: str  # a class of the style sheet: of-all, of-mistakes, or empty if there is only one selection
    sheets: list[list[PuzzleView]]


def puzzles_of(analysis: Analysis, source: str = "") -> Iterator[Puzzle]:
    """Yield the positions of a game that make puzzles."""
    mistakes = {turn.number for turn in key_turns(analysis)}
    game = PurePath(source).stem or analysis.record.title or " - ".join(analysis.names)
    for turn in analysis.endgame:
        if isinstance(turn, AnalysedTurn) and _is_puzzle(turn):
            me = turn.turn.player
            names = analysis.names[me], analysis.names[1 - me]
            where = f"{game}, turn {turn.number}"
            is_mistake = turn.number in mistakes
            yield Puzzle(turn, names, source or game, where, analysis.lexicon.name, is_mistake)


def sheets_of(puzzles: Iterable[Puzzle]) -> list[list[Puzzle]]:
    """Put the puzzles on as few sheets as possible, none with two of one game, each game in its order."""
    games: dict[str, deque[Puzzle]] = {}
    for each in puzzles:
        games.setdefault(each.game, deque()).append(each)
    sheets = []
    while left := [name for name, waiting in games.items() if waiting]:
        most = sorted(left, key=lambda name: -len(games[name]))[:ON_SHEET]
        sheets.append([games[name].popleft() for name in left if name in most])
    return sheets


def puzzle_sheet(puzzles: Iterable[Puzzle]) -> str:
    """Return the page."""
    found = list(puzzles)
    boards: dict[str, Position] = {}
    for each in found:
        position = each.turn.turn.position
        boards.setdefault(position.layout.name, position)
    mistakes = [each for each in found if each.is_mistake]
    kinds = [("", found)] if len(mistakes) == len(found) else [("of-all", found), ("of-mistakes", mistakes)]
    return render(
        "puzzle_sheet.html",
        title="What would you play?",
        boards=[empty_board(position) for position in boards.values()],
        positions=len(found),
        mistakes=len(mistakes),
        selections=[
            Selection(kind, [[_view(each) for each in sheet] for sheet in sheets_of(selected)])
            for kind, selected in kinds
        ],
    )


def _is_puzzle(turn: AnalysedTurn) -> bool:
    """Return whether the answer is proven and some move is worse."""
    choice = turn.choice
    return turn.spread.is_exact and choice.best_is_complete and len(choice.best) < choice.moves_total


def _view(puzzle: Puzzle) -> PuzzleView:
    turn, position = puzzle.turn, puzzle.turn.turn.position
    ahead = f"{abs(turn.lead)} {'ahead' if turn.lead > 0 else 'behind'}" if turn.lead else "level"
    best = turn.choice.moves[0]
    score = f" {best.score:+}" if best.move.tiles and len(turn.choice.names) == 1 else ""
    result = f"{puzzle.names[0]} {result_text(turn.spread)} with best play"
    return PuzzleView(
        heading=f"{puzzle.names[0]} to move, {ahead}",
        where=puzzle.where,
        lexicon=puzzle.lexicon,
        diagram=diagram_of(position, puzzle.names),
        solved=board_svg(position, best.move, board_id(position)),
        best=f"{best_text(turn.choice, 4)}{score}",
        result=f"{result} (value {points_text(turn.bounds, '+')}).",
        line=line_text(turn.choice.line),
        reasons=turn.reasons,
        played=f"Played: {turn_title(turn).partition(': ')[2]}, {verdict_text(turn)}.",
    )
