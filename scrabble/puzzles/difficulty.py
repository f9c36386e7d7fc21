"""Difficulty of a puzzle: its plausible moves, and a number from 1 to 5.

Plausible moves are those that a player thinks of first, whether they are good or not.

    played            the move that was made in the game
    highest-scoring   the five plays with the most points
    out-play          the five plays with the most points that lay all tiles
    planner's first   the move with the best estimate before any search
    longest           the three plays that lay the most tiles

A move may be plausible for several reasons.  Equal plays stand in the order of their text.

The difficulty is a sum of facts, each of which can only make it harder:

    rank        of the solution by score          1: 0   2-3: 1   4-9: 2   10-24: 3   25 or more: 4
    line        moves to the end of the game      1-2: 0   3-4: 1   5 or more, or tiles in the bag: 2
    gap         points to the second-best move    20 or more: 0   7-19: 1   fewer: 2
                or win probability                1/4 or more: 0   1/10 or more: 1   less: 2
    tempting    plausible moves that fail         fewer than 6: 0   6 or more: 1
    hidden      the solution is not plausible     1

    sum     0-2: 1    3-4: 2    5-6: 3    7-8: 4    9-10: 5

Invariant: a puzzle that is as hard or harder in every fact has the same difficulty or a greater one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scrabble.game.move import PASS, Move, ScoredMove, canonical
from scrabble.game.position import Position
from scrabble.puzzles.puzzle import MoveKind

HIGHEST, OUT_PLAYS, LONGEST = 5, 5, 3  # numbers of plays
RANKS = (2, 4, 10, 25)  # from which on there is one point more
LENGTHS = (3, 5)
GAPS = (7, 20)  # below which there is one point more
CHANCES = (Fraction(1, 10), Fraction(1, 4))
TEMPTING = 6
LEVELS = (3, 5, 7, 9)  # sums at which the next level begins


class Facts(NamedTuple):
    """The facts that the difficulty depends on."""

    rank: int  # of the solution by score
    length: int | None  # moves of its line; None with tiles in the bag
    gap: int | Fraction  # points, or win probability with tiles in the bag
    tempting: int  # plausible moves that fail
    is_plausible: bool  # the solution is among the plausible moves


def points_of(facts: Facts) -> int:
    """Return the sum of the points for all facts."""
    gaps = CHANCES if facts.length is None else GAPS
    return (
        bisect_right(RANKS, facts.rank)
        + (len(LENGTHS) if facts.length is None else bisect_right(LENGTHS, facts.length))
        + len(gaps)
        - bisect_right(gaps, facts.gap)
        + (facts.tempting >= TEMPTING)
        + (not facts.is_plausible)
    )


def difficulty(facts: Facts) -> int:
    """Return the difficulty: 1 to 5."""
    return 1 + bisect_right(LEVELS, points_of(facts))


def plausible_moves(
    plays: Sequence[ScoredMove], rack: int, played: ScoredMove | None, planned: ScoredMove | None
) -> dict[Move, tuple[ScoredMove, list[MoveKind]]]:
    """Return the plausible moves with their kinds, in the order of the kinds above.

    `plays` are all plays of the position, `rack` is the number of tiles on the rack of the side to move, and
    `planned` is the planner's first move.
    """
    by_score = sorted(plays, key=lambda play: (-play.score, play.text))
    by_length = sorted(by_score, key=lambda play: -len(play.move.placed))
    out_plays = [play for play in by_score if len(play.move.placed) == rack]
    groups: list[tuple[MoveKind, Sequence[ScoredMove | None]]] = [
        (MoveKind.PLAYED, [played]),
        (MoveKind.HIGHEST_SCORING, by_score[:HIGHEST]),
        (MoveKind.OUT_PLAY, out_plays[:OUT_PLAYS]),
        (MoveKind.PLANNER, [planned]),
        (MoveKind.LONGEST, by_length[:LONGEST]),
    ]
    found: dict[Move, tuple[ScoredMove, list[MoveKind]]] = {}
    for kind, moves in groups:
        for each in moves:
            if each is not None:
                found.setdefault(each.move, (each, []))[1].append(kind)
    return found


def played_move(text: str | None, position: Position, plays: Sequence[ScoredMove]) -> ScoredMove | None:
    """Return the move that was made in the game, if it is a legal one."""
    if text is None:
        return None
    move = canonical(position.parse_move(text), position.squares)
    if move.is_pass:
        return ScoredMove(PASS, "pass", 0)
    return next((play for play in plays if play.move == move), None)


def rank_by_score(score: int, plays: Sequence[ScoredMove]) -> int:
    """Return the rank of a score among plays: 1 if none scores more."""
    return 1 + sum(play.score > score for play in plays)
