"""Practical chances: how hard the right reply to a move is to find.

A proof says what a move is worth if the opponent answers it perfectly.  A player who is behind, or who has
several moves that are worth the same, also wants to know how easily the opponent goes wrong.  Of every move
looked at:

    replies             the opponent's legal replies, the pass included
    keeping_value       how many of them are the best: they keep the value of the position after the move
    keeping_result      how many of them keep the result (a win, or a draw) that the best one brings
    best_rank           the rank by score of the best reply: 1 if a highest-scoring reply is best
    result_rank         the same for the highest-scoring reply that keeps the result
    highest, cost       the highest-scoring reply, and the points of final spread that it costs the opponent
    right               the replies that keep the value, in a lost position those that keep the win

Ranks count the replies with a higher score; of several best replies, and of several highest-scoring ones, the
one that is easiest for the opponent counts: the one with the higher score, or the one that costs less.  No
number is an estimate or an opinion: each is a count of proven replies, and an interval while a search has not
decided all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Struct, field
from msgspec.structs import replace

from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, Interval, Number
from scrabble.answer.moves import Step
from scrabble.answer.plain import means


class PracticalChances(Struct, frozen=True):
    """Difficulty of the reply to a move: counts of replies, ranks by score, and points.

    They are intervals, as an interrupted search leaves some replies open.
    """

    text: Annotated[str, means("the move")] = field(name="move")
    score: Annotated[int, means("its points")]
    spread: Annotated[int, means("final spread with best play after it")]
    replies: Annotated[
        int | None, means("legal replies, the pass included; null if the search stopped before")
    ] = None
    keeping_value: Annotated[Interval, means("how many of them are best")] = UNKNOWN
    keeping_result: Annotated[
        Interval | None, means("how many keep the result of the best one; null without scores")
    ] = None
    best_reply: Annotated[Step | None, means("the highest-scoring one proven best")] = None
    best_rank: Annotated[Interval, means("its rank by score; 1 for a highest-scoring reply")] = UNKNOWN
    result_rank: Annotated[Interval, means("rank of the highest-scoring reply that keeps the result")] = (
        UNKNOWN
    )
    highest: Annotated[Step | None, means("the highest-scoring reply")] = None
    cost: Annotated[Interval, means("points of final spread that it costs the opponent")] = UNKNOWN
    right: Annotated[
        tuple[Step, ...],
        means("the replies proven best, in a lost position those that keep the win; highest score first"),
    ] = ()
    win_after_highest: Annotated[
        Interval, means("win probability of the side to move after it; a draw is one half")
    ] = ANY_CHANCE
    is_hardest: Annotated[
        bool, means("whether no move looked at is harder to answer; false while anything is open")
    ] = False

    @property
    def is_lost(self) -> bool:
        """Return whether the side to move loses with best play after the move."""
        return self.keeping_result is not None and self.spread < 0

    @property
    def is_known(self) -> bool:
        """Return whether nothing about the move is open."""
        if not self.replies:
            return self.replies is not None
        counts = [self.keeping_value, self.best_rank, self.cost]
        if self.keeping_result is not None:
            counts += [self.keeping_result, self.result_rank]
        return all(each.is_exact for each in counts)


def right_replies(each: PracticalChances) -> tuple[Interval, Interval]:
    """Return the number of right replies, and the rank by score of the highest-scoring of them."""
    if each.is_lost and each.keeping_result is not None:
        return each.keeping_result, each.result_rank
    return each.keeping_value, each.best_rank


def hardest(chances: Sequence[PracticalChances]) -> list[PracticalChances]:
    """Return the moves whose answer is hardest to find; empty unless everything about them is known.

    In a lost position, where a reply is right if it keeps the win, that is the best try; otherwise a reply is
    right if it is best.  In this order: a highest-scoring reply is not right; the share of right replies is
    the smallest; their highest-scoring one has the lowest rank; the highest-scoring reply costs most.  A move
    that ends the game is the easiest to answer.
    """
    if not chances or any(not each.is_known for each in chances):
        return []
    keys = [_difficulty(each) for each in chances]
    return [each for each, key in zip(chances, keys, strict=True) if key == max(keys)]


def with_hardest(chances: Sequence[PracticalChances]) -> tuple[PracticalChances, ...]:
    """Return the practical chances of moves, each with whether it is hardest to answer."""
    most = hardest(chances)
    return tuple(replace(each, is_hardest=each in most) for each in chances)


def _difficulty(each: PracticalChances) -> tuple[Number, ...]:
    """Return a key that is greater for a move whose answer is harder to find."""
    if not each.replies:
        return (-1,)
    count, rank = right_replies(each)
    return int(rank.lower > 1), -Fraction(int(count.lower), each.replies), rank.lower, each.cost.lower
