"""Plausible moves: those that a player thinks of first, whether they are good or not.

    played            the move that was made in the game
    highest-scoring   the five plays with the most points
    out-play          the five plays with the most points that lay all tiles
    planner's first   the move with the best estimate before any search
    longest           the three plays that lay the most tiles

A move may be plausible for several reasons.  Equal plays stand in the order of their text.
"""

from __future__ import annotations

from collections.abc import Sequence

from scrabble.game.move import PASS, Move, ScoredMove, canonical
from scrabble.game.position import Position
from scrabble.puzzles.puzzle import MoveKind

HIGHEST, OUT_PLAYS, LONGEST = 5, 5, 3  # numbers of plays


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
