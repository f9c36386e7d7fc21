"""Turns and next moves with tiles in the bag, evaluated for a player who does not see the bag.

    chance, spread      of the position: what its best move guarantees
    lost_chance         the best move's chance minus that of the move made: the win chance thrown away
    lost_spread         the same for the mean spread; below 0 where the move made gave up chance for points
    held                the actual content of the bag, if recorded; it plays no part in the evaluation

Chances are exact fractions, or ranges that hold the truth.  The opponent's rack counts as unseen, even where
the record gives it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple

from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.analysis.turn import Reason, UnanalysedTurn, effective_move
from scrabble.game.position import Position, PositionError
from scrabble.game.unseen import tiles_in_bag
from scrabble.records.replay import Game
from scrabble.records.walk import missing_text
from scrabble.solver.preendgame.solution import BagSolution, Estimate, Judged, Range

SHOWN = 12  # moves kept of a turn
ANY_CHANCE = Range(Fraction(0), Fraction(1))


class BagMove(NamedTuple):
    """A move with its proven value, in total and for each draw."""

    text: str
    score: int
    chance: Range
    spread: Range
    status: str
    draws: dict[str, Range]  # content of the bag, what is drawn first -> win chance with it
    estimate: Estimate | None = None  # None: the value is known

    @property
    def believed_chance(self) -> float | None:
        """The known or estimated chance; None if there is neither."""
        if self.chance.is_exact:
            return float(self.chance.lower)
        return None if self.estimate is None else self.estimate.chance


@dataclass(frozen=True, slots=True)
class BagTurn:
    """A turn with tiles in the bag, evaluated."""

    on: UnanalysedTurn
    position: Position  # without the opponent's rack
    count: int  # tiles in the bag
    unseen: str
    status: str  # proven: no other move is better, and the loss of the move made is known; bounded
    best: tuple[str, ...]
    chance: Range
    spread: Range
    moves: tuple[BagMove, ...]  # best first, the one that was made among them
    move_count: int
    lost_chance: Range | None  # None: the move made is not among those evaluated
    lost_spread: Range | None
    held: str | None
    nodes: int
    seconds: float
    limit: str | None
    claims: tuple[Reason, ...] = ()

    @property
    def played(self) -> BagMove | None:
        """The move that was made; a phony that was taken back is a pass."""
        name = "pass" if self.on.turn.is_taken_back else self.on.played
        return next((each for each in self.moves if each.text == name), None)

    @property
    def lost_estimate(self) -> float | None:
        """The estimate of the chance thrown away; None if that is known, or cannot be estimated."""
        best, mine = self.moves[0], self.played
        if mine is None or self.lost_chance is None or self.lost_chance.is_exact:
            return None
        most, least = best.believed_chance, mine.believed_chance
        if most is None or least is None:
            return None
        return min(max(most - least, float(self.lost_chance.lower)), float(self.lost_chance.upper))

    @property
    def is_mistake(self) -> bool:
        """Return whether the turn provably threw win chance away."""
        return self.lost_chance is not None and self.lost_chance.lower > 0


def unseen_position(on: UnanalysedTurn) -> Position:
    """Return the position before a turn as its player sees it."""
    position = on.turn.position
    return replace(position, rack_codes=(position.rack_codes[0], b""), previous=None)


def actual_bag(on: UnanalysedTurn, following: UnanalysedTurn | None) -> str | None:
    """Return the content of the bag before a turn, if the next turn gives the opponent's rack."""
    if following is None or following.turn.player == on.turn.player or following.turn.missing[0]:
        return None
    unseen, other = Counter(unseen_position(on).unseen), Counter(following.turn.position.rack_codes[0])
    if other - unseen or unseen.total() - other.total() != on.turn.bag:
        return None
    return on.turn.position.alphabet.rack_text(sorted((unseen - other).elements()))


def evaluate_preendgame(on: UnanalysedTurn, solution: BagSolution, held: str | None = None) -> BagTurn:
    """Evaluate a turn by the solution of its position; `held` is the actual content of the bag."""
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
    """Convert a move of a solution to the record of the analysis."""
    in_part = 0 < len(each.move.placed) < tiles_in_bag(position)  # the tiles drawn first stand first
    text = position.alphabet.decode if in_part else position.alphabet.rack_text
    draws = {text(draw.tiles): draw.chance for draw in sorted(each.draws, key=lambda draw: draw.tiles)}
    return BagMove(each.text, each.score, each.chance, each.spread, each.status, draws, each.estimate)


def _lost_chance(solution: BagSolution, mine: Judged) -> Range:
    """Return how much more often the best other move wins than the one made; at least 0."""
    others = [each.chance for each in solution.moves if each is not mine] or [mine.chance]
    least = max(each.lower for each in others) - mine.chance.upper
    most = max(each.upper for each in others) - mine.chance.lower
    if solution.exchange is not None:
        most = max(most, solution.exchange[0] - mine.chance.lower)
    return Range(max(Fraction(0), least), max(Fraction(0), most))


def _lost_spread(solution: BagSolution, mine: Judged, chance: Range) -> Range:
    """Return how much greater the mean spread of the best move is; at least 0 where no chance is lost."""
    if mine.status == "best":
        return Range(Fraction(0), Fraction(0))
    lower = solution.spread.lower - mine.spread.upper
    upper = solution.spread.upper - mine.spread.lower
    if chance.upper == 0:  # as the best one is best in spread as well then
        lower = max(Fraction(0), lower)
    return Range(min(lower, upper), upper)


@dataclass(frozen=True, slots=True)
class BagToPlay:
    """The next move with tiles in the bag: the position after the last turn of an unfinished record."""

    position: Position  # without the opponent's rack
    player: int  # the player to move: 0 or 1
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


def bag_to_play(replayed: Game, evaluator: PositionEvaluator) -> BagToPlay | None:
    """Evaluate the position after the last turn; None if the game is over or the bag is empty."""
    if replayed.is_over or not replayed.bag or replayed.final.is_over:
        return None
    found = unjudged(replayed)
    own_missing = replayed.missing[0]
    if own_missing:
        return replace(found, reason=missing_text((own_missing, 0)))
    try:
        solution = evaluator.bag_solution(found.position, None, f"to play, {found.player_name}")
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


def unjudged(replayed: Game) -> BagToPlay:
    """Return the position after the last turn as the player to move sees it, not yet searched."""
    name = replayed.record.names[replayed.on_turn]
    position = replace(replayed.final, rack_codes=(replayed.final.rack_codes[0], b""), previous=None)
    return BagToPlay(position, replayed.on_turn, name, replayed.bag)
