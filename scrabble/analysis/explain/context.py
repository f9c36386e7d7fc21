"""Context of an explanation: an evaluated position, its best line, and the plays of either side.

Two plays are the same if they put the same tiles on the same squares.  So a play is blocked when its tiles
can no longer form words there, whichever words these are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.analysis.turn import AnalysedTurn, MoveAnalysis
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.solver import MoveResult, ScoredMove
from scrabble.solver.interval import Number

Placed: TypeAlias = tuple[tuple[int, int, int], ...]


class ExplanationContext:
    """An evaluated position; the player to move is `me`, the opponent `them`."""

    def __init__(self, turn: AnalysedTurn, evaluator: PositionEvaluator, names: Sequence[str]) -> None:
        self.turn, self.evaluator = turn, evaluator
        self.choice: MoveAnalysis = turn.choice
        self.position: Position = turn.turn.position
        self.me, self.them = names[turn.turn.player], names[1 - turn.turn.player]

    @property
    def is_proven(self) -> bool:
        """Return whether the value is known, with a line of best play to the end of the game."""
        return self.turn.spread.is_exact and bool(self.choice.line) and self.end.is_over

    @property
    def best(self) -> MoveResult:
        """The best move, or the one estimated best."""
        return self.choice.moves[0]

    @property
    def others(self) -> list[MoveResult]:
        """All moves except those proven best."""
        return [each for each in self.choice.moves if each.text not in self.choice.best]

    @cached_property
    def end(self) -> Position:
        """The end of the best line."""
        return played_out(self.position, self.choice.line)

    @cached_property
    def after_best(self) -> Position:
        """The position after the best move."""
        return self.position.play(self.best.move)

    @cached_property
    def threats(self) -> dict[Move, int]:
        """The opponent's plays with their scores, if the opponent were to move now."""
        return self.evaluator.plays(swap_sides(self.position))

    @cached_property
    def replies(self) -> dict[Move, int]:
        """The opponent's plays with their scores after the best move."""
        return {} if self.after_best.is_over else self.evaluator.plays(self.after_best)

    def rack_at(self, end: Position, plies: int, mine: bool) -> bytes:
        """Return the rack of one side at the end of a line of `plies` moves from here."""
        return end.rack_codes[(plies % 2 == 0) != mine]

    def text(self, codes: Iterable[int]) -> str:
        """Return tiles as text."""
        return self.position.alphabet.rack_text(codes)


def swap_sides(position: Position) -> Position:
    """Return the same board with the opponent to move."""
    (mine, theirs), (first, second) = position.rack_codes, position.scores
    return dataclasses.replace(position, rack_codes=(theirs, mine), scores=(second, first), scoreless_turns=0)


def played_out(position: Position, line: Sequence[ScoredMove]) -> Position:
    """Return the position at the end of a line."""
    for step in line:
        position = position.play(step.move)
    return position


def placed(move: Move) -> Placed:
    """Return the tiles that a play lays, with their squares, sorted."""
    return tuple(sorted(move.placed))


def tiles_used(moves: Iterable[Move]) -> set[int]:
    """Return the tiles that any of the plays lays, 0 for a blank."""
    return {0 if code & BLANK else code for move in moves for _, _, code in move.placed}


def join_words(texts: Sequence[str]) -> str:
    """Join words: A, B and C."""
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


def points(count: Number) -> str:
    """Format points: 1 point, 2 points."""
    return f"{count} point{'' if abs(count) == 1 else 's'}"
