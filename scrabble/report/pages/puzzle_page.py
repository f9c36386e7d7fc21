"""The page of puzzles: to be solved on the page itself, or printed, four a sheet, with answers at the end.

    puzzle_page(map(from_record, puzzles))             a set of puzzles
    puzzle_page(puzzles_of(analysis, source))          the turns of an analysed game

A turn is taken if its answer is proven and there is a choice to make.  Nothing tells what was played before
the answer does.  A later position of the same game would; so a sheet has at most one position of a game, and
the positions of a game are on sheets in the order in which they were played.

The page holds all its data and asks for nothing from a network.  Python collects texts and tiles
(`PageData`); solve_view.js shows a puzzle, and puzzle_page.js judges moves by what the page holds and draws
the sheets.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import PurePath
from typing import Any, NamedTuple

from msgspec import Struct

from scrabble.answer.analysis import Analysis
from scrabble.answer.moves import Step
from scrabble.answer.turns import Evaluation, Turn
from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.position import Position
from scrabble.puzzles.puzzle import Puzzle, Question, exact_number
from scrabble.report.pages.diagram import board_id, empty_board
from scrabble.report.pages.game import key_turns
from scrabble.report.pages.templates import embedded, render
from scrabble.report.view import LineStep, Tile, line_steps, on_board, placed_by, rack, rack_names, racks
from scrabble.training.judging import (
    QUESTIONS,
    Verdict,
    hints,
    known_verdicts,
    loss_phrase,
    move_hints,
    part_of_games,
    question_text,
    verdict_sentence,
)
from scrabble.wording.claims import to_move_text
from scrabble.wording.lines import line_text
from scrabble.wording.points import lead_text, result_text, worth_text
from scrabble.wording.verdicts import best_text, cost_sentence, turn_title, verdict_text

ON_SHEET = 4
TURN = re.compile(r"(?:t|:|, turn )\d+$")  # at the end of the source of a puzzle


class PageMove(Struct):
    """A move that fails."""

    move: str
    lost: str
    text: str  # the verdict in a sentence
    line: list[LineStep]


class PagePuzzle(Struct, kw_only=True):
    """A puzzle with its answer, as the page holds it."""

    question: str
    about: str
    heading: str  # on the sheet
    where: str
    lexicon: str
    board: str  # the empty one, by its id
    placed: list[Tile]
    racks: list[list[Tile]]
    rack_names: list[str]
    unseen: list[Tile]  # the opponent's rack and the bag, where the rack is not known
    scores: list[int]
    names: list[str]
    letters: list[str]  # that a blank can be
    has_bag: bool
    right: list[list[Tile]]  # the tiles of each right move
    verdict: str  # on a right move
    otherwise: str  # on a move of which nothing is known, after the move
    line: list[LineStep]
    others: list[PageMove]
    hints: list[str]
    best: str  # on the sheet of answers
    result: str
    line_text: str
    reasons: list[str]
    played: str


class AskedPuzzle(NamedTuple):
    """A puzzle for the page, and where it is from."""

    view: PagePuzzle
    game: str  # no two games have the same
    is_mistake: bool  # points were lost in the game
    layout: BoardLayout
    player: str  # who is to move
    turn: Turn | None = None


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
        otherwise=_otherwise(f"at least {loss_phrase(exact_number(puzzle.gap), puzzle)}"),
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


def puzzles_of(analysis: Analysis, source: str = "") -> Iterator[AskedPuzzle]:
    """Yield the turns of a game that make puzzles."""
    mistakes = {turn.number for turn in key_turns(analysis)}
    game = PurePath(source).stem or analysis.title or " - ".join(analysis.players)
    for turn in analysis.endgame:
        if turn.evaluation is not None and is_puzzle(turn.evaluation):
            me = turn.player - 1
            names = [analysis.players[me], analysis.players[1 - me]]
            view = _of_turn(turn, names, f"{game}, turn {turn.number}", analysis.lexicon)
            layout = turn.replayed.position.layout
            yield AskedPuzzle(view, source or game, turn.number in mistakes, layout, names[0], turn)


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


def is_puzzle(found: Evaluation) -> bool:
    """Return whether the answer is proven and some move is worse."""
    return found.spread.is_exact and found.best_is_complete and len(found.best) < found.moves_total


def _of_turn(turn: Turn, names: list[str], where: str, lexicon: str) -> PagePuzzle:
    position, choice, spread = turn.replayed.position, turn.found, turn.spread
    ahead = lead_text(turn.lead)
    best = choice.moves[0]
    score = f" {best.score:+}" if best.is_play and len(choice.names) == 1 else ""
    result = f"{names[0]} {result_text(spread)} with best play"
    failing = [each for each in choice.moves if each.text not in choice.best and each.spread.is_exact]
    rights = [position.parse_move(text) for text in choice.best]
    return PagePuzzle(
        **{**position_data(position), "board": board_id(position.layout)},
        names=names,
        has_bag=False,
        question=f"{names[0]} is {ahead}. {QUESTIONS[Question.BEST_MOVE]}",
        about=f"{where} · {lexicon}",
        heading=to_move_text(position, names[0]),
        where=where,
        lexicon=lexicon,
        right=[placed_by(position, move) for move in rights],
        verdict=f"Right: {names[0]} {result_text(spread)}.",
        otherwise=_otherwise(),
        line=line_steps(position, choice.line),
        others=[
            PageMove(
                each.text,
                f"-{spread.lower - each.spread.lower}",
                cost_sentence(
                    each.text,
                    counted(spread.lower - each.spread.lower, "point"),
                    result_text(each.spread),
                    result_text(spread),
                ),
                line_steps(position, each.line or (each.step,)),
            )
            for each in failing
        ],
        hints=move_hints(position.parse_move(best.text), position),
        best=f"{best_text(choice, 4)}{score}",
        result=f"{result} (value {worth_text(turn.bounds)}).",
        line_text=line_text(choice.line),
        reasons=[each.text for each in turn.reasons],
        played=f"Played: {turn_title(turn).partition(': ')[2]}, {verdict_text(turn)}.",
    )


def _other(position: Position, verdict: Verdict, puzzle: Puzzle) -> PageMove:
    return PageMove(
        verdict.move,
        lost_text(verdict, puzzle),
        verdict_sentence(verdict, puzzle),
        line_steps(position, verdict.line or [Step(verdict.move, verdict.score)], verdict.bag),
    )


def _otherwise(least: str = "") -> str:
    """Return what is said of a move of which nothing is known but what it loses at least."""
    costs = f": it costs {least}" if least else ""
    return f"is not the solution{costs}. This page has no refutation of it, and does not check its words."


def lost_text(verdict: Verdict, puzzle: Puzzle) -> str:
    """Return what a move of the record loses, in short."""
    loss = Fraction(verdict.loss.lower)
    text = part_of_games(loss, puzzle) if puzzle.has_bag else loss
    return f"-{text}{'' if verdict.is_proven else ' or more'}"


def position_data(position: Position) -> dict[str, Any]:
    """Return what solve_view.js draws of a position."""
    unseen = b"" if position.rack_codes[1] else position.unseen
    return {
        "board": position.layout.name,
        "placed": on_board(position),
        "racks": racks(position),
        "rack_names": rack_names(position),
        "unseen": rack(position, unseen),
        "scores": list(position.scores),
        "letters": [position.alphabet.letter_of(code) for code in range(1, position.alphabet.size + 1)],
    }
