"""Summary of each player's turns, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from scrabble.answer.analysis import PlayerSummary
from scrabble.answer.interval import Interval, total
from scrabble.answer.turns import UNKNOWN_STATUS, Turn


def summary_of(player: int, name: str, turns: Iterable[Turn]) -> PlayerSummary:
    """Return the summary of player 0 or 1: the endgame in points, turns with tiles in the bag in chances."""
    own = [turn for turn in turns if turn.player == 1 + player]
    evaluated = [turn for turn in own if turn.evaluation is not None and turn.is_endgame]
    with_bag = [turn for turn in own if turn.evaluation is not None and not turn.is_endgame]
    in_points = [*evaluated, *(turn for turn in with_bag if turn.is_in_points)]
    unknown = sum(turn.status == UNKNOWN_STATUS for turn in own)
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


def player_summaries(names: Sequence[str], turns: Sequence[Turn]) -> tuple[PlayerSummary, PlayerSummary]:
    """Return the summaries of both players."""
    return summary_of(0, names[0], turns), summary_of(1, names[1], turns)
