"""What to play now with tiles in the bag: of a record that breaks off where the rack on turn is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from scrabble.analysis.bag import SHOWN, BagMove, bag_move
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.analysis.turn import Reason
from scrabble.game.position import Position, PositionError
from scrabble.records.replay import Replay
from scrabble.records.walk import missing_text
from scrabble.solver.preendgame.solution import Range

ANY_CHANCE = Range(Fraction(0), Fraction(1))


@dataclass(frozen=True, slots=True)
class BagToPlay:
    """The position after the last turn, and the verdict on it."""

    position: Position  # without the other rack
    player: int  # who is on turn: 0 or 1
    player_name: str
    count: int  # tiles in the bag
    status: str = "unknown"  # proven, bounded; unknown without a search
    reason: str = ""  # why it is unknown
    unseen: str = ""
    best: tuple[str, ...] = ()
    chance: Range = ANY_CHANCE
    spread: Range | None = None
    moves: tuple[BagMove, ...] = ()  # best first
    move_count: int = 0
    nodes: int = 0
    seconds: float = 0.0
    limit: str | None = None
    claims: tuple[Reason, ...] = ()

    played: ClassVar[None] = None  # nothing yet
    held: ClassVar[None] = None


def bag_to_play(replayed: Replay, judge: PositionEvaluator) -> BagToPlay | None:
    """The verdict on the position after the last turn; None if the game is over or the bag is empty."""
    if replayed.is_over or not replayed.bag or replayed.final.is_over:
        return None
    found = unjudged(replayed)
    own_missing = replayed.missing[0]
    if own_missing:
        return replace(found, reason=missing_text((own_missing, 0)))
    try:
        solution = judge.bag_solution(found.position, None, f"to play, {found.player_name}")
    except PositionError as error:
        return replace(found, reason=str(error))
    return replace(
        found,
        status=solution.status,
        unseen=found.position.alphabet.rack_text(solution.unseen),
        best=tuple(solution.best),
        chance=solution.chance,
        spread=solution.spread,
        moves=tuple(bag_move(each, found.position) for each in solution.moves[:SHOWN]),
        move_count=len(solution.moves),
        nodes=solution.nodes,
        seconds=solution.seconds,
        limit=solution.limit,
    )


def unjudged(replayed: Replay) -> BagToPlay:
    """The position after the last turn as the player on turn sees it, before any search."""
    name = replayed.game.names[replayed.on_turn]
    position = replace(replayed.final, racks=(replayed.final.racks[0], b""), previous=None)
    return BagToPlay(position, replayed.on_turn, name, replayed.bag)
