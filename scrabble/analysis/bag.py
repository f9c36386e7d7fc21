"""Turns with a few tiles in the bag, judged as one who does not see the bag has to judge them.

    chance, spread      of the position: what its best move guarantees
    lost_chance         the best move's chance less that of the move that was made: the win chance thrown away
    lost_spread         the same of the mean spread; below 0 where the move made gave up chance for points
    held                what the bag really held, where the record tells: what happened, which judges nothing

Chances are exact fractions, or ranges in which the truth lies.  The other rack is taken for unseen, whatever
the record knows of it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scrabble.analysis.turn import Reason, UnanalysedTurn, effective_move
from scrabble.game.position import Position
from scrabble.game.unseen import tiles_in_bag
from scrabble.solver.preendgame.solution import BagSolution, Estimate, Judged, Range

SHOWN = 12  # moves of a turn that are kept


class BagMove(NamedTuple):
    """A move, with what is proven of it: as a whole, and with each draw."""

    text: str
    score: int
    chance: Range
    spread: Range
    status: str
    draws: dict[str, Range]  # what is in the bag -> chance of winning then; of a play that leaves tiles there
    # what is drawn first (-> its chance with that), and what is left
    estimate: Estimate | None = None  # None: all is known

    @property
    def believed_chance(self) -> float | None:
        """The chance, known or believed; None if neither."""
        if self.chance.is_exact:
            return float(self.chance.lower)
        return None if self.estimate is None else self.estimate.chance


@dataclass(frozen=True, slots=True)
class BagTurn:
    """A turn with tiles in the bag, and the verdict on it."""

    on: UnanalysedTurn
    position: Position  # without the other rack
    count: int  # tiles in the bag
    unseen: str
    status: str  # proven: no other move is better, and what the move made lost is known; bounded
    best: tuple[str, ...]
    chance: Range
    spread: Range
    moves: tuple[BagMove, ...]  # best first, the one that was made among them
    move_count: int
    lost_chance: Range | None  # None: what was made is no move that was looked at
    lost_spread: Range | None
    held: str | None
    nodes: int
    seconds: float
    limit: str | None
    claims: tuple[Reason, ...] = ()

    @property
    def played(self) -> BagMove | None:
        """What is known of the move that was made; a phony that was taken back is a pass."""
        name = "pass" if self.on.turn.is_taken_back else self.on.played
        return next((each for each in self.moves if each.text == name), None)

    @property
    def lost_estimate(self) -> float | None:
        """What is believed of the chance that the turn threw away; None if that is known, or not at all."""
        best, mine = self.moves[0], self.played
        if mine is None or self.lost_chance is None or self.lost_chance.is_exact:
            return None
        most, least = best.believed_chance, mine.believed_chance
        if most is None or least is None:
            return None
        return min(max(most - least, float(self.lost_chance.lower)), float(self.lost_chance.upper))

    @property
    def is_mistake(self) -> bool:
        """Is it proven that the turn threw chance away?"""
        return self.lost_chance is not None and self.lost_chance.lower > 0


def unseen_position(on: UnanalysedTurn) -> Position:
    """The position before a turn as its player sees it."""
    position = on.turn.position
    return replace(position, racks=(position.racks[0], b""), previous=None)


def actual_bag(on: UnanalysedTurn, following: UnanalysedTurn | None) -> str | None:
    """What the bag held before a turn, if the record tells the other rack, which is that of the next turn."""
    if following is None or following.turn.player == on.turn.player or following.turn.missing[0]:
        return None
    unseen, other = Counter(unseen_position(on).unseen), Counter(following.turn.position.racks[0])
    if other - unseen or unseen.total() - other.total() != on.turn.bag:
        return None
    return on.turn.position.alphabet.rack_text(sorted((unseen - other).elements()))


def evaluate_preendgame(on: UnanalysedTurn, solution: BagSolution, held: str | None = None) -> BagTurn:
    """The verdict on a turn that follows from the solution of its position, and what the bag held."""
    position, move = solution.position, effective_move(on.turn)
    is_known = on.is_valid and (on.turn.move is not None or on.turn.is_taken_back)
    mine = next((each for each in solution.moves if is_known and each.move == move), None)
    kept = solution.moves[:SHOWN]
    if mine is not None and mine not in kept:
        kept = (*kept[:-1], mine)
    chance = _lost_chance(solution, mine) if mine else None
    is_proven = solution.status == "proven" and (chance is None or chance.is_exact)
    return BagTurn(
        on,
        position,
        tiles_in_bag(position),
        position.alphabet.rack_text(solution.unseen),
        "proven" if is_proven else "bounded",
        tuple(solution.best),
        solution.chance,
        solution.spread,
        tuple(bag_move(each, position) for each in kept),
        len(solution.moves),
        chance,
        _lost_spread(solution, mine, chance) if mine and chance else None,
        held,
        solution.nodes,
        solution.seconds,
        solution.limit,
    )


def bag_move(each: Judged, position: Position) -> BagMove:
    """What is kept of a move."""
    in_part = 0 < len(each.move.placed) < tiles_in_bag(position)  # what is drawn first stands first
    text = position.alphabet.decode if in_part else position.alphabet.rack_text
    draws = {text(draw.tiles): draw.chance for draw in sorted(each.draws, key=lambda draw: draw.tiles)}
    return BagMove(each.text, each.score, each.chance, each.spread, each.status, draws, each.estimate)


def _lost_chance(solution: BagSolution, mine: Judged) -> Range:
    """How much more often the best of the other moves wins than the one made, 0 if none does."""
    others = [each.chance for each in solution.moves if each is not mine] or [mine.chance]
    least = max(each.lower for each in others) - mine.chance.upper
    most = max(each.upper for each in others) - mine.chance.lower
    if solution.exchange is not None:
        most = max(most, solution.exchange[0] - mine.chance.lower)
    return Range(max(Fraction(0), least), max(Fraction(0), most))


def _lost_spread(solution: BagSolution, mine: Judged, chance: Range) -> Range:
    """By how much the mean spread of the best move is more; no less than 0 where no chance is lost."""
    if mine.status == "best":
        return Range(Fraction(0), Fraction(0))
    lower = solution.spread.lower - mine.spread.upper
    upper = solution.spread.upper - mine.spread.lower
    if chance.upper == 0:  # as the best one is best in spread as well then
        lower = max(Fraction(0), lower)
    return Range(min(lower, upper), upper)
