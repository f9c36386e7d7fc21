"""Summary of each player's endgame, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scrabble.analysis.preendgame_turn import BagTurn
from scrabble.analysis.turn import AnalysedTurn, AnyTurn
from scrabble.solver.format import Bounds, total


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player's endgame."""

    player: int  # 1 or 2
    name: str
    turns: int  # with an empty bag
    best: int  # proven to lose nothing
    small: int  # mistakes, by grade
    medium: int
    large: int
    open: int  # the bounds do not tell the grade
    unknown: int  # not analysed
    stayed: int  # phonies that stayed on the board, the bag being empty: evaluated, not graded, no points
    lost: Bounds  # points; phonies that stayed on the board count for none
    lost_proven: int  # points: the sum over the turns whose loss is known
    lost_open: int  # turns that are not in that sum, as their loss is not proven
    thrown_wins: int
    phonies: int  # in the whole game
    bag_turns: int  # evaluated turns with tiles in the bag; they are in none of the numbers before
    lost_chance: Fraction  # win chance thrown away in them: the sum of the proven losses
    lost_chance_open: int  # such turns whose loss is not proven


def summary_of(
    player: int, name: str, turns: Iterable[AnyTurn], bag_turns: Iterable[BagTurn] = ()
) -> PlayerSummary:
    """Return the summary of player 0 or 1."""
    with_bag = [turn for turn in bag_turns if turn.on.turn.player == player]
    chances = [turn.lost_chance for turn in with_bag if turn.lost_chance is not None]
    own = [turn for turn in turns if turn.turn.player == player]
    judged = [turn for turn in own if isinstance(turn, AnalysedTurn)]
    lost = [turn.lost for turn in judged if turn.lost is not None]
    grades = Counter(turn.grade for turn in judged)
    return PlayerSummary(
        player=1 + player,
        name=name,
        turns=sum(turn.is_endgame for turn in own),
        best=grades["none"],
        small=grades["small"],
        medium=grades["medium"],
        large=grades["large"],
        open=grades["open"],
        unknown=sum(turn.status == "unknown" for turn in own),
        stayed=grades["phony"],
        lost=total(lost),
        lost_proven=sum(each.exact for each in lost if each.exact is not None),
        lost_open=sum(not each.is_exact for each in lost),
        thrown_wins=sum(turn.is_thrown_win for turn in judged),
        phonies=sum(bool(turn.phonies) for turn in own),
        bag_turns=len(with_bag),
        lost_chance=sum((each.lower for each in chances if each.is_exact), Fraction(0)),
        lost_chance_open=sum(not each.is_exact for each in chances),
    )


def player_summaries(
    names: Sequence[str], turns: Sequence[AnyTurn], bag_turns: Sequence[BagTurn] = ()
) -> tuple[PlayerSummary, PlayerSummary]:
    """Return the summaries of both players."""
    return summary_of(0, names[0], turns, bag_turns), summary_of(1, names[1], turns, bag_turns)
