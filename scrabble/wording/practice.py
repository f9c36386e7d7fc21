"""Sentences about practice: with puzzles, and in a game against the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from scrabble.answer.interval import Interval, exactly
from scrabble.game.board import square_name
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.wording.points import points_phrase

BEST_MOVE = "Which move is best?"
SOLVED = "{} of {} solved at the first attempt"
WINS_MOST = "Which move wins most often?"


class MoveLoss(NamedTuple):
    """The loss of a move in a game against the solver."""

    points: float  # exactly, or at least
    is_known: bool
    is_by_chance: bool  # tiles were in the bag: not points, but win probability


def losses_text(losses: Sequence[MoveLoss]) -> str:
    """Return what the moves of a player have lost, as a sentence; "" if nothing is known in points."""
    if all(each.is_known and not each.points for each in losses):
        return "You played perfectly."
    in_points = [each for each in losses if not each.is_by_chance]
    points, is_known = int(sum(each.points for each in in_points)), all(each.is_known for each in in_points)
    if not in_points or not (points or is_known):
        return ""
    moves = "moves" if len(in_points) == len(losses) else "endgame moves"
    return f"Your {moves} lost {points_phrase(exactly(points) if is_known else Interval(points))} in all."


def solved_text(solved: int, tried: int) -> str:
    """Return how many puzzles were solved; "" if none was tried."""
    return SOLVED.format(solved, tried) if tried else ""


def again_text(due: datetime | None) -> str:
    """Return when a puzzle comes up again, as a sentence; "" if it was never tried."""
    return "" if due is None else f"It comes up again {_day(due)}."


def level_text(level: int) -> str:
    """Return the level of the player, the difficulty of new puzzles, as a clause."""
    return f"your level is {level} of 5"


def none_text(due_only: bool, following: datetime | None) -> str:
    """Return why there is no puzzle: none is due before `following`, or none fits the filters."""
    if not due_only:
        return "no puzzle fits these filters"
    return "nothing is due today" + (f"; the next puzzle is due {_day(following)}" if following else "")


def _day(due: datetime) -> str:
    """Return the day on which a puzzle is due, seen from today."""
    days = (due.astimezone().date() - datetime.now().date()).days
    return "today" if days <= 0 else "tomorrow" if days == 1 else f"in {days} days"


def move_hints(move: Move, position: Position) -> list[str]:
    """Return the hints that a move alone gives: the square, the tiles."""
    if not move.tiles:
        return ["No tile is played."]
    row, col, _ = move.placed[0]
    way = f", and it runs {'down' if move.down else 'across'}" if len(move.placed) > 1 else ""
    return [
        f"Its first new tile is on {square_name(row, col, down=True)}{way}.",
        f"It plays {' '.join(_tiles(position, move))}.",
    ]


def _tiles(position: Position, move: Move) -> Iterator[str]:
    """Yield the tiles that leave the rack, in the order of the rack."""
    for code in sorted(move.from_rack):
        yield position.alphabet.decode([code])
