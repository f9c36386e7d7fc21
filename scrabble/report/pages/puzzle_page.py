"""The page of puzzles: to be solved on the page itself, or printed, four a sheet, with answers at the end.

    puzzle_page(map(from_record, puzzles))             a set of puzzles
    puzzle_page(puzzles_of(analysis, source))          the turns of an analysed game

A later position of a game tells what was played; so a sheet has at most one position of a game, and the
positions of a game are on sheets in the order in which they were played.

The page holds all its data and asks for nothing from a network.  Python collects texts and tiles
(`PageData`); puzzle_page.js shows one puzzle after the other, and draws the sheets.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from scrabble.answer.moves import Step
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.puzzles.puzzle import Puzzle
from scrabble.report.pages.diagram import board_id, empty_board
from scrabble.report.pages.page_puzzle import AskedPuzzle, PageMove, PagePuzzle, otherwise, position_data
from scrabble.report.pages.templates import embedded, render
from scrabble.report.view import line_steps, placed_by
from scrabble.training.judging import (
    Verdict,
    hints,
    known_verdicts,
    loss_phrase,
    part_of_games,
    question_text,
    verdict_sentence,
)
from scrabble.wording.lines import line_text
from scrabble.wording.practice import SOLVED

ON_SHEET = 4
TURN = re.compile(r"(?:t|:|, turn )\d+$")  # at the end of the source of a puzzle


class PuzzleGroup(Struct):
    """Puzzles that are solved and printed together, by their indices."""

    puzzles: list[int]
    numbers: list[str]  # of each, among these
    sheets: list[list[int]]


class PageData(Struct):
    """All data of the page."""

    puzzles: list[PagePuzzle]
    every: PuzzleGroup
    mistakes: PuzzleGroup
    players: dict[str, PuzzleGroup]  # the mistakes of each
    solved: str = SOLVED  # with {} for each count


def from_record(puzzle: Puzzle) -> AskedPuzzle:
    """Return a puzzle of a set for the page.  Raises CgpError, IllegalMoveError."""
    position, solution = cgp.loads(puzzle.cgp), puzzle.solution
    right, *others = known_verdicts(puzzle)
    played = next((each for each in others if each.move == puzzle.played), None)
    names = puzzle.players or ["You", "Opponent"]
    text = question_text(puzzle)
    view = PagePuzzle(
        **{**position_data(position), "board": board_id(position.layout)},
        names=names,
        has_bag=puzzle.has_bag,
        question=text,
        about=f"Difficulty {puzzle.difficulty} of 5 · {puzzle.lexicon}",
        heading=text,
        where=puzzle.source,
        lexicon=puzzle.lexicon,
        right=[placed_by(position, position.parse_move(solution.move))],
        verdict=verdict_sentence(right, puzzle),
        otherwise=otherwise(f"at least {loss_phrase(Fraction(puzzle.gap), puzzle)}"),
        line=line_steps(position, right.line or [Step(solution.move, solution.score)]),
        others=[_other(position, each, puzzle) for each in others],
        hints=hints(puzzle, position),
        best=f"{solution.move} {solution.score:+}",
        result=verdict_sentence(right, puzzle).removeprefix("Right: "),
        line_text=line_text(right.line),
        reasons=puzzle.reasons,
        played="" if played is None else f"Played: {verdict_sentence(played, puzzle)}",
    )
    game = TURN.sub("", puzzle.source)
    return AskedPuzzle(view, game, played is not None, position.layout, names[0])


def sheets_of(games: Sequence[str]) -> list[list[int]]:
    """Put puzzles, given by their games, on as few sheets as possible, none with two of one game.

    The puzzles of a game stay in their order.
    """
    waiting: dict[str, deque[int]] = {}
    for at, game in enumerate(games):
        waiting.setdefault(game, deque()).append(at)
    sheets = []
    while left := [game for game, numbers in waiting.items() if numbers]:
        most = sorted(left, key=lambda game: -len(waiting[game]))[:ON_SHEET]
        sheets.append([waiting[game].popleft() for game in left if game in most])
    return sheets


def _group(found: Sequence[AskedPuzzle], wanted: list[int]) -> PuzzleGroup:
    return PuzzleGroup(
        wanted,
        [f"{number} of {len(wanted)}" for number in range(1, 1 + len(wanted))],
        [[wanted[at] for at in sheet] for sheet in sheets_of([found[at].game for at in wanted])],
    )


def puzzle_page(puzzles: Iterable[AskedPuzzle], title: str = "What would you play?") -> str:
    """Return the page."""
    found = list(puzzles)
    mistakes = [at for at, each in enumerate(found) if each.is_mistake]
    players = dict.fromkeys(found[at].player for at in mistakes)
    data = PageData(
        [each.view for each in found],
        _group(found, list(range(len(found)))),
        _group(found, mistakes),
        {name: _group(found, [at for at in mistakes if found[at].player == name]) for name in players},
    )
    return render(
        "puzzle_page.html",
        title=title,
        positions=len(found),
        mistakes=len(mistakes),
        has_bag=any(each.view.has_bag for each in found),
        boards=[empty_board(layout) for layout in {each.layout.name: each.layout for each in found}.values()],
        data=embedded(data),
    )


def _other(position: Position, verdict: Verdict, puzzle: Puzzle) -> PageMove:
    return PageMove(
        verdict.move,
        lost_text(verdict, puzzle),
        verdict_sentence(verdict, puzzle),
        line_steps(position, verdict.line or [Step(verdict.move, verdict.score)], verdict.bag),
    )


def lost_text(verdict: Verdict, puzzle: Puzzle) -> str:
    """Return what a move of the record loses, in short."""
    loss = Fraction(verdict.loss.lower)
    text = part_of_games(loss, puzzle) if puzzle.has_bag else loss
    return f"-{text}{'' if verdict.is_proven else ' or more'}"
