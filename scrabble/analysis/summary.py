"""Summary of each player's turns, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scrabble.analysis.turn import AnalysedTurn, AnyTurn
from scrabble.answer.interval import Interval, Number, total


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player's turns; the endgame in points, turns with tiles in the bag in win probability.

    A turn with tiles in the bag that lost points, but no win probability, is among the mistakes and in the
    points lost.
    """

    player: int  # 1 or 2
    name: str
    turns: int  # with an empty bag
    best: int  # proven to lose nothing
    small: int  # mistakes, by grade
    medium: int
    large: int
    open: int  # the bounds do not tell the grade
    unknown: int  # not analysed
    unchallenged_phonies: int  # phonies that stayed, the bag being empty: evaluated, not graded, no points
    loss: Interval  # points; phonies that stayed on the board count for none
    loss_proven: Number  # points: the sum of what the turns are proven to have lost
    loss_undecided: int  # turns that may have lost more
    thrown_wins: int
    phonies: int  # in the whole game
    preendgame_turns: int  # evaluated turns with tiles in the bag
    win_loss_proven: Fraction  # win probability thrown away in them: the sum of what is proven
    win_loss_undecided: int  # such turns that may have lost more


def summary_of(player: int, name: str, turns: Iterable[AnyTurn]) -> PlayerSummary:
    """Return the summary of player 0 or 1."""
    own = [turn for turn in turns if turn.turn.player == player]
    evaluated = [turn for turn in own if isinstance(turn, AnalysedTurn) and turn.is_endgame]
    with_bag = [turn for turn in own if isinstance(turn, AnalysedTurn) and not turn.is_endgame]
    in_points = [*evaluated, *(turn for turn in with_bag if turn.is_in_points)]
    unknown = sum(turn.status == "unknown" for turn in own)
    losses = [turn.loss for turn in in_points if turn.is_counted] + [Interval(0)] * unknown
    chances = [turn.win_loss for turn in with_bag if turn.is_counted]
    grades = Counter(turn.grade for turn in in_points)
    return PlayerSummary(
        player=1 + player,
        name=name,
        turns=sum(turn.is_endgame for turn in own),
        best=grades["none"],
        small=grades["small"],
        medium=grades["medium"],
        large=grades["large"],
        open=grades["open"],
        unknown=unknown,
        unchallenged_phonies=grades["phony"],
        loss=total(losses),
        loss_proven=total(losses).lower,
        loss_undecided=sum(not each.is_exact for each in losses),
        thrown_wins=sum(turn.is_thrown_win for turn in evaluated),
        phonies=sum(bool(turn.phonies) for turn in own),
        preendgame_turns=len(with_bag),
        win_loss_proven=sum((Fraction(each.lower) for each in chances), Fraction(0)),
        win_loss_undecided=sum(not each.is_exact for each in chances),
    )


def player_summaries(names: Sequence[str], turns: Sequence[AnyTurn]) -> tuple[PlayerSummary, PlayerSummary]:
    """Return the summaries of both players."""
    return summary_of(0, names[0], turns), summary_of(1, names[1], turns)
