"""Puzzles as a page holds them: the position, the right moves, and what is said of every other move.

    puzzles_of(analysis, source)      the turns of an analysed game

A turn is taken if its answer is proven and there is a choice to make; with tiles in the bag if it was a
mistake, too.  Nothing tells what was played before the answer does.  solve_view.js shows a puzzle, and
page_puzzle.js judges moves by what is here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import PurePath
from typing import Any, NamedTuple

from msgspec import Struct

from scrabble.answer.analysis import Analysis
from scrabble.answer.moves import MoveResult
from scrabble.answer.turns import Turn
from scrabble.english import counted
from scrabble.game.board import BoardLayout
from scrabble.game.position import Position
from scrabble.report.pages.diagram import board_id
from scrabble.report.view import LineStep, Tile, line_steps, on_board, placed_by, rack, rack_names, racks
from scrabble.wording.chances import percent, wins_text
from scrabble.wording.claims import to_move_text
from scrabble.wording.lines import line_text
from scrabble.wording.points import lead_text, result_text, worth_text
from scrabble.wording.practice import BEST_MOVE, WINS_MOST, move_hints
from scrabble.wording.verdicts import best_text, cost_sentence, draw_chances, turn_title, verdict_text


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
    is_complete: bool = True  # such a move is wrong
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


def puzzles_of(analysis: Analysis, source: str = "") -> Iterator[AskedPuzzle]:
    """Yield the turns of a game that make puzzles."""
    game = PurePath(source).stem or analysis.title or " - ".join(analysis.players)
    for turn in analysis:
        if is_puzzle(turn):
            me = turn.player - 1
            names = [analysis.players[me], analysis.players[1 - me]]
            where = f"{game}, turn {turn.number}"
            view = (_of_turn if turn.is_endgame else _with_bag)(turn, names, where, analysis.lexicon)
            layout = turn.replayed.position.layout
            yield AskedPuzzle(view, source or game, turn.is_mistake, layout, names[0], turn)


def is_puzzle(turn: Turn) -> bool:
    """Return whether the answer is proven and some move is worse."""
    found = turn.found
    if turn.is_endgame:
        return found.spread.is_exact and found.best_is_complete and len(found.best) < found.moves_total
    return turn.is_mistake and any(map(partial(_is_right, turn), found.moves))


def _is_right(turn: Turn, move: MoveResult) -> bool:
    """Return whether it is proven, with tiles in the bag, that no move is better in what the turn lost."""
    wins = move.win.lower >= turn.win.upper
    return wins and (not turn.is_in_points or move.spread.lower >= turn.spread.upper)


def _of_turn(turn: Turn, names: list[str], where: str, lexicon: str) -> PagePuzzle:
    position, choice, spread = turn.replayed.position, turn.found, turn.spread
    result = f"{names[0]} {result_text(spread)} with best play"
    failing = [each for each in choice.moves if each.text not in choice.best and each.spread.is_exact]
    return PagePuzzle(
        **_asked(turn, position, names, where, lexicon),
        has_bag=False,
        question=f"{names[0]} is {lead_text(turn.lead)}. {BEST_MOVE}",
        right=[placed_by(position, position.parse_move(text)) for text in choice.best],
        verdict=f"Right: {names[0]} {result_text(spread)}.",
        otherwise=otherwise(),
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
        result=f"{result} (value {worth_text(turn.bounds)}).",
        line_text=line_text(choice.line),
    )


def _with_bag(turn: Turn, names: list[str], where: str, lexicon: str) -> PagePuzzle:
    """Return a mistake with tiles in the bag: moves are right that win as often as any, or are best."""
    position, choice = turn.found.position, turn.found
    right = [each for each in choice.moves if _is_right(turn, each)]
    bag, question = counted(turn.bag, "tile"), BEST_MOVE if turn.is_in_points else WINS_MOST
    wins = wins_text(choice.win, draw_chances(choice))
    step = right[0].step
    return PagePuzzle(
        **_asked(turn, position, names, where, lexicon),
        has_bag=True,
        question=f"{names[0]} is {lead_text(turn.lead)}, with {bag} in the bag. {question}",
        right=[placed_by(position, position.parse_move(each.text)) for each in right],
        verdict=f"Right: {names[0]} {wins}.",
        otherwise="is not among the moves that this page knows, and may be as good.",
        is_complete=False,
        line=line_steps(position, [step]),
        others=[
            PageMove(each.text, *lost, line_steps(position, [each.step]))
            for each in choice.moves
            if (lost := _lost(turn, each, wins)) is not None
        ],
        result=f"{names[0]} {wins} with best play.",
        line_text=line_text([step]),
    )


def _lost(turn: Turn, move: MoveResult, wins: str) -> tuple[str, str] | None:
    """Return what a move with tiles in the bag loses, in short and in a sentence; None if it may be right."""
    chance, points = turn.win.lower - move.win.upper, turn.spread.lower - move.spread.upper
    if chance > 0:
        cost, is_exact, own = percent(chance), move.win.is_exact, wins_text(move.win)
    elif turn.is_in_points and points > 0:
        cost, is_exact, own = f"{float(points):.1f} points", move.spread.is_exact and turn.spread.is_exact, ""
    else:
        return None
    of_chance = " win probability" * (chance > 0)
    text = cost_sentence(
        move.text, f"{'' if is_exact else 'at least '}{cost}{of_chance}", own * is_exact, wins
    )
    return f"-{cost}{'' if is_exact else ' or more'}", text


def _asked(turn: Turn, position: Position, names: list[str], where: str, lexicon: str) -> dict[str, Any]:
    """Return what all puzzles of turns have: the position, where it is from, what was played."""
    choice = turn.found
    best = choice.moves[0]
    score = f" {best.score:+}" if best.is_play and len(choice.names) == 1 else ""
    return {
        **position_data(position),
        "board": board_id(position.layout),
        "names": names,
        "about": f"{where} · {lexicon}",
        "heading": to_move_text(position, names[0]),
        "where": where,
        "lexicon": lexicon,
        "hints": move_hints(position.parse_move(best.text), position),
        "best": f"{best_text(choice, 4)}{score}",
        "reasons": [each.text for each in turn.reasons],
        "played": f"Played: {turn_title(turn).partition(': ')[2]}, {verdict_text(turn)}.",
    }


def otherwise(least: str = "") -> str:
    """Return what is said of a move of which nothing is known but what it loses at least."""
    costs = f": it costs {least}" if least else ""
    return f"is not the solution{costs}. This page has no refutation of it, and does not check its words."


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
